# SPDX-License-Identifier: Apache-2.0
"""Batches of sequences of different lengths, ragged or in pages: each sequence is a problem of its own. And the merge of partial results."""
import warnings

from attest.cases import Case
from attest.library import InputError
from attest.tensors import Tensor, tensor
from attest.verdicts import UndecidedWarning, details, doubt, headline

ROUNDS = {"float64": "2^-53", "float32": "2^-24", "float16": "2^-11", "bfloat16": "2^-8", "float8_e4m3": "2^-4", "float8_e5m2": "2^-3"}


def case_of(question, outputs, sequence):
    given = {name: tensor(value, name) for name, value in outputs.items() if value is not None}
    return Case.of_arrays({**question.arrays, **given}, {**question.settings, "sequence": sequence})


def judge_sequences(question, outputs, error, threads):
    """The verdicts, one each sequence."""
    return [case_of(question, outputs, sequence).verdict(error, threads) for sequence in range(question.sequences)]


def assert_sequences(question, outputs, error, threads, decided, replay, msg):
    """The list of verdicts, or an AssertionError with the first sequence that is not right, and the numbers of all."""
    __tracebackhide__ = True
    verdicts = judge_sequences(question, outputs, error, threads)
    wrong = [sequence for sequence, verdict in enumerate(verdicts) if not verdict.accepts(decided)]
    if not wrong:
        if words := next(filter(None, map(doubt, verdicts)), None):
            warnings.warn(words, UndecidedWarning, stacklevel=3)
        return verdicts
    from attest.replay import replay_line
    first = wrong[0]
    words = f"sequence {first}: {headline(verdicts[first])}"
    more = [f"  sequences: {len(wrong)} of {len(verdicts)} are wrong: " + ", ".join(map(str, wrong[:16])) + (", ..." if len(wrong) > 16 else "")]
    lines = [words, *details(verdicts[first]), *more, replay_line(case_of(question, outputs, first), error, replay)]
    raise AssertionError("\n".join(([msg] if msg else []) + lines))


def _rows_as_batches(one, name, axes, shape):
    """[.., splits, .., width] with the splits innermost but one, and every row a batch."""
    moved = one.permuted(axes)
    return Tensor.of_bytes(moved.dtype, shape, moved.tobytes())


def merge_problem(partial_outs, partial_lses):
    """The arrays of attention without scores of its own: row r of head h has the splits as keys, their log-sum-exps as B and their outputs as values."""
    parts, lses = tensor(partial_outs, "partial_outs"), tensor(partial_lses, "partial_lses")
    if len(parts.shape) < 3 or parts.shape[:-1] != lses.shape:
        raise InputError(f"partial_lses: expected the shape {list(parts.shape[:-1])}, found {list(lses.shape)}")
    splits, rows, width = parts.shape[0], 1, parts.shape[-1]
    for length in parts.shape[1:-1]:
        rows *= length
    inner = list(range(1, len(parts.shape) - 1))
    values = _rows_as_batches(parts, "partial_outs", [*inner, 0, len(parts.shape) - 1], [rows, 1, splits, width])
    scores = _rows_as_batches(lses, "partial_lses", [*inner, 0], [rows, 1, 1, splits])
    return values, scores


def assert_merge(out, partial_outs, partial_lses, *, log_sum_exp=None, error=(), threads=0, decided=0.9, replay=None, msg=None):
    """Raises AssertionError unless `out` is the merge of partial results, each over some of the keys: sum of exp(lse_s - lse) out_s, lse = log sum exp(lse_s).

    partial_outs is [splits, ..., width] and partial_lses [splits, ...], natural logarithms, -inf where a split saw no key; `out` is [..., width] and
    log_sum_exp [...]. The partial results are taken as the exact numbers that they are: they are judged as attention over their keys by themselves.
    """
    __tracebackhide__ = True
    values, scores = merge_problem(partial_outs, partial_lses)
    rows, width = values.shape[0], values.shape[-1]
    case = Case.of_arrays({"value": values, "bias": scores}, {"operation": "rpe", "bias": "dense", "queries": 1, "scale": "1"})
    kind = tensor(out, "out").dtype
    if kind != values.dtype and "output_round" not in dict(error):
        error = {**dict(error), "output_round": ROUNDS[kind]}  # merged in the parts' format, and rounded once
    given = {"output": Tensor.of_bytes(tensor(out, "out").dtype, [rows, 1, 1, width], tensor(out, "out").tobytes())}
    if log_sum_exp is not None:
        lse = tensor(log_sum_exp, "log_sum_exp")
        given["log_sum_exp"] = Tensor.of_bytes(lse.dtype, [rows, 1, 1], lse.tobytes())
    case.take(**given)
    verdict = case.verdict(error, threads)
    if verdict.accepts(decided):
        return verdict
    from attest.replay import replay_line
    raise AssertionError("\n".join(([msg] if msg else []) + [headline(verdict), *details(verdict), replay_line(case, error, replay)]))
