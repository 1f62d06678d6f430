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
