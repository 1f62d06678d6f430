#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""machine_code.py sees what it is there to see: on listings in which the wait comes too early, a register is spilled in the loop, or
a register of a product in flight is touched, on one path of two."""
import unittest

import machine_code

KERNEL = "_ZN6attest4cuda6hopper16attention_kernelINS1_4TileINS0_8Bfloat16ELi64ELNS1_5TermsE0EEEEEvNS1_9ArgumentsE"
RIGHT = """.L_x_1:
WARPGROUP.ARRIVE
HGMMA.64x8x16.F32.BF16 R24, gdesc[UR4], R24
HGMMA.64x8x16.F32.BF16 R24, gdesc[UR8], R24, gsb0
WARPGROUP.ARRIVE
HGMMA.64x8x16.F32.BF16 R40, R50, gdesc[UR8].tnspB, R40, gsb0
WARPGROUP.DEPBAR.LE gsb0, 0x1
FADD R60, R24, R25
MUFU.EX2 R24, R60
MUFU.EX2 R25, R60
MUFU.EX2 R26, R60
MUFU.EX2 R27, R60
@P1 BRA `(.L_x_2)
WARPGROUP.DEPBAR.LE gsb0, 0x0
FMUL R40, R40, R60
BRA `(.L_x_3)
.L_x_2:
WARPGROUP.DEPBAR.LE gsb0, 0x0
.L_x_3:
F2FP R50, R24, R25
@!P0 BRA `(.L_x_1)
EXIT"""


def wrong(*replacements):
    text = RIGHT
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new, 1)
    lines = [f".text.{KERNEL}:"]
    for number, line in enumerate(text.splitlines()):
        lines.append(line if line.startswith(".L") else f"        /*{16 * number:04x}*/                   {line} ;")
    (function,) = machine_code.functions("\n".join(lines))
    return machine_code.examine(function)[1]


class Schedule(unittest.TestCase):
    def test_right(self):
        self.assertEqual(wrong(), [])

    def test_an_early_wait(self):
        self.assertIn("0 of 4 exponentials", wrong(("FADD R60", "WARPGROUP.DEPBAR.LE gsb0, 0x0\nFADD R60"))[0])

    def test_a_block_that_is_done_again(self):
        """What an unusual tile does behind the wait does not count, on whichever side of the branch it stands."""
        again = "MUFU.EX2 R24, R60\n" * 4
        self.assertEqual(wrong(("FMUL R40, R40, R60", again + "FMUL R40, R40, R60")), [])
        self.assertIn("3 exponentials for 4 scores", wrong(("MUFU.EX2 R25, R60\n", ""))[0])
        self.assertIn("2 exponentials for 4 scores", wrong(("MUFU.EX2 R24, R60\nMUFU.EX2 R25", "@P2 BRA `(.L_x_4)\nMUFU.EX2 R24, R60\nMUFU.EX2 R25"),
                                                           ("MUFU.EX2 R26", ".L_x_4:\nMUFU.EX2 R26"))[0])

    def test_a_spill(self):
        self.assertIn("1 instructions of the main loop spill", wrong(("FADD R60", "STL [R1], R2\nFADD R60"))[0])
        self.assertEqual(wrong(("EXIT", "LDL R2, [R1]\nEXIT")), [])

    def test_registers_in_flight(self):
        for old, new in [
            ("WARPGROUP.DEPBAR.LE gsb0, 0x1\n", ""),  # the scores are read before they are there
            ("gsb0, 0x1", "gsb0, 0x2"),
            ("FADD R60, R24, R25", "FADD R60, R24, R43"),  # a result of the second product, the last one of its four
            ("FADD R60, R24, R25", "LDG.E.64 R39, [R60.64]"),  # the upper half of what is loaded
            ("FADD R60, R24, R25", "FADD R53, R24, R25"),  # an operand, written
            (".L_x_2:\nWARPGROUP.DEPBAR.LE gsb0, 0x0\n", ".L_x_2:\n"),  # a path without the wait: weights are rounded too soon
            ("WARPGROUP.ARRIVE\nHGMMA.64x8x16.F32.BF16 R40", "FADD R60, R24, R60\nWARPGROUP.ARRIVE\nHGMMA.64x8x16.F32.BF16 R40"),  # between the products
        ]:
            self.assertTrue(any("in flight" in line for line in wrong((old, new))), (old, new))
        for old, new in [
            ("FADD R60, R24, R25", "FADD R60, R24, R44"),  # one after the last
            ("FADD R60, R24, R25", "FADD R60, R24, R53"),  # an operand, read
            ("FADD R60, R24, R25", "LDG.E R39, [R60.64]"),
            ("FADD R60, R24, R25", "STG.E [R60.64], R53"),
        ]:
            self.assertEqual(wrong((old, new)), [], (old, new))


if __name__ == "__main__":
    unittest.main()
