#!/usr/bin/env python3
"""Fails when packaging/test-summary.py, which ends every run of tests, does not say what each group took and found, and what
failed cases complained of.
Argument: the source's root."""
import pathlib
import subprocess
import sys
import tempfile

REPORT = """<testsuite>
  <testcase name="a_test.Works" status="run"/>
  <testcase name="a_test.Fails" status="fail"><failure/><system-out>Running main()
a.cpp:7: Failure
Expected: 1
</system-out></testcase>
  <testcase name="a_test.Waits" status="notrun"><skipped message=""/><system-out>a.cpp:3: Skipped
needs a GPU

</system-out></testcase>
  <testcase name="a_script" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/><system-out>skipped: no display
</system-out></testcase>
</testsuite>"""

# A program under a sanitizer is one case of ctest.
PROGRAMS = """<testsuite>
  <testcase name="b_test" status="fail"><failure/><system-out>[ RUN      ] B.Works
[       OK ] B.Works (1 ms)
[ RUN      ] B.Waits
b.cpp:3: Skipped
needs a network

[  SKIPPED ] B.Waits (0 ms)
[ RUN      ] B.EndsTheProgram
==7==ERROR: AddressSanitizer: heap-use-after-free
</system-out></testcase>
  <testcase name="c_test" status="fail"><failure/><system-out>[ RUN      ] C.One
[       OK ] C.One (1 ms)
[ RUN      ] C.Two
[       OK ] C.Two (1 ms)
[  PASSED  ] 2 tests.
==8==ERROR: LeakSanitizer: detected memory leaks
</system-out></testcase>
</testsuite>"""


def main():
    program = pathlib.Path(sys.argv[1]) / "packaging" / "test-summary.py"
    with tempfile.TemporaryDirectory() as scratch:
        results = pathlib.Path(scratch)
        (results / "quick-release.xml").write_text(REPORT)
        (results / "quick.seconds").write_text("754\n")
        (results / "sanitize-asan.xml").write_text(PROGRAMS)
        (results / "sanitize.seconds").write_text("60\n")
        (results / "fuzz.failed").write_text("build fuzz (out of time)\n")
        (results / "fuzz.seconds").write_text("86\n")
        (results / "fresh.notrun").write_text("not started: 40 of 30 minutes were used up\n")
        said = subprocess.run([sys.executable, program, results, "quick", "sanitize", "fuzz", "fresh"], stdout=subprocess.PIPE, text=True)
    lines = [" ".join(line.split()) for line in said.stdout.splitlines()]
    missing = [line for line in ("quick 1 1 2 754", "fuzz 0 1 0 86", "fresh - - - not started: 40 of 30 minutes were used up",
                                 "skipped quick: a_test.Waits: needs a GPU", "skipped quick: a_script: no display",
                                 "FAILED quick: a_test.Fails", "a.cpp:7: Failure", "Expected: 1",
                                 "sanitize 3 2 1 60", "skipped sanitize: b_test.B.Waits (asan): needs a network",
                                 "FAILED sanitize: b_test.B.EndsTheProgram (asan)", "FAILED sanitize: c_test (asan)",
                                 "==8==ERROR: LeakSanitizer: detected memory leaks",
                                 "FAILED fuzz: build fuzz (out of time)", "4 passed, 4 failed, 3 skipped, in 15 min")
               if line not in lines]
    if missing or said.returncode != 1:
        sys.exit(f"exit code {said.returncode}, expected 1; missing of the summary: {missing}\n{said.stdout}")


main()
