# SPDX-License-Identifier: Apache-2.0
"""One result of a kernel against the exact one."""
import array
import warnings

from attest.cases import Case
from attest.library import InputError
from attest.tensors import Tensor, dtype_name, tensor
from attest.verdicts import UndecidedWarning, details, doubt, headline

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


# What other libraries call these, for those who type it here.
ELSEWHERE = {"is_causal": "causal", "attn_mask": "mask= for bool, bias= for numbers that are added", "attn_bias": "bias", "softmax_scale": "scale",
             "sm_scale": "scale", "window_size": "window", "local_window_size": "window", "logits_soft_cap": "softcap", "sink": "sinks",
             "alibi_slopes": 'bias= with bias_kind="alibi"', "enable_gqa": "none: fewer heads of key and value are seen by their shapes",
             "lse": "log_sum_exp", "atol": "none: no tolerance is chosen", "rtol": "none: no tolerance is chosen"}


def question_of(function, q, k, v, problem):
    """The Question, or a TypeError in the function's name that says what an unknown argument may have meant."""
    for name in problem:
        if name not in Question.__init__.__kwdefaults__:
            meant = ELSEWHERE.get(name) or next(iter(_alike(name)), None)
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}" + (f"; here it is {meant}" if meant else ""))
    return Question(q, k, v, **problem)


def _alike(name):
    from difflib import get_close_matches
    return get_close_matches(name, Question.__init__.__kwdefaults__, 1)


class Question:
    """The arrays and settings of one call, from which variants can be made."""

    def __init__(self, q, k, v, *, causal=False, diagonal=None, window=None, scale=None, bias=None, bias_kind=None, bucket=None, factor=None,
                 factor_kind=None, mask=None, operation=None, ties=None, dtype=None, layout="bhsd", softcap=None, sinks=None, dropout_mask=None,
                 dropout_p=None, q_scale=None, k_scale=None, v_scale=None, cu_seqlens_q=None, cu_seqlens_k=None, seq_lens=None, block_table=None,
                 block_mask=None):
        sequences = {"cu_seqlens_q": cu_seqlens_q, "cu_seqlens_k": cu_seqlens_k, "seq_lens": seq_lens, "block_table": block_table}
        sequences = {name: _integers(value, name) for name, value in sequences.items() if value is not None}
        self.layout = "bhsd" if sequences else layout  # sequences have layouts of their own
        self.arrays = {name: _laid(value, name, self.layout) for name, value in (("query", q), ("key", k), ("value", v))}
        terms = {"bias": bias, "bucket": bucket, "factor": factor, "mask": mask, "keep": dropout_mask}
        self.arrays.update({name: tensor(value, name) for name, value in terms.items() if value is not None})
        if "mask" in self.arrays and self.arrays["mask"].dtype not in ("bool", "uint8"):
            raise InputError(f"mask: expected bool or uint8, found {self.arrays['mask'].dtype}; what is added to the scores is the argument bias")
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
        if block_mask is not None:
            if mask is not None or sequences:
                raise InputError(f"block_mask: expected none beside {'mask' if mask is not None else next(iter(sequences))}")
            from attest.blocks import mask_of
            self.arrays["mask"] = mask_of(block_mask, self.queries, self.keys)
        words = {"scale": None if scale is None else float(scale).hex(), "bias": bias_kind, "factor": factor_kind, "operation": operation, "ties": ties,
                 "dtype": dtype_name(dtype)}
        self.settings = {name: value for name, value in words.items() if value is not None}
        self.settings.update(causal_settings(causal, diagonal, self.queries, self.keys))
        self.settings.update(window_settings(window))
        self.settings.update(dropout_settings(dropout_mask, dropout_p))
        if softcap:
            self.settings["softcap"] = float(softcap).hex()

    def case(self, arrays=None, settings=None):
        return Case.of_arrays(arrays or self.arrays, self.settings if settings is None else settings)

    def outputs(self, out, log_sum_exp=None, row_sum=None):
        laid = _laid(out, "out", self.layout)
        if self.queries is not None:
            wanted = [*self.arrays["query"].shape[:-1], self.arrays["value"].shape[-1]]
            turned = [wanted[axis] for axis in (0, 2, 1, 3)] if len(wanted) == 4 else wanted
            if list(laid.shape) == turned != wanted:
                raise InputError(f"out: expected the axes of q, k and v, {wanted}, found {turned}; layout= is said of all four")
        return {"output": laid, "log_sum_exp": log_sum_exp, "row_sum": row_sum}


def judge_attention(out, q, k, v, *, log_sum_exp=None, row_sum=None, error=(), threads=0, **problem):
    """The verdict on `out` as attention of q, k, v; assert_attention says what the arguments are."""
    question = question_of("judge_attention", q, k, v, problem)
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
    block_mask (block_rows, block_columns, table) or (block_rows, block_columns, indptr, indices), or FlexAttention's BlockMask (docs/python.md)
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
    judged is a failure. The same warning says so where the class is so wide that zeros would be inside at most elements, too. `replay`, or the environment's ATTEST_REPLAY, names a folder where a failing case is saved. Returns the verdict.
    """
    __tracebackhide__ = True
    question = question_of("assert_attention", q, k, v, problem)
    outputs = question.outputs(out, log_sum_exp, row_sum)
    if question.sequences is not None:
        from attest.sequences import assert_sequences
        return assert_sequences(question, outputs, error, threads, decided, replay, msg)
    case = question.case()
    case.take(**outputs)
    verdict = case.verdict(error, threads)
    if verdict.accepts(decided):
        if words := doubt(verdict):
            warnings.warn(words, UndecidedWarning, stacklevel=2)
        return verdict
    from attest.hints import hints
    from attest.replay import replay_line
    lines = [headline(verdict), *details(verdict), *hints(question, outputs, verdict, error), replay_line(case, error, replay)]
    raise AssertionError("\n".join(([msg] if msg else []) + lines))
