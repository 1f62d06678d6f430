// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::bench {

/// The middle of unfused attention on one head's scores, in place, as one would write it over a matrix library: S + B,
/// softmax over each row, times C. B and C are length x length or null. Compiled for this machine's instruction set
/// with a vectorized exp.
void softmax_rows(float* scores, std::int64_t length, const float* bias, const float* factor, int threads);

}  // namespace attest::bench
