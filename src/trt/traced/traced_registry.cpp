// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/traced/traced_registry.hpp"

#include <cstring>

#include "src/trt/traced/traced.hpp"

namespace plugsmith::traced {
namespace {

using namespace nvinfer1;

struct Triple {
  std::string name = "?", version = "?", name_space;

  std::string text() const {
    return name + " version " + version + ", namespace \"" + name_space + "\"";
  }
};

std::string text_or_empty(const char* text) { return text == nullptr ? "" : text; }

template <class Creator>
Triple triple_of(const IPluginCreatorInterface& creator) {
  const auto& known = static_cast<const Creator&>(creator);
  return {text_or_empty(known.getPluginName()), text_or_empty(known.getPluginVersion()),
          text_or_empty(known.getPluginNamespace())};
}

Triple triple_of(const IPluginCreatorInterface& creator) {
  const char* kind = creator.getInterfaceInfo().kind;
  if (kind == nullptr) return {};
  if (std::strcmp(kind, "PLUGIN CREATOR_V3ONE") == 0) {
    return triple_of<IPluginCreatorV3One>(creator);
  }
  if (std::strcmp(kind, "PLUGIN CREATOR_V1") == 0) return triple_of<IPluginCreator>(creator);
  return {std::string("a creator of kind ") + kind, "?", ""};
}

}  // namespace

TracedRegistry::TracedRegistry(IPluginRegistry& registry) : registry_(registry) {
  for (auto* creator : registered()) known_.insert(creator);
}

TracedRegistry::~TracedRegistry() {
  for (const Exchange& exchange : exchanges_) {
    if (!registry_.deregisterCreator(*exchange.traced)) continue;
    registry_.registerCreator(*exchange.inner, exchange.name_space.c_str());
  }
}

// The registry's own array dies at the next change.
std::vector<IPluginCreatorInterface*> TracedRegistry::registered() const {
  std::int32_t count = 0;
  IPluginCreatorInterface* const* all = registry_.getAllCreators(&count);
  if (all == nullptr || count <= 0) return {};
  return {all, all + count};
}

Result<int> TracedRegistry::trace_new_creators(trace::Trace& trace,
                                               std::vector<std::string>& untraced) {
  int replaced = 0;
  for (auto* creator : registered()) {
    if (!known_.insert(creator).second) continue;
    const Triple triple = triple_of(*creator);
    auto wrapped = traced_creator(*creator, trace);
    if (wrapped == nullptr) {
      untraced.push_back(triple.text());
      continue;
    }
    if (!registry_.deregisterCreator(*creator)) {
      return unsupported("TensorRT's registry does not give up creator " + triple.text() +
                         ": it keeps those of libraries that loadLibrary loaded; register them "
                         "one by one");
    }
    if (!registry_.registerCreator(*wrapped, triple.name_space.c_str())) {
      registry_.registerCreator(*creator, triple.name_space.c_str());
      return internal_error("TensorRT's registry does not take creator " + triple.text() +
                            " in a wrapper that traces it");
    }
    known_.insert(wrapped.get());
    exchanges_.push_back({creator, std::move(wrapped), triple.name_space});
    ++replaced;
  }
  return replaced;
}

}  // namespace plugsmith::traced
