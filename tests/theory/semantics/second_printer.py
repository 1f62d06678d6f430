# SPDX-License-Identifier: Apache-2.0
"""The second printer of syntax trees: the second checker's parser, and terms of syntax.v from its nodes. It shares no code with
theory/semantics/tree.py."""
import pathlib
import sys

SECOND = pathlib.Path(__file__).resolve().parents[3] / "verify/second"
sys.path.insert(0, str(SECOND))
import checking  # noqa: E402
import claim as claims  # noqa: E402
import parser as files  # noqa: E402
import syntax as nodes  # noqa: E402

OPERATORS = {"+": "Add", "-": "Subtract", "*": "Multiply", "/": "Divide", "div": "Div", "mod": "Mod", "^": "Power", "..": "Range",
             "++": "Concatenate"}
SIGNS = {"=": "Equal", "!=": "Different", "<": "Less", "<=": "AtMost", ">": "Greater", ">=": "AtLeast"}


def string(text):
    return '"' + text + '"'


def sequence(items):
    return "[" + "; ".join(items) + "]"


def perhaps(node):
    return "None" if node is None else f"(Some {expression(node)})"


def pairs(items):
    return sequence(f"({string(name)}, {expression(node)})" for name, node in items)


def expression(node):
    e = expression
    match node:
        case nodes.Literal(value=bool() as value):
            return f"(Truth {str(value).lower()})"
        case nodes.Literal(value=int() as value):
            return f"(Number {value})"
        case nodes.Literal(value=value):
            return f"(Sym {string(value)})"
        case nodes.Name(name=name):
            return f"(Name {string(name)})"
        case nodes.Call(name=name, arguments=arguments):
            return f"(Call {string(name)} {sequence(map(e, arguments))})"
        case nodes.Comprehension(name=None, body=body, generators=generators, condition=condition):
            return f"(ListOver {e(body)} {pairs(generators)} {perhaps(condition)})"
        case nodes.Comprehension(name=name, body=body, generators=generators, condition=condition):
            return f"(Over {string(name)} {e(body)} {pairs(generators)} {perhaps(condition)})"
        case nodes.ListOf(items=items):
            return f"(ListOf {sequence(map(e, items))})"
        case nodes.RecordOf(fields=fields):
            return f"(RecordOf {pairs(fields)})"
        case nodes.Index(base=base, index=index):
            return f"(Index {e(base)} {e(index)})"
        case nodes.Field(base=base, name=name):
            return f"(Field {e(base)} {string(name)})"
        case nodes.Negate(operand=operand):
            return f"(Negate {e(operand)})"
        case nodes.Not(operand=operand):
            return f"(Not {e(operand)})"
        case nodes.Binary(operator=operator, left=left, right=right):
            return f"(Binary {OPERATORS[operator]} {e(left)} {e(right)})"
        case nodes.Junction(operator=operator, operands=operands):
            return f"({operator.capitalize()} {sequence(map(e, operands))})"
        case nodes.Chain(first=first, links=links):
            return f"(Chain {e(first)} {sequence(f'({SIGNS[sign]}, {e(operand)})' for sign, operand in links)})"
        case nodes.Let(name=name, value=value, body=body):
            return f"(Let {string(name)} {e(value)} {e(body)})"
        case nodes.If(condition=condition, then=then, otherwise=otherwise):
            return f"(If {e(condition)} {e(then)} {e(otherwise)})"
        case nodes.Fold(state=state, start=start, name=name, source=source, body=body):
            return f"(Fold {string(state)} {e(start)} {string(name)} {e(source)} {e(body)})"
    raise TypeError(type(node))


def domain(node):
    sizes = [expression(size) for size in node.sizes]
    if node.kind == "values":
        return "Values"
    if node.kind in ("list", "naturals"):
        return f"({'Elements' if node.kind == 'list' else 'Naturals'} {expression(node.bounds[0])})"
    bounds = f"(Some ({expression(node.bounds[0])}, {expression(node.bounds[1])}))" if node.bounds else "None"
    return f"({' '.join([node.kind.capitalize(), *sizes, bounds])})"


def formula(node):
    match node:
        case nodes.Quantifier(kind=kind, name=name, domain=over, guard=guard, body=body):
            return f"({kind.capitalize()} {string(name)} {domain(over)} {perhaps(guard)} {formula(body)})"
        case nodes.Parts(parts=parts):
            return f"(Parts {sequence(f'({string(name)}, {formula(part)})' for name, part in parts)})"
    return f"(Expression {expression(node)})"


def definition(item):
    return f"(Definition_ {string(item.name)} {sequence(map(string, item.parameters))} {expression(item.body)})"
