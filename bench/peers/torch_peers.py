# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""What PyTorch takes for the ops that `plugsmith bench --cases bench/cases.json` measures.

Usage: python3 bench/peers/torch_peers.py [--compile] [OUTPUT.json]

Eager and, with --compile, torch.compile, on the same shapes and types, timed as plugsmith bench does: CUDA events, the
L2 cache filled with something else before each run, beside device copies of the same traffic. Needs
PyTorch with CUDA; exits with 3 and a sentence where there is none. Writes JSON to OUTPUT or stdout.
"""

import json
import statistics
import sys

try:
    import torch
    import torch.nn.functional as functional
except ImportError:
    print("torch_peers: this Python has no PyTorch; install torch with CUDA", file=sys.stderr)
    sys.exit(3)

WARM_UP, RUNS = 10, 50


def cache_filler():
    l2_bytes = torch.cuda.get_device_properties(0).L2_cache_size
    return torch.empty(2 * l2_bytes, dtype=torch.uint8, device="cuda")


def time_us(work, flush):
    """Median time of one run in microseconds."""
    times = []
    for run in range(-WARM_UP, RUNS):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        flush.zero_()
        begin.record()
        work()
        end.record()
        torch.cuda.synchronize()
        if run >= 0:
            times.append(1e3 * begin.elapsed_time(end))
    return statistics.median(times)


def rms_norm(x, scale):
    return x * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-5).to(x.dtype) * scale


def add_rms_norm(x, residual, scale):
    total = x + residual
    return rms_norm(total, scale), total


def cases():
    """Name, function, inputs as (shape, kind) and the types."""
    floats = [torch.float32, torch.float16, torch.bfloat16]
    sizes = [262144, 4194304, 16777216, 67108864]
    for name, function in {
        "Swish_PS": functional.silu,
        "HardSwish_PS": functional.hardswish,
        "Mish_PS": functional.mish,
        "Softplus_PS": functional.softplus,
        "Elu_PS": functional.elu,
        "Gelu_PS none": functional.gelu,
        "Gelu_PS tanh": lambda x: functional.gelu(x, approximate="tanh"),
    }.items():
        for size in sizes:
            for kind in floats:
                yield name, function, [torch.randn(size, device="cuda").to(kind)]
    for rows in [8192]:
        for columns in [1024, 4096]:
            for kind in floats:
                x = torch.randn(rows, columns, device="cuda").to(kind)
                scale = torch.rand(columns, device="cuda").to(kind)
                yield "RmsNorm_PS", lambda a, b: functional.rms_norm(a, b.shape, b, 1e-5), [x, scale]
                yield "AddRmsNorm_PS", add_rms_norm, [x, torch.randn_like(x), scale]
    for batch in [32]:
        for kind in floats:
            x = torch.randn(batch, 256, 128, 128, device="cuda").to(kind)
            scale, bias = (torch.rand(256, device="cuda").to(kind) for _ in range(2))
            yield "GroupNorm_PS none", lambda a, b, c: functional.group_norm(a, 32, b, c), [
                x, scale, bias]
            yield (
                "GroupNorm_PS silu",
                lambda a, b, c: functional.silu(functional.group_norm(a, 32, b, c)),
                [x, scale, bias],
            )
    ones = (torch.rand(8192, 8192, device="cuda") < 0.5).float()
    yield "NonZero_PS", torch.nonzero, [ones]


def main():
    if not torch.cuda.is_available():
        print("torch_peers: PyTorch sees no CUDA device", file=sys.stderr)
        sys.exit(3)
    compiles = "--compile" in sys.argv
    files = [argument for argument in sys.argv[1:] if argument != "--compile"]
    flush = cache_filler()
    results = []
    for name, function, inputs in cases():
        outputs = function(*inputs)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        traffic = sum(t.numel() * t.element_size() for t in [*inputs, *outputs])
        source = torch.empty(traffic // 2, dtype=torch.uint8, device="cuda")
        target = torch.empty_like(source)
        result = {
            "op": name,
            "shape": list(inputs[0].shape),
            "type": str(inputs[0].dtype).removeprefix("torch."),
            "bytes": traffic,
            "copy_us": time_us(lambda: target.copy_(source), flush),
            "eager_us": time_us(lambda: function(*inputs), flush),
        }
        if compiles and name != "NonZero_PS":  # its output's size depends on the data
            compiled = torch.compile(function, dynamic=False)
            result["compiled_us"] = time_us(lambda: compiled(*inputs), flush)
        results.append(result)
        print(result, file=sys.stderr)
    text = json.dumps(
        {"torch": torch.__version__, "device": torch.cuda.get_device_name(0), "cases": results},
        indent=1,
    )
    if files:
        with open(files[0], "w", encoding="utf-8") as file:
            file.write(text + "\n")
    else:
        print(text)


if __name__ == "__main__":
    main()
