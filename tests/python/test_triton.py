# SPDX-License-Identifier: Apache-2.0
"""A flash attention in Triton, in its interpreter, which needs no device: an online softmax over tiles, as its tutorials write one."""
import os
import unittest

os.environ["TRITON_INTERPRET"] = "1"  # before triton is imported

import attest  # noqa: E402

try:
    import torch
    import triton
    import triton.language as tl
except ImportError as error:
    raise unittest.SkipTest(f"triton: {error}") from None


@triton.jit
def flash(Q, K, V, O, L, scale, queries, keys, width, value_width, CAUSAL: tl.constexpr, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr,
          DV: tl.constexpr, TAIL: tl.constexpr):
    """A program computes M queries of one batch and head; arrays are dense [batch x head, rows, width]."""
    tile, head = tl.program_id(0), tl.program_id(1)
    i, c, cv = tile * M + tl.arange(0, M), tl.arange(0, D), tl.arange(0, DV)
    q = tl.load(Q + (head * queries + i[:, None]) * width + c[None], mask=(i[:, None] < queries) & (c[None] < width), other=0.0)
    m = tl.full([M], float("-inf"), tl.float32)
    d = tl.zeros([M], tl.float32)
    out = tl.zeros([M, DV], tl.float32)
    for first in range(0, keys, N):
        j = first + tl.arange(0, N)
        k = tl.load(K + (head * keys + j[None]) * width + c[:, None], mask=(j[None] < keys) & (c[:, None] < width), other=0.0)
        v = tl.load(V + (head * keys + j[:, None]) * value_width + cv[None], mask=(j[:, None] < keys) & (cv[None] < value_width), other=0.0)
        s = tl.dot(q, k, input_precision="ieee") * scale
        if TAIL:
            s = tl.where(j[None] < keys, s, float("-inf"))
        if CAUSAL:
            s = tl.where(j[None] <= i[:, None], s, float("-inf"))
        top = tl.maximum(m, tl.max(s, 1))
        reference = tl.where(top == float("-inf"), 0.0, top)
        p = tl.exp(s - reference[:, None])
        shrink = tl.exp(m - reference)
        d = d * shrink + tl.sum(p, 1)
        out = out * shrink[:, None] + tl.dot(p.to(v.dtype), v, input_precision="ieee")
        m = top
    out = out / tl.where(d > 0, d, 1.0)[:, None]
    rows = head * queries + i
    tl.store(O + rows[:, None] * value_width + cv[None], out.to(O.dtype.element_ty), mask=(i[:, None] < queries) & (cv[None] < value_width))
    tl.store(L + rows, m + tl.log(d), mask=i < queries)


def kernel(query, key, value, scale, causal=False, tail=True, columns=32):
    query, key, value = (one.contiguous() for one in (query, key, value))
    batches, heads, queries, width = query.shape
    keys, value_width = value.shape[-2:]
    out = query.new_empty(batches, heads, queries, value_width)
    lse = torch.empty(batches, heads, queries)
    if out.numel():
        power = lambda n: max(16, triton.next_power_of_2(n))
        flash[(triton.cdiv(queries, 32), batches * heads)](query, key, value, out, lse, scale, queries, keys, width, value_width, causal, 32, columns, power(width),
                                                           power(value_width), tail)
    return out, lse


class Triton(unittest.TestCase):
    def menu(self, dtype):
        """The interpreter runs some thousand numbers in a millisecond: what is beyond 2^22 products is left out."""
        size = lambda one: int(one["batches"]) * int(one["heads"]) * int(one["queries"]) * int(one["keys"])
        return [one for one in attest.Case.menu("attention", dtype) if size(one["settings"]) < 2**16]

    def test_the_menu(self):
        for dtype in ("float32", "float16"):  # in bfloat16 the interpreter of 3.9 multiplies the bits in tl.dot: outside, as it should be
            report = attest.check_kernel(kernel, dtype=dtype, like="torch", menu=self.menu(dtype), raises=False)
            print(f"\n  {dtype}: {str(report).splitlines()[-2]}", end=" ")
            self.assertEqual([str(case) for case in report.of("outside", "failed")], [])
            self.assertGreater(len(report.of("inside")), 25)

    def test_a_tail_that_is_not_masked(self):
        """Keys behind the last one have the score 0, and a weight."""
        wrong = lambda query, key, value, scale: kernel(query, key, value, scale, tail=False)
        report = attest.check_kernel(wrong, like="torch", menu=self.menu("float32"), raises=False, first=True)
        self.assertTrue(report.of("outside"), report)


if __name__ == "__main__":
    unittest.main()
