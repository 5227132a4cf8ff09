// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/common/wire.hpp"
#include "src/graph/input_check.hpp"
#include "src/io/image.hpp"

namespace plugsmith::cli {

/// A model's inputs, read and held against what it declares.
struct ModelInputs {
  std::vector<wire::NamedTensor> tensors;
  std::vector<std::string> sources;
  std::vector<std::vector<std::byte>> kept;  ///< what the tensors point to
};

/// `texts` are "NAME=SOURCE" (see read_source), or "SOURCE" for a model with one input; "FILE.npz"
/// without a name feeds every input that is not named from the array of its name. `shapes` are
/// "NAME=1x3x32x32".
Result<ModelInputs> read_model_inputs(const std::vector<graph::TensorInfo>& declared,
                                      const std::vector<std::string>& texts,
                                      const std::vector<std::string>& shapes,
                                      const io::PictureOptions& picture);

}  // namespace plugsmith::cli
