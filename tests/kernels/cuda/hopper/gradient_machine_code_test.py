#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gradient_machine_code.py sees what it is there to see, and names the kernel; the reader itself is machine_code_test.py's."""
import unittest

import gradient_machine_code
import machine_code

KERNEL = ("_ZN6attest4cuda6hopper15gradient_kernelINS1_12GradientTileINS0_4HalfELi128ELNS1_5TermsE3ELNS1_5OwnerE1EEEEEv"
          "NS1_17GradientArgumentsE")
RIGHT = """.L_x_1:
WARPGROUP.ARRIVE
HGMMA.64x16x16.F32 R24, gdesc[UR4], R24, gsb0
WARPGROUP.DEPBAR.LE gsb0, 0x0
LDS.64 R60, [R61]
MUFU.EX2 R24, R60
F2FP R50, R24, R25
WARPGROUP.ARRIVE
HGMMA.64x8x16.F32 R40, R50, gdesc[UR8].tnspB, R40, gsb0
WARPGROUP.DEPBAR.LE gsb0, 0x0
@!P0 BRA `(.L_x_1)
EXIT"""


def examine(*replacements):
    text = RIGHT
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new, 1)
    lines = [f".text.{KERNEL}:"]
    for number, line in enumerate(text.splitlines()):
        lines.append(line if line.startswith(".L") else f"        /*{16 * number:04x}*/                   {line} ;")
    (function,) = machine_code.functions("\n".join(lines))
    return gradient_machine_code.examine(function)


class Gradients(unittest.TestCase):
    def test_right(self):
        self.assertEqual(examine(), (("half", 128, 3, "dK, dV", 10, 1, 2, 1, 0), []))

    def test_a_spill_anywhere(self):
        self.assertEqual(examine(("EXIT", "LDL R2, [R1]\nEXIT"))[1], ["half 128 bias and factor dK, dV: 1 instructions spill registers"])

    def test_registers_in_flight(self):
        self.assertIn("in flight is touched by LDS", examine(("gsb0, 0x0\nLDS.64 R60", "gsb0, 0x1\nLDS.64 R30"))[1][0])
        late = "WARPGROUP.DEPBAR.LE gsb0, 0x0\n@!P0"
        self.assertIn("in flight is touched by F2FP R50", examine((late, "F2FP R50, R60, R61\n" + late))[1][0])

    def test_no_loop(self):
        self.assertIn("no loop", examine(("@!P0 BRA `(.L_x_1)", "NOP"))[1][0])


if __name__ == "__main__":
    unittest.main()
