// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace plugsmith::cuda_shim {

/// The forms that cudaDeviceProp has had.
enum class PropertiesForm {
  kCuda11,  ///< CUDA 11, and what cudaGetDeviceProperties fills in 12
  kCuda12,  ///< cudaGetDeviceProperties_v2
  kCuda13,
};

/// Writes the properties of the device that this runtime plays, an NVIDIA GPU of compute capability
/// 9.0, into a cudaDeviceProp of that form. Returns the bytes written: all of it.
std::size_t write_properties(PropertiesForm form, void* properties);

/// The value of a cudaDeviceAttr; 0 for what the device does not have.
int device_attribute(int attribute);

}  // namespace plugsmith::cuda_shim
