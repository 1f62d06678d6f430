#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes one thing away from the Hopper gradients at a time and says whether the emulation sees it; options as in mutants.py.

(What they share with the forward kernel, such as the products' fences and descriptors, is in mutants.py.)"""
import sys

import mutants

KERNEL, WEIGH, TILE, INPUTS, LAUNCH = (f"gradient{part}.cuh" for part in ("", "_weigh", "_tile", "_inputs", "_launch"))
# File, which occurrence of the text (from 0), text, replacement.
FAULTS = [
    # synchronization
    (KERNEL, 0, "mbarrier_wait(&shared.rows_empty, rows_parity ^ 1);", ""),
    (KERNEL, 0, "mbarrier_wait(&shared.empty[ring.slot], ring.parity ^ 1);", ""),
    (KERNEL, 0, "mbarrier_wait(&shared.rows_full, rows_parity);", ""),
    (KERNEL, 0, "mbarrier_wait(&shared.full[ring.slot], ring.parity);", ""),
    (KERNEL, 0, "release_slot(&shared.empty[ring.slot]);", ""),
    (KERNEL, 0, "release_slot(&shared.rows_empty);", ""),
    (KERNEL, 0, "products_wait<0>();", ""),
    (KERNEL, 0, "products_wait<0>();", "products_wait<1>();"),
    (KERNEL, 1, "products_wait<0>();", ""),
    (KERNEL, 1, "products_wait<0>();", "products_wait<1>();"),
    (KERNEL, 0, "rows_parity ^= 1;", ""),
    (KERNEL, 1, "rows_parity ^= 1;", ""),
    (KERNEL, 0, "ring.advance();", ""),
    (KERNEL, 1, "ring.advance();", ""),
    (KERNEL, 0, "fence_async_proxy();", ""),
    (KERNEL, 0, "  __syncthreads();", ""),
    (KERNEL, 0, "constexpr int kWarps = 4 * Tile::kConsumers;", "constexpr int kWarps = Tile::kConsumers;"),
    (KERNEL, 0, "raise_registers<Tile::kConsumerRegisters>", "raise_registers<Tile::kConsumerRegisters + 16>"),
    (KERNEL, 0, "mbarrier_arrive_expect(&shared.rows_full, 2 * Tile::kQueryBytes)", "mbarrier_arrive_expect(&shared.rows_full, Tile::kQueryBytes)"),
    (KERNEL, 0, "2 * (Tile::kBias + Tile::kFactor) * kSliceBytes", "(Tile::kBias + Tile::kFactor) * kSliceBytes"),
    (KERNEL, 0, "2 * Tile::kByKey * kNumberBytes", "Tile::kByKey * kNumberBytes"),
    # what overlaps what
    (KERNEL, 0, "begin_output<Tile>(sums, gradients", "release_slot(&shared.empty[ring.slot]);release_slot(&shared.empty[ring.slot]);begin_output<Tile>(sums, gradients"),
    (KERNEL, 0, "round_weights<Tile>(gradients, products);", "round_weights<Tile>(gradients, products); if constexpr (Tile::kByKey) round_weights<Tile>(weights, products);"),
    # what is copied and multiplied
    (KERNEL, 0, "Tile::kByKey ? arguments.value : arguments.grad_output", "Tile::kByKey ? arguments.value : arguments.query"),
    (KERNEL, 0, "Tile::kByKey ? arguments.grad_output : arguments.value", "Tile::kByKey ? arguments.query : arguments.value"),
    (KERNEL, 0, "chunk * rows * Tile::kSwizzle", "chunk * Tile::kSwizzle"),
    (KERNEL, 0, "chunk * Tile::kChunk", "0"),
    (KERNEL, 0, "head * input.head", "head"),
    (KERNEL, 0, "first_column - work.first_row - Tile::kQueries", "first_column - work.first_row"),
    (KERNEL, 0, "to + Tile::kShifted, from + arguments.spread_length", "to + Tile::kShifted, from"),
    (KERNEL, 0, "arguments.number_length + first_column", "arguments.number_length"),
    (KERNEL, 0, "arguments.number_length + place.query", "arguments.number_length + place.row"),
    (KERNEL, 0, "arguments.delta + from, kNumberBytes", "arguments.log_sum_exp + from, kNumberBytes"),
    (KERNEL, 0, "arguments.log_sum_exp[from + 8 * upper]", "arguments.log_sum_exp[from]"),
    (KERNEL, 0, "arguments.delta[from + 8 * upper]", "arguments.delta[from]"),
    (KERNEL, 0, "head = work.head + pass % arguments.heads_each", "head = work.head"),
    (KERNEL, 0, "head = work.head + h;", "head = work.head;"),
    (KERNEL, 0, "group * 64 * Tile::kSwizzle", "group * 32 * Tile::kSwizzle"),
    (KERNEL, 0, "kNext = Tile::kKeys * Tile::kSwizzle", "kNext = Tile::kQueries / 4 * Tile::kSwizzle"),
    (KERNEL, 0, "moved(second_by_rows, stage)", "second_by_rows"),
    (KERNEL, 0, "moved(second_by_columns, stage)", "moved(first_by_columns, stage)"),
    (KERNEL, 0, "moved(first_by_columns, stage)", "moved(second_by_columns, stage)"),
    (KERNEL, 0, "for (float& sum : value_sums) sum = 0;", "if (unit == 0) for (float& sum : value_sums) sum = 0;"),
    # what is written
    (KERNEL, 0, "sums[4 * g + 2 * upper] * scale", "sums[4 * g + 2 * upper]"),
    (KERNEL, 0, "place.query + 8 * upper;", "place.query + 4 * upper;"),
    (KERNEL, 0, "in_pairs && column + 1 < columns", "in_pairs"),
    (KERNEL, 0, "problem.value_width, 1, value_sums", "problem.value_width, arguments.scale, value_sums"),
    # weights and dS
    (WEIGH, 0, "fmaf(score, scale, value)", "score * scale"),
    (WEIGH, 0, "score *= scale;", ";"),
    (WEIGH, 0, "8 * g < first", "8 * g <= first"),
    (WEIGH, 0, "8 * g + 1 < first", "8 * g < first"),
    (WEIGH, 0, "first_query_of(arguments, group_row + 63)", "first_query_of(arguments, group_row)"),
    (WEIGH, 0, "visible_keys(arguments, group_row)) return", "visible_keys(arguments, group_row + 63)) return"),
    (WEIGH, 0, "visible_keys(arguments, place.query + 8 * upper) - first", "visible_keys(arguments, place.query + 8 * upper) - first_column"),
    (WEIGH, 0, "(products[i] - delta)", "products[i]"),
    (WEIGH, 0, "(scores[i] - log_sum_exp) * kLog2E", "(scores[i] - log_sum_exp)"),
    (WEIGH, 0, "if constexpr (Tile::kFactor) with_relative", "if constexpr (false) with_relative"),
    (WEIGH, 0, "if constexpr (Tile::kFactor && Tile::kByKey)", "if constexpr (false)"),
    (WEIGH, 0, "Tile::kByKey ? sums.second", "Tile::kByKey ? sums.first"),
    (WEIGH, 0, "Tile::kByKey ? deltas.second", "Tile::kByKey ? deltas.first"),
    (WEIGH, 0, "stage.log_sum_exp + 8 * g + 2 * place.pair", "stage.log_sum_exp + 8 * g"),
    # units of work
    (TILE, 0, "work.first_block = first_column / Tile::kKeys", "work.first_block = padded(first_column, Tile::kKeys) / Tile::kKeys"),
    (TILE, 0, "visible_keys(a, last)", "visible_keys(a, work.first_row)"),
    (TILE, 0, "j - a.problem.diagonal", "j"),
    (TILE, 0, "part / a.part_heads", "part"),
    # what is read beside the arrays
    (INPUTS, 0, "stored > -INFINITY ? stored : INFINITY", "stored"),
    (INPUTS, 0, ": INFINITY;\n    log_sum_exp", ": 0;\n    log_sum_exp"),
    (INPUTS, 0, "int step = 16", "int step = 8"),
    (INPUTS, 0, "by_key ? x - origin : origin - x", "origin - x"),
    (INPUTS, 0, "plain[length + x - 1] = value", "plain[length + x] = value"),
    (LAUNCH, 0, "Tile::kByKey ? Tile::kKeys : Tile::kQueries", "Tile::kQueries"),
    (LAUNCH, 0, "p.heads / arguments.part_heads", "1"),
    (LAUNCH, 0, "arguments.delta = numbers + rows;", "arguments.delta = numbers;"),
]

if __name__ == "__main__":
    sys.exit(mutants.main(mutants.FOLDER, "tests/kernels/cuda/hopper/gradient_mutant_driver.cpp", FAULTS))
