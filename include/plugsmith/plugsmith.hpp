// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything that an op's header needs.
#include "plugsmith/attributes.hpp"
#include "plugsmith/contexts.hpp"
#include "plugsmith/dim.hpp"
#include "plugsmith/dispatch.hpp"
#include "plugsmith/formats.hpp"
#include "plugsmith/half.hpp"
#include "plugsmith/op.hpp"
#include "plugsmith/ports.hpp"
#include "plugsmith/shape.hpp"
#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"
