#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The validator over a library of CUDA kernels, as a user runs it. Usage: library_test.py ATTEST LIBRARY [KERNEL...]

Skipped (77) where no kernel of the library has a device."""
import json
import subprocess
import sys
import unittest

ATTEST, LIBRARY, *KERNELS = sys.argv[1:]


def attest(*words):
    return subprocess.run([ATTEST, "kernels", *words, "--library", LIBRARY, "--json"], capture_output=True, text=True)


class Library(unittest.TestCase):
    def test_every_kernel_is_inside_its_bound(self):
        for name in KERNELS:
            with self.subTest(kernel=name):
                # The menu of all sizes is for devices: the emulated one takes minutes for it.
                done = attest("validate", "--kernel", name, "--inputs", "all")
                self.assertIn(done.returncode, (0, 2), done.stderr)
                validations = json.loads(done.stdout)["validations"]
                outcomes = [validation["outcome"] for validation in validations]
                self.assertGreaterEqual(outcomes.count("inside"), 9, outcomes)
                for validation in validations:
                    self.assertIn(validation["outcome"], ("inside", "undecided", "unbounded", "unsupported"), validation)
                    if validation["outcome"] == "undecided":  # where the class promises nothing, and nowhere else
                        self.assertEqual(validation["undecided"], validation["unbounded"], validation["instance"])


if __name__ == "__main__":
    listed = attest("list")
    if listed.returncode != 0:
        sys.exit(listed.stderr)
    here = [kernel["name"] for kernel in json.loads(listed.stdout)["kernels"] if kernel["available"]]
    if not here:
        print("skipped: no CUDA device here")
        sys.exit(77)
    KERNELS = KERNELS or here
    unittest.main(argv=sys.argv[:1])
