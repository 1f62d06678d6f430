# SPDX-License-Identifier: Apache-2.0
"""python3 wheel.py ROOT BUILD: `pip wheel`, the wheel in an empty virtual environment, its own tests there, far from the tree; then a copy of the environment's
package in another folder, to see that the library finds what lies beside it. Exit code 77 where Python has no pip or venv."""
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

TESTS = ("run.py", "pure.py", "test_plain.py", "test_gradients.py", "test_flashinfer.py")


def run(*words, **more):
    print("+", *words, flush=True)
    subprocess.run([str(word) for word in words], check=True, **more)


def main():
    root, build = map(Path, sys.argv[1:])
    for module in ("pip", "venv", "ensurepip"):
        if subprocess.run([sys.executable, "-m", module, "--help"], capture_output=True).returncode:
            print(f"skipped: no module {module}")
            return 77
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ATTEST"))}
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        # In a build folder of its own that is kept: the next run compiles what changed.
        run(sys.executable, "-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "-w", folder, root, env={**bare, "ATTEST_BUILD": str(build / "wheel")})
        wheel, = folder.glob("*.whl")
        names = zipfile.ZipFile(wheel).namelist()
        print(wheel.name, f"{wheel.stat().st_size / 1e6:.1f} MB,", len(names), "files")
        assert "attest/lib/libattest_judge.so" in names and any(name.startswith("attest/lib/libflint-arb") for name in names), names
        run(sys.executable, "-m", "venv", folder / "empty")
        python = folder / "empty/bin/python"
        run(python, "-m", "pip", "install", "-q", "--no-index", wheel, env=bare)
        tests = folder / "tests"
        tests.mkdir()
        for name in TESTS:
            shutil.copy(Path(__file__).parent / name, tests)
        package, = (folder / "empty/lib").glob("python*/site-packages/attest")
        library = package / "lib/libattest_judge.so"
        loaded = "import attest; attest.version(); print(open('/proc/self/maps').read())"
        maps = subprocess.run([python, "-c", loaded], cwd=folder, check=True, capture_output=True, text=True, env=bare).stdout
        for line in maps.splitlines():
            assert "libflint" not in line and "libgmp" not in line or str(package) in line, line
        # The package is the environment's: run.py's first argument has no python/attest.
        run(python, "-B", tests / "run.py", folder, library, "test_plain", "test_gradients", "test_flashinfer", cwd=folder, env=bare)
        run(folder / "empty/bin/attest", "kernels", "export-inputs", folder / "cases", cwd=folder, env=bare, stdout=subprocess.DEVNULL)
        run(python, "-m", "pip", "uninstall", "-q", "-y", "attest-kernels", env=bare)
        assert not package.exists(), sorted(package.rglob("*"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
