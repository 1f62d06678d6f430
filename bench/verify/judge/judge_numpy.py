# SPDX-License-Identifier: Apache-2.0
"""Judging one head beside plain float64 attention in numpy, in turns; prints the ratio of the least times.

    python3 bench/verify/judge/judge_numpy.py build-release/bench/bench_judge [N] [D] [ROUNDS] [THREADS]
"""
import os
import subprocess
import sys
import time

program, *numbers = sys.argv[1:]
n, d, rounds, threads = [int(x) for x in numbers] + [4096, 128, 5, 1][len(numbers):]
os.environ["OPENBLAS_NUM_THREADS"] = str(threads)
import numpy  # noqa: E402  after the number of threads is set

draw = numpy.random.default_rng(1)
q, k, v = (draw.standard_normal((n, d)).astype(numpy.float32).astype(numpy.float64) for _ in range(3))


def attention():
    scores = q @ k.T * (1 / numpy.sqrt(d))
    weights = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    return (weights / weights.sum(axis=1, keepdims=True)) @ v


judged, plain = [], []
for _ in range(rounds):
    judged.append(float(subprocess.run([program, str(n), str(d), "1", str(threads), "alone"], check=True,
                                       capture_output=True, text=True).stdout))
    start = time.perf_counter()
    attention()
    plain.append(time.perf_counter() - start)
print(f"n = {n}, d = {d}, {threads} thread(s), {rounds} rounds in turns, least times")
print(f"  judge / plain float64 numpy {numpy.__version__}   {min(judged) / min(plain):.2f}")
