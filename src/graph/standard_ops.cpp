// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/standard_ops.hpp"

#include <onnx/defs/schema.h>

#include <algorithm>
#include <set>

namespace plugsmith::graph {
namespace {

// Operators of ONNX 1.13 to 1.20, younger than the schemas of the ONNX library that we link (1.12).
constexpr const char* kYoungerOps[] = {"AffineGrid",
                                       "Attention",
                                       "BitCast",
                                       "BitwiseAnd",
                                       "BitwiseNot",
                                       "BitwiseOr",
                                       "BitwiseXor",
                                       "CenterCropPad",
                                       "Col2Im",
                                       "CumProd",
                                       "DeformConv",
                                       "Gelu",
                                       "GroupNormalization",
                                       "ImageDecoder",
                                       "Mish",
                                       "RMSNormalization",
                                       "RegexFullMatch",
                                       "RotaryEmbedding",
                                       "StringConcat",
                                       "StringSplit",
                                       "Swish",
                                       "TensorScatter"};

}  // namespace

const std::vector<std::string>& standard_ops() {
  static const std::vector<std::string> names = [] {
    std::set<std::string> sorted(std::begin(kYoungerOps), std::end(kYoungerOps));
    for (const auto& schema : onnx::OpSchemaRegistry::get_all_schemas()) {
      if (schema.domain().empty()) sorted.insert(schema.Name());
    }
    return std::vector<std::string>(sorted.begin(), sorted.end());
  }();
  return names;
}

bool is_standard_op(std::string_view op_type, std::string_view domain) {
  if (domain.empty() || domain == "ai.onnx") {
    return std::binary_search(standard_ops().begin(), standard_ops().end(), op_type);
  }
  return domain == "ai.onnx.ml" &&
         onnx::OpSchemaRegistry::Schema(std::string(op_type), std::string(domain)) != nullptr;
}

}  // namespace plugsmith::graph
