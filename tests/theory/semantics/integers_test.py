# SPDX-License-Identifier: Apache-2.0
"""zarith.js, with which the proved checker counts in a browser, against zarith: integers.ml, which draws from a fixed seed, compiled to a
program and to a script, must print the same. Exit code 77: OCaml, js_of_ocaml or a browser is missing."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path += [str(ROOT / "verify/proved"), str(ROOT / "tests/verify/report")]
import build  # noqa: E402
import driven  # noqa: E402


def main():
    if not shutil.which("ocamlfind") or not shutil.which("js_of_ocaml") or not driven.found():
        print("skipped: ocamlfind, js_of_ocaml and a browser are needed")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for source in (ROOT / "verify/proved/zarith.js", pathlib.Path(__file__).with_name("integers.ml")):
            shutil.copy(source, folder)
        build.compile_program(["ocamlopt", "-package", "zarith"], ["integers.ml"], "integers", folder)
        build.compile_script(["integers.ml"], "integers.js", folder)
        expected = subprocess.run([str(folder / "integers"), "2000"], capture_output=True, text=True, check=True).stdout.splitlines()
        (folder / "page.html").write_text('<!DOCTYPE html><script>const lines = []; console.log = line => lines.push(line);</script>'
                                          '<script src="integers.js"></script>', encoding="utf-8")
        with driven.Browser() as browser:
            browser.open((folder / "page.html").as_uri())
            lines = browser.evaluate('lines.join("\\n")').rstrip("\n").split("\n")
    wrong = [number for number, (mine, other) in enumerate(zip(lines, expected)) if mine != other]
    for number in wrong[:10]:
        print(f"line {number + 1}: zarith {expected[number][:200]}, zarith.js {lines[number][:200]}")
    print(f"{len(expected)} lines of zarith, {len(lines)} of zarith.js, {len(wrong)} differ")
    return 1 if wrong or len(lines) != len(expected) or len(expected) < 50000 else 0


if __name__ == "__main__":
    sys.exit(main())
