// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "modulated_deform_conv_kernel.hpp"

// Products of a tile of weights with a tile of columns (gathered samples), both in shared memory:
// on the cores in float32, on the tensor cores in float16 and bfloat16. A tile has kOutputs output
// channels by kPixels pixels, summed up over kChannels channels at a time by kThreads threads;
// kBlocks of these shall fit a multiprocessor.

namespace plugsmith::ops::modulated_deform_conv {

inline constexpr int kLanes = 32;
inline constexpr int kVectorBytes = 16;

template <class T>
inline constexpr int kVectorWidth = kVectorBytes / static_cast<int>(sizeof(T));

/// kWidth neighbouring channels of a pixel, or 16 bytes of weights.
template <class T>
struct alignas(kVectorBytes) Pack {
  T values[kVectorWidth<T>];
};

/// Each thread has kRows outputs by 8 pixels.
template <int kRows>
struct FloatTile {
  using Element = float;
  static constexpr int kThreads = 128, kOutputs = kThreads / 8 * kRows;
  static constexpr int kPixels = kTilePixels;
  static constexpr int kChannels = 16, kBlocks = 3;
  static constexpr int kPitch = kPixels + 4;
  struct Shared {
    alignas(kVectorBytes) float weights[kChannels][kOutputs];
    alignas(kVectorBytes) float columns[kChannels][kPitch];
  };

  float sums[kRows][8] = {};

  /// Where an element of a packed weight tile belongs.
  static __host__ __device__ int output_of(int index) { return index % kOutputs; }
  static __host__ __device__ int channel_of(int index) { return index / kOutputs; }

  /// Vector `index` of a packed tile.
  static __device__ void store_weights(Shared& shared, int index, const Pack<float>& pack) {
    reinterpret_cast<Pack<float>*>(&shared.weights[0][0])[index] = pack;
  }
  /// Channels [channel, channel + 4) of a pixel.
  static __device__ void store_columns(Shared& shared, int pixel, int channel,
                                       const Pack<float>& pack) {
#pragma unroll
    for (int k = 0; k < 4; ++k) shared.columns[channel + k][pixel] = pack.values[k];
  }

  __device__ void multiply(const Shared& shared) {
    const int row = static_cast<int>(threadIdx.x) / 8 * kRows;
    const int column = static_cast<int>(threadIdx.x) % 8 * 4;
#pragma unroll
    for (int k = 0; k < kChannels; ++k) {
      float a[kRows], b[8];
#pragma unroll
      for (int i = 0; i < kRows; i += 4) read(&shared.weights[k][row + i], a + i);
      read(&shared.columns[k][column], b);
      read(&shared.columns[k][column + kPixels / 2], b + 4);
#pragma unroll
      for (int i = 0; i < kRows; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) sums[i][j] += a[i] * b[j];
      }
    }
  }

  /// Calls body(output, pixel, sum) for each of the thread's sums.
  template <class Body>
  __device__ void for_each(const Body& body) const {
    const int row = static_cast<int>(threadIdx.x) / 8 * kRows;
    const int column = static_cast<int>(threadIdx.x) % 8 * 4;
#pragma unroll
    for (int i = 0; i < kRows; ++i) {
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        body(row + i, column + j % 4 + j / 4 * (kPixels / 2), sums[i][j]);
      }
    }
  }

 private:
  static __device__ void read(const float* from, float* to) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
  }
};

/// Eight warps, each with 32 outputs by kWarpPixels pixels, by the instruction mma.m16n8k16 (PTX
/// ISA, "Matrix Fragments for mma.m16n8k16").
template <class T, int kTileOutputs>
struct HalfTile {
  using Element = T;
  static constexpr int kThreads = 256, kOutputs = kTileOutputs, kPixels = kTilePixels;
  static constexpr int kChannels = 32;
  static constexpr int kBlocks = 2;
  static constexpr int kWarpRows = kOutputs / 32, kWarpPixels = kPixels * kWarpRows / 8;
  static constexpr int kPitch = kChannels + 8;  // eight rows of 16 bytes lie in different banks
  struct Shared {
    alignas(kVectorBytes) T weights[kOutputs][kPitch];
    alignas(kVectorBytes) T columns[kPixels][kPitch];
  };

  float sums[2][kWarpPixels / 8][4] = {};

  static __host__ __device__ int output_of(int index) { return index / kChannels; }
  static __host__ __device__ int channel_of(int index) { return index % kChannels; }

  static __device__ void store_weights(Shared& shared, int index, const Pack<T>& pack) {
    constexpr int kPerRow = kChannels / kVectorWidth<T>;
    *reinterpret_cast<Pack<T>*>(
        &shared.weights[index / kPerRow][index % kPerRow * kVectorWidth<T>]) = pack;
  }
  static __device__ void store_columns(Shared& shared, int pixel, int channel,
                                       const Pack<T>& pack) {
    *reinterpret_cast<Pack<T>*>(&shared.columns[pixel][channel]) = pack;
  }

  __device__ void multiply(const Shared& shared) {
    const int lane = static_cast<int>(threadIdx.x) % kLanes;
#pragma unroll
    for (int k = 0; k < kChannels; k += 16) {
      unsigned a[2][4], b[kWarpPixels / 8][2];
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        // Four 8x8 matrices: rows 0 and 8 of channels 0, then of channels 8.
        load(&shared.weights[warp_row() + i * 16 + lane % 16][k + lane / 16 * 8], a[i][0], a[i][1],
             a[i][2], a[i][3]);
      }
#pragma unroll
      for (int j = 0; j < kWarpPixels / 8; j += 2) {
        // Pixels 0 of channels 0 and 8, then pixels 8.
        load(&shared.columns[warp_pixel() + j * 8 + lane / 16 * 8 + lane % 8][k + lane / 8 % 2 * 8],
             b[j][0], b[j][1], b[j + 1][0], b[j + 1][1]);
      }
#pragma unroll
      for (int i = 0; i < 2; ++i) {
#pragma unroll
        for (int j = 0; j < kWarpPixels / 8; ++j) multiply_add(sums[i][j], a[i], b[j]);
      }
    }
  }

  template <class Body>
  __device__ void for_each(const Body& body) const {
    const int lane = static_cast<int>(threadIdx.x) % kLanes;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
#pragma unroll
      for (int j = 0; j < kWarpPixels / 8; ++j) {
#pragma unroll
        for (int k = 0; k < 4; ++k) {
          body(warp_row() + i * 16 + lane / 4 + k / 2 * 8,
               warp_pixel() + j * 8 + lane % 4 * 2 + k % 2, sums[i][j][k]);
        }
      }
    }
  }

 private:
  static __device__ int warp_row() {
    return static_cast<int>(threadIdx.x) / kLanes % kWarpRows * 32;
  }
  static __device__ int warp_pixel() {
    return static_cast<int>(threadIdx.x) / kLanes / kWarpRows * kWarpPixels;
  }
  static __device__ void load(const T* row, unsigned& r0, unsigned& r1, unsigned& r2,
                              unsigned& r3) {
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
                 : "r"(address)
                 : "memory");
  }
  static __device__ void multiply_add(float (&c)[4], const unsigned (&a)[4],
                                      const unsigned (&b)[2]) {
    if constexpr (std::is_same<T, __half>::value) {
      asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
          "{%8, %9}, {%0, %1, %2, %3};"
          : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    } else {
      asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, "
          "%7}, {%8, %9}, {%0, %1, %2, %3};"
          : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
  }
};

}  // namespace plugsmith::ops::modulated_deform_conv
