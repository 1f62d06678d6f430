# SPDX-License-Identifier: Apache-2.0
"""What the compiler knows while it compiles: the names in reach, the definitions, and the budget of the code it
makes."""

from failures import Undecided

MAX_LENGTH = 2_000_000  # a longer list counts as the budget spent


class Budget:
    """Evaluation steps that are left: an upper estimate, paid at every turn of a loop and every call of a
    definition."""

    left = 0

    def pay(self, steps):
        self.left -= steps
        if self.left < 0:
            raise Undecided("the budget of steps is spent")

    def pay_list(self, length):
        if length > MAX_LENGTH:
            raise Undecided(f"a list of more than {MAX_LENGTH} elements")
        self.pay(length)


class Definition:
    """A compiled definition: its body, the length of its frame and an estimate of its steps without loops and calls."""

    def __init__(self, parameters, run, size, steps):
        self.parameters, self.run, self.size, self.steps = parameters, run, size, steps


class Scope:
    """The names bound around an expression, and their places in the frame."""

    def __init__(self, places, depth):
        self.places, self.depth = places, depth
