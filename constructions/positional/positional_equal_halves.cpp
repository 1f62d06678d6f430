// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/routing_values.hpp"

namespace attest::constructions {

using routing::Halving;
using routing::Load;
using theory::Step;
using theory::Value;

namespace {

// Two lists for one machine that meet in the first step, of the smallest size that can be halved twice.
Load two_lists() { return routing::load_of(8, {{0, 0, 4}, {4, 0, 4}}); }

Step by_message(unsigned, const Load& load) {
  return instances("run", {routing::run_of(routing::route(load, Halving::kByMessage))},
                   exhaustive("L", exhaustive("i", theory::evaluate())));
}

// Every load of up to two units in four machines' messages, with each way of halving that the engine has.
Step up_to_four_machines(bool brief) {
  std::vector<Step> by_k;
  for (unsigned k = 1; k <= 2; ++k) {
    const std::uint32_t n = 1U << k, unit = 1U << (k - 1);
    std::vector<Value> values;
    std::vector<Step> cases;
    for (std::uint32_t cell = 0; cell < n * n; ++cell) {
      for (std::uint32_t other = cell; other < (brief ? cell + 2 : n * n) && other < n * n; ++other) {
        const Load load = routing::load_of(n, {{cell / n, cell % n, unit}, {other / n, other % n, unit}});
        const Value run = routing::run_of(routing::route(load, Halving::kByDestination));
        values.push_back(routing::value_of(load));
        cases.push_back(instances("run", {run}, exhaustive("L", exhaustive("i", theory::evaluate()))));
      }
    }
    by_k.push_back(instances("load", std::move(values), std::move(cases)));
  }
  return exhaustive("k", std::move(by_k));
}

}  // namespace

// positional.equal-halves: halves by destination of which one holds all of one list.
Findings positional_equal_halves(const Effort& effort) {
  const std::string id = "positional.equal-halves", proofs = "theory/proofs/bound_routing.v";
  const std::vector<unsigned> sizes = effort.brief ? std::vector<unsigned>{1, 2} : std::vector<unsigned>{1, 2, 3};
  const Load failing = two_lists();
  const routing::Trace trace = routing::route(failing, Halving::kByDestination);
  Findings findings;
  findings.certificates = {
      {id, "step_any_halves", false,
       witness("load", routing::value_of(failing),
               witness("run", routing::run_of(trace), witness("i", 0, theory::evaluate())))},
      {id, "finding_up_to_four_machines", true, theory::proof(proofs, "up_to_four_machines")},
      {id, "finding_up_to_four_machines", true, up_to_four_machines(effort.brief)},
      {id, "step_every_message_is_a_power_of_two", false,
       witness("k", 1, witness("load", routing::value_of(routing::load_of(2, {{0, 0, 3}})), theory::evaluate()))},
      {id, "repaired", true, theory::proof(proofs, "by_message_is_enough")},
      {id, "repaired", true, routing::for_loads(routing::notable_loads(sizes, true), by_message)},
  };
  std::vector<std::string> lines = {
      "machine 0 sends 4 tuples to machine 0, and so does machine 4; both meet in step 1",
      "after step 1 machines 0 and 4 hold 2 tuples of each list, all for machine 0",
      "step 2, machine 0: keeps the 2 tuples of SEND_0, sends the 2 of SEND_4 to machine 2"};
  for (const std::uint32_t machine : {0U, 2U}) {
    int of_0 = 0, of_4 = 0;
    for (std::size_t x = 0; x < trace.tuples.size(); ++x) {
      if (trace.place[2][x] == machine) ++(trace.tuples[x].source == 0 ? of_0 : of_4);
    }
    lines.push_back("machine " + std::to_string(machine) + " then holds " + std::to_string(of_0) + " of SEND_0 and " +
                    std::to_string(of_4) + " of SEND_4; Fact 1 says 1 and 1");
  }
  findings.exhibits = {{"Eight machines: equal halves that are not halves of each list",
                        "The halves are of what goes to one destination, as the algorithm says.",
                        Exhibit::Text{std::move(lines)}}};
  findings.exhibits[0].sides = {"machine 0 holds 1 tuple of each of the two lists",
                                "2 tuples of one and 0 of the other"};
  return findings;
}

}  // namespace attest::constructions
