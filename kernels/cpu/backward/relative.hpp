// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cpu/backward/engine.hpp"

namespace attest::kernels::backward {

/// The gradient of a relative term from its families (Plan::bias_sums, ...), which are used up: added up over batches,
/// chunks and the heads that share numbers, in this order; then a diagonal's sum is a Toeplitz value's gradient, sums
/// of diagonals a bucket's, of -|i - j| times them a slope's. T: of the term's values. `families` is null where
/// nothing is to be done.
template <typename T>
void finish_relative(const Plan& plan, const attest_term& term, const attest_tensor& gradient, T* families,
                     int threads);

extern template void finish_relative<float>(const Plan&, const attest_term&, const attest_tensor&, float*, int);
extern template void finish_relative<double>(const Plan&, const attest_term&, const attest_tensor&, double*, int);

}  // namespace attest::kernels::backward
