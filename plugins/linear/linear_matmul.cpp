// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "linear_matmul.hpp"

#include <string>

namespace plugsmith::ops::linear_op {
namespace {

using cublaslt::CallStatus;
using cublaslt::ComputeType;
using cublaslt::DescAttribute;
using cublaslt::ElementType;
using cublaslt::PreferenceAttribute;

constexpr std::uint32_t kVectorBytes = 16;  // the widest load of a kernel

ElementType element_type(DataType type) {
  switch (type) {
    case DataType::kBf16: return ElementType::kBf16;
    case DataType::kInt8: return ElementType::kInt8;
    default: return ElementType::kHalf;
  }
}

std::uint32_t epilogue_of(const Product& product) {
  const std::uint32_t bias = product.has_bias ? cublaslt::kEpilogueBias : 0;
  switch (product.activation) {
    case Activation::kRelu: return cublaslt::kEpilogueRelu | bias;
    case Activation::kGelu: return cublaslt::kEpilogueGelu | bias;
    default: return bias != 0 ? bias : cublaslt::kEpilogueDefault;
  }
}

std::string describe(const Product& p) {
  return std::string(to_string(p.type)) + " x " + to_string(Shape{p.rows, p.features}) +
         " and weight " + to_string(Shape{p.outputs, p.features});
}

bool is_multiple(const void* address, std::uint32_t alignment) {
  return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
}

bool all_multiples(const Matmul::Operands& o, std::uint32_t alignment) {
  return is_multiple(o.x, alignment) && is_multiple(o.weight, alignment) &&
         is_multiple(o.bias, alignment) && is_multiple(o.y, alignment);
}

}  // namespace

Status Matmul::check(CallStatus status, const char* call) const {
  if (status == CallStatus::kSuccess) return Status::ok();
  const char* name = api_->get_status_name(status);
  std::string text = std::string("Linear_PS: ") + call + " failed with " +
                     (name != nullptr ? name : "an unknown status") + " (" +
                     std::to_string(static_cast<int>(status)) + ")";
  if (operation_ != nullptr) text += " for " + describe(product_);
  return {StatusCode::kCuda, text};
}

Status Matmul::open(const cublaslt::Api& api) {
  api_ = &api;
  cublaslt::Handle* handle = nullptr;
  const Status created = check(api.create(&handle), "cublasLtCreate");
  if (!created.is_ok()) {
    return {created.code(),
            created.message() + "; it needs a GPU and a driver that is as new as the library"};
  }
  handle_ = {handle, {api.destroy}};
  return Status::ok();
}

// cuBLASLt is column-major: to it a row-major [a, b] is a matrix of b rows and a columns. So it
// computes y^T [outputs, rows] = weight [outputs, features] * x^T [features, rows], its A being the
// weight as stored, transposed.
Status Matmul::make_descriptors() {
  const Product& p = product_;
  const bool int8 = p.type == DataType::kInt8;
  cublaslt::MatmulDesc* operation = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      check(api_->matmul_desc_create(&operation, int8 ? ComputeType::kInt32 : ComputeType::kFloat,
                                     int8 ? ElementType::kInt32 : ElementType::kFloat),
            "cublasLtMatmulDescCreate"));
  operation_ = {operation, {api_->matmul_desc_destroy}};
  const std::uint32_t epilogue = epilogue_of(p);
  const auto set = [&](DescAttribute attribute, const auto& value) {
    return check(api_->matmul_desc_set_attribute(operation, attribute, &value, sizeof value),
                 "cublasLtMatmulDescSetAttribute");
  };
  PLUGSMITH_RETURN_IF_ERROR(set(DescAttribute::kTransA, cublaslt::kTransposed));
  PLUGSMITH_RETURN_IF_ERROR(set(DescAttribute::kEpilogue, epilogue));

  const auto make = [&](Owned<cublaslt::MatrixLayout>& layout, ElementType type, std::int64_t rows,
                        std::int64_t columns) {
    cublaslt::MatrixLayout* made = nullptr;
    PLUGSMITH_RETURN_IF_ERROR(
        check(api_->matrix_layout_create(&made, type, static_cast<std::uint64_t>(rows),
                                         static_cast<std::uint64_t>(columns), rows),
              "cublasLtMatrixLayoutCreate"));
    layout = {made, {api_->matrix_layout_destroy}};
    return Status::ok();
  };
  const ElementType type = element_type(p.type);
  PLUGSMITH_RETURN_IF_ERROR(make(weight_layout_, type, p.features, p.outputs));
  PLUGSMITH_RETURN_IF_ERROR(make(x_layout_, type, p.features, p.rows));
  return make(y_layout_, int8 ? ElementType::kInt32 : type, p.outputs, p.rows);
}

Status Matmul::set_bias(const void* bias) {
  if (!product_.has_bias || bias == bias_) return Status::ok();
  PLUGSMITH_RETURN_IF_ERROR(
      check(api_->matmul_desc_set_attribute(operation_.get(), DescAttribute::kBiasPointer, &bias,
                                            sizeof bias),
            "cublasLtMatmulDescSetAttribute"));
  bias_ = bias;
  return Status::ok();
}

// The algorithm for operands at multiples of `alignment`, or nothing if the library has none.
Result<std::optional<cublaslt::Algorithm>> Matmul::ask(std::uint32_t alignment) {
  cublaslt::Preference* made = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      check(api_->matmul_preference_create(&made), "cublasLtMatmulPreferenceCreate"));
  const Owned<cublaslt::Preference> preference{made, {api_->matmul_preference_destroy}};
  const auto set = [&](PreferenceAttribute attribute, const auto& value) {
    return check(api_->matmul_preference_set_attribute(made, attribute, &value, sizeof value),
                 "cublasLtMatmulPreferenceSetAttribute");
  };
  const auto workspace = static_cast<std::uint64_t>(kWorkspaceBytes);
  PLUGSMITH_RETURN_IF_ERROR(set(PreferenceAttribute::kMaxWorkspaceBytes, workspace));
  PLUGSMITH_RETURN_IF_ERROR(
      set(PreferenceAttribute::kReductionSchemes, cublaslt::kReduceInComputeType));
  for (const auto attribute :
       {PreferenceAttribute::kMinAlignmentA, PreferenceAttribute::kMinAlignmentB,
        PreferenceAttribute::kMinAlignmentC, PreferenceAttribute::kMinAlignmentD}) {
    PLUGSMITH_RETURN_IF_ERROR(set(attribute, alignment));
  }
  constexpr int kCandidates = 4;
  cublaslt::HeuristicResult results[kCandidates] = {};
  int found = 0;
  const CallStatus status = api_->matmul_algo_get_heuristic(
      handle_.get(), operation_.get(), weight_layout_.get(), x_layout_.get(), y_layout_.get(),
      y_layout_.get(), made, kCandidates, results, &found);
  if (status == CallStatus::kNotSupported) return std::optional<cublaslt::Algorithm>();
  PLUGSMITH_RETURN_IF_ERROR(check(status, "cublasLtMatmulAlgoGetHeuristic"));
  for (int i = 0; i < found; ++i) {
    if (results[i].state == CallStatus::kSuccess) {
      return std::optional<cublaslt::Algorithm>(results[i].algorithm);
    }
  }
  return std::optional<cublaslt::Algorithm>();
}

// INT8 kernels load at least four values at once.
std::uint32_t Matmul::element_alignment() const { return product_.type == DataType::kInt8 ? 4 : 2; }

Status Matmul::plan(const Product& product, const void* bias) {
  aligned_.reset();
  unaligned_.reset();
  product_ = product;
  bias_ = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(make_descriptors());
  // The heuristic does not read the bias, but sees from its address how it is aligned.
  alignas(kVectorBytes) static constexpr unsigned char kSomewhere[kVectorBytes] = {};
  const auto stand_in = [&](std::uint32_t alignment) {
    return bias != nullptr ? bias : kSomewhere + alignment % kVectorBytes;
  };
  PLUGSMITH_RETURN_IF_ERROR(set_bias(stand_in(element_alignment())));
  // Without it only misaligned operands cannot be served, and run() says so.
  const auto unaligned = ask(element_alignment());
  PLUGSMITH_RETURN_IF_ERROR(set_bias(stand_in(kVectorBytes)));
  const auto aligned = ask(kVectorBytes);
  if (!aligned.is_ok()) return aligned.status();
  if (!aligned->has_value()) {
    return unsupported("Linear_PS: this cuBLASLt has no algorithm on this GPU for " +
                       describe(product) + "; use another type, or a newer nvidia-cublas");
  }
  aligned_ = *aligned;
  if (unaligned.is_ok()) unaligned_ = *unaligned;
  return Status::ok();
}

Status Matmul::run(const Operands& operands, Stream stream) {
  const bool aligned = all_multiples(operands, kVectorBytes);
  if (!aligned && !all_multiples(operands, element_alignment())) {
    return invalid_argument("Linear_PS: a tensor's address is no multiple of " +
                            std::to_string(element_alignment()) + " bytes; align it");
  }
  const auto& algorithm = aligned ? aligned_ : unaligned_;
  if (!algorithm.has_value()) {
    return unsupported("Linear_PS: no algorithm was planned for " + describe(product_) +
                       (aligned ? "; the last change of shape failed"
                                : " at addresses that are no multiples of 16 bytes; align them"));
  }
  PLUGSMITH_RETURN_IF_ERROR(set_bias(operands.bias));
  static constexpr float kOne = 1.0F, kZero = 0.0F;
  static constexpr std::int32_t kIntOne = 1, kIntZero = 0;
  const bool int8 = product_.type == DataType::kInt8;
  return check(api_->matmul(handle_.get(), operation_.get(),
                            int8 ? static_cast<const void*>(&kIntOne) : &kOne, operands.weight,
                            weight_layout_.get(), operands.x, x_layout_.get(),
                            int8 ? static_cast<const void*>(&kIntZero) : &kZero, operands.y,
                            y_layout_.get(), operands.y, y_layout_.get(), &*algorithm,
                            operands.workspace, static_cast<std::size_t>(kWorkspaceBytes), stream),
               "cublasLtMatmul");
}

}  // namespace plugsmith::ops::linear_op
