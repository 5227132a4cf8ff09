// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "cublaslt_api.hpp"
#include "linear_kernel.hpp"

namespace plugsmith::ops::linear_op {

/// Device memory that a plan may use while it runs.
inline constexpr std::int64_t kWorkspaceBytes = std::int64_t{32} << 20;

/// One product y[rows, outputs] = activation(x[rows, features] * weight[outputs, features]^T +
/// bias), all row-major. kHalf and kBf16 accumulate in float32 and give their own type; kInt8 gives
/// INT32 sums, takes no bias and no activation, and needs `outputs` and `features` to be multiples
/// of 4.
struct Product {
  DataType type = DataType::kHalf;
  std::int64_t rows = 0, outputs = 0, features = 0;
  Activation activation = Activation::kNone;
  bool has_bias = false;
};

/// Owns an object of cuBLASLt.
template <class T>
struct Destroyer {
  cublaslt::CallStatus (*destroy)(T*) = nullptr;
  void operator()(T* object) const { static_cast<void>(destroy(object)); }
};
template <class T>
using Owned = std::unique_ptr<T, Destroyer<T>>;

/// Owns what cuBLASLt needs to compute one product again and again. Move-only; one thread at a
/// time; destroyed with the device current on which it was opened.
class Matmul {
 public:
  struct Operands {
    const void* x;
    const void* weight;
    const void* bias;  ///< null unless the product has one
    void* y;
    void* workspace;  ///< kWorkspaceBytes, at a multiple of 256
  };

  /// Makes the library's handle on the current device. Nothing is kept when it fails.
  Status open(const cublaslt::Api& api);
  /// Asks the heuristic how to compute `product`. No device memory is touched. `bias` may be null
  /// if its address is not known yet. After a failure run() refuses.
  Status plan(const Product& product, const void* bias);
  /// Enqueues the product last planned on `stream`, and nothing else.
  Status run(const Operands& operands, Stream stream);

 private:
  Status check(cublaslt::CallStatus status, const char* call) const;
  Status make_descriptors();
  Status set_bias(const void* bias);
  Result<std::optional<cublaslt::Algorithm>> ask(std::uint32_t alignment);
  std::uint32_t element_alignment() const;

  const cublaslt::Api* api_ = nullptr;
  Product product_;
  const void* bias_ = nullptr;  ///< what the descriptor holds
  // The handle is destroyed last.
  Owned<cublaslt::Handle> handle_;
  Owned<cublaslt::MatmulDesc> operation_;
  Owned<cublaslt::MatrixLayout> weight_layout_, x_layout_, y_layout_;
  /// For operands at multiples of 16 bytes, and for all others.
  std::optional<cublaslt::Algorithm> aligned_, unaligned_;
};

}  // namespace plugsmith::ops::linear_op
