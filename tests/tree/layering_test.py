#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the include lines of the tree and fails on any edge that the map does not allow; counts the lines of the trusted checker."""
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
SUFFIXES = {".cpp", ".hpp", ".h", ".cu", ".cuh"}

# room -> rooms of ours that it may include
ALLOWED = {
    "theory": {"theory"},
    "constructions": {"constructions", "theory"},
    "verify/trusted": {"verify/trusted"},
    "verify": {"verify", "theory", "constructions", "kernels"},
    "kernels": {"kernels"},
    "tests": {"tests", "theory", "constructions", "verify", "verify/trusted", "kernels", "bench"},
    "bench": {"bench", "theory", "constructions", "verify", "verify/trusted", "kernels"},
}
TRUSTED_LINES = 3000
TRUSTED_HEADERS = {"gmp.h", "gmpxx.h", "sys/resource.h", "unistd.h"}  # beside the standard library, whose headers have no dot


def room(path):
    """The room of a path that is relative to the root; None for what is not ours."""
    parts = path.parts
    if parts[:2] == ("verify", "trusted"):
        return "verify/trusted"
    return parts[0] if parts[0] in ALLOWED else None


def sources():
    for top in sorted({name.split("/")[0] for name in ALLOWED}):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path


def includes(text):
    return re.findall(r'^\s*#\s*include\s*([<"])([^">]+)[">]', text, re.MULTILINE)


def forbidden(path, text):
    """The include lines of a file (path relative to the root) that its room does not allow."""
    own = room(path)
    bad = []
    for _, name in includes(text):
        target = room(Path(name))
        local = (ROOT / path).parent / name
        if target is None and local.exists() and "/" not in name:
            bad.append(f"{path}: \"{name}\" is not written from the repository's root")
        if target is not None and target not in ALLOWED[own]:
            bad.append(f"{path}: {own}/ may not include {name}")
        if own == "verify/trusted" and target is None and "." in name and name not in TRUSTED_HEADERS:
            bad.append(f"{path}: the trusted checker includes {name}")
    return bad


class Layering(unittest.TestCase):
    def test_every_include_is_allowed(self):
        files = list(sources())
        self.assertGreater(len(files), 50)
        bad = [line for path in files for line in forbidden(path.relative_to(ROOT), path.read_text())]
        self.assertEqual(bad, [])

    def test_forbidden_edges_are_seen(self):
        self.assertTrue(forbidden(Path("theory/a.cpp"), '#include "constructions/claim.hpp"\n'))
        self.assertTrue(forbidden(Path("constructions/a.cpp"), '#include "verify/results.hpp"\n'))
        self.assertTrue(forbidden(Path("constructions/a.cpp"), '#include "verify/trusted/checker.hpp"\n'))
        self.assertTrue(forbidden(Path("verify/a.cpp"), '#include "verify/trusted/checker.hpp"\n'))
        self.assertTrue(forbidden(Path("verify/trusted/a.cpp"), '#include "theory/error.hpp"\n'))
        self.assertTrue(forbidden(Path("verify/trusted/a.cpp"), '#include <nlohmann/json.hpp>\n'))
        self.assertFalse(forbidden(Path("verify/trusted/a.cpp"), '#include <gmpxx.h>\n#include <vector>\n'))

    def test_the_second_checker_reads_nothing_of_ours(self):
        for path in (ROOT / "verify/second").glob("*.py"):
            for line in path.read_text().splitlines():
                match = re.match(r"\s*(?:from|import)\s+([A-Za-z0-9_.]+)", line)
                if match:
                    name = match.group(1).split(".")[0]
                    self.assertTrue(name in sys.stdlib_module_names or (ROOT / f"verify/second/{name}.py").exists(), f"{path}: {line}")

    def test_the_trusted_checker_is_small(self):
        lines = sum(len(path.read_text().splitlines()) for path in sources() if room(path.relative_to(ROOT)) == "verify/trusted")
        print(f"verify/trusted: {lines} lines of at most {TRUSTED_LINES}")
        self.assertGreater(lines, 0)
        self.assertLessEqual(lines, TRUSTED_LINES)


if __name__ == "__main__":
    unittest.main()
