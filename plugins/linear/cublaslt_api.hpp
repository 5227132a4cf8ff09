// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "plugsmith/contexts.hpp"
#include "plugsmith/status.hpp"

/// The part of cuBLASLt's C interface that this op calls, so that neither its header nor its
/// library is needed to build. Values and signatures are those of cublasLt.h, 12.0 to 13.10;
/// linear_test.cpp compares them with the header where there is one.
namespace plugsmith::ops::cublaslt {

// Opaque, made and destroyed by the library.
struct Handle;
struct MatmulDesc;
struct MatrixLayout;
struct Preference;

enum class CallStatus : int { kSuccess = 0, kNotSupported = 15 };  // cublasStatus_t
enum class ElementType : int { kFloat = 0, kHalf = 2, kInt8 = 3, kInt32 = 10, kBf16 = 14 };
enum class ComputeType : int { kFloat = 68, kInt32 = 72 };  // cublasComputeType_t
enum class DescAttribute : int { kTransA = 3, kEpilogue = 7, kBiasPointer = 8 };
enum class PreferenceAttribute : int {
  kMaxWorkspaceBytes = 1,
  kReductionSchemes = 3,
  kMinAlignmentA = 5,
  kMinAlignmentB = 6,
  kMinAlignmentC = 7,
  kMinAlignmentD = 8,
};
inline constexpr std::int32_t kTransposed = 1;            // CUBLAS_OP_T
inline constexpr std::uint32_t kReduceInComputeType = 2;  // of cublasLtReductionScheme_t
// Bits of cublasLtEpilogue_t.
inline constexpr std::uint32_t kEpilogueDefault = 1, kEpilogueRelu = 2, kEpilogueBias = 4,
                               kEpilogueGelu = 32;

/// cublasLtMatmulAlgo_t: plain data, good for the version of the library that filled it.
struct Algorithm {
  std::uint64_t data[8];
};
/// cublasLtMatmulHeuristicResult_t.
struct HeuristicResult {
  Algorithm algorithm;
  std::size_t workspace_bytes;
  CallStatus state;
  float waves;
  int reserved[4];
};

/// The entry points, named as in the library without "cublasLt".
struct Api {
  CallStatus (*create)(Handle**);
  CallStatus (*destroy)(Handle*);
  const char* (*get_status_name)(CallStatus);
  CallStatus (*matmul_desc_create)(MatmulDesc**, ComputeType, ElementType scale);
  CallStatus (*matmul_desc_destroy)(MatmulDesc*);
  CallStatus (*matmul_desc_set_attribute)(MatmulDesc*, DescAttribute, const void*, std::size_t);
  CallStatus (*matrix_layout_create)(MatrixLayout**, ElementType, std::uint64_t rows,
                                     std::uint64_t columns, std::int64_t leading_dimension);
  CallStatus (*matrix_layout_destroy)(MatrixLayout*);
  CallStatus (*matmul_preference_create)(Preference**);
  CallStatus (*matmul_preference_destroy)(Preference*);
  CallStatus (*matmul_preference_set_attribute)(Preference*, PreferenceAttribute, const void*,
                                                std::size_t);
  CallStatus (*matmul_algo_get_heuristic)(Handle*, MatmulDesc*, MatrixLayout* a, MatrixLayout* b,
                                          MatrixLayout* c, MatrixLayout* d, Preference*,
                                          int requested, HeuristicResult*, int* found);
  CallStatus (*matmul)(Handle*, MatmulDesc*, const void* alpha, const void* a, MatrixLayout*,
                       const void* b, MatrixLayout*, const void* beta, const void* c, MatrixLayout*,
                       void* d, MatrixLayout*, const Algorithm*, void* workspace,
                       std::size_t workspace_bytes, Stream);
};

/// Names the library to load instead of the usual ones: an absolute path.
inline constexpr char kPathVariable[] = "PLUGSMITH_CUBLASLT";

/// The entry points of the process's cuBLASLt: that of PLUGSMITH_CUBLASLT if it is set, else
/// libcublasLt.so.13 or .12. Loaded at the first call that succeeds and kept; any thread. Fails
/// with kUnsupported and a sentence that says what was looked for and what to install.
Result<const Api*> load();

}  // namespace plugsmith::ops::cublaslt
