# SPDX-License-Identifier: Apache-2.0
"""A failing case in a file, and the line that shows the failure again."""
import hashlib
import os
import re
import shlex
from pathlib import Path

VARIABLE = "ATTEST_REPLAY"


def stem(data):
    """From the running test's name, where there is one, and the bytes."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").split(" ")[0].rsplit("/", 1)[-1]
    words = re.sub(r"[^A-Za-z0-9_.-]+", "-", test).strip("-")[:80] or "attention"
    return f"{words}-{hashlib.sha256(data).hexdigest()[:12]}"


def gradient_file(case, gradients):
    """The bytes of a case's file with the gradients that were given and computed, for `attest kernels validate --gradients`."""
    from attest import safetensors
    arrays, settings = safetensors.parse(case.tobytes())
    return safetensors.to_bytes({**arrays, **gradients}, settings)


def save(data, folder):
    path = Path(folder) / f"{stem(data)}.safetensors"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def replay_line(data, error=(), folder=None, flags=""):
    """Of the bytes of a case's file, or of the case."""
    folder = folder or os.environ.get(VARIABLE)
    if not folder:
        return f"  replay: set {VARIABLE}, or replay=, to a folder, and the case is saved there with the command that shows it again"
    path = save(data if isinstance(data, bytes) else data.tobytes(), folder)
    constants = "".join(f" --error {shlex.quote(f'{name}={value}')}" for name, value in dict(error).items())
    return f"  replay: attest kernels validate{flags} {shlex.quote(str(path))}{constants}"
