# SPDX-License-Identifier: Apache-2.0
"""Kernels that are wrong and would pass: all are rejected; the table of docs/cheats.md is what the benchmarks' own rules say of them and what attest says.
ATTEST_WRITE=1 in the environment writes the table again."""
import os
import unittest
from pathlib import Path

import attest

try:
    import numpy as np
except ImportError as error:
    raise unittest.SkipTest(f"numpy: {error}") from None

import cheats
from attest.judge_process import JudgeProcess
from benchmark_rules import RULES
from kernels_numpy import attention

PAGE = Path(__file__).resolve().parents[2] / "docs/cheats.md"
HEAD = "| cheat | " + " | ".join(RULES) + " | attest | why |\n| --- |" + " --- |" * (len(RULES) + 2) + "\n"


def case(generator, queries, keys, **more):
    sizes = {"batches": "2", "heads": "2", "queries": queries, "keys": keys, "width": "64", "value_width": "64"}
    return {"generator": generator, "settings": {**{name: str(size) for name, size in sizes.items()}, **{name: str(word) for name, word in more.items()}}}


def menu(dtype):
    """Of the menu for attention what the cheats need, so that forty kernels take seconds."""
    cases = [case("random", 67, 67), case("random", 64, 64), case("random", 67, 67, mask="causal"), case("low_scores", 33, 33), case("huge_scores", 16, 16),
             case("random", 1, 1), case("random", 3, 2), case("ties", 20, 20), case("random", 9, 129)]
    return [{**one, "settings": {"dtype": dtype, **one["settings"]}} for one in cases]


def why(report):
    """The first failure in a few words."""
    bad = report.of("failed", "outside")
    if not bad:
        return ""
    first = bad[0]
    if first.outcome == "failed":
        return first.words.split(";")[0]
    where = "same arrays, other numbers" if "refilled" in first.name else first.name.split(",")[0]
    return f"{where}: {first.verdict.outside} of {first.verdict.elements} elements outside"


class Cheats(unittest.TestCase):
    rows = []

    @classmethod
    def setUpClass(cls):
        cls.judge = JudgeProcess()
        cls.addClassCleanup(cls.judge.close)

    def test_all_are_rejected_where_rules_of_thumb_accept(self):
        dtype, accepted = "float16", dict.fromkeys(RULES, 0)
        names = list(cheats.fresh())
        self.assertGreaterEqual(len(names), 30)
        with np.errstate(all="ignore"):
            for name in names:
                with self.subTest(name):
                    passes = {rule: check(cheats.fresh()[name], dtype) for rule, check in RULES.items()}
                    report = attest.check_kernel(cheats.fresh()[name], dtype=dtype, menu=menu(dtype), raises=False, judge=self.judge, first=True)
                    self.assertFalse(report.accepted, report)
                    for rule, passed in passes.items():
                        accepted[rule] += passed
                    words = " | ".join("accepts" if passed else "rejects" for passed in passes.values())
                    self.rows.append(f"| `{name}` | {words} | rejects | {why(report)} |\n")
        self.rows.append("| accepted, of " + str(len(names)) + " | " + " | ".join(map(str, accepted.values())) + " | 0 | |\n")
        table = HEAD + "".join(self.rows)
        text = PAGE.read_text()
        first, last = text.index("| cheat |"), text.index("|\n\nNot among them") + 2
        if os.environ.get("ATTEST_WRITE"):
            PAGE.write_text(text[:first] + table + text[last:])
        # Numbers of elements are this machine's numpy's; who accepts what is everyone's.
        cut = lambda rows: [row.split(" | ")[:2 + len(RULES)] for row in rows.splitlines()]
        self.assertEqual(cut(text[first:last]), cut(table))

    def test_all_are_rejected_in_float32(self):
        with np.errstate(all="ignore"):
            for name, kernel in cheats.fresh().items():
                with self.subTest(name):
                    self.assertFalse(attest.check_kernel(kernel, menu=menu("float32"), raises=False, judge=self.judge, first=True).accepted)

    def test_the_right_kernel_is_accepted(self):
        for dtype in ("float16", "float32", "float64"):
            with np.errstate(all="ignore"):
                for rule, check in RULES.items():
                    self.assertTrue(check(attention, dtype), rule)
                report = attest.check_kernel(attention, dtype=dtype, menu=menu(dtype), raises=False, judge=self.judge)
            self.assertTrue(report.accepted, report)


if __name__ == "__main__":
    unittest.main()
