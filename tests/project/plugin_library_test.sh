# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

refused() { # refused ARGUMENTS...: what plugsmith_add_plugin_library says of them
  printf 'cmake_minimum_required(VERSION 3.25)\ninclude("%s/cmake/plugin_library.cmake")\n%s\n' \
    "$source_root" "plugsmith_add_plugin_library(mine NAME Mine OPS \"$source_root\" $*)" >"$work/call.cmake"
  expect_exit 1 cmake -P "$work/call.cmake"
  output=$(tr -s ' \n' '  ' <<<"$output") # cmake wraps its messages
}

RefusesAnInterfaceThatItDoesNotKnow() {
  refused INTERFACES v3 ioext
  expect_text 'plugsmith_add_plugin_library(mine): INTERFACES has ioext; must be v2 or v3'
}

RefusesAGenerationThatItDoesNotKnow() {
  refused GENERATIONS 9
  expect_text 'plugsmith_add_plugin_library(mine): GENERATIONS has 9; must be 7, 8, 10 or 11'
}

RefusesV3ForATensorrtThatHasNone() {
  refused GENERATIONS 8 10 INTERFACES v3
  expect_text 'TensorRT 8 knows no IPluginV3; add v2 to INTERFACES'
}

RefusesAnOpThatIsNoFolder() {
  refused GENERATION 10
  expect_text 'OPS has GENERATION, which is no folder'
}

"$@"
