# SPDX-License-Identifier: Apache-2.0
"""What a certificate left out and what it went through: the lines beside an acceptance (docs/certificate_format.md)."""

from values import EXACT


MOST_VALUES, MOST_WORDS = 12, 4


def _words(integer):
    """Of 64 bits; a machine integer has none of its own."""
    return -(-abs(integer).bit_length() // 64)


class Coverage:
    """What was assumed and what was covered: one entry for each quantifier and rule, in the order of their first
    use."""

    def __init__(self):
        self._entries = {}
        self.path = []  # of the parts around what is being met

    def entry(self, quantifier, kind):
        new = {"kind": kind, "quantifier": quantifier, "part": ".".join(self.path), "count": 0, "range": None, "values": []}
        return self._entries.setdefault((id(quantifier), kind), new)

    @staticmethod
    def note(entry, value):
        """An instance's value, kept for the report while all are short numbers and not too many."""
        if entry["values"] is None:
            return
        if type(value) not in EXACT or _words(value.numerator) + _words(value.denominator) > MOST_WORDS:
            entry["values"] = None
            return
        if str(value) not in entry["values"]:
            entry["values"].append(str(value))
        if len(entry["values"]) > MOST_VALUES:
            entry["values"] = None

    @staticmethod
    def narrow(entry, first, last):
        """For a range: what every use spanned."""
        before = entry["range"]
        entry["range"] = (max(first, before[0]), min(last, before[1])) if before else (first, last)

    def reported(self, label, kinds):
        result = []
        for entry in self._entries.values():
            if entry["kind"] not in kinds:
                continue
            quantifier, kind, spanned = entry["quantifier"], entry["kind"], entry["range"]
            if spanned and spanned[0] > spanned[1]:  # ranges without a common element span nothing
                kind, spanned = "instances", None
            described = {label: kind, "variable": quantifier.name, "domain": quantifier.domain.text}
            if entry["part"]:
                described["part"] = entry["part"]
            if spanned:
                described["from"], described["to"] = (str(bound) for bound in spanned)
            if entry["values"]:
                described["values"] = ", ".join(entry["values"])
            described["count"] = str(entry["count"])
            result.append(described)
        return result

    def assumed(self):
        return self.reported("kind", ("range", "instances"))

    def covered(self):
        return self.reported("rule", ("exhaustive", "box", "polynomial", "witness", "function"))
