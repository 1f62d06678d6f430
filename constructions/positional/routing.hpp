// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "constructions/draw.hpp"
#include "theory/certificate/value.hpp"

namespace attest::constructions {

/// One number on its way, Positional Attention, appendix B.4: what stands in `slot` of machine `from` goes to the same
/// slot of machine `to`. All counted from 1.
struct Route {
  long from, to, slot;
};
using Routing = std::vector<Route>;

/// The routing as the list of triples that theory/definitions/pcoc_routing.stm takes.
theory::Value routing_value(const Routing& routing);

/// No two routes share receiver and slot (Assumption B.4). With probability 1/2 a machine receives nothing in a slot.
Routing random_routing(Draw& draw, long machines, long slots);
/// The same with every slot of every machine filled.
Routing full_routing(Draw& draw, long machines, long slots);
/// Every such routing for one slot: each machine has a source or none.
std::vector<Routing> all_routings(long machines);

/// One-hot rows: row i has its one in column source[i], counted from 1.
RationalMatrix one_hot_rows(const std::vector<long>& source, long columns);
RationalMatrix unit_rows(long n);

/// -n / (E - 1) and (E + n - 1) / (E - 1) for E = exp(1), to 60 digits: the multiples of a head with all scores equal
/// and of one with score 1 at the source that add up to the source's row (positional.exact-routing).
std::pair<theory::Rational, theory::Rational> two_head_factors(long n);

/// A permutation-like list of sources: any of 1, ..., n for each of n nodes.
std::vector<long> random_sources(Draw& draw, long n);
theory::Value integers(const std::vector<long>& numbers);

}  // namespace attest::constructions
