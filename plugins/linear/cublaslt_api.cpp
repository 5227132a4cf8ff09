// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "cublaslt_api.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace plugsmith::ops::cublaslt {
namespace {

constexpr const char* kUsualNames[] = {"libcublasLt.so.13", "libcublasLt.so.12"};
constexpr char kHowToInstall[] =
    "install it (pip install nvidia-cublas, or the apt package libcublas of NVIDIA's CUDA "
    "repository), then put its folder into LD_LIBRARY_PATH or its full path into "
    "PLUGSMITH_CUBLASLT";

/// Fills an Api from a library; remembers the first name that is not there.
class Resolver {
 public:
  explicit Resolver(void* library) : library_(library) {}
  template <class Function>
  void operator()(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    if (function == nullptr && missing_ == nullptr) missing_ = name;
  }
  const char* missing() const { return missing_; }

 private:
  void* library_;
  const char* missing_ = nullptr;
};

// Null, or the name of an entry point that the library lacks.
const char* resolve(void* library, Api& api) {
  Resolver find(library);
  find("cublasLtCreate", api.create);
  find("cublasLtDestroy", api.destroy);
  find("cublasLtGetStatusName", api.get_status_name);
  find("cublasLtMatmulDescCreate", api.matmul_desc_create);
  find("cublasLtMatmulDescDestroy", api.matmul_desc_destroy);
  find("cublasLtMatmulDescSetAttribute", api.matmul_desc_set_attribute);
  find("cublasLtMatrixLayoutCreate", api.matrix_layout_create);
  find("cublasLtMatrixLayoutDestroy", api.matrix_layout_destroy);
  find("cublasLtMatmulPreferenceCreate", api.matmul_preference_create);
  find("cublasLtMatmulPreferenceDestroy", api.matmul_preference_destroy);
  find("cublasLtMatmulPreferenceSetAttribute", api.matmul_preference_set_attribute);
  find("cublasLtMatmulAlgoGetHeuristic", api.matmul_algo_get_heuristic);
  find("cublasLtMatmul", api.matmul);
  return find.missing();
}

Result<Api> load_from(const std::vector<std::string>& names) {
  std::string tried;
  for (const std::string& name : names) {
    tried += tried.empty() ? "" : "; ";
    void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      const char* reason = dlerror();
      tried += reason != nullptr ? reason : name;
      continue;
    }
    Api api{};
    const char* missing = resolve(library, api);
    if (missing == nullptr) return api;  // stays loaded: states of any age call into it
    tried += name + ": has no " + missing;
    dlclose(library);
  }
  return unsupported("Linear_PS: no usable cuBLASLt (" + tried + "); " + kHowToInstall);
}

}  // namespace

Result<const Api*> load() {
  static std::mutex mutex;
  static std::map<std::string, Api> loaded;  // by the value of the variable
  const std::lock_guard<std::mutex> lock(mutex);
  const char* variable = std::getenv(kPathVariable);
  const std::string path = variable != nullptr ? variable : "";
  const auto known = loaded.find(path);
  if (known != loaded.end()) return static_cast<const Api*>(&known->second);
  if (!path.empty() && path.front() != '/') {
    return invalid_argument(std::string("Linear_PS: ") + kPathVariable + " is \"" + path +
                            "\"; must be the absolute path of libcublasLt.so");
  }
  const Result<Api> api = load_from(
      path.empty() ? std::vector<std::string>(std::begin(kUsualNames), std::end(kUsualNames))
                   : std::vector<std::string>{path});
  if (!api.is_ok()) return api.status();
  return static_cast<const Api*>(&loaded.emplace(path, *api).first->second);
}

}  // namespace plugsmith::ops::cublaslt
