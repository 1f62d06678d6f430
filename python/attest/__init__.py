# SPDX-License-Identifier: Apache-2.0
"""Holds attention kernels to bounds that are derived from the data and from their arithmetic: no tolerance is chosen.

    attest.assert_attention(out, q, k, v, causal=True)
    attest.check_kernel(my_attention)
"""
import importlib

_PLACES = {
    "assert_attention": "assertion",
    "judge_attention": "assertion",
    "assert_merge": "sequences",
    "assert_gradients": "gradients",
    "judge_gradients": "gradients",
    "check_gradients": "backward",
    "check_kernel": "checking",
    "KernelReport": "checking",
    "export_inputs": "exchange",
    "judge_outputs": "exchange",
    "Case": "cases",
    "Verdict": "verdicts",
    "UndecidedWarning": "verdicts",
    "InputError": "library",
    "JudgeError": "library",
    "version": "library",
}
__all__ = sorted(_PLACES)


def __getattr__(name):
    """What is not used is not loaded: importing attest takes as long as importing one small file."""
    if name == "__version__":
        return __getattr__("version")()
    if name not in _PLACES:
        raise AttributeError(f"module 'attest' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"attest.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
    return __all__
