// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/io/image.hpp"
#include "src/io/tensor.hpp"

namespace plugsmith::cli {

/// What an input is expected to be, as far as it is known.
struct ExpectedInput {
  std::string name;
  DataType type = DataType::kFloat;
  bool type_known = true;
  bool rank_known = true;
  io::Dims dims;  ///< -1: open
};

/// The seed of "random" (0) or "random:SEED"; nothing for a source of another kind. `name` is the
/// input's, for messages.
Result<std::optional<std::uint64_t>> random_seed(const std::string& source,
                                                 const std::string& name);

/// Reads "random", "random:SEED", "zeros:SHARE", "uniform:LOW:HIGH" (both with ":SEED" or without;
/// see src/io/distribution.hpp), a picture, FILE.npz, FILE.npz:NAME or a .npy file. Random numbers
/// need all dimensions, a picture takes the known ones of [1,3,height,width]. Files are not held
/// against `expected` here.
Result<io::Tensor> read_source(const std::string& source, const ExpectedInput& expected,
                               const io::PictureOptions& picture);

/// "x=1x3x640x640": a name and its dimensions; "?" leaves one open (-1).
struct NamedShape {
  std::string name;
  io::Dims dims;
};
Result<NamedShape> parse_named_shape(const std::string& text);

/// "2,3,16,12": the values of a shape input; "" has none.
Result<io::Dims> parse_shape_values(const std::string& text);

/// "2x3x16x20"; "" is a scalar; "?" gives -1.
Result<io::Dims> parse_dims(const std::string& text);

/// An input of "run LIB --op": "2x3x16x20:float32", a range for dynamic dimensions
/// "1x3x8x8..2x3x16x20..4x3x32x32:float32", each with "=SOURCE" (default random).
struct OpInput {
  io::Dims min, opt, max;
  DataType type = DataType::kFloat;
  std::string source;
};
Result<OpInput> parse_op_input(const std::string& text);

}  // namespace plugsmith::cli
