# SPDX-License-Identifier: Apache-2.0
"""Tokens of the statement language (docs/statement_language.md, "Grammar")."""

import re
from collections import namedtuple

from failures import Malformed

KEYWORDS = frozenset(
    "claim use def statement forall exists in where parts naturals reals vectors matrices values from to "
    "let if then else and or not fold for true false div mod".split()
)

# The longest symbol wins, so the two-character symbols stand first.
_TOKEN = re.compile(
    r"""(?P<blank>[ \n]+|\#[^\n]*)
      | (?P<name>[A-Za-z][A-Za-z0-9_]*)
      | (?P<integer>(?:0|[1-9][0-9]*)(?![A-Za-z0-9_]))
      | (?P<string>"[^"\n]*")
      | (?P<symbol>\.\.|!=|<=|>=|\+\+|[()\[\]{},;:.=<>+\-*/^])""",
    re.VERBOSE,
)


# Controls, marks of direction and of width zero, separators of lines, tags: what a reader does not see.
_INVISIBLE = re.compile(
    "[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U000e0000-\U000e0fff]"
)


def refuse_invisible(text, file, allowed=""):
    """Errors: Malformed, at a control character (but a newline, and those allowed) or another invisible one."""
    for match in _INVISIBLE.finditer(text):
        if match.group() not in allowed:
            line = text.count("\n", 0, match.start()) + 1
            raise Malformed(f"{file}:{line}: the invisible character U+{ord(match.group()):04X}")


# kind: "name", "keyword", "integer", "string", "symbol" or "end"; place: "file:line:column".
Token = namedtuple("Token", ("kind", "text", "place"))


def tokenize(text, file):
    """The tokens of `text`, the last one of kind "end". Errors: Malformed, at a character that begins no token."""
    refuse_invisible(text, file)
    tokens = []
    position, line, line_start = 0, 1, 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        place = f"{file}:{line}:{position - line_start + 1}"
        if not match:
            raise Malformed(f"{place}: {text[position]!r} begins no token")
        kind, found = match.lastgroup, match.group()
        if kind == "name" and found in KEYWORDS:
            kind = "keyword"
        if kind != "blank":
            tokens.append(Token(kind, found, place))
        position = match.end()
        if "\n" in found:
            line += found.count("\n")
            line_start = match.start() + found.rindex("\n") + 1
    tokens.append(Token("end", "the end of the file", f"{file}:{line}:{position - line_start + 1}"))
    return tokens
