#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All tests of the second checker: language, enclosures, rules, and the case files that both checkers share."""

import sys
import unittest

from harness import checking

MODULES = ("language_test", "enclosure_test", "rules_test", "record_test", "shared_cases_test")


def main():
    suite = unittest.defaultTestLoader.loadTestsFromNames(MODULES)
    result = unittest.TextTestRunner().run(suite)
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(checking.with_deep_stack(main))
