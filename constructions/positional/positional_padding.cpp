// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/agnostic_machine.hpp"
#include "constructions/positional/routing_values.hpp"

namespace attest::constructions {

using routing::Load;
using theory::Step;
using theory::Value;

namespace {

// One machine that sends one tuple to each of s machines.
Load one_to_each(std::uint32_t n, std::uint32_t s) {
  std::vector<routing::Message> messages;
  for (std::uint32_t j = 0; j < s; ++j) messages.push_back({0, j, 1});
  return routing::load_of(n, messages);
}

// Loads of N machines, by the memory that they need.
Step square_loads(long largest_n, Draw& draw) {
  std::vector<Step> by_n;
  for (long N = 2; N <= largest_n; ++N) {
    const auto n = static_cast<std::uint32_t>(N);
    std::map<long, Value::List> by_memory;
    for (const Load& load :
         {one_to_each(n, n), routing::load_of(n, {{n - 1, 0, 3}}), routing::drawn_load(n, 1, 4, draw)})
      by_memory[routing::memory_of(load)].push_back(routing::value_of(load));
    Value::List memories;
    std::vector<Step> cases;
    for (auto& [memory, values] : by_memory) {
      if (memory == 0) continue;
      memories.emplace_back(memory);
      cases.push_back(instances("load", std::move(values), theory::evaluate()));
    }
    by_n.push_back(instances("s", std::move(memories), std::move(cases)));
  }
  return range("N", 2, largest_n, std::move(by_n));
}

Step attained(long largest_k) {
  return for_every("k", 1, largest_k, [&](long k) {
    std::vector<Step> by_s;
    for (std::uint32_t s = 1; s <= 1U << k; ++s)
      by_s.push_back(witness("load", routing::value_of(one_to_each(1U << k, s)), theory::evaluate()));
    return exhaustive("s", std::move(by_s));
  });
}

Step at_most(long largest_k, Draw& draw) {
  return for_every("k", 1, largest_k, [&](long k) {
    const std::uint32_t n = 1U << k;
    return instances("s", {Value(3), Value(static_cast<long>(n))},
                     std::vector<Step>{
                         instances("load", {routing::value_of(routing::drawn_load(n, 1, 3, draw))}, theory::evaluate()),
                         instances("load", {routing::value_of(one_to_each(n, n))}, theory::evaluate())});
  });
}

Exhibit::Matrix sizes_of(const Load& load) {
  Exhibit::Matrix sizes;
  for (const auto& row : load) {
    sizes.rows.emplace_back();
    for (const std::uint32_t size : row) sizes.rows.back().emplace_back(static_cast<long>(size));
    sizes.row_names.push_back("from " + std::to_string(sizes.rows.size() - 1));
    sizes.column_names.push_back("to " + std::to_string(sizes.rows.size() - 1));
  }
  return sizes;
}

}  // namespace

// positional.padding: padded loads, and the loads that cost most.
Findings positional_padding(const Effort& effort) {
  const std::string id = "positional.padding", proofs = "theory/proofs/bound_padding.v";
  Draw draw(531);
  Findings findings;
  // The smallest case of the last but one: three machines with one tuple; of the last: a message of three tuples on
  // four machines.
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "padding_by_the_factor")},
      {id, "printed", true, square_loads(effort.thorough ? 17 : 9, draw)},
      {id, "finding_the_factor_is_attained", true, theory::proof(proofs, "the_factor_is_attained")},
      {id, "finding_the_factor_is_attained", true, attained(3)},
      {id, "finding_at_most", true, theory::proof(proofs, "padding_at_most")},
      {id, "finding_at_most", true, at_most(4, draw)},
      {id, "finding_dummies", true, theory::proof("theory/proofs/bound_powers_of_two.v", "few_dummies")},
      {id, "finding_dummies", true, range("N", 2, 64, theory::evaluate())},
      {id, "finding_dummies_attained", true, theory::proof("theory/proofs/bound_powers_of_two.v", "dummies_attained")},
      {id, "finding_dummies_attained", true, range("t", 1, 6, theory::evaluate())},
      {id, "step_same_machines_and_memory", false,
       witness(
           "N", 3,
           witness("s", 1, witness("load", routing::value_of(routing::load_of(3, {{0, 0, 1}})), theory::evaluate())))},
      {id, "finding_padding_to_the_minimum", false,
       witness("k", 2, witness("load", routing::value_of(routing::load_of(4, {{0, 0, 3}})), theory::evaluate()))},
  };
  Exhibit::Table table{
      {"machines N", "labels 2^k", "dummies", "messages of one tuple become", "memory for one tuple to each machine"},
      {}};
  for (const std::uint32_t n : {2U, 3U, 5U, 8U, 9U, 33U, 1000U}) {
    const Load load = one_to_each(n, n);
    const std::uint32_t k = routing::route(routing::load_of(n, {}), routing::Halving::kSorted).k;
    table.rows.push_back({std::to_string(n), std::to_string(1U << k), std::to_string((1U << k) - n),
                          std::to_string(1U << (k - 1)) + " tuples",
                          std::to_string(n) + " becomes " + std::to_string(routing::memory_of(routing::padded(load)))});
  }
  const Load one = one_to_each(3, 3);
  findings.exhibits = {
      {"What the assumptions cost", "One machine sends one tuple to every machine; s = N.", table},
      {"Three machines, one tuple to each of them: as it is", "Row: sender; column: receiver. The network needs 2^k.",
       sizes_of(one)},
      {"The same with a dummy machine, and padded", "Four labels, so messages must be multiples of 2^(k-1) = 2.",
       sizes_of(routing::padded(routing::load_of(4, {{0, 0, 1}, {0, 1, 1}, {0, 2, 1}})))}};
  findings.exhibits[0].sides = {"one tuple on 3 machines: still 3 machines with s = 1",
                                "4 machines, and the message of 1 tuple becomes 2"};
  return findings;
}

}  // namespace attest::constructions
