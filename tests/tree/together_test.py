#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No names clash in sources that are compiled together (cmake/together.py): on sources written for it, and on this tree."""
import pathlib
import re
import sys
import tempfile
import unittest

TREE = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(TREE / "cmake"))
import together  # noqa: E402

PLAIN = "namespace attest {\nnamespace {\nint local_%d() { return 1; }\n}\nint shown_%d() { return local_%d(); }\n}\n"


def plain(number):
    return PLAIN % (number, number, number)


class Groups(unittest.TestCase):
    def assert_apart(self, *texts):
        self.assertEqual(together.groups(texts), [[i] for i in range(len(texts))])

    def assert_one(self, *texts):
        self.assertEqual(together.groups(texts), [list(range(len(texts)))])

    def test_names_of_their_own(self):
        self.assert_one(plain(1), plain(2), "", plain(3))

    def test_no_group_is_too_large(self):
        sizes = [len(group) for group in together.groups([plain(i) for i in range(30)])]
        self.assertEqual(sizes, [together.LARGEST, together.LARGEST, 30 - 2 * together.LARGEST])

    def test_equal_names_in_unnamed_namespaces(self):
        self.assert_apart(plain(1), plain(1))
        for declared in ("int n = 1;", "struct n { int a; };", "enum class n : int { kA };", "template <class T>\nT n(T x) {\n  return x;\n}",
                         "constexpr int n[] = {1};", "const auto n = [] { return 1; };", "std::vector<int> n(3);"):
            self.assert_apart(*["namespace a {\nnamespace {\n" + declared + "\n}  // namespace\n}\n"] * 2)
            # ... and in a namespace inside one.
            self.assert_apart(*["namespace {\nnamespace inside {\n" + declared + "\n}\n}\n"] * 2)

    def test_static_names_and_macros(self):
        self.assert_apart(*["static int n() { return 1; }\n"] * 2)
        self.assert_apart(*["#define TIMES 3\n"] * 2)

    def test_a_local_name_that_another_uses(self):
        uses = "#include <n.hpp>\nint shown() { return n(1); }\n"
        self.assert_apart("namespace {\nint n(int x) { return x; }\n}\n", uses)
        self.assert_one("namespace {\nint n(int x) { return x; }\n}\n", uses.replace("n(1)", "theory::n(1)"))
        self.assert_one("namespace {\nint n(int x) { return x; }\n}\n", uses.replace("n(1)", "a.n(1)"))

    def test_words_in_comments_and_texts_are_no_names(self):
        self.assert_one("namespace {\nint n(int x) { return x; }\n}\n", '// n(1)\nconst char* shown() { return "n(1) {"; }\n')
        self.assert_one("namespace {\nint n(int x) { return x; }\n}\n", "char brace() { return '{'; }\nlong much() { return 1'000'000; }\n")

    def test_using(self):
        self.assert_one(*["using theory::Value;\nValue f%d();\n" % i for i in (1, 2)])
        self.assert_apart("using theory::Value;\n", "using json::Value;\n")
        self.assert_apart("namespace {\nusing Value = int;\n}\n", "namespace {\nusing Value = long;\n}\n")
        self.assert_apart("using theory::Value;\n", "Value f();\n")
        self.assert_apart("using namespace theory;\n", "int f();\n")
        self.assert_one(*["namespace {\nusing namespace theory;\n}\n"] * 2)
        # The headers of the second would be read inside what the first opened.
        self.assert_apart(*["namespace attest {\nusing namespace theory;\nint f%d();\n}\n" % i for i in (1, 2)])


    def test_headers_that_only_the_other_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "outline.hpp").write_text("namespace a {\nstruct Block { int a; };\nBlock first();\n}\n")
            imports = "namespace a {\nusing theory::Block;\n}\n"
            includes = '#include "outline.hpp"\nint shown() { return first().a; }\n'
            self.assertEqual(together.groups([imports, includes], root), [[0], [1]])
            self.assertEqual(together.groups([imports, includes.replace("outline", "other")], root), [[0, 1]])
            self.assertEqual(together.groups([imports.replace("namespace a", "namespace b"), includes], root), [[0, 1]])
            # Both read it, so it is read before either's names.
            self.assertEqual(together.groups(['#include "outline.hpp"\n' + imports, includes], root), [[0, 1]])


class Tree(unittest.TestCase):
    """Every source of the tree's libraries has a copy that must not join it, unless it declares nothing local."""

    def test_a_copy_clashes(self):
        for room in ("constructions", "verify", "tests/claims", "theory"):
            for path in sorted((TREE / room).rglob("*.cpp")):
                source = together.Source(path.read_text(), TREE)
                unnamed = re.search(r"^namespace \{$", path.read_text(), re.M)
                self.assertTrue(not unnamed or source.local or source.imported or source.opened, path)
                self.assertTrue(not source.local or source.clashes(source), path)

    def test_sources_that_are_alone_are_few(self):
        for room in ("constructions", "tests/claims"):
            texts = [path.read_text() for path in sorted((TREE / room).rglob("*.cpp"))]
            self.assertLess(len(together.groups(texts, TREE)), len(texts) / 2)


if __name__ == "__main__":
    unittest.main()
