// SPDX-License-Identifier: Apache-2.0
#include "kernels/terms.hpp"

#include "kernels/problem.hpp"

namespace attest::kernels {

template <typename T>
void spread_term(const attest_problem& p, const attest_term& term, std::int64_t head, T* slices) {
  const std::int64_t count = spread_size(p);
  const T* values = row_of<const T>(term.values, 0, head, 0);
  for (std::int64_t t = 0; t < count; ++t) {
    const std::int64_t family = count - 1 - t;            // i - j + keys - 1
    const std::int64_t distance = family - (p.keys - 1);  // i - j
    switch (term.kind) {
      case ATTEST_TERM_TOEPLITZ:
        slices[t] = values[family];
        break;
      case ATTEST_TERM_ALIBI:
        slices[t] = -values[0] * static_cast<T>(distance < 0 ? -distance : distance);
        break;
      default:
        slices[t] = values[term.values.row * term.bucket[family]];
    }
  }
}

template void spread_term<float>(const attest_problem&, const attest_term&, std::int64_t, float*);
template void spread_term<double>(const attest_problem&, const attest_term&, std::int64_t, double*);

}  // namespace attest::kernels
