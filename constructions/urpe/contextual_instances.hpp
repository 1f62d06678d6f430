// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "constructions/draw.hpp"
#include "theory/certificate/certificate.hpp"

// What the claims about Lemma 10 of URPE are tried on: grids small enough to be enumerated, and position vectors u
// chosen to break things.

namespace attest::constructions {

/// (1, base, ..., base^(d-1)).
RationalVector powers(long base, long d);
theory::Rational total(const RationalVector& x);
/// How far the smallest gap of u exceeds 1; 1 for a single entry. InputError, which names two entries, unless it does.
theory::Rational slack(const RationalVector& u);

/// u with n entries and gaps above 1: gaps just above 1, Lemma 8's (2n, ..., 4, 2), unsorted, descending and negative,
/// huge of both signs; for d > 1, where grids are large, the first and the last of these. n >= 1; they differ from one
/// another.
std::vector<RationalVector> position_vectors(long n, long d = 1);
/// The same, sorted.
std::vector<RationalVector> sorted_position_vectors(long n, long d = 1);

/// {0, delta, ..., 1} or {0, delta, ..., 1 - delta}, delta = 1/m.
enum class GridKind { closed, half_open };
/// How many n x d matrices over the grid there are; `most` + 1 for more than `most`.
long grid_size(GridKind grid, long n, long d, long m, long most);

/// Every n x d matrix over the grid, the last entry running fastest, as grid_inputs in selective_shift.stm.
std::vector<RationalMatrix> grid_inputs(GridKind grid, long n, long d, long m);

/// Steps for `forall n in naturals ...: forall m in naturals ...: forall d in naturals from 1: ...` over a box of
/// sizes.
struct Sizes {
  long from_n, to_n, from_m, to_m, to_d;
  theory::Step operator()(const std::function<theory::Step(long n, long m, long d)>& then) const;
};
/// The sizes that the claims enumerate: many tokens with one entry each, and two tokens with two. The largest grids
/// have 27 and 81 inputs, 81 where the effort is thorough.
std::vector<Sizes> certified_sizes(GridKind grid, long from_n, long from_m, bool thorough);

/// `instances` of u, each with `then`.
theory::Step at_positions(const std::vector<RationalVector>& vectors, theory::Step then = theory::evaluate());
/// A counterexample at n, m, d and u, in this order of quantifiers.
theory::Step counterexample(long n, long m, long d, const RationalVector& u, theory::Step then = theory::evaluate());

}  // namespace attest::constructions
