// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/op_run.hpp"

#include "apps/common/fields.hpp"
#include "apps/worker/attribute_values.hpp"
#include "apps/worker/choose_creator.hpp"

namespace plugsmith::worker {
namespace {

host::LayerSpec layer_of(const OpRun& run) {
  host::LayerSpec spec;
  spec.creator_name = run.creator.name;
  spec.creator_version = run.creator.version;
  spec.creator_namespace = run.creator.name_space;
  spec.layer_name = run.creator.name;
  spec.fields = run.fields;
  spec.inputs = run.inputs.specs;
  for (const auto& values : run.inputs.shape_values) {
    spec.shape_inputs.push_back({"shape_input" + std::to_string(spec.shape_inputs.size()),
                                 DataType::kInt64,
                                 {static_cast<std::int64_t>(values.size())}});
    spec.shape_constants.push_back(values);
  }
  spec.outputs_are_network_outputs = true;
  return spec;
}

// "kHWC8"; "" leaves it open.
Result<std::optional<TensorFormat>> format_from(const std::string& text) {
  if (text.empty()) return std::optional<TensorFormat>();
  std::string all;
  for (int i = 0; i < kTensorFormatCount; ++i) {
    const auto format = static_cast<TensorFormat>(i);
    if (text == to_string(format)) return std::optional<TensorFormat>(format);
    all += std::string(all.empty() ? "" : ", ") + to_string(format);
  }
  return invalid_argument("--input-format " + text + ": is no format; one of " + all);
}

// A node of a model brings its fields; else they are texts.
Result<std::vector<host::FieldValue>> read_fields(const Json& op,
                                                  const host::CreatorInfo& creator) {
  if (op.contains("fields")) return wire::fields_from(op["fields"]);
  return parse_attributes(creator, op.at("attributes").get<AttributeTexts>());
}

}  // namespace

std::vector<host::ConstTensor> OpRun::tensors() const {
  std::vector<host::ConstTensor> list;
  for (std::size_t i = 0; i < inputs.data.size(); ++i) {
    list.push_back({inputs.data[i], inputs.dims[i]});
  }
  return list;
}

Result<OpRun> read_op_run(JobContext& job, host::PluginHost& host, const Json& described) {
  auto creator = choose_creator(host.creators(), described.at("op"));
  if (!creator.is_ok()) return creator.status();
  auto fields = read_fields(described.at("op"), *creator);
  if (!fields.is_ok()) return fields.status();
  auto format = format_from(described.value("input_format", std::string()));
  if (!format.is_ok()) return format.status();
  auto inputs = read_op_inputs(job, described, *creator);
  if (!inputs.is_ok()) return inputs.status();
  return OpRun{job,
               host,
               *creator,
               std::move(fields).value(),
               described.value("tactic", std::int64_t{0}),
               *format,
               std::move(inputs).value()};
}

Result<std::unique_ptr<host::PluginEngine>> build_engine(OpRun& run) {
  auto layer = run.host.add_layer(layer_of(run));
  if (!layer.is_ok()) return layer.status();
  run.host.mark("== build");
  host::BuildOptions options;
  options.profile = run.inputs.profile;
  for (const auto& values : run.inputs.shape_values) {
    options.shape_input_profile.push_back({values, values, values});
  }
  options.alias_preview = run.job.request.value("alias_preview", true);
  options.preferred_tactic = run.tactic;
  options.preferred_format = run.input_format;
  options.watch_inputs = true;
  auto engine = (*layer)->build(options);
  if (!engine.is_ok()) return engine.status();
  run.host.mark("== delete net");
  return engine;
}

Json describe(const host::CreatorInfo& creator) {
  return {{"name", creator.name},
          {"version", creator.version},
          {"namespace", creator.name_space},
          {"interface", host::to_string(creator.kind)},
          {"library", creator.library}};
}

}  // namespace plugsmith::worker
