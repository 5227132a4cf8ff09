# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""Lets PyTorch's CUDA build compute on the CPU without CUDA.

Usage: torch_without_cuda.py FOLDER-OF-TORCH'S-LIBRARIES

The wheel that the package index has for Linux is linked against 14 libraries of CUDA, over 3 GB, and
starts only where they are, although nothing on the CPU calls them. For each that is not in the folder
this puts a library there that has the wanted name and functions; every function returns 100, "no CUDA
device". Uses cc, nm and readelf.
"""
import collections
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

CUDA_LIBRARY = re.compile(r"lib(cu|nv|nccl)")
CUDA_FUNCTION = re.compile(r"(__)?(cu|nv|nccl)")
WITHOUT_VERSION = "libnccl.so.2"  # takes functions of libraries that have no versions of symbols
RETURN_100 = "mov w0, #100" if platform.machine() == "aarch64" else "mov $100, %eax"


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needs_of(library):
    """Names of the libraries that it needs, and the versions that it wants of each."""
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-dW", library)))
    versions, file = collections.defaultdict(set), None
    for line in output_of("readelf", "-VW", library).splitlines():
        if found := re.search(r"File: (\S+)", line):
            file = found[1]
        elif file and (found := re.search(r"Name: (\S+) +Flags", line)):
            versions[file].add(found[1])
    return needed, versions


def write_stand_in(path, functions):
    """functions: names by version; "" for those without one."""
    with tempfile.TemporaryDirectory() as folder:
        source, script = pathlib.Path(folder, "stand_in.s"), pathlib.Path(folder, "stand_in.map")
        names = sorted(set().union(*functions.values()))
        labels = "".join(f".globl {name}\n.type {name}, @function\n{name}:\n" for name in names)
        source.write_text(f".text\n{labels}{RETURN_100}\nret\n.section .note.GNU-stack,\"\",@progbits\n")
        script.write_text("".join(
            f"{version} {{ global: {' '.join(name + ';' for name in sorted(of_version))} }};\n"
            for version, of_version in functions.items() if version))
        options = [f"-Wl,--version-script={script}"] if script.stat().st_size else []
        subprocess.run(["cc", "-shared", "-nostdlib", f"-Wl,-soname,{path.name}", "-o", path, source,
                        *options], check=True)


def main(folder):
    libraries = [file for file in folder.glob("*.so*") if file.is_file()]
    wanted, defined, needed, versions = set(), set(), set(), collections.defaultdict(set)
    for library in libraries:
        for line in output_of("nm", "-D", "--with-symbol-versions", library).splitlines():
            *_, kind, symbol = line.split()
            if kind == "U":
                wanted.add(symbol)
            else:
                defined.add(symbol.split("@")[0])
        its_needs, its_versions = needs_of(library)
        needed |= its_needs
        for name, of_library in its_versions.items():
            versions[name] |= of_library
    absent = sorted(name for name in needed - {library.name for library in libraries}
                    if CUDA_LIBRARY.match(name))
    owners = {version: name for name in absent for version in versions[name]}
    functions = {name: {version: set() for version in versions[name]} for name in absent}
    for symbol in wanted:
        name, _, version = symbol.partition("@")
        if version in owners:
            functions[owners[version]][version].add(name)
        elif not version and name not in defined and CUDA_FUNCTION.match(name):
            functions.setdefault(WITHOUT_VERSION, {}).setdefault("", set()).add(name)
    for name, of_library in functions.items():
        write_stand_in(folder / name, of_library or {"": set()})
    print(f"torch_without_cuda: {len(functions)} libraries stood in for")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
