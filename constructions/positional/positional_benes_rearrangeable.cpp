// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/benes_looping.hpp"
#include "constructions/positional/benes_picture.hpp"

namespace attest::constructions {

using theory::Step;
using theory::Value;

namespace {

using Permutation = std::vector<std::uint32_t>;  // of 0, ..., n-1

// The language's permutations arrange 1, ..., n.
Value value_of(const Permutation& permutation) {
  Value::List list;
  for (std::uint32_t image : permutation) list.emplace_back(static_cast<long>(image) + 1);
  return list;
}

Value routes_of(const Permutation& permutation) {
  Value::List routes;
  for (const auto& path : benes::paths(benes::route(permutation))) {
    Value::List labels;
    for (std::uint32_t label : path) labels.emplace_back(static_cast<long>(label));
    routes.emplace_back(std::move(labels));
  }
  return routes;
}

Step routed(const Permutation& permutation) { return witness("R", routes_of(permutation), theory::evaluate()); }

Permutation identity(std::size_t n) {
  Permutation permutation(n);
  std::iota(permutation.begin(), permutation.end(), 0U);
  return permutation;
}

// Every permutation in lexicographic order, which is the order of the language's permutations(n).
Step every_permutation(long largest_k) {
  return for_every("k", 1, largest_k, [&](long k) {
    std::vector<Step> cases;
    Permutation permutation = identity(std::size_t{1} << k);
    do {
      cases.push_back(routed(permutation));
    } while (std::next_permutation(permutation.begin(), permutation.end()));
    return exhaustive("pi", std::move(cases));
  });
}

// The identity, the reversal, a rotation, bit reversal, and random ones.
std::vector<Permutation> notable(unsigned k, int random, Draw& draw) {
  const std::size_t n = std::size_t{1} << k;
  Permutation same = identity(n), reversed = same, rotated = same, bits(n, 0);
  std::reverse(reversed.begin(), reversed.end());
  std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
  for (std::size_t i = 0; i < n; ++i) {
    for (unsigned b = 0; b < k; ++b) bits[i] |= static_cast<std::uint32_t>((i >> b & 1) << (k - 1 - b));
  }
  std::vector<Permutation> result = {same, reversed, rotated, bits};
  for (int i = 0; i < random; ++i) {
    Permutation next;
    for (long image : draw.permutation(static_cast<long>(n))) next.push_back(static_cast<std::uint32_t>(image - 1));
    result.push_back(std::move(next));
  }
  return result;
}

// For n = 8, membership of permutations(8) is a search through 40,320 lists, so there are few instances.
Step some_permutations() {
  Draw draw(91);
  std::vector<Value> values;
  std::vector<Step> cases;
  for (const Permutation& permutation : notable(3, 4, draw)) {
    values.push_back(value_of(permutation));
    cases.push_back(routed(permutation));
  }
  return range("k", 3, 3, instances("pi", std::move(values), std::move(cases)));
}

// The engine alone: every permutation of 8 labels, and larger ones, by replaying the settings.
EngineCheck replayed(const Effort& effort) {
  std::size_t routed_count = 0;
  Permutation permutation = identity(8);
  do {
    ++routed_count;
    if (benes::replay(benes::route(permutation)) != permutation) {
      return {"routes of every permutation of 8 labels", false, value_of(permutation).to_json()};
    }
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  Draw draw(92);
  const unsigned largest_k = effort.thorough ? 20 : 16;
  for (unsigned k = 4; k <= largest_k; ++k) {
    for (const Permutation& larger : notable(k, 3, draw)) {
      ++routed_count;
      if (benes::replay(benes::route(larger)) != larger) {
        return {"routes of larger permutations", false, "n = 2^" + std::to_string(k)};
      }
    }
  }
  return {"the looping algorithm's settings, replayed, give the permutation", true,
          "every permutation of n = 8, and identity, reversal, rotation, bit reversal and random ones up to n = 2^" +
              std::to_string(largest_k) + "; " + std::to_string(routed_count) + " in all"};
}

}  // namespace

// Benes: every permutation along node-disjoint paths, by the looping algorithm.
Findings positional_benes_rearrangeable(const Effort& effort) {
  const std::string id = "positional.benes-rearrangeable";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_benes_rearrangeable.v", "rearrangeable")},
      {id, "printed", true, every_permutation(effort.brief ? 2 : 3)}};
  if (effort.brief) findings.certificates.push_back({id, "printed", true, some_permutations()});
  findings.engine_checks = {replayed(effort)};

  const Permutation example = {3, 7, 4, 0, 2, 6, 1, 5};
  Exhibit::Table table{{"packet", "goes to", "labels in layers 1, ..., 6"}, {}};
  const auto paths = benes::paths(benes::route(example));
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::string labels;
    for (std::uint32_t label : paths[i]) labels += (labels.empty() ? "" : " - ") + std::to_string(label);
    table.rows.push_back({std::to_string(i), std::to_string(example[i]), labels});
  }
  findings.exhibits = {{"Routes of a permutation of 8 labels",
                        "Each column of the table below has every label once: the paths share no node.",
                        Exhibit::Drawing{benes::picture(benes::route(example))}},
                       {"The same routes in numbers", "Found by the looping algorithm.", table}};
  return findings;
}

}  // namespace attest::constructions
