# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""Small networks as people write them, and how often each of our ops should be found in them."""
import dataclasses

import torch
from torch import nn


class RmsNormByHand(nn.Module):
    """As transformers spells it: computed in float32 whatever the model's type."""

    def __init__(self, channels, epsilon=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(channels) + 0.5)
        self.epsilon = epsilon

    def forward(self, x):
        wide = x.to(torch.float32) if x.dtype != torch.float64 else x
        variance = wide.pow(2).mean(-1, keepdim=True)
        return self.weight * (wide * torch.rsqrt(variance + self.epsilon)).to(x.dtype)


class ResidualBlock(nn.Module):
    """Of a diffusion network: a norm with an activation, one without."""

    def __init__(self, channels):
        super().__init__()
        self.first, self.second = nn.GroupNorm(4, channels), nn.GroupNorm(2, channels, eps=1e-3)
        self.convolution = nn.Conv2d(channels, channels, 3, padding=1)
        for norm in (self.first, self.second):
            nn.init.uniform_(norm.weight, 0.5, 1.5)
            nn.init.uniform_(norm.bias, -1, 1)

    def forward(self, x):
        hidden = self.convolution(nn.functional.silu(self.first(x)))
        return x + self.second(hidden)


class TransformerBlock(nn.Module):
    """Two linear layers, each behind a norm, around a residual stream."""

    def __init__(self, channels):
        super().__init__()
        self.norms = nn.ModuleList(RmsNormByHand(channels) for _ in range(2))
        self.layers = nn.ModuleList(nn.Linear(channels, channels) for _ in range(2))

    def forward(self, x):
        hidden = self.layers[0](self.norms[0](x))
        x = x + hidden
        return x + self.layers[1](self.norms[1](x))


class AddedBlock(nn.Module):
    """The second half of a TransformerBlock: the sum is read by the norm and by the next sum."""

    def __init__(self, channels):
        super().__init__()
        self.norm = RmsNormByHand(channels)
        self.layers = nn.ModuleList(nn.Linear(channels, channels) for _ in range(2))

    def forward(self, x):
        x = x + self.layers[0](x)
        return x + self.layers[1](self.norm(x))


def activations(make):
    return nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), make(), nn.Conv2d(8, 4, 1), make())


@dataclasses.dataclass
class Example:
    """A network, an input for it, and the op to graft with the number of its subgraphs."""

    module: nn.Module
    shape: tuple
    op: str
    count: int
    tolerance: float = 64  # times epsilon of the type, of what is rounded many times
    half: bool = False
    leaves: tuple = ("Conv", "MatMul", "Gemm", "Add", "Cast")  # ops that the grafted network has, too


EXAMPLES = {
    "gelu": lambda: Example(nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 8), nn.GELU("tanh")),
                            (2, 5, 16), "Gelu_PS", 2),
    "silu": lambda: Example(activations(nn.SiLU), (2, 3, 9, 7), "Swish_PS", 2),
    "hard_swish": lambda: Example(activations(nn.Hardswish), (2, 3, 9, 7), "HardSwish_PS", 2),
    "hard_swish_by_relu6": lambda: Example(activations(SwishByRelu6), (2, 3, 9, 7), "HardSwish_PS", 2),
    "mish": lambda: Example(activations(nn.Mish), (2, 3, 9, 7), "Mish_PS", 2),
    "group_norm": lambda: Example(ResidualBlock(8), (2, 8, 6, 5), "GroupNorm_PS", 2),
    # TorchScript multiplies by 1 and adds 0 behind it, dynamo gives it ones and zeros.
    "group_norm_without_affine": lambda: Example(
        nn.Sequential(nn.Conv1d(4, 8, 3), nn.GroupNorm(2, 8, affine=False)), (2, 4, 12), "GroupNorm_PS", 1,
        leaves=("Conv", "Mul", "Add", "Constant", "ConstantOfShape")),
    "rms_norm": lambda: Example(TransformerBlock(16), (2, 5, 16), "RmsNorm_PS", 2),
    "rms_norm_in_half_precision": lambda: Example(TransformerBlock(16), (2, 5, 16), "RmsNorm_PS", 2,
                                                  half=True),
    "add_rms_norm": lambda: Example(AddedBlock(16), (2, 5, 16), "AddRmsNorm_PS", 1),
}


class SwishByRelu6(nn.Module):
    """MobileNetV3 before PyTorch had hard-swish."""

    def forward(self, x):
        return x * (nn.functional.relu6(x + 3) / 6)
