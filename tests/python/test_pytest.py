# SPDX-License-Identifier: Apache-2.0
"""The pytest plugin, in a run of pytest of its own: failing tests leave cases, and the line they print shows the failure again."""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import pytest  # noqa: F401
except ImportError as error:
    raise unittest.SkipTest(f"pytest: {error}") from None

TESTS = '''
import sys
sys.path.insert(0, {folder!r})
import attest, pure

q, k, v = (pure.numbers(seed, 5, 4) for seed in (1, 2, 3))

def test_right():
    attest.assert_attention(*map(pure.memory, (pure.attention(q, k, v), q, k, v)))

def test_wrong():
    attest.assert_attention(*map(pure.memory, (v, q, k, v)))
'''


class Plugin(unittest.TestCase):
    def run_pytest(self, folder, *words):
        Path(folder, "test_it.py").write_text(TESTS.format(folder=str(Path(__file__).parent)))
        return subprocess.run([sys.executable, "-B", "-m", "pytest", "-p", "attest.pytest_plugin", "-q", *words, "test_it.py"], cwd=folder, capture_output=True,
                              text=True, env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}).stdout

    def test_a_failing_test_says_how_to_see_it_again(self):
        with tempfile.TemporaryDirectory() as folder:
            for words, place in [((), Path(folder, ".pytest_cache")), (("--attest-replay", "cases"), Path("cases"))]:
                out = self.run_pytest(folder, *words)
                self.assertIn("1 failed, 1 passed", out)
                self.assertNotIn("assertion.py", out)  # the author's lines, not attest's
                line = re.search(r"replay: attest (.*)", out).group(1)
                self.assertIn(str(place), line)
                self.assertIn("test_it.py-test_wrong-", line)
                run = subprocess.run([sys.executable, "-m", "attest", *shlex.split(line)], cwd=folder, capture_output=True, text=True)
                self.assertEqual(run.returncode, 1)
                self.assertIn("outside what float32 arithmetic explains", run.stdout)


if __name__ == "__main__":
    unittest.main()
