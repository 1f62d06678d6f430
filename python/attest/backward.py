# SPDX-License-Identifier: Apache-2.0
"""A Python function that computes gradients, on inputs that are made to break it."""
import contextlib

from attest.checking import CaseResult, Finding, Runner, reported
from attest.judge_process import JudgeProcess
from attest.library import InputError

PARTS = {"grad_query": "query", "grad_key": "key", "grad_value": "value", "grad_bias": "bias", "grad_factor": "factor", "grad_sinks": "sinks"}
ASKED = ("grad_query", "grad_key", "grad_value")
REFUSED = "expected none beside gradients"  # a term that gradients are not derived for
OUTPUT = 1000  # added to a case's number: that of the gradient of its output


class BackwardRunner(Runner):
    leading = ("grad_output", "query", "key", "value")
    validate = "attest kernels validate --gradients"

    def __init__(self, parts, *given):
        super().__init__(*given)
        self.parts, self.missing = tuple(parts), set()
        unknown = [name for name in self.parts if name not in PARTS]
        if unknown:
            raise InputError(f"parts: expected names of {', '.join(PARTS)}, found {unknown[0]!r}")

    def inputs(self, number, entry, seed):
        """A case's inputs, with the gradient of its output: random numbers of the output's shape."""
        settings, inputs = super().inputs(number, entry, seed)
        shape = {"operation": "attention", "dtype": settings["dtype"], "batches": settings["batches"], "heads": settings["heads"], "queries": "1",
                 "keys": settings["queries"], "width": "1", "value_width": inputs["value"].shape[-1]}
        _, given = super().inputs(OUTPUT + number, {"generator": "random", "settings": shape}, seed + 1)
        return settings, {**inputs, "grad_output": given["value"]}

    @staticmethod
    def named(result):
        """A function returns dq, dk, dv, and db, dc behind them where it has them; or a dictionary of grad_query, ..."""
        if not isinstance(result, dict):
            if not isinstance(result, (tuple, list)) or not 1 <= len(result) <= len(PARTS):
                raise InputError(f"expected dq, dk, dv as a tuple, or a dictionary of {', '.join(PARTS)}, found {type(result).__name__}")
            result = dict(zip(PARTS, result))
        unknown = [name for name in result if name not in PARTS]
        if unknown:
            raise InputError(f"expected names of {', '.join(PARTS)}, found {unknown[0]!r}")
        return result

    def expect(self, snapshots, settings, inputs):
        findings = [Finding(f"{name} was not returned") for name in self.parts if name not in snapshots and PARTS[name] in inputs]
        self.missing.update(name for name, of in PARTS.items() if of in inputs and name not in snapshots and name not in self.parts)
        if not snapshots:
            findings = [Finding("nothing was returned")]
        for name, one in snapshots.items():
            of = inputs.get(PARTS[name])
            if of is None:
                findings.append(Finding(f"{name}: the case has no {PARTS[name]}"))
            elif one.dtype != of.dtype:
                findings.append(Finding(f"{name} has the dtype {one.dtype}, {PARTS[name]} has {of.dtype}"))
            elif one.shape != of.shape:
                findings.append(Finding(f"{name} has the shape {list(one.shape)}, expected that of {PARTS[name]}, {list(of.shape)}"))
        return findings

    def asked(self, number, results):
        return self.judge.judge_gradients(number, OUTPUT + number, results, self.error, self.threads)

    def run(self, entry, seed):
        result = super().run(entry, seed)
        if result.outcome == "failed" and REFUSED in result.words:
            return CaseResult(result.name, "unsupported", f"gradients of {result.words.split(':')[0]}")
        return result


def check_gradients(function, *, operation="attention", dtype="float32", like="numpy", device=None, seed=1, menu=None, error=(), threads=0, decided=0.9,
                    parts=ASKED, replay=None, raises=True, first=False, judge=None):
    """Calls function(dout, query, key, value, ...) on generated inputs and raises AssertionError if one of its gradients is wrong.

    As check_kernel in all, with its parameters by name, the other process that knows the truth, the second call with other numbers in the same arrays, and
    what is rejected. `dout` is the gradient of the output; the function returns dq, dk, dv (and db, dc), or a dictionary of grad_query, grad_key, grad_value,
    grad_bias, grad_factor, grad_sinks. `parts` are those that it has to return; others are judged where they are returned, and the report names those that were not.
    """
    from attest.cases import Case
    __tracebackhide__ = True
    cases = []
    with contextlib.nullcontext(judge) if judge else JudgeProcess() as asked:
        runner = BackwardRunner(parts, function, like, device, asked, error, threads, decided, replay)
        for entry in menu if menu is not None else Case.menu(operation, dtype):
            cases.append(runner.run(entry, seed))
            if first and cases[-1].outcome in ("failed", "outside"):
                break
    return reported(function, cases, raises, [f"{name}, which was not returned" for name in sorted(runner.missing)])
