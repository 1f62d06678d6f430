# SPDX-License-Identifier: Apache-2.0
"""PyTorch: its tensors as arguments, torch.nn.functional.scaled_dot_product_attention and its gradients on the menu with each backend that the CPU has,
FlexAttention, and attention as three lines of operators."""
import contextlib
import itertools
import os
import unittest
from pathlib import Path

import attest

try:
    import torch
except ImportError as error:
    raise unittest.SkipTest(f"torch: {error}") from None

try:
    from torch.nn.attention import SDPBackend, sdpa_kernel
except ImportError:  # before 2.3
    SDPBackend = None
try:
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention
except ImportError:
    flex_attention = None

from attest.adapters import Checker
from attest.judge_process import JudgeProcess
from attest.tensors import tensor

PUBLIC = getattr(torch.nn.functional, "scaled_dot_product_attention", None)


def scaled_dot_product_attention(query, key, value, mask=None, scale=None):
    """PyTorch's, public since 2.0; in 1.13, Debian's, it has another name, no scale, and masks of two or three axes."""
    if PUBLIC:
        return PUBLIC(query, key, value, attn_mask=mask, scale=scale)
    usual = query.shape[-1] ** -0.5
    return torch.nn.functional._scaled_dot_product_attention(query * (1 if scale is None else scale / usual), key, value, attn_mask=mask)[0]


def seen(query, key, mask, causal, diagonal, window=(-1, -1)):
    """Which keys each query sees, as PyTorch has it; None for all."""
    i, j = torch.arange(query.shape[-2])[:, None] + diagonal, torch.arange(key.shape[-2])
    left, right = window
    for side, wanted in ((j <= i, causal), (j >= i - left, left >= 0), (j <= i + right, right >= 0)):
        mask = (side if mask is None else mask & side) if wanted else mask
    return mask


def kernel(query, key, value, scale, mask=None, causal=False, diagonal=0, window=(-1, -1), bias=None, enable_gqa=False):
    mask = seen(query, key, mask, causal, diagonal, window)
    if bias is not None:
        mask = bias if mask is None else bias.masked_fill(~mask, -torch.inf)
    if enable_gqa and PUBLIC:
        return PUBLIC(query, key, value, attn_mask=mask, scale=scale, enable_gqa=True)
    group = query.shape[1] // key.shape[1]
    return scaled_dot_product_attention(query, key.repeat_interleave(group, 1), value.repeat_interleave(group, 1), mask, scale)


def backward(dout, query, key, value, scale, mask=None, causal=False, diagonal=0, window=(-1, -1), bias=None, enable_gqa=False):
    """What PyTorch differentiates."""
    leaves = {name: one.detach().clone().requires_grad_() for name, one in (("query", query), ("key", key), ("value", value), ("bias", bias)) if one is not None}
    out = kernel(**leaves, scale=scale, mask=mask, causal=causal, diagonal=diagonal, window=window, enable_gqa=enable_gqa)
    gradients = torch.autograd.grad(out, list(leaves.values()), dout, allow_unused=True)
    return {f"grad_{name}": torch.zeros_like(one) if gradient is None else gradient for (name, one), gradient in zip(leaves.items(), gradients)}


def unfused(query, key, value, scale, mask=None, causal=False, diagonal=0):
    """In a 16-bit format the scores are rounded to it, twice."""
    s = query @ key.mT * scale
    mask = seen(query, key, mask, causal, diagonal)
    p = torch.softmax(s if mask is None else s.masked_fill(~mask, -torch.inf), -1)
    return p.nan_to_num(0) @ value


def unfused_backward(dout, query, key, value, scale, mask=None, causal=False, diagonal=0):
    leaves = [one.detach().clone().requires_grad_() for one in (query, key, value)]
    out = unfused(*leaves, scale, mask, causal, diagonal)
    return tuple(one.nan_to_num(0) for one in torch.autograd.grad(out, leaves, dout))


def backends():
    """(name, what makes a context): a fused backend falls back to the other where it cannot."""
    if SDPBackend is None:
        return [("the default", contextlib.nullcontext)]
    return [("math", lambda: sdpa_kernel(SDPBackend.MATH)), ("flash", lambda: sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]))]


SEEDS = [int(seed) for seed in os.environ.get("ATTEST_SEEDS", "1").split(",")]
NOT_TAKEN = {"softcap", "sinks", "dropout", "scales"}  # by scaled_dot_product_attention


def menu_for(operation, dtype):
    return [one for one in attest.Case.menu(operation, dtype) if not NOT_TAKEN & one["settings"].keys()]


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


@unittest.skipUnless(PUBLIC, "the page uses PyTorch 2")
class Page(unittest.TestCase):
    """docs/python.md to the letter."""

    PAGE = Path(__file__).resolve().parents[2] / "docs/python.md"

    def examples(self, first):
        """The indented block that begins with a line, as Python."""
        lines = self.PAGE.read_text().split("\n")
        start, block = lines.index("    " + first), []
        for line in lines[start:]:
            if line and not line.startswith("    "):
                break
            block.append(line[4:])
        return "\n".join(block)

    def test_the_first_five_minutes(self):
        names = {}
        exec(self.examples("import attest, torch"), names)
        tests = [name for name in names if name.startswith("test_")]
        self.assertEqual(len(tests), 3)
        for name in tests:
            names[name]()
        exec(self.examples("def my_backward(dout, query, key, value, scale):"), names)
        attest.check_gradients(names["my_backward"], dtype="bfloat16", like="torch", menu=menu_for("attention", "bfloat16")[::8])

    def test_a_benchmark_maintainers(self):
        names = {}
        exec(self.examples("from attest.adapters import check_implementation as make"), names)
        q, k, v = made(1, 2, 40, 16)
        right, words = names["check_implementation"]((q, k, v, {"causal": True}), PUBLIC(q, k, v, is_causal=True))
        self.assertTrue(right, words)
        self.assertFalse(names["check_implementation"]((q, k, v), torch.zeros_like(q))[0])
        names["check_implementation"].__self__.close()
        given = iter(range(100))
        names = {"model_new": lambda q, k, v: PUBLIC(q, k, v), "get_inputs": lambda: made(1, 2, 40, 16, seed=next(given))}
        exec(self.examples("from attest.adapters import Checker"), names)
        self.assertTrue(names["right"], names["words"])


class Kernel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        torch.set_num_threads(1)
        cls.judge = JudgeProcess()
        cls.addClassCleanup(cls.judge.close)

    def told(self, words, report):
        print(f"\n  {words}: {str(report).splitlines()[-1]}", end=" ")
        self.assertEqual([str(case) for case in report.of("outside", "failed") if PUBLIC or not hidden_rows(case)], [])
        self.assertEqual(report.not_reached, [])
        self.assertGreater(len(report.of("inside")), 40)

    def test_scaled_dot_product_attention(self):
        for name, context in backends():
            for dtype in ("float32", "bfloat16", "float16") if PUBLIC else ("float32",):  # 1.13 rounds scores to bfloat16: the default class does not
                for operation, seed in itertools.product(("attention", "rpe") if PUBLIC else ("attention",), SEEDS):
                    with context():
                        report = attest.check_kernel(kernel, operation=operation, dtype=dtype, like="torch", menu=menu_for(operation, dtype), raises=False,
                                                     judge=self.judge, seed=seed)
                    self.told(f"{name}, {operation}, {dtype}, seed {seed}", report)

    @unittest.skipUnless(PUBLIC, "scaled_dot_product_attention is not public here")
    def test_its_gradients(self):
        for name, context in backends():
            formats = (("float32", "attention"), ("bfloat16", "attention"), ("float16", "attention"), ("float32", "rpe"))
            for (dtype, operation), seed in itertools.product(formats, SEEDS):
                with context():
                    report = attest.check_gradients(backward, operation=operation, dtype=dtype, like="torch", menu=menu_for(operation, dtype), raises=False,
                                                    judge=self.judge, seed=seed)
                self.told(f"{name}, gradients of {operation}, {dtype}, seed {seed}", report)

    @unittest.skipUnless(PUBLIC, "scaled_dot_product_attention is not public here")
    def test_gradients_of_one_call(self):
        for dtype in (torch.float32, torch.bfloat16):
            q, k, v = (one.requires_grad_() for one in made(2, 4, 70, 32, dtype=dtype))
            k, v = (one[:, ::2].detach().clone().requires_grad_() for one in (k, v))
            out = PUBLIC(q, k, v, is_causal=True, enable_gqa=True)
            dout = made(2, 4, 70, 32, dtype=dtype, seed=1)[0]
            out.backward(dout)
            attest.assert_attention(out, q, k, v, causal=True)
            attest.assert_gradients(q.grad, k.grad, v.grad, q, k, v, dout, causal=True)
            for wrong in ((q.grad, 0 * k.grad, v.grad), (q.grad, k.grad[:, [1, 0]], v.grad), (2 * q.grad, k.grad, v.grad)):
                with self.assertRaisesRegex(AssertionError, "grad_(query|key)"):
                    attest.assert_gradients(*wrong, q, k, v, dout, causal=True)

    @unittest.skipUnless(PUBLIC, "1.13 rounds otherwise")
    def test_operators_one_by_one(self):
        """Scores that are rounded to a 16-bit format are outside the default class where they are large, and inside the class of docs/python.md."""
        self.assertTrue(attest.check_kernel(unfused, like="torch", raises=False, judge=self.judge).accepted)
        wrong = lambda query, key, value, scale: unfused(query, key[..., :-1, :], value[..., :-1, :], scale)
        for dtype, exp_argument in (("bfloat16", "32836"), ("float16", "4102")):
            ask = {"dtype": dtype, "like": "torch", "raises": False, "judge": self.judge}
            said = {"exp_argument": exp_argument, "key_block": "0", "reference_lag": "0"}
            self.assertTrue(attest.check_kernel(unfused, **ask).of("outside"))
            report = attest.check_kernel(unfused, **ask, error=said)
            print(f"\n  {dtype} with {said}: {str(report).splitlines()[-2]}", end=" ")
            self.assertEqual(report.of("outside", "failed"), [], report)
            self.assertGreater(len(report.of("inside")), 35)
            self.assertGreater(len(attest.check_kernel(wrong, **ask, error=said).of("outside")), 10)
            report = attest.check_gradients(unfused_backward, **ask, error=said)
            print(f"\n  its gradients: {str(report).splitlines()[-2]}", end=" ")
            # In float16 the product of dO and large values overflows.
            self.assertEqual([case for case in report.of("outside", "failed") if (dtype, case.name[:13]) != ("float16", "small_weights")], [], report)
            self.assertGreater(len(report.of("inside")), 20)

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


@unittest.skipUnless(flex_attention, "no flex_attention here")
class Flex(unittest.TestCase):
    """FlexAttention without a compiler, which is what a CPU has of it; its backward needs a device."""

    def test_masks_by_blocks(self):
        for dtype in (torch.float32, torch.bfloat16):
            for window, blocks in ((70, (64, 32)), (1000, 128), (16, (16, 16))):
                q, k, v = made(1, 2, 200, 32, dtype=dtype)
                block_mask = create_block_mask(lambda b, h, i, j: (i >= j) & (i - j < window), None, None, 200, 200, device="cpu", BLOCK_SIZE=blocks)
                out, lse = flex_attention(q, k, v, block_mask=block_mask, return_lse=True)
                attest.assert_attention(out, q, k, v, block_mask=block_mask, log_sum_exp=lse)
                attest.assert_attention(out, q, k, v, window=(window - 1, 0), log_sum_exp=lse)
                with self.assertRaises(AssertionError):
                    attest.assert_attention(flex_attention(q, k, v), q, k, v, block_mask=block_mask)
        q, k, v = made(2, 2, 96, 16)
        block_mask = create_block_mask(lambda b, h, i, j: (i // 32 + j // 32 + h + b) % 2 == 0, 2, 2, 96, 96, device="cpu", BLOCK_SIZE=32)
        attest.assert_attention(flex_attention(q, k, v, block_mask=block_mask), q, k, v, block_mask=block_mask)
        table = block_mask.to_dense()
        attest.assert_attention(flex_attention(q, k, v, block_mask=block_mask), q, k, v, block_mask=(32, 32, table.bool()))

    def test_changed_scores(self):
        q, k, v = made(1, 2, 100, 32)
        slopes, sinks = torch.tensor([0.5, 0.25]), torch.tensor([0.5, -1.0])
        out = flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: s - slopes[h] * (i - j).abs())
        attest.assert_attention(out, q, k, v, bias=slopes, bias_kind="alibi")
        out, lse = flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: 2 * torch.tanh(s / 2), return_lse=True)
        attest.assert_attention(out, q, k, v, softcap=2.0, log_sum_exp=lse)
        out, lse = flex_attention(q, k, v, return_lse=True)
        attest.assert_attention(out * torch.sigmoid(lse - sinks[:, None])[..., None], q, k, v, sinks=sinks)

    def test_the_menus_blocks(self):
        def kernel(query, key, value, scale, block_mask):
            rows, columns, table = block_mask
            made = create_block_mask(lambda b, h, i, j: table[b * 0, h, i // rows, j // columns], 1, table.shape[1], query.shape[-2], key.shape[-2], device="cpu",
                                     BLOCK_SIZE=(rows, columns))
            return flex_attention(query, key, value, scale=scale, block_mask=made)
        for dtype in ("float32", "bfloat16"):
            menu = [one for one in attest.Case.menu("attention", dtype) if "block_mask" in one["settings"]]
            report = attest.check_kernel(kernel, dtype=dtype, like="torch", menu=menu, raises=False)
            self.assertEqual([one.outcome for one in report.cases], ["inside"] * 4, report)


def hidden_rows(case):
    """Rows that see no key are NaN in 1.13; the operation says 0."""
    return case.verdict is not None and case.verdict.worst["exact"] == [0.0, 0.0] and case.verdict.worst["computed"] == "NaN"


if __name__ == "__main__":
    unittest.main()
