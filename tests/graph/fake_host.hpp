// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/host/plugin_host.hpp"

namespace plugsmith::testing {

/// A plugin made of functions. Whatever is left empty behaves like a plugin of one input and one
/// output of the same type and shape.
struct FakeOp {
  host::CreatorInfo creator;
  std::function<std::vector<DataType>(const std::vector<host::TensorSpec>&)> types;
  /// Output dims for input dims with -1 among them.
  std::function<std::vector<host::DimValues>(const std::vector<host::DimValues>&)> infer;
  /// Output dims, at their upper bound, for concrete ones.
  std::function<Result<std::vector<host::DimValues>>(const std::vector<host::DimValues>& inputs,
                                                     const std::vector<host::DimValues>& shapes)>
      capacity;
  std::function<Status(const std::vector<host::ConstTensor>& inputs,
                       const std::vector<host::DimValues>& shapes,
                       std::vector<host::MutableTensor>& outputs)>
      compute;
  Status add_status = Status::ok();
  Status build_status = Status::ok();
};

/// The embedded host's interface over FakeOps, in this process. Counts what it is asked for.
class FakeHost : public host::PluginHost {
 public:
  struct Record {
    std::vector<host::LayerSpec> layers;
    std::vector<host::BuildOptions> builds;
    std::vector<host::Execution> runs;
    int output_dims_calls = 0;
  };

  explicit FakeHost(std::vector<FakeOp> ops);

  Result<host::LibraryInfo> load_library(const std::string& path, const std::string&) override;
  std::vector<host::CreatorInfo> creators() const override;
  Result<std::unique_ptr<host::PluginLayer>> add_layer(const host::LayerSpec& spec) override;
  std::vector<std::string> trace() const override { return {}; }
  void mark(const std::string&) override {}

  const Record& record() const { return *record_; }

 private:
  std::vector<FakeOp> ops_;
  std::shared_ptr<Record> record_;
};

/// A creator as a Plugsmith library would list it.
host::CreatorInfo fake_creator(const std::string& name, std::vector<std::string> fields = {});

}  // namespace plugsmith::testing
