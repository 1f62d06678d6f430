// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>

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

Load permutation_load(const std::vector<std::uint32_t>& permutation) {
  std::vector<routing::Message> messages;
  for (std::uint32_t i = 0; i < permutation.size(); ++i) messages.push_back({i, permutation[i], 1});
  return routing::load_of(permutation.size(), messages);
}

bool fits_two_s_slots(const routing::Trace& trace) {
  for (unsigned l = 1; l < trace.k; ++l) {
    if (*std::max_element(trace.steps[l - 1].held.begin(), trace.steps[l - 1].held.end()) > trace.s) return false;
  }
  return trace.most_in_one_half() <= trace.s;
}

// The first permutation of eight machines, in lexicographic order, that the printed algorithm cannot route in two
// slots.
Load first_overflow() {
  std::vector<std::uint32_t> permutation(8);
  std::iota(permutation.begin(), permutation.end(), 0U);
  do {
    const Load load = permutation_load(permutation);
    if (!fits_two_s_slots(routing::route(load, Halving::kSorted))) return load;
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  return {};
}

// Fewer tuples overflow as well: those that meet in the slot alone.
Load smallest_part(const Load& load) {
  Load part = load;
  for (auto& row : part) {
    for (std::uint32_t& size : row) {
      if (size == 0) continue;
      size = 0;
      if (fits_two_s_slots(routing::route(part, Halving::kSorted))) size = 1;
    }
  }
  return part;
}

void add_if_new(Value::List& values, Value value) {
  const std::string text = value.to_json();
  if (std::none_of(values.begin(), values.end(), [&](const Value& known) { return known.to_json() == text; }))
    values.push_back(std::move(value));
}

Step with_enough_memory(const std::vector<unsigned>& sizes, bool arrives_only, Draw& draw) {
  Value::List by_k_values;
  std::vector<Step> by_k;
  for (unsigned k : sizes) {
    std::map<long, Value::List> by_memory;
    const std::uint32_t n = 1U << k;
    const std::uint32_t s = k <= 2 ? 3 : n * (k - 1);
    for (const Load& load : {routing::drawn_load(n, 1, s, draw), routing::drawn_load(n, 1, s, draw),
                             routing::load_of(n, {{0, 1, s}, {n - 1, 0, s}})})
      add_if_new(by_memory[s], routing::value_of(load));
    Value::List memories, all_loads;
    std::vector<Step> cases;
    for (auto& [memory, values] : by_memory) {
      all_loads.insert(all_loads.end(), values.begin(), values.end());
      memories.emplace_back(memory);
      cases.push_back(instances("load", std::move(values), theory::evaluate()));
    }
    by_k_values.emplace_back(static_cast<long>(k));
    by_k.push_back(arrives_only ? instances("load", std::move(all_loads), theory::evaluate())
                                : instances("s", std::move(memories), std::move(cases)));
  }
  return instances("k", std::move(by_k_values), std::move(by_k));
}

// The largest number in one half, over all partial permutations or drawn loads: what the engine finds, in units of s.
EngineCheck smaller_networks() {
  for (unsigned k = 1; k <= 2; ++k) {
    std::vector<std::uint32_t> destinations(1U << k, 0);
    const std::uint32_t n = 1U << k;
    // Every map from machines to machines or to none, one tuple each.
    for (std::uint64_t code = 0, end = 1; code < end; ++code) {
      end = 1;
      for (std::uint32_t i = 0; i < n; ++i) end *= n + 1;
      Load load(n, std::vector<std::uint32_t>(n, 0));
      std::uint64_t rest = code;
      for (std::uint32_t i = 0; i < n; ++i, rest /= n + 1) {
        if (rest % (n + 1) < n) ++load[i][rest % (n + 1)];
      }
      if (routing::memory_of(load) <= 1 && !fits_two_s_slots(routing::route(load, Halving::kSorted)))
        return {"one tuple a machine, two and four machines", false, routing::value_of(load).to_json()};
    }
  }
  return {"two and four machines with one tuple each at most: two slots are enough", true, "every such load"};
}

// From the sum of s random permutations: exchange the destinations of two tuples, keep what fills a half no less.
std::uint32_t climbed(std::uint32_t n, std::uint32_t s, int exchanges, Draw& draw) {
  Load load(n, std::vector<std::uint32_t>(n, 0));
  for (std::uint32_t layer = 0; layer < s; ++layer) {
    const std::vector<long> permutation = draw.permutation(n);
    for (std::uint32_t i = 0; i < n; ++i) ++load[i][static_cast<std::size_t>(permutation[i] - 1)];
  }
  std::uint32_t most = routing::route(load, Halving::kSorted).most_in_one_half();
  const auto drawn = [&] { return static_cast<std::size_t>(draw.integer(0, static_cast<long>(n) - 1)); };
  for (int i = 0; i < exchanges; ++i) {
    const std::size_t a = drawn(), b = drawn(), to_a = drawn(), to_b = drawn();
    if (a == b || to_a == to_b || load[a][to_a] == 0 || load[b][to_b] == 0) continue;
    --load[a][to_a], --load[b][to_b], ++load[a][to_b], ++load[b][to_a];
    const std::uint32_t next = routing::route(load, Halving::kSorted).most_in_one_half();
    if (next >= most) {
      most = next;
    } else {
      ++load[a][to_a], ++load[b][to_b], --load[a][to_b], --load[b][to_a];
    }
  }
  return most;
}

Exhibit worst_found(const Effort& effort) {
  Draw draw(521);
  Exhibit::Table table{{"machines N", "s", "most in one half that a search found", "2s slots", "N (log2 N - 1)"}, {}};
  for (unsigned k = 2; k <= 4; ++k) {
    const std::uint32_t n = 1U << k;
    for (const std::uint32_t s : {1U, 2U, 4U, 8U, 12U, 16U}) {
      std::uint32_t most = 0;
      for (int start = 0; start < (effort.thorough ? 8 : 2); ++start)
        most = std::max(most, climbed(n, s, effort.thorough ? 20000 : effort.brief ? 200 : 3000, draw));
      table.rows.push_back({std::to_string(n), std::to_string(s), std::to_string(most),
                            most <= s ? "enough for these" : "too few", std::to_string(n * (k - 1))});
    }
  }
  return {"Messages of any size: how full one half of the slots gets",
          "One half has s slots. A search that climbs from random loads, so other loads may be worse; from N (log2 N - "
          "1) on none overflows.",
          table};
}

}  // namespace

// positional.lift-assumption-2: a permutation of eight machines that overflows a half of two slots.
Findings positional_lift_assumption_2(const Effort& effort) {
  const std::string id = "positional.lift-assumption-2", proofs = "theory/proofs/bound_lift_assumption_2.v";
  Draw draw(522);
  const Load failing = smallest_part(first_overflow());
  const routing::Trace trace = routing::route(failing, Halving::kSorted);
  const std::vector<unsigned> sizes = effort.brief ? std::vector<unsigned>{1, 2} : std::vector<unsigned>{1, 2, 3};
  Findings findings;
  findings.certificates = {
      {id, "step_parts_that_differ_by_one", false, witness("load", routing::value_of(failing), theory::evaluate())},
      {id, "repaired", true, theory::proof(proofs, "lifted")},
      {id, "repaired", true, with_enough_memory(sizes, false, draw)},
      {id, "finding_general_cost", true, theory::proof(proofs, "general_cost")},
      {id, "finding_general_cost", true,
       range("k", 3, 3, range("s", 1, 1, instances("load", {routing::value_of(failing)}, theory::evaluate())))},
      {id, "finding_everything_arrives", true, theory::proof(proofs, "everything_arrives")},
      {id, "finding_everything_arrives", true, with_enough_memory(sizes, true, draw)},
  };
  findings.engine_checks = {smaller_networks()};
  std::string who;
  for (const routing::Tuple& tuple : trace.tuples)
    who += (who.empty() ? "" : ", ") + std::to_string(tuple.source) + " to " + std::to_string(tuple.destination);
  findings.exhibits = {
      {"Eight machines, s = 1: one tuple each from " + who,
       "A single tuple cannot be cut, so it stays where it is until step 3. Then two meet that both must stay, or both "
       "must go: two tuples for a half of one slot.",
       Exhibit::Drawing{routing::flow_picture(trace)}},
      worst_found(effort)};
  findings.exhibits[0].sides = {"s = 1: never more than 1 tuple in one half of the slots",
                                "2 tuples go from machine 5 to machine 7 in step 4"};
  return findings;
}

}  // namespace attest::constructions
