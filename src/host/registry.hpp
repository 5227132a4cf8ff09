// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "src/host/creator_table.hpp"
#include "src/host/log.hpp"
#if PLUGSMITH_GENERATION >= 10
#include "src/host/resource_table.hpp"
#endif
#include "src/host/shared_library.hpp"

namespace plugsmith::host {

/// TensorRT's plugin registry: what getPluginRegistry() returns to plugin libraries, and, with a
/// parent, what a builder or runtime of its own would have. Answers and error codes are TensorRT's
/// (contract C1 to C14, D1 to D6, X1), except that a creator whose namespace differs from the
/// argument is refused instead of becoming unreachable. Safe to use from several threads.
class Registry final : public nvinfer1::IPluginRegistry {
 public:
  Registry(CallObserver* observer, HostLogger& logger, Registry* parent);
  ~Registry() noexcept override;

  /// The creators of this level, newest last; for the host itself, without error reports.
  std::vector<CreatorTable::Entry> snapshot() const;
  /// Looks here, then in the parent; null when nobody has it. No error report.
  Creator* look_up(const CreatorIdentity& wanted) const;
  /// What plugin libraries themselves called registerCreator for with success, oldest first;
  /// deregistered creators, too.
  std::vector<CreatorTable::Entry> registered_by_call() const;
  /// From now on a creator whose namespace differs from registerCreator's argument is taken under
  /// its own namespace, and noted in misregistered(), instead of being refused.
  void take_misregistered();
  std::vector<std::string> misregistered() const;
#if PLUGSMITH_GENERATION >= 10
  ResourceTable& resources() { return resources_; }
#endif
  /// registerCreator with the reason for a refusal.
  Status add(Creator& creator, const char* name_space);
  /// Adds the creators of one library as loadLibrary does (all, or none), twins inside it included.
  Status add_library(const std::vector<Creator*>& creators);

  void setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept override;
  nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override;
  bool isParentSearchEnabled() const override;
  void setParentSearchEnabled(bool enabled) override;
  PluginLibraryHandle loadLibrary(nvinfer1::AsciiChar const* path) noexcept override;
  void deregisterLibrary(PluginLibraryHandle handle) noexcept override;
  bool registerCreator(Creator& creator, nvinfer1::AsciiChar const* name_space) noexcept override;
  bool deregisterCreator(Creator const& creator) noexcept override;

#if PLUGSMITH_GENERATION >= 10
  Creator* const* getAllCreators(std::int32_t* count) const noexcept override;
  Creator* getCreator(nvinfer1::AsciiChar const* name, nvinfer1::AsciiChar const* version,
                      nvinfer1::AsciiChar const* name_space) noexcept override;
  nvinfer1::IPluginResource* acquirePluginResource(
      nvinfer1::AsciiChar const* key, nvinfer1::IPluginResource* resource) noexcept override;
  std::int32_t releasePluginResource(nvinfer1::AsciiChar const* key) noexcept override;
  Creator* const* getAllCreatorsRecursive(std::int32_t* count) noexcept override;
#endif

#if PLUGSMITH_GENERATION <= 10
// IPluginCreator (V1) is deprecated, but TensorRT 10's registry still takes and returns it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#if PLUGSMITH_GENERATION == 10
  bool registerCreator(nvinfer1::IPluginCreator& creator,
                       nvinfer1::AsciiChar const* name_space) noexcept override;
  bool deregisterCreator(nvinfer1::IPluginCreator const& creator) noexcept override;
#endif
  nvinfer1::IPluginCreator* const* getPluginCreatorList(
      std::int32_t* count) const noexcept override;
  nvinfer1::IPluginCreator* getPluginCreator(
      nvinfer1::AsciiChar const* name, nvinfer1::AsciiChar const* version,
      nvinfer1::AsciiChar const* name_space) noexcept override;
#pragma GCC diagnostic pop
#endif

 private:
  using Creators = std::vector<Creator*>;
  void report(nvinfer1::ErrorCode code, const std::string& text) noexcept;
  void report(const Status& status) noexcept;
  /// A lookup whose failure is reported; `method` names it.
  Creator* find_or_report(const char* method, const char* name, const char* version,
                          const char* name_space) noexcept;
  Status load(const char* path, void** handle);
  Status unload(void* handle);
  void remove_added_since(const std::vector<CreatorTable::Entry>& before);
  Creators own_creators() const;

  CallObserver* observer_;
  HostLogger& logger_;
  HostLoggerFinder finder_;
  Registry* parent_;
  mutable std::recursive_mutex mutex_;
  CreatorTable table_;
#if PLUGSMITH_GENERATION >= 10
  ResourceTable resources_;
  /// What the last listing calls returned: TensorRT's arrays die at the next change as well.
  mutable Creators listed_, listed_recursive_;
#endif
  std::vector<CreatorTable::Entry> registered_by_call_;
  std::vector<std::string> misregistered_;
  bool take_misregistered_ = false;
  nvinfer1::IErrorRecorder* recorder_ = nullptr;
  bool parent_search_ = true;
  std::map<void*, SharedLibrary> libraries_;
#if PLUGSMITH_GENERATION <= 10
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  mutable std::vector<nvinfer1::IPluginCreator*> listed_v1_;
#pragma GCC diagnostic pop
#endif
};

}  // namespace plugsmith::host
