# SPDX-License-Identifier: Apache-2.0
"""PyTorch: its tensors as arguments, and torch.nn.functional.scaled_dot_product_attention on the menu."""
import unittest

import attest

try:
    import torch
except ImportError as error:
    raise unittest.SkipTest(f"torch: {error}") from None

from attest.adapters import Checker
from attest.tensors import tensor

PUBLIC = getattr(torch.nn.functional, "scaled_dot_product_attention", None)


def scaled_dot_product_attention(query, key, value, mask=None, scale=None):
    """PyTorch's, public since 2.0; in 1.13, Debian's, it has another name, no scale, and masks of two or three axes."""
    if PUBLIC:
        return PUBLIC(query, key, value, attn_mask=mask, scale=scale)
    usual = query.shape[-1] ** -0.5
    return torch.nn.functional._scaled_dot_product_attention(query * (1 if scale is None else scale / usual), key, value, attn_mask=mask)[0]


def kernel(query, key, value, scale, mask=None, causal=False, diagonal=0):
    """Masks as bool, as PyTorch has them."""
    if causal:
        mask = torch.ones(query.shape[-2], key.shape[-2], dtype=torch.bool).tril(diagonal)
    elif mask is not None:
        mask = mask.bool()
    return scaled_dot_product_attention(query, key, value, mask, scale)


def made(*shape, dtype=torch.float32, seed=0):
    draw = torch.Generator().manual_seed(seed)
    return [torch.randn(*shape, generator=draw).to(dtype) for _ in range(3)]


class Tensors(unittest.TestCase):
    def test_formats(self):
        for dtype in (torch.float64, torch.float32, torch.bfloat16, torch.float16):
            q, k, v = made(1, 2, 17, 16, dtype=dtype)
            out = (torch.softmax(q.double() @ k.double().mT / 4, -1) @ v.double()).to(dtype)
            self.assertEqual(attest.assert_attention(out, q, k, v).dtype, str(dtype)[6:])

    def test_tensors_are_read_where_they_lie(self):
        q = torch.arange(24, dtype=torch.float32).reshape(2, 3, 4)
        for view in (q, q.mT, q[:, ::2], q.expand(5, 2, 3, 4), q.requires_grad_(), q.detach().bool(), torch.zeros(0, 3)):
            seen = tensor(view)
            self.assertEqual(seen.shape, tuple(view.shape))
            steps = lambda strides: [step for step, length in zip(strides, view.shape) if length > 1 and view.numel()]
            self.assertEqual(steps(seen.strides), steps(view.stride()))  # others mean nothing, and 1.13 exports 1
            self.assertEqual(seen.tobytes(), view.detach().contiguous().numpy().tobytes())
            if view.numel() and view.dtype == torch.float32:
                self.assertEqual(seen.pointer, view.data_ptr())
        if hasattr(torch, "float8_e4m3fn"):
            self.assertEqual(tensor(torch.ones(2, 2).to(torch.float8_e4m3fn)).dtype, "float8_e4m3")
        self.assertEqual(tensor(torch.ones(2, dtype=torch.bool)).dtype, "bool")

    @unittest.skipUnless(torch.cuda.is_available(), "no CUDA device")
    def test_tensors_on_a_device(self):
        q, k, v = (one.cuda() for one in made(1, 2, 64, 64, dtype=torch.bfloat16))
        attest.assert_attention(scaled_dot_product_attention(q, k, v), q, k, v)
        self.assertTrue(attest.check_kernel(kernel, dtype="bfloat16", like="torch", device="cuda", raises=False).accepted)


class Kernel(unittest.TestCase):
    def test_scaled_dot_product_attention(self):
        for dtype in ["float32", "bfloat16"] if PUBLIC else ["float32"]:  # 1.13 rounds scores to bfloat16: the default class does not
            report = attest.check_kernel(kernel, dtype=dtype, like="torch", raises=False)
            print(f"\n{dtype}: {str(report).splitlines()[-1]}")
            self.assertEqual([str(case) for case in report.of("outside", "failed") if PUBLIC or not hidden_rows(case)], [])
            self.assertEqual(report.not_reached, [])
            self.assertGreater(len(report.of("inside")), 30)

    def test_its_own_causal(self):
        if not PUBLIC:
            self.skipTest("scaled_dot_product_attention is not public here")
        q, k, v = made(2, 3, 65, 64)
        attest.assert_attention(PUBLIC(q, k, v, is_causal=True), q, k, v, causal=True)
        with self.assertRaisesRegex(AssertionError, "hint: with causal=True"):
            attest.assert_attention(PUBLIC(q, k, v, is_causal=True), q, k, v)

    def test_gradients_are_not_asked(self):
        q, k, v = (one.requires_grad_() for one in made(1, 1, 9, 8))
        attest.assert_attention(scaled_dot_product_attention(q, k, v), q, k, v)

    def test_kernelbench_in_its_own_words(self):
        class ModelNew(torch.nn.Module):
            def forward(self, q, k, v):
                return scaled_dot_product_attention(q, k, v)

        class Mean(torch.nn.Module):
            def forward(self, q, k, v):
                return v.mean(-2, keepdim=True).expand_as(q).contiguous()
        given = iter(range(100))
        inputs = lambda: [torch.rand(1, 2, 128, 64, generator=torch.Generator().manual_seed(next(given))) for _ in range(3)]
        with Checker() as checker:
            self.assertTrue(checker.kernelbench(ModelNew(), inputs)[0])
            self.assertFalse(checker.kernelbench(Mean(), inputs)[0])


def hidden_rows(case):
    """Rows that see no key are NaN in 1.13; the operation says 0."""
    return case.verdict is not None and case.verdict.worst["exact"] == [0.0, 0.0] and case.verdict.worst["computed"] == "NaN"


if __name__ == "__main__":
    unittest.main()
