#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The editors' grammar (docs/editors) on every claim and definition: each token has one scope, the one that it should have by the statement language's own
list of keywords and built-in functions."""
import json
import re
import sys
import unittest
from pathlib import Path
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import on_record  # noqa: E402

ROOT = Path(sys.argv.pop(1)).resolve()
GRAMMAR = json.loads((ROOT / "docs/editors/attest.tmLanguage.json").read_text())
PATTERNS = [(re.compile(pattern["match"]), pattern) for pattern in GRAMMAR["patterns"]]
KEYWORDS = set(re.findall(r'"([a-z]+)"', re.search(r"keywords = \{(.*?)\};", (ROOT / "theory/statement/lexer.cpp").read_text(), re.S).group(1)))
BUILTINS = set(re.findall(r'\{"([a-z_]+)", \{(?:true|false)', (ROOT / "theory/statement/names.cpp").read_text()))


def scoped(line):
    """The tokens of a line with their scopes, as a TextMate editor finds them: the leftmost match, the first pattern among those. Scope None: no pattern."""
    found, at = [], 0
    while at < len(line):
        matches = [(match.start(), place, match, pattern) for place, (regex, pattern) in enumerate(PATTERNS) if (match := regex.search(line, at)) and match.end() > at]
        start, _, match, pattern = min(matches, key=lambda each: each[:2]) if matches else (len(line), 0, None, None)
        found += [(word, None) for word in line[at:start].split()]
        if match is None:
            break
        if "captures" in pattern:
            found += [(match.group(int(group)), capture["name"]) for group, capture in pattern["captures"].items()]
        else:
            found.append((match.group(), pattern["name"]))
        at = match.end()
    return found


class Grammar(unittest.TestCase):
    def test_every_token_has_a_scope(self):
        files = [*on_record.claim_files(), *sorted((ROOT / "theory/definitions").glob("*.stm"))]
        self.assertGreater(len(files), 150)
        seen = set()
        for file in files:
            for number, line in enumerate(file.read_text().splitlines(), 1):
                for token, scope in scoped(line):
                    self.assertIsNotNone(scope, f"{file.name}:{number}: {token}")
                    seen.add(scope)
                    if scope.startswith(("comment", "string", "entity")):
                        continue
                    self.assertEqual(scope.startswith(("keyword.declaration", "keyword.control", "storage", "keyword.operator.word", "constant.language")),
                                     token in KEYWORDS, f"{file.name}:{number}: {token} is {scope}")
                    if scope.startswith("support"):
                        self.assertIn(token, BUILTINS)
        self.assertGreater(len(seen), 12)

    def test_keywords_and_built_in_functions_are_the_readers(self):
        self.assertEqual(len(KEYWORDS), 29)
        self.assertEqual(len(BUILTINS), 23)
        for word in KEYWORDS:
            self.assertNotIn(scoped(word)[0][1], ("variable.other.attest", None), word)
        for word in BUILTINS:
            self.assertEqual(scoped(word + "(x)")[0][1], "support.function.builtin.attest", word)

    def test_strings_comments_and_shorthand(self):
        self.assertEqual([scope for _, scope in scoped('"forall # 1" # "x')], ["string.quoted.double.attest", "comment.line.number-sign.attest"])
        self.assertEqual(scoped("0.5..x => a"), [("0.5", "constant.numeric.attest"), ("..", "keyword.operator.attest"), ("x", "variable.other.attest"),
                                                  ("=>", "keyword.operator.attest"), ("a", "variable.other.attest")])
        self.assertEqual(scoped("@")[0][1], None)


if __name__ == "__main__":
    unittest.main()
