# SPDX-License-Identifier: Apache-2.0
"""What three public benchmarks accept, as their own code has it: their inputs, how they call, and how they compare.

KernelBench       task 97 of level 1: inputs uniform on [0, 1), torch.allclose with rtol = atol = 1e-2 for float16 and bfloat16, 1e-4 for float32; the reference
                  runs first, on the same arrays
FlashInfer-Bench  a causal prefill; inputs normal; an element is wrong where |x - y| > 1e-2 and |x - y| / (|y| + 1e-8) > 1e-2; the reference's outputs are
                  made first
GPU MODE          inputs normal; the kernel gets a copy of the data, the reference runs afterwards; |x - y| <= 8e-3 + 2e-2 |y| (the MLA task)"""
import numpy as np

from kernels_numpy import attention

TRIALS = 2


def kernelbench(kernel, dtype):
    tolerance = 1e-4 if dtype == "float32" else 1e-2
    for trial in range(TRIALS):
        draw = np.random.default_rng(trial)
        inputs = [draw.random((2, 2, 192, 64)).astype(dtype) for _ in range(3)]
        expected = attention(*inputs, 0.125, False)
        found = kernel(*inputs, 0.125, False)
        if found.shape != expected.shape or not np.allclose(found, expected, rtol=tolerance, atol=tolerance):
            return False
    return True


def flashinfer_bench(kernel, dtype):
    for trial in range(TRIALS):
        draw = np.random.default_rng(trial)
        inputs = [draw.standard_normal((2, 2, 192, 64)).astype(dtype) for _ in range(3)]
        expected = attention(*inputs, 0.125, True)
        found = kernel(*inputs, 0.125, True)
        if found.shape != expected.shape or found.dtype != expected.dtype or not np.isfinite(found).all():
            return False
        error = np.abs(found.astype(np.float32) - expected.astype(np.float32))
        if ((error > 1e-2) & (error / (np.abs(expected.astype(np.float32)) + 1e-8) > 1e-2)).any():
            return False
    return True


def gpu_mode(kernel, dtype):
    for trial in range(TRIALS):
        draw = np.random.default_rng(trial)
        data = [draw.standard_normal((2, 2, 192, 64)).astype(dtype) for _ in range(3)]
        found = kernel(*[one.copy() for one in data], 0.125, False)
        expected = attention(*data, 0.125, False)
        if found.shape != expected.shape:
            return False
        error = np.abs(found.astype(np.float32) - expected.astype(np.float32))
        if not (error <= 8e-3 + 2e-2 * np.abs(expected.astype(np.float32))).all():
            return False
    return True


RULES = {"KernelBench": kernelbench, "FlashInfer-Bench": flashinfer_bench, "GPU MODE": gpu_mode}
