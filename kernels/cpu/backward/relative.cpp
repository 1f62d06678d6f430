// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/backward/relative.hpp"

#include "kernels/problem.hpp"
#include "kernels/terms.hpp"
#include "kernels/threads.hpp"

namespace attest::kernels::backward {

namespace {

/// `to` as the gradient has it; sums in the order of spread_term.
template <typename T>
void write(const attest_problem& p, const attest_term& term, const T* sums, T* to, std::int64_t row) {
  const std::int64_t count = spread_size(p);
  if (term.kind == ATTEST_TERM_ALIBI) to[0] = 0;
  for (std::int64_t k = 0; term.kind == ATTEST_TERM_BUCKETS && k < term.buckets; ++k) to[row * k] = 0;
  for (std::int64_t t = 0; t < count; ++t) {
    const std::int64_t family = count - 1 - t;            // i - j + keys - 1
    const std::int64_t distance = family - (p.keys - 1);  // i - j
    switch (term.kind) {
      case ATTEST_TERM_TOEPLITZ:
        to[family] = sums[t];
        break;
      case ATTEST_TERM_ALIBI:
        to[0] -= static_cast<T>(distance < 0 ? -distance : distance) * sums[t];
        break;
      default:
        to[row * term.bucket[family]] += sums[t];
    }
  }
}

}  // namespace

template <typename T>
void finish_relative(const Plan& plan, const attest_term& term, const attest_tensor& gradient, T* families,
                     int threads) {
  if (families == nullptr) return;
  const attest_problem& p = plan.problem->forward;
  const bool shared = term.values.head == 0;
  parallel_for(shared ? 1 : p.heads, threads, [&](std::int64_t head, int) {
    T* const sums = families + head * plan.chunks * plan.family;
    for (std::int64_t b = 0; b < p.batches; ++b)
      for (std::int64_t h = head; h < (shared ? p.heads : head + 1); ++h)
        for (std::int64_t chunk = 0; chunk < plan.chunks; ++chunk) {
          const T* const from = families + ((b * p.heads + h) * plan.chunks + chunk) * plan.family;
          for (std::int64_t t = 0; from != sums && t < spread_size(p); ++t) sums[t] += from[t];
        }
    write(p, term, sums, row_of<T>(gradient, 0, head, 0), gradient.row);
  });
}

template void finish_relative<float>(const Plan&, const attest_term&, const attest_tensor&, float*, int);
template void finish_relative<double>(const Plan&, const attest_term&, const attest_tensor&, double*, int);

}  // namespace attest::kernels::backward
