# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

tree="$work/tree"

sound_tree() {
  mkdir -p "$tree/plugins/pad_to" "$tree/src" "$tree/tools"
  touch "$tree"/plugins/pad_to/{pad_to_test.cpp,pad_to_reference.cpp,README.md} "$tree/src/short.cpp"
  git -C "$tree" init -q
  git -C "$tree" add .
  expect_exit 0 "$source_root/tools/check-files" "$tree"
}

expect_report() {
  git -C "$tree" add .
  expect_exit 1 "$source_root/tools/check-files" "$tree"
  expect_text "$1"
}

EverySourceIsFormatted() {
  cd "$source_root"
  command -v clang-format-14 >/dev/null || { echo "clang-format-14 is not installed"; exit 77; }
  git ls-files -z '*.hpp' '*.cpp' '*.cu' '*.cuh' | xargs -0 clang-format-14 --dry-run -Werror ||
    fail "run make format"
}

WantsATestAReferenceAndAReadmeInEachOpsFolder() {
  sound_tree
  local file
  for file in pad_to_test.cpp pad_to_reference.cpp README.md; do
    rm "$tree/plugins/pad_to/$file"
    expect_report "plugins/pad_to/: no $file; every op has a test, a reference and a README"
    touch "$tree/plugins/pad_to/$file"
  done
}

ReportsATrackedFileOverOneMebibyte() {
  sound_tree
  truncate -s 1048577 "$tree/src/table.bin"
  expect_report 'src/table.bin: over 1 MiB'
}

ReportsALongSourceThatIsNotListed() {
  sound_tree
  yes '//' 2>/dev/null | head -n 301 >"$tree/src/long.cpp" || true
  expect_report 'src/long.cpp: over 300 lines'
  echo 'src/long.cpp one table, generated' >"$tree/tools/long-files.txt"
  expect_exit 0 "$source_root/tools/check-files" "$tree"
}

AreInOrderInThisRepository() {
  git -C "$source_root" rev-parse --git-dir >/dev/null 2>&1 || skip "this tree is no git checkout"
  expect_exit 0 "$source_root/tools/check-files"
}

"$@"
