# SPDX-License-Identifier: Apache-2.0
"""Every statement's syntax tree, printed by theory/semantics/tree.py and by a second printer on the second checker's parser, byte for
byte; what does not parse; and what changes a tree."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "theory/semantics"))
sys.path.insert(0, str(ROOT / "tests"))
import on_record  # noqa: E402
import second_printer  # noqa: E402
import tree  # noqa: E402

sys.setrecursionlimit(100_000)


def second_text(claim, statement):
    """As tree.statements_file's part behind its heading, for one statement."""
    item = claim.statements[statement]
    names, grows = set(item.names), True
    while grows:
        before = len(names)
        for other in claim.items:
            if other.kind == "def" and other.name in names:
                names.update(other.names)
        grows = len(names) > before
    reached = [second_printer.definition(other) for other in claim.items if other.kind == "def" and other.name in names]
    return f"Definition {statement} : statement := Statement\n  [" + ";\n   ".join(reached) + "]\n  " + second_printer.formula(item.body) + ".\n"


class Trees(unittest.TestCase):
    def test_every_statement(self):
        count = 0
        for path in on_record.claim_files():
            claim = second_printer.claims.Claim(str(path))
            first = tree.statements_file(path, list(claim.statements))
            self.assertEqual(first, tree.HEADING + "".join(second_text(claim, name) for name in claim.statements), path.name)
            items = tree.claim_items(path)
            self.assertEqual([tree.statement_hash(items, name) for name in claim.statements], [claim.hash(name) for name in claim.statements])
            count += len(claim.statements)
        self.assertGreater(count, 400)

    def test_expressions(self):
        for text, expected in {
            "-x^2": '(Negate (Binary Power (Name "x") (Number 2)))',
            "2^-1": "(Binary Power (Number 2) (Negate (Number 1)))",
            "2^3^x": '(Binary Power (Number 2) (Binary Power (Number 3) (Name "x")))',
            "1 - 2 - 3": "(Binary Subtract (Binary Subtract (Number 1) (Number 2)) (Number 3))",
            "a and b and (c and d)": '(And [(Name "a"); (Name "b"); (And [(Name "c"); (Name "d")])])',
            "not a = b or c": '(Or [(Not (Chain (Name "a") [(Equal, (Name "b"))])); (Name "c")])',
            "1..n++[]": '(Binary Concatenate (Binary Range (Number 1) (Name "n")) (ListOf []))',
            "1 <= i < n": '(Chain (Number 1) [(AtMost, (Name "i")); (Less, (Name "n"))])',
            "sum(x[i].f for i in L, j in M if i != j)":
                '(Over "sum" (Field (Index (Name "x") (Name "i")) "f") [("i", (Name "L")); ("j", (Name "M"))]'
                ' (Some (Chain (Name "i") [(Different, (Name "j"))])))',
            "let a = 1 in let b = a in b": '(Let "a" (Number 1) (Let "b" (Name "a") (Name "b")))',
            'if has(r, "f") then {f: 1} else fold s = 0 for x in [] then s':
                '(If (Call "has" [(Name "r"); (Sym "f")]) (RecordOf [("f", (Number 1))])'
                ' (Fold "s" (Number 0) "x" (ListOf []) (Name "s")))',
        }.items():
            parser = tree.Parser(text, "test")
            self.assertEqual(parser.expression(), expected)
            self.assertEqual(parser.tokens[parser.at][0], "end")
            self.assertEqual(second_printer.expression(second_printer.files.parse_expression(text)), expected)

    def test_what_does_not_parse(self):
        for text in ("1 +", "(1", "[1, ", "1in x", "if a then b", "{f 1}", "x..", "a b", "01", "1 = = 2", "for", "f()", "'a'", "\"a", "x\ty", "é"):
            self.assertNotEqual(subprocess.run([sys.executable, "-B", str(ROOT / "theory/semantics/tree.py"), "--expression", text],
                                               capture_output=True).returncode, 0, text)

    def test_a_statement_that_is_not_there(self):
        claim = on_record.claim_file("positional_relu_min_max")
        with self.assertRaises(tree.DoesNotParse):
            tree.statements_file(claim, ["repaired"])
        with self.assertRaises(tree.DoesNotParse):
            tree.statements_file(claim.with_name("none.claim"), ["printed"])
        with tempfile.TemporaryDirectory() as folder:  # a definition that is not reached does not count; one that is does
            copy = pathlib.Path(folder, "claims/a.claim")
            copy.parent.mkdir()
            text = claim.read_text()
            before = tree.statements_file(claim, ["printed"])
            for old, new, same in (("statement printed", "def other(t) = t;\nstatement printed", True), ("max(t, 0)", "max(t, 1)", False),
                                   ("max(t, 0)", "max(t, 0) + other", False), ("forall x1 in reals", "exists x1 in reals", False)):
                copy.write_text(text.replace(old, new, 1))
                self.assertEqual(tree.statements_file(copy, ["printed"]) == before, same, new)


if __name__ == "__main__":
    unittest.main()
