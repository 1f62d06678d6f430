# SPDX-License-Identifier: Apache-2.0
"""What the tests of the second checker share: finding its modules, claims written on the spot, values as JSON."""

import contextlib
import os
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "verify", "second"))
sys.dont_write_bytecode = True

import checking  # noqa: E402
from enclosure import working  # noqa: E402
from values import to_json  # noqa: E402

HEADER = 'claim { "id": "test.claim" }\n'
TRIVIAL = "statement printed = true;\n"


@contextlib.contextmanager
def claim_file(text, definitions=()):
    """The path of a claim's file with this text; `definitions`: pairs of a name and the text of a file that it may
    use."""
    with tempfile.TemporaryDirectory() as folder:
        for subfolder in ("claims", "definitions"):
            os.mkdir(os.path.join(folder, subfolder))
        for name, content in definitions:
            with open(os.path.join(folder, "definitions", name + ".stm"), "w", encoding="utf-8") as file:
                file.write(content)
        path = os.path.join(folder, "claims", "test.claim")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        yield path


def load(text, definitions=()):
    with claim_file(text, definitions) as path:
        return checking.load(path)


def outcome_of_loading(text, definitions=()):
    """"Accepted", or the outcome that loading ends in."""
    return checking.guarded(lambda: load(text, definitions) and "Accepted", lambda failure: failure.outcome)


def value(expression, definitions="", bits=64, budget=10_000_000):
    """The expression's value as JSON, or the outcome's word where there is none."""

    def action():
        claim = load(HEADER + definitions + TRIVIAL)
        claim.budget.left = budget
        working.bits = bits
        return to_json(claim.evaluate(expression))

    return checking.guarded(action, lambda failure: failure.outcome)


__all__ = ["ROOT", "HEADER", "TRIVIAL", "checking", "claim_file", "load", "outcome_of_loading", "value"]
