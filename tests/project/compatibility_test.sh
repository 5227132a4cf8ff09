# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

ThePageIsWhatTheKeptResultsGive() {
  expect_exit 0 "$source_root/tools/compatibility" --check
}

AResultThatNoCellCanHoldIsRefused() {
  local copy=$work/copy
  mkdir -p "$copy/docs" "$copy/tools"
  cp "$source_root"/docs/compatibility.* "$copy/docs"
  cp "$source_root/tools/compatibility" "$copy/tools"
  expect_exit 1 "$copy/tools/compatibility" --record 8.6 V3 run run 'a command'
  expect_text 'no such cell or result: 8.6 V3 run run'
  expect_exit 1 "$copy/tools/compatibility" --record 8.6 V2 run built 'a command'
  expect_exit 0 "$copy/tools/compatibility" --record 8.6 V2 run no 'a command: why not'
  grep -q 'a command: why not' "$copy/docs/compatibility.md" || fail "the note is not in the page"
  expect_exit 0 "$copy/tools/compatibility" --check
  echo >>"$copy/docs/compatibility.md"
  expect_exit 1 "$copy/tools/compatibility" --check
  expect_text 'is not what docs/compatibility.json'
}

"$@"
