#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes one thing away from the portable kernels at a time and says whether the emulation sees it; options as in hopper/mutants.py."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "hopper"))
import mutants  # noqa: E402

MMA, SIMT = "products_mma.cuh", "products_simt.cuh"
# File, which occurrence of the text (from 0), text, replacement.
FAULTS = [
    # synchronization
    (MMA, 0, "wait_copies<1>();  // the keys; the values behind them may still be under way\n", ""),
    (MMA, 0, "wait_copies<1>();  // the values; the next keys may still be under way\n", ""),
    (MMA, 0, "wait_copies<1>();  // the keys", "wait_copies<2>();  // the keys"),
    (MMA, 0, "    __syncthreads();\n", ""),
    (MMA, 1, "    __syncthreads();\n", ""),
    (MMA, 2, "    __syncthreads();\n", ""),
    (MMA, 3, "    __syncthreads();\n", ""),
    (MMA, 0, "    copy_keys(0);\n    commit_copies();\n", "    copy_keys(0);\n"),
    (MMA, 0, "if (next_key > first_key) copy_values(next_key);\n", "copy_values(first_key);\n"),
    (SIMT, 0, "    __syncthreads();\n    for (int k", "    for (int k"),
    (SIMT, 0, "      __syncthreads();\n      for (int d", "      for (int d"),
    (SIMT, 0, "      __syncthreads();\n    }\n  }", "    }\n  }"),
    (SIMT, 0, "      __syncthreads();\n#pragma unroll 4", "#pragma unroll 4"),
    # layouts
    (MMA, 0, "lane() / 16 * kHalfDepth", "lane() / 8 % 2 * kHalfDepth"),
    (MMA, 0, "lane() / 16 * 8 + lane() % 8", "lane() % 16"),
    (MMA, 0, "lane() / 16 * 8);", "lane() / 8 % 2 * 8);"),
    (MMA, 0, "2 * (lane() % 4) + i % 2) * stride", "lane() % 4 + i % 2 * 4) * stride"),
    (MMA, 0, "w[i % 2][c + i / 2]", "w[i / 2][c + i % 2]"),
    (MMA, 0, "word = round_to_tf32(as_float(word));", "word = word;"),
    (MMA, 0, "scores[r][c] = sums[c / 2][2 * r + c % 2];", "scores[r][c] = sums[c / 2][r + 2 * (c % 2)];"),
    (MMA, 0, "row < rows && column < width;", "row < rows;"),
    (SIMT, 0, "row < rows ? read", "row <= rows ? read"),
    (SIMT, 0, "if (d < depth)", "if (d + 1 < depth)"),
    ("terms.cuh", 0, "query - key + kKeys - 1", "query - key + kKeys"),
    ("terms.cuh", 0, "(kKeys - 1) + place", "kKeys + place"),
    ("terms.cuh", 0, "kSize = kQueries + kKeys - 1", "kSize = kQueries + kKeys - 2"),
    ("attention.cuh", 0, "      fetch_slices(next_key);\n", ""),
    ("attention.cuh", 0, "output_[r][c] *= rescale[r];", "output_[r][c] *= 1.0f;"),
    ("attention.cuh", 0, "j >= visible_[r]", "j > visible_[r]"),
    ("attention.cuh", 0, "last < Products::kQueries - 1 ? last : Products::kQueries - 1", "0"),
    ("attention.cuh", 0, "rows_.factored[r] += weights[r][c];", ""),
    ("attention.cuh", 0, "fmaf(scores[r][c], scale, bias(r, c))", "scale * (scores[r][c] + bias(r, c))"),
    ("tile.cuh", 0, "i + p.diagonal + 1", "i + p.diagonal"),
    # softmax and hardmax
    ("weights.cuh", 0, "sum[r] = sum[r] * rescale[r] + added;", "sum[r] += added;"),
    ("weights.cuh", 0, "factored[r] *= rescale[r];", ""),
    ("weights.cuh", 0, "greatest[r] == -INFINITY ? 0.0f : greatest[r]", "greatest[r]"),
    ("weights.cuh", 0, "step < kLanes; step *= 2) x = fmaxf", "2 * step < kLanes; step *= 2) x = fmaxf"),
    ("weights.cuh", 0, "before < greatest[r] ? 0.0f : 1.0f", "1.0f"),
    ("weights.cuh", 0, "(before < greatest[r] && key(c) == first)", "key(c) == first"),
    ("weights.cuh", 0, "first = least_of_row<kLanes>(first);", ""),
]

if __name__ == "__main__":
    sys.exit(mutants.main("kernels/cuda", "tests/kernels/cuda/mutant_driver.cpp", FAULTS))
