# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""Our ops' CPU references against PyTorch in float64: a second opinion that shares no line with ours."""
import itertools

import numpy
import torch
from torch.nn import functional

from harness import expect_close, expect_equal, main, run_op

FLOATS = (numpy.float32, numpy.float16)
EXTREMES = [0.0, -0.0, 1e-7, -1e-7, 0.5, -0.5, 3, -3, 6, -6, 20, -20, 21, 88.5, -88.5, 1e3, -1e3, 6e4, -6e4,
            float("nan")]


def draw(kind, *shape, low=-4.0, high=4.0):
    values = torch.rand(shape, dtype=torch.float64) * (high - low) + low
    return values.numpy().astype(kind)


def doubles(array):
    return torch.from_numpy(array.astype(numpy.float64))


def check_elementwise(op, function, attributes=None):
    for kind in FLOATS:
        x = numpy.concatenate([numpy.array(EXTREMES, kind), draw(kind, 1013)])
        expect_close(op, run_op(op, [x], attributes)[0], function(doubles(x)))


def test_swish():
    check_elementwise("Swish_PS", functional.silu)
    check_elementwise("Swish_PS", lambda x: x * torch.sigmoid(1.5 * x), {"beta": 1.5})


def test_hard_swish():
    check_elementwise("HardSwish_PS", functional.hardswish)


def test_mish():
    check_elementwise("Mish_PS", functional.mish)


def test_softplus():
    # PyTorch's threshold, beyond which it returns x, is set where that is exact.
    check_elementwise("Softplus_PS", lambda x: functional.softplus(x, threshold=40))
    check_elementwise("Softplus_PS", lambda x: functional.softplus(x, 2.0, 40), {"beta": 2})


def test_elu():
    check_elementwise("Elu_PS", functional.elu)
    check_elementwise("Elu_PS", lambda x: functional.elu(x, 0.75), {"alpha": 0.75})


def test_clipped_relu():
    check_elementwise("ClippedRelu_PS", lambda x: torch.nan_to_num(functional.relu6(x)))


def test_gelu():
    for approximate in ("none", "tanh"):
        for kind in FLOATS:
            x = numpy.concatenate([numpy.array(EXTREMES, kind), draw(kind, 1013)])
            # 1 + erf and 1 + tanh cancel in PyTorch's float64: results below 1e-8 tell nothing.
            expect_close(f"Gelu_PS {approximate}", run_op("Gelu_PS", [x], {"approximate": approximate})[0],
                         functional.gelu(doubles(x), approximate=approximate), floor=1e-8)
            x, bias = draw(kind, 3, 7, 5), draw(kind, 7)
            expect_close(f"Gelu_PS {approximate} with bias",
                         run_op("Gelu_PS", [x, bias], {"approximate": approximate, "axis": 1})[0],
                         functional.gelu(doubles(x) + doubles(bias)[:, None], approximate=approximate),
                         floor=1e-8)


def test_group_norm():
    epsilon = 2.0**-10
    for kind in FLOATS:
        for shape in ((2, 12, 7), (3, 12, 5, 6), (1, 12, 2, 3, 4)):
            x, scale, bias = draw(kind, *shape), draw(kind, 12), draw(kind, 12)
            wanted = functional.group_norm(doubles(x), 4, doubles(scale), doubles(bias), epsilon)
            attributes = {"groups": 4, "epsilon": epsilon}
            # The result's error is absolute: a term cancels another.
            expect_close("GroupNorm_PS", run_op("GroupNorm_PS", [x, scale, bias], attributes)[0], wanted,
                         floor=1e-3)
            attributes["activation"] = "silu"
            expect_close("GroupNorm_PS silu", run_op("GroupNorm_PS", [x, scale, bias], attributes)[0],
                         functional.silu(wanted), floor=1e-3)


def rms_norm(x, scale, epsilon):
    return functional.rms_norm(x, x.shape[-1:], scale, epsilon)


def test_rms_norm():
    for kind in FLOATS:
        x, scale = draw(kind, 5, 3, 65), draw(kind, 65)
        expect_close("RmsNorm_PS", run_op("RmsNorm_PS", [x, scale], {"epsilon": 2.0**-20})[0],
                     rms_norm(doubles(x), doubles(scale), 2.0**-20))


def test_add_rms_norm():
    for kind in FLOATS:
        x, residual, scale = draw(kind, 5, 65), draw(kind, 5, 65), draw(kind, 65)
        y, total = run_op("AddRmsNorm_PS", [x, residual, scale], {"epsilon": 2.0**-20})
        rounded = (torch.from_numpy(x) + torch.from_numpy(residual)).numpy()
        expect_equal("AddRmsNorm_PS sum", total, rounded)
        expect_close("AddRmsNorm_PS", y, rms_norm(doubles(rounded), doubles(scale), 2.0**-20))


def test_non_zero():
    for kind in (numpy.float32, numpy.int8, numpy.int64):
        x = (draw(numpy.float32, 5, 6, 7) * (draw(numpy.float32, 5, 6, 7) > 0)).astype(kind)
        found = torch.nonzero(torch.from_numpy(x))
        indices, count = run_op("NonZero_PS", [x], {"order": "column"})
        expect_equal("NonZero_PS column", indices, found)
        expect_equal("NonZero_PS count", count, torch.tensor(len(found)))
        expect_equal("NonZero_PS row", run_op("NonZero_PS", [x])[0], found.T)


def test_channel_shuffle():
    for kind in (numpy.float32, numpy.float16, numpy.int8):
        x = (draw(numpy.float32, 2, 12, 5, 7) * 20).astype(kind)
        expect_equal("ChannelShuffle_PS", run_op("ChannelShuffle_PS", [x], {"groups": 3})[0],
                     functional.channel_shuffle(torch.from_numpy(x), 3))


def test_linear():
    x, weight, bias = draw(numpy.float16, 4, 3, 33), draw(numpy.float16, 9, 33), draw(numpy.float16, 9)
    wanted = functional.linear(doubles(x), doubles(weight), doubles(bias))
    for activation, function in {"none": lambda v: v, "relu": functional.relu}.items():
        got = run_op("Linear_PS", [x, weight, bias], {"out_features": 9, "activation": activation})[0]
        expect_close(f"Linear_PS {activation}", got, function(wanted))


def test_expand_to():
    x = draw(numpy.float32, 3, 1, 5)
    expect_equal("ExpandTo_PS", run_op("ExpandTo_PS", [x], shape_inputs=[(2, 3, 4, 5)])[0],
                 torch.from_numpy(x).expand(2, 3, 4, 5))


def test_pad_to():
    x = draw(numpy.float16, 2, 3, 5, 6)
    got = run_op("PadTo_PS", [x], {"height": 8, "width": 7, "value": 0.5})[0]
    expect_equal("PadTo_PS", got, functional.pad(torch.from_numpy(x), (0, 1, 0, 3), value=0.5))


def test_int8_dot():
    x = (draw(numpy.float32, 3, 40) * 31).astype(numpy.int8)
    weight = (draw(numpy.float32, 6, 40) * 31).astype(numpy.int8)
    scale, bias = draw(numpy.float32, 6, low=0.001, high=0.01), draw(numpy.float32, 6)
    wanted = (doubles(x) @ doubles(weight).T) * doubles(scale) + doubles(bias)
    # The product and the sum: the sum may cancel.
    expect_close("Int8Dot_PS", run_op("Int8Dot_PS", [x, weight, scale, bias], {"output_type": "float32"})[0],
                 wanted, floor=1.0)


def test_pillar_scatter():
    features = draw(numpy.float32, 20, 6)
    places = torch.randperm(2 * 5 * 7)[:20]
    coordinates = torch.stack([places // 35, torch.zeros(20, dtype=torch.int64), places // 7 % 5, places % 7], 1)
    picture = torch.zeros(2, 5, 7, 6)
    picture[coordinates[:, 0], coordinates[:, 2], coordinates[:, 3]] = torch.from_numpy(features)
    got = run_op("PillarScatter_PS", [features, coordinates.numpy().astype(numpy.int32)],
                 {"batch": 2, "height": 5, "width": 7})[0]
    expect_equal("PillarScatter_PS", got, picture.permute(0, 3, 1, 2))


def sample_bins(x, region, bins, ratio, half_pixel):
    """Averages of grid_sample, which clamps to the edge; further out than a pixel is 0."""
    height, width = x.shape[1:]
    offset = 0.5 if half_pixel else 0.0
    left, top, right, bottom = (value - offset for value in region)
    across, down = right - left, bottom - top
    if not half_pixel:
        across, down = max(across, 1.0), max(down, 1.0)
    steps = (torch.arange(bins * ratio, dtype=torch.float64) + 0.5) / (bins * ratio)
    rows, columns = torch.meshgrid(top + steps * down, left + steps * across, indexing="ij")
    grid = torch.stack([columns * 2 / (width - 1) - 1, rows * 2 / (height - 1) - 1], -1)
    values = functional.grid_sample(x[None], grid[None], padding_mode="border", align_corners=True)
    inside = (rows >= -1) & (rows <= height) & (columns >= -1) & (columns <= width)
    return functional.avg_pool2d(values * inside, ratio)[0]


def test_roi_align():
    x = draw(numpy.float32, 2, 3, 9, 11)
    rois = numpy.array([[1, 2, 7, 6], [-3, -2, 4, 5], [6, 5, 14, 12], [3, 3, 3.25, 3.5]], numpy.float32)
    indices = numpy.array([0, 1, 1, 0])
    for mode in ("half_pixel", "output_half_pixel"):
        got = run_op("RoiAlign_PS", [x, rois, indices],
                     {"output_height": 4, "output_width": 4, "sampling_ratio": 2,
                      "coordinate_transformation_mode": mode})[0]
        wanted = [sample_bins(doubles(x)[index], region.tolist(), 4, 2, mode == "half_pixel")
                  for region, index in zip(doubles(rois), indices)]
        expect_close(f"RoiAlign_PS {mode}", got, torch.stack(wanted), factor=2, floor=1.0)


def bilinear(x, rows, columns):
    """x: [C, H, W] at places of any shape, in pixels, with zeros around."""
    height, width = x.shape[1:]
    grid = torch.stack([(2 * columns + 1) / width - 1, (2 * rows + 1) / height - 1], -1).reshape(1, 1, -1, 2)
    values = functional.grid_sample(x[None], grid, padding_mode="zeros", align_corners=False)
    return values.reshape(x.shape[0], *rows.shape)


def test_multi_scale_deformable_attention():
    maps, heads, depth, queries, points = [(6, 4), (3, 5)], 2, 3, 7, 4
    starts = [0, 24]
    for kind in FLOATS:
        value = draw(kind, 2, 24 + 15, heads, depth)
        locations = draw(kind, 2, queries, heads, len(maps), points, 2, low=-0.2, high=1.2)
        weights = draw(kind, 2, queries, heads, len(maps), points)
        wanted = torch.zeros(2, queries, heads, depth, dtype=torch.float64)
        for sample, head, (level, (height, width)) in itertools.product(range(2), range(heads), enumerate(maps)):
            pixels = doubles(value)[sample, starts[level]:starts[level] + height * width, head]
            place = doubles(locations)[sample, :, head, level]
            found = bilinear(pixels.T.reshape(depth, height, width), place[..., 1] * height - 0.5,
                             place[..., 0] * width - 0.5)
            wanted[sample, :, head] += torch.einsum("dqp,qp->qd", found, doubles(weights)[sample, :, head, level])
        got = run_op("MultiScaleDeformableAttention_PS",
                     [value, numpy.array(maps), numpy.array(starts), locations, weights])[0]
        expect_close("MultiScaleDeformableAttention_PS", got, wanted.reshape(2, queries, -1), floor=1e-3)


def test_modulated_deform_conv():
    for kind in FLOATS:
        x, weight, bias = draw(kind, 2, 4, 7, 6), draw(kind, 6, 2, 3, 3), draw(kind, 6)
        offset, mask = draw(kind, 2, 2 * 2 * 9, 4, 3), draw(kind, 2, 2 * 9, 4, 3)
        wanted = doubles(bias).reshape(1, 6, 1, 1).repeat(2, 1, 4, 3)
        i, j = torch.meshgrid(torch.arange(4.0), torch.arange(3.0), indexing="ij")
        for sample, channel, r, s in itertools.product(range(2), range(4), range(3), range(3)):
            tap = (channel // 2 * 3 + r) * 3 + s
            place = doubles(offset)[sample, 2 * tap:2 * tap + 2]
            found = bilinear(doubles(x)[sample, channel:channel + 1], i * 2 - 1 + r + place[0],
                             j * 2 - 1 + s + place[1])[0] * doubles(mask)[sample, tap]
            group = channel // 2  # of two, with three outputs and two inputs each
            wanted[sample, 3 * group:3 * group + 3] += (
                doubles(weight)[3 * group:3 * group + 3, channel % 2, r, s].reshape(3, 1, 1) * found)
        got = run_op("ModulatedDeformConv_PS", [x, offset, mask, weight, bias],
                     {"stride": "2,2", "padding": "1,1", "groups": 2, "deform_groups": 2})[0]
        expect_close("ModulatedDeformConv_PS", got, wanted, floor=1e-2)


if __name__ == "__main__":
    main(globals())
