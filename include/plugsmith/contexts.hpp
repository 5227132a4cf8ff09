// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "plugsmith/infer_context.hpp"
#include "plugsmith/log.hpp"
#include "plugsmith/scratch.hpp"
#include "plugsmith/state.hpp"
#include "plugsmith/tactics.hpp"
#include "plugsmith/tensor_view.hpp"

struct CUstream_st;  // CUDA's stream, so that this header needs no CUDA

namespace plugsmith {
inline namespace v1 {

/// cudaStream_t.
using Stream = CUstream_st*;

/// What all contexts with tensors share: `c[port]`, has(), tactic(), log(). One call, one thread.
class TensorContext {
 public:
  struct Environment {
    Tactic tactic;
    LogSink* log = nullptr;
  };
  TensorContext(const FormatTableView& table, const Tensors& tensors,
                const Environment& environment)
      : table_(table), tensors_(tensors), environment_(environment) {}

  const ConstTensorView& operator[](const In& port) const;
  const TensorView& operator[](const Out& port) const;
  /// The one tensor to read and write.
  const TensorView& operator[](const InOut& port) const;
  template <class T = void>
  void operator[](const HostInput&) const {
    static_assert(!std::is_void<T>::value,
                  "a HostInput is seen by infer() only: its memory is not on the device");
  }

  /// Whether the node has this optional input.
  bool has(const OptionalIn& port) const;
  /// The way to compute, one of the op's list; value 0 for an op without tactics.
  Tactic tactic() const { return environment_.tactic; }
  /// Sends a message to TensorRT's logger.
  void log(Severity severity, const std::string& text) const {
    if (environment_.log != nullptr) environment_.log->log(severity, text);
  }

 protected:
  const TensorView& output_of(const Port& port) const;

 private:
  const FormatTableView& table_;
  Tensors tensors_;
  Environment environment_;
};

/// What a tactic's predicate sees: types, formats, and the largest shapes of the profile. No data.
class TacticContext : public TensorContext {
 public:
  using TensorContext::TensorContext;
};

/// What `open` works with: it runs once for each execution context and combination of types and
/// formats, before the first `shape_changed`, with the context's device current. It may allocate
/// and take time. Sees types and formats; shapes are the first ones and will change. Not called
/// where the op is computed by its CPU reference.
class OpenContext : public TensorContext {
 public:
  OpenContext(const FormatTableView& table, const Tensors& tensors, const Environment& environment,
              WeightUploader& uploader)
      : TensorContext(table, tensors, environment), uploader_(uploader) {}

  /// Device copy of `count` elements of T, alive as long as the state that is being opened.
  template <class T>
  Result<const T*> upload(const Weight& weight, const T* data, std::int64_t count) {
    const auto bytes = count * static_cast<std::int64_t>(sizeof(T));
    Result<const void*> address = uploader_.upload(weight.name, data, bytes);
    if (!address.is_ok()) return address.status();
    return static_cast<const T*>(*address);
  }

 private:
  WeightUploader& uploader_;
};

/// What `shape_changed` sees: types, formats and present shapes. No data.
class ShapeContext : public TensorContext {
 public:
  using TensorContext::TensorContext;
};

/// What `scratch` works with: shapes are the largest of the profile while building, the present
/// ones at run time. Sizes must not shrink when a dimension grows.
class ScratchContext : public TensorContext {
 public:
  ScratchContext(const FormatTableView& table, const Tensors& tensors,
                 const Environment& environment, ScratchLayout& layout)
      : TensorContext(table, tensors, environment), layout_(layout) {}

  /// Asks for `count` elements of T under the slice's name.
  template <class T>
  void add(const Scratch& slice, std::int64_t count) {
    const auto size = static_cast<std::int64_t>(sizeof(T));
    layout_.add(slice, count > INT64_MAX / size ? -1 : count * size);
  }

 private:
  ScratchLayout& layout_;
};

/// What `launch` works with. All pointers are device memory. Enqueue work on stream() and nowhere
/// else; do not allocate, synchronise or copy from pageable memory: the stream may be captured.
class LaunchContext : public TensorContext {
 public:
  struct Device {
    Stream stream = nullptr;
    void* workspace = nullptr;
    const ScratchLayout* layout = nullptr;
  };
  LaunchContext(const FormatTableView& table, const Tensors& tensors,
                const Environment& environment, const Device& device)
      : TensorContext(table, tensors, environment), device_(device) {}

  Stream stream() const { return device_.stream; }
  /// The slice that `scratch` asked for; contents undefined. Null if it was not asked for.
  template <class T>
  T* scratch(const Scratch& slice) const {
    return static_cast<T*>(slice_address(slice));
  }
  /// Where the kernel writes a data-dependent size: one element of the view's type, on stream().
  const TensorView& count(const SizeOut& port) const { return output_of(port); }

 private:
  void* slice_address(const Scratch& slice) const;
  Device device_;
};

/// What `reference` works with. All pointers are host memory, linear format, the op's own types.
class ReferenceContext : public TensorContext {
 public:
  using TensorContext::TensorContext;
  /// Sets a data-dependent size.
  void write_count(const SizeOut& port, std::int64_t count) const;
};

/// One input's or output's shapes over the profile, while building.
struct ShapeRange {
  Shape min, opt, max;
};

/// What `configure` sees: the profile and the formats of one candidate. May be called many times,
/// with other candidates; the last call does not count more than the others.
class ConfigureContext : public TensorContext {
 public:
  ConfigureContext(const FormatTableView& table, const Tensors& tensors,
                   const Environment& environment, const ShapeRange* ranges)
      : TensorContext(table, tensors, environment), table_(table), ranges_(ranges) {}

  /// The device input's shapes over the profile.
  const ShapeRange& range(const In& port) const;

 private:
  const FormatTableView& table_;
  const ShapeRange* ranges_;  ///< one per device input
};

}  // namespace v1
}  // namespace plugsmith
