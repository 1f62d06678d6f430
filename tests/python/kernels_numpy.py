# SPDX-License-Identifier: Apache-2.0
"""Attention in numpy: a right kernel for checks, and the reference that a benchmark would compare with."""
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
