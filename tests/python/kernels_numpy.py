# SPDX-License-Identifier: Apache-2.0
"""Attention in numpy: right kernels for checks, and the reference that a benchmark would compare with."""
import numpy as np


def scores(q, k, scale, causal, diagonal):
    s = np.matmul(q, np.swapaxes(k, -1, -2)) * q.dtype.type(scale)
    if causal:
        i, j = np.arange(s.shape[-2])[:, None], np.arange(s.shape[-1])[None]
        s = np.where(j <= i + diagonal, s, -np.inf)
    return s


def softmax(s):
    top = s.max(-1, keepdims=True, initial=-np.inf)
    p = np.exp(s - np.where(np.isinf(top), 0, top))
    d = p.sum(-1, keepdims=True)
    return np.divide(p, d, out=np.zeros_like(p), where=d > 0)


def attention(query, key, value, scale, causal=False, diagonal=0):
    """Products and sums in float32 (in float64 for float64), rounded once at the end."""
    wide = np.promote_types(query.dtype, np.float32)
    q, k, v = (one.astype(wide) for one in (query, key, value))
    return np.matmul(softmax(scores(q, k, scale, causal, diagonal)), v).astype(value.dtype)


def visible(queries, keys, causal=False, diagonal=0, window=(-1, -1), mask=None):
    """Which keys a query sees."""
    i, j = np.arange(queries)[:, None] + diagonal, np.arange(keys)
    left, right = window
    seen = np.ones((queries, keys), bool)
    for side in [j <= i] * bool(causal) + [j >= i - left] * (left >= 0) + [j <= i + right] * (right >= 0):
        seen &= side
    return seen if mask is None else seen & (mask != 0)


def complete(query, key, value, scale, causal=False, diagonal=0, mask=None, bias=0, factor=1, window=(-1, -1), softcap=None, sinks=None, dropout_mask=1,
             dropout_p=0, q_scale=1, k_scale=1, v_scale=1, kv_heads=None):
    """attention() with every term that the menu has."""
    wide = np.promote_types(query.dtype, np.float32)
    scaled = lambda one, by: one.astype(wide) * np.asarray(by, wide).reshape(*np.shape(by), 1, 1)
    q, k, v = scaled(query, q_scale), scaled(key, k_scale), scaled(value, v_scale)
    k, v = (np.repeat(one, q.shape[1] // one.shape[1], 1) for one in (k, v))
    s = np.matmul(q, np.swapaxes(k, -1, -2)) * wide.type(scale)
    s = wide.type(softcap) * np.tanh(s / wide.type(softcap)) if softcap else s
    s = np.where(visible(*s.shape[-2:], causal, diagonal, window, mask), s + np.asarray(bias, wide), -np.inf)
    sink = [] if sinks is None else [np.broadcast_to(np.asarray(sinks, wide).reshape(-1, 1, 1), (*s.shape[:-1], 1))]
    p = softmax(np.concatenate([s, *sink], -1))[..., :s.shape[-1]] * np.asarray(factor, wide)
    return np.matmul(p * dropout_mask * wide.type(1 / (1 - dropout_p)), v).astype(value.dtype)


def with_blocks(change=lambda block_mask: block_mask):
    """complete() of a table of blocks, after a change to it."""
    def kernel(query, key, value, scale, block_mask=None, mask=None, **more):
        if block_mask is not None:
            rows, columns, table = change(block_mask)
            mask = np.repeat(np.repeat(table, rows, -2), columns, -1)[..., :query.shape[-2], :key.shape[-2]]
        return complete(query, key, value, scale, mask=mask, **more)
    return kernel


def summed(gradient, shape):
    """Over the axes along which an array of this shape served several."""
    axes = tuple(axis for axis, length in enumerate(shape) if length != gradient.shape[axis])
    return gradient.sum(axis=axes, keepdims=True)


def backward(dout, query, key, value, scale, causal=False, diagonal=0, mask=None, bias=None, factor=None, window=(-1, -1), kv_heads=None):
    """The gradients of complete()'s output, sums in float32 (in float64 for float64), rounded once at the end."""
    wide = np.promote_types(query.dtype, np.float32)
    do, q, k, v = (one.astype(wide) for one in (dout, query, key, value))
    group = q.shape[1] // k.shape[1]
    k, v = (np.repeat(one, group, 1) for one in (k, v))
    turned = lambda one: np.swapaxes(one, -1, -2)
    s = np.matmul(q, turned(k)) * wide.type(scale) + (0 if bias is None else bias.astype(wide))
    p = softmax(np.where(visible(*s.shape[-2:], causal, diagonal, window, mask), s, -np.inf))
    c = wide.type(1) if factor is None else factor.astype(wide)
    d = np.matmul(do, turned(v))
    ds = p * (c * d - (p * c * d).sum(-1, keepdims=True))
    heads = lambda one: one.reshape(one.shape[0], -1, group, *one.shape[2:]).sum(2)
    results = {"grad_query": np.matmul(ds, k) * wide.type(scale), "grad_key": heads(np.matmul(turned(ds), q) * wide.type(scale)),
               "grad_value": heads(np.matmul(turned(p * c), do))}
    results = {name: one.astype(query.dtype) for name, one in results.items()}
    if bias is not None:
        results["grad_bias"] = summed(ds, bias.shape).astype(bias.dtype)
    if factor is not None:
        results["grad_factor"] = summed(p * d, factor.shape).astype(factor.dtype)
    return results
