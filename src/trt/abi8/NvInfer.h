// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "NvInferRuntime.h"

// The builder's interfaces, which stand in TensorRT's own NvInfer.h, are nothing that plugins meet.
