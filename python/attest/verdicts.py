# SPDX-License-Identifier: Apache-2.0
"""What the judge says, and its words."""
import math


class UndecidedWarning(UserWarning):
    """Elements for which the error class promises nothing, so that no verdict exists, or so little that zeros would be inside, too."""


class Verdict(dict):
    """The judge's answer (schema attest.kernels/1, docs/kernels.md) with its fields as attributes."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def decided(self):
        """The share of the elements that were decided."""
        return 1.0 if self["elements"] == 0 else 1 - self["undecided"] / self["elements"]

    def accepts(self, decided):
        return self["outside"] == 0 and self.decided >= decided

    def __str__(self):
        return "\n".join([headline(self), *details(self)])


def number(value):
    """A number of the answer: NaN and infinities are words there."""
    return float(value)


def element_words(element):
    places = [element["batch"], element["head"], element["query"]] + ([element["column"]] if element["part"] not in ("row_sum", "log_sum_exp") else [])
    low, high = (number(end) for end in element["exact"])
    exact = f"{low!r}" if low == high else f"in [{low!r}, {high!r}]" if math.nextafter(low, high) < high else f"{(low + high) / 2!r}"
    bound = number(element["bound"])
    words = f"{element['part']}{places} = {number(element['computed']):.9g}, exact {exact}, error {number(element['error'][1]):.4g}, "
    if element["standing"] == "undecided" and math.isinf(bound):
        return words + "no finite bound"
    return words + f"bound {bound:.4g} ({number(element['share']):.4g} of it), {number(element['ulps']):.4g} ulps"


def headline(verdict):
    if verdict["outside"]:
        many = f"{verdict['outside']} of {verdict['elements']} elements are"
        return f"{many} outside what {verdict['dtype']} arithmetic explains"
    if verdict["undecided"]:
        return f"{verdict['undecided']} of {verdict['elements']} elements could not be judged: {verdict['unbounded']} have no finite bound"
    return f"all {verdict['elements']} elements are inside their bounds"


def doubt(verdict):
    """What a reader of an accepted verdict should know, or None: elements that were not judged, or a class so wide that it tells little."""
    if verdict["undecided"]:
        return headline(verdict)
    if 2 * verdict["blunt"] > verdict["nonzero"]:
        return (f"zeros would be inside, too, at {verdict['blunt']} of {verdict['nonzero']} elements that are not 0: "
                f"{verdict['error_class']['source']} is too wide to tell much here")
    return None


def details(verdict, listed=3):
    if not verdict["elements"]:
        return []
    worst = verdict["listed"][:listed] or [verdict["worst"]]
    lines = [f"  {'worst' if k == 0 else 'then'}: {element_words(element)}" for k, element in enumerate(worst)]
    if verdict["outside"] and verdict.get("cluster"):
        lines.append(f"  where: {verdict['cluster']}")
    if verdict["outside"] and verdict.get("blame"):
        lines.append(f"  blame: {verdict['blame']}")
    lines.append(f"  problem: {verdict['problem']}")
    lines.append(f"  bound: {verdict['error_class']['source']}")
    return lines
