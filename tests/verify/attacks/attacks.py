# SPDX-License-Identifier: Apache-2.0
"""Attacks: a claim, certificates, and what attest may say of the statements at most.

ATTACKS: name -> Attack. A certificate is (statement, goal, steps) or a dict with `raw` (the file's bytes) or `change` (a function of
the finished object). Expected: statement -> status, or ALARM.
"""
from dataclasses import dataclass, field

ALARM = "alarm"
EV = {"rule": "evaluate"}
PROOF = {"rule": "proof", "system": "coq", "file": "theory/proofs/any.v", "theorem": "any"}


def witness(var, value, then=None):
    return {"rule": "witness", "var": var, "value": value, "then": then or EV}


def exhaustive(var, then=None):
    return {"rule": "exhaustive", "var": var, "then": then or EV}


def listed(var, values, then=None):
    return {"rule": "instances", "var": var, "values": values, "then": then or EV}


def ranged(var, first, last, **rest):
    return {"rule": "instances", "var": var, "from": str(first), "to": str(last), **(rest or {"then": EV})}


def box(var, *cells, then=None):
    return {"rule": "box", "var": var, "cells": [list(cell) for cell in cells], "then": then or EV}


def split(**parts):
    return {"rule": "split", "parts": parts}


def cite(name):
    return {"rule": "statement", "name": name}


@dataclass
class Attack:
    statements: str
    certificates: list
    expected: dict
    proved: list = field(default_factory=list)
    uses: str = ""
    definitions: str = ""
    edit: tuple = ()  # (before, after) in the claim's file, once the certificates are made
    header: str = '"id": "attack.claim", "title": "An attack", "printed": "One thing."'


SMALL = "statement printed = forall n in naturals from 1: n < 4;"  # false from n = 4 on
TRUE = "statement printed = forall n in naturals from 1: n + 1 > n;"
SOME = "statement printed = exists n in naturals from 1: n = 10;"
POLE = "statement printed = forall x in reals from -1 to 1: 1 / x != 0;"

ATTACKS = {
    # --- incomplete evidence ---
    "instances of a statement that fails later": Attack(SMALL, [("printed", True, listed("n", ["1", "2"]))], {"printed": "supported"}),
    "a range of a statement that fails later": Attack(SMALL, [("printed", True, ranged("n", 1, 3))], {"printed": "supported"}),
    "many instances": Attack(TRUE, [("printed", True, ranged("n", 1, 3000))], {"printed": "supported"}),
    "an enumeration inside a range": Attack(
        "statement printed = forall n in naturals from 1: forall x in 1..n: x <= 3;",
        [("printed", True, ranged("n", 1, 3, then=exhaustive("x")))], {"printed": "supported"}),
    "boxes inside a range": Attack(
        "statement printed = forall n in naturals from 1: forall x in reals from 0 to 1: x * n <= 3;",
        [("printed", True, ranged("n", 1, 3, then=box("x", ("0", "1"))))], {"printed": "supported"}),
    "a witness for each of some": Attack(
        "statement printed = forall n in naturals from 1: exists m in 1..3: m = n;",
        [("printed", True, {**ranged("n", 1, 3), "cases": [witness("m", str(m)) for m in (1, 2, 3)]} | {"then": None})],
        {"printed": "supported"}),
    "no witness among some": Attack(SOME, [("printed", False, ranged("n", 1, 9))], {"printed": "open"}),
    "one part of two is partial": Attack(
        "statement printed = parts { a: forall n in naturals from 1: n < 4; b: 1 < 2; };",
        [("printed", True, split(a=ranged("n", 1, 3), b=EV))], {"printed": "supported"}),
    "instances in place of a finite domain": Attack(
        "statement printed = forall x in 1..9: x < 9;", [("printed", True, listed("x", ["1", "2"]))], {"printed": "supported"}),
    "a theorem that was not checked": Attack(SMALL, [("printed", True, PROOF)], {"printed": "open"}),
    "a theorem that was not checked, and instances": Attack(
        SMALL, [("printed", True, PROOF), ("printed", True, ranged("n", 1, 3))], {"printed": "supported"}),
    "a property of some parameters, against instances": Attack(
        "statement property_not_aware = forall n in naturals from 1: n < 4;",
        [("property_not_aware", True, ranged("n", 1, 3))], {"property_not_aware": "supported", "property aware": "open"}),
    "a property, refuted at an instance of what contradicts it": Attack(
        "statement property_not_aware = forall n in naturals from 1: n < 4;",
        [("property_not_aware", False, witness("n", "4"))], {"property_not_aware": "false", "property aware": "open"}),
    "a misprint beside a statement that has instances alone": Attack(
        SMALL + " statement literal = 1 = 2;", [("printed", True, ranged("n", 1, 3)), ("literal", False, EV)],
        {"printed": "supported", "literal": "false"}),
    "a false step beside a statement that has instances alone": Attack(
        SMALL + " statement step_one = 1 = 2;", [("printed", True, ranged("n", 1, 3)), ("step_one", False, EV)],
        {"printed": "gap", "step_one": "false"}),
    "a false step beside a statement that has nothing": Attack(
        SMALL + " statement step_one = 1 = 2;", [("step_one", False, EV)], {"printed": "gap"}),
    # --- evidence that covers nothing ---
    "nested ranges without a common element": Attack(
        "statement printed = forall m in naturals from 1: forall n in naturals from 1: m + n != 8;",
        [("printed", True, {**ranged("m", 1, 2), "cases": [ranged("n", 1, 5), ranged("n", 7, 9)]} | {"then": None})],
        {"printed": "supported"}),
    "an empty finite domain": Attack("statement printed = forall x in 2..1: x > 5;", [("printed", True, exhaustive("x"))], {"printed": "open"}),
    "no element of an empty domain": Attack("statement printed = exists x in 2..1: x > 5;", [("printed", False, exhaustive("x"))], {"printed": "open"}),
    "a guard that nothing meets": Attack(
        "statement printed = forall x in 1..9 where x > 10: x > 50;", [("printed", True, exhaustive("x"))], {"printed": "open"}),
    "a guard that is undefined everywhere": Attack(
        "statement printed = forall x in 1..9 where x.size > 0: x > 50;", [("printed", True, exhaustive("x"))], {"printed": "open"}),
    "a guard that is no boolean": Attack(
        'statement printed = forall x in 1..9 where "yes": x > 0;', [("printed", True, exhaustive("x"))], {"printed": ALARM}),
    "cells on which the guard is false": Attack(
        "statement printed = forall x in reals from 0 to 1 where x > 2: x > 50;", [("printed", True, box("x", ("0", "1")))], {"printed": "open"}),
    "empty domains inside a range": Attack(
        "statement printed = forall n in naturals from 1: forall x in 2..1: x > n;",
        [("printed", True, ranged("n", 1, 5, then=exhaustive("x")))], {"printed": "open"}),
    "an interval from 2 to 1": Attack(
        "statement printed = forall x in reals from 2 to 1: x > 5;", [("printed", True, box("x", ("2", "1")))], {"printed": "open"}),
    # --- contradicting evidence ---
    "a theorem, and an evaluation to false": Attack(
        SMALL, [("printed", True, PROOF), ("printed", True, ranged("n", 1, 5))], {"printed": ALARM}, ["any"]),
    "a theorem, and a counterexample": Attack(
        SMALL, [("printed", True, PROOF), ("printed", False, witness("n", "4"))], {"printed": ALARM}, ["any"]),
    "the theorem of another statement": Attack(
        "statement printed = forall x1 in reals: forall x2 in reals: x1 < x2;",
        [("printed", True, PROOF), ("printed", True, listed("x1", ["0"], listed("x2", ["0"])))], {"printed": ALARM}, ["any"]),
    "a theorem, and instances against it": Attack(
        SOME, [("printed", True, PROOF), ("printed", False, ranged("n", 1, 9))], {"printed": ALARM}, ["any"]),
    "instances, and a counterexample": Attack(
        SMALL, [("printed", True, ranged("n", 1, 3)), ("printed", False, witness("n", "4"))], {"printed": ALARM}),
    "a counterexample at which the statement is true": Attack(SMALL, [("printed", False, witness("n", "1"))], {"printed": ALARM}),
    "a theorem over an undefined body": Attack(
        POLE, [("printed", True, PROOF), ("printed", True, listed("x", ["1", "0"]))], {"printed": ALARM}, ["any"]),
    # --- undefined bodies ---
    "undefined at a listed value": Attack(POLE, [("printed", True, listed("x", ["0"]))], {"printed": ALARM}),
    "a strict inequality that fails at the end of a cell with an order": Attack(
        "statement printed = forall x in reals from 0 to 1: 1 + x < exp(x);", [("printed", True, box("x", ("0", "1", "2")))], {"printed": "open"}),
    "undefined inside a cell": Attack(POLE, [("printed", True, box("x", ("-1", "1")))], {"printed": "open"}),
    "undefined at the end of two cells": Attack(POLE, [("printed", True, box("x", ("-1", "0"), ("0", "1")))], {"printed": "open"}),
    "undefined on a cell of one point": Attack(
        POLE, [("printed", True, box("x", ("-1", "0"), ("0", "0"), ("0", "1")))], {"printed": "open"}),
    "undefined at one of all": Attack("statement printed = forall x in -1..1: 1 / x != 0;", [("printed", True, exhaustive("x"))], {"printed": ALARM}),
    "a power that is no rational": Attack(
        "statement printed = forall x in vectors(2): 2^x[1] > 0;", [("printed", True, PROOF), ("printed", True, listed("x", [["1/2", "1"]]))],
        {"printed": ALARM}, ["any"]),
    "a longer vector cut": Attack("statement printed = dot([1], [1, 2]) = 1;", [("printed", True, EV)], {"printed": ALARM}, uses="linear_algebra"),
    "a shorter vector": Attack("statement printed = dot([1, 2], [1]) = 1;", [("printed", True, EV)], {"printed": ALARM}, uses="linear_algebra"),
    "a product of matrices that do not fit": Attack(
        "statement printed = matmul([[1, 7]], [[2]]) = [[2]];", [("printed", True, EV)], {"printed": ALARM}, uses="linear_algebra"),
    "a ragged matrix": Attack(
        "statement printed = matmul([[1, 1]], [[2], [3, 4]]) = [[5]];", [("printed", True, EV)], {"printed": ALARM}, uses="linear_algebra"),
    "a sum of matrices that do not fit": Attack(
        "statement printed = matadd([[1]], [[2], [3]]) = [[3]];", [("printed", True, EV)], {"printed": ALARM}, uses="linear_algebra"),
    "an entrywise product that does not fit": Attack(
        "statement printed = hadamard([[1]], [[2, 3]]) = [[2]];", [("printed", True, EV)], {"printed": ALARM}, uses="linear_algebra"),
    "undefined behind an unknown": Attack(
        "statement printed = exp(1) = exp(1) or 1 / 0 = 1;", [("printed", True, EV)], {"printed": "open"}),
    # --- certificates for something else ---
    "the hash of nothing": Attack(TRUE, [{"of": ("printed", True, ranged("n", 1, 3)), "change": lambda c: {**c, "hash": "0" * 64}}], {"printed": "open"}),
    "another statement's certificate": Attack(
        SMALL + " statement repaired = forall n in naturals from 1: n > 0;",
        [{"of": ("repaired", True, ranged("n", 1, 9)), "change": lambda c: {**c, "statement": "printed"}}], {"printed": "open"}),
    "another claim's certificate": Attack(
        TRUE, [{"of": ("printed", True, ranged("n", 1, 3)), "change": lambda c: {**c, "claim": "other.claim"}}], {"printed": "open"}),
    "the goal exchanged": Attack(SMALL, [{"of": ("printed", True, ranged("n", 1, 3)), "change": lambda c: {**c, "goal": False}}], {"printed": "open"}),
    "the statement edited": Attack(SMALL, [("printed", True, ranged("n", 1, 3))], {"printed": "open"}, edit=("n < 4", "n < 5")),
    "a definition edited": Attack(
        "def bound = 4; statement printed = 1 < bound;", [("printed", True, EV)], {"printed": "open"}, edit=("bound = 4", "bound = 3")),
    "a comment edited": Attack(
        "# one\n" + "statement printed = 1 < 2;", [("printed", True, EV)], {"printed": "holds"}, edit=("# one", "# two")),
    "the header's words edited": Attack("statement printed = 1 < 2;", [("printed", True, EV)], {"printed": "open"}, edit=("One thing.", "Another thing.")),
    "the header's title edited": Attack("statement printed = 1 < 2;", [("printed", True, EV)], {"printed": "open"}, edit=("An attack", "A theorem")),
    "an entry of the header left out": Attack(
        "statement printed = 1 < 2;", [("printed", True, EV)], {"printed": "open"}, edit=(', "printed": "One thing."', "")),
    "the header's entries exchanged": Attack(
        "statement printed = 1 < 2;", [("printed", True, EV)], {"printed": "open"},
        edit=('"title": "An attack", "printed": "One thing."', '"printed": "One thing.", "title": "An attack"')),
    "an entry of the header added": Attack(
        "statement printed = 1 < 2;", [("printed", True, EV)], {"printed": "open"}, edit=('"One thing."', '"One thing.", "source": "Theorem 1"')),
    # --- steps that do not meet the formula ---
    "a witness outside of the domain": Attack(SOME, [("printed", True, witness("n", "10/3"))], {"printed": "open"}),
    "a witness that the guard forbids": Attack(
        "statement printed = exists n in naturals from 1 where n < 5: n = 10;", [("printed", True, witness("n", "10"))], {"printed": "open"}),
    "a witness at which it fails": Attack(SOME, [("printed", True, witness("n", "9"))], {"printed": ALARM}),
    "one value twice": Attack(TRUE, [("printed", True, listed("n", ["1", "1"]))], {"printed": "open"}),
    "no value": Attack(SMALL, [("printed", True, listed("n", []))], {"printed": "open"}),
    "an empty range": Attack(SMALL, [("printed", True, ranged("n", 3, 1))], {"printed": "open"}),
    "a range below the domain": Attack(TRUE, [("printed", True, ranged("n", 0, 3))], {"printed": "open"}),
    "an enumeration of the naturals": Attack(SMALL, [("printed", True, exhaustive("n"))], {"printed": "open"}),
    "a gap between cells": Attack(
        "statement printed = forall x in reals from 0 to 1: x != 1/2;",
        [("printed", True, box("x", ("0", "1/4"), ("3/4", "1")))], {"printed": "open"}),
    "cells that end early": Attack(
        "statement printed = forall x in reals: x < 9;", [("printed", True, box("x", ("-inf", "8")))], {"printed": "open"}),
    "a part left out": Attack(
        "statement printed = parts { a: 1 < 2; b: 2 < 1; };", [("printed", True, split(a=EV))], {"printed": "open"}),
    "an element in place of all": Attack(SMALL, [("printed", True, witness("n", "1"))], {"printed": "open"}),
    "all in place of one": Attack(SOME, [("printed", True, listed("n", ["10"]))], {"printed": "open"}),
    "a theorem for a part": Attack(
        "statement printed = parts { a: forall n in naturals from 1: n < 4; };", [("printed", True, split(a=PROOF))], {"printed": "open"}, ["any"]),
    "a theorem for the negation": Attack(TRUE, [("printed", False, PROOF)], {"printed": "open"}, ["any"]),
    "a rule of one's own": Attack(SMALL, [("printed", True, {"rule": "trust"})], {"printed": "open"}),
    "a verdict beside the steps": Attack(
        SMALL, [{"of": ("printed", True, ranged("n", 1, 3)), "change": lambda c: {**c, "assurance": "proved"}}], {"printed": "open"}),
    "a key twice": Attack(
        SMALL, [{"of": ("printed", True, ranged("n", 1, 3)), "raw": lambda text: text.replace('"goal": true', '"goal": true, "goal": true')}], {"printed": "open"}),
    "numbers that are no strings": Attack(
        "statement printed = exists n in naturals from 1: n = 3;", [{"of": ("printed", True, witness("n", "3")), "raw": lambda text: text.replace('"3"', "3")}],
        {"printed": "open"}),
    "a number that is not canonical": Attack(
        "statement printed = exists n in reals: n = 2;", [("printed", True, witness("n", "4/2"))], {"printed": "open"}),
    "a number over 0": Attack("statement printed = exists n in reals: n = n;", [("printed", True, witness("n", "1/0"))], {"printed": "open"}),
    # --- citations ---
    "a statement that cites itself": Attack(SMALL, [("printed", True, cite("printed"))], {"printed": "open"}),
    "two statements that cite each other": Attack(
        SMALL + SMALL.replace("printed", "repaired"), [("printed", True, cite("repaired")), ("repaired", True, cite("printed"))],
        {"printed": "open", "repaired": "open"}),
    "a citation of what has instances alone": Attack(
        SMALL + SMALL.replace("printed", "repaired"), [("printed", True, cite("repaired")), ("repaired", True, ranged("n", 1, 3))],
        {"printed": "supported", "repaired": "supported"}),
    "a negation that has instances alone": Attack(
        "statement printed = exists c in naturals from 1: forall n in naturals from 1: n <= c;"
        "statement turned = forall c in naturals from 1: exists n in naturals from 1: not (n <= c);",
        [("printed", False, cite("turned")), ("turned", True, {"rule": "instances", "var": "c", "values": ["1"], "then": witness("n", "2")})],
        {"printed": "open"}),
    "a negation that turns round one quantifier of two": Attack(
        "statement printed = exists c in 1..2: forall n in naturals from 1: n >= c;"
        "statement turned = forall c in 1..2: forall n in naturals from 1: not (n >= c);",
        [("printed", False, cite("turned")), ("turned", True, PROOF)], {"printed": "open"}),
    "a negation of elements that are passed over": Attack(
        "statement printed = forall n in naturals from 1: n < 4;"
        "statement turned = exists n in naturals from 0 where n != 1: not (n < 4);",
        [("printed", False, cite("turned")), ("turned", True, witness("n", "4"))], {"printed": "open"}),
    "a negation beside evidence for the statement": Attack(
        SMALL + "statement turned = exists n in naturals from 1: not (n < 4);",
        [("printed", False, cite("turned")), ("printed", True, ranged("n", 1, 3)), ("turned", True, witness("n", "4"))], {"printed": ALARM}),
    "a statement and its negation that cite each other": Attack(
        "statement printed = exists n in naturals from 1: n < 1;"
        "statement turned = forall n in naturals from 1: not (n < 1);"
        "statement back = exists n in naturals from 1: not (not (n < 1));",
        [("printed", False, cite("turned")), ("turned", False, cite("back")), ("back", True, witness("n", "1"))], {"printed": "open"}),
    "a citation of what is refuted": Attack(
        SMALL + SMALL.replace("printed", "repaired"), [("printed", True, cite("repaired")), ("repaired", False, witness("n", "4"))],
        {"printed": "open", "repaired": "false"}),
    "a citation of what is not decided": Attack(SMALL + SMALL.replace("printed", "repaired"), [("printed", True, cite("repaired"))], {"printed": "open"}),
    "a citation of something weaker": Attack(
        SMALL + "statement repaired = forall n in naturals from 2: n < 4;", [("printed", True, cite("repaired")), ("repaired", True, ranged("n", 2, 3))],
        {"printed": "open"}),
    "a citation of an alarm": Attack(
        SMALL + SMALL.replace("printed", "repaired"),
        [("printed", True, cite("repaired")), ("repaired", True, PROOF), ("repaired", False, witness("n", "4"))],
        {"printed": "open", "repaired": ALARM}, ["any"]),
    # --- what takes too long, too much, or too deep ---
    "a value nested too deeply": Attack(
        "statement printed = len(fold s = [] for i in 1..300000 then [s]) = 1 and 1 = 1;", [("printed", True, EV)], {"printed": "open"}),
    "a list that does not fit": Attack(
        "statement printed = len(tuples([0, 1], 60)) > 0;", [("printed", True, EV)], {"printed": "open"}),
    "a number that does not fit": Attack("statement printed = 2^(10^12) > 0;", [("printed", True, EV)], {"printed": "open"}),
}

# Text that another reader sees otherwise: each is refused wherever it stands.
INVISIBLE = {
    "a carriage return": "\r", "an escape": "\x1b[2K", "a backspace": "\b", "a nul": "\0", "a delete": "\x7f", "a next line": "\x85", "a tab": "\t",
    "a line separator": "\u2028", "a right-to-left override": "\u202e", "an isolate": "\u2066", "a zero-width space": "\u200b",
    "a byte order mark": "\ufeff", "a soft hyphen": "\xad", "a tag": "\U000e0041",
}
