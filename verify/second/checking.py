# SPDX-License-Identifier: Apache-2.0
"""One certificate against one claim: the whole check, whatever happens, as a report. Also usable from other
programs."""

import sys
import threading

from certificate import read_certificate
from claim import Claim
from failures import Failed, Failure, Malformed, Rejected, Undecided
from rules import Checker

DEFAULT_BUDGET = 1_000_000_000
_STACK_BYTES, _RECURSION = 512 << 20, 60_000


def check(claim, data, budget=DEFAULT_BUDGET):
    """The report, as the object that --json prints, for a Claim and a certificate's bytes."""
    return guarded(lambda: _check(claim, read_certificate(data), budget), _failed)


def _check(claim, certificate, budget):
    claim.budget.left = budget
    texts = {name: item.body_text for name, item in claim.statements.items()}
    checker = Checker([], certificate.precision, claim.budget, texts)

    def report(outcome, reason, because, assumed, covered):
        return {
            "outcome": outcome,
            "claim": certificate.claim,
            "statement": certificate.statement,
            "goal": certificate.goal,
            "reason": reason,
            **({"because": because} if because else {}),
            "assumed": assumed,
            "covered": covered,
            "evaluated": str(checker.evaluated),
            "precision": str(checker.precision),
        }

    def failed(failure):
        if isinstance(failure, (Malformed, Failed)):
            return _failed(failure)
        return report(failure.outcome, str(failure), getattr(failure, "because", ""), [], [])

    return guarded(lambda: report("Accepted", "", "", *_meet(claim, certificate, checker)), failed)


def _meet(claim, certificate, checker):
    if certificate.claim != claim.header["id"]:
        raise Rejected(f"the certificate is for the claim {certificate.claim}, the file is {claim.header['id']}")
    formula, size = claim.statement(certificate.statement)
    if certificate.header != claim.header_hash():
        raise Rejected("the header's hash is not that of the claim")
    if certificate.hash != claim.hash(certificate.statement):
        raise Rejected("the hash is not that of the statement")
    if certificate.steps.rule == "proof":
        if not certificate.goal:
            raise Rejected("steps: a proof shows only that a statement is true")
        return [{"kind": "proof", **certificate.steps.theorem}], []
    checker.frame.extend([None] * size)
    checker.text = checker.texts[certificate.statement]
    if certificate.steps.rule == "statement" and certificate.steps.name == certificate.statement:
        raise Rejected(f"steps: the statement {certificate.statement} cites itself")
    checker.meet(formula, certificate.goal, certificate.steps)
    return checker.coverage.assumed() + checker.cited, checker.coverage.covered()


def _failed(failure):
    return {"outcome": failure.outcome, "reason": str(failure)}


def guarded(action, failed):
    """What `action` returns, or what `failed` makes of its Failure. Where stack or memory run out that is Undecided;
    any other exception is a defect of this checker and is called that."""
    try:
        return action()
    except Failure as failure:
        return failed(failure)
    except (RecursionError, MemoryError) as error:
        return failed(Undecided(f"a limit of Python: {type(error).__name__}"))
    except Exception as error:
        return failed(Failed(f"the checker itself failed: {type(error).__name__}: {error}"))


def check_file(path, definitions_folder, read, budget=DEFAULT_BUDGET):
    """As `check`, for the claim at a path, Malformed if that cannot be read; `read` gives the certificate's bytes."""
    return guarded(lambda: check(load(path, definitions_folder), read(), budget), _failed)


def load(path, definitions_folder=None):
    """The claim at a path. Errors: Malformed."""
    return Claim(path, definitions_folder)


def with_deep_stack(action):
    """Runs `action` in a thread with room for deeply nested expressions; passes on its result or its exception."""
    outcome = {}

    def run():
        try:
            outcome["result"] = action()
        except BaseException as error:  # handed to the caller's thread below
            outcome["error"] = error

    sys.setrecursionlimit(_RECURSION)
    sys.set_int_max_str_digits(0)
    threading.stack_size(_STACK_BYTES)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    threading.stack_size(0)
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"]
