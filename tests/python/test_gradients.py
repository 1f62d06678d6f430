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

    def test_bad_input(self):
        q, k, v, dout = map(pure.memory, made())
        with self.assertRaisesRegex(attest.InputError, "grad_query"):
            attest.assert_gradients(pure.memory(pure.numbers(1, N - 1, WIDTH)), None, None, q, k, v, dout)
        # What gradients are not derived for is refused by name.
        kept = memoryview(bytes(N * N)).cast("B", (N, N))
        for name, more in (("softcap", {"softcap": 2.0}), ("sinks", {"sinks": pure.memory([0.5])}), ("scales", {"q_scale": 2.0}),
                           ("dropout", {"dropout_mask": kept, "dropout_p": 0.5})):
            with self.assertRaisesRegex(attest.InputError, f"{name}: expected none beside gradients"):
                attest.assert_gradients(q, None, None, q, k, v, dout, **more)
        with self.assertRaisesRegex(attest.InputError, "cu_seqlens"):
            attest.assert_gradients(q, None, None, q, k, v, dout, cu_seqlens_q=[0, 2, N], cu_seqlens_k=[0, 2, N])
        with self.assertRaisesRegex(attest.InputError, "dbias|grad_bias"):
            attest.assert_gradients(q, None, None, q, k, v, dout, dbias=pure.memory(pure.numbers(1, 2 * N - 1)))


if __name__ == "__main__":
    unittest.main()
