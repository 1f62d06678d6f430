// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::kernels::shared_weights {

/// The least power of two that is not less than n, and not less than 8.
[[gnu::always_inline]] constexpr std::int64_t transform_length(std::int64_t n) {
  std::int64_t length = 8;
  while (length < n) length *= 2;
  return length;
}

/// Its logarithm.
[[gnu::always_inline]] constexpr double transform_levels(std::int64_t length) {
  double levels = 0;
  for (; length > 1; length /= 2) ++levels;
  return levels;
}

/// e^(-2 pi i k / length) for k = 0, ..., length - 1 as pairs (real, imaginary), each part rounded from a long double;
/// length is a power of two, at least 8.
void fourier_roots(std::int64_t length, double* roots);

}  // namespace attest::kernels::shared_weights
