# SPDX-License-Identifier: Apache-2.0
"""libattest_judge, by its C interface (verify/capi/attest_judge.h)."""
import ctypes
import os
from pathlib import Path

ABI = 1
BAD_INPUT = 3


class InputError(ValueError):
    """What was given makes no problem; one line names the place and what was expected."""


class JudgeError(RuntimeError):
    """The judge itself failed, or is not there."""


class Array(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("dtype", ctypes.c_char_p), ("data", ctypes.c_void_p), ("rank", ctypes.c_int64),
                ("shape", ctypes.c_int64 * 4), ("strides", ctypes.c_int64 * 4)]


class Setting(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p)]


def _places():
    """Where the library may be: what the environment names; else beside this file, where the wheel has it; else, in a clone, where builds have it."""
    named = os.environ.get("ATTEST_JUDGE_LIBRARY")
    package = Path(__file__).resolve().parent
    clone = package.parent.parent
    builds = [clone / build / "lib" for build in ("build", "build-wheel")] if (clone / "python/backend.py").exists() else []
    return [Path(named)] if named else [folder / "libattest_judge.so" for folder in [package / "lib", *builds]]


def _declare(library):
    text, case, size = ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, ctypes.c_size_t
    arrays, settings = ctypes.POINTER(Array), ctypes.POINTER(Setting)
    signatures = {
        "abi": (ctypes.c_uint32, []),
        "version": (ctypes.c_char_p, []),
        "make": (ctypes.c_int, [arrays, size, settings, size, text, text]),
        "read": (ctypes.c_int, [ctypes.c_char_p, size, settings, size, text, text]),
        "generate": (ctypes.c_int, [ctypes.c_char_p, ctypes.c_uint64, settings, size, text, text]),
        "menu": (ctypes.c_int, [ctypes.c_char_p, ctypes.c_char_p, text]),
        "settings": (ctypes.c_int, [case, text]),
        "arrays": (size, [case, arrays, size]),
        "write": (ctypes.c_int, [case, text, ctypes.POINTER(size), text]),
        "take": (ctypes.c_int, [case, arrays, size, text]),
        "verdict": (ctypes.c_int, [case, settings, size, text]),
        "take_gradients": (ctypes.c_int, [case, arrays, size, text]),
        "gradient_verdict": (ctypes.c_int, [case, settings, size, text]),
        "free": (None, [case]),
        "free_text": (None, [ctypes.c_void_p]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, f"attest_judge_{name}")
        function.restype, function.argtypes = result, arguments


_loaded = None


def load():
    """The library, loaded once. JudgeError if it is not there or has another ABI."""
    global _loaded
    if _loaded is None:
        place = next((path for path in _places() if path.exists()), None)
        if place is None:
            raise JudgeError(f"expected libattest_judge at {_places()[0]}: install attest with pip, or name a built library in "
                             "ATTEST_JUDGE_LIBRARY")
        library = ctypes.CDLL(str(place))
        _declare(library)
        if library.attest_judge_abi() != ABI:
            raise JudgeError(f"{place} has the ABI {library.attest_judge_abi()}, this package needs {ABI}")
        _loaded = library
    return _loaded


def version():
    return load().attest_judge_version().decode()


def _take_text(pointer):
    if not pointer:
        return ""
    text = ctypes.string_at(pointer).decode("utf-8", "replace")
    load().attest_judge_free_text(pointer)
    return text


def call(name, *arguments):
    """Calls a function whose last argument is the text; returns that text, or raises what it says."""
    text = ctypes.c_void_p()
    status = getattr(load(), f"attest_judge_{name}")(*arguments, ctypes.byref(text))
    words = _take_text(text.value)
    if status == BAD_INPUT:
        raise InputError(words)
    if status != 0:
        raise JudgeError(words)
    return words


def settings_of(settings):
    """A C array of a dictionary, or of pairs."""
    pairs = list(settings.items() if isinstance(settings, dict) else settings)
    return (Setting * len(pairs))(*(Setting(str(name).encode(), str(value).encode()) for name, value in pairs)), len(pairs)
