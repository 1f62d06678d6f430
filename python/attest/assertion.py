# SPDX-License-Identifier: Apache-2.0
"""One result of a kernel against the exact one."""
import array
import warnings

from attest.cases import Case
from attest.library import InputError
from attest.tensors import Tensor, tensor
from attest.verdicts import UndecidedWarning, details, headline

LAYOUTS = {"bhsd": (0, 1, 2, 3), "bshd": (0, 2, 1, 3)}


def window_settings(window):
    """Of a pair (left, right) as FlashAttention has it; None or -1 leaves a side open."""
    if window is None:
        return {}
    try:
        left, right = window
    except TypeError:
        raise InputError(f"window: expected a pair (left, right), found {window!r}") from None
    sides = {"window_left": left, "window_right": right}
    return {name: int(side) for name, side in sides.items() if side is not None and side != -1}


def causal_settings(causal, diagonal, queries, keys):
    if causal not in (True, False, "bottom-right", "top-left"):
        raise InputError(f"causal: expected True, False, 'top-left' or 'bottom-right', found {causal!r}")
    if causal == "bottom-right" and diagonal is not None:
        raise InputError("diagonal: expected none beside causal='bottom-right'")
    settings = {"mask": "causal"} if causal else {}
    if diagonal is None and causal == "bottom-right":
        if keys is None:  # of sequences, each with its own lengths
            return {**settings, "align": "bottom-right"}
        diagonal = keys - queries
    if diagonal is not None:
        settings["diagonal"] = int(diagonal)
    return settings


def dropout_settings(dropout_mask, dropout_p):
    if (dropout_mask is None) != (dropout_p is None or dropout_p == 0):
        raise InputError("dropout_p: expected a share beside dropout_mask, the weights that were kept, and none without")
    return {} if dropout_mask is None else {"dropout": float(dropout_p).hex()}


def _laid(value, name, layout):
    if layout not in LAYOUTS:
        raise InputError(f"layout: expected one of {', '.join(LAYOUTS)}, found {layout!r}")
    result = tensor(value, name)
    if layout == "bhsd":
        return result
    if len(result.shape) not in (3, 4):
        raise InputError(f"{name}: expected 3 or 4 axes in the layout {layout}, found the shape {list(result.shape)}")
    axes = LAYOUTS[layout]
    return result.permuted(axes if len(result.shape) == 4 else [axis - 1 for axis in axes[1:]])


def _numbers(value, name):
    """Of sinks and scales: an array, or one number."""
    return tensor([float(value)], name) if isinstance(value, (int, float)) else tensor(value, name)


def _integers(value, name):
    if isinstance(value, (list, tuple)):
        flat = [entry for row in value for entry in row] if value and isinstance(value[0], (list, tuple)) else value
        shape = [len(value), len(value[0])] if flat is not value else [len(value)]
        return Tensor.of_bytes("int32", shape, array.array("i", flat).tobytes())
    return tensor(value, name)


class Question:
    """The arrays and settings of one call, from which variants can be made."""

    def __init__(self, q, k, v, *, causal=False, diagonal=None, window=None, scale=None, bias=None, bias_kind=None, bucket=None, factor=None,
                 factor_kind=None, mask=None, operation=None, ties=None, dtype=None, layout="bhsd", softcap=None, sinks=None, dropout_mask=None,
                 dropout_p=None, q_scale=None, k_scale=None, v_scale=None, cu_seqlens_q=None, cu_seqlens_k=None, seq_lens=None, block_table=None):
        sequences = {"cu_seqlens_q": cu_seqlens_q, "cu_seqlens_k": cu_seqlens_k, "seq_lens": seq_lens, "block_table": block_table}
        sequences = {name: _integers(value, name) for name, value in sequences.items() if value is not None}
        self.layout = "bhsd" if sequences else layout  # sequences have layouts of their own
        self.arrays = {name: _laid(value, name, self.layout) for name, value in (("query", q), ("key", k), ("value", v))}
        terms = {"bias": bias, "bucket": bucket, "factor": factor, "mask": mask, "keep": dropout_mask}
        self.arrays.update({name: tensor(value, name) for name, value in terms.items() if value is not None})
        numbers = {"sinks": sinks, "query_scale": q_scale, "key_scale": k_scale, "value_scale": v_scale}
        self.arrays.update({name: _numbers(value, name) for name, value in numbers.items() if value is not None})
        self.arrays.update(sequences)
        self.sequences = None
        query, key = self.arrays["query"].shape, self.arrays["key"].shape
        if len(query) < 2 or len(key) < 2:
            raise InputError(f"query: expected at least 2 axes, found the shapes {list(query)} and {list(key)}")
        self.queries, self.keys, self.width = query[-2], key[-2], query[-1]
        if sequences:
            if seq_lens is None and cu_seqlens_k is None:
                raise InputError("cu_seqlens_k: expected it, or seq_lens, beside cu_seqlens_q or block_table")
            self.sequences = sequences["seq_lens"].shape[0] if "seq_lens" in sequences else sequences["cu_seqlens_k"].shape[0] - 1
            self.queries = self.keys = None
        words = {"scale": None if scale is None else float(scale).hex(), "bias": bias_kind, "factor": factor_kind, "operation": operation, "ties": ties,
                 "dtype": dtype}
        self.settings = {name: value for name, value in words.items() if value is not None}
        self.settings.update(causal_settings(causal, diagonal, self.queries, self.keys))
        self.settings.update(window_settings(window))
        self.settings.update(dropout_settings(dropout_mask, dropout_p))
        if softcap:
            self.settings["softcap"] = float(softcap).hex()

    def case(self, arrays=None, settings=None):
        return Case.of_arrays(arrays or self.arrays, self.settings if settings is None else settings)

    def outputs(self, out, log_sum_exp=None, row_sum=None):
        return {"output": _laid(out, "out", self.layout), "log_sum_exp": log_sum_exp, "row_sum": row_sum}


def judge_attention(out, q, k, v, *, log_sum_exp=None, row_sum=None, error=(), threads=0, **problem):
    """The verdict on `out` as attention of q, k, v; assert_attention says what the arguments are."""
    question = Question(q, k, v, **problem)
    if question.sequences is not None:
        from attest.sequences import judge_sequences
        return judge_sequences(question, question.outputs(out, log_sum_exp, row_sum), error, threads)
    case = question.case()
    case.take(**question.outputs(out, log_sum_exp, row_sum))
    return case.verdict(error, threads)


def assert_attention(out, q, k, v, *, log_sum_exp=None, row_sum=None, error=(), threads=0, decided=0.9, replay=None, msg=None, **problem):
    """Raises AssertionError unless every element of `out` is as near to the exact attention of q, k, v as the arithmetic of its dtype explains.

    Arrays are [batch, heads, sequence, width] (`layout="bshd"`: [batch, sequence, heads, width]) of any library; leading axes may be missing, and key and
    value may have fewer heads by a whole factor. Of the problem:

    causal     True (query 0 sees key 0 alone), or "bottom-right" (the last query sees the last key); `diagonal` moves either
    window     (left, right): query i sees keys from i - left to i + right; None or -1 leaves a side open
    scale      default 1 / sqrt(width)
    mask       bool or uint8, [batch, heads, queries, keys]; False hides a key
    bias       added to the scores: [batch, heads, queries, keys] (-inf hides a key), or Toeplitz [heads, queries + keys - 1]; `bias_kind="alibi"` for slopes
    factor     multiplies the weights after normalization (URPE's C)
    softcap    scores s become softcap * tanh(s / softcap), before a bias and before masks
    sinks      [heads]: a score without a key, one more term of the softmax's sum
    dropout_mask, dropout_p  which weights were kept (True), and the share that was not: kept ones are divided by 1 - dropout_p
    q_scale, k_scale, v_scale  what query, key and value are multiplied by (8-bit formats): a number, [heads] or [batch, heads]
    cu_seqlens_q, cu_seqlens_k, seq_lens, block_table  sequences of different lengths, ragged or in pages (docs/python.md): each is judged by itself
    dtype      the kernel's, where the arrays are its numbers in a wider format, as bfloat16 that was stored as float32

    `log_sum_exp` and `row_sum` are judged, too, where given. `error` replaces constants of the kernel's error class, as {"accumulate": "2^-11"}
    (docs/kernels.md). Elements for which the class promises nothing are not judged: a warning says how many, and fewer than the share `decided` that were
    judged is a failure. `replay`, or the environment's ATTEST_REPLAY, names a folder where a failing case is saved. Returns the verdict.
    """
    __tracebackhide__ = True
    question = Question(q, k, v, **problem)
    outputs = question.outputs(out, log_sum_exp, row_sum)
    if question.sequences is not None:
        from attest.sequences import assert_sequences
        return assert_sequences(question, outputs, error, threads, decided, replay, msg)
    case = question.case()
    case.take(**outputs)
    verdict = case.verdict(error, threads)
    if verdict.accepts(decided):
        if verdict.undecided:
            warnings.warn(headline(verdict), UndecidedWarning, stacklevel=2)
        return verdict
    from attest.hints import hints
    from attest.replay import replay_line
    lines = [headline(verdict), *details(verdict), *hints(question, outputs, verdict, error), replay_line(case, error, replay)]
    raise AssertionError("\n".join(([msg] if msg else []) + lines))
