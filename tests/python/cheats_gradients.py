# SPDX-License-Identifier: Apache-2.0
"""Backward kernels that are wrong and would pass, one function each. All take (dout, query, key, value, scale, causal, diagonal) as numpy arrays and return
dq, dk, dv. `fresh()` makes each anew, since some keep what they computed."""
import threading
import time

import numpy as np

from kernels_numpy import attention, backward, scores, softmax

NAMES = ("grad_query", "grad_key", "grad_value")


def right(dout, query, key, value, scale, causal=False, diagonal=0):
    return tuple(backward(dout, query, key, value, scale, causal, diagonal)[name] for name in NAMES)


def _parts(dout, query, key, value, scale, causal, diagonal):
    """(p, d, and a function that ends as right does, given dS and what multiplies dO for dV)."""
    do, q, k, v = (one.astype(np.promote_types(one.dtype, np.float32)) for one in (dout, query, key, value))
    p, d = softmax(scores(q, k, scale, causal, diagonal)), np.matmul(do, np.swapaxes(v, -1, -2))

    def end(ds, weights):
        dq, dk = np.matmul(ds, k) * q.dtype.type(scale), np.matmul(np.swapaxes(ds, -1, -2), q) * q.dtype.type(scale)
        return tuple(one.astype(query.dtype) for one in (dq, dk, np.matmul(np.swapaxes(weights, -1, -2), do)))
    return p, d, end


def zeros(dout, query, key, value, scale, causal=False, diagonal=0):
    return tuple(map(np.zeros_like, (query, key, value)))


def key_forgotten(*given, **more):
    """dQ and dV right, dK = 0."""
    dq, dk, dv = right(*given, **more)
    return dq, np.zeros_like(dk), dv


def weights_detached(*given, **more):
    """The gradient that flows through the values alone."""
    dq, dk, dv = right(*given, **more)
    return np.zeros_like(dq), np.zeros_like(dk), dv


def values_alone(*given, **more):
    """dV right, and nothing else."""
    return None, None, right(*given, **more)[2]


def forward_alone(dout, query, key, value, scale, causal=False, diagonal=0):
    """The output, in place of its gradients, where it fits."""
    out = attention(query, key, value, scale, causal, diagonal)
    return tuple(out.copy() if out.shape == one.shape else np.zeros_like(one) for one in (query, key, value))


def mean_of_values(dout, query, key, value, scale, causal=False, diagonal=0):
    """The gradients of an output that is the values' mean."""
    dv = np.broadcast_to(dout.astype(np.float32).sum(-2, keepdims=True) / max(1, key.shape[-2]), value.shape).astype(value.dtype)
    return np.zeros_like(query), np.zeros_like(key), dv.copy()


def dout_of_ones(dout, *given, **more):
    """As a test that calls out.sum().backward() would never see."""
    return right(np.ones_like(dout), *given, **more)


def delta_forgotten(dout, query, key, value, scale, causal=False, diagonal=0):
    p, d, end = _parts(dout, query, key, value, scale, causal, diagonal)
    return end(p * d, p)


def delta_of_the_first_row(dout, query, key, value, scale, causal=False, diagonal=0):
    p, d, end = _parts(dout, query, key, value, scale, causal, diagonal)
    return end(p * (d - (p * d).sum(-1, keepdims=True)[..., :1, :]), p)


def weights_not_normalized(dout, query, key, value, scale, causal=False, diagonal=0):
    """exp of the scores below their maximum, without the sum."""
    p, d, end = _parts(dout, query, key, value, scale, causal, diagonal)
    top = p / np.maximum(p.max(-1, keepdims=True, initial=0), np.float32(1e-30))
    return end(top * (d - (top * d).sum(-1, keepdims=True)), p)


def scale_forgotten_on_key(dout, query, key, value, scale, causal=False, diagonal=0):
    dq, dk, dv = right(dout, query, key, value, scale, causal, diagonal)
    return dq, (dk / dk.dtype.type(scale)), dv


def mask_forgotten(dout, query, key, value, scale, causal=False, diagonal=0):
    return right(dout, query, key, value, scale)


def mask_one_off(dout, query, key, value, scale, causal=False, diagonal=0):
    return right(dout, query, key, value, scale, causal, diagonal + 1)


def swapped(*given, **more):
    dq, dk, dv = right(*given, **more)
    return dk, dq, dv


def opposite_sign(*given, **more):
    dq, dk, dv = right(*given, **more)
    return -dq, -dk, dv


def clipped(*given, **more):
    """Each gradient's greatest is at most a half."""
    return tuple(np.clip(one, -0.5, 0.5) for one in right(*given, **more))


def last_tile_of_keys_missing(*given, **more):
    dq, dk, dv = right(*given, **more)
    whole = dk.shape[-2] // 64 * 64
    dk[..., whole:, :], dv[..., whole:, :] = 0, 0
    return dq, dk, dv


def first_head_for_all(dout, query, key, value, scale, causal=False, diagonal=0):
    return tuple(np.repeat(one[:, :1], one.shape[1], 1) for one in right(dout, query, key, value, scale, causal, diagonal))


def one_percent_garbage(*given, **more):
    dq, dk, dv = right(*given, **more)
    dk.reshape(-1)[50::100] += 3
    return dq, dk, dv


def weights_of_eight_bits(dout, query, key, value, scale, causal=False, diagonal=0):
    p, d, end = _parts(dout, query, key, value, scale, causal, diagonal)
    p = np.round(p * 255) / np.float32(255)
    return end(p * (d - (p * d).sum(-1, keepdims=True)), p)


def narrow_sums(dout, query, key, value, scale, causal=False, diagonal=0):
    """dK and dV added up in the inputs' format, query by query; bfloat16's for float32."""
    p, d, end = _parts(dout, query, key, value, scale, causal, diagonal)
    ds = p * (d - (p * d).sum(-1, keepdims=True))
    dq, dk, dv = end(ds, p)
    cut = (lambda one: (one.view(np.uint32) >> 16 << 16).view(np.float32)) if query.dtype == np.float32 else (lambda one: one.astype(query.dtype).astype(np.float32))
    dk, dv = np.zeros(key.shape, np.float32), np.zeros(value.shape, np.float32)
    for i in range(query.shape[-2]):
        dk = cut(dk + ds[..., i, :, None] * query[..., i, None, :].astype(np.float32) * np.float32(scale))
        dv = cut(dv + p[..., i, :, None] * dout[..., i, None, :].astype(np.float32))
    return dq, dk.astype(key.dtype), dv.astype(value.dtype)


def not_a_number(dout, query, key, value, scale, causal=False, diagonal=0):
    return tuple(np.full_like(one, np.nan) for one in (query, key, value))


def quotients(dout, query, key, value, scale, causal=False, diagonal=0):
    """dV right; dQ by differences of outputs, a column at a time."""
    dq, dk, dv = right(dout, query, key, value, scale, causal, diagonal)
    step, out = query.dtype.type(0.0625), attention(query, key, value, scale, causal, diagonal).astype(np.float32)
    for column in range(query.shape[-1]):
        moved = query.copy()
        moved[..., column] += step
        change = attention(moved, key, value, scale, causal, diagonal).astype(np.float32) - out
        dq[..., column] = (change * dout).sum(-1) / np.float32(step)
    return dq, dk, dv


def wide_dress(*given, **more):
    return tuple(one.astype(np.float64) for one in right(*given, **more))


def dout_as_value(dout, query, key, value, scale, causal=False, diagonal=0):
    """The gradient of the output's own memory, overwritten."""
    dq, dk, dv = right(dout, query, key, value, scale, causal, diagonal)
    if dv.shape == dout.shape:
        dout[...] = dv
        return dq, dk, dout
    return dq, dk, dv


def scaled_in_place(dout, query, key, value, scale, causal=False, diagonal=0):
    """Right, and everyone else's key is scaled."""
    result = right(dout, query, key, value, scale, causal, diagonal)
    key *= key.dtype.type(scale)
    return result


def cached_by_shape():
    kept = {}

    def kernel(*given, **more):
        name = tuple(one.shape for one in given[:4])
        if name not in kept:
            kept[name] = right(*given, **more)
        return tuple(one.copy() for one in kept[name])
    return kernel


def cached_by_address():
    kept = {}

    def kernel(*given, **more):
        name = tuple((one.ctypes.data, one.shape) for one in given[:4])
        if name not in kept:
            kept[name] = right(*given, **more)
        return tuple(one.copy() for one in kept[name])
    return kernel


def weights_of_the_last_call():
    """What a forward pass kept is taken from another call with the same shapes."""
    kept = {}

    def kernel(dout, query, key, value, scale, causal=False, diagonal=0):
        p, d, end = _parts(dout, query, key, value, scale, causal, diagonal)
        p = kept.setdefault((query.shape, key.shape, causal, diagonal), p)
        return end(p * (d - (p * d).sum(-1, keepdims=True)), p)
    return kernel


def added_up():
    """Gradients are added to those of the last call, as .grad is."""
    kept = {}

    def kernel(*given, **more):
        result = right(*given, **more)
        name = tuple(one.shape for one in given[:4])
        kept[name] = tuple(a + b for a, b in zip(result, kept.get(name, map(np.zeros_like, result))))
        return tuple(one.copy() for one in kept[name])
    return kernel


def one_buffer():
    """Each call writes where the last one's caller still reads."""
    kept = {}

    def kernel(*given, **more):
        result = right(*given, **more)
        held = kept.setdefault(tuple(one.shape for one in result), tuple(map(np.empty_like, result)))
        for one, new in zip(held, result):
            one[...] = new
        return held
    return kernel


def work_left_behind(*given, **more):
    """Returns before it is done, as work on another stream does."""
    copies, result = [one.copy() if hasattr(one, "copy") else one for one in given], tuple(map(np.zeros_like, given[1:4]))

    def later():
        time.sleep(0.5)
        for one, done in zip(result, right(*copies, **more)):
            one[...] = done
    threading.Thread(target=later, daemon=True).start()
    return result


_WHOLE = [zeros, key_forgotten, weights_detached, values_alone, forward_alone, mean_of_values, dout_of_ones, delta_forgotten, delta_of_the_first_row, weights_not_normalized,
          scale_forgotten_on_key, mask_forgotten, mask_one_off, swapped, opposite_sign, clipped, last_tile_of_keys_missing, first_head_for_all,
          one_percent_garbage, weights_of_eight_bits, narrow_sums, not_a_number, quotients, wide_dress, dout_as_value, scaled_in_place, work_left_behind]
_KEPT = [cached_by_shape, cached_by_address, weights_of_the_last_call, added_up, one_buffer]


def fresh():
    """(name, function) of each."""
    made = {one.__name__: one for one in _WHOLE}
    made.update({one.__name__: one() for one in _KEPT})
    return dict(sorted(made.items()))
