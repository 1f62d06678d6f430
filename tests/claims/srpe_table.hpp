// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "theory/scalar/rational.hpp"

namespace attest::tests::srpe {

using theory::Rational;

/// Eq. 8 without its constant, as a table written out in full: one row for each of the m^n sequences (read as numbers
/// in base m), one column for each position j the current one may attend to. Nothing is factored, nothing is in closed
/// form.
inline std::vector<std::vector<Rational>> table(int m, int n, int i, const std::vector<Rational>& u,
                                                const std::vector<std::vector<Rational>>& w) {
  std::uint64_t sequences = 1;
  for (int j = 0; j < n; ++j) sequences *= static_cast<std::uint64_t>(m);
  Rational total = 0;
  for (int j = 0; j < n; ++j) total += u[static_cast<std::size_t>(j - i + n - 1)];
  std::vector<std::vector<Rational>> rows;
  for (std::uint64_t code = 0; code < sequences; ++code) {
    std::vector<std::size_t> token;
    for (std::uint64_t rest = code; token.size() < static_cast<std::size_t>(n); rest /= static_cast<std::uint64_t>(m)) {
      token.push_back(static_cast<std::size_t>(rest % static_cast<std::uint64_t>(m)));
    }
    std::vector<Rational> row;
    for (int j = 0; j < n; ++j) {
      row.push_back(u[static_cast<std::size_t>(j - i + n - 1)] / total *
                    w[token[static_cast<std::size_t>(i)]][token[static_cast<std::size_t>(j)]]);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

inline Rational sum(const std::vector<std::vector<Rational>>& rows) {
  Rational total = 0;
  for (const auto& row : rows) {
    for (const Rational& entry : row) total += entry;
  }
  return total;
}

}  // namespace attest::tests::srpe
