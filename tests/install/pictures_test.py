#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""README's pictures: small, shown, and the drawing is the one that attest makes today. Arguments: ATTEST SOURCE [test ...]"""
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ATTEST, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
PICTURES = SOURCE / "docs/pictures"
MOST = 200_000  # bytes


class Pictures(unittest.TestCase):
    def test_readme_shows_each(self):
        shown = set(re.findall(r'<img src="docs/pictures/([^"]+)" alt="[^"]{20,}"', (SOURCE / "README.md").read_text()))
        self.assertEqual(shown, {path.name for path in PICTURES.iterdir() if path.suffix in (".svg", ".png")})
        for name in shown:
            self.assertLess((PICTURES / name).stat().st_size, MOST)

    def test_the_drawing_is_attests(self):
        spec = importlib.util.spec_from_file_location("draw", PICTURES / "draw.py")
        draw = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(draw)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="attest-pictures-"))
        self.addCleanup(shutil.rmtree, folder)
        environment = dict(os.environ, PATH="/usr/local/bin:/usr/bin:/bin", ATTEST_SOURCE=str(SOURCE))
        done = subprocess.run([ATTEST, "check", draw.CLAIM, "--without-proofs", "--json", "--out", folder], env=environment,
                              capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((PICTURES / "two_paths.svg").read_text(), draw.drawing(json.loads(done.stdout)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
