# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""What a GPU run does and what each step must answer. Steps of one phase run side by side, but for
those that measure time; a phase begins when the one before is done."""
import pathlib

from bench_steps import bench_steps, foreign_steps
from check_steps import check_steps
from demo_steps import GRAFTED, INPUT, MODEL, demo_builds, demo_runs, lean_steps, plugin_layers
from step import MEASURE, MORE_BUILDS, REST, RUN, Step


class Folder:
    """The bundle, the folder that steps write to, and the commands that both make up."""

    def __init__(self, here, work, tensorrt, lean="", quick=False):
        self.here, self.work, self.tensorrt = pathlib.Path(here), pathlib.Path(work), tensorrt
        self.lean = pathlib.Path(lean) if lean else None
        self.quick = quick
        self.plugins = self.file("lib/libplugsmith_plugins.so")

    def file(self, name):
        return str(self.here / name)

    def made(self, name):
        return str(self.work / name)

    def has(self, name):
        return (self.here / name).exists()

    def plugsmith(self, *arguments):
        return [self.file("bin/plugsmith"), *arguments, "--format", "json"]

    def in_tensorrt(self, command, *arguments):
        where = ["--tensorrt", self.tensorrt] if self.tensorrt else []
        backend = ["--backend", "tensorrt"] if command in ("run", "trace") else []
        return self.plugsmith(command, *arguments, *backend, *where)

    def tests(self, name, program, *arguments, **keywords):
        report = self.made(program + ".json")
        return Step(name, [self.file("bin/" + program), "--gtest_output=json:" + report, *arguments],
                    timeout=300, gtest=report, **keywords)


def test_steps(folder):
    # These weigh memory and measure time.
    yield folder.tests("tests of the engine back end", "engine10_tests", phase=MEASURE, alone=True)
    # The embedded host's are run by `make test`; here they would look for this machine's build.
    yield folder.tests("tests of the ops, on CUDA and in TensorRT", "plugin_tests",
                       "--gtest_filter=-*.Large*:*Embedded*:LinearLibrary*")


def bad_builds(folder):
    plugins = ["--plugins", folder.plugins]
    never = ["-o", folder.made("never.plan")]
    yield Step("bad: a profile that contradicts the model", folder.in_tensorrt(
        "build", GRAFTED, *never, *plugins, "--shape", "x=1x4x32x32"), expected=2,
        says=["the model fixes axis 1 to 3"])
    yield Step("bad: a model without the library of its plugins", folder.in_tensorrt(
        "run", GRAFTED, *INPUT), expected=2, says=["HardSwish_PS"])
    yield Step("bad: INT8 without quantization", folder.in_tensorrt(
        "build", MODEL, *never, "--shape", "x=1x3x64x64", "--precision", "int8"), expected=3,
        says=["no calibration"])


def bad_plans(folder):
    """What bad plans get."""
    plugins = ["--plugins", folder.plugins]
    copies = [("cut.plan", 'head -c 100000 "$2" > "$1"', folder.made("first.plan")),
              ("model.plan", 'cp "$2" "$1"', folder.file(MODEL))]
    for name, copy, source in copies:
        yield Step("bad: (making " + name + ")", ["sh", "-c", copy, "sh", folder.made(name), source],
                   phase=MORE_BUILDS)

    def run(name, plan, *more, expected=2, says=()):
        return Step("bad: " + name, folder.in_tensorrt("run", folder.made(plan), *more),
                    expected=expected, says=says, phase=RUN)

    yield run("a plan without its plugin library, which is on the path", "first.plan", *INPUT,
              says=["needs the plugin HardSwish_PS version 1, namespace",
                    "it is in .*libplugsmith_plugins.so"])
    yield run("a cut plan", "cut.plan", *plugins, *INPUT, says=["truncated or changed"])
    yield run("a file that is no plan", "model.plan", *plugins, *INPUT, says=["is no plan"])
    yield run("code in a plan that nobody allowed", "embedded.plan", *plugins, *INPUT, expected=3,
              says=["add --allow-plan-code"])
    yield run("a shape outside the profile", "first.plan", *plugins, "--input", "x=random", "--shape",
              "x=1x3x1600x1600", says=["no profile of the engine takes these shapes", "built for"])


FAULTS = {
    "clone": "clone\\(\\) returned null, where TensorRT crashes",
    "getCapabilityInterface": "returned null, where TensorRT crashes",
    "getNbOutputs": "getNbOutputs\\(\\) is not positive, where TensorRT crashes",
    "attachToContext": "attachToContext\\(\\) returned null, where TensorRT crashes",
    "createPlugin build": "createPlugin\\(kBUILD\\) returned null",
    "createPlugin runtime": "createPlugin\\(kRUNTIME\\) returned null.*where TensorRT crashes",
    "getOutputDataTypes": "failed in getOutputDataTypes",
    "getOutputShapes": "failed in getOutputShapes",
    "supportsFormatCombination": "accepts none of the type and format combinations",
    "configurePlugin": "failed in configurePlugin",
    "getWorkspaceSize": "bytes of workspace",
    "setTactic": "failed in setTactic",
    "onShapeChange": "failed in onShapeChange",
    "enqueue": "failed in enqueue",
}


def fault_steps(folder):
    """A plugin that fails in each method; "enqueue" is what this one always fails in."""
    library = "lib/libfaulty_plugin.so"
    if not folder.has(library):
        return
    for method, sentence in FAULTS.items():
        yield Step("fault: " + method,
                   folder.in_tensorrt("run", library, "--op", "Faulty", "--input", "4:float32"),
                   expected=1, says=[sentence], environment={"PLUGSMITH_TEST_FAULT": method + ":fail"})


OPS = [
    ("PadTo_PS", ["--attr", "height=48", "--input", "1x3x8x8..2x3x16x20..4x3x32x32:float16"]),
    ("NonZero_PS", ["--input", "7x5:int32"]),
    ("ExpandTo_PS", ["--input", "1x5:float32", "--shape-input", "3,5"]),
    ("Swish_PS", ["--input", "2x8x16x16:bfloat16"]),
    ("HardSwish_PS", ["--input", "2x8x16x16:float16"]),
    ("GroupNorm_PS", ["--attr", "groups=4", "--input", "2x8x16x16:float32", "--input", "8:float32",
                      "--input", "8:float32"]),
    ("PagedKvUpdate_PS", ["--input", "4x2x16x8:float16", "--input", "4x2x16x8:float16", "--input",
                          "5x2x8:float16", "--input", "5x2x8:float16", "--input", "5:int64"]),
]


def op_steps(folder):
    for name, arguments in OPS:
        yield Step("op: " + name, folder.in_tensorrt(
            "run", folder.plugins, "--op", name, *arguments, "--steps", "20"), judge=plugin_layers(1))


def trace_steps(folder):
    """The calls into our plugin, and into a foreign one of the IPluginV2 family."""
    yield Step("trace: ours", folder.in_tensorrt("trace", folder.plugins, "--op", "PadTo_PS",
                                                 "--op-version", "1", "--input", "2x3x16x20:float32"),
               says=["createPlugin 'PadTo_PS' phase 0", "phase 1", "enqueue in0 .*stream-default 0"])
    foreign = pathlib.Path(folder.tensorrt) / "libnvinfer_plugin.so.10"
    if folder.tensorrt and foreign.exists():
        yield Step("trace: NVIDIA's", folder.in_tensorrt(
            "trace", str(foreign), "--op", "CustomGeluPluginDynamic", "--op-version", "1", "--attr",
            "type_id=0", "--input", "2x8x16x1x1:float32"),
            says=["deserializePlugin", "initialize", "enqueue in0 "])


def other_steps(folder):
    if folder.has("bin/plugsmith-fidelity-10"):
        where = ["--tensorrt", folder.tensorrt] if folder.tensorrt else []
        yield Step("selfcheck", folder.plugsmith("selfcheck", "--jobs", "5", *where), timeout=400)
    for program in sorted((folder.here / "bin").glob("bench_*")):
        yield Step("bench: " + program.name,
                   [str(program), "--benchmark_format=json", "--benchmark_min_time=0.05"], timeout=300,
                   phase=REST, alone=True)


def steps(here, work, tensorrt, lean="", quick=False):
    folder = Folder(here, work, tensorrt, lean, quick)
    parts = (demo_builds, test_steps, demo_runs, lean_steps, bad_builds, bad_plans, fault_steps, op_steps,
             trace_steps, foreign_steps, check_steps, bench_steps, other_steps)
    return [step for part in parts for step in part(folder)]
