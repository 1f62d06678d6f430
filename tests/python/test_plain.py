# SPDX-License-Identifier: Apache-2.0
"""The package without any other package: assertions, messages, files, the judge's process."""
import json
import os
import shlex
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import attest
import pure
from attest import safetensors
from attest.cases import Case
from attest.judge_process import JudgeProcess
from attest.tensors import Tensor, tensor

N, WIDTH = 12, 8


def problem(seed=1, queries=N, keys=N):
    return pure.numbers(seed, queries, WIDTH), pure.numbers(seed + 1, keys, WIDTH), pure.numbers(seed + 2, keys, WIDTH)


def memories(*values):
    return [pure.memory(value) for value in values]


class Assertion(unittest.TestCase):
    def accepted(self, out, q, k, v, **words):
        verdict = attest.assert_attention(*memories(out, q, k, v), **words)
        self.assertEqual((verdict.outside, verdict.undecided), (0, 0))
        return verdict

    def test_right_results_are_accepted(self):
        q, k, v = problem()
        self.accepted(pure.attention(q, k, v), q, k, v)
        self.accepted(pure.attention(q, k, v, lambda i, j: j <= i), q, k, v, causal=True)
        self.accepted(pure.attention(q, k, v, lambda i, j: i - 3 <= j <= i + 1), q, k, v, window=(3, 1))
        self.accepted(pure.attention(q, k, v, lambda i, j: i - 3 <= j <= i), q, k, v, window=(3, -1), causal=True)
        self.accepted(pure.attention(q, k, v, scale=0.25), q, k, v, scale=0.25)
        k, v = problem(5, keys=20)[1:]
        self.accepted(pure.attention(q, k, v, lambda i, j: j <= i + 8), q, k, v, causal="bottom-right")
        self.accepted(pure.attention(q, k, v, lambda i, j: i + 8 - 2 <= j <= i + 8), q, k, v, causal="bottom-right", window=(2, 0))

    def test_masks_meet(self):
        q, k, v = problem()
        mask = [[(3 * i + j) % 4 > 0 for j in range(N)] for i in range(N)]
        view = memoryview(bytearray(b for row in mask for b in row)).cast("B", [N, N])
        self.accepted(pure.attention(q, k, v, lambda i, j: mask[i][j]), q, k, v, mask=view)
        self.accepted(pure.attention(q, k, v, lambda i, j: mask[i][j] and j <= i), q, k, v, mask=view, causal=True)
        bias = [[0.0 if mask[i][j] else float("-inf") for j in range(N)] for i in range(N)]
        self.accepted(pure.attention(q, k, v, lambda i, j: mask[i][j] and j <= i), q, k, v, bias=pure.memory(bias), causal=True)

    def test_softcaps_sinks_and_dropout(self):
        q, k, v = problem()
        q = [[4 * x for x in row] for row in q]
        capped = pure.attention(q, k, v, cap=2.0)
        self.accepted(capped, q, k, v, softcap=2.0)
        with self.assertRaisesRegex(AssertionError, "hint: with no softcap"):
            attest.assert_attention(*memories(pure.attention(q, k, v), q, k, v), softcap=2.0)
        with_sink = pure.attention(q, k, v, sink=1.5)
        self.accepted(with_sink, q, k, v, sinks=1.5)
        with self.assertRaises(AssertionError):
            attest.assert_attention(*memories(with_sink, q, k, v))
        kept = [[(i + 2 * j) % 3 > 0 for j in range(N)] for i in range(N)]
        view = memoryview(bytearray(b for row in kept for b in row)).cast("B", [N, N])
        dropped = pure.attention(q, k, v, kept=lambda i, j: 1 / (1 - 0.3) if kept[i][j] else 0.0)
        self.accepted(dropped, q, k, v, dropout_mask=view, dropout_p=0.3)
        with self.assertRaises(AssertionError):
            attest.assert_attention(*memories(dropped, q, k, v), dropout_mask=view, dropout_p=0.2)
        with self.assertRaisesRegex(attest.InputError, "dropout_p"):
            attest.assert_attention(*memories(dropped, q, k, v), dropout_mask=view)
        both = pure.attention(q, k, v, lambda i, j: i - 3 <= j <= i, cap=2.0, sink=-0.5)
        self.accepted(both, q, k, v, window=(3, 0), softcap=2.0, sinks=-0.5)

    def test_scales(self):
        q, k, v = problem()
        scaled = [[[2.5 * x for x in row] for row in one] for one in (q, k, v)]
        self.accepted(pure.attention(*scaled), q, k, v, q_scale=2.5, k_scale=2.5, v_scale=2.5)
        with self.assertRaisesRegex(AssertionError, "hint: with no v_scale"):
            attest.assert_attention(*memories(pure.attention(scaled[0], scaled[1], v), q, k, v), q_scale=2.5, k_scale=2.5, v_scale=2.5)

    def test_ragged_batches(self):
        lengths, key_lengths = [3, 0, 5], [4, 2, 7]
        q, k, v = ([], [], [])
        out = []
        for s, (rows, keys) in enumerate(zip(lengths, key_lengths)):
            own = [pure.numbers(10 * s + 1, rows, WIDTH), pure.numbers(10 * s + 2, keys, WIDTH), pure.numbers(10 * s + 3, keys, WIDTH)]
            out += [[row] for row in pure.attention(*own, lambda i, j: j <= i + keys - rows)]
            for whole, part in zip((q, k, v), own):
                whole.extend([row] for row in part)
        words = {"cu_seqlens_q": [0, 3, 3, 8], "cu_seqlens_k": [0, 4, 6, 13], "causal": "bottom-right"}
        verdicts = attest.assert_attention(*memories(out, q, k, v), **words)
        self.assertEqual([one.inside for one in verdicts], [3 * WIDTH, 0, 5 * WIDTH])
        out[6][0][2] += 0.01
        with self.assertRaisesRegex(AssertionError, r"sequence 2: 1 of 40 elements(.|\n)*1 of 3 are wrong: 2"):
            attest.assert_attention(*memories(out, q, k, v), **words)
        with self.assertRaisesRegex(attest.InputError, "numbers that do not fall"):
            attest.assert_attention(*memories(out, q, k, v), cu_seqlens_q=[0, 4, 3, 8], cu_seqlens_k=[0, 4, 6, 13])

    def test_pages(self):
        page, table, lengths = 4, [[2, 0], [1, 3]], [6, 3]
        pages = [pure.numbers(part, 4, page, 1, WIDTH) for part in (1, 2)]
        q = pure.numbers(3, 2, 1, 1, WIDTH)
        out = []
        for s, length in enumerate(lengths):
            k, v = ([cache[table[s][j // page]][j % page][0] for j in range(length)] for cache in pages)
            out.append([[pure.attention(q[s][0], k, v)[0]]])
        attest.assert_attention(*memories(out, q, *pages), seq_lens=lengths, block_table=table)
        with self.assertRaisesRegex(AssertionError, "sequence 0"):
            attest.assert_attention(*memories(out, q, *pages), seq_lens=[5, 3], block_table=table)
        with self.assertRaisesRegex(attest.InputError, "expected a page from 0 to 3, found 9"):
            attest.assert_attention(*memories(out, q, *pages), seq_lens=lengths, block_table=[[2, 9], [1, 3]])

    def test_partial_results_are_merged(self):
        q, k, v = problem()
        parts, sums = [], []
        for keys in (range(0, 5), range(5, N)):
            parts.append(pure.attention(q, k, v, lambda i, j: j in keys and j <= i))
            sums.append(pure.log_sum_exp(q, k, lambda i, j: j in keys and j <= i))
        merged = pure.merge(parts, sums)
        attest.assert_merge(*memories(merged, parts, sums))
        self.accepted(merged, q, k, v, causal=True, error={"accumulate": "2^-22"})
        mean = [[(a + b) / 2 for a, b in zip(*rows)] for rows in zip(*parts)]
        with self.assertRaises(AssertionError):
            attest.assert_merge(*memories(mean, parts, sums))

    def test_heads_may_be_grouped(self):
        q = [pure.numbers(head, N, WIDTH) for head in range(4)]
        k, v = ([pure.numbers(10 * part + head, N, WIDTH) for head in range(2)] for part in (1, 2))
        self.accepted([pure.attention(q[h], k[h // 2], v[h // 2]) for h in range(4)], q, k, v)
        with self.assertRaisesRegex(attest.InputError, "heads that divide the query's 4"):
            attest.assert_attention(*memories(q, q, k * 2, v + v[:1]))

    def test_layouts_are_strides(self):
        q, k, v = ([[pure.numbers(10 * part + head, N, WIDTH) for head in range(2)]] for part in range(3))
        out = [[pure.attention(q[0][h], k[0][h], v[0][h]) for h in range(2)]]
        turned = [[[[one[0][h][i] for h in range(2)] for i in range(N)]] for one in (out, q, k, v)]
        self.accepted(*turned, layout="bshd")
        with self.assertRaisesRegex(AssertionError, 'hint: with layout="bshd" every judged element is inside'):
            attest.assert_attention(*memories(*turned))
        with self.assertRaisesRegex(attest.InputError, r"out: expected the axes of q, k and v, \[1, 2, \d+, \d+\], found \[1, \d+, 2, \d+\]; layout="):
            attest.assert_attention(*memories(turned[0], q, k, v))

    def test_log_sum_exp(self):
        q, k, v = pure.numbers(1, 1, WIDTH), pure.numbers(2, 1, WIDTH), pure.numbers(3, 1, WIDTH)
        score = sum(a * b for a, b in zip(q[0], k[0])) / WIDTH ** 0.5
        one = memoryview(bytearray(pure.memory([[score]]).tobytes())).cast("f", [1, 1])
        out = pure.attention(q, k, v)
        self.accepted(out, q, k, v, log_sum_exp=one)
        wrong = memoryview(bytearray(pure.memory([[score + 1e-3]]).tobytes())).cast("f", [1, 1])
        with self.assertRaisesRegex(AssertionError, r"worst: log_sum_exp\[0, 0, 0\]"):
            attest.assert_attention(*memories(out, q, k, v), log_sum_exp=wrong)

    def test_messages(self):
        q, k, v = problem()
        out = pure.attention(q, k, v)
        for row in out[8:]:
            row[5] += 1e-3
        with self.assertRaises(AssertionError) as caught:
            attest.assert_attention(*memories(out, q, k, v), msg="layer 3")
        words = str(caught.exception)
        self.assertTrue(words.startswith(f"layer 3\n4 of {N * WIDTH} elements are outside"), words)
        for part in ("exact in [", "bound ", " ulps", "where: queries from 8 on (of 12); column 5 (of ", "replay: set ATTEST_REPLAY"):
            self.assertIn(part, words)
        self.assertNotIn("hint", words)
        with self.assertRaisesRegex(AssertionError, "hint: with causal=False every judged element is inside"):
            attest.assert_attention(*memories(pure.attention(q, k, v), q, k, v), causal=True)
        with self.assertRaisesRegex(AssertionError, "hint: with scale=1 every"):
            attest.assert_attention(*memories(pure.attention(q, k, v, scale=1.0), q, k, v))

    def test_replay(self):
        q, k, v = problem()
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(AssertionError) as caught:
                attest.assert_attention(*memories(v, q, k, v), replay=folder, error={"accumulate": "2^-20"})
            line = str(caught.exception).splitlines()[-1].split("replay: attest ")[1]
            self.assertIn("--error 'accumulate=2^-20'", line)
            run = subprocess.run([sys.executable, "-m", "attest", *shlex.split(line)], capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stderr), (1, ""))
            self.assertIn("outside what float32", run.stdout)
            Path(folder, "short").write_bytes(b"abc")
            run = subprocess.run([sys.executable, "-m", "attest", "kernels", "validate", str(Path(folder, "short"))], capture_output=True, text=True)
            self.assertEqual(run.returncode, 3)
            self.assertRegex(run.stderr, "^attest: .*expected.*\n$")

    def test_a_reader_that_goes_away(self):
        read, write = os.pipe()
        os.close(read)
        run = subprocess.run([sys.executable, "-m", "attest", "--version"], stdout=write, stderr=subprocess.PIPE, text=True)
        os.close(write)
        self.assertEqual((run.returncode, run.stderr), (141, ""))

    def test_bad_input_is_one_line(self):
        q, k, v = memories(*problem())
        for words, arguments in [("query: expected an array", (object(), k, v)), ("expected lists of equal lengths", ([[1.0], [1.0, 2.0]], k, v))]:
            with self.assertRaisesRegex(attest.InputError, words):
                attest.assert_attention(v, *arguments)
        for words, options in [("window: expected a pair", {"window": 3}), ("window_left: expected an integer", {"window": (-5, 0)}),
                               ("causal: expected", {"causal": "upper"}), ("layout: expected", {"layout": "sbhd"}),
                               ("bias: expected", {"bias": v}), ("expected one of none", {"bias_kind": "sinusoidal", "bias": v}),
                               ("--error", {"error": {"speed": 1}})]:
            with self.assertRaisesRegex(attest.InputError, words):
                attest.assert_attention(v, q, k, v, **options)
        for wrong, words in (("temperature", r"assert_attention\(\) got an unexpected keyword argument 'temperature'$"), ("is_causal", "here it is causal"),
                             ("attn_mask", "here it is mask"), ("casual", "here it is causal"), ("rtol", "no tolerance is chosen")):
            with self.assertRaisesRegex(TypeError, words):
                attest.assert_attention(v, q, k, v, **{wrong: 1})
        with self.assertRaisesRegex(attest.InputError, "out: expected an array, found tuple of memoryview"):
            attest.assert_attention((v, v), q, k, v)
        with self.assertRaisesRegex(attest.InputError, "mask: expected bool or uint8, found float32; what is added to the scores is the argument bias"):
            attest.assert_attention(v, q, k, v, mask=v)
        with self.assertRaisesRegex(attest.InputError, "function: expected one whose parameters Python can read"):
            attest.check_kernel(type("Unreadable", (), {"__signature__": "none", "__call__": lambda self, *given: None})(), like="memoryview")

    def test_elements_without_a_bound_warn(self):
        q, k, v = ([[1e6] * WIDTH] * N if part < 2 else pure.numbers(3, N, WIDTH) for part in range(3))
        out = memories(pure.attention(q, k, v), q, k, v)
        with self.assertWarnsRegex(attest.UndecidedWarning, "have no finite bound"):
            attest.assert_attention(*out, decided=0.0)
        with self.assertRaisesRegex(AssertionError, "could not be judged"):
            attest.assert_attention(*out)

    def test_a_class_in_which_zeros_are_inside_warns(self):
        q, k, v = (pure.numbers(part, N, WIDTH) for part in range(3))
        out = memories(pure.attention(q, k, v), q, k, v)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            attest.assert_attention(*out)
        with self.assertWarnsRegex(attest.UndecidedWarning, "zeros would be inside, too, at .* too wide to tell much"):
            attest.assert_attention(*out, error={"exp_relative": "0.25", "weight_round": "0.25"})


class OnDevice:
    """A tensor that says that it is on a CUDA device, as CuPy's (get) or PyTorch's (detach, device, cpu) do."""

    def __init__(self, value, torch):
        self.value, self.copies = value, 0
        if torch:
            self.detach, self.data_ptr, self.device, self.dtype = lambda: self, lambda: 0, type("D", (), {"type": "cuda"}), "torch.float32"
            self.cpu = self.host
        else:
            self.get = self.host

    def host(self):
        self.copies += 1
        self.device, self.get, self.cpu = type("D", (), {"type": "cpu"}), None, None
        return self if hasattr(self, "detach") else self.value

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self):
        raise BufferError("on a device" if not self.copies else "copied")


class Parts(unittest.TestCase):
    def test_tensors_on_a_device_are_copied(self):
        value = pure.memory([[1.0, 2.0]])
        one = OnDevice(value, torch=False)
        self.assertEqual(tensor(one, "query").tobytes(), value.tobytes())
        one = OnDevice(value, torch=True)
        with self.assertRaisesRegex(BufferError, "copied"):
            tensor(one, "query")
        nothing = OnDevice(value, torch=False)
        nothing.get = None
        with self.assertRaisesRegex(attest.InputError, "query: expected an array in the host's memory"):
            tensor(nothing, "query")

    def test_lists_are_float64(self):
        q, k, v = problem()
        seen = tensor(q, "query")
        self.assertEqual((seen.dtype, seen.shape, seen.strides), ("float64", (N, WIDTH), (WIDTH, 1)))
        with self.assertRaises(AssertionError):  # rounded to float32: no float64 kernel's
            attest.assert_attention(pure.attention(q, k, v), q, k, v)

    def test_tensors_know_their_memory(self):
        one = Tensor.of_bytes("float32", [2, 3, 4], bytes(range(96)))
        turned = one.permuted([2, 0, 1])
        self.assertEqual(turned.shape, (4, 2, 3))
        self.assertEqual(turned.permuted([1, 2, 0]).tobytes(), one.tobytes())
        self.assertEqual(turned.span(), (one.pointer, one.pointer + 96))
        self.assertEqual(turned.tobytes()[4:8], one.tobytes()[16:20])

    def test_safetensors(self):
        parts = {"a": Tensor.of_bytes("bfloat16", [2, 2], b"12345678"), "b": Tensor.of_bytes("int32", [], b"abcd")}
        data = safetensors.to_bytes(parts, {"x": "y"})
        tensors, metadata = safetensors.parse(data)
        self.assertEqual(metadata, {"x": "y"})
        self.assertEqual({name: (one.dtype, one.shape, one.tobytes()) for name, one in tensors.items()},
                         {name: (one.dtype, one.shape, one.tobytes()) for name, one in parts.items()})
        for wrong in (data[:4], data[:-1], b"\xff" * 16, data[:8] + b"[" + data[9:], data.replace(b"BF16", b"BF61"), data.replace(b"[2, 2]", b"[2,-2]")):
            with self.assertRaises(attest.InputError):
                safetensors.parse(wrong)

    def test_generated_cases_are_the_same_everywhere(self):
        case = Case.generated("random", 7, {"queries": 3, "keys": 5, "width": 2, "value_width": 2, "mask": "causal", "diagonal": 2})
        again = Case.of_bytes(case.tobytes())
        self.assertEqual(case.tobytes(), again.tobytes())
        self.assertEqual(case.settings()["diagonal"], "2")
        self.assertEqual(case.arrays()["key"].shape, (1, 1, 5, 2))
        with self.assertRaisesRegex(attest.InputError, "expected one of random"):
            Case.generated("randon", 1)

    def test_the_menu_has_every_generator(self):
        menu = Case.menu("urpe", "bfloat16")
        self.assertGreater(len({entry["generator"] for entry in menu}), 15)
        self.assertTrue(all(entry["settings"]["dtype"] == "bfloat16" for entry in menu))
        with self.assertRaisesRegex(attest.InputError, "operation: expected"):
            Case.menu("pooling", "float32")

    def test_the_judge_is_another_process(self):
        with JudgeProcess() as judge:
            _, data = judge.generate(0, "random", 1, {"queries": "2", "keys": "2"})
            inputs, _ = safetensors.parse(data)
            self.assertNotEqual(judge._child.pid, os.getpid())
            outputs = safetensors.to_bytes({"output": inputs["value"]})
            answer, case = judge.judge(0, outputs)
            self.assertGreater(answer["verdict"]["outside"], 0)
            self.assertEqual(safetensors.parse(case)[0]["query"].tobytes(), inputs["query"].tobytes())
            with self.assertRaises(attest.InputError):
                judge.judge(0, b"nothing")
            with self.assertRaises(attest.JudgeError):
                judge.judge(1, outputs)


def plain(query, key, value, scale, causal=False, diagonal=0, mask=None):
    """A right kernel over memoryviews."""
    q, k, v = (pure.nested(one) for one in (query, key, value))
    batches, heads = max(len(q), len(v)), max(len(q[0]), len(v[0]))

    def seen(b, h):
        plane = None if mask is None else pure.nested(mask)[b if mask.shape[0] > 1 else 0][h if mask.shape[1] > 1 else 0]
        return lambda i, j: (not causal or j <= i + diagonal) and (plane is None or plane[i][j])
    return pure.memory([[pure.attention(q[b][h], k[b][h], v[b][h], seen(b, h), scale) for h in range(heads)] for b in range(batches)])


SMALL = {"queries": "5", "keys": "6", "width": "4", "value_width": "3", "batches": "2", "heads": "2"}
MENU = [{"generator": "random", "settings": {**SMALL, **more}} for more in ({}, {"mask": "causal", "diagonal": "1"}, {"mask": "bytes"})]


class Kernel(unittest.TestCase):
    def check(self, function, **options):
        return attest.check_kernel(function, like="memoryview", menu=MENU, raises=False, **options)

    def test_a_right_kernel_is_accepted(self):
        report = self.check(plain)
        self.assertTrue(report.accepted, report)
        self.assertEqual([case.outcome for case in report.cases], ["inside"] * 3)
        attest.check_kernel(plain, like="memoryview", menu=MENU)

    def test_a_kernel_of_what_is_shipped_is_handed_what_a_case_has(self):
        shape = {"operation": "attention", "dtype": "float32", "batches": "1", "heads": "4", "queries": "5", "keys": "7", "width": "4", "value_width": "4"}
        cases = [{"kv_heads": "2"}, {"window": "2,1"}, {"window": "-1,0", "align": "bottom-right"}, {"softcap": "1.5", "scale": "1"}, {"sinks": "yes"},
                 {"dropout": "0.25"}, {"scales": "yes"}, {"kv_heads": "1", "window": "3,0", "softcap": "2", "sinks": "yes", "dropout": "0.5", "scales": "yes"}]
        menu = [{"generator": "random", "settings": {**shape, **case}} for case in cases]

        def kernel(query, key, value, scale, window=None, diagonal=0, softcap=None, sinks=None, dropout_mask=None, dropout_p=0.0, q_scale=None,
                   k_scale=None, v_scale=None, kv_heads=None):
            q, k, v = query.tolist(), key.tolist(), value.tolist()
            group = len(q[0]) // len(k[0])

            def times(matrix, scales, head):
                by = 1.0 if scales is None else scales.tolist()[0][head if len(scales.tolist()[0]) > 1 else 0]
                return [[by * x for x in row] for row in matrix]

            def visible(i, j):
                left, right = (-1, -1) if window is None else window
                return (left < 0 or j >= i + diagonal - left) and (right < 0 or j <= i + diagonal + right)
            heads = []
            for h in range(len(q[0])):
                kept = (lambda i, j: 1.0) if dropout_mask is None else \
                    (lambda i, j, own=dropout_mask.tolist()[0]: (1 / (1 - dropout_p) if own[h if len(own) > 1 else 0][i][j] else 0.0))
                sink = None if sinks is None else sinks.tolist()[h]
                heads.append(pure.attention(times(q[0][h], q_scale, h), times(k[0][h // group], k_scale, h // group),
                                            times(v[0][h // group], v_scale, h // group), visible, scale, softcap, sink, kept))
            return pure.memory([heads])
        report = attest.check_kernel(kernel, like="memoryview", menu=menu, raises=False)
        self.assertEqual([case.outcome for case in report.cases], ["inside"] * len(cases), report)
        report = attest.check_kernel(lambda query, key, value, scale: kernel(query, key, value, scale), like="memoryview", menu=menu, raises=False)
        self.assertEqual({case.outcome for case in report.cases}, {"unsupported"})
        self.assertIn("no parameter sinks", str(report))
        names = {name for case in Case.menu("attention", "float32") for name in case["settings"]}
        self.assertTrue({"kv_heads", "window", "softcap", "sinks", "dropout", "scales"} <= names)

    def test_names_of_pytorch(self):
        """A function may have scaled_dot_product_attention's parameters."""
        seen = []

        def kernel(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
            seen.append((attn_mask is not None, is_causal, scale))
            q, k, v = (one.tolist()[0][0] for one in (query, key, value))
            mask = attn_mask.tolist()[0][0] if attn_mask is not None else None
            visible = lambda i, j: (not is_causal or j <= i) and (mask is None or mask[i][j])
            return pure.memory([[pure.attention(q, k, v, visible, scale)]])
        sizes = {"operation": "attention", "dtype": "float32", "batches": "1", "heads": "1", "queries": "3", "keys": "4", "width": "2", "value_width": "2"}
        menu = [{"generator": "random", "settings": {**sizes, **more}} for more in ({}, {"mask": "bytes"}, {"mask": "causal"}, {"scale": "0.5"})]
        attest.check_kernel(kernel, menu=menu, like="memoryview")
        self.assertEqual([(mask, causal) for mask, causal, _ in seen[::2]], [(False, False), (True, False), (False, True), (False, False)])
        self.assertEqual(seen[-1][2], 0.5)

    def test_what_a_function_does_not_take_is_told(self):
        report = self.check(lambda query, key, value, scale: plain(query, key, value, scale))
        self.assertEqual([case.outcome for case in report.cases], ["inside", "unsupported", "unsupported"])
        self.assertIn("not reached: 1 cases (no parameter causal, diagonal); 1 cases (no parameter mask)", str(report))
        report = self.check(lambda query, key, value: plain(query, key, value, 0.5))
        self.assertEqual(report.cases[0].outcome, "inside")

    def test_exceptions_and_shapes_are_failures(self):
        for function, words in [(lambda query, key, value: 1 / 0, "ZeroDivisionError"), (lambda query, key, value: None, "nothing was returned"),
                                (lambda query, key, value: key, "shape"), (lambda query, key, value: "text", "expected an array")]:
            report = self.check(function)
            self.assertFalse(report.accepted)
            self.assertIn(words, str(report))
        with self.assertRaisesRegex(AssertionError, "the kernel is rejected\nfailed"):
            attest.check_kernel(lambda query, key, value: None, like="memoryview", menu=MENU)

    def test_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            files = attest.export_inputs(folder, menu=MENU)
            self.assertEqual(len(files), 3)
            self.assertIn("missing", str(attest.judge_outputs(folder)))
            for file in files:
                tensors, settings = safetensors.read(file)
                arrays = {name: memoryview(bytearray(one.tobytes())).cast("B" if name == "mask" else "f", one.shape) for name, one in tensors.items()}
                out = tensor(plain(arrays["query"], arrays["key"], arrays["value"], float(settings["scale"]), settings["mask"] == "causal",
                                   int(settings.get("diagonal", 0)), arrays.get("mask")))
                safetensors.write(Path(folder, "outputs", file.name), safetensors.to_bytes({"output": out}))
            report = attest.judge_outputs(folder)
            self.assertTrue(report.accepted, report)
            words = [sys.executable, "-m", "attest", "kernels", "judge-outputs", folder]
            self.assertEqual(subprocess.run(words, capture_output=True).returncode, 0)
            wrong = Tensor.of_bytes("float64", out.shape, bytes(2 * len(out.tobytes())))
            safetensors.write(Path(folder, "outputs", files[0].name), safetensors.to_bytes({"output": wrong}))
            self.assertIn("expected an output of float32", str(attest.judge_outputs(folder)))
            self.assertEqual(subprocess.run(words, capture_output=True).returncode, 1)

    def test_the_command_line(self):
        run = lambda *words: subprocess.run([sys.executable, "-m", "attest", *words], capture_output=True, text=True)
        self.assertRegex(run("--version").stdout, r"^\d+\.\d+\.\d+\n$")
        self.assertEqual(run().returncode, 64)
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run("kernels", "export-inputs", folder, "--dtype", "float8_e4m3").returncode, 0)
            self.assertGreater(len(list(Path(folder).iterdir())), 20)
            case = Case.generated("random", 1, {"queries": 2, "keys": 2})
            case.take(output=case.arrays()["value"])
            Path(folder, "a.safetensors").write_bytes(case.tobytes())
            out = run("kernels", "validate", str(Path(folder, "a.safetensors")), "--json")
            self.assertEqual((out.returncode, json.loads(out.stdout)["outcome"]), (1, "outside"))


if __name__ == "__main__":
    unittest.main()
