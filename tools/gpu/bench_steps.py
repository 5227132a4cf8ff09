# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""The steps of a GPU run that measure ops beside others, and that play others' plugins on the device."""
import importlib.util
import pathlib
import sys

from step import MEASURE, REST, RUN, Step, cublaslt, expect


def foreign_steps(folder):
    """A plugin of the IPluginV2 family from NVIDIA's library on the cuda back end, held to our op."""
    foreign = pathlib.Path(folder.tensorrt) / "libnvinfer_plugin.so.10"
    if not (folder.tensorrt and foreign.exists() and folder.has("bin/plugsmith-worker-10")):
        return
    ours = {}

    def keep(result):
        ours.update(result["outputs"][0])
        return []

    def same(result):
        theirs = result["outputs"][0]
        return [f"{key} is {theirs[key]}, ours {ours.get(key)}" for key in ("min", "max", "mean")
                if abs(theirs[key] - ours.get(key, float("inf"))) > 1e-4]

    def run(name, library, *arguments, **keywords):
        return Step("cuda: " + name, folder.plugsmith(
            "run", library, *arguments, "--input", "2x8x16x1x1:float32", "--backend", "cuda"), **keywords)

    yield run("our Gelu", folder.plugins, "--op", "Gelu_PS", "--attr", "approximate=tanh", judge=keep, phase=RUN)
    yield run("NVIDIA's Gelu gives the same", str(foreign), "--op", "CustomGeluPluginDynamic", "--op-version",
              "1", "--attr", "type_id=0", judge=same, phase=REST)


def measured(result):
    cases = result.get("cases", [])
    return expect(cases and all("op_us" in case for case in cases), "not every case was measured")


def bench_steps(folder):
    """Our ops, beside what others take for the same. Each leaves its JSON in the working folder, after
    every case."""
    cases = "bench/cases.json"
    if not folder.has(cases):
        return
    listed = folder.made("bench-cases.json")
    yield Step("bench: (listing the cases)", ["sh", "-c", '"$1" bench --cases "$2" --list --format json > "$3"',
                                              "sh", folder.file("bin/plugsmith"), folder.file(cases), listed],
               phase=MEASURE)
    peers = ["--peers", folder.tensorrt] if folder.tensorrt else []
    yield Step("bench: ops, beside NVIDIA's plugins and TensorRT's layers", folder.plugsmith(
        "bench", folder.plugins, "--cases", folder.file(cases), *peers, "--stop-after", "200", "--output",
        folder.made("bench-h200.json"), "--picture", folder.made("bench-h200")),
        environment=cublaslt(), timeout=400, judge=measured, phase=REST, alone=True)
    if importlib.util.find_spec("torch"):
        yield Step("bench: PyTorch", [
            sys.executable, folder.file("bench/peers/torch_peers.py"), listed,
            folder.made("torch-peers-h200.json"), "--compile", "--stop-after", "150"], timeout=260,
            phase=REST, alone=True)
