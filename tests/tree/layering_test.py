#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the include lines of the tree and fails on any edge that the map does not allow; holds the rooms of verify/ to the order of their floors, in
include lines and in what their libraries link; counts the lines of the trusted checker."""
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
SUFFIXES = {".cpp", ".hpp", ".h", ".cu", ".cuh"}

# The rooms of verify/, floor by floor from the ground up, each with what it may include beside itself and the rooms on floors below it. Rooms on one floor
# know nothing of each other. docs/architecture.md says what each is for.
FLOORS = [
    {"system": {"theory"}, "json": {"theory"}, "usage": set()},
    {"arrays": {"theory"}, "results": {"theory", "constructions"}, "graph": {"theory"}, "attack": {"theory", "constructions"}},
    {"lint": {"theory"}, "run": {"theory", "constructions"}, "report": {"theory", "constructions"}, "instances": {"theory", "kernels"}},
    {"sandbox": {"theory", "kernels"}, "judge": {"theory", "kernels"}, "study": {"theory", "constructions", "kernels"},
     "audit": {"theory", "constructions"}},
    {"validate": {"theory", "kernels"}},
    {"command": {"theory", "constructions", "kernels"}, "capi": {"theory", "kernels"}},
]
ROOMS = {f"verify/{name}": floor for floor, rooms in enumerate(FLOORS) for name in rooms}

# room -> rooms of ours that it may include
ALLOWED = {
    "theory": {"theory"},
    "constructions": {"constructions", "theory"},
    "verify/trusted": {"verify/trusted"},
    "kernels": {"kernels"},
    "tests": {"tests", "theory", "constructions", "verify/trusted", "kernels", "bench", *ROOMS},
    "bench": {"bench", "theory", "constructions", "verify/trusted", "kernels", *ROOMS},
}
for floor, rooms in enumerate(FLOORS):
    for name, others in rooms.items():
        ALLOWED[f"verify/{name}"] = {f"verify/{name}", *others, *(below for below, height in ROOMS.items() if height < floor)}
TRUSTED_LINES = 3000
TRUSTED_HEADERS = {"gmp.h", "gmpxx.h", "sys/resource.h", "unistd.h"}  # beside the standard library, whose headers have no dot


def room(path):
    """The room of a path that is relative to the root; None for what is not ours. What lies in verify/ outside the rooms is in a room "verify", which may
    include nothing and which nobody may include."""
    parts = path.parts
    if parts[0] == "verify":
        name = "/".join(parts[:2])
        return name if len(parts) > 2 and name in ALLOWED else "verify"
    return parts[0] if parts[0] in ALLOWED else None


def sources():
    for top in sorted({name.split("/")[0] for name in ALLOWED}):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path


def includes(text):
    return re.findall(r'^\s*#\s*include\s*([<"])([^">]+)[">]', text, re.MULTILINE)


def links(text):
    """The libraries of ours that a room's CMakeLists.txt links, as the rooms that they are: "attest_judge" is "verify/judge"."""
    names = re.search(r"attest_room\(\w+(?: PROVED| COMPUTES)?(?: HEADERS [^)]*?)?\s+LIBS ([^)]*)\)", text).group(1).split()
    ours = [name.removeprefix("attest_") for name in names if name.startswith("attest_")]
    return {f"verify/{name}" if f"verify/{name}" in ROOMS else name for name in ours}


def forbidden(path, text):
    """The include lines of a file (path relative to the root) that its room does not allow."""
    own = room(path)
    bad = [f"{path}: stands in none of verify's rooms"] if own == "verify" else []
    for _, name in includes(text):
        target = room(Path(name))
        local = (ROOT / path).parent / name
        if target is None and local.exists() and "/" not in name:
            bad.append(f"{path}: \"{name}\" is not written from the repository's root")
        if target is not None and target not in ALLOWED.get(own, set()):
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
        self.assertTrue(forbidden(Path("constructions/a.cpp"), '#include "verify/results/results.hpp"\n'))
        self.assertTrue(forbidden(Path("constructions/a.cpp"), '#include "verify/trusted/checker.hpp"\n'))
        self.assertTrue(forbidden(Path("verify/run/a.cpp"), '#include "verify/trusted/checker.hpp"\n'))
        self.assertTrue(forbidden(Path("verify/trusted/a.cpp"), '#include "theory/error.hpp"\n'))
        self.assertTrue(forbidden(Path("verify/trusted/a.cpp"), '#include <nlohmann/json.hpp>\n'))
        self.assertFalse(forbidden(Path("verify/trusted/a.cpp"), '#include <gmpxx.h>\n#include <vector>\n'))

    def test_rooms_include_only_what_is_below(self):
        for path, name in [("results/a.cpp", "report/html.hpp"), ("report/a.cpp", "run/check.hpp"), ("arrays/a.hpp", "command/command.hpp"),
                           ("system/a.cpp", "json/node.hpp"), ("run/a.cpp", "b.hpp")]:
            self.assertTrue(forbidden(Path("verify", path), f'#include "verify/{name}"\n'), path)
        self.assertTrue(forbidden(Path("verify/report/a.cpp"), '#include "kernels/registry.hpp"\n'))
        self.assertFalse(forbidden(Path("verify/report/a.cpp"), '#include "verify/results/results.hpp"\n#include "verify/report/html.hpp"\n'))
        # Not in a room: in verify/ itself, or in a folder that is on no floor.
        self.assertTrue(forbidden(Path("verify/a.cpp"), ""))
        self.assertTrue(forbidden(Path("verify/utilities/a.cpp"), ""))

    def test_rooms_link_what_they_include(self):
        for name in ROOMS:
            files = [path for path in sources() if room(path.relative_to(ROOT)) == name]
            included = {room(Path(target)) for path in files for _, target in includes(path.read_text())} - {None, name}
            linked = links((ROOT / name / "CMakeLists.txt").read_text())
            self.assertEqual(linked, included, name)
            self.assertLessEqual(linked, ALLOWED[name], name)

    def test_a_room_is_a_namespace(self):
        for path in sources():
            name = room(path.relative_to(ROOT))
            if name in ROOMS:
                opened = re.findall(r"^namespace (attest[\w:]*)", path.read_text(), re.MULTILINE)
                own = "attest::" + name.replace("/", "::")
                self.assertEqual([space for space in opened if not (space + "::").startswith(own + "::")], [], path)

    def test_tests_stand_where_what_they_test_does(self):
        for kind, across in [("tests", {"trusted", "second", "attacks", "mutants"}), ("bench", set())]:
            folders = {path.name for path in (ROOT / kind / "verify").iterdir() if path.is_dir()}
            self.assertEqual({name for name in folders - across if f"verify/{name}" not in ROOMS}, set(), kind)
            self.assertEqual({path.name for path in (ROOT / kind / "verify").iterdir() if path.suffix in SUFFIXES}, set(), kind)
        for name in ROOMS:
            self.assertTrue((ROOT / "tests" / name).is_dir(), f"tests/{name}")

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
