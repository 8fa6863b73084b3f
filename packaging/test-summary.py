#!/usr/bin/env python3
"""test-summary.py RESULTS GROUP...: one table of what packaging/test left in RESULTS; exit 1 if anything failed.

GROUP-PRESET.xml  ctest's JUnit report; of a GoogleTest program that is one ctest case, each of its own cases counts
GROUP.failed      one line for each step around the tests that failed, such as a build
GROUP.notrun      why the group was not started
GROUP.seconds     wall time, build included
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

FAILURE_LINES = 12  # of what a failed case said, its first complaint first


def skip_reason(case, output):
    # GoogleTest prints "file:line: Skipped", then the reason until an empty line or the next bracket.
    reasons = re.findall(r": Skipped\n(.+?)(?=\n\s*\n|\n\[|\Z)", output, re.DOTALL)
    reasons = reasons or re.findall(r"^skipped: (.+)$", output, re.MULTILINE)  # as scripts say it
    if reasons:
        return "; ".join(dict.fromkeys(" ".join(reason.split()) for reason in reasons))
    skipped = case.find("skipped")
    return skipped.get("message", "no reason given") if skipped is not None else "disabled"


def complaint(output):
    # GoogleTest's begin with "file:line: Failure"; of anything else the end says most.
    lines = [line for line in output.splitlines() if line.strip()]
    first = next((i for i, line in enumerate(lines) if line.endswith(": Failure")), max(0, len(lines) - FAILURE_LINES))
    return "\n".join(lines[first : first + FAILURE_LINES])


def reason(result, case, output):
    if result == "skipped":
        return skip_reason(case, output)
    return complaint(output) if result == "failed" else ""


def cases_of(case):
    """(name, "passed", "failed" or "skipped", why) of a ctest case, or of each case of the program that it is."""
    output = case.findtext("system-out") or ""
    name = case.get("name")
    failed = case.find("failure") is not None or case.get("status") == "fail"
    ran = re.split(r"^\[ RUN      \] (.+)$", output, flags=re.MULTILINE)[1:]
    if len(ran) <= 2:
        skipped = case.find("skipped") is not None or case.get("status") in ("notrun", "disabled")
        result = "failed" if failed else "skipped" if skipped else "passed"
        return [(name, result, reason(result, case, output))]
    cases = []
    for own, said in zip(ran[::2], ran[1::2]):
        end = re.search(r"^\[ +(OK|SKIPPED|FAILED) +\] ", said, re.MULTILINE)
        result = {"OK": "passed", "SKIPPED": "skipped"}.get(end and end[1], "failed")
        cases.append((f"{name}.{own}", result, reason(result, case, said)))
    if failed and all(result != "failed" for _, result, _ in cases):
        cases.append((name, "failed", complaint(output)))  # at its end, or a sanitizer's about the whole of it
    return cases


def read_group(results, group):
    passed, failed, skipped = 0, [], []
    for report in sorted(results.glob(f"{group}-*.xml")):
        preset = report.stem.removeprefix(f"{group}-")
        cases = [case for entry in ElementTree.parse(report).iter("testcase") for case in cases_of(entry)]
        for name, result, why in cases:
            shown = name if preset == "release" else f"{name} ({preset})"
            if result == "failed":
                failed.append((shown, why))
            elif result == "skipped":
                skipped.append((shown, why))
            else:
                passed += 1
    steps = results / f"{group}.failed"
    if steps.exists():
        failed += [(step, "") for step in steps.read_text().splitlines()]
    return passed, failed, skipped


def main():
    results, groups = Path(sys.argv[1]), sys.argv[2:]
    rows, all_failed, all_skipped = [], [], []
    for group in groups:
        not_run = results / f"{group}.notrun"
        if not_run.exists():
            rows.append((group, "-", "-", "-", not_run.read_text().strip()))
            continue
        passed, failed, skipped = read_group(results, group)
        if group == "quick" and passed == 0 and not failed:
            failed = [("no quick test ran", "")]
        rows.append((group, passed, len(failed), len(skipped), (results / f"{group}.seconds").read_text().strip()))
        all_failed += [(group, name, why) for name, why in failed]
        all_skipped += [(group, name, why) for name, why in skipped]

    print()
    for group, name, why in all_skipped:
        print(f"skipped  {group}: {name}: {why}")
    for group, name, why in all_failed:
        print(f"FAILED   {group}: {name}")
        for line in why.splitlines():
            print(f"         {line[:200]}")
    print(f"\n{'group':<10} {'passed':>7} {'failed':>7} {'skipped':>8}  seconds")
    for row in rows:
        print(f"{row[0]:<10} {row[1]:>7} {row[2]:>7} {row[3]:>8}  {row[4]}")
    ran = [row for row in rows if row[1] != "-"]
    counts = [sum(row[i] for row in ran) for i in (1, 2, 3)]
    minutes = round(sum(int(row[4]) for row in ran) / 60)
    print("\n{} passed, {} failed, {} skipped, in {} min".format(*counts, minutes))
    return 1 if all_failed else 0


if __name__ == "__main__":
    sys.exit(main())
