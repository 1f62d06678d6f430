# SPDX-License-Identifier: Apache-2.0
"""Reads a certificate (docs/certificate_format.md) and checks its form, all of it, before anything is evaluated."""

import json
import re

from failures import Malformed
from lexer import refuse_invisible
from record import record
from values import from_json, parse_integer, parse_number

FORMAT = "attest.certificate/2"
MAX_DEPTH = 200
MIN_PRECISION, MAX_PRECISION = 64, 8192
_BRACKET_OR_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


@record
class Step:
    rule: str
    place: str
    var: str = ""
    value: object = None
    values: list | None = None
    range: tuple | None = None  # (from, to)
    cells: list | None = None  # of (lo, hi, order); None for an infinite end, an order 0 for none
    then: "Step | None" = None
    cases: list | None = None
    parts: dict | None = None
    part: str | None = None
    theorem: dict | None = None  # {"system": ..., "file": ..., "theorem": ...}
    signs: list | None = None
    name: str = ""  # of the statement cited


@record
class Certificate:
    claim: str
    header: str
    statement: str
    hash: str
    goal: bool
    precision: int
    steps: Step


def read_certificate(data):
    """The certificate in a file's bytes. Errors: Malformed."""
    if b"\\" in data:
        raise Malformed("expected strings without escape sequences, found a backslash")
    keys = {"format", "claim", "header", "statement", "hash", "goal", "precision", "steps"}
    top = _object(_parse(data), "certificate", keys)
    if top["format"] != FORMAT:
        raise Malformed(f"format: expected {FORMAT!r}, found {top['format']!r}")
    claim, statement, header, digest = (_string(top[key], key) for key in ("claim", "statement", "header", "hash"))
    for key in ("header", "hash"):
        if not re.fullmatch("[0-9a-f]{64}", top[key]):
            raise Malformed(f"{key}: expected 64 hexadecimal digits in lower case")
    if not isinstance(top["goal"], bool):
        raise Malformed("goal: expected true or false")
    precision = parse_integer(top["precision"], "precision")
    if not MIN_PRECISION <= precision <= MAX_PRECISION:
        raise Malformed(f"precision: expected {MIN_PRECISION} to {MAX_PRECISION}, found {precision}")
    return Certificate(claim, header, statement, digest, top["goal"], precision, _step(top["steps"], "steps"))


# --- JSON, strictly ---------------------------------------------------------------------------------------------------
def _parse(data):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"not UTF-8 at byte {error.start}") from None
    refuse_invisible(text, "certificate", "\t\r")
    depth = 0
    for match in _BRACKET_OR_STRING.finditer(text):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(match.group(), 0)
        if depth > MAX_DEPTH:
            raise Malformed(f"nesting of more than {MAX_DEPTH}")
    try:
        no_numbers = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), _no_number)
        result = json.loads(text, object_pairs_hook=_unique, **no_numbers)
        json.dumps(result, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        raise Malformed(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except UnicodeEncodeError:
        raise Malformed("a string holds half of a surrogate pair") from None
    return result


def _unique(pairs):
    result = {}
    for key, value in pairs:
        if key in result:
            raise Malformed(f"the key {key!r} stands twice in one object")
        result[key] = value
    return result


def _no_number(text):
    raise Malformed(f"the JSON number {text}: numbers are strings")


def _object(data, place, keys):
    """An object with exactly these keys."""
    if not isinstance(data, dict):
        raise Malformed(f"{place}: expected an object")
    for key in keys - data.keys():
        raise Malformed(f"{place}: lacks {key!r}")
    for key in data.keys() - keys:
        raise Malformed(f"{place}: unknown key {key!r}")
    return data


def _string(data, place):
    if not isinstance(data, str):
        raise Malformed(f"{place}: expected a string")
    return data


def _array(data, place):
    if not isinstance(data, list):
        raise Malformed(f"{place}: expected an array")
    return data


# --- Steps ------------------------------------------------------------------------------------------------------------
def _step(data, place):
    if not isinstance(data, dict) or not isinstance(data.get("rule"), str):
        raise Malformed(f"{place}: expected an object with a 'rule'")
    reader = _READERS.get(data["rule"])
    if reader is None:
        raise Malformed(f"{place}: there is no rule {data['rule']!r}")
    step = Step(data["rule"], place)
    reader(step, data)
    return step


def _variable(step, data, keys):
    """The keys of a rule that meets a quantifier. Returns those of `keys` beside them."""
    _object(data, step.place, keys | {"rule", "var"})
    step.var = _string(data["var"], f"{step.place}.var")


def _branches(step, data, keys):
    """As `_variable`, with 'then' or 'cases'."""
    branch = "cases" if "cases" in data else "then"
    _variable(step, data, keys | {branch})
    if branch == "then":
        step.then = _step(data["then"], f"{step.place}.then")
    else:
        cases = _array(data["cases"], f"{step.place}.cases")
        step.cases = [_step(case, f"{step.place}.cases[{i}]") for i, case in enumerate(cases)]


def _witness(step, data):
    _variable(step, data, {"value", "then"})
    step.value = from_json(data["value"], f"{step.place}.value")
    step.then = _step(data["then"], f"{step.place}.then")


def _exhaustive(step, data):
    _branches(step, data, set())


def _instances(step, data):
    if "values" in data:
        _branches(step, data, {"values"})
        values = _array(data["values"], f"{step.place}.values")
        step.values = [from_json(value, f"{step.place}.values[{i}]") for i, value in enumerate(values)]
    else:
        _branches(step, data, {"from", "to"})
        step.range = tuple(parse_integer(data[key], f"{step.place}.{key}") for key in ("from", "to"))


def _box(step, data):
    _branches(step, data, {"cells"})
    cells = _array(data["cells"], f"{step.place}.cells")
    step.cells = [_cell(cell, f"{step.place}.cells[{i}]") for i, cell in enumerate(cells)]


def _cell(data, place):
    if not (isinstance(data, list) and len(data) in (2, 3) and all(isinstance(end, str) for end in data)):
        raise Malformed(f"{place}: expected a pair of strings, or with an order three")
    lo = None if data[0] == "-inf" else parse_number(data[0], place)
    hi = None if data[1] == "inf" else parse_number(data[1], place)
    if lo is not None and hi is not None and lo > hi:
        raise Malformed(f"{place}: the lower end {lo} is above the upper end {hi}")
    if len(data) == 2:
        return lo, hi, 0
    order = parse_integer(data[2], place)
    if lo is None or hi is None or not 1 <= abs(order) <= 16:
        raise Malformed(f"{place}: expected finite ends and an order from -16 to 16 that is not 0")
    return lo, hi, order


def _polynomial(step, data):
    _variable(step, data, {"then"})
    step.then = _step(data["then"], f"{step.place}.then")


def _squares(step, data):
    _object(data, step.place, {"rule", "signs"})
    signs = _array(data["signs"], f"{step.place}.signs")
    step.signs = [from_json(sign, f"{step.place}.signs[{i}]") for i, sign in enumerate(signs)]


def _split(step, data):
    if "parts" not in data:
        _object(data, step.place, {"rule", "part", "then"})
        step.part = _string(data["part"], f"{step.place}.part")
        step.then = _step(data["then"], f"{step.place}.then")
        return
    _object(data, step.place, {"rule", "parts"})
    if not isinstance(data["parts"], dict):
        raise Malformed(f"{step.place}.parts: expected an object")
    step.parts = {name: _step(part, f"{step.place}.parts.{name}") for name, part in data["parts"].items()}


def _evaluate(step, data):
    _object(data, step.place, {"rule"})


def _statement(step, data):
    _object(data, step.place, {"rule", "name"})
    step.name = _string(data["name"], f"{step.place}.name")


def _proof(step, data):
    keys = ("system", "file", "theorem")
    _object(data, step.place, {"rule", *keys})
    step.theorem = {key: _string(data[key], f"{step.place}.{key}") for key in keys}
    if data["system"] != "coq":
        raise Malformed(f"{step.place}.system: expected 'coq'")


_READERS = {
    "witness": _witness,
    "function": _witness,
    "exhaustive": _exhaustive,
    "instances": _instances,
    "box": _box,
    "polynomial": _polynomial,
    "split": _split,
    "evaluate": _evaluate,
    "squares": _squares,
    "statement": _statement,
    "proof": _proof,
}
