# SPDX-License-Identifier: Apache-2.0
"""assert_gradients on gradients that plain Python computes, right ones and wrong ones."""
import math
import unittest

import attest
import pure

N, WIDTH = 11, 8


def gradients(q, k, v, dout, visible=lambda i, j: True, bias=None, factor=None, forget_delta=False):
    """Of matrices in float64, rounded to float32: dq, dk, dv, db, dc, the last two by i - j."""
    scale, n = 1 / math.sqrt(len(q[0])), len(k)
    by = lambda family, i, j, absent: absent if family is None else family[i - j + n - 1]
    dq, dk, dv = ([[0.0] * len(rows[0]) for _ in rows] for rows in (q, k, v))
    db, dc = ([0.0] * (len(q) + n - 1) for _ in range(2))
    for i, row in enumerate(q):
        keys = [j for j in range(n) if visible(i, j)]
        scores = {j: scale * math.fsum(a * b for a, b in zip(row, k[j])) + by(bias, i, j, 0.0) for j in keys}
        top = max(scores.values())
        total = math.fsum(math.exp(s - top) for s in scores.values())
        weights = {j: math.exp(s - top) / total for j, s in scores.items()}
        product = {j: math.fsum(a * b for a, b in zip(dout[i], v[j])) for j in keys}
        delta = 0 if forget_delta else math.fsum(weights[j] * by(factor, i, j, 1.0) * product[j] for j in keys)
        for j in keys:
            c = by(factor, i, j, 1.0)
            step = weights[j] * (c * product[j] - delta)
            for t in range(len(row)):
                dq[i][t] += scale * step * k[j][t]
                dk[j][t] += scale * step * row[t]
            for t in range(len(v[0])):
                dv[j][t] += weights[j] * c * dout[i][t]
            db[i - j + n - 1] += step
            dc[i - j + n - 1] += weights[j] * product[j]
    rounded = lambda part: [rounded(one) if isinstance(one, list) else pure.round32(one) for one in part]
    return tuple(rounded(part) for part in (dq, dk, dv, db, dc))


def extended(q, k, v, dout, cap, sink, kept, keep_scale, sizes):
    """dq, dk, dv and dsink with a softcap, a sink, dropout and scales, in float64, rounded to float32."""
    scale, n = sizes["q"] * sizes["k"] / math.sqrt(len(q[0])), len(k)
    dq, dk, dv = ([[0.0] * len(rows[0]) for _ in rows] for rows in (q, k, v))
    dsink = 0.0
    for i, row in enumerate(q):
        tanh = [math.tanh(scale * math.fsum(a * b for a, b in zip(row, k[j])) / cap) for j in range(n)]
        total = math.exp(sink) + math.fsum(math.exp(cap * t) for t in tanh)
        weights = [math.exp(cap * t) / total for t in tanh]
        c = [keep_scale if kept[i][j] else 0.0 for j in range(n)]
        product = [sizes["v"] * math.fsum(a * b for a, b in zip(dout[i], v[j])) for j in range(n)]
        delta = math.fsum(weights[j] * c[j] * product[j] for j in range(n))
        dsink -= math.exp(sink) / total * delta
        for j in range(n):
            step = weights[j] * (c[j] * product[j] - delta) * (1 - tanh[j] ** 2)
            for t in range(len(row)):
                dq[i][t] += scale * step * k[j][t]
                dk[j][t] += scale * step * row[t]
            for t in range(len(v[0])):
                dv[j][t] += sizes["v"] * weights[j] * c[j] * dout[i][t]
    rounded = lambda part: [[pure.round32(x) for x in row] for row in part]
    return rounded(dq), rounded(dk), rounded(dv), pure.round32(dsink)


def made():
    return [pure.numbers(seed, N, WIDTH) for seed in (1, 2, 3, 4)]


class Gradients(unittest.TestCase):
    def test_right_gradients_are_accepted(self):
        q, k, v, dout = made()
        for words, visible in (({}, lambda i, j: True), ({"causal": True}, lambda i, j: j <= i),
                               ({"window": (3, 1)}, lambda i, j: i - 3 <= j <= i + 1)):
            dq, dk, dv, _, _ = gradients(q, k, v, dout, visible)
            verdict = attest.assert_gradients(*map(pure.memory, (dq, dk, dv, q, k, v, dout)), **words)
            self.assertEqual((verdict.elements, verdict.outside, verdict.undecided), (3 * N * WIDTH, 0, 0))
        verdict = attest.assert_gradients(None, pure.memory(gradients(q, k, v, dout)[1]), None, *map(pure.memory, (q, k, v, dout)))
        self.assertEqual(verdict.elements, N * WIDTH)

    def test_families(self):
        q, k, v, dout = made()
        bias, factor = pure.numbers(5, 2 * N - 1), pure.numbers(6, 2 * N - 1)
        dq, dk, dv, db, dc = map(pure.memory, gradients(q, k, v, dout, bias=bias, factor=factor))
        problem = dict(bias=pure.memory([bias]), factor=pure.memory([factor]))
        verdict = attest.assert_gradients(dq, dk, dv, *map(pure.memory, (q, k, v, dout)), dbias=db, dfactor=dc, **problem)
        self.assertEqual(verdict.elements, 3 * N * WIDTH + 2 * (2 * N - 1))
        with self.assertRaisesRegex(AssertionError, "grad_bias"):
            attest.assert_gradients(dq, dk, dv, *map(pure.memory, (q, k, v, dout)), dbias=dc, dfactor=dc, **problem)

    def test_grouped_heads_have_the_sum_of_their_group(self):
        q, dout = [pure.numbers(seed, 4, N, WIDTH) for seed in (1, 4)]
        k, v = [pure.numbers(seed, 2, N, WIDTH) for seed in (2, 3)]
        one = [gradients(q[h], k[h // 2], v[h // 2], dout[h]) for h in range(4)]
        add = lambda a, b: [[pure.round32(x + y) for x, y in zip(r, s)] for r, s in zip(a, b)]
        summed = lambda part: [add(one[2 * g][part], one[2 * g + 1][part]) for g in range(2)]
        dq = [one[h][0] for h in range(4)]
        attest.assert_gradients(*map(pure.memory, (dq, summed(1), summed(2), q, k, v, dout)))
        with self.assertRaisesRegex(AssertionError, "grad_key"):
            attest.assert_gradients(*map(pure.memory, (dq, [one[0][1], one[1][1]], summed(2), q, k, v, dout)))

    def test_softcap_sinks_dropout_and_scales(self):
        q, k, v, dout = made()
        cap, sink, share = 1.5, 0.25, 0.5
        kept = [[(3 * i + 5 * j) % 4 != 0 for j in range(N)] for i in range(N)]
        view = memoryview(bytes(b for row in kept for b in row)).cast("B", [N, N])
        sizes = {"q": 0.5, "k": 2.0, "v": 4.0}
        right = dict(softcap=cap, sinks=[sink], dropout_mask=view, dropout_p=share, q_scale=0.5, k_scale=2.0, v_scale=4.0)
        dq, dk, dv, dsink = extended(q, k, v, dout, cap, sink, kept, 1 / (1 - share), sizes)
        arrays = list(map(pure.memory, (q, k, v, dout)))
        verdict = attest.assert_gradients(*map(pure.memory, (dq, dk, dv)), *arrays, dsinks=dsink, **right)
        self.assertEqual((verdict.elements, verdict.outside, verdict.undecided), (3 * N * WIDTH + 1, 0, 0))
        for name, other in (("grad_sinks", {"dsinks": -dsink}), ("grad_", {"softcap": 1.75}), ("grad_", {"sinks": [0.375]}), ("grad_", {"dropout_p": 0.25}),
                            ("grad_", {"q_scale": 1.0})):
            with self.subTest(name, **{key: str(value) for key, value in other.items()}), self.assertRaisesRegex(AssertionError, name):
                attest.assert_gradients(*map(pure.memory, (dq, dk, dv)), *arrays, **{"dsinks": dsink, **right, **other})
        with self.assertRaisesRegex(attest.InputError, "grad_sinks: expected an array sinks"):
            attest.assert_gradients(None, None, None, *arrays, dsinks=dsink)

    def test_packed_sequences_are_judged_one_by_one(self):
        lengths = [3, 1, 5]
        ends = [sum(lengths[:n]) for n in range(len(lengths) + 1)]
        q, k, v, dout = [pure.numbers(seed, ends[-1], WIDTH) for seed in (1, 2, 3, 4)]
        pieces = [gradients(*(one[a:b] for one in (q, k, v, dout))) for a, b in zip(ends, ends[1:])]
        packed = [[[row] for piece in pieces for row in piece[part]] for part in range(3)]
        arrays = [pure.memory([[row] for row in one]) for one in (q, k, v, dout)]
        words = dict(cu_seqlens_q=ends, cu_seqlens_k=ends)
        verdicts = attest.assert_gradients(*map(pure.memory, packed), *arrays, **words)
        self.assertEqual([one.elements for one in verdicts], [3 * n * WIDTH for n in lengths])
        packed[1][5][0][2] += 1
        with self.assertRaisesRegex(AssertionError, "sequence 2: .*") as caught:
            attest.assert_gradients(*map(pure.memory, packed), *arrays, **words)
        self.assertIn("grad_key", str(caught.exception))
        with self.assertRaisesRegex(attest.InputError, "grad_sinks"):
            attest.assert_gradients(*map(pure.memory, packed), *arrays, sinks=[0.5], dsinks=0.5, **words)

    def test_wrong_gradients_are_rejected(self):
        q, k, v, dout = made()
        dq, dk, dv, _, _ = gradients(q, k, v, dout, forget_delta=True)
        with self.assertRaisesRegex(AssertionError, "outside what float32 arithmetic explains"):
            attest.assert_gradients(*map(pure.memory, (dq, dk, dv, q, k, v, dout)))
        with self.assertRaisesRegex(AssertionError, "grad_query|grad_key"):
            right = gradients(q, k, v, dout)
            attest.assert_gradients(*map(pure.memory, (right[1], right[0], right[2], q, k, v, dout)))

    def test_a_function_on_generated_inputs(self):
        sizes = {"operation": "attention", "dtype": "float32", "batches": "1", "heads": "1", "queries": "5", "keys": "7", "width": "4", "value_width": "3"}
        menu = [{"generator": name, "settings": {**sizes, **more}} for name in ("random", "dominant_key", "rising_scores")
                for more in ({}, {"mask": "causal", "diagonal": "2"})]

        def backward(dout, query, key, value, causal=False, diagonal=0, forget_delta=False):
            q, k, v, d = (array.tolist()[0][0] for array in (query, key, value, dout))
            seen = (lambda i, j: j <= i + diagonal) if causal else (lambda i, j: True)
            return [pure.memory([[part]]) for part in gradients(q, k, v, d, seen, forget_delta=forget_delta)[:3]]

        report = attest.check_gradients(backward, like="memoryview", menu=menu)
        self.assertEqual([case.outcome for case in report.cases], ["inside"] * 6, str(report))
        wrong = lambda dout, query, key, value, causal=False, diagonal=0: backward(dout, query, key, value, causal, diagonal, True)
        with self.assertRaisesRegex(AssertionError, "the kernel is rejected"):
            attest.check_gradients(wrong, like="memoryview", menu=menu)
        report = attest.check_gradients(lambda dout, query, key, value: None, like="memoryview", menu=menu, raises=False)
        self.assertEqual({case.outcome for case in report.cases}, {"failed", "unsupported"})

    def test_a_function_with_a_softcap_and_sinks(self):
        sizes = {"operation": "attention", "dtype": "float32", "batches": "1", "heads": "1", "queries": "5", "keys": "7", "width": "4", "value_width": "3"}
        menu = [{"generator": name, "settings": {**sizes, "softcap": "1.5", "sinks": "yes"}} for name in ("random", "dominant_key")]

        def backward(dout, query, key, value, softcap, sinks, sign=1):
            q, k, v, d = (array.tolist()[0][0] for array in (query, key, value, dout))
            one = {"q": 1.0, "k": 1.0, "v": 1.0}
            dq, dk, dv, dsink = extended(q, k, v, d, softcap, sinks.tolist()[0], [[True] * len(k) for _ in q], 1.0, one)
            return {"grad_query": pure.memory([[dq]]), "grad_key": pure.memory([[dk]]), "grad_value": pure.memory([[dv]]),
                    "grad_sinks": pure.memory([sign * dsink])}

        report = attest.check_gradients(backward, like="memoryview", menu=menu)
        self.assertEqual([case.outcome for case in report.cases], ["inside"] * 2, str(report))
        with self.assertRaisesRegex(AssertionError, "grad_sinks"):
            attest.check_gradients(lambda dout, query, key, value, softcap, sinks: backward(dout, query, key, value, softcap, sinks, -1), like="memoryview",
                                   menu=menu)

    def test_bad_input(self):
        q, k, v, dout = map(pure.memory, made())
        with self.assertRaisesRegex(attest.InputError, "grad_query"):
            attest.assert_gradients(pure.memory(pure.numbers(1, N - 1, WIDTH)), None, None, q, k, v, dout)
        with self.assertRaisesRegex(attest.InputError, "query: expected the shape"):  # no axis of heads
            attest.assert_gradients(q, None, None, q, k, v, dout, cu_seqlens_q=[0, 2, N], cu_seqlens_k=[0, 2, N])
        with self.assertRaisesRegex(attest.InputError, "gradients of pages are not judged"):
            attest.assert_gradients(q, None, None, q, k, v, dout, seq_lens=[2], block_table=[[0]])
        with self.assertRaisesRegex(attest.InputError, "dbias|grad_bias"):
            attest.assert_gradients(q, None, None, q, k, v, dout, dbias=pure.memory(pure.numbers(1, 2 * N - 1)))


if __name__ == "__main__":
    unittest.main()
