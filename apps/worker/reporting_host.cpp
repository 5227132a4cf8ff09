// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/reporting_host.hpp"

#include <utility>

namespace plugsmith::worker {
namespace {

/// Which layer it is, and how the parent learns what happens to it.
struct Layer {
  process::WorkerChannel& channel;
  std::string name;

  void stage(const char* what) const { channel.stage(what + name); }
};

Status blame(const Status& status) {
  return status.is_ok() ? Status::ok() : internal_error(status.message());
}

template <class T>
Result<T> blame(Result<T> result) {
  if (result.is_ok()) return result;
  return blame(result.status());
}

class ReportingContext final : public host::PluginContext {
 public:
  ReportingContext(Layer layer, std::unique_ptr<host::PluginContext> inner)
      : layer_(std::move(layer)), stage_("running " + layer_.name), inner_(std::move(inner)) {}

  Result<std::vector<host::DimValues>> output_dims(
      const std::vector<host::DimValues>& inputs,
      const std::vector<host::DimValues>& shape_inputs) override {
    layer_.channel.stage(stage_);
    return blame(inner_->output_dims(inputs, shape_inputs));
  }
  Status run(const std::vector<host::ConstTensor>& inputs,
             const std::vector<host::DimValues>& shape_inputs,
             std::vector<host::MutableTensor>& outputs, host::Execution execution) override {
    layer_.channel.stage(stage_);
    return blame(inner_->run(inputs, shape_inputs, outputs, execution));
  }
  Result<host::DeviceTiming> time(const std::vector<host::ConstTensor>& inputs,
                                  const std::vector<host::DimValues>& shape_inputs,
                                  const host::TimingOptions& options) override {
    layer_.channel.stage("timing " + layer_.name);
    return blame(inner_->time(inputs, shape_inputs, options));
  }

 private:
  Layer layer_;
  std::string stage_;  // made once: run() is called for every inference
  std::unique_ptr<host::PluginContext> inner_;
};

class ReportingEngine final : public host::PluginEngine {
 public:
  ReportingEngine(Layer layer, std::unique_ptr<host::PluginEngine> inner)
      : layer_(std::move(layer)), inner_(std::move(inner)) {}

  const host::EngineInfo& info() const override { return inner_->info(); }
  bool has_reference() const override { return inner_->has_reference(); }
  Result<std::unique_ptr<host::PluginContext>> create_context() override {
    layer_.stage("creating an execution context for ");
    auto context = inner_->create_context();
    if (!context.is_ok()) return blame(context.status());
    return std::unique_ptr<host::PluginContext>(
        std::make_unique<ReportingContext>(layer_, std::move(context).value()));
  }

 private:
  Layer layer_;
  std::unique_ptr<host::PluginEngine> inner_;
};

class ReportingLayer final : public host::PluginLayer {
 public:
  ReportingLayer(Layer layer, std::unique_ptr<host::PluginLayer> inner)
      : layer_(std::move(layer)), inner_(std::move(inner)) {}

  const std::vector<host::TensorSpec>& outputs() const override { return inner_->outputs(); }
  Result<std::vector<host::DimValues>> evaluate_output_dims(
      const std::vector<host::DimValues>& inputs) const override {
    return blame(inner_->evaluate_output_dims(inputs));
  }
  Result<std::unique_ptr<host::PluginEngine>> build(const host::BuildOptions& options) override {
    layer_.stage("building an engine with ");
    auto engine = inner_->build(options);
    if (!engine.is_ok()) return blame(engine.status());
    return std::unique_ptr<host::PluginEngine>(
        std::make_unique<ReportingEngine>(layer_, std::move(engine).value()));
  }

 private:
  Layer layer_;
  std::unique_ptr<host::PluginLayer> inner_;
};

class ReportingHost final : public host::PluginHost {
 public:
  ReportingHost(std::unique_ptr<host::PluginHost> inner, process::WorkerChannel& channel)
      : inner_(std::move(inner)), channel_(channel) {}

  Result<host::LibraryInfo> load_library(const std::string& path,
                                         const std::string& init_symbol) override {
    channel_.stage("loading " + path);
    return inner_->load_library(path, init_symbol);
  }
  std::vector<host::CreatorInfo> creators() const override { return inner_->creators(); }
  Result<std::unique_ptr<host::PluginLayer>> add_layer(const host::LayerSpec& spec) override {
    Layer layer{channel_, spec.creator_name};
    if (spec.layer_name != spec.creator_name) layer.name += " (node " + spec.layer_name + ")";
    layer.stage("adding to a network ");
    auto added = inner_->add_layer(spec);
    if (!added.is_ok()) return blame(added.status());
    return std::unique_ptr<host::PluginLayer>(
        std::make_unique<ReportingLayer>(std::move(layer), std::move(added).value()));
  }
  std::vector<std::string> trace() const override { return inner_->trace(); }
  void mark(const std::string& line) override { inner_->mark(line); }

 private:
  std::unique_ptr<host::PluginHost> inner_;
  process::WorkerChannel& channel_;
};

}  // namespace

std::unique_ptr<host::PluginHost> report_layers(std::unique_ptr<host::PluginHost> host,
                                                process::WorkerChannel& channel) {
  return std::make_unique<ReportingHost>(std::move(host), channel);
}

}  // namespace plugsmith::worker
