# SPDX-License-Identifier: Apache-2.0
"""Classes of named fields: fields of the base first, values that may be left out, and nothing else."""

import unittest

import harness  # noqa: F401, finds the modules
from record import record


@record
class Place:
    place: str


@record
class Step(Place):
    rule: str
    values: list | None = None

    def words(self):
        return f"{self.place} {self.rule}"


class Record(unittest.TestCase):
    def test_fields(self):
        for step in (Step("a", "box"), Step("a", rule="box"), Step(rule="box", place="a", values=None)):
            self.assertEqual((step.place, step.rule, step.values, step.words()), ("a", "box", None, "a box"))
        self.assertEqual(Step("a", "box", [1]).values, [1])
        self.assertIsInstance(Step("a", "box"), Place)

    def test_what_is_no_field(self):
        for values, named in ((("a",), {}), (("a", "b", "c", "d"), {}), (("a", "b"), {"place": "c"}), (("a", "b"), {"x": 1}), ((), {"place": "a"})):
            with self.subTest(values=values, named=named), self.assertRaises(TypeError):
                Step(*values, **named)
        with self.assertRaises(AttributeError):
            Step("a", "box").other = 1


if __name__ == "__main__":
    unittest.main()
