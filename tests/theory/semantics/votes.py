# SPDX-License-Identifier: Apache-2.0
"""The votes of all three checkers, the trusted one, the second one and the proved one, on random programs or on mutants of a run's certificates.
Two that answer must answer alike: the trusted and the second one in outcome and, where they accept, in what was covered and assumed; the
proved one may not know, but where it accepts or rejects the others must not say the opposite. None may accept both goals without an assumption.

usage: votes.py programs HOW_MANY ATTEST_CHECK ATTEST_CHECK_PROVED [--seed N] [--jobs N]
       votes.py mutants HOW_MANY ATTEST_CHECK ATTEST_CHECK_PROVED --certificates DIR [--seed N] [--jobs N]

Exit codes: 0 no fault; 1 a fault, each on a line; 64 usage."""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "verify/second"))
sys.path.insert(0, str(ROOT / "tests"))
import on_record  # noqa: E402
import checker_test  # noqa: E402
import checking  # noqa: E402
import programs  # noqa: E402

BATCH = 50  # certificates of one claim, for which its trees are printed once
BUDGET = {"programs": (10**6, 10**5), "mutants": (10**7, 10**6)}  # steps of the trusted and of the second checker
DEFINITIONS = 'claim { "id": "test" }\ndef half(x) = x / 2;\n'


def trusted_vote(attest_check, budget, claim, certificate):
    result = subprocess.run([attest_check, "--budget", str(budget), "--json", str(claim), str(certificate)], capture_output=True, text=True, check=False)
    try:
        return json.loads(result.stdout)
    except ValueError:
        return {"outcome": "Failed", "reason": f"exit code {result.returncode}: {(result.stdout + result.stderr)[:200]!r}"}


def knows(vote):
    """Whether it is an answer: what a checker may leave open by its own count of steps, or by the length of a list, is none."""
    return not (vote["outcome"] == "Undecided" and ("budget" in vote["reason"] or "too long" in vote["reason"]))


def faults_of(first, second, proved):
    """What the three votes on one certificate have against each other."""
    for vote in (first, second):
        if vote["outcome"] == "Failed":
            yield f"a checker failed: {vote['reason']}"
    if knows(first) and knows(second):
        if first["outcome"] != second["outcome"]:
            yield f"trusted: {first['outcome']} ({first['reason']}), second: {second['outcome']} ({second['reason']})"
        elif first["outcome"] == "Accepted":
            yield from (f"{key}: trusted {first[key]}, second {second[key]}" for key in ("assumed", "covered", "evaluated") if first[key] != second[key])
    if knows(first) and (first["outcome"] != "Undecided" or "infinite end" not in first["reason"]):
        # Of an enclosure with an infinite end the proved one knows more: x / 1 on (-inf, 0) is a polynomial to it. In part: under an
        # assumption. What evaluated nothing is true of nothing, which the first says by other means.
        lines = first["outcome"], ["assumed: something"] * bool(first.get("assumed"))
        if why := checker_test.disagree(proved, lines):
            yield why
    if proved.startswith("Accepted") and second["outcome"] == "Rejected" or proved.startswith("Rejected") and second["outcome"] == "Accepted":
        yield f"proved: {proved}, second: {second['outcome']} ({second['reason']})"


def vote(options, claim, certificates, folder, counts):
    """Faults of the certificates of one claim, and which of them every checker accepts without an assumption."""
    budget, second_budget = BUDGET[options.mode]
    loaded = checking.load(str(claim))
    proved = checker_test.proved(options.proved, checker_test.trees(claim, folder), certificates)
    faults, accepted = [], {"trusted": [], "second": [], "proved": []}
    if len(proved) != len(certificates):
        return [f"{claim}: the proved checker printed {len(proved)} lines of {len(certificates)}"], accepted
    for certificate, third in zip(certificates, proved):
        data = certificate.read_bytes()
        first, second = trusted_vote(options.attest_check, budget, claim, certificate), checking.check(loaded, data, second_budget)
        counts[first["outcome"], second["outcome"], third.split(":")[0]] += 1
        faults += [f"{claim.read_text() if options.mode == 'programs' else claim}\n{data.decode('utf-8', 'replace')}\n{why}" for why in faults_of(first, second, third)]
        for name, fully in (("trusted", first["outcome"] == "Accepted" and not first["assumed"]), ("proved", third == "Accepted"),
                            ("second", second["outcome"] == "Accepted" and not second["assumed"])):
            if fully:
                accepted[name].append(certificate)
    return faults, accepted


def both_goals(accepted):
    """Statements of which a checker accepts both goals: their certificates are named NUMBER-true and NUMBER-false."""
    for name, certificates in accepted.items():
        stems = {certificate.stem for certificate in certificates}
        yield from (f"the {name} checker accepts both goals of statement {stem[:-5]}" for stem in stems if stem.endswith("-true") and f"{stem[:-5]}-false" in stems)


def programs_batch(options, seed, how_many, folder):
    """So many certificates about random statements, two about each. A statement that all refuse to read counts as well."""
    drawn, counts = programs.Program(seed), collections.Counter()
    formulas = [drawn.formula({}, drawn.choose.choice([0, 1, 1, 1, 2, 2])) for _ in range((how_many + 1) // 2)]
    claim = folder / "claims/test.claim"
    claim.parent.mkdir()
    claim.write_text(DEFINITIONS + "".join(f"statement finding_{number} = {programs.text(formula)};\n" for number, formula in enumerate(formulas)), encoding="utf-8")
    loaded, certificates = checking.load(str(claim)), []
    for number, formula in enumerate(formulas):
        for goal in (True, False):
            certificates.append(folder / f"{number}-{str(goal).lower()}.json")
            name = f"finding_{number}"
            certificates[-1].write_text(json.dumps({"format": "attest.certificate/2", "claim": "test", "header": loaded.header_hash(), "statement": name, "hash": loaded.hash(name),
                                                    "goal": goal, "precision": "128", "steps": drawn.steps(formula, goal)}), encoding="utf-8")
    faults, accepted = vote(options, claim, certificates[:how_many], folder, counts)
    return [*faults, *both_goals(accepted)], counts


def mutants_batch(options, seed, how_many, folder):
    """Mutants of one claim's certificates."""
    generator, counts = random.Random(seed), collections.Counter()
    claim, certificates = generator.choice(options.of_claims)
    changed = []
    for number in range(how_many):
        text = generator.choice(certificates).read_text(encoding="utf-8")
        for _ in range(generator.choice([1, 1, 1, 2, 3])):
            text = checker_test.mutated(text, generator)
        changed.append(folder / f"{number}.json")
        changed[-1].write_text(text, encoding="utf-8")
    return vote(options, claim, changed, folder, counts)[0], counts


def batch(task):
    options, number, how_many = task
    with tempfile.TemporaryDirectory() as name:
        run = programs_batch if options.mode == "programs" else mutants_batch
        return checking.with_deep_stack(lambda: run(options, f"{options.seed}/{number}", how_many, pathlib.Path(name)))


def certificates_of(folder):
    """[(claim, its certificates)]: of rules that are decided here, small enough to be checked many times."""
    found = []
    for claim in on_record.claim_files():
        mine = [path for path in sorted(folder.glob(f"{claim.stem}.*.json")) if path.stat().st_size < checker_test.LONGEST and '"proof"' not in path.read_text(encoding="utf-8")]
        found += [(claim, mine)] if mine else []
    return found


def main():
    parser = argparse.ArgumentParser(description="The votes of all three checkers on random programs, or on mutants of a run's certificates.")
    parser.add_argument("mode", choices=["programs", "mutants"])
    parser.add_argument("how_many", type=int, metavar="HOW_MANY")
    parser.add_argument("attest_check", metavar="ATTEST_CHECK")
    parser.add_argument("proved", metavar="ATTEST_CHECK_PROVED")
    parser.add_argument("--certificates", type=pathlib.Path, metavar="DIR", help="those of a run, for mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.error = lambda message: (print(f"{parser.format_usage()}votes.py: {message}", file=sys.stderr), sys.exit(64))
    options = parser.parse_args()
    if options.mode == "mutants":
        options.of_claims = certificates_of(options.certificates) if options.certificates else []
        if not options.of_claims:
            parser.error("--certificates: a folder with certificates of this repository's claims was expected")
    tasks = [(options, number, min(BATCH, options.how_many - number * BATCH)) for number in range((options.how_many + BATCH - 1) // BATCH)]
    counts, faults = collections.Counter(), []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for number, (found, counted) in enumerate(pool.map(batch, tasks), 1):
            counts.update(counted)
            if len(faults) < 20:  # at once: what is stopped has said them
                print("".join(f"{fault}\n\n" for fault in found), end="", flush=True)
            faults += found
            if number % 100 == 0 or found:
                print(f"{sum(counts.values())} of {options.how_many}, {len(faults)} faults", file=sys.stderr, flush=True)
    for outcomes, how_many in sorted(counts.items()):
        print(f"trusted {outcomes[0]}, second {outcomes[1]}, proved {outcomes[2]}: {how_many}")
    print(f"{sum(counts.values())} {options.mode}, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
