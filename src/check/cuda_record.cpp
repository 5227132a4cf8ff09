// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/cuda_record.hpp"

#include <cxxabi.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

#include "src/host/elf_imports.hpp"

namespace plugsmith::check {
namespace {

using cuda_shim::CallKind;

std::string demangled(const char* name) {
  int status = 0;
  char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  const std::string result = status == 0 ? text : name;
  std::free(text);  // NOLINT: __cxa_demangle hands out malloc'ed memory
  return result;
}

std::string triple(const std::uint32_t* values) {
  return "(" + std::to_string(values[0]) + ", " + std::to_string(values[1]) + ", " +
         std::to_string(values[2]) + ")";
}

}  // namespace

const cuda_shim::Api* recording_runtime() {
  const auto get =
      reinterpret_cast<cuda_shim::GetApi>(dlsym(RTLD_DEFAULT, cuda_shim::kGetApiSymbol));
  return get == nullptr ? nullptr : get();
}

std::string why_not_recorded(const std::string& library) {
  if (recording_runtime() != nullptr) return "";
  const auto imports = read_imports(library);
  if (!imports.is_ok()) return "needs an interposed CUDA runtime: " + imports.status().message();
  switch (cuda_runtime_use(*imports)) {
    case CudaRuntimeUse::kNone: return "the library uses no CUDA runtime";
    case CudaRuntimeUse::kStatic:
      return "needs an interposed CUDA runtime and the library links it statically";
    case CudaRuntimeUse::kShared: break;
  }
  const std::string version = cudart_needed(*imports);
  return "needs an interposed CUDA runtime, and none is loaded in the place of libcudart.so" +
         (version.empty() ? "" : "." + version);
}

bool calls_since_begin(const cuda_shim::Api& api, CudaCalls& calls) {
  cuda_shim::Event event;
  for (std::size_t i = 0; api.event(i, &event); ++i) calls.push_back(event);
  return calls.size() == api.count();
}

CudaCalls early_calls(const cuda_shim::Api& api) {
  CudaCalls calls;
  cuda_shim::Event event;
  for (std::size_t i = 0; api.early_event(i, &event); ++i) calls.push_back(event);
  return calls;
}

std::string describe_stream(const void* stream) {
  const auto value = reinterpret_cast<std::uintptr_t>(stream);
  if (stream == nullptr) return "the default stream";
  if (value == cuda_shim::kLegacyStream) return "cudaStreamLegacy, the default stream";
  if (value == cuda_shim::kPerThreadStream) return "cudaStreamPerThread, a default stream";
  return "another stream";
}

std::string describe(const cuda_shim::Event& call) {
  if (call.kind == CallKind::kLaunch) {
    const std::string kernel = *call.kernel == '\0' ? "a kernel" : demangled(call.kernel);
    return "launch of " + kernel + " with grid " + triple(call.grid) + " and block " +
           triple(call.block);
  }
  return call.api +
         (call.bytes == 0 ? std::string() : " (" + std::to_string(call.bytes) + " bytes)");
}

std::string unsupported_call(const CudaCalls& calls) {
  const auto found = std::find_if(calls.begin(), calls.end(), [](const cuda_shim::Event& call) {
    return call.kind == CallKind::kUnsupported;
  });
  if (found == calls.end()) return "";
  return std::string(" (") + found->api + " is not played by the interposed CUDA runtime)";
}

}  // namespace plugsmith::check
