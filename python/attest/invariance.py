# SPDX-License-Identifier: Apache-2.0
"""What a kernel's author declares of its bits, and whether it holds on a case."""
from attest.library import InputError
from attest.tensors import SIZES, Tensor

WORDS = ("batch", "queries", "neighbours", "runs")
# The axes of these arrays; of others none is cut.
_BATCH_FIRST = ("query", "key", "value", "mask", "keep", "query_scale", "key_scale", "value_scale")
_ROWS = ("query", "mask", "keep")


def declared(words):
    """The words as a tuple. InputError for another one."""
    words = (words,) if isinstance(words, str) else tuple(words)
    for word in words:
        if word not in WORDS:
            raise InputError(f"invariant: expected some of {', '.join(WORDS)}, found {word!r}")
    return words


def cut(one, axis, index):
    """That index of one axis, which stays, with length 1."""
    inner, outer = SIZES[one.dtype], 1
    for length in one.shape[axis + 1:]:
        inner *= length
    for length in one.shape[:axis]:
        outer *= length
    data, step = one.tobytes(), inner * one.shape[axis]
    part = b"".join(data[k * step + index * inner:k * step + (index + 1) * inner] for k in range(outer))
    return Tensor.of_bytes(one.dtype, [*one.shape[:axis], 1, *one.shape[axis + 1:]], part)


def among_zeros(one, batch, head):
    """Zeros but for that batch entry's and head's part of [batches or 1, heads or 1, ...]."""
    batches, heads = one.shape[:2]
    data = one.tobytes()
    size = len(data) // max(1, batches * heads)
    kept = [data[k * size:(k + 1) * size] if (batches == 1 or k // heads == batch) and (heads == 1 or k % heads == head) else bytes(size)
            for k in range(batches * heads)]
    return Tensor.of_bytes(one.dtype, one.shape, b"".join(kept))


def _batch_entry(inputs, settings, batch):
    batches = int(settings["batches"])
    return {name: cut(one, 0, batch) if (name in _BATCH_FIRST or (name in ("bias", "factor") and len(one.shape) == 4)) and one.shape[0] == batches else one
            for name, one in inputs.items()}


def broken(words, settings, inputs, first, call):
    """Lines about what does not hold. `first`: what the kernel gave for the inputs; call(inputs, settings): what it gives for others, snapshots by name."""
    batches, heads, queries = (int(settings[name]) for name in ("batches", "heads", "queries"))
    lines = []

    def differs(changed, changed_settings, part, what):
        results = call(changed, {**settings, **changed_settings})
        for name, one in first.items():
            if name in results and part(one).tobytes() != part_of(results[name], one, part).tobytes():
                lines.append(f"not invariant: {what} other bits of {name}")
                return True
        return False

    def part_of(result, whole, part):
        return part(result) if result.shape == whole.shape else result

    if "batch" in words and batches > 1:
        any(differs(_batch_entry(inputs, settings, b), {"batches": "1"}, lambda one, b=b: cut(one, 0, b), f"batch entry {b} alone has")
            for b in (0, batches - 1))
    plain = settings.get("mask", "none") in ("none", "bytes") and all(settings.get(term, "none") == "none" for term in ("bias", "factor"))
    if "queries" in words and queries > 1 and plain:
        any(differs({name: cut(one, 2, i) if name in _ROWS else one for name, one in inputs.items()}, {"queries": "1"},
                    lambda one, i=i: cut(one, 2, i), f"query {i} alone has") for i in sorted({0, queries // 2, queries - 1}))
    if "neighbours" in words and batches * heads > 1:
        for b, h in ((0, 0), (batches - 1, heads - 1)):
            def kept(name, h=h):
                return h // (heads // int(settings["kv_heads"])) if "kv_heads" in settings and name != "query" else h
            changed = {name: among_zeros(one, b, kept(name)) if name in ("query", "key", "value") else one for name, one in inputs.items()}
            if differs(changed, {}, lambda one, b=b, h=h: cut(cut(one, 0, b), 1, h), f"with zeros in all others, batch entry {b}, head {h} has"):
                break
    if "runs" in words:
        any(differs(inputs, {}, lambda one: one, "another call gives") for _ in range(2))
    return lines


def broken_of_function(runner, words, settings, inputs, first):
    """The same of a Python function that `runner` calls."""
    def call(changed, changed_settings):
        arrays = {name: runner.library.make(one) for name, one in changed.items()}
        return runner.call(arrays, changed_settings, changed)[1]
    return broken(words, settings, inputs, first, call)
