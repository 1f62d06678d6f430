# SPDX-License-Identifier: Apache-2.0
"""What a backward kernel computed against the exact gradients."""
import warnings

from attest.assertion import Question, _laid
from attest.library import InputError
from attest.verdicts import UndecidedWarning, details, headline


def judge_gradients(dq, dk, dv, q, k, v, dout, *, dbias=None, dfactor=None, error=(), threads=0, **problem):
    """The verdict on the gradients; assert_gradients says what the arguments are."""
    question = Question(q, k, v, **problem)
    case = question.case()
    given = {"grad_query": (dq, "query"), "grad_key": (dk, "key"), "grad_value": (dv, "value")}
    gradients = {name: _laid(value, name, question.layout) for name, (value, _) in given.items() if value is not None}
    for name, (_, array) in given.items():
        if name in gradients and list(gradients[name].shape) != list(question.arrays[array].shape):
            raise InputError(f"{name}: expected the shape of its array, {list(question.arrays[array].shape)}, found {list(gradients[name].shape)}")
    case.take_gradients(grad_output=_laid(dout, "dout", question.layout), grad_bias=dbias, grad_factor=dfactor, **gradients)
    return case.gradient_verdict(error, threads)


def assert_gradients(dq, dk, dv, q, k, v, dout, *, dbias=None, dfactor=None, error=(), threads=0, decided=0.9, msg=None, **problem):
    """Raises AssertionError unless every element of the gradients is as near to the exact one as the arithmetic of its dtype explains
    (docs/numerics/gradients.md).

    `dout` is the gradient of the output; dq, dk, dv have the shapes of q, k, v, and any of them may be None. `dbias` and `dfactor` are those of `bias` and
    `factor`. The problem is said as to assert_attention. Returns the verdict.
    """
    __tracebackhide__ = True
    verdict = judge_gradients(dq, dk, dv, q, k, v, dout, dbias=dbias, dfactor=dfactor, error=error, threads=threads, **problem)
    if verdict.accepts(decided):
        if verdict.undecided:
            warnings.warn(headline(verdict), UndecidedWarning, stacklevel=2)
        return verdict
    raise AssertionError("\n".join(([msg] if msg else []) + [headline(verdict), *details(verdict)]))


PARTS = ("grad_query", "grad_key", "grad_value", "grad_bias", "grad_factor")


def _results(result):
    """A function returns dq, dk, dv, and db, dc behind them where the case has them; or a dictionary of grad_query, ..."""
    return dict(result) if isinstance(result, dict) else dict(zip(PARTS, result))


def check_gradients(function, *, operation="attention", dtype="float32", like="numpy", device=None, seed=1, menu=None, error=(), threads=0, decided=0.9,
                    raises=True):
    """Calls function(dout, query, key, value, ...) on generated inputs and raises AssertionError if one of its gradients is wrong.

    As check_kernel, with its parameters; the function returns dq, dk, dv, or a dictionary of grad_query, grad_key, grad_value, grad_bias, grad_factor.
    Gradients that it does not return are not judged. It runs in the judge's own process, on copies.
    """
    from attest.cases import Case
    from attest.checking import CaseResult, Interface, KernelReport, shape_words, standard_scale
    from attest.likes import library, snapshot
    __tracebackhide__ = True
    interface, likes, cases = Interface(function), library(like, device), []
    for entry in menu if menu is not None else Case.menu(operation, dtype):
        case = Case.generated(entry["generator"], seed, entry["settings"])
        settings, inputs = case.settings(), case.arrays()
        name = f"{entry['generator']}, seed {seed}, {shape_words(settings, inputs)}"
        lacks = interface.lacks(settings, inputs) + ([] if interface.takes("scale") or standard_scale(settings, inputs) else ["scale"])
        if lacks or "query" not in inputs:
            cases.append(CaseResult(name, "unsupported", "no parameter " + ", ".join(lacks or ["scores of a bias alone"])))
            continue
        shape = {"operation": "attention", "dtype": dtype, "batches": settings["batches"], "heads": settings["heads"], "queries": 1,
                 "keys": settings["queries"], "width": 1, "value_width": inputs["value"].shape[-1]}
        dout = Case.generated("random", seed + 1, shape).arrays()["value"]
        arrays = {key: likes.make(one) for key, one in inputs.items()}
        try:
            given = _results(function(likes.make(dout), arrays["query"], arrays["key"], arrays["value"], **interface.arguments(settings, arrays)))
            case.take_gradients(grad_output=dout, **{key: snapshot(one, key) for key, one in given.items() if one is not None})
        except Exception as problem:
            cases.append(CaseResult(name, "failed", f"{type(problem).__name__}: {problem}"))
            continue
        verdict = case.gradient_verdict(error, threads)
        outcome = "outside" if verdict.outside else "undecided" if verdict.decided < decided else "inside"
        words = "" if outcome == "inside" else "\n".join([headline(verdict), *(details(verdict) if verdict.outside else [])])
        cases.append(CaseResult(name, outcome, words, verdict))
    report = KernelReport(cases, [f"{sum(one.outcome == 'unsupported' for one in cases)} cases that need other parameters"])
    if raises and not report.accepted:
        raise AssertionError(f"{getattr(function, '__name__', function)}: the kernel is rejected\n{report}")
    return report
