// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The binary interface between TensorRT 8.6 (with PLUGSMITH_TENSORRT_7: 7.2) and plugins, declared
// in our own words: the headers of those versions are in no package registry. Names, order of the
// virtual methods, enumeration values and layouts are TensorRT's; what plugins do not meet is left
// out. tests/trt/abi8 holds all of it against a recorded layout.

#ifdef PLUGSMITH_TENSORRT_7
#define NV_TENSORRT_MAJOR 7
#define NV_TENSORRT_MINOR 2
#define NV_TENSORRT_PATCH 3
#define NV_TENSORRT_BUILD 4
#define TRTNOEXCEPT
#else
#define NV_TENSORRT_MAJOR 8
#define NV_TENSORRT_MINOR 6
#define NV_TENSORRT_PATCH 1
#define NV_TENSORRT_BUILD 6
#define TRTNOEXCEPT noexcept
#endif

#define NV_TENSORRT_SONAME_MAJOR NV_TENSORRT_MAJOR
#define NV_TENSORRT_VERSION (NV_TENSORRT_MAJOR * 1000 + NV_TENSORRT_MINOR * 100 + NV_TENSORRT_PATCH)
