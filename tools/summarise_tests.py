# SPDX-FileCopyrightText: Plugsmith contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads ctest's JUnit file: names the failed tests, groups the skipped ones by reason, counts all.

Exits with 1 when a test failed or none ran.
"""
import collections
import re
import sys
import xml.etree.ElementTree as xml


def skip_reason(output):
    """GoogleTest prints the reason below "FILE:LINE: Skipped"; scripts print "skipped: REASON"."""
    found = re.search(r": Skipped\n(?P<reason>.+)|^skipped: (?P<plain>.+)", output, re.MULTILINE)
    return (found["reason"] or found["plain"]).strip() if found else "no reason given"


def main(path):
    passed, failed, skipped = 0, [], collections.defaultdict(list)
    for case in xml.parse(path).getroot().iter("testcase"):
        output = case.findtext("system-out") or ""
        if case.get("status") == "run":
            passed += 1
        elif case.find("skipped") is not None:
            skipped[skip_reason(output)].append(case.get("name"))
        else:
            failed.append(case.get("name"))
    for reason, names in sorted(skipped.items()):
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        print(f"skipped: {names[0]}{more}: {reason}")
    for name in failed:
        print(f"failed: {name}")
    count = sum(len(names) for names in skipped.values())
    print(f"{passed} passed, {len(failed)} failed, {count} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
