// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "plugsmith/formats.hpp"
#include "plugsmith/shape.hpp"

namespace plugsmith {
inline namespace v1 {

/// A tensor in memory: device memory in `launch`, host memory in `reference`. Pointer is
/// `const void*` for inputs and `void*` for outputs.
template <class Pointer>
class BasicTensorView {
 public:
  BasicTensorView() = default;
  BasicTensorView(TypeFormat layout, const Shape& shape, Pointer data,
                  std::optional<float> scale = std::nullopt)
      : layout_(layout), scale_(scale), shape_(shape), data_(data) {}

  DataType type() const { return layout_.type; }
  TensorFormat format() const { return layout_.format; }
  /// Dimensions as the network sees them (no vector padding); data-dependent ones at capacity.
  const Shape& shape() const { return shape_; }
  /// May be null when the tensor is empty.
  Pointer data() const { return data_; }
  template <class T>
  auto data_as() const {
    if constexpr (std::is_const<std::remove_pointer_t<Pointer>>::value) {
      return static_cast<const T*>(data_);
    } else {
      return static_cast<T*>(data_);
    }
  }
  /// The quantization scale of an INT8 tensor (real value = scale * stored value) where TensorRT
  /// knows one: TensorRT 8 and 10 with calibration or dynamic ranges. Nothing otherwise; strongly
  /// typed networks scale with Q/DQ layers and report 1.
  std::optional<float> scale() const { return scale_; }

 private:
  TypeFormat layout_;
  std::optional<float> scale_;
  Shape shape_;
  Pointer data_ = nullptr;
};

using ConstTensorView = BasicTensorView<const void*>;
using TensorView = BasicTensorView<void*>;

/// The tensors of one call in TensorRT's order. Not owned.
struct Tensors {
  const ConstTensorView* inputs = nullptr;
  int input_count = 0;  ///< device inputs that the node has; optional ones may be missing
  const TensorView* outputs = nullptr;
};

}  // namespace v1
}  // namespace plugsmith
