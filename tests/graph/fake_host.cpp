// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_host.hpp"

namespace plugsmith::testing {
namespace {

using host::DimValues;
using Record = std::shared_ptr<FakeHost::Record>;

class FakeContext : public host::PluginContext {
 public:
  FakeContext(FakeOp op, Record record) : op_(std::move(op)), record_(std::move(record)) {}

  Result<std::vector<DimValues>> output_dims(const std::vector<DimValues>& inputs,
                                             const std::vector<DimValues>& shapes) override {
    ++record_->output_dims_calls;
    if (op_.capacity) return op_.capacity(inputs, shapes);
    return op_.infer ? op_.infer(inputs) : inputs;
  }
  Status run(const std::vector<host::ConstTensor>& inputs, const std::vector<DimValues>& shapes,
             std::vector<host::MutableTensor>& outputs, host::Execution execution) override {
    record_->runs.push_back(execution);
    return op_.compute(inputs, shapes, outputs);
  }
  Result<host::DeviceTiming> time(const std::vector<host::ConstTensor>& /*inputs*/,
                                  const std::vector<DimValues>& /*shapes*/,
                                  const host::TimingOptions& /*options*/) override {
    return unsupported("a fake op takes no time");
  }

 private:
  FakeOp op_;
  Record record_;
};

class FakeEngine : public host::PluginEngine {
 public:
  FakeEngine(FakeOp op, Record record) : op_(std::move(op)), record_(std::move(record)) {}
  const host::EngineInfo& info() const override { return info_; }
  bool has_reference() const override { return op_.creator.has_reference; }
  Status load() override { return Status::ok(); }
  Result<std::unique_ptr<host::PluginContext>> create_context() override {
    return std::unique_ptr<host::PluginContext>(std::make_unique<FakeContext>(op_, record_));
  }

 private:
  FakeOp op_;
  Record record_;
  host::EngineInfo info_;
};

class FakeLayer : public host::PluginLayer {
 public:
  FakeLayer(FakeOp op, const host::LayerSpec& spec, Record record)
      : op_(std::move(op)), record_(std::move(record)) {
    std::vector<DimValues> dims;
    for (const auto& input : spec.inputs) dims.push_back(input.dims);
    const auto output_dims = op_.infer ? op_.infer(dims) : dims;
    for (std::size_t i = 0; i < output_dims.size(); ++i) {
      const DataType type = op_.types ? op_.types(spec.inputs)[i] : spec.inputs[0].type;
      outputs_.push_back({"output " + std::to_string(i), type, output_dims[i]});
    }
  }
  const std::vector<host::TensorSpec>& outputs() const override { return outputs_; }
  Result<std::vector<DimValues>> evaluate_output_dims(
      const std::vector<DimValues>& inputs) const override {
    return op_.infer ? op_.infer(inputs) : inputs;
  }
  Result<std::unique_ptr<host::PluginEngine>> build(const host::BuildOptions& options) override {
    record_->builds.push_back(options);
    if (!op_.build_status.is_ok()) return op_.build_status;
    return std::unique_ptr<host::PluginEngine>(std::make_unique<FakeEngine>(op_, record_));
  }

 private:
  FakeOp op_;
  Record record_;
  std::vector<host::TensorSpec> outputs_;
};

}  // namespace

FakeHost::FakeHost(std::vector<FakeOp> ops)
    : ops_(std::move(ops)), record_(std::make_shared<Record>()) {}

Result<host::LibraryInfo> FakeHost::load_library(const std::string& path, const std::string&) {
  return unsupported(path + ": the fake host loads nothing");
}

std::vector<host::CreatorInfo> FakeHost::creators() const {
  std::vector<host::CreatorInfo> creators;
  for (const FakeOp& op : ops_) creators.push_back(op.creator);
  return creators;
}

Result<std::unique_ptr<host::PluginLayer>> FakeHost::add_layer(const host::LayerSpec& spec) {
  record_->layers.push_back(spec);
  for (const FakeOp& op : ops_) {
    if (op.creator.name != spec.creator_name) continue;
    if (!op.add_status.is_ok()) return op.add_status;
    return std::unique_ptr<host::PluginLayer>(std::make_unique<FakeLayer>(op, spec, record_));
  }
  return internal_error("no such creator: " + spec.creator_name);
}

host::CreatorInfo fake_creator(const std::string& name, std::vector<std::string> fields) {
  host::CreatorInfo creator;
  creator.name = name;
  creator.version = "1";
  creator.name_space = "plugsmith";
  creator.kind = host::InterfaceKind::kV3One;
  creator.library = "libfake.so";
  creator.has_reference = true;
  for (auto& field : fields) creator.fields.push_back({std::move(field), FieldType::kInt32, 1});
  return creator;
}

}  // namespace plugsmith::testing
