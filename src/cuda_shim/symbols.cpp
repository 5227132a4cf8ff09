// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/cuda_shim/symbols.hpp"

#include <map>
#include <mutex>
#include <string>

#include "src/cuda_shim/memory.hpp"

namespace plugsmith::cuda_shim {
namespace {

struct Tables {
  std::mutex mutex;
  std::map<const void*, Symbol> symbols;
  std::map<const void*, std::string> kernels;

  static Tables& get() {
    static auto* tables = new Tables;  // libraries register before this one's static objects exist
    return *tables;
  }
};

}  // namespace

Symbol find_symbol(const void* host_variable) {
  Tables& tables = Tables::get();
  const std::lock_guard<std::mutex> lock(tables.mutex);
  const auto found = tables.symbols.find(host_variable);
  return found == tables.symbols.end() ? Symbol{} : found->second;
}

void add_symbol(const void* host_variable, std::size_t bytes) {
  void* memory = allocate(bytes, MemoryKind::kCallers);
  Tables& tables = Tables::get();
  const std::lock_guard<std::mutex> lock(tables.mutex);
  tables.symbols[host_variable] = {memory, bytes};
}

const char* kernel_name(const void* host_function) {
  Tables& tables = Tables::get();
  const std::lock_guard<std::mutex> lock(tables.mutex);
  const auto found = tables.kernels.find(host_function);
  return found == tables.kernels.end() ? "" : found->second.c_str();
}

void add_kernel(const void* host_function, const char* name) {
  Tables& tables = Tables::get();
  const std::lock_guard<std::mutex> lock(tables.mutex);
  tables.kernels.emplace(host_function, name == nullptr ? "" : name);
}

}  // namespace plugsmith::cuda_shim
