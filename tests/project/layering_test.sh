# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

tree="$work/tree"

write() { # write FILE LINE...
  mkdir -p "$(dirname "$tree/$1")"
  printf '%s\n' "${@:2}" >"$tree/$1"
}

# One include that is not allowed must be named with its file and line; without it all is well.
expect_forbidden() { # expect_forbidden FILE INCLUDE REASON
  write "$1" '#pragma once' "#include $2"
  expect_exit 1 "$source_root/tools/check-layering" "$tree"
  expect_text "$1:2:"
  expect_text "$3"
  rm "$tree/$1"
  expect_exit 0 "$source_root/tools/check-layering" "$tree"
}

sound_tree() {
  write include/plugsmith/status.hpp '#include <string>'
  write src/core/status.cpp '#include "plugsmith/status.hpp"'
  write src/trt/v3_adapter.cpp '#include <NvInferRuntime.h>' '#include "plugsmith/op.hpp"'
  write src/host/registry.cpp '#include <NvInfer.h>' '#include "src/trt/reference_abi.hpp"'
  write apps/plugsmith/run.cpp '#include "src/graph/onnx_model.hpp"'
  write plugins/pad_to/pad_to.cpp '#include "plugins/pad_to/pad_to.hpp"' '#include "plugsmith/op.hpp"'
  write plugins/pad_to/pad_to_test.cpp '#include <gtest/gtest.h>' '#include "src/trt/v3_adapter.hpp"'
  write plugins/pad_to/pad_to.cu '#include "plugins/pad_to/pad_to_kernel.hpp"' '#include <cuda_fp16.h>'
}

KeepsTensorrtOutOfOpsToolsAndPublicHeaders() {
  sound_tree
  local file
  for file in include/plugsmith/a.hpp src/core/a.cpp src/graph/a.cpp plugins/pad_to/a.hpp \
    plugins/pad_to/a_test.cpp apps/worker/a.cpp; do
    expect_forbidden "$file" '<NvInfer.h>' "only src/trt, src/host, src/check, bench/ and tests/ see TensorRT's headers"
  done
}

KeepsDependenciesPointingOneWay() {
  sound_tree
  expect_forbidden src/core/a.cpp '"src/trt/v3_adapter.hpp"' 'core depends on nothing above it'
  expect_forbidden src/trt/a.hpp '"src/host/plugin_host.hpp"' 'trt depends on core only'
  expect_forbidden src/host/a.hpp '"src/graph/onnx_model.hpp"' 'host depends on core, cuda and trt only'
  expect_forbidden src/graph/a.cpp '"apps/plugsmith/run.hpp"' 'only apps depend on apps'
  expect_forbidden plugins/pad_to/a.hpp '"src/core/text.hpp"' 'an op sees the public headers'
  expect_forbidden include/plugsmith/a.hpp '<cuda_runtime.h>' 'and no CUDA'
}

KeepsKernelFilesToCudaAndTheirOwnHeader() {
  sound_tree
  local include
  for include in '"pad_to.hpp"' '"plugsmith/op.hpp"' '"plugins/other/other_kernel.hpp"' '<gtest/gtest.h>'; do
    expect_forbidden plugins/pad_to/a.cu "$include" 'a kernel sees CUDA, CUB, standard headers and its own params header only'
  done
}

HoldsInThisRepository() {
  expect_exit 0 "$source_root/tools/check-layering"
}

"$@"
