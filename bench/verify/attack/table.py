# SPDX-License-Identifier: Apache-2.0
"""The attack alone beside what our claims' own constructions decided: the table of docs/attack.md, as Markdown.

    attest check --out OUT
    build/bench/bench_attack seeds usual 0 1 > LINES
    python3 bench/verify/attack/table.py OUT LINES [--left]

--left lists the false statements that the attack does not refute.
A counterexample's size is how many numbers its elements hold, and of two with as many, the digits of these."""
import json
import pathlib
import re
import sys

KINDS = ["printed", "literal", "step", "property", "finding", "repaired"]


def kind(name):
    return next(k for k in KINDS if name.startswith(k))


def size(step):
    """Of the elements that the witnesses of a refutation choose, from the outside in."""
    numbers = digits = 0
    while isinstance(step, dict):
        if step.get("rule") == "witness":
            found = re.findall(r'"-?[0-9][0-9/]*"', json.dumps(step["value"]))
            numbers += len(found)
            digits += sum(len(text) - 2 for text in found)
        step = step.get("then")
    return numbers, digits


def read(out, lines):
    ordinary = json.loads((out / "results.json").read_text())
    alone = {}
    for line in lines.read_text().splitlines():
        entry = json.loads(line)
        alone[entry["claim"], entry["statement"]] = entry
    for claim in ordinary["claims"]:
        for statement in claim["statements"]:
            entry = alone.get((claim["id"], statement["name"]))
            if entry and statement["status"] in ("false", "holds"):
                yield claim["id"], statement, entry


def row(title, cells):
    return "| " + " | ".join([title, *map(str, cells)]) + " |"


def table(out, lines):
    false = {k: [0, 0, 0, 0] for k in [*KINDS, "all"]}
    shapes = {}
    contradictions, left = [], []
    for claim, statement, entry in read(out, lines):
        if statement["status"] != entry["answer"] and entry["answer"] in ("false", "holds"):
            contradictions.append(f"{claim} {statement['name']}")
        formal = re.sub(r"#.*", "", statement["formal"])
        if statement["status"] == "holds":
            reals = any(f" in {domain}" in formal for domain in ("reals", "vectors", "matrices"))
            shape = "reals" if reals else "a witness" if "exists" in formal else "lists"
            met = shapes.setdefault(shape, [0, 0])
            met[0] += 1
            met[1] += entry["answer"] == "holds"
            continue
        certificate = next((c for c in statement["certificates"] if c["goal"] is False), None)
        for counts in (false[kind(statement["name"])], false["all"]):
            counts[0] += 1
            counts[1] += entry["answer"] == "false"
        if entry["answer"] != "false":
            left.append(f"{claim} {statement['name']}")
        elif certificate:
            built = json.loads((out / certificate["path"]).read_text())["steps"]
            for counts in (false[kind(statement["name"])], false["all"]):
                counts[2] += size(entry["steps"]) < size(built)
                counts[3] += size(entry["steps"]) == size(built)
    yield row("false statements", ["how many", "refuted", "counterexample smaller", "as small"])
    yield row("---", ["---"] * 4)
    for name, counts in false.items():
        if counts[0]:
            yield row(name, counts)
    yield ""
    yield row("statements that hold", ["how many", "met whole"])
    yield row("---", ["---"] * 2)
    for name, counts in sorted(shapes.items()):
        yield row(f"over {name}", counts)
    yield ""
    yield f"Decided the other way: {', '.join(contradictions) or 'none'}."
    if "--left" in sys.argv:
        yield from ["", "Not refuted:", *left]


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    print("\n".join(table(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))))
