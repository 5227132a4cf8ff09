// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "cublaslt_api.hpp"
#include "plugsmith/half.hpp"

// A cuBLASLt on the CPU: column-major, as slow as it is simple. It shows that the op describes its
// product rightly and gives back every object, on machines without a GPU.

namespace plugsmith::ops::cublaslt {

struct Handle {};
struct MatmulDesc {
  ComputeType compute;
  std::int32_t transpose_a = 0;
  std::uint32_t epilogue = kEpilogueDefault;
  const void* bias = nullptr;
};
struct MatrixLayout {
  ElementType type;
  std::uint64_t rows, columns;
  std::int64_t leading;
};
struct Preference {
  std::uint32_t alignment = 256;
};

/// What the fake does and saw; one at a time.
struct Fake {
  int live = 0;                      ///< objects made and not destroyed
  int calls_until_fail = -1;         ///< the call that fails; negative: none
  std::uint32_t last_alignment = 0;  ///< for which the algorithm that ran was made
  bool has_unaligned = true;
  static Fake& instance() {
    static Fake fake;
    return fake;
  }

  static CallStatus next() {
    constexpr auto kAllocFailed = static_cast<CallStatus>(3);
    return instance().calls_until_fail-- == 0 ? kAllocFailed : CallStatus::kSuccess;
  }
  template <class T>
  static CallStatus make(T** object, T value) {
    const CallStatus status = next();
    if (status != CallStatus::kSuccess) return status;
    *object = new T(value);
    ++instance().live;
    return status;
  }
  template <class T>
  static CallStatus destroy(T* object) {
    delete object;
    --instance().live;
    return CallStatus::kSuccess;
  }
  static CallStatus destroy_handle(Handle* handle) {
    EXPECT_EQ(instance().live, 1) << "the handle is destroyed last";
    return destroy(handle);
  }

  static CallStatus set_desc(MatmulDesc* desc, DescAttribute attribute, const void* value,
                             std::size_t bytes) {
    switch (attribute) {
      case DescAttribute::kTransA:
        EXPECT_EQ(bytes, sizeof(std::int32_t));
        desc->transpose_a = *static_cast<const std::int32_t*>(value);
        break;
      case DescAttribute::kEpilogue:
        EXPECT_EQ(bytes, sizeof(std::uint32_t));
        desc->epilogue = *static_cast<const std::uint32_t*>(value);
        break;
      case DescAttribute::kBiasPointer:
        EXPECT_EQ(bytes, sizeof(void*));
        desc->bias = *static_cast<const void* const*>(value);
        break;
    }
    return next();
  }
  static CallStatus set_preference(Preference* preference, PreferenceAttribute attribute,
                                   const void* value, std::size_t bytes) {
    const bool size = attribute == PreferenceAttribute::kMaxWorkspaceBytes;
    EXPECT_EQ(bytes, size ? sizeof(std::uint64_t) : sizeof(std::uint32_t));
    if (attribute == PreferenceAttribute::kMinAlignmentA) {
      preference->alignment = *static_cast<const std::uint32_t*>(value);
    }
    return next();
  }
  static CallStatus heuristic(Handle*, MatmulDesc*, MatrixLayout*, MatrixLayout*, MatrixLayout*,
                              MatrixLayout*, Preference* preference, int requested,
                              HeuristicResult* results, int* found) {
    EXPECT_GE(requested, 2);
    const CallStatus status = next();
    if (status != CallStatus::kSuccess) return status;
    if (preference->alignment < 16 && !instance().has_unaligned) return CallStatus::kNotSupported;
    results[0].state = CallStatus::kNotSupported;
    results[1].state = CallStatus::kSuccess;
    results[1].algorithm.data[0] = preference->alignment;
    *found = 2;
    return status;
  }

  static double read(ElementType type, const void* at, std::uint64_t index) {
    switch (type) {
      case ElementType::kHalf:
        return static_cast<double>(static_cast<float>(static_cast<const Half*>(at)[index]));
      case ElementType::kBf16:
        return static_cast<double>(static_cast<float>(static_cast<const BFloat16*>(at)[index]));
      default: return static_cast<const std::int8_t*>(at)[index];
    }
  }
  static void write(ElementType type, double value, void* at, std::uint64_t index) {
    if (type == ElementType::kInt32) {
      static_cast<std::int32_t*>(at)[index] = static_cast<std::int32_t>(value);
    } else if (type == ElementType::kHalf) {
      static_cast<Half*>(at)[index] = Half(static_cast<float>(value));
    } else {
      static_cast<BFloat16*>(at)[index] = BFloat16(static_cast<float>(value));
    }
  }
  /// D[i, j] = sum over k of A[k, i] B[k, j], then the bias of row i, then ReLU.
  static CallStatus matmul(Handle*, MatmulDesc* desc, const void*, const void* a, MatrixLayout* la,
                           const void* b, MatrixLayout* lb, const void*, const void* c,
                           MatrixLayout*, void* d, MatrixLayout* ld, const Algorithm* algorithm,
                           void*, std::size_t, Stream) {
    EXPECT_EQ(c, d);
    EXPECT_EQ(desc->transpose_a, 1);
    EXPECT_EQ(la->rows, lb->rows);
    EXPECT_EQ(la->columns, ld->rows);
    EXPECT_EQ(lb->columns, ld->columns);
    instance().last_alignment = static_cast<std::uint32_t>(algorithm->data[0]);
    for (std::uint64_t i = 0; i < ld->rows; ++i) {
      for (std::uint64_t j = 0; j < ld->columns; ++j) {
        double sum = 0;
        for (std::uint64_t k = 0; k < la->rows; ++k) {
          sum += read(la->type, a, k + i * static_cast<std::uint64_t>(la->leading)) *
                 read(lb->type, b, k + j * static_cast<std::uint64_t>(lb->leading));
        }
        if ((desc->epilogue & kEpilogueBias) != 0) sum += read(ld->type, desc->bias, i);
        if ((desc->epilogue & kEpilogueRelu) != 0) sum = std::max(sum, 0.0);
        write(ld->type, sum, d, i + j * static_cast<std::uint64_t>(ld->leading));
      }
    }
    return next();
  }

  static const Api& api() {
    static const Api api{[](Handle** out) { return make(out, Handle{}); },
                         destroy_handle,
                         [](CallStatus) { return "CUBLAS_STATUS_ALLOC_FAILED"; },
                         [](MatmulDesc** out, ComputeType compute, ElementType) {
                           return make(out, MatmulDesc{compute});
                         },
                         destroy<MatmulDesc>,
                         set_desc,
                         [](MatrixLayout** out, ElementType type, std::uint64_t rows,
                            std::uint64_t columns, std::int64_t leading) {
                           return make(out, MatrixLayout{type, rows, columns, leading});
                         },
                         destroy<MatrixLayout>,
                         [](Preference** out) { return make(out, Preference{}); },
                         destroy<Preference>,
                         set_preference,
                         heuristic,
                         matmul};
    return api;
  }
};

}  // namespace plugsmith::ops::cublaslt
