# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""Networks exported by PyTorch's two exporters, grafted, run by plugsmith and compared with PyTorch."""
import contextlib
import io
import pathlib
import sys
import tempfile
import warnings

import numpy
import onnx
import torch

from harness import LIBRARY, expect_close, main, run
from models import EXAMPLES

# Exporter, operator set, and whether the sizes that may vary are left open.
EXPORTS = (("torchscript", 14, True), ("torchscript", 17, False), ("torchscript", 20, False),
           ("dynamo", 18, True), ("dynamo", 20, False), ("dynamo", 21, False), ("dynamo", 23, False))


def export(module, x, path, exporter, opset, is_open=False):
    noise = io.StringIO()
    options = {"dynamo": False} if exporter == "torchscript" else {"dynamo": True, "external_data": False}
    if is_open:
        names = {axis: f"size{axis}" for axis in ((0, 2) if x.dim() == 4 else (0,))}
        if exporter == "torchscript":
            options["dynamic_axes"] = {"x": names}
        else:
            options["dynamic_shapes"] = ({axis: torch.export.Dim(name) for axis, name in names.items()},)
    with warnings.catch_warnings(), contextlib.redirect_stdout(noise), contextlib.redirect_stderr(noise):
        warnings.simplefilter("ignore")
        torch.onnx.export(module, (x,), path, opset_version=opset, input_names=["x"], output_names=["y"], **options)


def expect_nothing_left(model, example, what):
    """Neither a node that nobody reads nor a part of a subgraph."""
    read = {name for node in model.graph.node for name in node.input} | {o.name for o in model.graph.output}
    for node in model.graph.node:
        if node.domain == "" and not read.intersection(node.output):
            sys.exit(f"{what}: nobody reads {node.op_type} {node.name}")
        if node.domain == "" and node.op_type not in example.leaves:
            sys.exit(f"{what}: {node.op_type} {node.name} is left over")


def check(name, exporter, opset, is_open):
    """Grafts one exported network and compares what it computes with PyTorch in float64."""
    what = f"{name}, {exporter}, operator set {opset}" + (", open sizes" if is_open else "")
    torch.manual_seed(8)
    example = EXAMPLES[name]()
    module, x = example.module.eval(), torch.randn(example.shape)
    if example.half:
        module, x = module.half(), x.half()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        export(module, x, path / "model.onnx", exporter, opset, is_open)
        report = run("graft", path / "model.onnx", "--op", example.op, "-o", path / "grafted.onnx")
        grafted = onnx.load(path / "grafted.onnx")
        placed = sum(node.op_type == example.op for node in grafted.graph.node)
        if not report["replaced"] == placed == example.count:
            sys.exit(f"{what}: {report['replaced']} subgraphs replaced, {placed} nodes placed, wanted "
                     f"{example.count}; left: {[node.op_type for node in grafted.graph.node]}")
        expect_nothing_left(grafted, example, what)
        if is_open:
            x = torch.cat([x, -x[:1]])
        numpy.save(path / "x.npy", x.numpy())
        run("run", path / "grafted.onnx", "--plugins", LIBRARY, "--input", path / "x.npy", "--output", path)
        got = numpy.load(path / "y.npy")
    expect_close(f"{what}: {placed} {example.op}", got, module.double()(x.double()), example.tolerance, 1.0)


def test_finds_nothing_twice():
    """What is grafted holds nothing to graft any more, and a network without the op is left alone."""
    example = EXAMPLES["silu"]()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        export(example.module.eval(), torch.randn(example.shape), path / "model.onnx", "dynamo", 18)
        run("graft", path / "model.onnx", "--op", example.op, "-o", path / "grafted.onnx")
        for op in ("Swish_PS", "Gelu_PS", "GroupNorm_PS", "RmsNorm_PS", "AddRmsNorm_PS", "Mish_PS", "HardSwish_PS"):
            report = run("graft", path / "grafted.onnx", "--op", op, "-o", path / "again.onnx", exit_code=1)
            if report["replaced"] != 0 or (path / "again.onnx").exists():
                sys.exit(f"{op}: {report}")


def test_agrees_with_the_ungrafted_model():
    for name in ("gelu", "silu", "group_norm", "add_rms_norm"):
        example = EXAMPLES[name]()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            export(example.module.eval(), torch.randn(example.shape), path / "model.onnx", "torchscript", 17)
            run("graft", path / "model.onnx", "--op", example.op, "-o", path / "grafted.onnx")
            run("run", path / "grafted.onnx", "--plugins", LIBRARY, "--input", "random:3", "--compare",
                path / "model.onnx", "--tolerance", "64")


def check_all(name, exporter):
    for of, opset, is_open in EXPORTS:
        if of == exporter:
            check(name, exporter, opset, is_open)


def test_gelu_from_torchscript():
    check_all("gelu", "torchscript")


def test_silu_from_torchscript():
    check_all("silu", "torchscript")


def test_hard_swish_from_torchscript():
    check_all("hard_swish", "torchscript")


def test_hard_swish_by_relu6_from_torchscript():
    check_all("hard_swish_by_relu6", "torchscript")


def test_mish_from_torchscript():
    check_all("mish", "torchscript")


def test_group_norm_from_torchscript():
    check_all("group_norm", "torchscript")


def test_group_norm_without_affine_from_torchscript():
    check_all("group_norm_without_affine", "torchscript")


def test_rms_norm_from_torchscript():
    check_all("rms_norm", "torchscript")


def test_rms_norm_in_half_precision_from_torchscript():
    check_all("rms_norm_in_half_precision", "torchscript")


def test_add_rms_norm_from_torchscript():
    check_all("add_rms_norm", "torchscript")


def test_gelu_from_dynamo():
    check_all("gelu", "dynamo")


def test_silu_from_dynamo():
    check_all("silu", "dynamo")


def test_hard_swish_from_dynamo():
    check_all("hard_swish", "dynamo")


def test_hard_swish_by_relu6_from_dynamo():
    check_all("hard_swish_by_relu6", "dynamo")


def test_mish_from_dynamo():
    check_all("mish", "dynamo")


def test_group_norm_from_dynamo():
    check_all("group_norm", "dynamo")


def test_group_norm_without_affine_from_dynamo():
    check_all("group_norm_without_affine", "dynamo")


def test_rms_norm_from_dynamo():
    check_all("rms_norm", "dynamo")


def test_rms_norm_in_half_precision_from_dynamo():
    check_all("rms_norm_in_half_precision", "dynamo")


def test_add_rms_norm_from_dynamo():
    check_all("add_rms_norm", "dynamo")


if __name__ == "__main__":
    main(globals())
