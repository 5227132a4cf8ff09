# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash source=tests/project/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

python=$deps/venv/bin/python
peers=$source_root/bench/peers

# PadTo to the size that the input has gives the input back.
TheNumbersArePlugsmiths() {
  [[ -x $python ]] || exit 77
  local input
  for input in 1x2x9x16:float32 1x2x9x16:float16=random:7 1x2x9x16:int8 1x2x9x16:float32=zeros:0.5 \
    1x2x9x16:int8=zeros:0.25:3 1x2x9x16:float16=uniform:-2:5 1x2x9x4:float32=uniform:0,1,2,3:1,2,3,9; do
    expect_exit 0 "$build/bin/plugsmith" run "$build/lib/libplugsmith_plugins.so" --op PadTo_PS --attr height=9 \
      --attr "width=$(cut -d: -f1 <<<"$input" | cut -dx -f4)" --input "$input" --output "$work/out"
    expect_exit 0 "$python" - "$peers" "$input" "$work/out/output0.npy" <<'PYTHON'
import sys
import numpy
sys.path.insert(0, sys.argv[1])
import bench_inputs

given = bench_inputs.read_input(sys.argv[2], 0)
count = bench_inputs.element_count(given)
arange = lambda size: numpy.arange(size, dtype=numpy.int64)
share = lambda stream: bench_inputs.random_share(arange, count, given.seed, stream)
numpy.seterr(over="ignore")
if given.source == "uniform":
    low, high = (numpy.resize(bounds, count) for bounds in (given.low, given.high))
    values = low + share(given.name) * (high - low)
elif given.type == "int8":
    low, high = (1, 10) if given.source == "zeros" else (-64, 64)
    bits = bench_inputs.random_bits(arange, count, given.seed, given.name)
    values = low + (bits.view(numpy.uint64) % numpy.uint64(high - low)).astype(numpy.int64)
else:
    values = 2 * share(given.name) - 1
if given.source == "zeros":
    values = numpy.where(share(given.name + ":zeros") < given.low[0], 0, values)
theirs = numpy.load(sys.argv[3])
if not numpy.array_equal(values.astype(given.type).reshape(given.shape), theirs):
    sys.exit(f"{sys.argv[2]}: {values[:4]} here, {theirs.ravel()[:4]} there")
PYTHON
  done
}

EveryCaseIsReadHereAsThere() {
  "$build/bin/plugsmith" bench --cases "$source_root/bench/cases.json" --list --format json >"$work/cases.json" ||
    fail "plugsmith bench --list failed"
  expect_exit 0 python3 - "$peers" "$work/cases.json" <<'PYTHON'
import json, sys
sys.path.insert(0, sys.argv[1])
import bench_inputs

cases = json.load(open(sys.argv[2]))["cases"]
for case in cases:
    inputs = bench_inputs.read_inputs(case)
    if not all(given.shape and given.type for given in inputs):
        sys.exit(f"{case}: {inputs}")
    bench_inputs.read_attributes(case)
if len(cases) < 50:
    sys.exit(f"only {len(cases)} cases")
PYTHON
}

PythonWithoutPyTorchGetsASentence() {
  python3 -c 'import torch' 2>/dev/null && exit 77
  echo '{"cases": []}' >"$work/cases.json"
  expect_exit 3 python3 "$peers/torch_peers.py" "$work/cases.json" "$work/out.json"
  expect_text 'this Python has no PyTorch'
}

# torch_peers.py with a PyTorch that only counts: what it keeps of cases that fail, hang or are not known.
# A line a case: op; inputs; attributes; values of the shape input.
small_cases() {
  cat <<'CASES'
Swish_PS;30:float32
HardSwish_PS;30:float32
Mish_PS;30:float32
Softplus_PS;30:float32
Elu_PS;30:float32
Gelu_PS;30:float32;approximate=tanh
Gelu_PS;30:float32;approximate=none
Gelu_PS;5x6:float32 6:float32
RmsNorm_PS;5x6:float32 6:float32
AddRmsNorm_PS;5x6:float32 5x6:float32 6:float32
GroupNorm_PS;2x8x3x5:float32 8:float32 8:float32;groups=4 activation=silu
GroupNorm_PS;2x8x3x5:float32 8:float32 8:float32;groups=4 activation=none
PadTo_PS;2x3x4x5:float32;height=6 width=8
ExpandTo_PS;1x5:float32;;4,5
NonZero_PS;7x9:float32=zeros:0.5
NonZero_PS;7x9:int8=zeros:0.5
ChannelShuffle_PS;2x12x3x3:float32;groups=4
Int8Dot_PS;2x64:int8 32x64:int8 32:float32;output_type=float32
PillarScatter_PS;7x5:float32 7x4:int32=uniform:0,0,0,0:1,1,20,30;batch=1 height=20 width=30
MultiScaleDeformableAttention_PS;1x64x2x4:float32 4x2:int32=uniform:4:5 4:int32=uniform:0,16,32,48:1,17,33,49 1x6x2x4x3x2:float32=uniform:0:1 1x6x2x4x3:float32=uniform:0:0.1
CASES
}

PyTorchDoesWhatOurOpsDo() {
  python=$deps/torch/bin/python
  [[ -x $python ]] || skip "no $python; tools/make-torch-venv makes it"
  local op inputs attributes shape text arguments count=0
  while IFS=';' read -r op inputs attributes shape; do
    arguments=()
    for text in $inputs; do arguments+=(--input "$text"); done
    for text in $attributes; do arguments+=(--attr "$text"); done
    [[ -z $shape ]] || arguments+=(--shape-input "$shape")
    expect_exit 0 "$build/bin/plugsmith" run "$build/lib/libplugsmith_plugins.so" --op "$op" "${arguments[@]}" \
      --output "$work/out"
    expect_exit 0 "$python" - "$peers" "$work/out/output0.npy" "$op" "$inputs" "$attributes" "$shape" <<'PYTHON'
import sys
import numpy
peers, output, op, inputs, attributes, shape = sys.argv[1:]
sys.path.insert(0, peers)
import torch_ops

case = {"op": op, "inputs": inputs.split(), "attributes": attributes.split(), "shape_inputs": [shape]}
ours = torch_ops.function_of(case)(*torch_ops.inputs_of(case))
ours = (ours[0] if isinstance(ours, tuple) else ours).double().numpy()
theirs = numpy.load(output).astype(float)
if op == "NonZero_PS":
    ours = ours.T
if op == "AddRmsNorm_PS" and ours.shape != theirs.shape:
    sys.exit("another output")
if ours.shape != theirs.shape or not numpy.allclose(ours, theirs, rtol=1e-4, atol=1e-5):
    sys.exit(f"{case}: {ours.ravel()[:6]} here, {theirs.ravel()[:6]} there; {ours.shape}, {theirs.shape}")
PYTHON
    count=$((count + 1))
  done < <(small_cases)
  ((count == 20)) || fail "$count cases were compared, not 20"
}

EveryCaseOfPyTorchKeepsItsTimeOrItsReason() {
  mkdir "$work/torch"
  cp "$peers/torch_peers.py" "$peers/bench_inputs.py" "$work/"
  cat >"$work/torch/__init__.py" <<'PYTHON'
__version__ = "0"
uint8 = None


class Anything:
    L2_cache_size = 1

    def __getattr__(self, name):
        return lambda *given, **named: 0.002 if name == "elapsed_time" else Anything()

    def get_device_name(self, _index):
        return "nothing"

    def get_device_properties(self, _index):
        return self


cuda = compiler = Anything()


def empty(*_given, **_named):
    return Anything()


def compile(_function, dynamic):
    raise ValueError("cannot compile\nat all")
PYTHON
  cat >"$work/torch_ops.py" <<'PYTHON'
def function_of(case):
    return None if case["op"] == "unknown" else lambda: 1 // (case["op"] != "bad")


def inputs_of(_case):
    return []


def is_compiled(case):
    return case["op"] == "good"
PYTHON
  python3 - "$work/cases.json" <<'PYTHON'
import json, sys
case = {"inputs": [], "attributes": [], "shape_inputs": []}
json.dump({"cases": [{**case, "op": op} for op in ("good", "bad", "unknown", "good")]}, open(sys.argv[1], "w"))
PYTHON
  expect_exit 0 python3 "$work/torch_peers.py" "$work/cases.json" "$work/out.json" --compile
  output=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["cases"])' "$work/out.json")
  [[ $output == "[{'op': 'good', 'inputs': [], 'attributes': [], 'shape_inputs': [], 'eager_us': 2.0, \
'compiled_error': 'ValueError: cannot compile'}, {'op': 'bad', 'inputs': [], 'attributes': [], 'shape_inputs': [], \
'eager_error': 'ZeroDivisionError: integer division or modulo by zero'}]" ]] || fail "other cases than expected"
}

NumbersThatNobodyKnowsAreRefused() {
  expect_exit 1 python3 -c "import sys; sys.path.insert(0, '$peers'); import bench_inputs; bench_inputs.read_input('4:float32=ones', 0)"
  expect_text 'its numbers are none of random, zeros:SHARE, uniform:LOW:HIGH'
}

"$@"
