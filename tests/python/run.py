# SPDX-License-Identifier: Apache-2.0
"""python3 run.py ROOT LIBRARY TEST...: unittest over files of this folder with the package of ROOT and the library that was built. Exit code 77, ctest's
skip, where a test file says that the packages it needs are missing."""
import os
import sys
import unittest
from pathlib import Path


def main():
    root, library, *names = sys.argv[1:]
    root, library = Path(root).resolve(), Path(library).resolve()  # tests start others elsewhere
    os.environ["ATTEST_JUDGE_LIBRARY"] = str(library)
    os.environ["PYTHONPATH"] = str(root / "python")
    os.environ.pop("ATTEST_REPLAY", None)
    # Matrices here are small: libraries' own threads would wait for one another longer than they compute.
    for library_threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(library_threads, "1")
    sys.path[:0] = [str(root / "python"), str(Path(__file__).parent)]
    suite = unittest.TestSuite()
    for name in names:
        try:
            suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(__import__(name)))
        except unittest.SkipTest as why:
            print(f"skipped: {why}")
            return 77
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
