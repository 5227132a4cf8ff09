# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

# A bundle whose plugsmith says what it is told to: `answer` is a shell script.
bundle_that() { # bundle_that BODY
  mkdir -p "$work/bundle/bin" "$work/bundle/lib"
  cp "$source_root"/tools/gpu/* "$work/bundle/" 2>/dev/null || true
  echo abc >"$work/bundle/commit"
  touch "$work/bundle/lib/libfaulty_plugin.so"
  printf '#!/usr/bin/env bash\n%s\n' "$1" >"$work/bundle/bin/plugsmith"
  chmod +x "$work/bundle/bin/plugsmith"
}

run_bundle() { # run_bundle CODE OPTION...
  expect_exit "$1" "$work/bundle/run" --out "$work/out" "${@:2}"
}

RefusesAnOptionThatItDoesNotKnow() {
  expect_exit 2 "$source_root/tools/make-gpu-bundle" --fast
  expect_text 'usage: tools/make-gpu-bundle'
}

SaysWhatIsNotBuilt() {
  expect_exit 3 env PLUGSMITH_BUILD="$work/nothing" "$source_root/tools/make-gpu-bundle" "$work/made"
  expect_text 'is missing; build first: make'
  expect_none "$work/made"
}

NeedsAGpu() {
  fake nvidia-smi 'exit 9'
  expect_exit 3 "$source_root/tools/gpu-test"
  expect_text 'no GPU here'
}

TakesAnAnswerThatIsAsItShouldBe() {
  bundle_that 'echo "{\"exit\": 1}"; echo "clone() returned null, where TensorRT crashes" >&2; exit 1'
  run_bundle 0 --only 'fault: clone'
  expect_text 'pass  fault: clone'
  expect_line "1 of 1 steps passed; $work/out/gpu-results.json"
}

HoldsExitCodesAndMessagesAgainstWhatIsExpected() {
  bundle_that 'echo "something else" >&2; exit 139'
  run_bundle 1 --only 'fault: clone'
  expect_text 'exit 139, not 1; the message lacks: clone'
  output=$(cat "$work/out/gpu-results.json")
  expect_text '"verdict": "fail"'
  expect_text '"commit": "abc"'
}

LooksIntoTheAnswersOfTheDemo() {
  bundle_that 'echo "{\"engine\": {\"plugins\": []}}"'
  run_bundle 1 --only 'demo: build with an empty'
  expect_text 'the inspector shows 0 plugin layers, not 24'
}

# What `check --sanitizer memcheck` says of a kernel: memcheck_finds KERNEL.
memcheck_finds() {
  cat <<END
cat <<'JSON'
{"ops": [{"name": "TileReverse", "passed": [], "not_run": [], "findings": [
  {"rule": "CK97", "severity": "error", "message": "m", "sanitizer": {
    "kind": "invalid __global__ write of size 4 bytes", "kernel": "$1(Params)",
    "case": "float32 kLINEAR -> float32 kLINEAR, inputs [1024]"}}]}]}
JSON
exit 1
END
}

HoldsTheSanitizersReportAgainstTheFaultThatIsThere() {
  bundle_that "$(memcheck_finds reverse_tiles)"
  touch "$work/bundle/bin/plugsmith-worker-10"
  run_bundle 0 --only 'check: memcheck finds a fault'
  expect_text 'pass  check: memcheck finds a fault'
  bundle_that "$(memcheck_finds another_kernel)"
  run_bundle 1 --only 'check: memcheck finds a fault'
  expect_text 'CK97 (invalid __global__ write in reverse_tiles) is not what was found'
}

TakesNoErrorInOurOwnOpsAndWantsEnoughOfThem() {
  bundle_that 'echo "{\"ops\": [{\"name\": \"Op\", \"passed\": [], \"findings\": [], \"not_run\": [{\"rule\": \"CK97\", \"reason\": \"no device\"}]}]}"'
  touch "$work/bundle/bin/plugsmith-worker-10"
  run_bundle 1 --only 'check: memcheck, invented inputs'
  expect_text "CK97 passed for 0 ops, not 12: ['no device']"
}

"$@"
