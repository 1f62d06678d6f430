// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/kernels/head.hpp"

namespace attest::verify {

/// Whether no operation of row i's scores can round, in any order, in a kernel of this class: every product and bias is
/// a multiple of one power of two, and the sum of all magnitudes is at most 2^p of it, p the bits of accumulation; the
/// scale is a power of two, and nothing is small enough to underflow. Then tied scores are tied in the kernel, too, and
/// its tie rule is held to the letter (docs/numerics.md, N.11).
bool scores_cannot_round(const Head& head, const attest_error_class& error, std::int64_t i);

}  // namespace attest::verify
