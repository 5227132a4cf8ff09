// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "multi_scale_deformable_attention_kernel.hpp"
#include "plugsmith/cuda_status.hpp"
#include "plugsmith/fast_division.hpp"

// A block takes some heads (of a query, of a sample). Its threads first work out where the samples
// of these heads lie, one thread a sample; then each thread sums up its channels of one head.

namespace plugsmith::ops::multi_scale_deformable_attention {
namespace {

constexpr int kThreads = 128;
constexpr int kSlots = 288;  // samples in shared memory: 16 of 17 heads (float), 9 of 32 (half)
constexpr int kSharedLevels = 16;
constexpr std::int64_t kMaxBlocks = 1 << 20;
constexpr std::size_t kVectorBytes = 16;

// How the work is cut up.
struct Layout {
  std::int64_t heads;   ///< of all queries and samples
  std::int64_t groups;  ///< of heads, one block each
  int heads_per_block;
  int lanes;          ///< threads of a head, one vector of channels each
  int chunk;          ///< samples of a head in shared memory at a time
  int pitch;          ///< slots of a head: odd, so that neighbouring heads lie in different banks
  FastDivisor tiles;  ///< of a head, where it has more vectors than a block has threads
  FastDivisor heads_of_query, heads_of_sample, points;
  FastDivisor32 by_lanes, by_chunk;
};

struct Level {
  int height, width;
  std::int64_t start;
};

// What a block knows of its samples. A corner whose weight is 0 is not read.
struct Slots {
  float4 weights[kSlots];    ///< of the corners: top left and right, bottom left and right
  longlong2 places[kSlots];  ///< elements to the top left corner, and from there to the bottom one
  Level levels[kSharedLevels];  ///< the first ones
};

__device__ std::int64_t integer(const void* from, DataType type, std::int64_t index) {
  return type == DataType::kInt64
             ? static_cast<const std::int64_t*>(from)[index]
             : static_cast<std::int64_t>(static_cast<const std::int32_t*>(from)[index]);
}

// Height and width are 0 where the level does not lie in the rows of value.
__device__ Level level_of(const Params& p, std::int64_t index) {
  constexpr std::int64_t kMostSide = INT32_MAX;
  const std::int64_t height = integer(p.shapes, p.index_type, 2 * index);
  const std::int64_t width = integer(p.shapes, p.index_type, 2 * index + 1);
  const std::int64_t start = integer(p.starts, p.index_type, index);
  const bool fits = height > 0 && height <= kMostSide && width > 0 && width <= kMostSide &&
                    height * width <= p.rows && start >= 0 && start <= p.rows - height * width;
  return fits ? Level{static_cast<int>(height), static_cast<int>(width), start} : Level{0, 0, 0};
}

struct Sample {
  float4 weights;
  longlong2 place;
};

// A comparison with NaN is false: such a sample has no corners, like one that lies outside.
__device__ Sample sample_of(const Level& level, std::int64_t row_stride, float x, float y,
                            float weight) {
  float4 weights = make_float4(0.0F, 0.0F, 0.0F, 0.0F);
  const auto width = static_cast<float>(level.width), height = static_cast<float>(level.height);
  x = x * width - 0.5F;
  y = y * height - 0.5F;
  if (!(x > -1.0F && x < width && y > -1.0F && y < height)) return {weights, make_longlong2(0, 0)};
  const float left = floorf(x), top = floorf(y);
  const int column = static_cast<int>(left), row = static_cast<int>(top);
  const bool has_left = column >= 0 && column < level.width;
  const bool has_right = column < level.width - 1;
  const bool has_top = row >= 0 && row < level.height, has_bottom = row < level.height - 1;
  const float right_share = x - left, bottom_share = y - top;
  const float upper = weight * (1.0F - bottom_share), lower = weight * bottom_share;
  if (has_top && has_left) weights.x = upper * (1.0F - right_share);
  if (has_top && has_right) weights.y = upper * right_share;
  if (has_bottom && has_left) weights.z = lower * (1.0F - right_share);
  if (has_bottom && has_right) weights.w = lower * right_share;
  return {weights,
          make_longlong2((level.start + std::int64_t{row} * level.width + column) * row_stride,
                         level.width * row_stride)};
}

// Samples [first, first + count) of the block's heads. C is the type of locations and weights.
template <class C>
__device__ void fill_slots(const Params& p, const Layout& t, std::int64_t first_head,
                           std::int64_t first, int count, Slots& slots) {
  const std::int64_t per_head = p.levels * p.points;
  for (int i = static_cast<int>(threadIdx.x); i < t.heads_per_block * t.chunk; i += kThreads) {
    const int head = static_cast<int>(t.by_chunk.quotient(static_cast<std::uint32_t>(i)));
    const int point = i - head * t.chunk;
    if (point >= count || first_head + head >= t.heads) continue;
    const std::int64_t at = (first_head + head) * per_head + first + point;
    const C* location = static_cast<const C*>(p.locations) + at * 2;
    const std::int64_t index = t.points.quotient(first + point);
    const Level level = index < kSharedLevels ? slots.levels[index] : level_of(p, index);
    const Sample sample = sample_of(level, p.heads * p.channels, static_cast<float>(location[0]),
                                    static_cast<float>(location[1]),
                                    static_cast<float>(static_cast<const C*>(p.weights)[at]));
    slots.weights[head * t.pitch + point] = sample.weights;
    slots.places[head * t.pitch + point] = sample.place;
  }
}

template <class T, int kWidth>
struct alignas(kWidth * sizeof(T)) Pack {
  T values[kWidth];
};

// The vector at `from`, or zeros where its weight is 0.
template <class T, int kWidth>
__device__ Pack<T, kWidth> load(const T* from, float weight) {
  Pack<T, kWidth> pack;
  if (weight != 0.0F) {
    pack = *reinterpret_cast<const Pack<T, kWidth>*>(from);
  } else {
#pragma unroll
    for (int k = 0; k < kWidth; ++k) pack.values[k] = static_cast<T>(0.0F);
  }
  return pack;
}

template <class T, int kWidth>
__device__ void add_samples(const T* from, std::int64_t row_stride, const float4* weights,
                            const longlong2* places, int count, float (&sums)[kWidth]) {
#pragma unroll 2
  for (int i = 0; i < count; ++i) {
    const float4 weight = weights[i];
    const T* corner = from + places[i].x;
    const T* below = corner + places[i].y;
    const auto a = load<T, kWidth>(corner, weight.x);
    const auto b = load<T, kWidth>(corner + row_stride, weight.y);
    const auto c = load<T, kWidth>(below, weight.z);
    const auto d = load<T, kWidth>(below + row_stride, weight.w);
#pragma unroll
    for (int k = 0; k < kWidth; ++k) {
      sums[k] += weight.x * static_cast<float>(a.values[k]);
      sums[k] += weight.y * static_cast<float>(b.values[k]);
      sums[k] += weight.z * static_cast<float>(c.values[k]);
      sums[k] += weight.w * static_cast<float>(d.values[k]);
    }
  }
}

template <class T, class C, int kWidth>
__global__ void __launch_bounds__(kThreads) attend(const Params p, const Layout t) {
  __shared__ Slots slots;
  const int thread = static_cast<int>(threadIdx.x);
  const int my_head = static_cast<int>(t.by_lanes.quotient(threadIdx.x));
  const std::int64_t row_stride = p.heads * p.channels, per_head = p.levels * p.points;
  const std::int64_t units = t.groups * t.tiles.divisor();
  if (thread < kSharedLevels && thread < p.levels) slots.levels[thread] = level_of(p, thread);
  for (std::int64_t unit = blockIdx.x; unit < units; unit += gridDim.x) {
    const std::int64_t group = t.tiles.quotient(unit), tile = unit - group * t.tiles.divisor();
    const std::int64_t first_head = group * t.heads_per_block, head = first_head + my_head;
    const std::int64_t channel = (tile * t.lanes + thread - my_head * t.lanes) * kWidth;
    const bool works = my_head < t.heads_per_block && head < t.heads && channel < p.channels;
    // [sample, 0, head of the query, channel]
    const std::int64_t start = t.heads_of_sample.quotient(head) * p.rows * row_stride +
                               t.heads_of_query.remainder(head) * p.channels + channel;
    float sums[kWidth] = {};
    for (std::int64_t first = 0; first < per_head; first += t.chunk) {
      const int count = per_head - first < t.chunk ? static_cast<int>(per_head - first) : t.chunk;
      __syncthreads();  // the slots have been read, and the levels are there
      fill_slots<C>(p, t, first_head, first, count, slots);
      __syncthreads();
      if (works) {
        add_samples<T, kWidth>(static_cast<const T*>(p.value) + start, row_stride,
                               slots.weights + my_head * t.pitch, slots.places + my_head * t.pitch,
                               count, sums);
      }
    }
    if (!works) continue;
    Pack<T, kWidth> result;
#pragma unroll
    for (int k = 0; k < kWidth; ++k) result.values[k] = static_cast<T>(sums[k]);
    *reinterpret_cast<Pack<T, kWidth>*>(static_cast<T*>(p.y) + head * p.channels + channel) =
        result;
  }
}

Layout layout_of(const Params& p, std::int64_t vectors) {
  Layout t;
  t.heads = p.samples * p.queries * p.heads;
  const std::int64_t tiles = (vectors + kThreads - 1) / kThreads;
  t.lanes = static_cast<int>((vectors + tiles - 1) / tiles);
  t.heads_per_block = kThreads / t.lanes;
  t.groups = (t.heads + t.heads_per_block - 1) / t.heads_per_block;
  const std::int64_t per_head = std::max<std::int64_t>(p.levels * p.points, 1);
  t.chunk = static_cast<int>(std::min<std::int64_t>(per_head, kSlots / t.heads_per_block));
  if (t.chunk % 2 == 0 && t.heads_per_block * (t.chunk + 1) > kSlots) --t.chunk;
  t.pitch = t.chunk % 2 == 0 ? t.chunk + 1 : t.chunk;
  t.tiles = FastDivisor(tiles);
  t.heads_of_query = FastDivisor(p.heads);
  t.heads_of_sample = FastDivisor(p.queries * p.heads);
  t.points = FastDivisor(p.points);
  t.by_lanes = FastDivisor32(t.lanes);
  t.by_chunk = FastDivisor32(t.chunk);
  return t;
}

template <class T, class C, int kWidth>
Status launch_width(const Params& p, Stream stream) {
  const Layout layout = layout_of(p, p.channels / kWidth);
  const std::int64_t units = layout.groups * layout.tiles.divisor();
  const auto blocks = static_cast<unsigned>(std::min(kMaxBlocks, units));
  attend<T, C, kWidth><<<blocks, kThreads, 0, stream>>>(p, layout);
  return PLUGSMITH_LAUNCH_STATUS(attend);
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % kVectorBytes == 0;
}

template <class T, class C>
Status launch_types(const Params& p, Stream stream) {
  constexpr int kWidth = kVectorBytes / sizeof(T);
  return p.channels % kWidth == 0 && is_aligned(p.value) && is_aligned(p.y)
             ? launch_width<T, C, kWidth>(p, stream)
             : launch_width<T, C, 1>(p, stream);
}

template <class T>
Status launch_type(const Params& p, Stream stream) {
  return p.location_type == p.type ? launch_types<T, T>(p, stream)
                                   : launch_types<T, float>(p, stream);
}

}  // namespace

Status launch(const Params& params, Stream stream) {
  if (params.samples == 0 || params.queries == 0 || params.heads == 0 || params.channels == 0) {
    return Status::ok();
  }
  switch (params.type) {
    case DataType::kFloat: return launch_types<float, float>(params, stream);
    case DataType::kHalf: return launch_type<__half>(params, stream);
    case DataType::kBf16: return launch_type<__nv_bfloat16>(params, stream);
    default: break;
  }
  return unsupported(std::string("MultiScaleDeformableAttention_PS: no kernel for ") +
                     to_string(params.type));
}

}  // namespace plugsmith::ops::multi_scale_deformable_attention
