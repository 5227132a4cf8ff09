# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""PyTorch's equals of our ops, and the inputs of a case on the device."""

import torch
import torch.nn.functional as functional

import bench_inputs

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"  # the latter in tests of what these compute
INTEGERS = {"int8": (-64, 64), "int32": (0, 10), "int64": (0, 10), "uint8": (0, 10)}


def make(given):
    """The tensor of one input, with the numbers that plugsmith gives it."""
    count = bench_inputs.element_count(given)
    kind = getattr(torch, given.type)

    def arange(size):
        return torch.arange(size, dtype=torch.int64, device=DEVICE)

    def share(stream):
        return bench_inputs.random_share(arange, count, given.seed, stream)

    def spread(bounds):
        bounds = torch.tensor(bounds, dtype=torch.float64, device=DEVICE)
        return bounds.repeat(count // len(bounds)) if len(bounds) > 1 else bounds

    if given.source == "uniform":
        low, high = spread(given.low), spread(given.high)
        values = low + share(given.name).double() * (high - low)
        values = torch.floor(values) if given.type in INTEGERS else values
    elif given.type in INTEGERS:
        low, high = (1, 10) if given.source == "zeros" else INTEGERS[given.type]
        bits = bench_inputs.random_bits(arange, count, given.seed, given.name)
        # The remainder of the bits as an unsigned number.
        values = low + torch.remainder(
            torch.remainder(bench_inputs.shifted(bits, 1), high - low) * 2 + (bits & 1), high - low)
    else:
        values = 2.0 * share(given.name) - 1.0
    if given.source == "zeros":
        values = torch.where(share(given.name + ":zeros") < given.low[0], 0, values)
    return values.to(kind).reshape(given.shape)


def inputs_of(case):
    return [make(given) for given in bench_inputs.read_inputs(case)]


def rms_norm(x, scale):
    return functional.rms_norm(x, scale.shape, scale, 1e-5)


def add_rms_norm(x, residual, scale):
    total = x + residual
    return functional.rms_norm(total, scale.shape, scale, 1e-5), total


def group_norm(attributes):
    groups = int(attributes["groups"])

    def run(x, scale, bias):
        y = functional.group_norm(x, groups, scale, bias)
        return functional.silu(y) if attributes.get("activation") == "silu" else y

    return run


def gelu(attributes):
    approximate = attributes.get("approximate", "none")

    def run(x, bias=None):
        return functional.gelu(x if bias is None else x + bias, approximate=approximate)

    return run


def pad_to(attributes):
    height, width = int(attributes["height"]), int(attributes["width"])
    return lambda x: functional.pad(x, (0, width - x.shape[-1], 0, height - x.shape[-2]))


def expand_to(case):
    shape = [int(size) for size in case["shape_inputs"][0].split(",")]
    return lambda x: x.expand(shape).contiguous()


def pillar_scatter(attributes):
    batch, height, width = (int(attributes[name]) for name in ("batch", "height", "width"))

    def run(features, coordinates):
        picture = torch.zeros(features.shape[1], batch * height * width, dtype=features.dtype,
                              device=features.device)
        places = (coordinates[:, 0] * height + coordinates[:, 2]) * width + coordinates[:, 3]
        picture[:, places.long()] = features.t()
        return picture.reshape(features.shape[1], batch, height, width).transpose(0, 1).contiguous()

    return run


def int8_dot(x, weight, scale):
    rows = 32  # torch._int_mm refuses fewer than 17
    padded = functional.pad(x, (0, 0, 0, max(0, rows - x.shape[0])))
    sums = torch._int_mm(padded, weight.t())  # pylint: disable=protected-access
    return sums[:x.shape[0]].float() * scale


def deformable_attention(value, _shapes, _starts, locations, weights):
    samples, rows, heads, channels = value.shape
    _, queries, _, levels, points, _ = locations.shape
    side = int((rows // levels)**0.5)
    value = value.reshape(samples, levels, side, side, heads, channels)
    grid = (2 * locations - 1).permute(3, 0, 2, 1, 4, 5).reshape(levels, samples * heads, queries, points, 2)
    total = None
    for level in range(levels):
        maps = value[:, level].permute(0, 3, 4, 1, 2).reshape(samples * heads, channels, side, side)
        sampled = functional.grid_sample(maps, grid[level], align_corners=False)
        weight = weights[:, :, :, level].permute(0, 2, 1, 3).reshape(samples * heads, 1, queries, points)
        part = (sampled * weight).sum(-1)
        total = part if total is None else total + part
    return total.reshape(samples, heads * channels, queries).transpose(1, 2).contiguous()


def roi_align(attributes):
    try:
        from torchvision.ops import roi_align as run  # pylint: disable=import-outside-toplevel
    except ImportError:
        return None
    size = (int(attributes["output_height"]), int(attributes["output_width"]))
    scale, ratio = float(attributes["spatial_scale"]), int(attributes["sampling_ratio"])

    def align(x, rois, indices):
        boxes = torch.cat([indices.to(rois.dtype)[:, None], rois], dim=1)
        return run(x, boxes, size, scale, ratio, aligned=True)

    return align


SAME_EVERYWHERE = {
    "Swish_PS": functional.silu,
    "HardSwish_PS": functional.hardswish,
    "Mish_PS": functional.mish,
    "Softplus_PS": functional.softplus,
    "Elu_PS": functional.elu,
    "RmsNorm_PS": rms_norm,
    "AddRmsNorm_PS": add_rms_norm,
    "NonZero_PS": torch.nonzero,
    "Linear_PS": functional.linear,
    "Int8Dot_PS": int8_dot,
    "MultiScaleDeformableAttention_PS": deformable_attention,
}
BY_ATTRIBUTES = {
    "GroupNorm_PS": group_norm,
    "Gelu_PS": gelu,
    "PadTo_PS": pad_to,
    "PillarScatter_PS": pillar_scatter,
    "RoiAlign_PS": roi_align,
    "ChannelShuffle_PS": lambda attributes: lambda x: functional.channel_shuffle(
        x, int(attributes["groups"])),
}


def function_of(case):
    """What PyTorch does for the case; None where it has nothing."""
    if case["op"] not in ("Linear_PS", "Int8Dot_PS", "NonZero_PS", "ExpandTo_PS", "PadTo_PS",
                          "ChannelShuffle_PS") and ":int8" in case["inputs"][0]:
        return None  # our INT8 has scales, which PyTorch's functions do not take
    if case["op"] == "ExpandTo_PS":
        return expand_to(case)
    if case["op"] in BY_ATTRIBUTES:
        return BY_ATTRIBUTES[case["op"]](bench_inputs.read_attributes(case))
    return SAME_EVERYWHERE.get(case["op"])


def is_compiled(case):
    """Whether compiling is worth its seconds: not for one library call, sizes that data decide, and
    so little work that launches decide; nor for bfloat16, which goes as float16."""
    elements = sum(bench_inputs.element_count(given) for given in bench_inputs.read_inputs(case))
    return (case["op"] not in ("NonZero_PS", "Linear_PS", "Int8Dot_PS", "RoiAlign_PS")
            and elements > 1 << 20 and ":bfloat16" not in case["inputs"][0])
