# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

copy=$work/copy

copy_tools() { # the scripts in a tree of their own, without any result
  mkdir -p "$copy/docs/results" "$copy/tools" "$work/out/work"
  cp "$source_root"/tools/{performance-table,take-bench-results,kept_results.py} "$copy/tools"
}

results() { # results of a run of the bundle: a bench of one case, and the demo model
  cat >"$work/out/work/bench-h200.json" <<'JSON'
{"date": "2026-01-02", "library": "/some/where/libours.so", "device": {"name": "GPU", "driver_version": 1,
 "runtime_version": 2, "multiprocessors": 3},
 "cases": [{"op": "NonZero_PS", "inputs": ["8192x8192:float32=zeros:0.5"], "attributes": [], "shape_inputs": [],
  "op_us": {"median": 100}, "copy_us": {"median": 90}, "enqueue_us": {"median": 1}, "bytes": 100000000,
  "gigabytes_per_second": 1000, "copy_share": 0.9,
  "peers": [{"kind": "plugin", "name": "B of libb.so", "times_as_long": 1.5, "op_us": {"median": 150}},
            {"kind": "layer", "name": "TensorRT's NonZero", "error": "/some/where/tensorrt/lib.so has no NonZero"}]}]}
JSON
  cat >"$work/out/work/torch-peers-h200.json" <<'JSON'
{"torch": "2.0", "cases": [{"op": "NonZero_PS", "inputs": ["8192x8192:float32=zeros:0.5"], "attributes": [],
 "shape_inputs": [], "eager_us": 250, "compiled_error": "TooLong: a minute"}]}
JSON
  cat >"$work/out/gpu-results.json" <<'JSON'
{"date": "2026-01-02T03:04:05", "steps": [{"name": "demo: run plans with and without the plugin, timed",
 "result": {"tensorrt": {"version": "10.6.0"}, "cost": {"times_as_long": 1.25,
  "this": {"median_ms": 1.25, "layers": 90, "plugins": 24, "reformats": 7, "reformats_beside_plugins": 5},
  "other": {"median_ms": 1.0, "layers": 60, "plugins": 0, "reformats": 2, "reformats_beside_plugins": 0}}}}]}
JSON
}

ThePageShowsPeersReasonsGoalsAndTheModel() {
  copy_tools
  results
  expect_exit 0 "$copy/tools/take-bench-results" "$work/out"
  output=$(cat "$copy/docs/performance.md")
  expect_text '| 8192x8192:float32 (50 % zeros) | 100.0 | 90.0 | 90 % | 1000 | 1.50x |  | 2.50x |  |'
  expect_text "- Not measured (1 of the cases): TensorRT's NonZero: lib.so has no NonZero"
  expect_text '- Not measured (1 of the cases): PyTorch, compiled: TooLong: a minute'
  expect_text "at most half of PyTorch's time | 1 of 1 | 100 us, PyTorch 250 us: 2.50x"
  expect_text '| FP32, with the plugin | 1.2500 | 1.250 | 90 | 24 | 7 | 5 |'
  expect_exit 0 "$copy/tools/performance-table" --check
  ! grep -rn '/some/where' "$copy/docs" || fail "a path of the other machine is kept"
}

NothingIsKeptOfAFolderWithoutResults() {
  copy_tools
  expect_exit 1 "$copy/tools/take-bench-results" "$work/out"
  expect_text 'gpu-results.json is not there'
  echo '{"date": "2026-01-02", "steps": []}' >"$work/out/gpu-results.json"
  expect_exit 1 "$copy/tools/take-bench-results" "$work/out"
  expect_text 'holds no result of the bench'
  expect_exit 1 "$copy/tools/performance-table"
  expect_text 'bench-h200.json is not there'
}

added() { # results of a bench of three cases, of which one is kept already and one failed: DEVICE
  cat >"$work/added.json" <<JSON
{"date": "2026-01-03", "library": "/some/where/libours.so", "device": {"name": "$1"}, "cases": [
 {"op": "NonZero_PS", "inputs": ["8192x8192:float32=zeros:0.5"], "attributes": [], "shape_inputs": [],
  "op_us": {"median": 50}, "copy_us": {"median": 45}, "enqueue_us": {"median": 1}, "bytes": 100000000,
  "gigabytes_per_second": 2000, "copy_share": 0.9},
 {"op": "NonZero_PS", "inputs": ["8192x8192:float32=zeros:0.5"], "attributes": [], "shape_inputs": [], "tactic": "2",
  "op_us": {"median": 60}, "copy_us": {"median": 45}, "enqueue_us": {"median": 1}, "bytes": 100000000,
  "gigabytes_per_second": 1500, "copy_share": 0.75},
 {"op": "Swish_PS", "inputs": ["8:float32"], "attributes": [], "shape_inputs": [], "error": "out of time"}]}
JSON
}

CasesOfAnotherRunReplaceTheirLikeAndSayTheirRun() {
  copy_tools
  results
  python3 - "$work/out/work/bench-h200.json" <<'PYTHON'
import json, sys
bench = json.load(open(sys.argv[1]))
bench["cases"].insert(0, {**bench["cases"][0], "op": "Mish_PS", "inputs": ["8:float32"], "peers": []})
json.dump(bench, open(sys.argv[1], "w"))
PYTHON
  added GPU
  expect_exit 0 "$copy/tools/take-bench-results" "$work/out"
  ! grep -q 'column \*run\*' "$copy/docs/performance.md" || fail "runs are told apart where there is one"
  expect_exit 0 "$copy/tools/take-bench-results" --add "$work/added.json" 1a2b3c4
  expect_text 'added.json: 1 cases replaced, 1 joined, 1 left out as not measured'
  output=$(cat "$copy/docs/performance.md")
  expect_text 'Measured 2026-01-02 and 2026-01-03 by'
  expect_text '| 1 | 2026-01-02 | not recorded | 1 |'
  expect_text '| 2 | 2026-01-03 | 1a2b3c4 | 2 |'
  expect_text '| 8:float32 | 100.0 | 90.0 | 90 % | 1000 |  |  |  |  | 1 |'
  expect_text '| 8192x8192:float32 (50 % zeros) | 50.0 | 45.0 | 90 % | 2000 |  |  | 5.00x |  | 2 |'
  expect_text '| 8192x8192:float32 (50 % zeros); tactic 2 | 60.0 | 45.0 | 75 % | 1500 |  |  | 4.17x |  | 2 |'
  expect_exit 0 "$copy/tools/performance-table" --check
}

CasesThatDoNotGoWithTheKeptOnesAreRefused() {
  copy_tools
  results
  added GPU
  expect_exit 1 "$copy/tools/take-bench-results" --add "$work/added.json" 1a2b3c4
  expect_text 'docs/results/bench-h200.json is not there; take a whole run first'
  expect_exit 0 "$copy/tools/take-bench-results" "$work/out"
  cp "$copy/docs/results/bench-h200.json" "$work/before.json"
  expect_exit 1 "$copy/tools/take-bench-results" --add "$work/added.json" HEAD
  expect_text 'the commit is "HEAD"; must be 7 to 40 hexadecimal digits'
  expect_exit 1 "$copy/tools/take-bench-results" --add "$work/nowhere.json" 1a2b3c4
  expect_text 'nowhere.json is not what plugsmith bench --output writes'
  added "other GPU"
  expect_exit 1 "$copy/tools/take-bench-results" --add "$work/added.json" 1a2b3c4
  expect_text 'is of other GPU, the kept results of GPU; they do not go together'
  sed -i 's/"op_us"/"error"/; s/other GPU/GPU/' "$work/added.json"
  expect_exit 1 "$copy/tools/take-bench-results" --add "$work/added.json" 1a2b3c4
  expect_text 'none of the 3 cases in'
  expect_exit 1 "$copy/tools/take-bench-results" --add "$work/added.json"
  expect_text 'Usage:'
  cmp "$work/before.json" "$copy/docs/results/bench-h200.json" || fail "kept results changed"
}

"$@"
