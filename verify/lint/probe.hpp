// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "verify/attack/candidates.hpp"

namespace attest::verify::lint {

/// Values that were of use for a quantified name elsewhere, by that name: those of certificates.
using Hints = std::map<std::string, std::vector<attack::Value>>;

/// What was bound on the way to a place, from the outside in.
using Trail = std::vector<std::pair<std::string, attack::Value>>;
/// "n = 2, x = [0, 1/2]".
std::string text_of(const Trail& trail);

/// What was met at one quantifier.
struct Tally {
  std::uint64_t passed = 0, failed = 0, undefined = 0, unknown = 0;  ///< elements, by what `where` said of them
  std::uint64_t domains = 0, empty = 0;                              ///< domains, and those without an element
  std::size_t largest = 0;                                           ///< elements of the largest one
  bool infinite = false;                                             ///< not a list
  std::optional<Trail> first_undefined;
};

struct Seen {
  attack::Truth truth = attack::Truth::unknown;
  bool certain = false;    ///< not only as far as was looked
  bool spent = false;      ///< the steps ended it
  bool undefined = false;  ///< an expression had no value at an element that meets all conditions
  std::uint64_t leaves = 0;
  std::optional<Trail> first_leaf;       ///< elements that meet every condition
  std::optional<Trail> first_undefined;  ///< where an expression at the end has no value
  std::string why_undefined;
  std::optional<Trail> refutation;                ///< the first, where a `forall` alone leads to it
  std::map<std::int64_t, attack::Truth> by_size;  ///< by the first number of a range without an end
  std::map<const attack::Formula*, Tally> tallies;
  std::map<const attack::Formula*, std::uint64_t> ends;  ///< how often each expression at the end was met
};

/// How a statement comes out over elements in the order of their size: `forall` is no where an element says so,
/// `exists` is yes where one does, and otherwise what all elements that were tried say. Nothing is trusted.
/// `whole` looks at all elements also where one decides.
Seen probe(const attack::CompiledStatement& statement, const attack::Reach& reach, std::uint64_t steps,
           const Hints& hints, bool whole, const std::function<bool()>& may_continue);

/// Whether a condition `where` fails on all of its domain, by enclosures of all real numbers: then no element meets it.
bool fails_everywhere(const attack::CompiledStatement& statement, const attack::Formula& quantifier);

}  // namespace attest::verify::lint
