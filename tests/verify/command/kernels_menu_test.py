# SPDX-License-Identifier: Apache-2.0
"""`attest kernels validate` with its whole menu. Arguments: ATTEST ATTEST_CHECK REPOSITORY FOREIGN [test ...]"""
import sys
import unittest

import kernels_command_test as single
from kernels_command_test import FOREIGN


class Menu(single.KernelsTest):
    def test_the_menu(self):
        library = ["--library", FOREIGN / "naive.so", "--effort", "quick"]
        done = self.succeed("kernels", "validate", *library)
        self.assertIn("more inputs of the menu", done.stdout)
        for line in ("Reached: every one of", "Reached: 100 problems take", "Not reached: "):
            self.assertIn(line, done.stdout)
        every = self.validate(*library)
        numbers = [one["case"] for one in every]
        self.assertEqual(numbers, list(range(1, len(every) + 1)))
        (again,) = self.validate(*library, "--case", numbers[-1])
        self.assertEqual(again, every[-1])
        self.assertIn("case ", again["instance"])
        for arguments, fragment in ((["--effort", "great"], "quick, default or thorough"), (["--case", "100000"], "--case"),
                                    (["--effort", "quick", "--inputs", "random"], "--effort")):
            self.assert_one_clear_line(self.attest("kernels", "validate", "--library", FOREIGN / "naive.so", *arguments), 3, fragment)

    def test_state_and_threads_are_found_by_the_menu(self):
        single = "--inputs", "random", "--shape", "batches=1,heads=1,queries=9,keys=11,width=8,value_width=5"
        for name, inputs in (("keeps_output_of_addresses", single), ("keeps_output_of_shape", single),
                             ("keeps_keys_of_address", single), ("keeps_greatest_score", single), ("runs_once", single),
                             ("loses_heads_at_7_threads", ("--effort", "quick"))):
            with self.subTest(name=name):
                every = self.validate("--library", FOREIGN / f"{name}.so", *inputs, code=1)
                self.assertTrue({one["outcome"] for one in every} & {"outside", "failed"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
