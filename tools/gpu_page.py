# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""The page docs/gpu-results.md, from the steps that tools/take-gpu-results keeps."""
import functools
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEAD = """# On a GPU and in real TensorRT

Written by `tools/take-gpu-results` from [gpu-h200.json](results/gpu-h200.json), which has the command, date, commit and clocks of each step.
`make gpu-test` makes such a run. How fast the ops are: [performance](performance.md).
"""
TIERS = (("GPU", "check: on the device"), ("engine", "check: engines"), ("memcheck", "check: memcheck"),
         ("racecheck", "check: racecheck"), ("initcheck", "check: initcheck"), ("synccheck", "check: synccheck"))
TIER_RULES = {"engine": "CK96", "memcheck": "CK97", "racecheck": "CK98", "initcheck": "CK99", "synccheck": "CK100"}
KINDS = (" invented inputs", " specified inputs")


@functools.lru_cache(maxsize=None)
def device_rules():
    """Those that docs/rules.md gives to a GPU."""
    lines = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if line.startswith("| CK")]
    return {row[1] for row in rows if len(row) > 4 and row[4] == "GPU"}


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
                     + ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]) + "\n"


def section(title, text):
    return f"\n## {title}\n\n{text}" if text else ""


def when(step):
    return f"{step['date'][:10]}, `{step['commit'][:7]}`"


def first_line(step):
    return step.get("result", {}).get("message", "").splitlines()[:1]


def runs(steps):
    groups = {}
    for step in steps:
        groups.setdefault((step["date"], step["commit"][:7], step["device"]), []).append(step)
    rows = [(date.replace("T", " ")[:16], f"`{commit}`", device, len(group),
             ", ".join(step["name"] for step in group if step["verdict"] == "fail") or "none")
            for (date, commit, device), group in sorted(groups.items())]
    return table(("UTC", "commit", "device, driver, clocks (SM, memory, most), limit, temperature", "steps", "failed"),
                 rows)


def builds(steps):
    rows = []
    for step in steps:
        if not step["name"].startswith("demo: build"):
            continue
        engine, build = (step.get("result", {}).get(key, {}) for key in ("engine", "build"))
        rows.append((step["name"][len("demo: build "):], f"{build.get('seconds', 0):.1f}", build.get("plan_bytes", ""),
                     engine.get("layers", ""), engine.get("plugin_layers", ""),
                     len(engine.get("reformats_beside_plugins", [])), verdict(step)))
    return table(("build", "s", "plan, bytes", "layers", "plugin layers", "reformats beside them", ""), rows) if rows else ""


def demo_runs(steps):
    rows = []
    for step in steps:
        result = step.get("result", {})
        comparison = result.get("comparison", {})
        if not step["name"].startswith("demo: run") or "step_ms" not in result:
            continue
        other = comparison.get("step_ms", {})
        rows.append((step["name"][len("demo: run "):], f"{result['step_ms']['median']:.3f}",
                     f"{other['median']:.3f}" if other else "", comparison.get("max_abs_difference", ""),
                     verdict(step)))
    return table(("run", "ms a step", "the plan without the plugin", "largest difference", ""), rows) if rows else ""


def verdict(step):
    if step["verdict"] == "fail":
        return "fails: " + "; ".join(step["problems"])
    return step["verdict"]


def cell(entries, tier):
    """What one op's entries of a tier say: a rule passed, broken, or not run with the reason."""
    broken = [finding["rule"] for op in entries for finding in op["findings"] if finding["severity"] == "error"]
    if broken:
        return "breaks " + ", ".join(sorted(set(broken)))
    advice = {finding["rule"] for op in entries for finding in op["findings"] if finding["rule"] == TIER_RULES.get(tier)}
    if advice:
        return "advice on " + ", ".join(sorted(advice))
    rules = {TIER_RULES[tier]} if tier in TIER_RULES else device_rules() - set(TIER_RULES.values())
    passed = {rule for op in entries for rule in op["passed"] if rule in rules}
    if passed:
        return f"{len(passed)} rules pass" if tier == "GPU" else "passes"
    return "not run" if entries else ""


def ops(steps):
    found = {}
    for tier, prefix in TIERS:
        for step in steps:
            if step["name"] not in [prefix + "," + kind for kind in KINDS]:
                continue
            for op in step.get("result", {}).get("ops", []):
                found.setdefault((op["name"], op["version"]), {}).setdefault(tier, []).append(op)
    rows = []
    for (name, version), tiers in sorted(found.items()):
        combinations = {entry for entries in tiers.values() for op in entries for entry in op["combinations"]}
        rows.append((f"`{name}`", version, len(combinations), *(cell(tiers.get(tier, []), tier) for tier, _ in TIERS)))
    note = "What was not run has its reason in the JSON.\n\n" if rows else ""
    return note + table(("op", "version", "type and format combinations", *(tier for tier, _ in TIERS)), rows) if rows else ""


def tests(steps):
    rows = []
    for step in steps:
        done = step.get("tests")
        if not done:
            continue
        rows.append((step["name"], done["run"], len(done["failed"]) or "none",
                     sum(done["skipped"].values()), "; ".join(
                         f"{key} {value}" for values in done["properties"].values() for key, value in values.items()),
                     when(step)))
    return table(("tests", "run", "failed", "skipped", "measured", "when"), rows) if rows else ""


def sentences(steps, prefixes):
    rows = [(step["name"].partition(": ")[2], step["exit"], " ".join(first_line(step)), verdict(step))
            for step in steps if step["name"].startswith(prefixes)]
    return table(("what", "exit", "what is said", ""), rows) if rows else ""


def fidelity(steps):
    step = next((step for step in steps if step["name"] == "selfcheck" and "same" in step.get("result", {})), None)
    if step is None:
        return ""
    result = step["result"]
    text = (f"`plugsmith selfcheck` played {result['same'] + len(result['not_same'])} scenarios with {result['played_with']} "
            f"({when(step)}); {result['same']} as they were recorded.\n")
    for scenario in result["not_same"]:
        text += f"\n- `{scenario['name']}`: " + (
            "; ".join(f"{line['side']} `{line['line'].strip()}`" for line in scenario["differences"])
            if scenario.get("differences") else "had no recording yet")
    return text + ("\n" if result["not_same"] else "")


def notes():
    path = ROOT / "docs" / "results" / "gpu-notes.md"
    return "\n" + path.read_text(encoding="utf-8") if path.exists() else ""


def page(steps):
    return (HEAD + section("Runs", runs(steps)) + notes()
            + section("The demo's text detector in TensorRT", "\n".join(filter(None, (builds(steps), demo_runs(steps)))))
            + section("Every op on the device, in engines, and under compute-sanitizer", ops(steps))
            + section("Tests", tests(steps))
            + section("Kernels with a fault, and without it, under compute-sanitizer", sentences(
                steps, tuple("check: " + tool + " finds" for tool in TIER_RULES)))
            + section("The calls that TensorRT makes", fidelity(steps))
            + section("Version-compatible plans of 10.6 in lean runtimes", sentences(steps, ("lean ",)))
            + section("Bad input, and plugins that fail", sentences(steps, ("bad: ", "fault: "))))
