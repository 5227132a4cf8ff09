// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/model_inputs.hpp"

#include <algorithm>

#include "apps/plugsmith/input_source.hpp"
#include "src/graph/node_mapping.hpp"

namespace plugsmith::cli {
namespace {

using Shapes = std::map<std::string, io::Dims>;
using Sources = std::map<std::string, std::string>;

Result<Shapes> parse_shapes(const std::vector<graph::TensorInfo>& declared,
                            const std::vector<std::string>& texts) {
  Shapes shapes;
  for (const std::string& text : texts) {
    auto shape = parse_named_shape(text);
    if (!shape.is_ok()) return shape.status();
    if (!shapes.emplace(shape->name, shape->dims).second) {
      return invalid_argument("--shape " + text + ": input " + shape->name + " has two shapes");
    }
  }
  PLUGSMITH_RETURN_IF_ERROR(graph::check_input_shapes(declared, shapes));
  return shapes;
}

Status unknown_input(const std::vector<graph::TensorInfo>& declared, const std::string& name) {
  std::vector<std::string> names;
  std::string all;
  for (const auto& input : declared) {
    names.push_back(input.name);
    all += (all.empty() ? "" : ", ") + graph::to_string(input) + " " + input.name;
  }
  const auto nearest = graph::nearest_names(name, names, 1);
  return invalid_argument("the model has no input \"" + name + "\"" +
                          (nearest.empty() ? "" : "; did you mean \"" + nearest[0] + "\"?") +
                          " (its inputs: " + (all.empty() ? "none" : all) + ")");
}

// Which source feeds which input.
Result<Sources> assign_sources(const std::vector<graph::TensorInfo>& declared,
                               const std::vector<std::string>& texts) {
  Sources sources;
  std::string archive;
  const auto is_input = [&](const std::string& name) {
    return std::any_of(declared.begin(), declared.end(),
                       [&](const auto& input) { return input.name == name; });
  };
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    std::string name = text.substr(0, equals);
    std::string source = equals == std::string::npos ? text : text.substr(equals + 1);
    if (equals == std::string::npos && declared.size() == 1) {
      name = declared.front().name;
    } else if (equals == std::string::npos && text.ends_with(".npz")) {
      archive = text;
      continue;
    } else if (equals == std::string::npos) {
      return invalid_argument("--input " + text + ": say which input it is for: NAME=" + text);
    }
    if (!is_input(name)) return unknown_input(declared, name);
    if (!sources.emplace(name, source).second) {
      return invalid_argument("--input " + text + ": input " + name + " is given twice");
    }
  }
  for (const auto& input : declared) {
    if (!archive.empty()) sources.emplace(input.name, archive + ":" + input.name);
  }
  return sources;
}

ExpectedInput expected_from(const graph::TensorInfo& info, const Shapes& shapes) {
  ExpectedInput expected{info.name, info.type.value_or(DataType::kFloat), info.type.has_value(),
                         info.has_shape, info.dims};
  const auto shape = shapes.find(info.name);
  if (shape == shapes.end()) return expected;
  expected.rank_known = true;
  expected.dims.resize(shape->second.size(), -1);
  for (std::size_t i = 0; i < expected.dims.size(); ++i) {
    if (shape->second[i] >= 0) expected.dims[i] = shape->second[i];
  }
  return expected;
}

Status check_shape(const io::Tensor& tensor, const ExpectedInput& expected,
                   const std::string& source) {
  bool same = !expected.rank_known || tensor.dims.size() == expected.dims.size();
  for (std::size_t i = 0; same && i < expected.dims.size(); ++i) {
    same = expected.dims[i] < 0 || expected.dims[i] == tensor.dims[i];
  }
  if (same) return Status::ok();
  return invalid_argument("input " + expected.name + ": " + source + " has the shape " +
                          io::to_string(tensor.dims) + ", but " + io::to_string(expected.dims) +
                          " is wanted");
}

}  // namespace

Result<ModelInputs> read_model_inputs(const std::vector<graph::TensorInfo>& declared,
                                      const std::vector<std::string>& texts,
                                      const std::vector<std::string>& shape_texts,
                                      const io::PictureOptions& picture) {
  auto shapes = parse_shapes(declared, shape_texts);
  if (!shapes.is_ok()) return shapes.status();
  auto sources = assign_sources(declared, texts);
  if (!sources.is_ok()) return sources.status();
  ModelInputs inputs;
  std::vector<graph::InputTensor> checked;
  for (const auto& info : declared) {
    const auto source = sources->find(info.name);
    if (source == sources->end()) continue;  // check_inputs says which are missing
    const ExpectedInput expected = expected_from(info, *shapes);
    auto tensor = read_source(source->second, expected, picture);
    if (!tensor.is_ok()) return tensor.status();
    checked.push_back({info.name, tensor->type, tensor->dims, tensor->bytes.data()});
    PLUGSMITH_RETURN_IF_ERROR(check_shape(*tensor, expected, source->second));
    inputs.kept.push_back(std::move(tensor->bytes));
    inputs.tensors.push_back({info.name, tensor->type, tensor->dims, inputs.kept.back()});
    inputs.sources.push_back(source->second);
  }
  PLUGSMITH_RETURN_IF_ERROR(graph::check_inputs(declared, checked));
  return inputs;
}

}  // namespace plugsmith::cli
