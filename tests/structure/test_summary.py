#!/usr/bin/env python3
"""Fails when packaging/test-summary.py, which ends every run of tests, does not say what each group took and found.
Argument: the source's root."""
import pathlib
import subprocess
import sys
import tempfile

REPORT = """<testsuite>
  <testcase name="a_test.Works" status="run"/>
  <testcase name="a_test.Fails" status="fail"><failure/></testcase>
  <testcase name="a_test.Waits" status="notrun"><skipped message=""/><system-out>a.cpp:3: Skipped
needs a GPU

</system-out></testcase>
  <testcase name="a_script" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/><system-out>skipped: no display
</system-out></testcase>
</testsuite>"""


def main():
    program = pathlib.Path(sys.argv[1]) / "packaging" / "test-summary.py"
    with tempfile.TemporaryDirectory() as scratch:
        results = pathlib.Path(scratch)
        (results / "quick-release.xml").write_text(REPORT)
        (results / "quick.seconds").write_text("754\n")
        (results / "fuzz.failed").write_text("build fuzz (out of time)\n")
        (results / "fuzz.seconds").write_text("86\n")
        (results / "fresh.notrun").write_text("not started: 40 of 30 minutes were used up\n")
        said = subprocess.run([sys.executable, program, results, "quick", "fuzz", "fresh"], stdout=subprocess.PIPE, text=True)
    lines = [" ".join(line.split()) for line in said.stdout.splitlines()]
    missing = [line for line in ("quick 1 1 2 754", "fuzz 0 1 0 86", "fresh - - - not started: 40 of 30 minutes were used up",
                                 "skipped quick: a_test.Waits: needs a GPU", "skipped quick: a_script: no display",
                                 "FAILED quick: a_test.Fails",
                                 "FAILED fuzz: build fuzz (out of time)", "1 passed, 2 failed, 2 skipped, in 14 min")
               if line not in lines]
    if missing or said.returncode != 1:
        sys.exit(f"exit code {said.returncode}, expected 1; missing of the summary: {missing}\n{said.stdout}")


main()
