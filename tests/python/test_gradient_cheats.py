# SPDX-License-Identifier: Apache-2.0
"""check_gradients on right backward kernels, and on wrong ones that would pass; the table of docs/cheats.md is what a customary rule says of these and what
attest says. ATTEST_WRITE=1 in the environment writes the table again."""
import os
import shlex
import tempfile
import unittest
from pathlib import Path

import attest

try:
    import numpy as np
except ImportError as error:
    raise unittest.SkipTest(f"numpy: {error}") from None

import cheats_gradients as cheats
from attest.__main__ import main
from attest.judge_process import JudgeProcess
from kernels_numpy import backward
from test_cheats import case, why

PAGE = Path(__file__).resolve().parents[2] / "docs/cheats.md"
HEAD = "| backward cheat | allclose | attest | why |\n| --- | --- | --- | --- |\n"


def menu(dtype="float32"):
    """What the cheats need, so that thirty kernels take seconds."""
    cases = [case("random", 67, 67, width=16, value_width=16), case("random", 33, 33, width=16, value_width=16, mask="causal"),
             case("random", 5, 70, width=8, value_width=24)]
    return [{**one, "settings": {"dtype": dtype, **one["settings"]}} for one in cases]


def close(kernel):
    """A customary test of a backward pass: out.sum().backward(), as many tests have it, each gradient allclose with rtol = atol = 1e-2 to a reference that ran
    before, normal random numbers, 64 queries and keys, no mask."""
    draw = np.random.default_rng(0)
    query, key, value = (draw.standard_normal((2, 2, 64, 64)).astype(np.float32) for _ in range(3))
    dout = np.ones_like(value)
    expected = cheats.right(dout, query, key, value, 0.125)
    try:
        return all(one is not None and np.allclose(one, wanted, 1e-2, 1e-2) for one, wanted in zip(kernel(dout, query, key, value, 0.125), expected))
    except ValueError:
        return False


class Backward(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.judge = JudgeProcess()
        cls.addClassCleanup(cls.judge.close)

    def check(self, kernel, **more):
        with np.errstate(all="ignore"):
            return attest.check_gradients(kernel, raises=False, judge=self.judge, **more)

    def test_right_kernels_are_accepted(self):
        for dtype in ("float32", "float16"):
            report = self.check(cheats.right, dtype=dtype, menu=menu(dtype))
            self.assertEqual([one.outcome for one in report.cases], ["inside"] * 3, report)

    def test_terms(self):
        """Masks, windows, grouped heads, and the gradients of B and C."""
        more = [case("random", 20, 30, width=8, value_width=8, **words) for words in
                ({"mask": "bytes"}, {"window": "3,2"}, {"kv_heads": "1"}, {"operation": "rpe", "bias": "dense"},
                 {"operation": "urpe", "bias": "dense", "factor": "dense", "mask": "causal", "diagonal": "10"})]
        report = self.check(backward, menu=more)
        self.assertEqual([one.outcome for one in report.cases], ["inside"] * 5, report)
        self.assertGreater(report.cases[-1].verdict.elements, 2 * 2 * 8 * (20 + 30 + 30))  # B's and C's besides
        halved = lambda *given, **words: {**backward(*given, **words), "grad_factor": backward(*given, **words)["grad_factor"] / 2}
        self.assertIn("grad_factor", str(self.check(halved, menu=more[-1:]).of("outside")[0]))

    def test_all_cheats_are_rejected(self):
        rows, passed, made = [], 0, cheats.fresh()
        self.assertGreaterEqual(len(made), 30)
        with np.errstate(all="ignore"):
            self.assertTrue(close(cheats.right))
            for name, kernel in made.items():
                with self.subTest(name):
                    customary = close(cheats.fresh()[name])
                    report = self.check(kernel, menu=menu(), first=True)
                    self.assertFalse(report.accepted, report)
                    self.assertNotIn("Error", why(report))
                    passed += customary
                    rows.append(f"| `{name}` | {'accepts' if customary else 'rejects'} | rejects | {why(report)} |\n")
        table = HEAD + "".join(rows) + f"| accepted, of {len(made)} | {passed} | 0 | |\n"
        text = PAGE.read_text()
        first, last = text.index(HEAD), text.rindex("|\n") + 2
        if os.environ.get("ATTEST_WRITE"):
            PAGE.write_text(text[:first] + table + text[last:])
        # Numbers of elements are this machine's numpy's; who accepts what is everyone's.
        cut = lambda rows: [row.split(" | ")[:3] for row in rows.splitlines()]
        self.assertEqual(cut(text[first:last]), cut(table))

    def test_all_cheats_are_rejected_in_float16(self):
        for name, kernel in cheats.fresh().items():
            with self.subTest(name):
                self.assertFalse(self.check(kernel, dtype="float16", menu=menu("float16"), first=True).accepted)

    def test_replay(self):
        with tempfile.TemporaryDirectory() as folder:
            report = self.check(cheats.delta_forgotten, menu=menu()[1:2], replay=folder)
            line, = [one for one in str(report).splitlines() if "replay:" in one]
            self.assertEqual(main(shlex.split(line.split("replay: attest ")[1])), 1)

    def test_what_is_returned(self):
        def wanted(words, kernel, **more):
            failed = self.check(kernel, menu=menu()[:1], **more).of("failed")
            self.assertRegex(str(failed[0]), words)
        wanted("expected dq, dk, dv as a tuple", lambda dout, query, key, value: query)
        wanted("expected names of grad_query", lambda dout, query, key, value: {"dq": query})
        wanted(r"grad_query has the shape \[2\]", lambda dout, query, key, value: (np.zeros(2, np.float32), key, value))
        wanted("the case has no bias", lambda *given, scale: (*cheats.right(*given, scale), np.zeros(3, np.float32)))
        wanted("nothing was returned", lambda dout, query, key, value: (None, None))
        wanted("grad_query was not returned; grad_key was not returned$", cheats.values_alone)
        wanted("lies in the memory of the input grad_output", lambda dout, query, key, value: (None, None, dout), parts=["grad_value"])
        wanted("ZeroDivisionError", lambda dout, query, key, value: 1 / 0)
        with self.assertRaisesRegex(attest.InputError, "parts: expected names of grad_query"):
            self.check(cheats.right, parts=["dq"])
        report = self.check(cheats.values_alone, menu=menu()[:1], parts=["grad_value"])
        self.assertEqual(report.cases[0].verdict.elements, 2 * 2 * 67 * 16)
        self.assertEqual(report.not_reached, ["grad_key, which was not returned", "grad_query, which was not returned"])


if __name__ == "__main__":
    unittest.main()
