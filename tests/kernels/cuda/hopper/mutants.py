#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes one thing away from the Hopper kernels at a time (a wait, a fence, a release, an offset) and says whether the emulation sees it.

    mutants.py --compiler g++ --source DIR --libraries LIB... [--only WORD] [--jobs N]

Every fault is a replacement of text that occurs in a file of kernels/cuda/hopper. (The turns at the matrix unit are not among them:
they are for speed, and without them the kernel computes the same. Nor is releasing a block's keys before its product has read
them, where the reference does not lag: their place is filled again only after the values of the block before were released, which
comes later.
Rows that see no key are attention_test.cpp's.) Prints a line for each; exit code 1 if one
was not seen (or its text no longer occurs, or does not compile), 0 if all were."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

FOLDER = "kernels/cuda/hopper"
DRIVER = "tests/kernels/cuda/hopper/mutant_driver.cpp"
# File, which occurrence of the text (from 0), text, replacement.
FAULTS = [
    # synchronization
    ("copies.cuh", 0, "mbarrier_wait(&shared.query_empty, query_parity ^ 1);", ""),
    ("copies.cuh", 0, "mbarrier_wait(&shared.key_empty[keys.slot], keys.parity ^ 1);", ""),
    ("slices.cuh", 0, "mbarrier_wait(&shared.terms_empty[ring.slot], ring.parity ^ 1);", ""),
    ("slices.cuh", 0, "release_slot(&shared.terms_full[ring.slot]);", ""),
    ("slices.cuh", 0, "release_slot(&shared.terms_full[ring.slot]);", "if (threadIdx.x % 32 == 0) mbarrier_arrive(&shared.terms_full[ring.slot]);"),
    ("slices.cuh", 0, "ring.advance();", ""),
    ("attention.cuh", 0, "&shared.terms_full[slot], Tile::kWriters / 32", "&shared.terms_full[slot], 1"),
    ("attention.cuh", 0, "threadIdx.x >= 128 - Tile::kWriters", "threadIdx.x >= 64"),
    ("copies.cuh", 0, "mbarrier_wait(&shared.value_empty[values.slot], values.parity ^ 1);", ""),
    ("attention.cuh", 0, "mbarrier_wait(&shared.query_full, query_parity);", ""),
    ("attention.cuh", 0, "mbarrier_wait(&shared.key_full[keys.slot], keys.parity);", ""),
    ("attention.cuh", 1, "mbarrier_wait(&shared.key_full[keys.slot], keys.parity);", ""),
    ("attention.cuh", 0, "mbarrier_wait(&shared.value_full[values.slot], values.parity);", ""),
    ("attention.cuh", 1, "mbarrier_wait(&shared.value_full[values.slot], values.parity);", ""),
    ("attention.cuh", 0, "if (slices) mbarrier_wait(&shared.terms_full[keys.slot], keys.parity);", ""),
    *(("attention.cuh", number, "release_keys();", "") for number in range(4)),  # before the loop; again, kept; without a lag
    *(("attention.cuh", number, "release_terms();", "") for number in range(4)),
    ("attention.cuh", 1, "await_terms();", ""),
    ("attention.cuh", 2, "await_terms();", ""),
    ("attention.cuh", 0, "release_slot(&shared.value_empty[values.slot]);", ""),
    ("attention.cuh", 1, "release_slot(&shared.value_empty[values.slot]);", ""),
    ("attention.cuh", 0, "release_slot(&shared.query_empty);", ""),
    ("tile.cuh", 0, "  __syncwarp();\n", ""),
    ("tile.cuh", 0, "if (threadIdx.x % 32 == 0) mbarrier_arrive(barrier);", "mbarrier_arrive(barrier);"),
    ("copies.cuh", 0, "query_parity ^= 1;", ""),
    ("attention.cuh", 0, "query_parity ^= 1;", ""),
    ("attention.cuh", 0, "fence_async_proxy();", ""),
    ("attention.cuh", 0, "  __syncthreads();", ""),
    ("attention.cuh", 0, "products_wait<0>();", ""),
    ("attention.cuh", 1, "products_wait<0>();", ""),
    ("attention.cuh", 2, "products_wait<0>();", ""),
    ("attention.cuh", 0, "products_wait<1>();", ""),
    ("attention.cuh", 0, "products_wait<1>();", "products_wait<2>();"),
    ("attention.cuh", 0, "products_begin();", ""),
    ("attention.cuh", 1, "products_begin();", ""),
    ("attention.cuh", 0, "products_commit();", ""),
    ("attention.cuh", 1, "products_commit();", ""),
    ("attention.cuh", 0, "barrier_arrive(1, kPairOfGroups);", ";"),
    ("attention.cuh", 0, "keys.advance();", ""),
    ("attention.cuh", 0, "values.advance();", ""),
    ("copies.cuh", 0, "keys.advance();", ""),
    ("copies.cuh", 0, "values.advance();", ""),
    ("tile.cuh", 0, "parity ^= 1;", ""),
    ("copies.cuh", 0, "mbarrier_arrive_expect(&shared.key_full[keys.slot], Tile::kKeyBytes);", "mbarrier_arrive(&shared.key_full[keys.slot]);"),
    ("attention.cuh", 0, "constexpr int kWarps = 4 * Tile::kConsumers;", "constexpr int kWarps = Tile::kConsumers;"),
    # what overlaps what
    *(("attention.cuh", number, "            await_output();\n", "") for number in range(3)),  # kept; without a lag, rescaled and not
    ("attention.cuh", 0, "await_output();  // and these scores", ""),
    ("attention.cuh", 3, "release_keys();", "release_keys();release_keys();"),
    ("attention.cuh", 0, "          weigh_block(block, follow_greatest);\n", "          weigh_block(block, follow_greatest);\n        round_weights<Tile>(weights, scores);\n"),
    # the reference that lags
    ("attention.cuh", 0, "const bool fits[2] = {", "release_keys();const bool fits[2] = {"),
    ("attention.cuh", 0, "const bool fits[2] = {sums[0] <= kMostSum", "const bool fits[2] = {true"),
    ("attention.cuh", 0, "sums[1] <= kMostSum", "true"),
    ("attention.cuh", 0, "any_of_group(kVote + group, ", "any_lane("),
    ("attention.cuh", 0, "kVote + group", "kVote"),
    ("attention.cuh", 0, "!(fits[0] && fits[1])", "!fits[0]"),
    ("attention.cuh", 0, "            begin_scores<Tile>", "            if (false) begin_scores<Tile>"),
    ("attention.cuh", 0, "whole_row(fits[0]) ? INFINITY", "fits[0] ? INFINITY"),
    ("attention.cuh", 0, "whole_row(fits[1]) ? INFINITY : 0.0f", "INFINITY"),
    ("attention.cuh", 0, "whole_row(fits[0]) ? INFINITY : 0.0f", "0.0f"),
    ("attention.cuh", 0, "__shfl_xor_sync(kAllLanes, all, 2)", "__shfl_xor_sync(kAllLanes, all, 4)"),
    ("attention.cuh", 0, "rows.sum[1] += sums[1];", ""),
    ("attention.cuh", 0, "            rescale_output();", ""),
    ("softmax.cuh", 0, "kMostSum = 256", "kMostSum = 0x1p100f"),
    ("attention.cuh", 0, "raise_registers<Tile::kConsumerRegisters>", "raise_registers<Tile::kConsumerRegisters + 16>"),
    # layouts
    ("wgmma.cuh", 0, "field(8 * kSwizzle) << 32", "field(16 * kSwizzle) << 32"),
    ("wgmma.cuh", 0, "kSwizzle == 128 ? 1 : 2", "kSwizzle == 128 ? 2 : 1"),
    ("attention.cuh", 0, "group * 64 * Tile::kSwizzle", "group * 32 * Tile::kSwizzle"),
    ("attention.cuh", 0, "step * 16 * Tile::kSwizzle", "step * 8 * Tile::kSwizzle"),
    ("attention.cuh", 0, "2 * (16 * step % Tile::kChunk)", "16 * step % Tile::kChunk"),
    ("attention.cuh", 0, "weights + 4 * step", "weights + 2 * step"),
    ("attention.cuh", 0, "pack<typename Tile::Number>(scores[2 * i], scores[2 * i + 1])", "pack<typename Tile::Number>(scores[2 * i + 1], scores[2 * i])"),
    ("attention.cuh", 0, "step > 0)", "true)"),
    ("terms.cuh", 0, "pairs - 8", "pairs - 6"),
    ("terms.cuh", 0, "Tile::kShifted + start - 1", "Tile::kShifted + start + 1"),
    ("terms.cuh", 0, "apply(scores[4 * g + 2], lower.first);", "apply(scores[4 * g + 2], upper.first);"),
    ("terms.cuh", 0, "lower = upper;", ""),
    ("slices.cuh", 0, "Tile::kShifted + x - 1", "Tile::kShifted + x"),
    ("slices.cuh", 0, "x >= Tile::kSlice) continue;", "x >= Tile::kSlice - 8) continue;"),
    ("slices.cuh", 0, "block * Tile::kKeys + Tile::kQueries", "block * Tile::kKeys"),
    ("slices.cuh", 0, "arguments.keys - 1 - writer", "arguments.keys - writer"),
    ("slices.cuh", 0, "head * term.values.head", "0 * term.values.head"),
    ("slices.cuh", 0, "static_cast<unsigned>(place) < static_cast<unsigned>(diagonals)", "true"),
    ("slices.cuh", 0, "value = bias_unit(value);", ";"),
    # softmax
    ("attention.cuh", 0, "output[i] *= rows.correction[i / 2 % 2];", "output[i] *= rows.correction[i % 2];"),
    ("attention.cuh", 0, "output[i] *= rows.correction[i / 2 % 2];", ";"),
    ("attention.cuh", 0, "any_lane(rows.correction[0] != 1 || rows.correction[1] != 1)", "any_lane(rows.correction[0] != 1)"),
    ("attention.cuh", 0, "any_lane(rows.correction[0] != 1 || rows.correction[1] != 1)", "rows.correction[0] != 1"),
    ("softmax.cuh", 0, "rows.sum[upper] =\n        fmaf(rows.sum[upper], rows.correction[upper], ", "rows.sum[upper] =\n        (rows.sum[upper] + "),
    ("softmax.cuh", 0, "fmaf(rows.weighted[upper], rows.correction[upper], sum)", "rows.weighted[upper] + sum"),
    ("softmax.cuh", 0, "__shfl_xor_sync(kAllLanes, greatest, 2)", "__shfl_xor_sync(kAllLanes, greatest, 4)"),
    ("softmax.cuh", 0, "8 * g >= visible", "8 * g > visible"),
    ("softmax.cuh", 0, "first_key + Tile::kKeys > visible_keys", "first_key > visible_keys"),
    ("arguments.cuh", 0, "end < arguments.queries ? end : arguments.queries) - 1", "end < arguments.queries ? end : arguments.queries) - 192"),
    ("arguments.cuh", 0, ": diagonal) + 1;", ": diagonal);"),
]


def occurrence(text, part, number):
    at = -1
    for _ in range(number + 1):
        at = text.find(part, at + 1)
        if at < 0:
            return -1
    return at


def outcome(options, root, driver):
    """What the driver prints with the kernels that lie under root."""
    program = f"{root}/driver"
    command = [options.compiler, "-std=c++20", "-O1", "-w", "-I", root, "-I", options.source,
               f"{options.source}/{driver}", "-o", program, *options.libraries, "-lpthread"]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode != 0:
        return f"does not compile: {built.stderr[:2000]}"
    try:
        ran = subprocess.run([program], capture_output=True, text=True, timeout=300)
        return ran.stdout if ran.returncode >= 0 else f"ends by signal {-ran.returncode}"
    except subprocess.TimeoutExpired:
        return "runs for ever"


def try_fault(options, room_name, driver, right, fault):
    """Whether a fault was seen, and the line that says so."""
    name, number, text, replacement = fault
    title = f"{name} [{number}] {' '.join(text.split())} -> {' '.join(replacement.split()) or 'nothing'}"
    with tempfile.TemporaryDirectory() as root:
        room = pathlib.Path(root, room_name)
        shutil.copytree(pathlib.Path(options.source, room_name), room)
        file = room / name
        original = file.read_text()
        at = occurrence(original, text, number)
        if at < 0:
            return False, f"GONE   {title}"
        file.write_text(original[:at] + replacement + original[at + len(text):])
        printed = outcome(options, root, driver)
    if printed.startswith("does not compile"):
        return False, f"BROKEN {title}: {printed}"
    how = "missed" if printed == right else "other bits" if printed.startswith("0 ") else printed.strip()
    return printed != right, f"{'MISSED' if printed == right else 'seen  '} {title}: {how}"


def main(room_name, driver, faults):
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--source", required=True)
    parser.add_argument("--libraries", nargs="+", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        right = outcome(options, root, driver)
    if not right.startswith("0 "):
        sys.exit(f"without a fault: {right}")
    chosen = [fault for fault in faults if options.only in fault[2]]
    seen = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for was_seen, line in pool.map(lambda fault: try_fault(options, room_name, driver, right, fault), chosen):
            seen += was_seen
            print(line, flush=True)
    print(f"{len(chosen)} faults, {seen} seen")
    return 0 if seen == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(FOLDER, DRIVER, FAULTS))
