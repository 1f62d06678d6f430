# SPDX-License-Identifier: Apache-2.0
"""Claims of the user's own, from a template to a report. Arguments: ATTEST ATTEST_CHECK REPOSITORY [test ...]"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from command_test_case import ATTEST, ATTEST_CHECK, ROOT, CommandTest, contents  # noqa: E402

CLAIM = """claim {{ "id": "{id}", "title": "Weights", "source": "own", "printed": "A bound.", "difference": "None." }}
use "attention";
use "mine";
statement printed = forall n in naturals from 2: forall s in vectors(n): all(w < bound(n) for w in softmax(s));
statement repaired = forall x in reals from 0 to 1: x * x <= 2 * bound(1);
"""


class OwnClaims(CommandTest):
    def setUp(self):
        super().setUp()
        (self.work / "paper/definitions").mkdir(parents=True)
        (self.work / "paper/claims").mkdir()
        self.claim = self.work / "paper/claims/one.claim"
        self.claim.write_text(CLAIM.format(id="my.bound-1"))
        self.mine = self.work / "paper/definitions/mine.stm"
        self.mine.write_text("def bound(n) = (n + 2) / (2 * n);\n")

    def results(self, out="attest-out"):
        return {claim["id"]: {s["name"]: s for s in claim["statements"]} for claim in json.loads((self.work / out / "results.json").read_text())["claims"]}

    def test_a_claim_with_definitions_of_its_own_is_decided(self):
        done = self.succeed("check", "paper/claims/one.claim")
        self.assertIn("my.bound-1", done.stdout)
        listed = {claim["id"]: claim for claim in json.loads(self.succeed("claims", "--json").stdout)}
        self.assertEqual((listed["my.bound-1"]["title"], listed["my.bound-1"]["status"]), ("Weights", "false, repaired holds"))
        statements = self.results()["my.bound-1"]
        self.assertEqual((statements["printed"]["status"], statements["repaired"]["status"]), ("false", "holds"))
        self.assertEqual([c["outcome"] for c in statements["printed"]["certificates"][0]["checkers"]], ["Accepted", "Accepted"])
        self.assertTrue((self.work / "attest-out/claims/my_bound_1.html").is_file())
        self.assertIn("The same verdict.", self.succeed("recheck", "my.bound-1").stdout)
        explained = self.succeed("explain", "my.bound-1").stdout
        self.assertIn("refuted at n = ", explained)
        commands = [line.split() for line in explained.splitlines() if line.strip().startswith(("attest check ", "attest-check "))]
        self.assertEqual(len(commands), 3, explained)
        for command in commands:  # each is one that can be typed
            for word in command:
                if word.startswith("DIR/"):
                    self.assertTrue((self.work / word.replace("DIR/", "attest-out/", 1)).is_file(), word)
        self.assertEqual(sum(any(word.startswith("DIR/own/") for word in command) for command in commands), 3)
        self.succeed(*[word.replace("DIR/", "attest-out/", 1) for word in commands[0][1:]])
        self.succeed("report")

    def test_a_bound_that_is_an_equality_at_an_end(self):
        self.claim.write_text("""claim { "id": "my.softcap", "title": "Softcap", "source": "own" }
use "standard";
statement printed = forall s in reals from 0 to 1: 50 * hyperbolic_tangent(s / 50) <= s;
statement finding_sharper = forall s in reals from 0 to 1: 50 * hyperbolic_tangent(s / 50) <= s - s^3 / 7000;
statement finding_strict = forall s in reals from 0 to 1: 50 * hyperbolic_tangent(s / 50) < s;
""")
        self.succeed("check", "paper/claims/one.claim")
        statements = self.results()["my.softcap"]
        self.assertEqual([statements[name]["status"] for name in ("printed", "finding_sharper", "finding_strict")], ["holds", "false", "false"])
        self.assertEqual(statements["printed"]["assurance"], "proved")
        self.assertEqual([c["outcome"] for c in statements["printed"]["certificates"][0]["checkers"]], ["Accepted", "Accepted"])

    def test_what_was_decided_does_not_follow_later_edits(self):
        self.succeed("check", "paper")
        before = contents(self.work / "attest-out/certificates")
        self.mine.write_text("def bound(n) = n;\n")
        self.assertIn("The same verdict.", self.succeed("recheck", "my.bound-1").stdout)
        self.succeed("check", "paper")
        self.assertEqual(self.results()["my.bound-1"]["printed"]["status"], "supported")
        self.assertNotEqual(before, contents(self.work / "attest-out/certificates"))

    def test_a_second_run_decides_nothing_again(self):
        self.succeed("check", "paper")
        self.assertIn("already decided", self.succeed("check", "paper").stderr)

    def test_an_id_that_begins_like_one_of_ours(self):
        claim = self.work / "mine.claim"
        claim.write_text('claim { "id": "urpe.mine", "title": "Mine", "source": "A note of mine" }\nstatement printed = 1 < 2;\n')
        self.succeed("check", claim.name, "--out", "mine")
        self.assertTrue(json.loads((self.work / "mine/results.json").read_text())["claims"][0]["own"])
        explained = self.succeed("explain", "urpe.mine", "--out", "mine").stdout
        for text in ((self.work / "mine/report.md").read_text(), (self.work / "mine/claims/urpe_mine.md").read_text(),
                     (self.work / "mine/report.html").read_text(), (self.work / "mine/digest.tex").read_text(), explained):
            self.assertNotIn("Shengjie Luo", text)
            self.assertNotIn("theory/papers/urpe/claims/urpe_mine.claim", text)
        self.assertIn("DIR/own/urpe_mine/claims/urpe_mine.claim", explained)
        self.assertIn("not from theory/papers", explained)
        self.assertIn("The same verdict.", self.succeed("recheck", "urpe.mine", "--out", "mine").stdout)
        # One of ours is told as before.
        self.succeed("check", "urpe.theorem-2", "--without-proofs", "--out", "ours")
        explained = self.succeed("explain", "urpe.theorem-2", "--out", "ours").stdout
        self.assertIn("Shengjie Luo", explained)
        self.assertNotIn("not from theory/papers", explained)
        self.assertNotIn("own", json.loads((self.work / "ours/results.json").read_text())["claims"][0])

    def test_a_statement_that_says_nothing_is_told(self):
        done = self.attest("lint", "paper/claims/one.claim")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        bad = self.work / "bad.claim"
        bad.write_text('claim { "id": "bad" }\nstatement printed = forall x in reals where x > 2 and x < 1: x = 0;\n')
        done = self.attest("lint", "bad.claim", "--out", "linted")
        self.assertEqual(done.returncode, 1)
        self.assertIn("defect: vacuous", done.stdout)
        written = json.loads((self.work / "linted/lint.json").read_text())
        self.assertEqual(written["claims"][0]["statements"][0]["findings"][0]["kind"], "vacuous")
        self.assertEqual(json.loads(self.attest("lint", "bad.claim", "--json", "--threads", "1").stdout), written)
        self.assertEqual(self.attest("lint", "bad.claim", "--budget", "0.0001").returncode, 2)
        self.assert_one_clear_line(self.attest("lint", "bad.claim", "--statement", "other"), 3, "printed", "other")
        self.assert_one_clear_line(self.attest("lint", "no-such-claim"), 3, "no-such-claim")

    def test_shorthand_is_unfolded_before_the_checkers_read_it(self):
        (self.work / "paper/definitions/other.stm").write_text("def bound(n) = 0.5 * n;\ndef twice(n) = 2 * bound(n);\n")
        self.claim.write_text("""claim { "id": "my.bound-1", "title": "0.5 => 1" }
use "mine";
use "other" as o;
statement printed = forall x, y in reals from -0.25 to 1 where x < y: let d = y - x in forall n in 1..3:
  n > 1 => o.twice(n) * d > 0 and bound(2) = 1;
""")
        self.succeed("check", "paper")
        statement = self.results()["my.bound-1"]["printed"]
        self.assertEqual([c["outcome"] for c in statement["certificates"][0]["checkers"]], ["Accepted", "Accepted"])
        copy = (self.work / "attest-out/own/my_bound_1/claims/my_bound_1.claim").read_text()
        self.assertIn('"0.5 => 1"', copy)
        self.assertIn("o_twice(n) * (y - x)", copy)
        self.assertIn("The same verdict.", self.succeed("recheck", "my.bound-1").stdout)
        self.assertEqual(self.succeed("eval", "0.25 + 1").stdout.splitlines()[0], "5/4")
        self.claim.write_text(self.claim.read_text().replace("forall n in 1..3", "forall x in 1..3"))
        self.assert_one_clear_line(self.attest("check", "paper"), 3, "one.claim:4", "bound again")

    def test_the_standard_definitions_have_the_values_that_they_should(self):
        values = {
            "sum_norm([1, -2])": "3", "euclidean_norm([3, 4])": "5", "max_norm([1, -5])": "5", "row_sum_norm([[1, -2], [0, 1]])": "3",
            "frobenius_norm([[1, 1], [1, 1]])": "2", "multiple_of(2, [1, 3])": "[2, 6]", "mean_of([1, 2, 6])": "3", "variance_of([1, 3])": "1",
            "in_simplex([1/2, 1/3, 1/6])": "true", "in_simplex([1, 1, -1])": "false", "in_simplex([1])": "true", "logistic(0)": "1/2",
            "hyperbolic_tangent(0)": "0", "sign_of(-3)": "-1", "sign_of(0)": "0", "slice([1, 2, 3, 4], 2, 3)": "[2, 3]", "slice([1], 2, 1)": "[]",
            "reversed([1, 2, 3])": "[3, 2, 1]", "column_of([[1, 2], [3, 4]], 2)": "[2, 4]", "positions_of([1, 0, 1], 1)": "[1, 3]",
            "arranges([2, 3, 1])": "true", "arranges([1, 1])": "false", "arranges([1, 3])": "false", "rearranged([5, 6, 7], [2, 3, 1])": "[6, 7, 5]",
            "composed([2, 3, 1], [2, 1, 3])": "[3, 2, 1]", "inverse_of([2, 3, 1])": "[3, 1, 2]",
            "matmul(permutation_matrix([2, 3, 1]), [[5], [6], [7]])": "[[6], [7], [5]]", "identity_matrix(2)": "[[1, 0], [0, 1]]",
            "trace_of([[1, 2], [3, 4]])": "5", "matrix_rank([[1, 2], [2, 4]])": "1", "matrix_rank([[0, 1, 2], [1, 0, 0], [1, 1, 2]])": "2",
            "matrix_rank(identity_matrix(4))": "4", "matrix_rank([[0, 0]])": "0", "matrix_rank([[1, 2, 3]])": "1",
            "cosine_between(0, 2)": "[1, 1]", "sine_between(0, 0)": "[0, 0]", "cosine_between(1, 1)": "[11/24, 13/24]", "sine_between(1, 0)": "[5/6, 7/6]",
            "rational_power(8, 2, 3)": "4", "rational_power(4/9, -3, 2)": "27/8", "rational_power(8/27, 1, 3)": "2/3", "rational_power(64, 1, 6)": "2",
            "rational_power(1/16, 1, 4)": "1/2", "without_square_roots(16, 12).x": "2", "odd_root(-1 + 2, 5)": "1",
        }
        facts = " ".join(f"v{i}: {expression} = {value};" for i, (expression, value) in enumerate(values.items()))
        self.claim.write_text(f"""claim {{ "id": "my.bound-1" }}
use "standard";
statement printed = parts {{ {facts} }};
statement finding_enclosed = parts {{
  a: 0.73 < logistic(1) < 0.74 and 0.76 < hyperbolic_tangent(1) < 0.77; b: 1.41 < euclidean_norm([1, 1]) < 1.42;
  c: forall A in [[[x, y], [z, 1]] for x in 0..1, y in 0..1, z in 0..1]: (matrix_rank(A) = 2) = (A[1][1] * A[2][2] != A[1][2] * A[2][1]);
  e: abs(rational_power(5, 2, 3)^3 - 25) < 10^-9; f: all(cosine_between(x, 8)[2] - cosine_between(x, 8)[1] < 10^-14 for x in [-1, 1/2, 1]);
  g: abs(((cosine_between(2, 12)[1] + cosine_between(2, 12)[2]) / 2)^2 + ((sine_between(2, 12)[1] + sine_between(2, 12)[2]) / 2)^2 - 1) < 10^-15;
  d: forall p in permutations(4): composed(p, inverse_of(p)) = 1..4 and arranges(p); }};
""")
        self.succeed("check", "paper")
        for statement in self.results()["my.bound-1"].values():
            self.assertEqual(statement["status"], "holds", statement["name"])
            self.assertEqual([c["outcome"] for c in statement["certificates"][0]["checkers"]], ["Accepted", "Accepted"])
        defined = [line.split()[1].split("(")[0] for line in (ROOT / "theory/definitions/standard.stm").read_text().splitlines() if line.startswith("def ")]
        text = self.claim.read_text()
        self.assertEqual([name for name in defined if name != "eliminated" and name not in text], [])  # each has a value above
        self.assert_one_clear_line(self.attest("eval", "mean_of([])", "--use", "standard"), 3, "division by 0")
        self.assert_one_clear_line(self.attest("eval", "rearranged([1], [1, 2])", "--use", "standard"), 3, "index")

    def test_networks_have_types(self):
        """A record of domains, a simplex: reals that cells and polynomials meet, where `values` would leave instances."""
        self.claim.write_text("""claim { "id": "my.bound-1" }
def score(h, x) = h.q * x[1] + h.bias * x[2];
statement printed = forall h in {q: reals, bias: reals}: forall x in vectors(2):
  score(h, x)^2 <= (h.q^2 + h.bias^2) * (x[1]^2 + x[2]^2);
statement finding_weights = forall w in simplex(2): w[1] * w[2] <= 1/4;
statement finding_other = exists h in {q: reals, bias: reals}: score(h, [3, 5]) = 71 and h.q - h.bias = 1/7;
statement finding_next = forall n, k in naturals from 1: exists m in naturals from 2: m > n + k;
""")
        self.succeed("check", "paper")
        results = self.results()["my.bound-1"]
        self.assertEqual({name: (each["status"], each["assurance"]) for name, each in results.items()},
                         {"printed": ("holds", "proved"), "finding_weights": ("holds", "proved"), "finding_other": ("holds", "certified"), "finding_next": ("holds", "proved")})
        self.assertIn("with m = n + k + 1", results["finding_next"]["scope"])
        (self.claim.parent / "mine.stm").write_text("def simplex(n) = 1..n;")
        self.claim.write_text('claim { "id": "my.bound-1" }\nuse "mine";\nstatement printed = forall w in simplex(2): w >= 0;')
        self.assert_one_clear_line(self.attest("check", "paper"), 3, "mine.stm:1", "simplex")

    def decided(self, text, *arguments):
        """The run of one claim with this text, whose id has no dot."""
        (self.work / "lemma.claim").write_text('claim { "id": "lemma" }\n' + text)
        return self.attest("check", "lemma.claim", *arguments)

    def test_every_statement_is_told(self):
        done = self.decided("statement printed = forall x in 1..3: x < 4;\nstatement finding_two = forall x in 1..3: x < 3;\n"
                            "statement step_one = forall x in 1..3: x > 0;\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"lemma +holds \(exhaustive\) +-\n  printed +holds \(exhaustive\) +every x in 1..3\n"
                                      r"  finding_two +false \(certified\) +refuted at x = 3\n  step_one +holds \(exhaustive\) +every x in 1..3\n")
        self.assertIn("lemma", (self.work / "attest-out/report.html").read_text())

    def test_long_names_keep_their_distance(self):
        name, statement = "a-name.that-is-longer-than-the-column-of-names", "finding_that_is_longer_than_the_column_of_statements"
        (self.work / "long.claim").write_text(f'claim {{ "id": "{name}" }}\nstatement printed = 1 = 1;\nstatement {statement} = 1 < 2;\n')
        table = self.succeed("check", "long.claim").stdout.splitlines()
        column = table[0].index("as printed")
        self.assertEqual(table[1][:column], name + "  ")
        self.assertEqual(table[1][column:column + 5], "holds")
        self.assertIn(f"  {statement}  holds (certified)  by evaluation", table)
        self.assertIn(f"{name}  holds (certified)", self.succeed("claims").stdout)

    def test_both_sides_of_a_counterexample_are_shown(self):
        done = self.decided("statement printed = forall n in naturals from 1: n / 3 + exp(1) < 4;\n")
        self.assertIn("  Both sides of the failing comparison, printed\n    n / 3 + exp(1) < 4 fails:\n      left:  n / 3 + exp(1) = [4.0516", done.stdout)
        self.assertIn("\n      right: 4\n", done.stdout)
        explained = self.succeed("explain", "lemma").stdout
        self.assertIn("Both sides of the failing comparison, printed. At n = 4. Computed by the search", " ".join(explained.split()))
        self.assertIn("left:  n / 3 + exp(1) = [4.0516", explained)
        for file in ("report.html", "claims/lemma.html", "claims/lemma.md"):
            self.assertIn("Both sides of the failing comparison", (self.work / "attest-out" / file).read_text(), file)
        exhibit, = json.loads((self.work / "attest-out/results.json").read_text())["claims"][0]["exhibits"]
        self.assertTrue(exhibit["by_engine"])

    def test_what_stayed_undecided_is_counted(self):
        done = self.decided("statement printed = forall x in reals where x > 0: exp(x + 1) <= exp(1 + x);\n")
        self.assertRegex(done.stdout, r"the search for printed: no counterexample in [0-9,]+ evaluations, [0-9,]+ of them undecided: tried were .*"
                                      r"; every instance that costs less than \d+ but [0-9,]+ that stayed undecided; [0-9,]+ random ones, [0-9,]+ of them undecided\n")

    def test_a_name_without_a_role_is_refused(self):
        for name, *said in (("printd", "lemma.claim:3", "found 'printd'; did you mean 'printed'?"), ("mine", "lemma.claim:3", "found 'mine'"),
                            ("finding_", "lemma.claim:3", "finding_...")):
            text = f"statement printed = 1 = 1;\nstatement {name} = 1 = 1;\n"
            for command in ("check", "lint", "new"):
                (self.work / "lemma.claim").write_text('claim { "id": "lemma" }\n' + text)
                done = self.attest(*(["new", "proof"] if command == "new" else [command]), "lemma.claim")
                self.assert_one_clear_line(done, 3, "expected a statement whose name tells its role (printed, literal, repaired, step_...", *said)

    def test_a_statement_without_a_value_is_told(self):
        done = self.decided("statement printed = forall x in reals from -1 to 1: 1 / x != 0;\n")
        self.assertIn("  the search for printed: at x = 0 it has no value (division by 0), so that it is not true\n", done.stdout)
        self.assertRegex(done.stdout, r"\n  printed +open +no certificate was built\n")
        self.assertEqual(done.returncode, 2)
        self.assertNotIn("no value", self.decided("statement printed = exists x in [0, 1]: 1 / x = 1;\n").stdout)

    def test_messages_help(self):
        use = 'use "attention";\n'
        for text, *said in [
                ("statement printed = softmax([1])[1] = 1;\n", "lemma.claim:2", 'use "attention" has'),
                (use + "statement printed = sofmax([1])[1] = 0.5;\n", "lemma.claim:3", "did you mean 'softmax'"),
                ('use "atention";\nstatement printed = 1 = 1;\n', "the file atention.stm", "did you mean 'attention'"),
                (use + "def head(x) = 0.5;\nstatement printed = head(1) < 1;\n", "lemma.claim:3", ".stm has one"),
                ("statement printed = forall x in reals: |x| >= 0;\n", "abs(x)"),
                ("statement printed = 1 == 1;\n", "= alone compares"),
                ("statement printed = 1 \u2264 1;\n", "ASCII: <="),
                ("statement printed = sum([1]) = 1;\n", "sum(x for x in list)")]:
            self.assert_one_clear_line(self.decided(text), 3, *said)
        self.assert_one_clear_line(self.attest("eval", "softmax([1])"), 3, 'use "attention" has')
        self.decided("statement printed = 1 = 1;\n")
        self.assert_one_clear_line(self.attest("lint", "lemma.claim", "--statement", "other"), 3, "--statement: expected one of the statements printed")
        self.assert_one_clear_line(self.attest("check", "lemma.claim", "--out", "lemma.claim/out"), 3, "expected a place that can be read and written")

    def test_a_reader_that_goes_away(self):
        for command in ([ATTEST, "claims"], [sys.executable, "-B", ROOT / "verify/second/attest_check.py", "--help"],
                        [sys.executable, "-B", ROOT / "theory/proofs/check.py", "--help"]):
            read, write = os.pipe()
            os.close(read)
            run = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, cwd=self.work, env=self.environment, text=True)
            os.close(write)
            self.assertEqual((run.returncode, run.stderr), (-signal.SIGPIPE, ""), command)

    def test_lint_with_a_check_stands_on_the_page(self):
        self.succeed("lint", "paper/claims/one.claim", "--out", "attest-out")
        text = "statement printed = forall x in reals where x > 2 and x < 1: x = 0;\n"
        self.assertNotIn("vacuous", self.decided(text).stdout)
        done = self.decided(text, "--lint")
        self.assertIn("defect: vacuous", done.stdout)
        self.assertIn("The statement itself", (self.work / "attest-out/claims/lemma.md").read_text())
        self.assertEqual([claim["id"] for claim in json.loads((self.work / "attest-out/lint.json").read_text())["claims"]], ["lemma", "my.bound-1"])

    def test_a_proof_beside_the_claim_without_coq(self):
        text = "statement printed = forall x in reals: x <= abs(x);\n"
        self.decided(text)
        file = self.succeed("new", "proof", "lemma.claim").stdout.strip()
        self.assertEqual(file, "lemma_proof/bound_lemma_printed.v")
        done = self.decided(text)
        self.assertEqual(done.stdout.count("the proof of printed was not checked: coqc is not installed\n"), 1)
        self.assertEqual(self.results()["lemma"]["printed"]["status"], "supported")
        self.assertIn("a proof exists and was not checked here", self.results()["lemma"]["printed"]["scope"])
        done = self.decided(text, "--without-proofs", "--fresh")
        self.assertIn("was not checked: --without-proofs", done.stdout)
        self.assertNotIn("Coq compiles", done.stderr)
        again = self.succeed("recheck", "lemma").stdout  # like with like
        self.assertIn("Coq was asked neither time: the claim was decided with --without-proofs.\nThe same verdict.", again)
        proof = (self.work / file).read_text()
        (self.work / "copy.v").write_text(proof)
        self.assert_one_clear_line(self.decided(text), 3, "expected one file that binds printed_holds to printed", "copy.v")
        (self.work / "copy.v").write_text(proof.replace("lemma printed", "lemma printd"))
        self.assert_one_clear_line(self.decided(text), 3, "copy.v", "'printd'")
        (self.work / "copy.v").write_text(proof.replace("attest: lemma", "attest: other"))
        self.assertEqual(self.decided(text).returncode, 0)

    def test_an_edited_copy_is_refused(self):
        self.succeed("check", "paper")
        copy = self.work / "attest-out/own/my_bound_1/definitions/mine.stm"
        copy.write_text("def bound(n) = 1;\n")
        self.assert_one_clear_line(self.attest("report"), 3, "was edited")

    def test_names_and_places(self):
        self.assert_one_clear_line(self.attest("check", "nowhere.claim"), 3, "nowhere.claim")
        self.assert_one_clear_line(self.attest("check", "paper/definitions"), 3, "expected a folder with .claim files")
        self.claim.write_text(CLAIM.format(id="../../x"))
        self.assert_one_clear_line(self.attest("check", "paper"), 3, "one.claim", "expected an id of letters")
        self.claim.write_text(CLAIM.format(id="urpe.lemma-8"))
        self.assert_one_clear_line(self.attest("check", "paper"), 3, "one.claim", "not taken")
        self.claim.write_text(CLAIM.format(id="my.bound-1").replace('use "mine";\n', ""))
        self.assert_one_clear_line(self.attest("check", "paper"), 3, "one.claim:3", "bound")
        self.claim.write_text(CLAIM.format(id="my.bound-1"))
        self.mine.unlink()
        self.assert_one_clear_line(self.attest("check", "paper"), 3, "one.claim:3", "mine.stm")
        self.assertFalse((self.work / "attest-out/own/my_bound_1").exists())

    def test_the_files_of_ours_have_their_constructions(self):
        self.succeed("check", ROOT / "theory/papers/urpe/claims/urpe_lemma_8.claim")
        self.assertIn("urpe.lemma-8", self.results())

    def test_templates_can_be_decided(self):
        self.assertEqual(self.succeed("new", "claim", "cap.one-2").stdout, "cap_one_2.claim\n")
        self.assert_one_clear_line(self.attest("new", "claim", "cap.one-2"), 3, "cap_one_2.claim", "not taken")
        self.assertEqual(self.attest("new", "claim", "../x").returncode, 64)
        self.succeed("new", "paper", "cap")
        self.succeed("check", "cap_one_2.claim", "cap/")
        self.assertEqual({name: statements["finding_two_tokens"]["status"] for name, statements in self.results().items()},
                         {"cap.one-2": "holds", "cap.lemma-1": "holds"})

    def test_values(self):
        self.assertEqual(self.succeed("eval", "sum(1/n for n in 1..4)").stdout.splitlines()[0], "25/12")
        self.assertEqual(self.succeed("eval", "softmax([0, 0])", "--use", "attention").stdout.splitlines()[0], "[1/2, 1/2]")
        self.assertIn("0.73105857863", self.succeed("eval", "softmax([1, 0])", "--use", "attention").stdout)
        self.assertEqual(json.loads(self.succeed("eval", "[1/2, true]", "--json").stdout), ["1/2", True])
        self.assert_one_clear_line(self.attest("eval", "1 / 0"), 3, "division by 0")
        self.assert_one_clear_line(self.attest("eval", "1 +"), 3, "expected")
        self.assert_one_clear_line(self.attest("eval", "1", "--use", "nothing"), 3, "nothing.stm")


class LintInTheReport(CommandTest):
    def test_a_section_of_the_claims_page(self):
        self.succeed("new", "claim", "tiny.lemma")
        file = self.work / "tiny_lemma.claim"
        file.write_text(file.read_text().split("# printed is")[0] + "statement printed =\n  forall x in [0, 1] where x < 2:\n    x <= 1;\n")
        page = self.work / "out/claims/tiny_lemma.md"
        self.succeed("check", file, "--out", "out")
        self.assertIn("Not attacked here: `attest lint", page.read_text())
        self.succeed("lint", file, "--out", "out")
        self.succeed("report", "--out", "out")
        text = page.read_text()
        self.assertIn("The statement itself", text)
        self.assertIn("x < 2", text.split("The statement itself")[1])
        self.assertIn("The statement itself", (self.work / "out/claims/tiny_lemma.html").read_text())
        (self.work / "tiny_lemma.md").write_text("## What is not checked\nEverything else.\n")
        self.succeed("check", file, "--out", "out")
        self.assertIn("Everything else", page.read_text().split("What was not checked")[1])
        self.assertIn("The statement itself", page.read_text())
        lint = self.work / "out/lint.json"
        for other in (lint.read_text().replace('"hash": "', '"hash": "0'), "{", '{"schema": "attest.lint/1", "claims": [1]}'):
            lint.write_text(other)
            self.succeed("report", "--out", "out")
            self.assertIn("Not attacked here: `attest lint", page.read_text())


class NewProof(CommandTest):
    def test_an_open_goal(self):
        self.succeed("new", "claim", "tiny.lemma")
        self.assert_one_clear_line(self.attest("new", "proof", "tiny_lemma.claim", "absent"), 3, "absent")
        done = self.succeed("new", "proof", "tiny_lemma.claim")
        self.assertIn("`attest check tiny_lemma.claim` has Coq check it", done.stderr)
        self.assertEqual(contents(self.work / "tiny_lemma_proof").keys(), {"bound_tiny_lemma_printed.v"})
        text = (self.work / done.stdout.strip()).read_text()
        self.assertIn("Theorem printed_holds : Holds printed.", text)
        self.succeed("check", "tiny_lemma.claim")
        folder = self.work / "attest-out/own/tiny_lemma"
        hashed = subprocess.run([ATTEST_CHECK, "--hash", folder / "claims/tiny_lemma.claim", "printed"], capture_output=True, text=True)
        self.assertIn(f"(* attest: tiny.lemma printed sha256:{hashed.stdout.strip()} theorem:printed_holds *)", text)
        self.assert_one_clear_line(self.attest("new", "proof", "missing.claim"), 3, "missing.claim")


class Format(CommandTest):
    def test_format(self):
        text = "claim {\n\"id\": \"a.b\"\n}\nstatement printed =\nforall x in [0,1]:\n    x*x<=1;\n"
        file = self.write("untidy.claim", text)
        self.assertEqual(self.attest("format", file, "--check").returncode, 1)
        self.assertEqual((self.folder / "untidy.claim").read_text(), text)
        self.assertEqual(self.succeed("format", file).stdout, f"{file}\n")
        self.assertEqual((self.folder / "untidy.claim").read_text(),
                         "claim {\n  \"id\": \"a.b\"\n}\nstatement printed =\n  forall x in [0, 1]:\n    x*x <= 1;\n")
        self.assertEqual(self.succeed("format", file, "--check").stdout, "")
        self.assert_one_clear_line(self.attest("format", self.write("bad.stm", "def f = @;\n")), 3, "bad.stm:1")
        self.assert_one_clear_line(self.attest("format", self.folder / "missing.claim"), 3, "missing.claim")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
