# SPDX-License-Identifier: Apache-2.0
"""Arrays of numpy: formats, strides, layouts; check_kernel on the whole menu; the adapters; what an assertion costs."""
import os
import subprocess
import sys
import time
import unittest

import attest

try:
    import numpy as np
except ImportError as error:
    raise unittest.SkipTest(f"numpy: {error}") from None

from attest.adapters import Checker, check_implementation
from attest.judge_process import JudgeProcess
from attest.tensors import tensor
from kernels_numpy import attention, complete

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None


def inputs(dtype=np.float32, shape=(2, 3, 33, 16), seed=0):
    draw = np.random.default_rng(seed)
    return [draw.standard_normal(shape).astype(dtype) for _ in range(3)]


class Arrays(unittest.TestCase):
    def test_formats(self):
        for dtype in (np.float64, np.float32, np.float16):
            q, k, v = inputs(dtype)
            verdict = attest.assert_attention(attention(q, k, v, 0.25), q, k, v)
            self.assertEqual(verdict.dtype, np.dtype(dtype).name)

    @unittest.skipUnless(ml_dtypes, "ml_dtypes is not installed")
    def test_formats_of_ml_dtypes(self):
        for name, seen in [("bfloat16", "bfloat16"), ("float8_e4m3fn", "float8_e4m3"), ("float8_e5m2", "float8_e5m2")]:
            q, k, v = inputs(getattr(ml_dtypes, name))
            out = attention(q.astype(np.float32), k.astype(np.float32), v.astype(np.float32), 0.25).astype(q.dtype)
            self.assertEqual(attest.assert_attention(out, q, k, v).dtype, seen)
            attest.assert_attention(out.astype(np.float32), q.astype(np.float32), k.astype(np.float32), v.astype(np.float32), dtype=seen)

    def test_strides(self):
        q, k, v = inputs()
        out = attention(q, k, v, 0.25)

        def views(one):
            wide = np.full((*one.shape[:-1], 2 * one.shape[-1]), np.nan, one.dtype)
            wide[..., ::2] = one
            yield wide[..., ::2]
            yield one[::-1, :, ::-1].copy()[::-1, :, ::-1]
            yield np.asfortranarray(one)
            packed = np.zeros(one.nbytes + 4, np.uint8)[4:].view(one.dtype).reshape(one.shape)
            packed[...] = one
            packed.flags.writeable = False
            yield packed
        for view in zip(*map(views, (out, q, k, v))):
            attest.assert_attention(*view)
        both = np.broadcast_to(k[:1], k.shape)
        attest.assert_attention(attention(q, both, v, 0.25), q, both, v)
        turned = [np.ascontiguousarray(np.swapaxes(one, 1, 2)) for one in (out, q, k, v)]
        attest.assert_attention(*turned, layout="bshd")
        with self.assertRaises(AssertionError):
            attest.assert_attention(np.swapaxes(turned[0], 1, 2)[:, ::-1], q, k, v)
        unaligned = np.zeros((4, 4), np.dtype([("a", np.int8), ("b", np.float32)]))["b"]
        with self.assertRaisesRegex(attest.InputError, "strides of whole elements"):
            tensor(unaligned, "query")
        with self.assertRaisesRegex(attest.InputError, "query: expected a dtype"):
            attest.assert_attention(out, q.astype(np.complex64), k, v)

    def test_terms(self):
        q, k, v = inputs()
        draw = np.random.default_rng(5)
        bias = draw.standard_normal((1, 3, 33, 33)).astype(np.float32)
        s = np.matmul(q, np.swapaxes(k, -1, -2)) * np.float32(0.25) + bias
        p = np.exp(s - s.max(-1, keepdims=True))
        p /= p.sum(-1, keepdims=True)
        attest.assert_attention(np.matmul(p, v), q, k, v, bias=bias)
        factor = draw.standard_normal((1, 3, 33, 33)).astype(np.float32)
        verdict = attest.assert_attention(np.matmul(p * factor, v), q, k, v, bias=bias, factor=factor)
        self.assertEqual(verdict.operation, "urpe")
        slopes = np.float32([0.5, 0.25, 0.125])
        distance = np.abs(np.arange(33)[:, None] - np.arange(33)).astype(np.float32)
        s = np.matmul(q, np.swapaxes(k, -1, -2)) * np.float32(0.25) - slopes[:, None, None] * distance
        p = np.exp(s - s.max(-1, keepdims=True))
        attest.assert_attention(np.matmul(p / p.sum(-1, keepdims=True), v), q, k, v, bias=slopes, bias_kind="alibi")
        mask = draw.random((2, 1, 33, 33)) < 0.7
        attest.assert_attention(complete(q, k, v, 0.25, mask=mask), q, k, v, mask=mask)
        with self.assertRaisesRegex(AssertionError, "the mask's other half"):
            attest.assert_attention(complete(q, k, v, 0.25, mask=mask), q, k, v, mask=~mask)


class Kernel(unittest.TestCase):
    def test_the_whole_menu(self):
        with np.errstate(all="ignore"):
            for dtype in ("float64", "float32", "float16") + (("bfloat16",) if ml_dtypes else ()):
                report = attest.check_kernel(complete, dtype=dtype, raises=False)
                self.assertTrue(report.accepted, report)
                self.assertEqual(report.not_reached, [])

    def test_the_menu_of_urpe(self):
        with np.errstate(all="ignore"):
            for operation in ("rpe", "urpe"):
                report = attest.check_kernel(complete, operation=operation, raises=False)
                self.assertTrue(report.accepted, report)
                self.assertEqual(report.not_reached, [])

    def test_a_term_that_is_forgotten(self):
        """Each term of the menu in turn is taken, and left out."""
        def forgets(name, as_if):
            return lambda query, key, value, scale, causal=False, diagonal=0, mask=None, **more: complete(
                query, key, value, scale, causal, diagonal, mask, **{**more, name: as_if} if name in more else more)
        with np.errstate(all="ignore"), JudgeProcess() as judge:
            for name, as_if, setting in (("window", (-1, -1), "window"), ("softcap", None, "softcap"), ("sinks", None, "sinks"),
                                         ("dropout_mask", 1, "dropout"), ("dropout_p", 0, "dropout"), ("k_scale", 1, "scales"), ("v_scale", 1, "scales")):
                menu = [one for one in attest.Case.menu("attention", "float32") if setting in one["settings"] or one["settings"]["queries"] == "2"]
                report = attest.check_kernel(forgets(name, as_if), menu=menu, raises=False, judge=judge)
                self.assertTrue(report.of("outside"), f"{name}\n{report}")
                self.assertTrue(report.of("inside"), f"{name}\n{report}")
            report = attest.check_kernel(forgets("factor", 1), operation="urpe", raises=False, first=True, judge=judge)
            self.assertTrue(report.of("outside"), report)

    def test_another_alignment(self):
        """A causal mask whose last query sees the last key, where the first should see the first: wrong for other lengths alone."""
        def last_with_last(query, key, value, scale, causal=False):
            return complete(query, key, value, scale, causal, key.shape[-2] - query.shape[-2] if causal else 0)

        def first_with_first(query, key, value, scale, causal=False):
            return complete(query, key, value, scale, causal)
        with np.errstate(all="ignore"), JudgeProcess() as judge:
            menu = [one for one in attest.Case.menu("attention", "float32") if one["settings"].get("mask") == "causal"]
            self.assertTrue(attest.check_kernel(first_with_first, menu=menu, raises=False, judge=judge).accepted)
            report = attest.check_kernel(last_with_last, menu=menu, raises=False, judge=judge)
            self.assertEqual(len(report.of("outside")), 2, report)

    def test_a_failure_can_be_replayed(self):
        import tempfile
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(AssertionError) as caught:
            attest.check_kernel(lambda query, key, value: value.copy(), menu=[{"generator": "random", "settings": {}}], replay=folder)
        self.assertIn(f"replay: attest kernels validate {folder}/attention-", str(caught.exception))


class Adapters(unittest.TestCase):
    def test_gpu_mode(self):
        q, k, v = inputs(np.float16)
        check = check_implementation()
        self.assertEqual(check((q, k, v), attention(q, k, v, 0.25))[0], True)
        right, words = check((q, k, v, {"causal": True}), attention(q, k, v, 0.25))
        self.assertEqual(right, False)
        self.assertIn("elements are outside", words)
        self.assertTrue(check({"q": q, "k": k, "v": v, "causal": True}, attention(q, k, v, 0.25, True))[0])
        self.assertEqual(check((q, k, v), v[:1])[0], False)
        self.assertEqual(check((q, k, v), attention(q, k, v, 0.25).astype(np.float32)), (False, "expected an output of float16, found float32"))
        with self.assertRaisesRegex(attest.InputError, "data: expected q, k, v"):
            check((q, k), v)
        check.__self__.close()

    def test_kernelbench(self):
        with Checker() as checker:
            given = iter(range(100))
            fresh = lambda: inputs(np.float32, seed=next(given))
            self.assertTrue(checker.kernelbench(lambda q, k, v: attention(q, k, v, 0.25), fresh)[0])
            right, words = checker.kernelbench(lambda q, k, v: 0 * q + v.mean(-2, keepdims=True), fresh)
            self.assertFalse(right)
            self.assertIn("trial 0", words)
            self.assertIn("ZeroDivisionError", checker.kernelbench(lambda q, k, v: 1 / 0, fresh)[1])

    def test_inputs_are_held_before_the_judged_code_runs(self):
        q, k, v = inputs()
        with Checker() as checker:
            held = checker.hold(q, k, v)
            v[...] = 0
            self.assertFalse(checker.check(held, np.zeros_like(v))[0])


class Cost(unittest.TestCase):
    """Processor time, the least of several runs, since others run on the machine, too."""

    def test_an_assertion(self):
        """Beside numpy's own attention in long double, in turns: what one would compare with by hand, without a bound."""
        q, k, v = inputs(shape=(1, 1, 128, 64))
        out = attention(q, k, v, 0.125, True)
        wide = [each.astype(np.longdouble) for each in (q, k, v)]
        costs = {}
        for _ in range(20):
            for name, run in (("assert_attention", lambda: attest.assert_attention(out, q, k, v, causal=True)), ("numpy", lambda: attention(*wide, 0.125, True))):
                start = time.process_time()
                run()
                costs.setdefault(name, []).append(time.process_time() - start)
        ratio = min(costs["assert_attention"]) / min(costs["numpy"])
        print(f"assert_attention at 128 x 64: {1e3 * min(costs['assert_attention']):.2f} ms, {ratio:.2f} of numpy's attention in long double", end=" ")
        self.assertLess(ratio, 2)

    def test_an_import(self):
        def cost(before, measured):
            program = f"import time; {before}; start = time.process_time(); {measured}; print(time.process_time() - start)"
            return min(float(subprocess.check_output([sys.executable, "-c", program], env=os.environ)) for _ in range(7))
        package = cost("pass", "import attest")
        used = cost("import array, ctypes, math, re, json, os, warnings", "import attest; attest.assert_attention")
        print(f"import attest: {1e3 * package:.2f} ms, what assert_attention needs: {1e3 * used:.2f} ms beside the standard library", end=" ")
        self.assertLess(package, 0.010)

    def test_a_judge_process_is_not_numpys(self):
        with JudgeProcess() as judge:
            answer, _ = judge.generate(0, "random", 1, {"queries": "2", "keys": "2"})
            self.assertEqual(answer["settings"]["queries"], "2")


if __name__ == "__main__":
    unittest.main()
