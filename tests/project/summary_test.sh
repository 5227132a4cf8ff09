# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

summary_of() { # summary_of EXIT-CODE TESTCASE...
  printf '<testsuite>%s</testsuite>' "${*:2}" >"$work/results.xml"
  expect_exit "$1" python3 "$source_root/tools/summarise_tests.py" "$work/results.xml"
}

passed='<testcase name="A.Passes" status="run"/>'
skipped='<testcase name="B.Skips" status="notrun"><skipped message="x"/><system-out>
b_test.cpp:7: Skipped
no GPU
[  SKIPPED ] B.Skips</system-out></testcase>'
script='<testcase name="C.Skips" status="notrun"><skipped message="x"/><system-out>skipped: no GPU
</system-out></testcase>'
failed='<testcase name="D.Fails" status="fail"><failure message=""/></testcase>'

CountsPassedFailedAndSkippedInTheLastLine() {
  summary_of 1 "$passed" "$skipped" "$failed"
  [[ $(tail -n 1 <<<"$output") == '1 passed, 1 failed, 1 skipped' ]] || fail "another last line"
  expect_line 'failed: D.Fails'
}

GroupsSkippedTestsByTheirReason() {
  summary_of 0 "$passed" "$skipped" "$script"
  expect_line 'skipped: B.Skips and 1 more: no GPU'
}

FailsWhenNoTestRan() {
  summary_of 1 "$skipped"
  expect_line '0 passed, 0 failed, 1 skipped'
}

"$@"
