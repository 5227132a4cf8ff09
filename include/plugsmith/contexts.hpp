// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "plugsmith/dim.hpp"
#include "plugsmith/formats.hpp"
#include "plugsmith/shape.hpp"
#include "plugsmith/status.hpp"

struct CUstream_st;  // CUDA's stream, so that this header needs no CUDA

namespace plugsmith {
inline namespace v1 {

/// cudaStream_t.
using Stream = CUstream_st*;

/// Dimensions of a tensor while shapes are inferred.
class SymbolicShape {
 public:
  SymbolicShape() = default;
  explicit SymbolicShape(std::vector<Dim> dims) : dims_(std::move(dims)) {}
  SymbolicShape& operator=(std::initializer_list<Dim> dims) {
    dims_ = dims;
    return *this;
  }

  int rank() const { return static_cast<int>(dims_.size()); }
  /// Dimension `axis`, negative axes from the end; an invalid Dim when there is no such axis.
  Dim operator[](int axis) const;
  const std::vector<Dim>& dims() const { return dims_; }

 private:
  std::vector<Dim> dims_;
};

/// What `infer` works with: `c[x]` reads an input's dimensions, `c[y] = {...}` sets an output's.
/// One call, one thread; nothing of it may be kept.
class InferContext {
 public:
  InferContext(const FormatTableView& table, std::vector<SymbolicShape> inputs);

  const SymbolicShape& operator[](const In& port) const;
  SymbolicShape& operator[](const Out& port);

  /// For adapters: the outputs in order; ok when infer set each and every dimension is valid.
  const std::vector<SymbolicShape>& outputs() const { return outputs_; }
  Status check(const std::string& op) const;

 private:
  FormatTableView table_;
  std::vector<SymbolicShape> inputs_, outputs_;
};

/// A tensor in memory: device memory in `launch`, host memory in `reference`.
class ConstTensorView {
 public:
  ConstTensorView() = default;
  ConstTensorView(TypeFormat layout, const Shape& shape, const void* data)
      : layout_(layout), shape_(shape), data_(data) {}
  DataType type() const { return layout_.type; }
  TensorFormat format() const { return layout_.format; }
  /// Dimensions as the network sees them (no vector padding); data-dependent ones at capacity.
  const Shape& shape() const { return shape_; }
  /// May be null when the tensor is empty.
  const void* data() const { return data_; }
  template <class T>
  const T* data_as() const {
    return static_cast<const T*>(data_);
  }

 private:
  TypeFormat layout_;
  Shape shape_;
  const void* data_ = nullptr;
};

/// The same, for outputs.
class TensorView {
 public:
  TensorView() = default;
  TensorView(TypeFormat layout, const Shape& shape, void* data)
      : layout_(layout), shape_(shape), data_(data) {}
  DataType type() const { return layout_.type; }
  TensorFormat format() const { return layout_.format; }
  const Shape& shape() const { return shape_; }
  void* data() const { return data_; }
  template <class T>
  T* data_as() const {
    return static_cast<T*>(data_);
  }

 private:
  TypeFormat layout_;
  Shape shape_;
  void* data_ = nullptr;
};

/// Name of a slice of the workspace: `static constexpr Scratch kSums{"sums"};`.
struct Scratch {
  const char* name;
};

/// Where the slices lie. Each begins at a multiple of 256 bytes from the (256-byte aligned) start.
class ScratchLayout {
 public:
  /// Appends a slice; negative or overflowing sizes make the layout invalid.
  void add(const Scratch& slice, std::int64_t bytes);
  /// Total bytes, or nothing if a size was invalid.
  Result<std::int64_t> total_bytes() const;
  /// Offset of a slice, or -1.
  std::int64_t offset_of(const Scratch& slice) const;

 private:
  struct Slice {
    const char* name;
    std::int64_t offset;
  };
  std::vector<Slice> slices_;
  std::int64_t end_ = 0;
  bool valid_ = true;
};

/// What `scratch` works with: shapes are the largest of the profile while building, the present
/// ones at run time. Sizes must not shrink when a dimension grows.
class ScratchContext {
 public:
  ScratchContext(const FormatTableView& table, const ConstTensorView* inputs,
                 const TensorView* outputs, ScratchLayout& layout)
      : table_(table), inputs_(inputs), outputs_(outputs), layout_(layout) {}

  const ConstTensorView& operator[](const In& port) const;
  const TensorView& operator[](const Out& port) const;
  /// Asks for `count` elements of T under the slice's name.
  template <class T>
  void add(const Scratch& slice, std::int64_t count) {
    const auto size = static_cast<std::int64_t>(sizeof(T));
    layout_.add(slice, count > INT64_MAX / size ? -1 : count * size);
  }

 private:
  FormatTableView table_;
  const ConstTensorView* inputs_;
  const TensorView* outputs_;
  ScratchLayout& layout_;
};

/// Tensors of one execution; common part of LaunchContext and ReferenceContext.
class ExecutionContext {
 public:
  ExecutionContext(const FormatTableView& table, const ConstTensorView* inputs,
                   const TensorView* outputs)
      : table_(table), inputs_(inputs), outputs_(outputs) {}

  const ConstTensorView& operator[](const In& port) const;
  const TensorView& operator[](const Out& port) const;

 private:
  FormatTableView table_;
  const ConstTensorView* inputs_;
  const TensorView* outputs_;
};

/// What `launch` works with. All pointers are device memory. Enqueue work on stream() and nowhere
/// else; do not allocate, synchronise or copy from pageable memory: the stream may be captured.
class LaunchContext : public ExecutionContext {
 public:
  struct Device {
    Stream stream = nullptr;
    void* workspace = nullptr;
    const ScratchLayout* layout = nullptr;
  };
  LaunchContext(const FormatTableView& table, const ConstTensorView* inputs,
                const TensorView* outputs, const Device& device)
      : ExecutionContext(table, inputs, outputs), device_(device) {}

  Stream stream() const { return device_.stream; }
  /// The slice that `scratch` asked for; contents undefined. Null if it was not asked for.
  template <class T>
  T* scratch(const Scratch& slice) const {
    return static_cast<T*>(slice_address(slice));
  }

 private:
  void* slice_address(const Scratch& slice) const;
  Device device_;
};

/// What `reference` works with. All pointers are host memory, linear format, the op's own types.
class ReferenceContext : public ExecutionContext {
 public:
  using ExecutionContext::ExecutionContext;
};

}  // namespace v1
}  // namespace plugsmith
