// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// nvcc compiles a function so marked for the host and the device, other compilers know neither
// word.
#ifdef __CUDACC__
#define PLUGSMITH_HD __host__ __device__
#else
#define PLUGSMITH_HD
#endif
