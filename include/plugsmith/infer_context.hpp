// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "plugsmith/dim.hpp"
#include "plugsmith/formats.hpp"
#include "plugsmith/status.hpp"

namespace plugsmith {
inline namespace v1 {

/// Dimensions of a tensor while shapes are inferred, or the values of a shape input.
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
  /// Replaces dimension `axis` (negative: from the end); nothing if there is none.
  void set(int axis, const Dim& dim);
  const std::vector<Dim>& dims() const { return dims_; }

 private:
  std::vector<Dim> dims_;
};

/// What shape inference starts from: device inputs' dimensions and shape inputs' values.
struct InferInputs {
  std::vector<SymbolicShape> device, host;
};

/// Typical and largest value of a size tensor.
struct SizeRange {
  Dim opt, upper;
};

/// What `infer` works with: `c[x]` reads an input's dimensions (or a HostInput's values), `c[y] =
/// {...}` sets an output's, `c.size(n, {opt, upper})` makes a data-dependent dimension. One call,
/// one thread; nothing of it may be kept.
class InferContext {
 public:
  /// `builder` may be null where every dimension is a number; then size() gives the upper bound.
  InferContext(const FormatTableView& table, const InferInputs& inputs, DimBuilder* builder);

  const SymbolicShape& operator[](const In& port) const;
  const SymbolicShape& operator[](const InOut& port) const;
  /// The values of a shape input, in row-major order.
  const SymbolicShape& operator[](const HostInput& port) const;
  SymbolicShape& operator[](const Out& port);
  /// Whether the node has this optional input.
  bool has(const OptionalIn& port) const;
  /// The dimension that the op will write into `port` at run time; at most `range.upper`, which
  /// sizes the buffers. To be declared once for each SizeOut; use it bare, as a whole dimension.
  Dim size(const SizeOut& port, const SizeRange& range);

  /// For adapters: the outputs in order; ok when infer set each and every dimension is valid.
  const std::vector<SymbolicShape>& outputs() const { return outputs_; }
  Status check(const std::string& op) const;

 private:
  const SymbolicShape& device(const Port& port) const;
  const FormatTableView& table_;
  const InferInputs& inputs_;
  DimBuilder* builder_;
  std::vector<SymbolicShape> outputs_;
};

}  // namespace v1
}  // namespace plugsmith
