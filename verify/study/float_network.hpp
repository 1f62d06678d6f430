// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "theory/attention/modified_block.hpp"
#include "verify/instances/array.hpp"

namespace attest::verify::study {

/// Modified Transformer blocks (URPE, Definition 5) as a float program runs them, on many inputs at once.
/// tokens: [inputs, 1, n, d] in the format that every parameter and every result is rounded to: projections,
/// attention's output, the sum with the residual, the feed-forward layer. A projection's d products are summed in
/// float64 and rounded once; attention is what the scalar kernel of the format computes, hardmax with shared ties, or,
/// with an inverse temperature, softmax of the scores multiplied by it. The feed-forward layer is as
/// theory::PiecewiseLinear. Nothing if a number overflows. Formats: float64, float32, float16, bfloat16.
std::optional<instances::FloatArray> run_network(const std::vector<theory::ModifiedBlock>& blocks,
                                                 instances::FloatArray tokens,
                                                 std::optional<double> inverse_temperature = {});

}  // namespace attest::verify::study
