# SPDX-License-Identifier: Apache-2.0
"""FlashInfer-Bench's JSON forms: Definitions as its data set has them, cut to small sizes; right, wrong, misshapen and missing outputs."""
import json
import math
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import pure
from attest import safetensors
from attest.flashinfer import judge_files
from attest.library import InputError
from attest.tensors import Tensor

WIDTH, HEADS, KV_HEADS, PAGE = 8, 4, 2, 4


def spec(shape, dtype="float32"):
    return {"shape": shape, "dtype": dtype}


def axes(**sizes):
    return {name: {"type": "var"} if size is None else {"type": "const", "value": size} for name, size in sizes.items()}


PAGED = {"name": "gqa_paged_prefill_causal_h4_kv2_d8_ps4", "op_type": "gqa_paged",
         "axes": axes(total_q=None, num_pages=None, len_indptr=None, num_kv_indices=None, batch_size=None, num_qo_heads=HEADS, num_kv_heads=KV_HEADS,
                      head_dim=WIDTH, page_size=PAGE),
         "inputs": {"q": spec(["total_q", "num_qo_heads", "head_dim"]), "k_cache": spec(["num_pages", "page_size", "num_kv_heads", "head_dim"]),
                    "v_cache": spec(["num_pages", "page_size", "num_kv_heads", "head_dim"]), "qo_indptr": spec(["len_indptr"], "int32"),
                    "kv_indptr": spec(["len_indptr"], "int32"), "kv_indices": spec(["num_kv_indices"], "int32"),
                    "kv_last_page_len": spec(["batch_size"], "int32"), "sm_scale": spec(None)},
         "outputs": {"output": spec(["total_q", "num_qo_heads", "head_dim"]), "lse": spec(["total_q", "num_qo_heads"])}, "reference": "raise SystemExit"}
RAGGED = {**PAGED, "name": "gqa_ragged_prefill_h4_kv2_d8", "op_type": "gqa_ragged",
          "inputs": {"q": spec(["total_q", "num_qo_heads", "head_dim"]), "k": spec(["total_kv", "num_kv_heads", "head_dim"]),
                     "v": spec(["total_kv", "num_kv_heads", "head_dim"]), "qo_indptr": spec(["len_indptr"], "int32"),
                     "kv_indptr": spec(["len_indptr"], "int32"), "sm_scale": spec(None)},
          "outputs": {"output": spec(["total_q", "num_qo_heads", "head_dim"])}}
RAGGED["axes"] = {**PAGED["axes"], "total_kv": {"type": "var"}}
MLA = {"name": "mla_paged_decode_h4_ckv8_kpe4_ps4", "op_type": "mla_paged",
       "axes": axes(batch_size=None, num_pages=None, len_indptr=None, num_kv_indices=None, num_qo_heads=HEADS, head_dim_ckv=8, head_dim_kpe=4, page_size=PAGE),
       "inputs": {"q_nope": spec(["batch_size", "num_qo_heads", "head_dim_ckv"]), "q_pe": spec(["batch_size", "num_qo_heads", "head_dim_kpe"]),
                  "ckv_cache": spec(["num_pages", "page_size", "head_dim_ckv"]), "kpe_cache": spec(["num_pages", "page_size", "head_dim_kpe"]),
                  "kv_indptr": spec(["len_indptr"], "int32"), "kv_indices": spec(["num_kv_indices"], "int32"), "sm_scale": spec(None)},
       "outputs": {"output": spec(["batch_size", "num_qo_heads", "head_dim_ckv"])}, "reference": ""}


def floats(value):
    view = pure.memory(value)
    return Tensor.of_bytes("float32", view.shape, view.tobytes())


def integers(*numbers):
    return Tensor.of_bytes("int32", [len(numbers)], struct.pack(f"{len(numbers)}i", *numbers))


class Task:
    """Two sequences: 3 queries of 6 tokens in pages 2 and 0, 2 queries of 4 tokens in page 3."""

    def __init__(self, folder, definition):
        self.folder, self.definition = Path(folder), definition
        self.q = pure.numbers(1, 5, HEADS, WIDTH)
        self.k_cache, self.v_cache = pure.numbers(2, 4, PAGE, KV_HEADS, WIDTH), pure.numbers(3, 4, PAGE, KV_HEADS, WIDTH)
        tokens = lambda cache: (cache[2] + cache[0][:2], cache[3])
        self.pairs = list(zip(((0, 3), (3, 5)), tokens(self.k_cache), tokens(self.v_cache)))
        causal = "causal" in definition["name"]
        self.out = [[None] * HEADS for _ in range(5)]
        self.lse = [[None] * HEADS for _ in range(5)]
        for (first, last), key, value in self.pairs:
            ahead = len(key) - (last - first)
            for h in range(HEADS):
                rows = [self.q[i][h] for i in range(first, last)]
                k, v = ([token[h // 2] for token in part] for part in (key, value))
                seen = lambda i, j: not causal or j <= i + ahead
                for i, row in enumerate(pure.attention(rows, k, v, seen, 0.5)):
                    self.out[first + i][h] = row
                    scores = [0.5 * math.fsum(a * b for a, b in zip(rows[i], key_row)) for j, key_row in enumerate(k) if seen(i, j)]
                    self.lse[first + i][h] = math.log2(math.fsum(map(math.exp, scores)))
        offsets = {"qo_indptr": integers(0, 3, 5), "kv_indptr": integers(0, 2, 3), "kv_indices": integers(2, 0, 3), "kv_last_page_len": integers(2, 4)}
        if definition is RAGGED:
            self.arrays = {"q": floats(self.q), "k": floats([t for _, key, _ in self.pairs for t in key]),
                           "v": floats([t for _, _, value in self.pairs for t in value]), "qo_indptr": offsets["qo_indptr"], "kv_indptr": integers(0, 6, 10)}
            sizes = {"total_q": 5, "total_kv": 10, "len_indptr": 3}
        else:
            self.arrays = {"q": floats(self.q), "k_cache": floats(self.k_cache), "v_cache": floats(self.v_cache), **offsets}
            sizes = {"total_q": 5, "num_pages": 4, "len_indptr": 3, "num_kv_indices": 3, "batch_size": 2}
        self.write(sizes)

    def write(self, sizes):
        stored = {name: one for name, one in self.arrays.items() if "ind" in name or "last" in name}
        self.random = {name: one for name, one in self.arrays.items() if name not in stored}
        safetensors.write(self.folder / "blobs/a.safetensors", safetensors.to_bytes(stored))
        given = {name: {"type": "safetensors", "path": "blobs/a.safetensors", "tensor_key": name} for name in stored}
        given.update({name: {"type": "random"} for name in self.random}, sm_scale={"type": "scalar", "value": 0.5})
        self.trace = {"definition": self.definition["name"], "solution": None, "workload": {"uuid": "u1", "axes": sizes, "inputs": given}, "evaluation": None}
        (self.folder / "d.json").write_text(json.dumps(self.definition))
        (self.folder / "w.jsonl").write_text(json.dumps(self.trace) + "\n\n")

    def judged(self, outputs, **handed):
        tensors = {**{f"u1.{name}": one for name, one in self.random.items()}, **{f"u1.{name}": one for name, one in outputs.items()}, **handed}
        safetensors.write(self.folder / "o.safetensors", safetensors.to_bytes(tensors))
        traces = list(judge_files(self.folder / "d.json", self.folder / "w.jsonl", self.folder / "o.safetensors", solution="mine"))
        assert len(traces) == 1
        return traces[0]["evaluation"]


class FlashInfer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_pages(self):
        task = Task(self.folder, PAGED)
        right = {"output": floats(task.out), "lse": floats(task.lse)}
        found = task.judged(right)
        self.assertEqual(found["status"], "PASSED", found["log"])
        self.assertEqual(set(found["performance"]), {"latency_ms", "reference_latency_ms", "speedup_factor"})
        self.assertLess(found["correctness"]["max_relative_error"], 1e-6)
        wrong = [[list(row) for row in rows] for rows in task.out]
        wrong[4][1][3] += 1e-3
        found = task.judged({**right, "output": floats(wrong)})
        self.assertEqual(found["status"], "INCORRECT_NUMERICAL")
        self.assertIn("query 1 (of 2); column 3", found["log"])
        self.assertAlmostEqual(found["correctness"]["max_absolute_error"], 1e-3, 6)
        self.assertIsNone(found["performance"])
        lse = [[x + 1e-3 for x in row] for row in task.lse]
        found = task.judged({**right, "lse": floats(lse)})
        self.assertEqual(found["status"], "INCORRECT_NUMERICAL")
        self.assertIn("log_sum_exp[", found["log"])
        natural = [[x * math.log(2) for x in row] for row in task.lse]
        self.assertEqual(task.judged({**right, "lse": floats(natural)})["status"], "INCORRECT_NUMERICAL")
        self.assertEqual(task.judged({**right, "output": floats(task.out[:4])})["status"], "INCORRECT_SHAPE")
        double = Tensor.of_bytes("float64", [5, HEADS, WIDTH], bytes(8 * 5 * HEADS * WIDTH))
        self.assertEqual(task.judged({**right, "output": double})["status"], "INCORRECT_DTYPE")

    def test_ragged(self):
        task = Task(self.folder, RAGGED)
        self.assertEqual(task.judged({"output": floats(task.out)})["status"], "PASSED")
        mixed = task.out[:3] + task.out[:2]
        self.assertEqual(task.judged({"output": floats(mixed)})["status"], "INCORRECT_NUMERICAL")

    def test_latent_attention(self):
        task = Task(self.folder, PAGED)
        task.definition = MLA
        q, ckv, kpe = pure.numbers(4, 2, HEADS, 12), pure.numbers(5, 4, PAGE, 8), pure.numbers(6, 4, PAGE, 4)
        out = []
        for b, pages in enumerate([(2, 0), (3,)]):
            value = [token for page in pages for token in ckv[page]]
            key = [a + b for page in pages for a, b in zip(ckv[page], kpe[page])]
            out.append([pure.attention([q[b][h]], key, value, scale=0.5)[0] for h in range(HEADS)])
        cut = lambda first, last: [[head[first:last] for head in heads] for heads in q]
        task.arrays = {"q_nope": floats(cut(0, 8)), "q_pe": floats(cut(8, 12)), "ckv_cache": floats(ckv), "kpe_cache": floats(kpe),
                       "kv_indptr": integers(0, 2, 3), "kv_indices": integers(2, 0, 3)}
        task.write({"batch_size": 2, "num_pages": 4, "len_indptr": 3, "num_kv_indices": 3})
        self.assertEqual(task.judged({"output": floats(out)})["status"], "PASSED")
        self.assertEqual(task.judged({"output": floats(out[::-1])})["status"], "INCORRECT_NUMERICAL")

    def test_bad_input(self):
        task = Task(self.folder, PAGED)
        right = {"output": floats(task.out), "lse": floats(task.lse)}
        with self.assertRaisesRegex(InputError, "expected the output lse"):
            task.judged({"output": right["output"]})
        task.random.pop("q")
        with self.assertRaisesRegex(InputError, "expected the input q beside the outputs"):
            task.judged(right)
        for change, words in [({"op_type": "gemm"}, "/op_type: expected one of gqa_paged"), ({"name": "gqa_paged_prefill_h4"}, "a prefill that says causal")]:
            Path(self.folder, "d.json").write_text(json.dumps({**PAGED, **change}))
            with self.assertRaisesRegex(InputError, words):
                task.judged(right)
        Path(self.folder, "d.json").write_text("[]")
        with self.assertRaisesRegex(InputError, "expected a Definition"):
            task.judged(right)
        Path(self.folder, "w.jsonl").write_text("{")
        with self.assertRaisesRegex(InputError, "expected JSON"):
            task.judged(right)

    def test_offsets_that_lead_nowhere_are_bad_input(self):
        task = Task(self.folder, PAGED)
        for name, one in [("kv_indices", integers(2, 9, 3)), ("kv_indptr", integers(0, 3, 2)), ("kv_last_page_len", integers(5, 4)),
                          ("qo_indptr", integers(0, 3, 9))]:
            task.arrays = {**task.arrays, name: one}
            task.write({"total_q": 5, "num_pages": 4, "len_indptr": 3, "num_kv_indices": 3, "batch_size": 2})
            with self.assertRaises(InputError):
                task.judged({"output": floats(task.out), "lse": floats(task.lse)})
            task = Task(self.folder, PAGED)

    def test_every_row_is_judged(self):
        task = Task(self.folder, PAGED)
        task.arrays["qo_indptr"] = integers(0, 3, 4)
        task.write({"total_q": 5, "num_pages": 4, "len_indptr": 3, "num_kv_indices": 3, "batch_size": 2})
        with self.assertRaisesRegex(InputError, "offsets of queries from 0 to 5"):
            task.judged({"output": floats(task.out), "lse": floats(task.lse)})

    def test_an_input_that_does_not_fit_is_not_the_solutions_fault(self):
        task = Task(self.folder, PAGED)
        task.random["q"] = floats(task.q[:4])
        with self.assertRaisesRegex(InputError, "u1: q: expected the shape"):
            task.judged({"output": floats(task.out), "lse": floats(task.lse)})

    def test_malformed_files_are_bad_input(self):
        """Each value of the Definition and of the Workload removed, and replaced by others: an answer or InputError, never another exception."""
        task = Task(self.folder, PAGED)
        task.judged({"output": floats(task.out), "lse": floats(task.lse)})
        count = 0

        def mutants(value):
            if isinstance(value, dict):
                for name in value:
                    yield {other: one for other, one in value.items() if other != name}
                    for changed in mutants(value[name]):
                        yield {**value, name: changed}
            elif isinstance(value, list):
                yield value[:-1]
                for k, one in enumerate(value):
                    for changed in mutants(one):
                        yield [*value[:k], changed, *value[k + 1:]]
            for other in (None, -1, "x", [], {}, [None], 1e400):
                if other != value:
                    yield other
        for name, whole in (("d.json", PAGED), ("w.jsonl", task.trace)):
            original = Path(self.folder, name).read_text()
            for mutant in mutants(whole):
                Path(self.folder, name).write_text(json.dumps(mutant))
                count += 1
                with self.subTest(name, mutant=mutant):
                    try:
                        list(judge_files(*(Path(self.folder, part) for part in ("d.json", "w.jsonl", "o.safetensors"))))
                    except InputError:
                        pass
            Path(self.folder, name).write_text(original)
        self.assertGreater(count, 500)

    def test_the_command(self):
        task = Task(self.folder, PAGED)
        task.judged({"output": floats(task.out), "lse": floats(task.lse)})
        words = [sys.executable, "-m", "attest", "kernels", "judge", "--definition", "d.json", "--workload", "w.jsonl", "--outputs", "o.safetensors"]
        run = subprocess.run(words + ["--solution", "mine"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        trace = json.loads(run.stdout)
        self.assertEqual((trace["solution"], trace["workload"]), ("mine", task.trace["workload"]))
        task.judged({"output": floats(task.out[::-1]), "lse": floats(task.lse)})
        run = subprocess.run(words + ["--traces", "t.jsonl"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (1, "1 INCORRECT_NUMERICAL\n"))
        self.assertEqual(json.loads(Path(self.folder, "t.jsonl").read_text())["evaluation"]["status"], "INCORRECT_NUMERICAL")
        self.assertEqual(subprocess.run(words + ["--root", "/nowhere"], cwd=self.folder, capture_output=True).returncode, 3)


if __name__ == "__main__":
    unittest.main()
