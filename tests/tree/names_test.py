#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No two types of one program have the same qualified name: compilers see one file at a time and do not object, linkers take one of the two."""
import re
import sys
import unittest
from collections import defaultdict
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
SUFFIXES = {".cpp", ".hpp", ".h", ".cu", ".cuh"}
FOLDERS = ("theory", "constructions", "kernels", "verify")
OPENS = re.compile(r"^(?:inline )?namespace ?([\w:]*) ?\{")
CLOSES = re.compile(r"^\}  // namespace")
DEFINES = re.compile(r"^(?:template.*> *)?(?:struct|class|enum class|enum|union) (\w+)(?: final)?(?: ?:(?!:)[^;]*)? ?\{")


def types(path):
    """The qualified names of the types that a file defines outside of other types and of unnamed namespaces."""
    spaces = []
    for line in path.read_text().splitlines():
        opened = OPENS.match(line)
        if opened:
            spaces.append(opened.group(1))
        elif CLOSES.match(line):
            spaces.pop()
        elif DEFINES.match(line) and "" not in spaces:
            yield "::".join([*spaces, DEFINES.match(line).group(1)])


class Names(unittest.TestCase):
    def test_a_name_has_one_type(self):
        places = defaultdict(set)
        for folder in FOLDERS:
            for path in sorted((ROOT / folder).rglob("*")):
                if path.suffix in SUFFIXES:
                    for name in types(path):
                        places[name].add(str(path.relative_to(ROOT)))
        self.assertGreater(len(places), 200)
        self.assertEqual({name: found for name, found in places.items() if len(found) > 1}, {})


if __name__ == "__main__":
    unittest.main()
