// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/attest_kernel.h"
#include "kernels/cpu/packed/engine.hpp"

namespace attest::kernels::packed {

/// Whether an engine can do a well-formed problem of its operation and dtype.
attest_status supports(const attest_problem& problem, attest_message why);

/// Bytes of scratch of `run`: packed keys and values of the heads under way, slices of relative terms, and what each
/// worker needs for a block of queries.
size_t scratch(const Engine& engine, const attest_problem& problem, int threads);

/// Computes the problem. Tasks are heads where there are many, else the blocks of queries of some heads at a time.
void run(const Engine& engine, const attest_problem& problem, void* scratch, int threads);

}  // namespace attest::kernels::packed
