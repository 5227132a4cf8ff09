# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests with PyTorch share: running plugsmith, comparing, choosing a case by its name."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy
import torch

PLUGSMITH = os.environ["PLUGSMITH"]
LIBRARY = os.environ["PLUGSMITH_LIBRARY"]
torch.set_num_threads(1)


def run(*arguments, exit_code=0):
    """Runs plugsmith, which must end with that code; its JSON report."""
    command = [PLUGSMITH, *map(str, arguments), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != exit_code:
        sys.exit(f"exit code {done.returncode} from {' '.join(command)}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def run_op(op, inputs, attributes=None, shape_inputs=()):
    """The outputs of one op of ours, computed by its CPU reference in the embedded host."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        arguments = ["run", LIBRARY, "--op", op, "--backend", "embedded", "--output", folder / "out"]
        for i, array in enumerate(inputs):
            numpy.save(folder / f"{i}.npy", array)
            shape = "x".join(map(str, array.shape))
            arguments += ["--input", f"{shape}:{array.dtype}={folder / f'{i}.npy'}"]
        for key, value in (attributes or {}).items():
            arguments += ["--attr", f"{key}={value}"]
        for values in shape_inputs:
            arguments += ["--shape-input", ",".join(map(str, values))]
        report = run(*arguments)
        return [numpy.load(folder / "out" / f"{output['name']}.npy") for output in report["outputs"]]


def expect_close(what, got, wanted, factor=1.0, floor=None):
    """|got - wanted| <= factor * epsilon of the type * max(|wanted|, floor), element by element.

    The default floor is the type's smallest normal number: an error of `factor` units in the last
    place. NaN must stand where NaN is wanted."""
    wanted = wanted.detach().numpy() if isinstance(wanted, torch.Tensor) else numpy.asarray(wanted)
    if got.shape != wanted.shape:
        sys.exit(f"{what}: shape {got.shape}, wanted {wanted.shape}")
    limits = numpy.finfo(got.dtype)
    with numpy.errstate(over="ignore", invalid="ignore"):
        wanted = numpy.where(numpy.abs(wanted) > limits.max, numpy.sign(wanted) * numpy.inf, wanted)
        least = float(limits.tiny) if floor is None else floor
        allowed = factor * float(limits.eps) * numpy.maximum(numpy.abs(wanted), least)
        allowed += float(limits.smallest_subnormal)
        error = numpy.abs(got.astype(numpy.float64) - wanted)
    same = (got == wanted) | (numpy.isnan(got) & numpy.isnan(wanted))
    wrong = ~(same | (error <= allowed))
    if wrong.any():
        at = numpy.unravel_index(numpy.argmax(numpy.where(wrong, numpy.nan_to_num(error, nan=1e300), -1)),
                                 wrong.shape)
        sys.exit(f"{what}: {wrong.sum()} of {wrong.size} elements differ; at {tuple(map(int, at))} got "
                 f"{got[at]}, wanted {wanted[at]}, allowed {allowed[at] if allowed.shape else allowed}")
    print(f"{what}: {got.size} elements of {got.dtype} agree")


def expect_equal(what, got, wanted):
    """Bit for bit, shape included."""
    wanted = wanted.numpy() if isinstance(wanted, torch.Tensor) else numpy.asarray(wanted)
    if got.shape != wanted.shape or not (got == wanted).all():
        sys.exit(f"{what}: got {got.shape} {got.ravel()[:8]}..., wanted {wanted.shape} {wanted.ravel()[:8]}...")
    print(f"{what}: {got.size} elements of {got.dtype} are equal")


def main(cases):
    """Runs test_NAME for the NAME that the command line gives."""
    if len(sys.argv) != 2 or "test_" + sys.argv[1] not in cases:
        sys.exit(f"usage: {sys.argv[0]} " + "|".join(sorted(k[5:] for k in cases if k.startswith("test_"))))
    torch.manual_seed(8)
    cases["test_" + sys.argv[1]]()
