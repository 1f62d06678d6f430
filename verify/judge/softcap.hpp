// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/judge/head.hpp"
#include "verify/judge/simd/code.hpp"

namespace attest::verify::judge {

// Scores of a problem with a softcap, which takes a row's sums of q k to softcap * tanh(scale * sum / softcap) before a
// rung's passes add B. Rows hold a multiple of 8 numbers. Docs/numerics.md, T.7.

/// In double. A sum that is not finite becomes NaN, so that it is not lost.
void cap_scores(const Head& head, const simd::Code& code, double* scores, std::int64_t count);
/// In double-double.
void cap_scores(const Head& head, const simd::Code& code, double* high, double* low, std::int64_t count);

/// The absolute errors of the two, beside those of the sums; 0 without a softcap.
double cap_error(const Head& head);
double precise_cap_error(const Head& head);

}  // namespace attest::verify::judge
