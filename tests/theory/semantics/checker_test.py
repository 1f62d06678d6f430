# SPDX-License-Identifier: Apache-2.0
"""The proved checker, built from the proofs, against the trusted one: on the cases of tests/verify/trusted, on the certificates of a run
where there is one, and on mutants of those that it accepts. It may say that it does not know; where it answers it must agree. Then the
votes of all three checkers on random programs (votes.py), and of a checker that lies, which must be told.

usage: checker_test.py ATTEST_CHECK [CERTIFICATES [PROGRAM]]"""
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
import on_record  # noqa: E402

CASES = ROOT / "tests/verify/trusted/cases"
MUTANTS, LONGEST, EVERY = 600, 20000, 3  # of certificates of at most so many bytes; every third claim of the run
PROGRAMS = 1000  # random ones, for the votes
OTHER_RULES = {"witness": "instances", "instances": "exhaustive", "exhaustive": "instances", "box": "polynomial", "polynomial": "box", "squares": "evaluate", "evaluate": "squares",
               "split": "evaluate"}
ANSWERED = {"witness": 16, "exhaustive": 14, "instances": 14, "split": 6, "evaluate": 8, "box": 25, "polynomial": 24, "squares": 22}  # cases to accept of which it must accept so many


def trees(claim, folder):
    """The claim's trees in a file; None where tree.py does not read it."""
    path = folder / f"{claim.stem}.trees"
    if not path.exists():
        printed = subprocess.run([sys.executable, "-B", str(ROOT / "theory/semantics/tree.py"), "--checker", str(claim)], capture_output=True, check=False)
        path.write_bytes(printed.stdout)
    return path


def proved(program, tree, certificates):
    result = subprocess.run([str(program), "--seconds", "5", str(tree), *map(str, certificates)], capture_output=True, text=True, check=False)
    return [line.split("\t")[0] for line in result.stdout.splitlines()]


def trusted(attest_check, claim, certificate):
    result = subprocess.run([attest_check, "--budget", "100000000", str(claim), str(certificate)], capture_output=True, text=True, check=False)
    return result.stdout.split("\n")[0], [line for line in result.stdout.splitlines() if line.startswith("assumed:")]


def disagree(mine, other):
    """Why two answers contradict each other; None where they do not."""
    outcome, assumed = other
    if outcome.startswith("Undecided: the budget"):  # the two count differently
        return None
    if mine.startswith("Accepted"):
        if not outcome.startswith("Accepted"):
            return f"proved: {mine}, trusted: {outcome}"
        if (mine == "Accepted") != (not [line for line in assumed if "nothing was evaluated" not in line]):
            return f"proved: {mine}, trusted assumes {assumed}"
    if mine.startswith("Rejected") and outcome.startswith("Accepted"):
        return f"proved: {mine}, trusted: {outcome}"
    return None


def cells_changed(text, generator):
    """A cell left out, doubled, exchanged with the next one, or ended elsewhere; None where there is none."""
    certificate, boxes = json.loads(text), []

    def collect(value):
        boxes.extend([value["cells"]] if isinstance(value, dict) and value.get("rule") == "box" and value.get("cells") else [])
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            collect(part)

    collect(certificate["steps"])
    if not boxes:
        return None
    cells, kind = generator.choice(boxes), generator.randrange(4)
    place = generator.randrange(len(cells))
    if kind == 0:
        del cells[place]
    elif kind == 1:
        cells.insert(place, cells[place])
    elif kind == 2:
        cells[place - 1], cells[place] = cells[place], cells[place - 1]
    else:
        cells[place][generator.randrange(2)] = generator.choice(["-inf", "inf", "0", "1", "-1", "1/3", "7"])
    return json.dumps(certificate)


def squares_changed(text, generator):
    """A sum or a term left out, a weight, a sign's number or a root changed; None where there is no rule 'squares'."""
    certificate, found = json.loads(text), []

    def collect(value):
        found.extend([value["signs"]] if isinstance(value, dict) and value.get("rule") == "squares" and value.get("signs") else [])
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            collect(part)

    collect(certificate["steps"])
    terms = [(sums, terms) for sums in found for terms in sums if isinstance(terms, list) and terms and all(isinstance(term, list) and len(term) == 3 for term in terms)]
    if not terms:
        return None
    (sums, several), kind = generator.choice(terms), generator.randrange(5)
    term = generator.choice(several)
    if kind == 0:
        sums.remove(several)
    elif kind == 1:
        several.remove(term)
    elif kind == 2:
        term[0] = generator.choice(["0", "1", "2", "-1", "1/2"])
    elif kind == 3:
        term[1] = generator.choice([[], ["1"], ["2"], ["1", "2"], ["1", "1"], ["3"]])
    else:
        term[2] = generator.choice([[["1"]], [], [["2", "x"]], [["1", "x"], ["-1"]], [["1", "y"]]])
    return json.dumps(certificate)


def mutated(text, generator):
    """One change: a number, a rule, the goal, a variable, a value left out, a cell, or squares."""
    kind = generator.randrange(7)
    if kind == 5 and (changed := cells_changed(text, generator)):
        return changed
    if kind >= 5 and (changed := squares_changed(text, generator)):
        return changed
    if kind < 3:
        places = list(re.finditer(r'"(-?)(\d+)((?:/\d+)?)"', text))
        places = [place for place in places if place.start() > text.index('"steps"')]
        if places:
            place = generator.choice(places)
            other = generator.choice([str(int(place[2]) + 1), str(int(place[2]) * 10), "0", place[2] + "1", str(max(0, int(place[2]) - 1))])
            return text[:place.start()] + f'"{place[1] if other != "0" else ""}{other}{place[3]}"' + text[place.end():]
    if kind == 3:
        places = list(re.finditer(r'"rule"\s*:\s*"(\w+)"', text))
        place = generator.choice(places)
        return text[:place.start(1)] + OTHER_RULES.get(place[1], "evaluate") + text[place.end(1):]
    return re.sub(r'"goal"\s*:\s*(true|false)', lambda found: f'"goal": {"false" if found[1] == "true" else "true"}', text)


def votes(how_many, attest_check, program):
    """votes.py's exit code and its last line."""
    command = [sys.executable, "-B", str(pathlib.Path(__file__).with_name("votes.py")), "programs", str(how_many), str(attest_check), str(program)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.returncode, (result.stdout or result.stderr).rstrip("\n")


def liar(path, word, of_trusted):
    """A checker of one word."""
    answer = f"""'{{"outcome": "{word}", "reason": "", "assumed": [], "covered": [], "evaluated": "1"}}'""" if of_trusted else f'"{word}\t$certificate"'
    path.write_text("#!/bin/sh\nshift 3\nfor certificate in \"$@\"; do echo " + answer + (" && exit 0" if of_trusted else "") + "; done\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def main(arguments):
    attest_check, certificates = arguments[0], pathlib.Path(arguments[1]) if len(arguments) > 1 else None
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if len(arguments) > 2:
            program = pathlib.Path(arguments[2])
        else:
            built = subprocess.run([sys.executable, "-B", str(ROOT / "verify/proved/build.py"), str(folder / "built")], check=False).returncode
            if built:
                return built
            program = folder / "built/attest-check-proved"
        counts, faults, accepted = collections.Counter(), [], []

        def compare(what, claim, certificate, mine=None):
            mine = proved(program, trees(claim, folder), [certificate])[0] if mine is None else mine
            why = disagree(mine, trusted(attest_check, claim, certificate))
            counts[what, mine.split(":")[0] if not mine.startswith("Accepted:") else "Accepted in part"] += 1
            if why:
                faults.append(f"{certificate}: {why}")
            return mine

        ids = {}
        for claim in sorted((CASES / "claims").glob("*.claim")):
            ids.setdefault(re.search(r'"id"\s*:\s*"([^"]*)"', claim.read_text(encoding="utf-8"))[1], claim)
        for certificate in sorted(CASES.glob("*/*/*.json")):
            claim = ids.get((re.findall(r'"claim"\s*:\s*"([^"]*)"', certificate.read_text(encoding="utf-8", errors="replace")) or [""])[0])
            if claim:
                mine = compare(f"cases: {certificate.parent.parent.name}: {certificate.parent.name}", claim, certificate)
                if mine.startswith("Accepted"):
                    accepted.append((claim, certificate))
        if certificates and certificates.is_dir():
            for claim in on_record.claim_files()[::EVERY]:
                mine_too = [path for path in sorted(certificates.glob(f"{claim.stem}.*.json")) if '"proof"' not in path.read_text(encoding="utf-8")]
                for certificate, mine in zip(mine_too, proved(program, trees(claim, folder), mine_too) if mine_too else []):
                    compare("the run", claim, certificate, mine)
                    if mine.startswith("Accepted") and certificate.stat().st_size < LONGEST:
                        accepted.append((claim, certificate))
        generator, mutants = random.Random(1), folder / "mutants"
        mutants.mkdir()
        for number in range(MUTANTS):
            claim, certificate = generator.choice(accepted)
            changed = mutants / f"{number}.json"
            changed.write_text(mutated(certificate.read_text(encoding="utf-8"), generator), encoding="utf-8")
            compare("mutants", claim, changed)
        code, outcomes = votes(PROGRAMS, attest_check, program)
        print(f"votes on random programs:\n{outcomes}")
        if code:
            faults.append("the checkers' votes differ")
        for word in ("Accepted", "Rejected"):
            lies = [votes(50, attest_check, liar(folder / "liar", word, False)), votes(50, liar(folder / "liar", word, True), program)]
            if [code for code, _ in lies] != [1, 1]:
                faults.append(f"a checker that always says {word} is not told: {lies}")
        for key in sorted(counts):
            print(f"{key[0]}: {key[1]}: {counts[key]}")
        wrong = [key for key in counts if not key[0].endswith(": accept") and key[0].startswith("cases: ") and key[1].startswith("Accepted")]
        for rule, least in ANSWERED.items():
            answered = sum(count for key, count in counts.items() if key[0] == f"cases: {rule}: accept" and key[1].startswith("Accepted"))
            if answered < least:
                faults.append(f"rule {rule}: {answered} cases accepted, at least {least} were expected")
        print("\n".join([*faults[:20], *map(str, wrong)]))
        return 1 if faults or wrong else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        print("usage: checker_test.py ATTEST_CHECK [CERTIFICATES [PROGRAM]]", file=sys.stderr)
        sys.exit(64)
    sys.exit(main(sys.argv[1:]))
