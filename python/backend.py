# SPDX-License-Identifier: Apache-2.0
"""Builds attest's wheel: CMake builds libattest_judge, this file packs it with python/attest. It needs CMake, a C++ compiler and the Debian packages of
.ci/packages.txt, and no Python package, so that `pip install .` works without a network and without flags (PEP 517, PEP 660)."""
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENTRY_POINTS = "[console_scripts]\nattest = attest.__main__:main\n\n[pytest11]\nattest = attest.pytest_plugin\n"


def _version():
    return re.search(r"project\(attest VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def _metadata():
    return (f"Metadata-Version: 2.1\nName: attest-kernels\nVersion: {_version()}\n"
            "Summary: Holds attention kernels to bounds that are derived from the data and their arithmetic\n"
            "License: Apache-2.0\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n"
            + (ROOT / "docs/python.md").read_text())


def _tag():
    return "py3-none-" + re.sub(r"[.-]", "_", sysconfig.get_platform())


def _library(folder):
    """libattest_judge, built, and with what it needs in `folder`, if any. ATTEST_BUILD names a build folder that is kept (default: build-wheel in the
    tree)."""
    build = Path(os.environ.get("ATTEST_BUILD") or ROOT / "build-wheel")
    if shutil.which("cmake") is None:
        raise RuntimeError("expected the program cmake; Debian's packages for attest are in .ci/packages.txt")
    generator = ["-G", "Ninja"] if shutil.which("ninja") and not (build / "CMakeCache.txt").exists() else []
    run = lambda *words: subprocess.run(["cmake", *map(str, words)], check=True)
    run("-S", ROOT, "-B", build, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DATTEST_TESTS=OFF", "-DATTEST_BENCHMARKS=OFF", "-DATTEST_TOGETHER=ON")
    run("--build", build, "--target", "attest_judge_shared", "--parallel", os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", os.cpu_count() or 1))
    if folder is not None:
        run("--install", build, "--component", "wheel", "--strip", "--prefix", folder)


def _files(library):
    """(name in the wheel, bytes) of all that the package has."""
    for path in sorted((ROOT / "python/attest").glob("*.py")):
        yield f"attest/{path.name}", path.read_bytes()
    for path in sorted((library / "lib").iterdir()):
        yield f"attest/lib/{path.name}", path.read_bytes()


def _pack(wheel, files):
    info = f"attest_kernels-{_version()}.dist-info"
    records = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(name, data):
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            records.append(f"{name},sha256={digest},{len(data)}\n")
        for name, data in files:
            add(name, data)
        add(f"{info}/METADATA", _metadata().encode())
        add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: attest\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode())
        add(f"{info}/entry_points.txt", ENTRY_POINTS.encode())
        add(f"{info}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes())
        archive.writestr(f"{info}/RECORD", "".join(records) + f"{info}/RECORD,,\n")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"attest_kernels-{_version()}-{_tag()}.whl"
    with tempfile.TemporaryDirectory() as folder:
        _library(Path(folder))
        _pack(Path(wheel_directory) / name, _files(Path(folder)))
    return name


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """A wheel that points to the clone, whose build-wheel/lib has the library."""
    name = f"attest_kernels-{_version()}-{_tag()}.whl"
    _library(None)
    _pack(Path(wheel_directory) / name, [("attest_kernels.pth", f"{ROOT / 'python'}\n".encode())])
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The tree as git has it."""
    base = f"attest_kernels-{_version()}"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    with tarfile.open(Path(sdist_directory) / f"{base}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in filter(None, names):
            archive.add(ROOT / name, f"{base}/{name}")
        with tempfile.NamedTemporaryFile() as file:
            file.write(_metadata().encode())
            file.flush()
            archive.add(file.name, f"{base}/PKG-INFO")
    return f"{base}.tar.gz"
