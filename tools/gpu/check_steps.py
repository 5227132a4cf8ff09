# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""Steps of a GPU run: plugsmith check in its tiers and under NVIDIA's compute-sanitizer."""
from step import REST, SANITIZE, Step, cublaslt, expect


def advised(op, rule):
    """Whether the rule was run on the op and only warns."""
    severities = {finding["severity"] for finding in op["findings"] if finding["rule"] == rule}
    return severities == {"warning"}


def rule_passed(rule, least):
    """No op breaks any rule, and at least so many pass this one, if with a warning."""
    def judge(result):
        ops = result.get("ops", [])
        errors = [f"{op['name']} {finding['rule']}: {finding['message']}" for op in ops
                  for finding in op["findings"] if finding["severity"] == "error"]
        passed = sum(rule in op["passed"] or advised(op, rule) for op in ops)
        reasons = sorted({left["reason"] for op in ops for left in op["not_run"] if left["rule"] == rule})
        return (errors + expect(passed >= least, f"{rule} passed for {passed} ops, not {least}: {reasons}"))
    return judge


def breaks(rule, kind, kernel):
    """The only error is of this rule, and the sanitizer's report was understood."""
    def judge(result):
        errors = [finding for op in result.get("ops", []) for finding in op["findings"]
                  if finding["severity"] == "error"]
        seen = [finding.get("sanitizer", {}) for finding in errors if finding["rule"] == rule]
        found = any(kind in report.get("kind", "") and kernel in report.get("kernel", "")
                    and report.get("case", "").startswith("float32 kLINEAR -> float32 kLINEAR, inputs [1024]")
                    and report.get("confirmed", True)
                    for report in seen)
        return expect(found and len(seen) == len(errors),
                      f"{rule} ({kind} in {kernel}) is not what was found: {errors}")
    return judge


SANITIZERS = {  # tool: its rule, a fault of the fixture's kernel that it must find, what it then says
    "memcheck": ("CK97", "overrun", "invalid __global__ write"),
    "racecheck": ("CK98", "race", "race in shared memory"),
    "initcheck": ("CK99", "uninitialized", "ninitialized __global__ memory read"),
    "synccheck": ("CK100", "barrier", "barrier error"),
}
LEAST_INVENTED = 12  # of our ops take inputs that are invented; the others have a specification


def check_steps(folder):
    """Our library in each tier of check and under each tool of compute-sanitizer, and kernels with a
    fault for each."""
    if not folder.has("bin/plugsmith-worker-10"):
        return
    where = ["--tensorrt", folder.tensorrt] if folder.tensorrt else []

    def check(name, library, *arguments, **keywords):
        return Step("check: " + name, folder.plugsmith("check", library, *arguments), timeout=500,
                    environment=cublaslt(), **keywords)

    specs = sorted(str(path) for path in (folder.here / "specs").glob("*.yaml"))
    for what, given, least in (("invented inputs", [], LEAST_INVENTED),
                               ("specified inputs", [word for path in specs for word in ("--spec", path)],
                                len(specs))):
        ours = [folder.plugins, *given]
        yield check(f"on the device, {what}", *ours, "--tier", "gpu", "-j", "6", phase=REST,
                    judge=rule_passed("CK72", least))
        yield check(f"engines, {what}", *ours, "--tier", "engine", "-j", "6", *where, phase=REST,
                    judge=rule_passed("CK96", least))
        for tool, (rule, _, _) in SANITIZERS.items():
            yield check(f"{tool}, {what}", *ours, "--sanitizer", tool, "--only", rule, "-j", "4",
                        "--timeout", "240", phase=SANITIZE, judge=rule_passed(rule, least))
    for tool, (rule, fault, kind) in SANITIZERS.items():
        under = ["--sanitizer", tool, "--only", rule]
        kernels = [folder.file("lib/libfaulty_kernels.so"), "--op", "TileReverse", "--input", "1024:float32"]
        yield check(tool + " finds a fault", *kernels, "--attr", "fault=" + fault, *under,
                    expected=1, judge=breaks(rule, kind, "reverse_tiles"), phase=SANITIZE)
        yield check(tool + " finds nothing in the repaired kernel", *kernels, *under,
                    judge=rule_passed(rule, 1), phase=SANITIZE)
