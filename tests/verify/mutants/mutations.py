# SPDX-License-Identifier: Apache-2.0
"""Ways to damage a certificate. A mutation takes a certificate as JSON, the other claims and a random source, and
returns a damaged copy, or None where it does not apply. A mutant may still be right: that is for truth.py to say."""

import re
from fractions import Fraction

NUMBER = re.compile(r"(0|-?[1-9][0-9]*)(/[1-9][0-9]*)?")
RULES = ("witness", "function", "exhaustive", "instances", "box", "polynomial", "split", "evaluate", "squares", "proof")
REMOVED = object()


# --- Trees ------------------------------------------------------------------------------------------------------------
def walk(node, path=()):
    """Every (path, node) below and including the node."""
    yield path, node
    if isinstance(node, dict):
        for key, child in node.items():
            yield from walk(child, (*path, key))
    elif isinstance(node, list):
        for i, child in enumerate(node):
            yield from walk(child, (*path, i))


def replaced(node, path, new):
    """A copy with another node at the path; the rest is shared."""
    if not path:
        return new
    key, *rest = path
    copy = dict(node) if isinstance(node, dict) else list(node)
    child = replaced(copy[key], rest, new)
    if child is REMOVED:
        del copy[key]
    else:
        copy[key] = child
    return copy


def is_number(node):
    return isinstance(node, str) and bool(NUMBER.fullmatch(node))


def is_step(node):
    return isinstance(node, dict) and isinstance(node.get("rule"), str)


def in_steps(tree, wanted):
    return [(path, node) for path, node in walk(tree["steps"], ("steps",)) if wanted(path, node)]


def somewhere(wanted, change):
    """The mutation that changes one node of the steps, chosen among those wanted."""

    def mutation(tree, context, source):
        places = in_steps(tree, wanted)
        if not places:
            return None
        path, node = source.choice(places)
        new = change(node, source)
        return replaced(tree, path, new)

    return mutation


# --- Values -----------------------------------------------------------------------------------------------------------
def change_number(node, source):
    value = Fraction(node)
    numerator, denominator = value.numerator, value.denominator
    changes = [str(value + 1), str(value - 1), str(-value), str(2 * value)]
    if numerator:
        changes += [str(1 / value), f"{2 * numerator}/{2 * denominator}"]
    return source.choice(changes)


def change_kind(node, source):
    return source.choice([None, [node], {"a": node}, node is not True, "t5", "NaN", "-", 1, 0.5, []])


def drop(node, source):
    i = source.randrange(len(node))
    return node[:i] + node[i + 1 :]


def duplicate(node, source):
    i = source.randrange(len(node))
    return node[: i + 1] + node[i:]


def swap(node, source):
    i, j = sorted(source.sample(range(len(node)), 2))
    return [*node[:i], node[j], *node[i + 1 : j], node[i], *node[j + 1 :]]


def is_matrix(node):
    if not isinstance(node, list) or not node or not isinstance(node[0], list) or not node[0]:
        return False
    return all(isinstance(row, list) and len(row) == len(node[0]) for row in node)


def transpose(node, source):
    return [list(column) for column in zip(*node)]


def is_scalar(path, node):
    return not isinstance(node, (dict, list)) and path[-1] != "rule"


def is_value_list(path, node):
    return isinstance(node, list) and path[-1] != "cases" and bool(node)


def is_cases(path, node):
    return isinstance(node, list) and path[-1] == "cases" and bool(node)


# --- Steps ------------------------------------------------------------------------------------------------------------
def exchange_rule(node, source):
    return {**node, "rule": source.choice([rule for rule in RULES if rule != node["rule"]] + ["guess"])}


def has_range(path, node):
    return is_step(node) and node["rule"] == "instances" and "from" in node


def change_range(node, source):
    key, by = source.choice((("from", -1), ("from", 1), ("to", -1), ("to", 1), ("to", 2)))
    return {**node, key: str(int(node[key]) + by)}


def is_cell(path, node):
    return len(path) > 1 and path[-2] == "cells" and isinstance(node, list)


def move_end(node, source):
    i = source.randrange(2)
    if not is_number(node[i]):
        return [*node[:i], source.choice(["0", "1", "-1"]), *node[i + 1 :]]
    value = Fraction(node[i])
    by = Fraction(1, 1024)
    moved = source.choice([str(value + by), str(value - by), str(value / 2), "inf", "-inf"])
    return [*node[:i], moved, *node[i + 1 :]]


def change_order(node, source):
    return [*node[:2], source.choice(["1", "2", "3", "-1", "-2", "16", "0", "17", "1/2"])]


def exchange_variable(node, source):
    return {**node, "var": source.choice(["x", "n", "zz", node["var"].upper(), node["var"] + "1"])}


def then_to_cases(node, source):
    rest = {key: value for key, value in node.items() if key != "then"}
    return {**rest, "cases": [node["then"]] * source.choice((1, 1, 2, 3))}


# --- The certificate's head -------------------------------------------------------------------------------------------
def flip_goal(tree, context, source):
    return {**tree, "goal": not tree["goal"]}


def exchange_claim(tree, context, source):
    others = [claim for claim in context.ids if claim != tree["claim"]]
    return {**tree, "claim": source.choice(others)} if others else None


def exchange_statement(tree, context, source):
    others = [name for name in context.statements(tree["claim"]) if name != tree["statement"]]
    return {**tree, "statement": source.choice(others)} if others else None


def exchange_statement_and_hash(tree, context, source):
    """Among the statements that an original decides, so that the mutant's truth is known."""
    others = [name for name in context.decided_statements(tree["claim"]) if name != tree["statement"]]
    if not others:
        return None
    name = source.choice(others)
    return {**tree, "statement": name, "hash": context.hash(tree["claim"], name)}


def change_header(tree, context, source):
    i = source.randrange(64)
    digit = source.choice([digit for digit in "0123456789abcdefAg" if digit != tree["header"][i]])
    return {**tree, "header": tree["header"][:i] + digit + tree["header"][i + 1 :]}


def change_hash(tree, context, source):
    i = source.randrange(64)
    digit = source.choice([digit for digit in "0123456789abcdefAg" if digit != tree["hash"][i]])
    return {**tree, "hash": tree["hash"][:i] + digit + tree["hash"][i + 1 :]}


def change_precision(tree, context, source):
    precisions = ["64", "63", "65", "128", "1024", "8193", "0", "-64", "064", "64/1", "x"]
    return {**tree, "precision": source.choice(precisions)}


def remove_key(tree, context, source):
    path, node = source.choice([(path, node) for path, node in walk(tree) if isinstance(node, dict) and node])
    return replaced(tree, (*path, source.choice(list(node))), REMOVED)


def add_key(tree, context, source):
    path, node = source.choice([(path, node) for path, node in walk(tree) if isinstance(node, dict)])
    key = source.choice([key for key in ("note", "then", "cases", "from", "value", "a") if key not in node] or ["more"])
    return replaced(tree, path, {**node, key: source.choice(["1", True, [], {"rule": "evaluate"}])})


MUTATIONS = {
    "number changed": somewhere(lambda path, node: is_number(node), change_number),
    "value's kind changed": somewhere(is_scalar, change_kind),
    "list element dropped": somewhere(is_value_list, drop),
    "list element duplicated": somewhere(is_value_list, duplicate),
    "list elements swapped": somewhere(lambda path, node: is_value_list(path, node) and len(node) > 1, swap),
    "dimensions swapped": somewhere(lambda path, node: is_matrix(node), transpose),
    "step dropped": somewhere(lambda path, node: is_step(node) and "then" in node, lambda node, source: node["then"]),
    "cases shortened": somewhere(is_cases, drop),
    "cases lengthened": somewhere(is_cases, duplicate),
    "cases reordered": somewhere(lambda path, node: is_cases(path, node) and len(node) > 1, swap),
    "then made cases": somewhere(lambda path, node: is_step(node) and "then" in node, then_to_cases),
    "rule exchanged": somewhere(lambda path, node: is_step(node), exchange_rule),
    "range changed": somewhere(has_range, change_range),
    "cell's end moved": somewhere(is_cell, move_end),
    "cell's order changed": somewhere(is_cell, change_order),
    "variable exchanged": somewhere(lambda path, node: is_step(node) and "var" in node, exchange_variable),
    "goal flipped": flip_goal,
    "claim exchanged": exchange_claim,
    "statement exchanged": exchange_statement,
    "statement, hash exchanged": exchange_statement_and_hash,
    "hash digit changed": change_hash,
    "header digit changed": change_header,
    "precision changed": change_precision,
    "key removed": remove_key,
    "key added": add_key,
}
