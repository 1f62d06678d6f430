// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/shared_weights/roots.hpp"

#include <cmath>
#include <numbers>

namespace attest::kernels::shared_weights {

void fourier_roots(std::int64_t length, double* roots) {
  const auto set = [&](std::int64_t k, double re, double im) { roots[2 * k] = re, roots[2 * k + 1] = im; };
  const std::int64_t eighth = length / 8, quarter = length / 4, half = length / 2;
  // The first octant by the library, the others by symmetry.
  for (std::int64_t k = 0; k <= eighth; ++k) {
    const long double angle =
        2 * std::numbers::pi_v<long double> * static_cast<long double>(k) / static_cast<long double>(length);
    const auto c = static_cast<double>(std::cos(angle)), s = static_cast<double>(std::sin(angle));
    set(k, c, -s);
    set(quarter - k, s, -c);
    set(quarter + k, -s, -c);
    set(half - k, -c, -s);
    set(half + k, -c, s);
    set(half + quarter - k, -s, c);
    set(half + quarter + k, s, c);
    if (k > 0) set(length - k, c, s);
  }
}

}  // namespace attest::kernels::shared_weights
