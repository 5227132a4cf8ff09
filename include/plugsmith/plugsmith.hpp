// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything that an op's header needs.
#include "plugsmith/any_op.hpp"
#include "plugsmith/attributes.hpp"
#include "plugsmith/contexts.hpp"
#include "plugsmith/dim.hpp"
#include "plugsmith/dispatch.hpp"
#include "plugsmith/formats.hpp"
#include "plugsmith/half.hpp"
#include "plugsmith/infer_context.hpp"
#include "plugsmith/log.hpp"
#include "plugsmith/op.hpp"
#include "plugsmith/ports.hpp"
#include "plugsmith/reference_values.hpp"
#include "plugsmith/scratch.hpp"
#include "plugsmith/shape.hpp"
#include "plugsmith/state.hpp"
#include "plugsmith/status.hpp"
#include "plugsmith/tactics.hpp"
#include "plugsmith/tensor_view.hpp"
#include "plugsmith/types.hpp"
