# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""The inputs of plugsmith bench's cases, as Python has them: SHAPE:TYPE[=SOURCE].

The numbers are those of src/io/random.hpp and distribution.hpp, made with the arithmetic of
whatever array library `make` stands for (NumPy in the test, PyTorch on the device): 64-bit integers
that wrap around.
"""

import dataclasses
import typing

IDENTITY = ("op", "inputs", "attributes", "shape_inputs")  # what tells a case's work from others
GOLDEN = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


@dataclasses.dataclass
class Input:
    name: str
    shape: typing.Tuple[int, ...]
    type: str
    source: str  # "random", "zeros", "uniform"
    low: typing.Tuple[float, ...] = ()  # of zeros: the share
    high: typing.Tuple[float, ...] = ()
    seed: int = 0


def numbers(text):
    return tuple(float(part) for part in text.split(","))


def read_input(text, index):
    """The input that `text` describes, the op's number `index`."""
    described, _, source = text.partition("=")
    shape, _, kind = described.partition(":")
    given = Input(f"input{index}", tuple(int(size) for size in shape.split("x") if size), kind, "random")
    parts = source.split(":") if source else ["random"]
    given.source = parts[0]
    wanted = {"random": 1, "zeros": 2, "uniform": 3}.get(given.source)
    if wanted is None or len(parts) not in (wanted, wanted + 1):
        raise ValueError(f"{text}: its numbers are none of random, zeros:SHARE, uniform:LOW:HIGH")
    if wanted > 1:
        given.low = numbers(parts[1])
    if wanted > 2:
        given.high = numbers(parts[2])
    if len(parts) > wanted:
        given.seed = int(parts[wanted])
    return given


def read_inputs(case):
    return [read_input(text, index) for index, text in enumerate(case["inputs"])]


def element_count(given):
    count = 1
    for size in given.shape:
        count *= size
    return count


def read_attributes(case):
    """NAME=VALUE as a dictionary of texts."""
    return dict(text.split("=", 1) for text in case["attributes"])


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def signed(value):
    """The 64-bit integer with the same bits."""
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


def shifted(bits, count):
    """bits >> count without the sign, for signed arrays."""
    return (bits >> count) & ((1 << (64 - count)) - 1)


def random_bits(arange, count, seed, stream):
    """SplitMix64's numbers 1 to `count`, as signed 64-bit integers. `arange(n)` gives 0 to n - 1 as such."""
    key = signed(seed ^ fnv1a(stream))
    state = (arange(count) + 1) * signed(GOLDEN) + key
    state = (state ^ shifted(state, 30)) * signed(0xBF58476D1CE4E5B9)
    state = (state ^ shifted(state, 27)) * signed(0x94D049BB133111EB)
    return state ^ shifted(state, 31)


def random_share(arange, count, seed, stream):
    """Numbers in [0, 1): random_tensor's floats, halved and moved."""
    return shifted(random_bits(arange, count, seed, stream), 40) * 2.0**-24
