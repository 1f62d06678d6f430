# SPDX-License-Identifier: Apache-2.0
"""Values of the statement language and their JSON form (docs/certificate_format.md, "Values").

number: int (every integer), Fraction (every other exact number), Enclosure; boolean: bool; symbol: str; list: tuple;
record: dict. An unknown boolean is UNKNOWN, a boolean like the other two.
"""

import math
import re
from fractions import Fraction

from enclosure import UNKNOWN, Enclosure
from failures import Malformed, Undefined, Unknown
from lexer import KEYWORDS

EXACT = frozenset((int, Fraction))
NUMBER = EXACT | {Enclosure}
_KINDS = {
    **dict.fromkeys(NUMBER, "number"),
    bool: "boolean",
    type(UNKNOWN): "boolean",
    str: "symbol",
    tuple: "list",
    dict: "record",
}

_NUMBER = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def kind(value):
    return _KINDS[type(value)]


def wrong_kind(value, expected):
    """The exception for an operand that is not what is expected."""
    return Undefined(f"expected {expected}, found {render(value)}")


def integer(value, what):
    """An exact integer. An enclosure is not known well enough to be one."""
    if type(value) is int:
        return value
    if type(value) is Enclosure:
        raise Unknown(f"{what} is known as an enclosure only")
    raise wrong_kind(value, f"an integer as {what}")


def not_final(undefined, so_far):
    """What an Undefined becomes that ends the evaluation of later operands: if what stands before them is UNKNOWN, it may
    decide, and then they are not evaluated; so that is Unknown. An Undefined always is for every point of the
    enclosures."""
    return Unknown(str(undefined)) if so_far is UNKNOWN else undefined


def conjunction(truths):
    """Kleene's "and" over an iterable; stops at the first False."""
    result = True
    try:
        for truth in truths:
            if truth is False:
                return False
            if truth is UNKNOWN:
                result = UNKNOWN
    except Undefined as undefined:
        raise not_final(undefined, result) from None
    return result


# --- JSON -------------------------------------------------------------------------------------------------------------
def is_name(text):
    return bool(_NAME.fullmatch(text)) and text not in KEYWORDS


def parse_number(text, place):
    """A number in canonical form. Errors: Malformed."""
    match = _NUMBER.fullmatch(text)
    if match:
        numerator, denominator = int(match[1]), match[2]
        if denominator is None:
            return numerator
        if denominator != "1" and math.gcd(numerator, int(denominator)) == 1:
            return Fraction(numerator, int(denominator))
    raise Malformed(f"{place}: expected a number in canonical form, found {text!r}")


def parse_integer(text, place):
    number = parse_number(text, place) if isinstance(text, str) else None
    if type(number) is not int:
        raise Malformed(f"{place}: expected an integer in canonical form, found {text!r}")
    return number


def from_json(data, place):
    """The value that a piece of a certificate stands for. Errors: Malformed."""
    if isinstance(data, bool):
        return data
    if isinstance(data, str):
        if data[:1].isascii() and data[:1].isalpha():
            return data
        return parse_number(data, place)
    if isinstance(data, list):
        return tuple(from_json(item, f"{place}[{i}]") for i, item in enumerate(data))
    if isinstance(data, dict):
        for name in data:
            if not is_name(name):
                raise Malformed(f"{place}: {name!r} is not a field's name")
        return {name: from_json(item, f"{place}.{name}") for name, item in data.items()}
    raise Malformed(f"{place}: expected a value, found {data!r}")


def to_json(value):
    if value is UNKNOWN:
        return "unknown"
    if isinstance(value, bool) or isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if isinstance(value, dict):
        return {name: to_json(item) for name, item in value.items()}
    if isinstance(value, Enclosure):
        return {"lo": _end_text(value.lo), "hi": _end_text(value.hi)}
    return str(value)


def _end_text(end):
    if end[1] == 0:
        return "inf" if end[0] > 0 else "-inf"
    return str(Fraction(*end))


def render(value):
    """A value in a message, cut short."""
    text = str(to_json(value))
    return f"the {kind(value)} {text if len(text) <= 80 else text[:77] + '...'}"
