# SPDX-License-Identifier: Apache-2.0
"""What a backward kernel computed against the exact gradients."""
import warnings

from attest.assertion import _laid, _numbers, question_of
from attest.library import InputError
from attest.replay import gradient_file, replay_line
from attest.tensors import Tensor, tensor
from attest.verdicts import UndecidedWarning, details, doubt, headline


def _of_sequence(one, name, ends, sequence):
    """The rows of a sequence of a packed array [tokens, heads, width], as [heads, rows, width]."""
    if len(one.shape) != 3 or one.shape[0] != ends[-1]:
        raise InputError(f"{name}: expected the shape [{ends[-1]}, heads, width], found {list(one.shape)}")
    data, (first, last) = one.tobytes(), ends[sequence:sequence + 2]
    row = len(data) // max(one.shape[0], 1)
    return Tensor.of_bytes(one.dtype, [last - first, *one.shape[1:]], data[first * row:last * row]).permuted([1, 0, 2])


def _judge_packed(question, given, error, threads):
    """The verdicts, one each sequence: what a packed batch's sequences share has no gradient of one."""
    if not {"cu_seqlens_q", "cu_seqlens_k"} <= question.arrays.keys():
        raise InputError("cu_seqlens_q: expected it beside cu_seqlens_k: gradients of pages are not judged")
    shared = [name for name in ("grad_bias", "grad_factor", "grad_sinks") if given.get(name) is not None]
    if shared:
        raise InputError(f"{shared[0]}: expected none beside cu_seqlens_q: it is a sum over sequences, which are judged one by one")
    ends = {name: memoryview(question.arrays["cu_seqlens_" + name].tobytes()) for name in ("q", "k")}
    kinds = {name: "i" if question.arrays["cu_seqlens_" + name].dtype == "int32" else "q" for name in ends}
    ends = {name: list(view.cast(kinds[name])) for name, view in ends.items()}
    of = {"grad_output": "q", "grad_query": "q", "grad_key": "k", "grad_value": "k"}
    arrays = {name: tensor(one, name) for name, one in given.items() if one is not None}
    verdicts = []
    for sequence in range(question.sequences):
        case = question.case(settings={**question.settings, "sequence": sequence})
        case.take_gradients(**{name: _of_sequence(one, name, ends[of[name]], sequence) for name, one in arrays.items()})
        verdicts.append(case.gradient_verdict(error, threads))
    return verdicts


def _judged(dq, dk, dv, q, k, v, dout, dbias, dfactor, dsinks, error, threads, problem):
    """(verdict, what makes the bytes of the case's file); of a packed batch a list of verdicts, and no file."""
    question = question_of("assert_gradients", q, k, v, problem)
    terms = {"grad_bias": dbias, "grad_factor": dfactor, "grad_sinks": None if dsinks is None else _numbers(dsinks, "grad_sinks")}
    if question.sequences is not None:
        return _judge_packed(question, {"grad_output": dout, "grad_query": dq, "grad_key": dk, "grad_value": dv, **terms}, error, threads), None
    case = question.case()
    given = {"grad_query": (dq, "query"), "grad_key": (dk, "key"), "grad_value": (dv, "value")}
    gradients = {name: _laid(value, name, question.layout) for name, (value, _) in given.items() if value is not None}
    for name, (_, array) in given.items():
        if name in gradients and list(gradients[name].shape) != list(question.arrays[array].shape):
            raise InputError(f"{name}: expected the shape of its array, {list(question.arrays[array].shape)}, found {list(gradients[name].shape)}")
    gradients["grad_output"] = _laid(dout, "dout", question.layout)
    gradients.update({name: tensor(one, name) for name, one in terms.items() if one is not None})
    case.take_gradients(**gradients)
    return case.gradient_verdict(error, threads), lambda: gradient_file(case, gradients)


def judge_gradients(dq, dk, dv, q, k, v, dout, *, dbias=None, dfactor=None, dsinks=None, error=(), threads=0, **problem):
    """The verdict on the gradients, of a packed batch a list of one each sequence; assert_gradients says what the arguments are."""
    return _judged(dq, dk, dv, q, k, v, dout, dbias, dfactor, dsinks, error, threads, problem)[0]


def assert_gradients(dq, dk, dv, q, k, v, dout, *, dbias=None, dfactor=None, dsinks=None, error=(), threads=0, decided=0.9, replay=None, msg=None, **problem):
    """Raises AssertionError unless every element of the gradients is as near to the exact one as the arithmetic of its dtype explains
    (docs/numerics/gradients.md).

    `dout` is the gradient of the output; dq, dk, dv have the shapes of q, k, v, and any of them may be None. `dbias`, `dfactor` and `dsinks` are those of
    `bias`, `factor` and `sinks`. The problem is said as to assert_attention; with cu_seqlens_q and cu_seqlens_k all arrays are packed, and each sequence is
    judged by itself. Returns the verdict, or the list of them.
    """
    __tracebackhide__ = True
    found, file = _judged(dq, dk, dv, q, k, v, dout, dbias, dfactor, dsinks, error, threads, problem)
    for sequence, verdict in enumerate(found if isinstance(found, list) else [found]):
        if not verdict.accepts(decided):
            place = f"sequence {sequence}: " if isinstance(found, list) else ""
            raise AssertionError("\n".join(([msg] if msg else []) + [place + headline(verdict), *details(verdict)] +
                                           ([replay_line(file(), error, replay, " --gradients")] if file else [])))
        if words := doubt(verdict):
            warnings.warn(words, UndecidedWarning, stacklevel=2)
    return found
