// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "plugsmith/status.hpp"

namespace onnx {
class ModelProto;
class TensorProto;
}  // namespace onnx

namespace plugsmith::graph {

/// Where a tensor's data lies when it is kept beside the model.
struct ExternalData {
  std::string path;  ///< the model's folder and the tensor's location
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

/// Reads a tensor's external_data entries and holds them against the file: it must lie in `folder`
/// or below, exist, and be long enough. Without a length, the data reaches to the end of the file.
Result<ExternalData> locate_external_data(const onnx::TensorProto& tensor,
                                          const std::string& folder);

/// Reads all external tensors into the model. Refuses when it would pass ONNX's 2 GiB a file.
Status embed_external_data(onnx::ModelProto& model, const std::string& folder);

}  // namespace plugsmith::graph
