// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "constructions/claim.hpp"
#include "constructions/positional/routing_picture.hpp"
#include "constructions/positional/routing_values.hpp"

namespace attest::constructions {

using routing::Halving;
using routing::Load;
using theory::Step;
using theory::Value;

namespace {

Step after_every_step() { return exhaustive("L", exhaustive("i", theory::evaluate())); }

// The notable loads by the memory that they need.
Step loads_with_memory(const std::vector<unsigned>& sizes) {
  Value::List by_k_values;
  std::vector<Step> by_k;
  for (unsigned k : sizes) {
    std::map<long, std::pair<Value::List, std::vector<Step>>> by_memory;
    for (const Load& load : routing::notable_loads(k, 1U << (k - 1))) {
      auto& [values, cases] = by_memory[routing::memory_of(load)];
      values.push_back(routing::value_of(load));
      cases.push_back(
          instances("run", {routing::run_of(routing::route(load, Halving::kByDestination))}, after_every_step()));
    }
    Value::List memories;
    std::vector<Step> cases;
    for (auto& [memory, loads] : by_memory) {
      memories.emplace_back(memory);
      cases.push_back(instances("load", std::move(loads.first), std::move(loads.second)));
    }
    by_k_values.emplace_back(static_cast<long>(k));
    by_k.push_back(instances("s", std::move(memories), std::move(cases)));
  }
  return instances("k", std::move(by_k_values), std::move(by_k));
}

// The first load of four machines, of messages of 0 or at least 2 tuples from two machines, of which some machine comes
// to hold more than s; s as small as possible.
Load smallest_overflow() {
  for (std::uint32_t s = 2;; ++s) {
    for (std::uint32_t a = 0; a < 4; ++a) {
      for (std::uint32_t b = a + 1; b < 4; ++b) {
        for (std::uint32_t i = 0; i < 4; ++i) {
          for (std::uint32_t j = 0; j < 4; ++j) {
            const Load load = routing::load_of(4, {{a, i, s}, {b, j, s}});
            if (routing::memory_of(load) == s && routing::route(load, Halving::kSorted).most_held() > s) return load;
          }
        }
      }
    }
  }
}

// Where it happens.
std::pair<long, long> overflow_of(const routing::Trace& trace, long s) {
  for (std::size_t L = 1; L <= trace.steps.size(); ++L) {
    for (std::size_t i = 0; i < trace.steps[L - 1].held.size(); ++i) {
      if (trace.steps[L - 1].held[i] > s) return {static_cast<long>(L), static_cast<long>(i)};
    }
  }
  return {0, 0};
}

Step two_machines() {
  std::vector<Value> values;
  std::vector<Step> cases;
  for (long s = 0; s <= 3; ++s) {
    std::vector<Value> loads;
    std::vector<Step> runs;
    for (long a = 0; a <= s; ++a) {
      for (long b = 0; a + b <= s; ++b) {
        const Load load = routing::load_of(2, {{0, 0, static_cast<std::uint32_t>(a)},
                                               {0, 1, static_cast<std::uint32_t>(b)},
                                               {1, 0, static_cast<std::uint32_t>(s - a)}});
        loads.push_back(routing::value_of(load));
        runs.push_back(instances("run", {routing::run_of(routing::route(load, Halving::kSorted))}, after_every_step()));
      }
    }
    values.emplace_back(s);
    cases.push_back(instances("load", std::move(loads), std::move(runs)));
  }
  return instances("s", std::move(values), std::move(cases));
}

}  // namespace

// positional.memory-s: what machines hold after each step, with equal parts and with parts that differ by one.
Findings positional_memory_s(const Effort& effort) {
  const std::string id = "positional.memory-s", proofs = "theory/proofs/bound_routing.v";
  const std::vector<unsigned> sizes = effort.brief ? std::vector<unsigned>{1, 2} : std::vector<unsigned>{1, 2, 3};
  const Load failing = smallest_overflow();
  const long s = routing::memory_of(failing);
  const routing::Trace trace = routing::route(failing, Halving::kSorted);
  const auto [L, machine] = overflow_of(trace, s);
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "memory_is_s")},
      {id, "printed", true, loads_with_memory(sizes)},
      {id, "finding_parts_as_equal_as_can_be", false,
       witness("k", 2,
               witness("s", s,
                       witness("load", routing::value_of(failing),
                               witness("run", routing::run_of(trace),
                                       witness("L", L, witness("i", machine, theory::evaluate()))))))},
      {id, "finding_two_machines", true, theory::proof("theory/proofs/bound_halving.v", "memory_of_two_machines")},
      {id, "finding_two_machines", true, two_machines()},
  };
  const Load even = routing::load_of(8, {{0, 1, 4}, {1, 1, 4}, {2, 1, 4}, {3, 5, 8}, {4, 0, 12}, {5, 2, 4}, {5, 7, 8}});
  const routing::Trace good = routing::route(even, Halving::kByMessage);
  findings.exhibits = {{"Memory after each step, eight machines, s = 12",
                        "Messages are multiples of 4: no machine holds more than 12 tuples.",
                        Exhibit::Drawing{routing::memory_picture(good)}},
                       {"Four machines, s = " + std::to_string(s) + ": a message of three tuples twice",
                        "The assumption as printed allows 3 >= 2. Parts differ by one tuple; after step " +
                            std::to_string(L) + " machine " + std::to_string(machine) + " holds more than s.",
                        Exhibit::Drawing{routing::memory_picture(trace)}}};
  return findings;
}

}  // namespace attest::constructions
