// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::bench {

/// One row of scores in one pass after the greatest is known: x = scale * score + B, exp(x - greatest), the sum, times
/// C, written as float or as the bits of bfloat16. `bias` and `factor` are the row's slices of the Toeplitz families,
/// in the order of the keys, or null. Returns the sum of the weights without C, by which the caller divides the row of
/// the output.
///
/// Written by hand for AVX-512, as somebody would who composes attention of a library's products and wants speed.
bool toeplitz_softmax_available(bool bfloat16);
float toeplitz_softmax(std::int64_t length, float scale, float* scores, const float* bias, const float* factor);
float toeplitz_softmax(std::int64_t length, float scale, float* scores, const float* bias, const float* factor,
                       std::uint16_t* weights);

/// to[c] = from[c] / sum, as float (from may be to) or bfloat16.
void divide_row(std::int64_t width, float sum, const float* from, float* to);
void divide_row(std::int64_t width, float sum, const float* from, std::uint16_t* to);

}  // namespace attest::bench
