# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""A step of a GPU run, and what steps share."""
import dataclasses
import glob
import pathlib
import sys
import typing


@dataclasses.dataclass
class Step:
    name: str
    command: typing.List[str]
    expected: typing.Optional[int] = 0  # None: whatever comes is recorded
    says: typing.Sequence[str] = ()  # regular expressions that its output must hold
    timeout: int = 120
    environment: typing.Dict[str, str] = dataclasses.field(default_factory=dict)
    gtest: str = ""  # the JSON that the test program writes
    judge: typing.Optional[typing.Callable[[dict], typing.List[str]]] = None
    phase: int = 0
    alone: bool = False  # it measures time


BUILD, REUSE, MORE_BUILDS, RUN, MEASURE, REST, SANITIZE = range(7)  # phases


def expect(condition, problem):
    return [] if condition else [problem]


def cublaslt():
    """cuBLASLt of this Python's packages or of a CUDA toolkit, which Linear_PS wants; as environment."""
    places = [pathlib.Path(entry) / "nvidia/*/lib" for entry in sys.path if entry]
    for place in [*places, "/usr/local/cuda/lib64"]:
        for name in ("libcublasLt.so.13", "libcublasLt.so.12"):
            for path in sorted(glob.glob(f"{place}/{name}")):
                return {"PLUGSMITH_CUBLASLT": path}
    return {}
