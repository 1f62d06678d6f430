#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Typesets a digest: digest_test.py DIGEST.tex. It has at most 12 pages, and LaTeX finds no error in it. Exit code 77: no pdflatex."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PAGES = 12


def main():
    digest = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("pdflatex"):
        print("skipped: no pdflatex on the path")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):  # longtable's columns are known at the second run
            run = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", str(digest)], cwd=folder,
                                 capture_output=True, timeout=200)
        said = run.stdout.decode(errors="replace")
    written = re.search(r"Output written on \S+ \((\d+) pages?", said)
    if run.returncode != 0 or not written:
        print(said[-2000:])
        return 1
    print(f"{written.group(1)} pages")
    return 0 if int(written.group(1)) <= PAGES else 1


if __name__ == "__main__":
    sys.exit(main())
