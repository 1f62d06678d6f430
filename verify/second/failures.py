# SPDX-License-Identifier: Apache-2.0
"""The outcomes other than Accepted, as exceptions. Which one ends a check decides the exit code."""


class Failure(Exception):
    """A check that does not end in Accepted."""

    outcome = ""
    exit_code = 0


class Rejected(Failure):
    """An obligation is not met."""

    outcome = "Rejected"
    exit_code = 1
    because = "form"


class Undefined(Rejected):
    """An expression has no value: it is neither true nor false."""

    because = "undefined"


class Opposite(Rejected):
    """An expression has the opposite of the value that the certificate's goal asks for."""

    because = "opposite"


class Undecided(Failure):
    """Precision or the budget did not suffice."""

    outcome = "Undecided"
    exit_code = 2


class Unknown(Undecided):
    """An enclosure is too wide at the working precision; a higher one may help."""


class Malformed(Failure):
    """A file is not of its format, or cannot be read."""

    outcome = "Malformed"
    exit_code = 3


class Failed(Failure):
    """The checker itself failed: a defect, and no verdict on the certificate."""

    outcome = "Failed"
    exit_code = 70


class Usage(Failure):
    """A wrong command line."""

    outcome = "Usage"
    exit_code = 64
