// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/reformat.hpp"

#include <cstring>
#include <string>

namespace plugsmith::host {
namespace {

constexpr std::int64_t kDlaRowBytes = 64;

std::int64_t round_up(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Product of the dims, or an error where it exceeds what a 64-bit byte count can hold.
Result<std::int64_t> volume(const DimValues& dims) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 56;  // room for padding and element size
  std::int64_t count = 1;
  for (const std::int64_t dim : dims) {
    if (dim < 0) return invalid_argument("a dimension is " + std::to_string(dim));
    if (dim > kLimit || __builtin_mul_overflow(count, dim == 0 ? 1 : dim, &count) ||
        count > kLimit) {
      return out_of_range("the tensor has more elements than 64 bits can address");
    }
  }
  for (const std::int64_t dim : dims) {
    if (dim == 0) return std::int64_t{0};
  }
  return count;
}

void set_channels_first(TensorLayout& layout, std::int64_t row_pitch) {
  layout.column_stride = 1;
  layout.row_stride = row_pitch;
  layout.block_stride = layout.rows * row_pitch;
  layout.outer_stride = layout.channels * layout.block_stride;
}

void set_channels_last(TensorLayout& layout, std::int64_t lanes, std::int64_t row_pitch) {
  layout.block_stride = 1;
  layout.column_stride = lanes;
  layout.row_stride = row_pitch * lanes;
  layout.outer_stride = layout.rows * layout.row_stride;
}

void set_vectors(TensorLayout& layout, std::int64_t vector) {
  const std::int64_t blocks = (layout.channels + vector - 1) / vector;
  layout.vector = vector;
  layout.lane_stride = 1;
  layout.column_stride = vector;
  layout.row_stride = layout.columns * vector;
  layout.block_stride = layout.rows * layout.row_stride;
  layout.outer_stride = blocks * layout.block_stride;
}

Status set_dla(TensorLayout& layout, TensorFormat format, std::int64_t element_bytes) {
  if (format == TensorFormat::kDlaLinear) {
    set_channels_first(layout, round_up(layout.columns, kDlaRowBytes / element_bytes));
    return Status::ok();
  }
  if (layout.channels != 1 && layout.channels != 3 && layout.channels != 4) {
    return unsupported("kDLA_HWC4 takes 1, 3 or 4 channels; got " +
                       std::to_string(layout.channels));
  }
  const std::int64_t lanes = layout.channels == 1 ? 1 : 4;
  set_channels_last(layout, lanes, round_up(layout.columns, kDlaRowBytes / lanes / element_bytes));
  return Status::ok();
}

/// Splits the dims at the channel axis.
void split(TensorLayout& layout, const DimValues& dims, std::size_t channel_axis) {
  for (std::size_t i = 0; i < channel_axis; ++i) layout.outer *= dims[i];
  layout.channels = dims[channel_axis];
  for (std::size_t i = channel_axis + 1; i + 1 < dims.size(); ++i) layout.rows *= dims[i];
  layout.columns = dims.back();
}

template <class Visit>
void for_each_element(const TensorLayout& layout, const Visit& visit) {
  std::int64_t linear = 0;
  for (std::int64_t o = 0; o < layout.outer; ++o) {
    for (std::int64_t c = 0; c < layout.channels; ++c) {
      const std::int64_t channel = o * layout.outer_stride +
                                   c / layout.vector * layout.block_stride +
                                   c % layout.vector * layout.lane_stride;
      for (std::int64_t r = 0; r < layout.rows; ++r) {
        const std::int64_t row = channel + r * layout.row_stride;
        for (std::int64_t w = 0; w < layout.columns; ++w) {
          visit(linear++, row + w * layout.column_stride);
        }
      }
    }
  }
}

template <class Element>
void copy_to(const TensorLayout& layout, const void* linear, void* formatted) {
  const auto* from = static_cast<const Element*>(linear);
  auto* to = static_cast<Element*>(formatted);
  for_each_element(layout, [&](std::int64_t l, std::int64_t f) { to[f] = from[l]; });
}

template <class Element>
void copy_from(const TensorLayout& layout, const void* formatted, void* linear) {
  const auto* from = static_cast<const Element*>(formatted);
  auto* to = static_cast<Element*>(linear);
  for_each_element(layout, [&](std::int64_t l, std::int64_t f) { to[l] = from[f]; });
}

}  // namespace

Result<TensorLayout> make_layout(TensorFormat format, DataType type, const DimValues& dims) {
  const FormatLayout shape = layout_of(format);
  const Result<std::int64_t> count = volume(dims);
  if (!count.is_ok()) return count.status();
  TensorLayout layout;
  layout.type = type;
  layout.elements = layout.stored_elements = count.value();
  if (format == TensorFormat::kLinear) return layout;

  const bool dla = format == TensorFormat::kDlaLinear || format == TensorFormat::kDlaHwc4;
  const auto rank = static_cast<int>(dims.size());
  if (rank < shape.min_rank || (dla && rank != 4)) {
    return unsupported(std::string(to_string(format)) + " needs " +
                       (dla ? "exactly " : "at least ") + std::to_string(shape.min_rank) +
                       " dimensions; got " + std::to_string(rank));
  }
  if (bits_of(type) < 8) {
    return unsupported(std::string(to_string(type)) + " is only known in kLINEAR, not in " +
                       to_string(format));
  }
  layout.linear = false;
  split(layout, dims, static_cast<std::size_t>(rank - shape.channel_axis_from_end));
  if (dla) {
    PLUGSMITH_RETURN_IF_ERROR(set_dla(layout, format, bits_of(type) / 8));
  } else if (shape.channels_last) {
    const std::int64_t lanes =
        shape.padded ? round_up(layout.channels, shape.vector) : layout.channels;
    set_channels_last(layout, lanes, layout.columns);
  } else {
    set_vectors(layout, shape.vector);
  }
  layout.stored_elements = layout.outer * layout.outer_stride;
  return layout;
}

void poison(DataType type, void* memory, std::int64_t bytes) {
  // All ones is NaN in every floating-point type of two bytes and more; 0x7F is FP8's NaN and the
  // largest int8.
  if (bytes > 0)
    std::memset(memory, bits_of(type) > 8 ? 0xFF : 0x7F, static_cast<std::size_t>(bytes));
}

void to_format(const TensorLayout& layout, const void* linear, void* formatted) {
  if (layout.linear) {
    if (layout.bytes() > 0)
      std::memcpy(formatted, linear, static_cast<std::size_t>(layout.bytes()));
    return;
  }
  if (layout.stored_elements != layout.elements) poison(layout.type, formatted, layout.bytes());
  switch (bits_of(layout.type)) {
    case 8: return copy_to<std::uint8_t>(layout, linear, formatted);
    case 16: return copy_to<std::uint16_t>(layout, linear, formatted);
    case 32: return copy_to<std::uint32_t>(layout, linear, formatted);
    default: return copy_to<std::uint64_t>(layout, linear, formatted);
  }
}

void from_format(const TensorLayout& layout, const void* formatted, void* linear) {
  if (layout.linear) {
    if (layout.bytes() > 0)
      std::memcpy(linear, formatted, static_cast<std::size_t>(layout.bytes()));
    return;
  }
  switch (bits_of(layout.type)) {
    case 8: return copy_from<std::uint8_t>(layout, formatted, linear);
    case 16: return copy_from<std::uint16_t>(layout, formatted, linear);
    case 32: return copy_from<std::uint32_t>(layout, formatted, linear);
    default: return copy_from<std::uint64_t>(layout, formatted, linear);
  }
}

}  // namespace plugsmith::host
