#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes one thing away from the gradients at a time and says whether the emulation sees it; options as in hopper/mutants.py.

(Not among them: the barrier before a tile goes to its diagonals. Products of every width but 0 have one, too, and without any the sums are 0.)"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "hopper"))
import mutants  # noqa: E402

# File, which occurrence of the text (from 0), text, replacement.
FAULTS = [("gradient_parts.cuh", 0, "stride == 0 ? Range{0, length}", "stride == 0 ? Range{0, 1}")]
FAULTS += [("gradient.cuh", *fault) for fault in (
    # synchronization
    (0, "      __syncthreads();\n      load(", "      load("),
    (0, "      __syncthreads();\n#pragma unroll 8\n      for (int c", "#pragma unroll 8\n      for (int c"),
    (0, "  __syncthreads();\n  const auto i", "  const auto i"),
    (0, "        __syncthreads();  // the last product was read\n", ""),
    (0, "        __syncthreads();\n#pragma unroll 8\n        for (int n", "#pragma unroll 8\n        for (int n"),
    (0, "          __syncthreads();\n          if (threadIdx.x", "          if (threadIdx.x"),
    # the mathematics
    (0, "fmaf(s[r], scale, bias)", "s[r] * scale"),
    (0, "fmaf(s[r], scale, bias)", "scale * (s[r] + bias)"),
    (0, "(score - sum) * kLog2E", "score - sum"),
    (0, "a[r] * (d[r] - delta_[(b_ * p_.heads + h_) * p_.queries + i])", "a[r] * d[r]"),
    (0, "a[r] * (d[r] - delta_[(b_ * p_.heads + h_) * p_.queries + i])", "a[r] * (d[r] - delta_[h_ * p_.queries + i])"),
    (0, "    multiply_factor(d);\n", ""),
    (0, "    if (with_factor) multiply_factor(d);\n", "    multiply_factor(d);\n"),
    (0, "    if (with_factor) multiply_factor(d);\n", ""),
    (0, "          tile.multiply_factor(numbers);\n", ""),
    (0, "of == GradientOf::value ? 1.0f : static_cast<float>(p.scale)", "1.0f"),
    (0, "of == GradientOf::value ? 1.0f : static_cast<float>(p.scale)", "static_cast<float>(p.scale)"),
    (0, "tile.weighted_products(numbers, false);", "tile.weighted_products(numbers, true);"),
    (0, "sum -= static_cast<float>", "sum += static_cast<float>"),
    (0, "(distance < 0 ? -distance : distance) * from[t]", "(distance) * from[t]"),
    # indices
    (0, "i - j + p.keys - 1", "i - j + p.keys"),
    (0, "j < visible_end(p_, i)", "j <= visible_end(p_, i)"),
    (0, "last < p_.queries ? last : p_.queries - 1", "i_"),
    (0, "first_row + row(r) < rows && ", ""),
    (0, " && first + column() < width;", ";"),
    (0, "by_query ? i * WeightTile::kStride + j : j * WeightTile::kStride + i", "i * WeightTile::kStride + j"),
    (0, "at < others && c < width ?", "c < width ?"),
    (0, "at < others && c < width ?", "at < others ?"),
    (0, "if (at < rows && c < width)", "if (at < rows)"),
    (0, "offset_of(other, b, h, at)", "offset_of(other, part_b, part_h, at)"),
    (0, "const std::int64_t first_column = block % panels * kGradientColumns;", "const std::int64_t first_column = 0;"),
    (0, "most = middle + kGradientTile - 1", "most = middle"),
    (0, "least = middle - (kGradientTile - 1)", "least = middle"),
    (0, "middle - static_cast<std::int64_t>(threadIdx.x) + r - j", "middle - static_cast<std::int64_t>(threadIdx.x) - r - j"),
    (0, "c >= 0 && c < kGradientTile) sum", "c > 0 && c < kGradientTile) sum"),
    (0, "b < p.batches; ++b)", "b < 1; ++b)"),
    (0, "if (i < p.queries && j < p.keys) row_of<float>", "if (i < p.queries) row_of<float>"),
    (0, "task.delta[block * p.queries + first + i] = sum;", "task.delta[block * p.queries + i] = sum;"),
)]

if __name__ == "__main__":
    sys.exit(mutants.main("kernels/cuda", "tests/kernels/cuda/gradient_mutant_driver.cpp", FAULTS))
