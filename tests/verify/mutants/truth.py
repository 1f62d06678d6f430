# SPDX-License-Identifier: Apache-2.0
"""Whether an accepted mutant says something true, found from the mutant's own JSON and the original certificates
alone.

A mutant that decides what an original decides is another witness for it, which both checkers have verified. It is
false if it decides what no original decides, or if its report claims a range or a count that its steps do not
contain. Where an original decides the opposite, both can be right only if one of them speaks of some elements
alone, that is, assumes something."""

import math


def faults(mutant, report, decided):
    """What is false in an accepted mutant's report. `decided`: whether the original certificates for a
    (claim, statement, goal) assumed something."""
    found = []
    said = mutant["claim"], mutant["statement"], mutant["goal"]
    opposite = (*said[:2], not said[2])
    limited = bool(report["assumed"]) or decided.get(opposite, False)
    if said not in decided and not (opposite in decided and limited):
        found.append(f"no original decides {said[1]} of {said[0]} as {said[2]}")
    for key in ("claim", "statement", "goal"):
        if report[key] != mutant[key]:
            found.append(f"the report's {key} is {report[key]}")
    steps = list(_steps(mutant["steps"], 1, report))
    for entry in report["assumed"] + report["covered"]:
        found += _entry_faults(entry, steps)
    found += _omissions(mutant, report, steps)
    return found


def _omissions(mutant, report, steps):
    """Steps that limit what is shown, but that the report does not name."""
    found = []
    claimed = {(_rule(entry), entry.get("variable")) for entry in report["assumed"] + report["covered"]}
    claimed |= {("statement", None) for entry in report["assumed"] if entry["kind"] == "statement"}
    for step, uses in steps:
        limited = step["rule"] in ("instances", "proof", "statement")
        named = (step["rule"], step.get("var")) in claimed
        if limited and uses and not named and not _may_be_passed_over(mutant["steps"], step):
            found.append(f"the report does not assume the {step['rule']} of {step.get('var')}")
    return found


def _rule(entry):
    """The rule of the steps that an entry speaks of."""
    kind = entry.get("rule") or entry["kind"]
    return "instances" if kind == "range" else kind


def _entry_faults(entry, steps):
    kind, variable = entry.get("rule") or entry["kind"], entry.get("variable")
    if kind == "proof":
        theorem = {"rule": "proof", **{key: entry[key] for key in ("system", "file", "theorem")}}
        return [] if any(step == theorem for step, _ in steps) else [f"no step names the theorem {entry['theorem']}"]
    if kind == "statement":
        cited = {"rule": "statement", "name": entry["statement"]}
        return [] if any(step == cited for step, _ in steps) else [f"no step cites {entry['statement']}"]
    ranged = kind == "range"

    def is_meant(step):
        # Ranges without a common element are reported as instances.
        alike = ("from" in step) == ranged or kind == "instances"
        return step["rule"] == _rule(entry) and step.get("var") == variable and alike

    mine = [(step, uses) for step, uses in steps if is_meant(step)]
    if not mine:
        return [f"no step has the rule {kind} for {variable}"]
    found = []
    for key in ("from", "to"):
        if ranged and entry[key] not in [step[key] for step, _ in mine]:
            found.append(f"no step for {variable} has {key} {entry[key]}")
    most = sum(uses * _size(step) for step, uses in mine)
    if int(entry["count"]) > most:
        found.append(f"{kind} of {variable}: counts {entry['count']}, but the steps hold {most}")
    return found


def _size(step):
    """For how many elements a step is met at most, at one use."""
    if "values" in step:
        return len(step["values"])
    if "from" in step:
        return max(0, int(step["to"]) - int(step["from"]) + 1)
    if step["rule"] == "box":
        return len(step["cells"])
    if step["rule"] == "exhaustive":
        return len(step["cases"]) if "cases" in step else math.inf
    return 1


def _steps(step, uses, report):
    """Every step with an upper bound of how often it is used. What is under 'exhaustive' is used as often as that
    counts."""
    yield step, uses
    for part in step.get("parts", {}).values():
        yield from _steps(part, uses, report)
    for case in step.get("cases", ()):
        yield from _steps(case, uses, report)
    if "then" in step:
        size = _size(step)
        if size == math.inf:
            meant = "exhaustive", step["var"]
            mine = [entry for entry in report["covered"] if (entry["rule"], entry["variable"]) == meant]
            yield from _steps(step["then"], sum(int(entry["count"]) for entry in mine), report)
        else:
            yield from _steps(step["then"], uses * size, report)


def _may_be_passed_over(step, wanted):
    """Whether the wanted step stands below a cell or in an enumeration, so that possibly no element leads to it."""
    if step is wanted:
        return False
    below = [*step.get("parts", {}).values(), *step.get("cases", ()), *([step["then"]] if "then" in step else [])]
    for child in below:
        if any(found is wanted for found, _ in _steps(child, 1, {"covered": []})):
            return step["rule"] in ("box", "exhaustive") or _may_be_passed_over(child, wanted)
    return True
