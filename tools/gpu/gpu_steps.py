# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""What a GPU run does and what each step must answer. Steps of one phase run side by side, but for
those that measure time; a phase begins when the one before is done."""
import pathlib

from bench_steps import bench_steps, foreign_steps
from check_steps import check_steps
from step import BUILD, MEASURE, MORE_BUILDS, REST, REUSE, RUN, Step, expect


def plugin_layers(count):
    def judge(result):
        found = len(result.get("engine", {}).get("plugins", []))
        return expect(found == count, f"the inspector shows {found} plugin layers, not {count}")
    return judge


def agrees(result):
    comparison = result.get("comparison", {})
    return (expect(comparison.get("within"), "the outputs differ")
            + expect("step_ms" in comparison, "the other model's times are missing"))


def agrees_and_tells_costs(result):
    return agrees(result) + expect("cost" in result, "what the plugins cost is missing")


class Folder:
    """The bundle, the folder that steps write to, and the commands that both make up."""

    def __init__(self, here, work, tensorrt, lean=""):
        self.here, self.work, self.tensorrt = pathlib.Path(here), pathlib.Path(work), tensorrt
        self.lean = pathlib.Path(lean) if lean else None
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


MODEL, GRAFTED = "models/detector.onnx", "models/detector_grafted.onnx"
HARD_SWISHES = 24
INPUT = ["--input", "x=models/page.png", "--image-mean", "0.5", "--image-std", "0.5", "--image-order", "bgr"]
SHAPE = ["--shape", "x=1x3x32x32:1x3x640x640:1x3x1280x1280"]


def timing_cache_held_all(result):
    cache = result["build"]["timing_cache"]
    return (expect(cache["bytes_before"] > 0, "the first build left no timing cache")
            + expect(cache["bytes_before"] == cache["bytes_after"],
                     "the second build timed something that the cache did not hold"))


def demo_builds(folder):
    """The demo model built with our plugin, in several ways, and without."""
    cache = ["--timing-cache", folder.made("timing.cache")]

    def build(name, plan, phase, *more, judge=plugin_layers(HARD_SWISHES), alone=False):
        return Step("demo: build " + name, folder.in_tensorrt(
            "build", GRAFTED, "-o", folder.made(plan), "--plugins", folder.plugins, *SHAPE, *cache,
            *more), judge=judge, phase=phase, timeout=240, alone=alone)

    yield build("with an empty timing cache", "first.plan", BUILD, alone=True)
    yield Step("demo: build without the plugin", folder.in_tensorrt(
        "build", MODEL, "-o", folder.made("original.plan"), *SHAPE, *cache), judge=plugin_layers(0),
        phase=MORE_BUILDS, timeout=240)
    yield build("with the timing cache of the first", "second.plan", REUSE, judge=timing_cache_held_all,
                alone=True)
    yield build("for FP16", "half.plan", MORE_BUILDS, "--precision", "fp16",
                "--optimization-level", "1")
    quickly = ["--optimization-level", "1"]
    yield Step("demo: build for FP16 without the plugin", folder.in_tensorrt(
        "build", MODEL, "-o", folder.made("half_original.plan"), *SHAPE, *cache, "--precision", "fp16",
        "--optimization-level", "1"), judge=plugin_layers(0), phase=MORE_BUILDS, timeout=240)
    yield build("a version-compatible plan", "compatible.plan", MORE_BUILDS, "--version-compatible",
                *quickly)
    yield build("a version-compatible plan without its runtime", "slim.plan", MORE_BUILDS,
                "--version-compatible", "--exclude-lean-runtime", *quickly)
    yield Step("demo: build a version-compatible plan without the plugin", folder.in_tensorrt(
        "build", MODEL, "-o", folder.made("compatible_original.plan"), *SHAPE, *cache,
        "--version-compatible", "--exclude-lean-runtime", *quickly), judge=plugin_layers(0),
        phase=MORE_BUILDS, timeout=240)
    yield build("a plan that carries the plugins", "embedded.plan", MORE_BUILDS, "--embed-plugins",
                *quickly)


def demo_runs(folder):
    def run(name, plan, *more, plugins=True, **keywords):
        libraries = ["--plugins", folder.plugins] if plugins else []
        return Step("demo: run " + name, folder.in_tensorrt(
            "run", folder.made(plan), *libraries, *INPUT, *more), phase=keywords.pop("phase", RUN),
            **keywords)

    other = ["--compare", folder.made("original.plan")]
    yield run("the version-compatible plan", "compatible.plan", "--allow-plan-code", *other,
              judge=agrees)
    yield run("the plan that carries the plugins", "embedded.plan", "--allow-plan-code", plugins=False)
    # 42000 times FP16's place in float32 (epsilon 2^-23): half a percent.
    yield run("the FP16 plan, within half a percent", "half.plan", *other, "--tolerance", "42000",
              judge=agrees)
    yield run("plans with and without the plugin, timed", "first.plan", "--steps", "500", *other,
              judge=agrees_and_tells_costs, phase=MEASURE, alone=True)
    # Both round in many places: 84000 places of float32 are a percent.
    yield run("FP16 plans with and without the plugin, timed", "half.plan", "--steps", "500", "--compare",
              folder.made("half_original.plan"), "--tolerance", "84000",
              judge=agrees_and_tells_costs, phase=MEASURE, alone=True)
    yield run("the same as CUDA graphs, timed", "first.plan", "--steps", "500", "--cuda-graph", *other,
              judge=agrees_and_tells_costs, phase=MEASURE, alone=True)


LEAN_PLANS = {
    "with its own runtime": ("compatible.plan", ["--allow-plan-code"]),
    "without a runtime": ("slim.plan", ["--allow-plan-code"]),
    "without a runtime, plan code refused": ("slim.plan", []),
    "without the plugin": ("compatible_original.plan", ["--allow-plan-code"]),
    "that is not version-compatible": ("first.plan", []),
}


def lean_steps(folder):
    """Plans of this TensorRT in lean runtimes of others, one a folder: what works is recorded."""
    for runtime in sorted(folder.lean.iterdir()) if folder.lean else []:
        generation = next(runtime.glob("libnvinfer_lean.so.*")).name.rsplit(".", 1)[1]
        plugins = folder.plugins if generation == "10" else folder.file(
            "lib/libplugsmith_plugins_trt" + generation + ".so")
        for name, (plan, more) in LEAN_PLANS.items():
            yield Step(f"lean {runtime.name}: a plan {name}", folder.plugsmith(
                "run", folder.made(plan), "--backend", "tensorrt", "--for", generation, "--tensorrt",
                str(runtime), "--plugins", plugins, *INPUT, *more), expected=None, phase=RUN)


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
    yield run("code in a plan that nobody allowed", "compatible.plan", *plugins, *INPUT, expected=3,
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


def steps(here, work, tensorrt, lean=""):
    folder = Folder(here, work, tensorrt, lean)
    parts = (demo_builds, test_steps, demo_runs, lean_steps, bad_builds, bad_plans, fault_steps, op_steps,
             trace_steps, foreign_steps, check_steps, bench_steps, other_steps)
    return [step for part in parts for step in part(folder)]
