// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/attest_kernel.h"

namespace attest::kernels {

/// Whether a term depends on i - j alone, so that it can be read as slices.
inline bool is_relative(const attest_term& term) {
  return term.kind == ATTEST_TERM_TOEPLITZ || term.kind == ATTEST_TERM_ALIBI || term.kind == ATTEST_TERM_BUCKETS;
}

/// Numbers that spread_term writes.
inline std::int64_t spread_size(const attest_problem& p) { return p.queries + p.keys > 0 ? p.queries + p.keys - 1 : 0; }

/// The values of a relative term of one head in the order of j - i, so that row i reads the contiguous slice
/// slices[queries - 1 - i + j] for j = 0, ..., keys - 1. ALiBi's -slope * |i - j| is rounded once to T.
/// T = double in a float64 problem, float in every other.
template <typename T>
void spread_term(const attest_problem& problem, const attest_term& term, std::int64_t head, T* slices);

extern template void spread_term<float>(const attest_problem&, const attest_term&, std::int64_t, float*);
extern template void spread_term<double>(const attest_problem&, const attest_term&, std::int64_t, double*);

}  // namespace attest::kernels
