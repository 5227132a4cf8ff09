# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs the steps of gpu_steps.py, holds each against what it must do, and writes one JSON."""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time

import gpu_steps

HERE = pathlib.Path(__file__).resolve().parent
KEPT_TEXT = 6000


def environment(tensorrt):
    paths = [str(HERE / "lib/carried")] + ([tensorrt, tensorrt + "/lib"] if tensorrt else [])
    inherited = os.environ.get("LD_LIBRARY_PATH")
    return dict(os.environ, LD_LIBRARY_PATH=":".join(paths + ([inherited] if inherited else [])),
                PLUGSMITH_PLUGIN_LIBRARY=str(HERE / "lib/libplugsmith_plugins.so"))


def device():
    """What nvidia-smi says; empty where there is none."""
    query = "name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,power.limit,temperature.gpu"
    try:
        answer = subprocess.run(["nvidia-smi", "--query-gpu=" + query, "--format=csv"],
                                capture_output=True, text=True, timeout=60, check=False)
    except OSError:
        return ""
    return answer.stdout.strip()


def run_step(step, env, log):
    """The step's record: exit code, seconds, JSON where it prints JSON, and its verdict."""
    started = time.monotonic()
    try:
        done = subprocess.run(step.command, cwd=HERE, env=dict(env, **step.environment), text=True,
                              capture_output=True, timeout=step.timeout, errors="replace",
                              check=False)
        code, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as expired:
        code, out, err = "timeout", str(expired.stdout or ""), str(expired.stderr or "")
    except OSError as error:
        code, out, err = "not started", "", str(error)
    record = {"name": step.name, "command": " ".join(step.command), "exit": code,
              "expected_exit": step.expected, "seconds": round(time.monotonic() - started, 2)}
    if step.environment:
        record["environment"] = step.environment
    problems = [] if step.expected in (None, code) else [f"exit {code}, not {step.expected}"]
    problems += [f"the message lacks: {part}" for part in step.says if not re.search(part, out + err)]
    try:
        record["result"] = json.loads(out)
    except ValueError:
        record["output"] = out[-KEPT_TEXT:]
    record["messages"] = err[-KEPT_TEXT:]
    if step.gtest:
        record["tests"] = gtest_summary(step.gtest)
        if not record["tests"]["run"]:
            problems.append("no test ran")
    if not problems and step.judge:
        problems += step.judge(record.get("result", {}))
    record["verdict"], record["problems"] = "fail" if problems else "pass", problems
    if step.expected is None:
        record["verdict"] = f"exit {code}"
    log.write(f"== {step.name}: {record['verdict']} {problems}\n$ {record['command']}\n{out}\n{err}\n")
    print(f"{record['verdict']}  {step.name}  {record['seconds']} s  {'; '.join(problems)}", flush=True)
    return record


def gtest_summary(path):
    summary = {"run": 0, "failed": [], "skipped": {}, "properties": {}}
    try:
        report = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return summary
    for suite in report.get("testsuites", []):
        for test in suite.get("testsuite", []):
            name = f"{suite['name']}.{test['name']}"
            if test.get("result") == "SKIPPED":
                reason = (test.get("skipped") or [{}])[0].get("message", "").strip()[:200]
                summary["skipped"][reason] = summary["skipped"].get(reason, 0) + 1
                continue
            summary["run"] += 1
            if test.get("failures"):
                summary["failed"].append({"test": name, "message": test["failures"][0]["failure"][:1500]})
            extra = {k: v for k, v in test.items() if k.endswith(("_bytes", "_ms"))}
            if extra:
                summary["properties"][name] = extra
    return summary


def batches(steps):
    """Steps that run side by side: those of a phase, then each that must be alone."""
    for phase in sorted({step.phase for step in steps}):
        together = [step for step in steps if step.phase == phase]
        yield [step for step in together if not step.alone]
        for step in together:
            if step.alone:
                yield [step]


def main():
    parser = argparse.ArgumentParser(prog="run", description=__doc__)
    parser.add_argument("--tensorrt", default="", help="folder of TensorRT's libraries")
    parser.add_argument("--lean", default="", help="folder of folders, each with a lean runtime")
    parser.add_argument("--out", default=os.environ.get("OUT", "."), help="where the results go")
    parser.add_argument("--only", action="append", default=[], help="only steps whose name starts so")
    parser.add_argument("--jobs", type=int, default=4, help="steps side by side (4); more take turns on the GPU")
    parser.add_argument("--quick", action="store_true",
                        help="build the demo with --optimization-level 1")
    parser.add_argument("--list", action="store_true", help="name the steps and run nothing")
    options = parser.parse_args()
    out = pathlib.Path(options.out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    work = out / "work"
    work.mkdir(exist_ok=True)
    tensorrt = str(pathlib.Path(options.tensorrt).resolve()) if options.tensorrt else ""
    steps = [step for step in gpu_steps.steps(HERE, work, tensorrt, options.lean, options.quick)
             if not options.only or step.name.startswith(tuple(options.only))]
    if options.list:
        print("\n".join(step.name for step in steps))
        return 0
    started = datetime.datetime.now(datetime.timezone.utc)
    results = {"schema": 1, "date": started.isoformat(timespec="seconds"),
               "commit": (HERE / "commit").read_text(encoding="utf-8").strip(),
               "command": "run " + " ".join(sys.argv[1:]), "device": device(), "steps": []}
    kept = threading.Lock()

    def take(step):
        record = run_step(step, environment(tensorrt), log)
        with kept:  # a run that is stopped leaves what is done
            results["steps"].append(record)
            (out / "gpu-results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")

    with open(out / "gpu-log.txt", "w", encoding="utf-8") as log:
        for batch in batches(steps):
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                list(pool.map(take, batch))
    results["device_afterwards"] = device()
    failed = [step["name"] for step in results["steps"] if step["verdict"] == "fail"]
    results["passed"], results["failed"] = len(results["steps"]) - len(failed), failed
    (out / "gpu-results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")
    print(f"{results['passed']} of {len(results['steps'])} steps passed; {out}/gpu-results.json")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
