// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/embedded.hpp"

#include <cstring>

#include "src/host/plugin_host.hpp"
#include "src/trt/v2_plugin.hpp"
#include "tests/support/same_results.hpp"

namespace plugsmith::testing {
namespace {

host::DimValues dims_of(const Shape& shape) {
  host::DimValues dims;
  for (int i = 0; i < shape.rank(); ++i) dims.push_back(shape[i]);
  return dims;
}

Result<std::unique_ptr<host::PluginHost>> make_host() {
  Result<std::unique_ptr<host::PluginHost>> made = host::PluginHost::create({});
  if (!made.is_ok()) return made;
  const Result<host::LibraryInfo> loaded = (*made)->load_library(PLUGSMITH_PLUGIN_LIBRARY, "");
  if (!loaded.is_ok()) return loaded.status();
  return made;
}

Result<std::unique_ptr<host::PluginHost>>& process_host() {
  static Result<std::unique_ptr<host::PluginHost>> instance = make_host();
  return instance;
}

host::LayerSpec spec_of(const OpIdentity& identity, const OpCall& call) {
  host::LayerSpec spec;
  spec.creator_name = identity.name;
  spec.creator_version = identity.version;
  spec.creator_namespace = identity.name_space;
  spec.layer_name = "under test";
  for (const FieldData& field : call.attributes) {
    host::FieldValue& value = spec.fields.emplace_back();
    value.name = field.name;
    value.type = field.type;
    value.length = field.length;
    value.data.resize(field.bytes.size());
    if (!field.bytes.empty()) {
      std::memcpy(value.data.data(), field.bytes.data(), field.bytes.size());
    }
  }
  for (const TestTensor& input : call.inputs) {
    spec.inputs.push_back({"input", input.type, dims_of(input.shape)});
  }
  for (const auto& values : call.host_inputs) {
    spec.shape_inputs.push_back(
        {"shape input", DataType::kInt64, {static_cast<std::int64_t>(values.size())}});
  }
  return spec;
}

Result<std::vector<TestTensor>> run_form(const OpIdentity& identity, const OpCall& call) {
  if (!process_host().is_ok()) return process_host().status();
  host::PluginHost& plugin_host = *process_host().value();
  auto layer = plugin_host.add_layer(spec_of(identity, call));
  if (!layer.is_ok()) return layer.status();
  host::BuildOptions options;
  options.alias_preview = true;
  std::vector<host::ConstTensor> sources;
  std::vector<host::DimValues> input_dims;
  for (const TestTensor& input : call.inputs) {
    const host::DimValues dims = dims_of(input.shape);
    options.profile.push_back({dims, dims, dims});
    sources.push_back({input.bytes.data(), dims});
    input_dims.push_back(dims);
  }
  auto engine = (*layer)->build(options);
  if (!engine.is_ok()) return engine.status();
  auto context = (*engine)->create_context();
  if (!context.is_ok()) return context.status();
  const auto output_dims = (*context)->output_dims(input_dims, call.host_inputs);
  if (!output_dims.is_ok()) return output_dims.status();

  std::vector<TestTensor> results;
  std::vector<host::MutableTensor> targets;
  for (std::size_t i = 0; i < output_dims->size(); ++i) {
    const host::DimValues& dims = (*output_dims)[i];
    const Shape shape(dims.data(), static_cast<int>(dims.size()));
    const DataType type = (*engine)->info().output_types[i];
    results.push_back({type, shape, {}});
    results.back().bytes.resize(static_cast<std::size_t>(bytes_of(type, shape.volume())));
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    targets.push_back({results[i].bytes.data(), (*output_dims)[i]});
  }
  PLUGSMITH_RETURN_IF_ERROR(
      (*context)->run(sources, call.host_inputs, targets, host::Execution::kReference));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const host::DimValues& dims = targets[i].dims;
    results[i].shape = Shape(dims.data(), static_cast<int>(dims.size()));
    results[i].bytes.resize(
        static_cast<std::size_t>(bytes_of(results[i].type, results[i].shape.volume())));
  }
  return results;
}

}  // namespace

Result<std::vector<TestTensor>> run_embedded(const OpTraits& traits, const OpCall& call) {
  auto v3 = run_form(traits.identity, call);
  if (!v3.is_ok() || !trt::v2_obstacle(traits).empty() || !v2_may_give(*v3)) return v3;
  OpIdentity beside = traits.identity;
  const std::string version = std::string(beside.version) + ".v2";
  beside.version = version.c_str();
  const auto v2 = run_form(beside, call);
  if (!v2.is_ok()) return v2;
  PLUGSMITH_RETURN_IF_ERROR(check_same_results(*v3, *v2));
  return v3;
}

}  // namespace plugsmith::testing
