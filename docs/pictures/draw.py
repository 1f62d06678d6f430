#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws README's pictures again, in the folder of this file:

    attest check --out OUT
    python3 docs/pictures/draw.py OUT [ATTEST]

two_paths.svg is the drawing that attest made for the counterexample of positional.benes-paths, taken from OUT/results.json;
report.png is the head of OUT/report.html in chromium, which has to be installed; graph_printed.svg and graph_repaired.svg are
what ATTEST (by default the attest on the path) draws of positional.ood-n2 in the papers' graph.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CLAIM = "positional.benes-paths"
NODE = "positional.ood-n2"


def drawing(results):
    (claim,) = [claim for claim in results["claims"] if claim["id"] == CLAIM]
    (svg,) = [exhibit["drawing"]["svg"] for exhibit in claim["exhibits"] if "drawing" in exhibit]
    return svg


def photograph(page, picture):
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not browser:
        sys.exit("draw.py: expected chromium, chromium-browser or google-chrome on the path")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1160,780",
                        f"--user-data-dir={profile}", f"--screenshot={picture}", page.as_uri()],
                       check=True, stderr=subprocess.DEVNULL)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1]).resolve()
    (HERE / "two_paths.svg").write_text(drawing(json.loads((out / "results.json").read_text())))
    attest = sys.argv[2] if len(sys.argv) == 3 else "attest"
    for layer, name in (("paper", "graph_printed.svg"), ("repaired", "graph_repaired.svg")):
        svg = subprocess.run([attest, "graph", NODE, "--out", out, "--format", "svg", "--layer", layer], check=True, capture_output=True)
        (HERE / name).write_bytes(svg.stdout)
    photograph(out / "report.html", HERE / "report.png")


if __name__ == "__main__":
    main()
