# SPDX-License-Identifier: Apache-2.0
"""Rules polynomial and squares of the proved checker, spoiled: whatever is changed here, the cases of tests/verify/trusted must tell. (Coq
would refuse each change, since the proof fails; here the checker is extracted without its proofs.)

usage: spoiled_test.py [--only N]

Exit codes: 0 every change was noticed; 1 one was not; 77 coqc, ocamlfind or zarith is not installed."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
CASES, SEMANTICS, PROVED = ROOT / "tests/verify/trusted/cases", ROOT / "theory/semantics", ROOT / "verify/proved"
COMPUTING = "syntax rationals enclosures elementary polynomials quantities interpreter domains variables checker".split()
RULES = ("polynomial", "squares")

# A file, what stands in it, and what is put there.
CHANGES = [
    ("polynomials", "if strict then q_at_most (Int 0) else q_less (Int 0)", "if strict then q_at_most (Int 0) else q_at_most (Int 0)"),
    ("polynomials", "(fun c => q_at_most c (Int 0)) then Some false", "(fun c => q_at_most c (Int 0)) then Some true"),
    ("polynomials", "(fun c => q_at_most c (Int 0)) then Some false", "(fun c => true) then Some false"),
    ("polynomials", "if q_at_most (Int 0) weight then", "if true then"),
    ("polynomials", "Some (p_multiply (p_multiply p root) root,", "Some (p_multiply p root,"),
    ("polynomials", "andb strict is_number)", "strict)"),
    ("polynomials", "(constant weight, negb (q_is_zero weight))", "(constant weight, true)"),
    ("polynomials", "andb (snd start) (snd s)", "orb (snd start) (snd s)"),
    ("polynomials", "(p_add p q, orb strict strict')", "(p_add p q, true)"),
    ("polynomials", "if Z.ltb x y then Lt else if Z.ltb y x then Gt else m_compare m' n'", "if Z.ltb x y then Lt else m_compare m' n'"),
    ("polynomials", "q_multiply a (snd t)", "q_add a (snd t)"),
    ("polynomials", "if andb (Z.leb 1 number) (Z.leb number (Z.of_nat (length signs))) then", "if true then"),
    ("quantities", "(k_subtract bits) p_subtract", "(k_subtract bits) p_add"),
    ("quantities", "a_multiply a (Plain (Exact (q_inverse q)))", "a_multiply a (Plain (Exact q))"),
    ("quantities", "above_zero (signs ctx) (p_subtract q p)", "above_zero (signs ctx) (p_subtract p q)"),
    ("quantities", "Some true => b | Some false => a | None", "Some true => a | Some false => b | None"),
    ("variables", "| Less => difference_sign ctx n m true", "| Less => difference_sign ctx m n true"),
    ("variables", "| AtLeast => difference_sign ctx m n false", "| AtLeast => difference_sign ctx m n true"),
    ("variables", "| Different => nil", "| Different => difference_sign ctx m n true"),
    ("variables", "| And operands => flat_map", "| And operands | Or operands => flat_map"),
    ("variables", "difference_sign ctx (Plain (Exact q)) a false", "difference_sign ctx a (Plain (Exact q)) false"),
    ("variables", "(made (known_in e) (Some (variable k))), Z.succ k)", "(made (known_in e) (Some (variable k))), k)"),
    ("checker", "(with_facts (v :: env) facts at_ends)", "at_ends"),
    ("checker", "named x nil v ++ names_here here", "names_here here ++ named x nil v"),
]


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def made(folder, modules):
    """Whether the program could be made of these modules, the others being compiled."""
    commands = [["coqc", "-q", "-w", "none", "-Q", ".", "attest", f"{name}.v"] for name in [*modules, "extract"]]
    commands.append("ocamlfind ocamlopt -package zarith,unix -linkpkg -w -a proved.mli proved.ml front.ml main.ml -o program".split())
    for command in commands:
        result = run(command, folder)
        if result.returncode:
            print(f"spoiled_test.py: {' '.join(command)}\n{result.stdout}{result.stderr}", file=sys.stderr)
            return False
    return True


def cases(folder):
    """The cases of each rule, with their trees."""
    found = []
    for rule in RULES:
        trees = folder / f"{rule}.trees"
        trees.write_bytes(subprocess.run([sys.executable, "-B", str(SEMANTICS / "tree.py"), "--checker", str(CASES / f"claims/{rule}.claim")],
                                         capture_output=True, check=True).stdout)
        for path in sorted((CASES / rule).glob("*/*.json")):
            if f'"cases.{rule}"' in path.read_text(encoding="utf-8"):
                found.append((trees, path))
    return found


def outcomes(folder, found):
    answers = {}
    for trees in sorted({trees for trees, _ in found}):
        paths = [str(path) for other, path in found if other == trees]
        for line in run(["./program", "--seconds", "3", str(trees), *paths], folder).stdout.splitlines():
            answer, path = line.split("\t")
            answers[path] = answer.split(":")[0]
    return answers


def main(arguments):
    if not shutil.which("coqc") or not shutil.which("ocamlfind") or run(["ocamlfind", "query", "zarith"], ROOT).returncode:
        return 77
    only = int(arguments[1]) if arguments[:1] == ["--only"] else None
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in [*(SEMANTICS / f"{name}.v" for name in COMPUTING), *(PROVED / name for name in ("extract.v", "front.ml", "main.ml"))]:
            shutil.copy(path, folder)
        if not made(folder, COMPUTING):
            return 1
        found = [(trees, path) for trees, path in cases(folder) if path.stem not in SLOW]
        right, missed = outcomes(folder, found), []
        print(f"{list(right.values()).count('Accepted')} of {len(right)} cases are accepted")
        for number, (module, old, new) in enumerate(CHANGES):
            if only not in (None, number):
                continue
            text = (SEMANTICS / f"{module}.v").read_text(encoding="utf-8")
            if text.count(old) != 1:
                print(f"{module}.v: found {text.count(old)} times: {old}")
                return 1
            (folder / f"{module}.v").write_text(text.replace(old, new), encoding="utf-8")
            after = COMPUTING[COMPUTING.index(module):]
            noticed = [path for path, answer in outcomes(folder, found).items() if answer != right[path]] if made(folder, after) else []
            print(f"{number}: {module}: {new}: " + (", ".join(sorted(pathlib.Path(path).stem for path in noticed)[:3]) or "NOT NOTICED"), flush=True)
            if not noticed:
                missed.append(number)
            (folder / f"{module}.v").write_text(text, encoding="utf-8")
            if [other for other, _, _ in CHANGES[number + 1:number + 2]] != [module]:
                made(folder, after)
        return 1 if missed or not right or "Accepted" not in right.values() else 0


# What takes as long as it may.
SLOW = {"power_too_high", "too_many_terms", "vector_too_long"}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
