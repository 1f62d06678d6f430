# SPDX-License-Identifier: Apache-2.0
"""Block-sparse masks in the forms that libraries have, and kernels that take one wrong."""
import unittest

import attest

try:
    import numpy as np
except ImportError as error:
    raise unittest.SkipTest(f"numpy: {error}") from None

from attest.judge_process import JudgeProcess
from kernels_numpy import complete, with_blocks

MENU = [one for one in attest.Case.menu("attention", "float32") if "block_mask" in one["settings"]]


def changed(entry):
    """A fault: the table after a change by entry(table), in place."""
    def change(block_mask):
        rows, columns, table = block_mask
        table = table.copy()
        entry(table)
        return rows, columns, table
    return with_blocks(change)


def set_last_column(table):
    table[..., -1] = False


def shift(table):
    table[...] = np.roll(table, 1, -1)


def see_all_in_hidden_rows(table):
    table |= ~table.any(-1, keepdims=True)


def first_head_for_all(table):
    table[...] = table[:, :1]


def last_row_of_blocks_as_the_one_before(table):
    table[..., -1, :] = table[..., -2, :]


FAULTS = {
    "the last block of keys, a part, is left out": changed(set_last_column),
    "indices are one off": changed(shift),
    "rows that see nothing see everything": changed(see_all_in_hidden_rows),
    "one table for all heads": changed(first_head_for_all),
    "the last block of queries": changed(last_row_of_blocks_as_the_one_before),
    "the other half": changed(lambda table: np.logical_not(table, out=table)),
    "all blocks": changed(lambda table: table.fill(True)),
    "indptr of the first row for all": changed(lambda table: table.__setitem__(Ellipsis, table[..., :1, :])),
}


def parts():
    draw = np.random.default_rng(1)
    q, k, v = (draw.standard_normal((2, 3, rows, 16)).astype(np.float32) for rows in (37, 50, 50))
    table = draw.random((5, 4)) < 0.5
    table[2] = False
    mask = np.repeat(np.repeat(table, 8, 0), 16, 1)[:37, :50]
    return q, k, v, table, mask


def compressed(table):
    return np.concatenate([[0], np.cumsum(table.sum(1))]).astype(np.int32), np.nonzero(table)[1].astype(np.int32)


class Forms(unittest.TestCase):
    def setUp(self):
        self.q, self.k, self.v, self.table, self.mask = parts()
        with np.errstate(all="ignore"):
            self.out = complete(self.q, self.k, self.v, 0.25, mask=self.mask)

    def inside(self, block_mask, **more):
        attest.assert_attention(self.out, self.q, self.k, self.v, block_mask=block_mask, **more)

    def test_tables(self):
        self.inside((8, 16, self.table))
        self.inside((8, 16, self.table.tolist()))
        self.inside((8, 16, self.table.astype(np.uint8) * 7))
        self.inside((8, 16, np.broadcast_to(self.table, (2, 3, 5, 4))))
        self.inside(([8, 8, 8, 8, 5], [16, 16, 16, 2], self.table))
        each = np.stack([self.table, ~self.table, self.table])
        with np.errstate(all="ignore"):
            out = complete(self.q, self.k, self.v, 0.25, mask=np.repeat(np.repeat(each, 8, 1), 16, 2)[:, :37, :50])
        attest.assert_attention(out, self.q, self.k, self.v, block_mask=(8, 16, each))

    def test_compressed_rows(self):
        indptr, indices = compressed(self.table)
        self.inside((8, 16, indptr, indices))
        self.inside((8, 16, indptr.astype(np.int64), indices.tolist()))
        within = np.random.default_rng(2).random((len(indices), 8, 16)) < 0.7
        mask = np.zeros((40, 64), bool)
        for row in range(5):
            for k in range(indptr[row], indptr[row + 1]):
                mask[8 * row:8 * row + 8, 16 * indices[k]:16 * indices[k] + 16] = within[k]
        with np.errstate(all="ignore"):
            self.out = complete(self.q, self.k, self.v, 0.25, mask=mask[:37, :50])
        self.inside((8, 16, indptr, indices, within))

    def test_beside_causal(self):
        with np.errstate(all="ignore"):
            self.out = complete(self.q, self.k, self.v, 0.25, causal=True, diagonal=13, mask=self.mask)
        self.inside((8, 16, self.table), causal="bottom-right")

    def test_a_wrong_result(self):
        for block_mask in ((8, 16, ~self.table), (8, 16, np.ones_like(self.table))):
            with self.assertRaisesRegex(AssertionError, "outside what float32"):
                self.inside(block_mask)

    def test_bad_input(self):
        indptr, indices = compressed(self.table)
        for words, block_mask in (("expected a table of 5 x 4 blocks for 37 queries and 50 keys, found 4 x 5", (8, 16, self.table.T)),
                                  ("block_rows of at least 1", (0, 16, self.table)), ("block_columns that add up to 50, found 48", (8, [16] * 3, self.table)),
                                  ("expected a table of bool or uint8, found float32", (8, 16, self.table.astype(np.float32))),
                                  ("expected indptr of 6 entries", (8, 16, indptr[1:], indices)), ("indices from 0 to 3, found 1[0-9]", (8, 16, indptr, indices * 0 + 10)),
                                  ("indices of int32 or int64", (8, 16, indptr, indices.astype(np.float32))),
                                  ("expected masks of bool", (8, 16, indptr, indices, np.ones((1, 8, 16), bool))), ("FlexAttention's BlockMask, found ndarray", self.table)):
            with self.assertRaisesRegex(attest.InputError, words):
                self.inside(block_mask)
        with self.assertRaisesRegex(attest.InputError, "block_mask: expected none beside mask"):
            self.inside((8, 16, self.table), mask=self.mask)


class Kernels(unittest.TestCase):
    def test_right_and_wrong_ones(self):
        self.assertEqual(len(MENU), 4)
        with np.errstate(all="ignore"), JudgeProcess() as judge:
            for kernel in (with_blocks(), lambda query, key, value, scale, mask: complete(query, key, value, scale, mask=mask)):
                report = attest.check_kernel(kernel, menu=MENU, judge=judge)
                self.assertEqual([one.outcome for one in report.cases], ["inside"] * 4)
            for name, kernel in FAULTS.items():
                with self.subTest(name):
                    report = attest.check_kernel(kernel, menu=MENU, judge=judge, raises=False)
                    self.assertTrue(report.of("outside"), report)
            report = attest.check_kernel(lambda query, key, value: value, menu=MENU, judge=judge, raises=False)
            self.assertEqual(report.not_reached, ["4 cases (no parameter mask)"])


if __name__ == "__main__":
    unittest.main()
