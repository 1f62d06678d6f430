# SPDX-License-Identifier: Apache-2.0
"""Declared invariances: a right kernel keeps them, and each seeded fault breaks its own, though all its elements are inside their bounds."""
import itertools
import unittest

import attest

try:
    import numpy as np
except ImportError as error:
    raise unittest.SkipTest(f"numpy: {error}") from None

from kernels_numpy import scores, softmax

MENU = [{"generator": "random", "settings": {"batches": "3", "heads": "2", "queries": "9", "keys": "11", "width": "8", "value_width": "5", **more}}
        for more in ({}, {"mask": "causal", "diagonal": "2"}, {"kv_heads": "1"}, {"mask": "bytes"})]


def right(query, key, value, scale, causal=False, diagonal=0, mask=None, kv_heads=0):
    """One head after the other, one query after the other."""
    out = np.empty((*query.shape[:3], value.shape[-1]), query.dtype)
    for b, h in itertools.product(range(query.shape[0]), range(query.shape[1])):
        k, v = (one[min(b, one.shape[0] - 1), h * one.shape[1] // query.shape[1]] for one in (key, value))
        s = scores(query[b, h], k, scale, causal, diagonal)
        if mask is not None:
            s = np.where(mask[min(b, mask.shape[0] - 1), min(h, mask.shape[1] - 1)] != 0, s, -np.inf)
        for i, weights in enumerate(softmax(s)):
            out[b, h, i] = (weights[:, None] * v).sum(0)
    return out


def rounded_by(out, x):
    """Within the bound, and other bits for each x."""
    return ((out * np.float32(x)) / np.float32(x)).astype(out.dtype)


def scale_of_all(query, key, value, **settings):
    return rounded_by(right(query, key, value, **settings), 1 + np.abs(value).max())


def path_of_batches(query, key, value, **settings):
    out = right(query, key, value, **settings)
    return rounded_by(out, 3) if query.shape[0] == 1 else out


def path_of_queries(query, key, value, **settings):
    out = right(query, key, value, **settings)
    return rounded_by(out, 3) if query.shape[2] == 1 else out


calls = itertools.count(3)


def order_of_calls(query, key, value, **settings):
    return rounded_by(right(query, key, value, **settings), next(calls))


class Invariance(unittest.TestCase):
    def test_what_is_not_declared_is_not_judged(self):
        for kernel in (right, scale_of_all, path_of_batches, path_of_queries, order_of_calls):
            with self.subTest(kernel=kernel.__name__):
                attest.check_kernel(of(kernel), menu=MENU)

    def test_a_right_kernel(self):
        report = attest.check_kernel(of(right), menu=MENU, invariant=("batch", "neighbours", "runs"))
        self.assertEqual(len(report.of("inside")), len(MENU), str(report))

    def test_each_fault_breaks_its_own(self):
        for kernel, word, part in ((scale_of_all, "batch", "batch entry"), (scale_of_all, "neighbours", "with zeros in all others"),
                                   (path_of_batches, "batch", "batch entry 0 alone has other bits of output"),
                                   (path_of_queries, "queries", "query 0 alone"), (order_of_calls, "runs", "another call")):
            with self.subTest(kernel=kernel.__name__, word=word):
                report = attest.check_kernel(of(kernel), menu=MENU, invariant=word, raises=False)
                self.assertTrue(report.of("failed"))
                self.assertIn(part, str(report))
        self.assertTrue(attest.check_kernel(of(path_of_batches), menu=MENU, invariant="neighbours").accepted)

    def test_another_word(self):
        with self.assertRaisesRegex(attest.InputError, "batch, queries, neighbours, runs, found 'threads'"):
            attest.check_kernel(of(right), menu=MENU, invariant=("batch", "threads"))


def of(kernel):
    """With the names that check_kernel looks for."""
    def function(query, key, value, scale, causal=False, diagonal=0, mask=None, kv_heads=0):
        return kernel(query, key, value, scale=scale, causal=causal, diagonal=diagonal, mask=mask, kv_heads=kv_heads)
    return function


if __name__ == "__main__":
    unittest.main()
