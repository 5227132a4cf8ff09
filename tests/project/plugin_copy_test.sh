# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

copy_of_the_tree() { # tracked and new files, no build folder, no .deps
  mkdir "$work/tree"
  (cd "$source_root" && git ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' file; do [[ ! -f $file ]] || printf '%s\0' "$file"; done |
    tar -c --null -T - | tar -x -C "$work/tree")
  git -C "$work/tree" init -q
  git -C "$work/tree" add .
}

# The way to a new op: copy a folder, rename. Everything else is found by itself.
ACopiedPluginFolderIsListedWithNoOtherFileTouched() {
  git -C "$source_root" rev-parse --git-dir >/dev/null 2>&1 || skip "this tree is no git checkout"
  copy_of_the_tree
  cd "$work/tree"
  cp -r plugins/pad_to plugins/pad_again
  local file
  for file in plugins/pad_again/*; do
    sed -i 's/pad_to/pad_again/g; s/PadTo/PadAgain/g' "$file"
    [[ $file != *pad_to* ]] || mv "$file" "${file//\/pad_to/\/pad_again}"
  done

  expect_exit 0 cmake --preset default -B build -DPLUGSMITH_DEPS="$deps" -DPLUGSMITH_BUILD_TOOLS=OFF \
    -DPLUGSMITH_BUILD_TESTS=OFF -DPLUGSMITH_BUILD_BENCH=OFF -DPLUGSMITH_GENERATIONS=10 \
    -DCMAKE_CUDA_ARCHITECTURES=80-real
  expect_exit 0 ninja -C build plugsmith_plugins
  expect_exit 0 "$build/bin/plugsmith" list build/lib/libplugsmith_plugins.so
  expect_text PadAgain_PS
  expect_text PadTo_PS

  # Only the new folder is new; all else is as it was.
  [[ $(git status --porcelain | grep -v '^A ') == '?? plugins/pad_again/' ]] ||
    fail "other files changed: $(git status --porcelain | grep -v '^A ')"
}

"$@"
