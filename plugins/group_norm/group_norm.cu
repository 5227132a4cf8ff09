// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "group_norm_moments.cuh"
#include "plugsmith/cuda_status.hpp"

// Groups of any size, read twice: by a block each, or in parts by many blocks.

namespace plugsmith::ops::group_norm {
namespace {

constexpr int kThreads = 512;
constexpr std::int64_t kMaxBlocks = 1 << 20;
static_assert(kMostParts <= kThreads, "a block merges a group's parts one per thread");

// Moments of x[begin, end) over the block. A thread's squares are taken around the mean of its
// first pack, which is about where its other values are.
template <class T, int kWidth>
__device__ Stats part_stats(const T* __restrict__ x, std::int64_t begin, std::int64_t end) {
  const float shift = static_cast<float>(x[0]);
  float count = 0.0F, base = 0.0F, sum = 0.0F, squares = 0.0F;
  for (std::int64_t i = begin + static_cast<std::int64_t>(threadIdx.x) * kWidth; i < end;
       i += kThreads * kWidth) {
    const auto pack = Pack<T, kWidth>::load(x + i);
    if (count == 0.0F) {
#pragma unroll
      for (int k = 0; k < kWidth; ++k)
        base += (static_cast<float>(pack.values[k]) - shift) / kWidth;
    }
    count += kWidth;
#pragma unroll
    for (int k = 0; k < kWidth; ++k) {
      const float off = static_cast<float>(pack.values[k]) - shift - base;
      sum += off;
      squares += off * off;
    }
  }
  const float mean = count == 0.0F ? 0.0F : sum / count;
  return merge_block<kThreads>({count, base + mean, fmaxf(squares - sum * mean, 0.0F)});
}

// Writes y[begin, end) of a row. Channel and position are stepped along, not divided for.
template <Activation kActivation, class T, int kWidth>
__device__ void write_part(const Params& p, std::int64_t row, std::int64_t begin, std::int64_t end,
                           const Stats& stats) {
  const Sizes& s = p.sizes;
  const T* __restrict__ x = static_cast<const T*>(p.x) + row * s.channels * s.positions;
  T* __restrict__ y = static_cast<T*>(p.y) + row * s.channels * s.positions;
  const float shift = static_cast<float>(x[0]);
  const float factor = 1.0F / sqrtf(stats.squares / stats.count + p.epsilon);
  constexpr std::int64_t kStep = static_cast<std::int64_t>(kThreads) * kWidth;
  const std::int64_t step_channels = kStep / s.positions;
  const std::int64_t step_positions = kStep - step_channels * s.positions;
  std::int64_t i = begin + static_cast<std::int64_t>(threadIdx.x) * kWidth;
  std::int64_t channel = i / s.positions;
  std::int64_t position = i - channel * s.positions;
  channel += row % s.groups * s.channels;
  for (; i < end; i += kStep) {
    auto pack = Pack<T, kWidth>::load(x + i);
    std::int64_t at = channel;
    float scale = parameter<T>(p.scale, at, 1.0F) * factor;
    float bias = parameter<T>(p.bias, at, 0.0F);
    const auto apply = [&](T& value) {
      const float off = static_cast<float>(value) - shift - stats.mean;
      value = static_cast<T>(activated<kActivation>(off * scale + bias));
    };
    std::int64_t left = s.positions - position;
    if (left >= kWidth) {
#pragma unroll
      for (int k = 0; k < kWidth; ++k) apply(pack.values[k]);
    } else {
#pragma unroll
      for (int k = 0; k < kWidth; ++k) {
        if (left-- == 0) {
          left = s.positions - 1;
          scale = parameter<T>(p.scale, ++at, 1.0F) * factor;
          bias = parameter<T>(p.bias, at, 0.0F);
        }
        apply(pack.values[k]);
      }
    }
    pack.store(y + i);
    channel += step_channels;
    position += step_positions;
    if (position >= s.positions) {
      position -= s.positions;
      ++channel;
    }
  }
}

template <class T, int kWidth>
__device__ void normalize_part(const Params& p, std::int64_t row, std::int64_t begin,
                               std::int64_t end, const Stats& stats) {
  if (p.activation == Activation::kSilu) {
    write_part<Activation::kSilu, T, kWidth>(p, row, begin, end, stats);
  } else {
    write_part<Activation::kNone, T, kWidth>(p, row, begin, end, stats);
  }
}

template <class T, int kWidth>
__global__ void __launch_bounds__(kThreads) normalize_groups(Params p) {
  const std::int64_t count = p.sizes.channels * p.sizes.positions;
  for (std::int64_t row = blockIdx.x; row < p.sizes.rows; row += gridDim.x) {
    const Stats stats = part_stats<T, kWidth>(static_cast<const T*>(p.x) + row * count, 0, count);
    normalize_part<T, kWidth>(p, row, 0, count, stats);
  }
}

// How two passes cut a group: into `count` parts of `size` elements, the last may be shorter.
struct Parts {
  std::int64_t count, size;
};

template <class T, int kWidth>
__global__ void __launch_bounds__(kThreads) collect_parts(Params p, Parts parts) {
  const std::int64_t count = p.sizes.channels * p.sizes.positions;
  auto* partials = reinterpret_cast<Stats*>(p.partials);
  for (std::int64_t item = blockIdx.x; item < p.sizes.rows * parts.count; item += gridDim.x) {
    const std::int64_t row = item / parts.count;
    const std::int64_t begin = (item - row * parts.count) * parts.size;
    const std::int64_t end = begin + parts.size < count ? begin + parts.size : count;
    const Stats stats = part_stats<T, kWidth>(static_cast<const T*>(p.x) + row * count, begin, end);
    if (threadIdx.x == 0) partials[item] = stats;
  }
}

template <class T, int kWidth>
__global__ void __launch_bounds__(kThreads) normalize_parts(Params p, Parts parts) {
  const std::int64_t count = p.sizes.channels * p.sizes.positions;
  const auto* partials = reinterpret_cast<const Stats*>(p.partials);
  for (std::int64_t item = blockIdx.x; item < p.sizes.rows * parts.count; item += gridDim.x) {
    const std::int64_t row = item / parts.count;
    const std::int64_t begin = (item - row * parts.count) * parts.size;
    const std::int64_t end = begin + parts.size < count ? begin + parts.size : count;
    const Stats stats = merge_block<kThreads>(
        threadIdx.x < parts.count ? partials[row * parts.count + threadIdx.x] : Stats{});
    normalize_part<T, kWidth>(p, row, begin, end, stats);
  }
}

unsigned blocks_for(std::int64_t items) {
  return static_cast<unsigned>(std::min(kMaxBlocks, items));
}

// Calls body(T{}, width) with x's device type, and with 16-byte access where it can be had.
template <class Body>
Status dispatch_access(const Params& p, const Body& body) {
  const auto choose = [&](auto zero) {
    using T = decltype(zero);
    return p.is_vectorized() ? body(zero, std::integral_constant<int, kVectorWidth<T>>{})
                             : body(zero, std::integral_constant<int, 1>{});
  };
  if (p.sizes.rows == 0 || p.sizes.elements() == 0) return Status::ok();
  switch (p.type) {
    case DataType::kFloat: return choose(float{});
    case DataType::kHalf: return choose(__half{});
    case DataType::kBf16: return choose(__nv_bfloat16{});
    default: break;
  }
  return unsupported(std::string("GroupNorm_PS: no kernel for ") + to_string(p.type));
}

}  // namespace

Status launch_one_pass(const Params& params, Stream stream) {
  return dispatch_access(params, [&](auto zero, auto width) {
    using T = decltype(zero);
    constexpr int kWidth = decltype(width)::value;
    normalize_groups<T, kWidth><<<blocks_for(params.sizes.rows), kThreads, 0, stream>>>(params);
    return PLUGSMITH_LAUNCH_STATUS(normalize_groups);
  });
}

Status launch_two_pass(const Params& params, Stream stream) {
  return dispatch_access(params, [&](auto zero, auto width) {
    using T = decltype(zero);
    constexpr int kWidth = decltype(width)::value;
    const std::int64_t elements = params.sizes.elements();
    const std::int64_t most = most_parts(elements);
    // A multiple of every vector width.
    const std::int64_t size = ((elements + most - 1) / most + 7) / 8 * 8;
    const Parts parts{(elements + size - 1) / size, size};
    const unsigned blocks = blocks_for(params.sizes.rows * parts.count);
    collect_parts<T, kWidth><<<blocks, kThreads, 0, stream>>>(params, parts);
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_LAUNCH_STATUS(collect_parts));
    normalize_parts<T, kWidth><<<blocks, kThreads, 0, stream>>>(params, parts);
    return PLUGSMITH_LAUNCH_STATUS(normalize_parts);
  });
}

}  // namespace plugsmith::ops::group_norm
