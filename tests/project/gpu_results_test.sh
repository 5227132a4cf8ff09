# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

copy_tool() {
  copy="$work/copy"
  mkdir -p "$copy"/{tools,docs/results}
  cp "$source_root"/tools/{take-gpu-results,gpu_page.py,kept_results.py} "$copy/tools"
  cp "$source_root/docs/rules.md" "$copy/docs"
}

# What a run of the GPU bundle leaves: one step, whose result is JSON.
a_run() { # a_run DATE STEP VERDICT RESULT
  printf '{"date": "%s", "commit": "abcdef0123", "command": "run --tensorrt /opt/trt --out /tmp/out", "device": "H200",
    "steps": [{"name": "%s", "command": "/tmp/b/bin/plugsmith run /opt/trt/x.so -o /tmp/out/y", "exit": 1,
    "expected_exit": 1, "seconds": 1.5, "verdict": "%s", "problems": [], "result": %s}]}' "$@"
}

ThePageAgreesWithWhatIsKept() {
  expect_exit 0 "$source_root/tools/take-gpu-results" --check
}

KeepsStepsOfSeveralRunsAndNoPathOfTheirMachine() {
  copy_tool
  a_run 2026-01-01T10:00 'fault: clone' fail '{"error": {"message": "old"}}' >"$work/first.json"
  a_run 2026-01-02T10:00 'fault: clone' pass '{"error": {"message": "clone() returned null\n/build/src/x.cpp:3"}}' >"$work/second.json"
  a_run 2026-01-02T10:00 'bad: a cut plan' pass '{"error": {"message": "truncated or changed"}}' >"$work/third.json"
  expect_exit 0 "$copy/tools/take-gpu-results" "$work"/{first,second,third}.json
  expect_exit 0 "$copy/tools/take-gpu-results" --check
  output=$(cat "$copy/docs/gpu-results.md" "$copy/docs/results/gpu-h200.json")
  expect_text '| clone | 1 | clone() returned null | pass |'
  expect_text '| a cut plan | 1 | truncated or changed | pass |'
  expect_text 'plugsmith run TENSORRT/x.so -o OUT/y'
  [[ $output != *'"old"'* && $output != */opt/trt* && $output != */build/src* ]] || fail "an old step or a path is kept"
}

SaysWhichRulesAnOpPassesInEachTier() {
  copy_tool
  a_run 2026-01-01T10:00 'check: engines, invented inputs' pass '{"ops": [{"name": "Foo", "version": "1", "verdict": "pass",
    "combinations": [["float32 kLINEAR"]], "passed": ["CK01", "CK96"], "not_run": [], "findings": []}]}' >"$work/run.json"
  expect_exit 0 "$copy/tools/take-gpu-results" "$work/run.json"
  output=$(cat "$copy/docs/gpu-results.md")
  expect_text '| `Foo` | 1 | 1 |  | passes |'
}

APageThatDoesNotAgreeIsFound() {
  copy_tool
  a_run 2026-01-01T10:00 'fault: clone' pass '{}' >"$work/run.json"
  expect_exit 0 "$copy/tools/take-gpu-results" "$work/run.json"
  echo more >>"$copy/docs/gpu-results.md"
  expect_exit 1 "$copy/tools/take-gpu-results" --check
  expect_text 'docs/gpu-results.md does not agree with docs/results/gpu-h200.json'
}

RefusesWhatNoRunLeft() {
  copy_tool
  expect_exit 2 "$copy/tools/take-gpu-results"
  expect_text 'usage: tools/take-gpu-results'
  echo '{"steps": 5}' >"$work/run.json"
  expect_exit 2 "$copy/tools/take-gpu-results" "$work/run.json"
  expect_text 'not what a GPU run leaves'
}

"$@"
