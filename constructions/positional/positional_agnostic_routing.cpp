// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/positional/agnostic_machine.hpp"
#include "constructions/positional/routing_picture.hpp"
#include "constructions/positional/routing_values.hpp"

namespace attest::constructions {

using routing::Halving;
using routing::Load;
using theory::Step;
using theory::Value;

namespace {

// The notable loads and a drawn one, by the memory that they need.
Step loads_with_memory(const std::vector<unsigned>& sizes, Draw& draw) {
  Value::List by_k_values;
  std::vector<Step> by_k;
  for (unsigned k : sizes) {
    const std::uint32_t unit = 1U << (k - 1);
    std::vector<Load> loads = routing::notable_loads(k, unit);
    loads.push_back(routing::drawn_load(1U << k, unit, 2 * unit, draw));
    std::map<long, Value::List> by_memory;
    for (const Load& load : loads) by_memory[std::max(1L, routing::memory_of(load))].push_back(routing::value_of(load));
    Value::List memories;
    std::vector<Step> cases;
    for (auto& [memory, values] : by_memory) {
      memories.emplace_back(memory);
      cases.push_back(instances("load", std::move(values), theory::evaluate()));
    }
    by_k_values.emplace_back(static_cast<long>(k));
    by_k.push_back(instances("s", std::move(memories), std::move(cases)));
  }
  return instances("k", std::move(by_k_values), std::move(by_k));
}

// The engine alone: slot by slot, under the rules of PCOC, against the lists.
EngineCheck slot_by_slot(const Effort& effort) {
  Draw draw(512);
  int runs = 0;
  const unsigned largest_k = effort.brief ? 3 : 6;
  for (unsigned k = 1; k <= largest_k; ++k) {
    const std::uint32_t unit = 1U << (k - 1);
    for (int i = 0; i < 4; ++i) {
      const Load load = routing::drawn_load(1U << k, unit, 3 * unit, draw);
      const auto outcome = routing::run_in_slots(load, static_cast<std::uint32_t>(routing::memory_of(load)));
      ++runs;
      if (!outcome.delivered || outcome.overflow)
        return {"routing slot by slot", false,
                "k = " + std::to_string(k) + ": " + outcome.overflow.value_or("not delivered")};
    }
  }
  return {"drawn loads, routed slot by slot by machines of 2s slots whose oracle is checked against Definition A.2",
          true, std::to_string(runs) + " loads, up to " + std::to_string(1 << largest_k) + " machines"};
}

}  // namespace

// positional.agnostic-routing: slots, oracle and local computation carried out on small loads.
Findings positional_agnostic_routing(const Effort& effort) {
  const std::string id = "positional.agnostic-routing", proofs = "theory/proofs/bound_agnostic_routing.v";
  Draw draw(511);
  const std::vector<unsigned> sizes = effort.brief ? std::vector<unsigned>{1, 2} : std::vector<unsigned>{1, 2, 3};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "agnostic_routing_delivers")},
      {id, "printed", true, loads_with_memory(sizes, draw)},
      {id, "finding_within_the_limits", true,
       theory::proof("theory/proofs/bound_reading_twice.v", "oracle_within_the_limits")},
      {id, "finding_within_the_limits", true,
       range("k", 1, 4, range("s", 1, effort.thorough ? 8 : 4, theory::evaluate()))},
      {id, "finding_without_sorting", false, witness("destinations", Value::vector({0, 1, 0, 1}), theory::evaluate())},
  };
  findings.engine_checks = {slot_by_slot(effort)};
  const Load load = routing::load_of(8, {{0, 5, 4}, {1, 5, 4}, {2, 0, 8}, {3, 7, 4}, {4, 5, 4}, {6, 7, 4}, {7, 2, 8}});
  const routing::Trace trace = routing::route(load, Halving::kSorted);
  findings.exhibits = {
      {"Twelve tuples for machine 5 among eight machines",
       "s = 12. Sorted memories, odd positions stay, even ones go; from step 3 on tuples follow their destinations.",
       Exhibit::Drawing{routing::flow_picture(trace)}},
      {"Memory after each step", "No machine holds more than s = 12 tuples.",
       Exhibit::Drawing{routing::memory_picture(trace)}},
      {"Why the memories are sorted", "Four tuples for the destinations 0, 1, 0, 1, in this order.",
       Exhibit::Text{{"odd positions: 0, 0; even positions: 1, 1: no destination is halved",
                      "sorted: 0, 0, 1, 1; odd positions: 0, 1; even positions: 0, 1: both are halved"}}}};
  return findings;
}

}  // namespace attest::constructions
