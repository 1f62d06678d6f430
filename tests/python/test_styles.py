# SPDX-License-Identifier: Apache-2.0
"""Practised styles that the default class does not have, and the constant with which they are inside."""
import math
import struct
import unittest

import attest
import pure


def bfloat16(x):
    bits = struct.unpack("I", struct.pack("f", x))[0]
    bits += 0x7FFF + ((bits >> 16) & 1)
    return struct.unpack("f", struct.pack("I", bits & 0xFFFF0000))[0]


def matrix(seed, rows, columns, factor=1):
    return [[factor * bfloat16(e) for e in row] for row in pure.numbers(seed, rows, columns)]


def scaled_queries(q, k, v, keys=None):
    """q * scale * log2(e) is rounded to bfloat16, as are weights and output; all else in more digits. Of the first `keys` keys."""
    scale, out = math.log2(math.e) / math.sqrt(len(q[0])), []
    for row in q:
        row = [bfloat16(e * scale) for e in row]
        scores = [math.fsum(a * b for a, b in zip(row, key)) for key in k[:keys]]
        weights = [2.0 ** (s - max(scores)) for s in scores]
        out.append([bfloat16(math.fsum(bfloat16(w) * one[c] for w, one in zip(weights, v)) / math.fsum(weights)) for c in range(len(v[0]))])
    return out


class ScaledQueries(unittest.TestCase):
    def judged(self, seed, keys=None, **words):
        q, k, v = matrix(3 * seed, 16, 32, 4), matrix(3 * seed + 1, 16, 32), matrix(3 * seed + 2, 16, 32)
        arrays = [pure.memory([[one]]) for one in (scaled_queries(q, k, v, keys), q, k, v)]
        return attest.judge_attention(*arrays, dtype="bfloat16", **words)

    def test_it_is_outside_the_default_class_and_inside_its_own(self):
        for seed in range(6):
            self.assertGreater(self.judged(seed).outside, 0)
            verdict = self.judged(seed, error={"input_round": "2^-9"})
            self.assertEqual((verdict.outside, verdict.undecided), (0, 0))

    def test_a_key_that_is_lost_stays_outside(self):
        for seed in range(6):
            self.assertGreater(self.judged(seed, keys=15, error={"input_round": "2^-9"}).outside, 0)


if __name__ == "__main__":
    unittest.main()
