// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/trt/trace/trace.hpp"

namespace plugsmith::traced {

/// Traces creators in the registry of a process's TensorRT that were registered one by one: from a
/// library's list, by its init function or by its static initialisers. Make it before loading the
/// libraries that are to be traced; it lives as long as the registry is used, and what writes the
/// trace as well.
class TracedRegistry {
 public:
  /// `registry` must outlive it. What is registered now stays untraced.
  explicit TracedRegistry(nvinfer1::IPluginRegistry& registry);
  /// Puts the creators back.
  ~TracedRegistry();
  TracedRegistry(const TracedRegistry&) = delete;
  TracedRegistry& operator=(const TracedRegistry&) = delete;

  /// Replaces every creator registered since then by one that is traced, under the same name,
  /// version and namespace. Creators of a kind that cannot be traced stay, and are named in
  /// `untraced`. Returns how many were replaced. Unsupported for a library that the registry's
  /// loadLibrary loaded: TensorRT 10.6 does not give up its creators.
  Result<int> trace_new_creators(trace::Trace& trace, std::vector<std::string>& untraced);

 private:
  std::vector<nvinfer1::IPluginCreatorInterface*> registered() const;

  nvinfer1::IPluginRegistry& registry_;
  std::set<nvinfer1::IPluginCreatorInterface*> known_;
  struct Exchange {
    nvinfer1::IPluginCreatorInterface* inner;
    std::unique_ptr<nvinfer1::IPluginCreatorInterface> traced;
    std::string name_space;
  };
  std::vector<Exchange> exchanges_;
};

}  // namespace plugsmith::traced
