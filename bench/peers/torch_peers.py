# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""What PyTorch takes for the cases that `plugsmith bench` measures.

Usage: python3 bench/peers/torch_peers.py CASES.json OUTPUT.json [--compile] [--stop-after SECONDS]

CASES.json is what `plugsmith bench --cases bench/cases.json --list --format json` prints, or its results. Each
case that torch_ops.py knows is timed eagerly and, with --compile, as torch.compile makes it, on the
same numbers, as plugsmith bench does it: CUDA events, the L2 cache filled with something else before
each run. OUTPUT.json is written after every case, so that a run that is stopped leaves what it has; in
the end it is printed, too. A case that fails or takes longer than a minute leaves its reason. Exits
with 3 where this Python has no PyTorch with CUDA.
"""

import argparse
import json
import os
import signal
import statistics
import sys
import time

import bench_inputs

WARM_UP, RUNS = 10, 50
CASE_SECONDS = 60


class TooLong(Exception):
    """A case that takes longer than it may."""


def ring(_signal, _frame):
    raise TooLong(f"took longer than {CASE_SECONDS} s")


class Clock:
    """Times work on the device as plugsmith bench does."""

    def __init__(self, torch):
        self.torch = torch
        l2_bytes = torch.cuda.get_device_properties(0).L2_cache_size
        self.flush = torch.empty(2 * l2_bytes, dtype=torch.uint8, device="cuda")

    def median_us(self, work):
        times = []
        for run in range(-WARM_UP, RUNS):
            begin, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
            self.flush.zero_()
            begin.record()
            work()
            end.record()
            self.torch.cuda.synchronize()
            if run >= 0:
                times.append(1e3 * begin.elapsed_time(end))
        return statistics.median(times)


def within_time(work):
    """The work's value, or the reason why there is none as a text."""
    signal.signal(signal.SIGALRM, ring)
    signal.alarm(CASE_SECONDS)
    try:
        return work(), None
    except Exception as error:  # pylint: disable=broad-except; whatever it is, it is the case's
        return None, f"{type(error).__name__}: {error}".splitlines()[0][:300]
    finally:
        signal.alarm(0)


class Results:
    """One entry a case, in the file after each change."""

    def __init__(self, path, torch, cases):
        self.path = path
        self.document = {
            "torch": torch.__version__,
            "device": torch.cuda.get_device_name(0),
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
            "cases": [{key: case[key] for key in bench_inputs.IDENTITY} for case in cases],
        }

    def set(self, index, name, value, reason):
        key = name + "_us" if reason is None else name + "_error"
        self.document["cases"][index][key] = value if reason is None else reason
        with open(self.path + ".part", "w", encoding="utf-8") as file:
            json.dump(self.document, file, indent=1)
        os.replace(self.path + ".part", self.path)
        print(self.document["cases"][index], file=sys.stderr, flush=True)


def measure(clock, results, index, name, prepare):
    """Times what prepare() returns."""
    value, reason = within_time(lambda: round(clock.median_us(prepare()), 3))
    results.set(index, name, value, reason)


def main():
    parser = argparse.ArgumentParser(prog="torch_peers", description="PyTorch beside plugsmith bench")
    parser.add_argument("cases")
    parser.add_argument("output")
    parser.add_argument("--compile", action="store_true", help="torch.compile, too")
    parser.add_argument("--stop-after", type=float, default=float("inf"), metavar="SECONDS")
    options = parser.parse_args()
    with open(options.cases, encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    try:
        import torch  # pylint: disable=import-outside-toplevel
    except ImportError:
        print("torch_peers: this Python has no PyTorch; install torch with CUDA", file=sys.stderr)
        return 3
    if not torch.cuda.is_available():
        print("torch_peers: PyTorch sees no CUDA device", file=sys.stderr)
        return 3
    import torch_ops  # pylint: disable=import-outside-toplevel
    # Cases that differ in our tactic alone are one here.
    work = {json.dumps([case[key] for key in bench_inputs.IDENTITY]): case for case in cases}
    known = [case for case in work.values() if torch_ops.function_of(case) is not None]
    results = Results(options.output, torch, known)
    measure_all(Clock(torch), results, known, options)
    print(json.dumps(results.document))
    return 0


def measure_all(clock, results, known, options):
    import torch  # pylint: disable=import-outside-toplevel
    import torch_ops  # pylint: disable=import-outside-toplevel
    started = time.monotonic()
    for name in ["eager"] + (["compiled"] if options.compile else []):
        for index, case in enumerate(known):
            if time.monotonic() - started > options.stop_after:
                print("torch_peers: the time of --stop-after is over", file=sys.stderr)
                return

            def prepare(name=name, case=case):
                function, inputs = torch_ops.function_of(case), torch_ops.inputs_of(case)
                if name == "compiled":
                    torch.compiler.reset()  # or the ninth shape of a function is not compiled
                    function = torch.compile(function, dynamic=False)
                function(*inputs)
                return lambda: function(*inputs)

            if name == "compiled" and not torch_ops.is_compiled(case):
                continue
            measure(clock, results, index, name, prepare)
            torch.cuda.empty_cache()


if __name__ == "__main__":
    sys.exit(main())
