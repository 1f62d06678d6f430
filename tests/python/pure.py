# SPDX-License-Identifier: Apache-2.0
"""Attention without any library: arrays are nested lists, rounded to float32 at the end. For tests that run where Python has nothing else."""
import math
import random
import struct


def round32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def numbers(seed, *shape):
    draw = random.Random(seed)

    def made(axes):
        return [made(axes[1:]) for _ in range(axes[0])] if axes else round32(draw.gauss(0, 1))
    return made(shape)


def attention(q, k, v, visible=lambda i, j: True, scale=None, cap=None, sink=None, kept=lambda i, j: 1.0):
    """Of matrices."""
    if not q:
        return []
    scale = 1 / math.sqrt(len(q[0])) if scale is None else scale
    result = []
    for i, row in enumerate(q):
        scores = {j: scale * math.fsum(a * b for a, b in zip(row, key)) for j, key in enumerate(k) if visible(i, j)}
        if not scores:
            result.append([0.0] * len(v[0]))
            continue
        if cap:
            scores = {j: cap * math.tanh(s / cap) for j, s in scores.items()}
        top = max(scores.values())
        weights = {j: math.exp(s - top) for j, s in scores.items()}
        total = math.fsum([*weights.values(), 0.0 if sink is None else math.exp(sink - top)])
        result.append([round32(math.fsum(w * kept(i, j) * v[j][c] for j, w in weights.items()) / total) for c in range(len(v[0]))])
    return result


def log_sum_exp(q, k, visible=lambda i, j: True):
    scale = 1 / math.sqrt(len(q[0]))
    result = []
    for i, row in enumerate(q):
        terms = [math.exp(scale * math.fsum(a * b for a, b in zip(row, key))) for j, key in enumerate(k) if visible(i, j)]
        result.append(round32(math.log(math.fsum(terms))) if terms else float("-inf"))
    return result


def merge(parts, sums):
    """Of partial results by their log-sum-exps."""
    result = []
    for i in range(len(parts[0])):
        top = max(one[i] for one in sums)
        weights = [math.exp(one[i] - top) for one in sums]
        result.append([round32(math.fsum(w * part[i][c] for w, part in zip(weights, parts)) / math.fsum(weights)) for c in range(len(parts[0][i]))])
    return result


def memory(value):
    """Nested lists as a memoryview of float32."""
    shape, flat = [], value
    while isinstance(flat, list):
        shape.append(len(flat))
        flat = flat[0]

    def walk(part):
        if isinstance(part, list):
            for one in part:
                yield from walk(one)
        else:
            yield part
    data = list(walk(value))
    return memoryview(bytearray(struct.pack(f"{len(data)}f", *data))).cast("f", shape)


def nested(view):
    return view.tolist()
