// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/input_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace plugsmith::graph {
namespace {

/// A size that an earlier input gave to a symbolic dimension.
struct SymbolValue {
  std::int64_t size = 0;
  std::string input;
};
using Symbols = std::map<std::string, SymbolValue>;

const TensorInfo* find(const std::vector<TensorInfo>& declared, const std::string& name) {
  const auto found = std::find_if(declared.begin(), declared.end(),
                                  [&](const TensorInfo& tensor) { return tensor.name == name; });
  return found == declared.end() ? nullptr : &*found;
}

Status unknown_input(const std::vector<TensorInfo>& declared, const std::string& name) {
  std::vector<std::string> known;
  for (const TensorInfo& tensor : declared) {
    known.push_back(fmt::format("\"{}\" {}", tensor.name, to_string(tensor)));
  }
  return invalid_argument(
      fmt::format("the model has no input \"{}\"; it has {}", name,
                  known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
}

Status check_shape(const TensorInfo& declared, const std::vector<std::int64_t>& dims,
                   Symbols& symbols) {
  for (const std::int64_t dim : dims) {
    if (dim < -1) {
      return invalid_argument(fmt::format("input \"{}\": {} is no size", declared.name, dim));
    }
  }
  if (!declared.has_shape) return Status::ok();
  if (dims.size() != declared.dims.size()) {
    return invalid_argument(
        fmt::format("input \"{}\" has {} dimensions ({}); the model wants {}: {}", declared.name,
                    dims.size(), fmt::join(dims, "x"), declared.dims.size(), to_string(declared)));
  }
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] < 0) continue;
    if (declared.dims[axis] >= 0 && dims[axis] != declared.dims[axis]) {
      return invalid_argument(
          fmt::format("input \"{}\": axis {} is {}; the model wants {} there: {}", declared.name,
                      axis, dims[axis], declared.dims[axis], to_string(declared)));
    }
    const std::string& symbol = declared.symbols[axis];
    if (declared.dims[axis] >= 0 || symbol.empty()) continue;
    const auto [known, is_first] = symbols.insert({symbol, {dims[axis], declared.name}});
    if (!is_first && known->second.size != dims[axis]) {
      return invalid_argument(fmt::format(
          "input \"{}\": axis {} is {}, but the model calls it \"{}\", "
          "which is {} in input \"{}\"",
          declared.name, axis, dims[axis], symbol, known->second.size, known->second.input));
    }
  }
  return Status::ok();
}

Status check_type(const TensorInfo& declared, DataType type) {
  if (!declared.type.has_value()) {
    return unsupported(
        fmt::format("input \"{}\" is {}; only tensors of TensorRT's types can be given",
                    declared.name, to_string(declared)));
  }
  if (*declared.type == type) return Status::ok();
  return invalid_argument(fmt::format("input \"{}\" is {}; the model wants {}", declared.name,
                                      to_string(type), to_string(declared)));
}

}  // namespace

Status check_inputs(const std::vector<TensorInfo>& declared,
                    const std::vector<InputTensor>& inputs) {
  Symbols symbols;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const InputTensor& input = inputs[i];
    const TensorInfo* tensor = find(declared, input.name);
    if (tensor == nullptr) return unknown_input(declared, input.name);
    const auto same_name = [&](const InputTensor& other) { return other.name == input.name; };
    if (std::any_of(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(i), same_name)) {
      return invalid_argument(fmt::format("input \"{}\" is given twice", input.name));
    }
    PLUGSMITH_RETURN_IF_ERROR(check_type(*tensor, input.type));
    if (std::any_of(input.dims.begin(), input.dims.end(),
                    [](std::int64_t dim) { return dim < 0; })) {
      return invalid_argument(fmt::format("input \"{}\" has a negative dimension: {}", input.name,
                                          fmt::join(input.dims, "x")));
    }
    PLUGSMITH_RETURN_IF_ERROR(check_shape(*tensor, input.dims, symbols));
  }
  for (const TensorInfo& tensor : declared) {
    const auto is_it = [&](const InputTensor& input) { return input.name == tensor.name; };
    if (std::none_of(inputs.begin(), inputs.end(), is_it)) {
      return invalid_argument(fmt::format("input \"{}\" is missing; the model wants {}",
                                          tensor.name, to_string(tensor)));
    }
  }
  return Status::ok();
}

Status check_input_shapes(const std::vector<TensorInfo>& declared,
                          const std::map<std::string, std::vector<std::int64_t>>& shapes) {
  Symbols symbols;
  for (const auto& [name, dims] : shapes) {
    const TensorInfo* tensor = find(declared, name);
    if (tensor == nullptr) return unknown_input(declared, name);
    PLUGSMITH_RETURN_IF_ERROR(check_shape(*tensor, dims, symbols));
  }
  return Status::ok();
}

}  // namespace plugsmith::graph
