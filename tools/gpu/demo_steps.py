# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""The steps of a GPU run that build and run the demo's text detector, with our plugin and without, in
this TensorRT and in lean runtimes of others."""
from step import BUILD, MEASURE, MORE_BUILDS, REUSE, RUN, Step, expect

MODEL, GRAFTED = "models/detector.onnx", "models/detector_grafted.onnx"
HARD_SWISHES = 24
INPUT = ["--input", "x=models/page.png", "--image-mean", "0.5", "--image-std", "0.5", "--image-order", "bgr"]
SHAPE = ["--shape", "x=1x3x32x32:1x3x640x640:1x3x1280x1280"]


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


def timing_cache_held_all(result):
    cache = result["build"]["timing_cache"]
    return (expect(cache["bytes_before"] > 0, "the first build left no timing cache")
            + expect(cache["bytes_before"] == cache["bytes_after"],
                     "the second build timed something that the cache did not hold"))


def demo_builds(folder):
    """The demo model built with our plugin, in several ways, and without."""
    quickly = ["--optimization-level", "1"]
    always = [*SHAPE, "--timing-cache", folder.made("timing.cache"), *(quickly if folder.quick else [])]
    level = [] if folder.quick else quickly

    def build(model, name, plan, phase, *more, **keywords):
        judge = plugin_layers(HARD_SWISHES if model == GRAFTED else 0)
        plugins = ["--plugins", folder.plugins] if model == GRAFTED else []
        return Step("demo: build " + name, folder.in_tensorrt(
            "build", model, "-o", folder.made(plan), *plugins, *always, *more),
            **{"judge": judge, "phase": phase, "timeout": 240, **keywords})

    yield build(GRAFTED, "with an empty timing cache", "first.plan", BUILD, alone=True)
    yield build(GRAFTED, "with the timing cache of the first", "second.plan", REUSE,
                judge=timing_cache_held_all, alone=True)
    # TensorRT compiles its own fused kernels for this one, for a minute and more.
    yield build(MODEL, "without the plugin", "original.plan", REUSE, alone=True)
    half = ["--precision", "fp16", *level]
    yield build(GRAFTED, "for FP16", "half.plan", MORE_BUILDS, *half)
    yield build(MODEL, "for FP16 without the plugin", "half_original.plan", MORE_BUILDS, *half)
    # The package that tools/fetch-tensorrt takes has no lean runtime to put into a plan.
    yield build(GRAFTED, "a version-compatible plan", "compatible.plan", MORE_BUILDS,
                "--version-compatible", *level, expected=None)
    slim = ["--version-compatible", "--exclude-lean-runtime", *level]
    yield build(GRAFTED, "a version-compatible plan without its runtime", "slim.plan", MORE_BUILDS, *slim)
    yield build(MODEL, "a version-compatible plan without the plugin", "compatible_original.plan",
                MORE_BUILDS, *slim)
    yield build(GRAFTED, "a plan that carries the plugins", "embedded.plan", MORE_BUILDS,
                "--embed-plugins", *level)


def demo_runs(folder):
    def run(name, plan, *more, plugins=True, **keywords):
        libraries = ["--plugins", folder.plugins] if plugins else []
        return Step("demo: run " + name, folder.in_tensorrt(
            "run", folder.made(plan), *libraries, *INPUT, *more), phase=keywords.pop("phase", RUN),
            **keywords)

    other = ["--compare", folder.made("original.plan")]
    yield run("the version-compatible plan without its runtime", "slim.plan", *other, expected=None)
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
