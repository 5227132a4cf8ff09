// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

// The kernels and device variables that libraries registered when they were loaded.

namespace plugsmith::cuda_shim {

/// A __device__ or __constant__ variable.
struct Symbol {
  void* address = nullptr;  ///< null: not known
  std::size_t bytes = 0;
};

Symbol find_symbol(const void* host_variable);
void add_symbol(const void* host_variable, std::size_t bytes);

/// The kernel's mangled name, "" if it is not known. The string lives as long as the process.
const char* kernel_name(const void* host_function);
void add_kernel(const void* host_function, const char* name);

}  // namespace plugsmith::cuda_shim
