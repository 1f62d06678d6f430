// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "verify/attack/code.hpp"

namespace attest::verify::attack {

/// How far one round of the search goes: each next round reaches further in every direction.
struct Reach {
  std::size_t naturals;  ///< how many, from the domain's lower end
  std::size_t numbers;   ///< how many real numbers, in the order of their size
  std::size_t arrays;    ///< how many vectors or matrices
  int halvings;          ///< of a cell of reals inside another one
};
Reach reach_of(int round);

/// Real numbers in the order in which a person would try them: 0, 1, -1, 1/2, 2, -1/2, -2, 1/3, ... in lowest terms, by
/// the greater of numerator and denominator.
std::vector<theory::Rational> small_numbers(std::size_t count);

/// Elements of a domain to try, the plainest first: of a list all; integers from the lower end; numbers in the
/// interval, its ends among them; arrays over ever more numbers, so that ties, equal rows and zeros come first, then
/// arrays drawn from a fixed seed. None of `values`. Bounds, sizes and lists are evaluated in the machine's frame.
std::vector<Value> candidates(const Domain& domain, Machine& machine, const Reach& reach);

}  // namespace attest::verify::attack
