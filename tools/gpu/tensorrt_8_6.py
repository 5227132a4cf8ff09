# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""Usage: tensorrt_8_6.py PLUGIN_LIBRARY RESULT.json

Builds an engine with each of our ops in real TensorRT 8.6, runs it on the GPU at two shapes, and
compares with plain arithmetic here. Needs the tensorrt_bindings 8.6.1 wheel on PYTHONPATH, Python
3.11 and no other package: device memory comes from the driver. Without a GPU it stops after the
registry. tools/pack-tensorrt-8.6 puts together what it needs.
"""
import array
import ctypes
import json
import math
import os
import sys
import time

sys.setdlopenflags(os.RTLD_LAZY | os.RTLD_GLOBAL)
import tensorrt_bindings as trt  # noqa: E402 (the flags come first)

SHAPES = ((1, 4, 6, 5), (2, 4, 8, 7))  # both inside the profile


def pad_to(values, shape):
    planes, height, width = shape[0] * shape[1], shape[2], shape[3]
    out = []
    for plane in range(planes):
        for row in range(32):
            for column in range(32):
                inside = row < height and column < width
                out.append(values[(plane * height + row) * width + column] if inside else 0.0)
    return out


def group_norm(values, shape, groups=2, epsilon=1e-5):
    size = shape[1] // groups * shape[2] * shape[3]
    out = []
    for start in range(0, len(values), size):
        group = values[start:start + size]
        mean = sum(group) / size
        variance = sum((v - mean) ** 2 for v in group) / size
        out += [(v - mean) / math.sqrt(variance + epsilon) for v in group]
    return out


def each(function):
    return lambda values, shape: [function(v) for v in values]


def softplus(x):
    return math.log1p(math.exp(x)) if x < 20 else x


# name, fields, what it computes
CASES = (
    ("HardSwish_PS", [], each(lambda x: x * min(max(x + 3, 0), 6) / 6)),
    ("Swish_PS", [("beta", array.array("f", [2.0]))], each(lambda x: x / (1 + math.exp(-2 * x)))),
    ("Elu_PS", [], each(lambda x: x if x >= 0 else math.expm1(x))),
    ("Softplus_PS", [], each(softplus)),
    ("Mish_PS", [], each(lambda x: x * math.tanh(softplus(x)))),
    ("ClippedRelu_PS", [("limit", array.array("f", [1.0]))], each(lambda x: min(max(x, 0), 1))),
    ("PadTo_PS", [], pad_to),
    ("GroupNorm_PS", [("groups", array.array("i", [2]))], group_norm),
)


class Driver:
    """The few calls of the CUDA driver that a run needs."""

    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        code = getattr(self.cuda, name)(*arguments)
        if code != 0:
            raise RuntimeError(f"{name} gave {code}")

    def upload(self, values):
        data = array.array("f", values)
        address = self.allocate(len(data))
        self.call("cuMemcpyHtoD_v2", address, (ctypes.c_char * (4 * len(data))).from_buffer(data),
                  ctypes.c_size_t(4 * len(data)))
        return address

    def allocate(self, count):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(4 * count))
        return address

    def download(self, address, count):
        data = array.array("f", bytes(4 * count))
        self.call("cuMemcpyDtoH_v2", (ctypes.c_char * (4 * count)).from_buffer(data), address,
                  ctypes.c_size_t(4 * count))
        return list(data)


class Logger(trt.ILogger):
    def __init__(self):
        trt.ILogger.__init__(self)
        self.errors = []

    def log(self, severity, message):
        if severity <= trt.Logger.ERROR:
            self.errors.append(message)


def fields_of(case):
    types = {"f": trt.PluginFieldType.FLOAT32, "i": trt.PluginFieldType.INT32}
    return trt.PluginFieldCollection(
        [trt.PluginField(name, memoryview(data), types[data.typecode]) for name, data in case[1]])


def build(logger, plugin, dims=(-1, 4, -1, -1)):
    builder = trt.Builder(logger)
    network = builder.create_network(1 << int(trt.NetworkDefinitionCreationFlag.EXPLICIT_BATCH))
    x = network.add_input("x", trt.float32, dims)
    layer = network.add_plugin_v2([x], plugin)
    if layer is None:
        return None
    layer.get_output(0).name = "y"
    network.mark_output(layer.get_output(0))
    config = builder.create_builder_config()
    config.set_tactic_sources(0)  # neither cuBLAS nor cuDNN is there
    if -1 in dims:
        profile = builder.create_optimization_profile()
        profile.set_shape("x", (1, 4, 1, 1), SHAPES[0], (2, 4, 16, 16))
        config.add_optimization_profile(profile)
    return builder.build_serialized_network(network, config)


def run(driver, context, shape):
    count = math.prod(shape)
    values = [math.sin(0.37 * i) * 4 for i in range(count)]
    context.set_input_shape("x", shape)
    wanted = math.prod(context.get_tensor_shape("y"))
    x, y = driver.upload(values), driver.allocate(wanted)
    context.set_tensor_address("x", x.value)
    context.set_tensor_address("y", y.value)
    if not context.execute_async_v3(0):
        raise RuntimeError("execute_async_v3 failed")
    driver.call("cuCtxSynchronize")
    return values, driver.download(y, wanted)


def try_case(driver, logger, runtime, case):
    creator = trt.get_plugin_registry().get_plugin_creator(case[0], "1", "plugsmith")
    if creator is None:
        return "not in the registry"
    plugin = creator.create_plugin("op", fields_of(case))
    if plugin is None:
        return "createPlugin returned null"
    if driver is None:
        return "registered"
    plan = build(logger, plugin)
    if plan is None:
        return "no engine: " + "; ".join(logger.errors)
    context = runtime.deserialize_cuda_engine(plan).create_execution_context()
    worst = 0.0
    for shape in SHAPES:
        values, got = run(driver, context, shape)
        wanted = case[2](values, shape)
        if len(wanted) != len(got):
            return f"{len(got)} values, wanted {len(wanted)}"
        worst = max(worst, max(abs(a - b) for a, b in zip(wanted, got)))
    return "run" if worst < 1e-4 else f"differs by {worst}"


def refused(logger):
    """An op that refuses a shape must end the build with its sentence, and nothing else."""
    creator = trt.get_plugin_registry().get_plugin_creator("PadTo_PS", "1", "plugsmith")
    logger.errors.clear()
    plan = build(logger, creator.create_plugin("op", trt.PluginFieldCollection([])), (1, 4, 40, 40))
    said = any("larger than height and width" in text for text in logger.errors)
    return "refused" if plan is None and said else f"plan {plan is not None}, said {logger.errors}"


def main(library, result_file):
    logger = Logger()
    plugins = ctypes.CDLL(library)
    plugins.initPlugsmithPlugins.restype = ctypes.c_bool
    if not plugins.initPlugsmithPlugins(None, b""):
        sys.exit("initPlugsmithPlugins returned false")
    try:
        driver = Driver()
    except (OSError, RuntimeError) as reason:
        print("no GPU:", reason)
        driver = None
    runtime = trt.Runtime(logger) if driver else None
    results = {}
    report = {"tensorrt": trt.__version__, "ops": results, "errors": logger.errors}

    def keep():  # what comes next may end the process
        with open(result_file, "w", encoding="utf-8") as out:
            json.dump(report, out, indent=1)

    for case in CASES:
        started = time.monotonic()
        results[case[0]] = try_case(driver, logger, runtime, case)
        print(f"{case[0]} {results[case[0]]} {time.monotonic() - started:.1f} s", flush=True)
        keep()
    good = all(result == ("run" if driver else "registered") for result in results.values())
    if driver:
        report["PadTo_PS beyond its size"] = refused(logger)
        print("PadTo_PS beyond its size:", report["PadTo_PS beyond its size"])
        good = good and report["PadTo_PS beyond its size"] == "refused"
        keep()
    sys.exit(0 if good else 1)


main(*sys.argv[1:])
