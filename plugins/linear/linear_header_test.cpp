// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

#include "cublaslt_api.hpp"

#if __has_include(<cublasLt.h>)
#include <cublasLt.h>
#define PLUGSMITH_HAS_CUBLASLT_HEADER 1

namespace plugsmith::ops::cublaslt {
namespace {

template <class A, class B>
constexpr bool same(A ours, B theirs) {
  return static_cast<long long>(ours) == static_cast<long long>(theirs);
}
// Both take the same number of arguments, each as wide as the other's.
template <class... A, class... B>
constexpr bool calls_alike(CallStatus (*)(A...), cublasStatus_t (*)(B...)) {
  if constexpr (sizeof...(A) != sizeof...(B)) {
    return false;
  } else {
    return (... && (sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B>));
  }
}

static_assert(same(CallStatus::kSuccess, CUBLAS_STATUS_SUCCESS));
static_assert(same(CallStatus::kNotSupported, CUBLAS_STATUS_NOT_SUPPORTED));
static_assert(same(ElementType::kFloat, CUDA_R_32F) && same(ElementType::kHalf, CUDA_R_16F));
static_assert(same(ElementType::kInt8, CUDA_R_8I) && same(ElementType::kInt32, CUDA_R_32I));
static_assert(same(ElementType::kBf16, CUDA_R_16BF));
static_assert(same(ComputeType::kFloat, CUBLAS_COMPUTE_32F));
static_assert(same(ComputeType::kInt32, CUBLAS_COMPUTE_32I));
static_assert(same(DescAttribute::kTransA, CUBLASLT_MATMUL_DESC_TRANSA));
static_assert(same(DescAttribute::kEpilogue, CUBLASLT_MATMUL_DESC_EPILOGUE));
static_assert(same(DescAttribute::kBiasPointer, CUBLASLT_MATMUL_DESC_BIAS_POINTER));
using Preferences = PreferenceAttribute;
static_assert(same(Preferences::kMaxWorkspaceBytes, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES));
static_assert(same(Preferences::kReductionSchemes, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK));
static_assert(same(Preferences::kMinAlignmentA, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES));
static_assert(same(Preferences::kMinAlignmentB, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES));
static_assert(same(Preferences::kMinAlignmentC, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES));
static_assert(same(Preferences::kMinAlignmentD, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES));
static_assert(same(kTransposed, CUBLAS_OP_T));
static_assert(same(kReduceInComputeType, CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE));
static_assert(same(kEpilogueDefault, CUBLASLT_EPILOGUE_DEFAULT));
static_assert(same(kEpilogueRelu, CUBLASLT_EPILOGUE_RELU));
static_assert(same(kEpilogueRelu | kEpilogueBias, CUBLASLT_EPILOGUE_RELU_BIAS));
static_assert(same(kEpilogueBias, CUBLASLT_EPILOGUE_BIAS));
static_assert(same(kEpilogueGelu, CUBLASLT_EPILOGUE_GELU));
static_assert(same(kEpilogueGelu | kEpilogueBias, CUBLASLT_EPILOGUE_GELU_BIAS));

static_assert(sizeof(Algorithm) == sizeof(cublasLtMatmulAlgo_t));
using TheirResult = cublasLtMatmulHeuristicResult_t;
static_assert(sizeof(HeuristicResult) == sizeof(TheirResult));
static_assert(offsetof(HeuristicResult, algorithm) == offsetof(TheirResult, algo));
static_assert(offsetof(HeuristicResult, workspace_bytes) == offsetof(TheirResult, workspaceSize));
static_assert(offsetof(HeuristicResult, state) == offsetof(TheirResult, state));

constexpr Api kNone{};
static_assert(calls_alike(kNone.create, &cublasLtCreate));
static_assert(calls_alike(kNone.destroy, &cublasLtDestroy));
static_assert(calls_alike(kNone.matmul_desc_create, &cublasLtMatmulDescCreate));
static_assert(calls_alike(kNone.matmul_desc_destroy, &cublasLtMatmulDescDestroy));
static_assert(calls_alike(kNone.matmul_desc_set_attribute, &cublasLtMatmulDescSetAttribute));
static_assert(calls_alike(kNone.matrix_layout_create, &cublasLtMatrixLayoutCreate));
static_assert(calls_alike(kNone.matrix_layout_destroy, &cublasLtMatrixLayoutDestroy));
static_assert(calls_alike(kNone.matmul_preference_create, &cublasLtMatmulPreferenceCreate));
static_assert(calls_alike(kNone.matmul_preference_destroy, &cublasLtMatmulPreferenceDestroy));
static_assert(calls_alike(kNone.matmul_preference_set_attribute,
                          &cublasLtMatmulPreferenceSetAttribute));
static_assert(calls_alike(kNone.matmul_algo_get_heuristic, &cublasLtMatmulAlgoGetHeuristic));
static_assert(calls_alike(kNone.matmul, &cublasLtMatmul));

}  // namespace
}  // namespace plugsmith::ops::cublaslt
#endif

TEST(LinearLibrary, DeclaresWhatTheHeaderDeclares) {
#ifdef PLUGSMITH_HAS_CUBLASLT_HEADER
  SUCCEED() << "compared while compiling";
#else
  GTEST_SKIP() << "cublasLt.h was not found while compiling (pip package nvidia-cublas)";
#endif
}
