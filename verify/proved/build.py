#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the proved checker: Coq checks theory/semantics and extracts it (extract.v); OCaml compiles it, with front.ml and main.ml to a program,
with front.ml, source.ml and browser.ml to the script that a report embeds.

usage: build.py FOLDER      everything is made in FOLDER: attest-check-proved and, where js_of_ocaml is installed, recheck.js

Exit codes: 0 built; 1 Coq or OCaml refused, or the theorem rests on an axiom; 64 usage; 77 coqc, ocamlfind or zarith is not installed.
"""
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SEMANTICS = HERE.parent.parent / "theory/semantics"
MODULES = """syntax values evaluation meaning numbers sanity rationals rationals_sound enclosures enclosures_sound elementary elementary_sound polynomials polynomials_sound
quantities quantities_sound interpreter operations_sound loops_sound interpreter_sound domains domains_sound variables variables_sound checker checker_sound""".split()
SOURCES = "extract.v front.ml source.ml main.ml browser.ml zarith.js".split()
CHECKED = ["proved.mli", "proved.ml", "front.ml", "source.ml"]
AXIOMS = "From attest Require checker_sound.\nPrint Assumptions checker_sound.check_statement_sound.\n"


def run(command, folder):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode:
        print(f"build.py: {' '.join(command)}\n{result.stdout}{result.stderr}", file=sys.stderr)
        sys.exit(1)
    return result.stdout


def build(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in MODULES:
        shutil.copy(SEMANTICS / f"{name}.v", folder)
    for name in SOURCES:
        shutil.copy(HERE / name, folder)
    (folder / "axioms.v").write_text(AXIOMS, encoding="utf-8")
    for name in MODULES:
        run(["coqc", "-q", "-w", "none", "-Q", ".", "attest", f"{name}.v"], folder)
    found = run(["coqc", "-q", "-w", "none", "-Q", ".", "attest", "axioms.v"], folder).strip()
    if found != "Closed under the global context":
        print(f"build.py: the theorem rests on: {found}", file=sys.stderr)
        sys.exit(1)
    run(["coqc", "-q", "-w", "none", "-Q", ".", "attest", "extract.v"], folder)
    compile_program(["ocamlopt", "-package", "zarith,unix"], [*CHECKED, "main.ml"], "attest-check-proved", folder)
    if shutil.which("js_of_ocaml"):
        compile_script([*CHECKED, "browser.ml"], "recheck.js", folder)
    return folder / "attest-check-proved"


def compile_program(compiler, sources, program, folder):
    run(["ocamlfind", *compiler, "-linkpkg", "-w", "-a", *sources, "-o", program], folder)


def compile_script(sources, script, folder):
    """JavaScript whose integers are zarith.js's. A primitive that is missing there would be a failure at run time, so it is one now."""
    compile_program(["ocamlc", "-package", "zarith,js_of_ocaml"], sources, "script.byte", folder)
    result = subprocess.run(["js_of_ocaml", "--opt", "3", "zarith.js", "script.byte", "-o", script], cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode or "issing primitive" in result.stdout + result.stderr:
        print(f"build.py: js_of_ocaml\n{result.stdout}{result.stderr}", file=sys.stderr)
        sys.exit(1)


def main(arguments):
    if len(arguments) != 1:
        print("usage: build.py FOLDER", file=sys.stderr)
        return 64
    if not shutil.which("coqc") or not shutil.which("ocamlfind") or subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True, check=False).returncode:
        print("build.py: coqc, ocamlfind and zarith are needed (.ci/install proofs proved)", file=sys.stderr)
        return 77
    build(pathlib.Path(arguments[0]).resolve())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
