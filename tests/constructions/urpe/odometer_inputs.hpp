// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "constructions/urpe/contextual_instances.hpp"

namespace attest::tests {

/// Every n x d matrix over the grid, the last entry running fastest: an odometer of its own, one entry at a time.
inline std::vector<constructions::RationalMatrix> odometer_inputs(constructions::GridKind grid, long n, long d,
                                                                  long m) {
  const long digits = grid == constructions::GridKind::closed ? m + 1 : m;
  std::vector<long> entries(static_cast<std::size_t>(n * d), 0);
  std::vector<constructions::RationalMatrix> inputs;
  for (;;) {
    constructions::RationalMatrix X;
    for (long i = 0; i < n; ++i) {
      X.emplace_back();
      for (long j = 0; j < d; ++j)
        X.back().push_back(theory::Rational(entries[static_cast<std::size_t>(i * d + j)], m));
    }
    inputs.push_back(std::move(X));
    std::size_t place = entries.size();
    while (place > 0 && ++entries[place - 1] == digits) entries[--place] = 0;
    if (place == 0) return inputs;
  }
}

}  // namespace attest::tests
