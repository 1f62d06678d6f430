// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/routing_picture.hpp"
#include "constructions/positional/routing_values.hpp"

namespace attest::constructions {

using routing::Halving;
using routing::Load;
using theory::Step;
using theory::Value;

namespace {

Step every_machine() { return exhaustive("L", exhaustive("i", theory::evaluate())); }

Step by_message(unsigned, const Load& load) {
  const Value run = routing::run_of(routing::route(load, Halving::kByMessage));
  return theory::split({{"it_can_be_done", witness("run", run, theory::evaluate())},
                        {"fact", instances("run", {run}, every_machine())}});
}

Step by_destination(unsigned, const Load& load) {
  return instances("run", {routing::run_of(routing::route(load, Halving::kByDestination))}, every_machine());
}

// Two lists for one machine, from machines whose tuples meet in the first step: of equal halves by destination one
// may be all of one list.
Load two_lists() { return routing::load_of(8, {{0, 0, 4}, {4, 0, 4}}); }

Exhibit counterexample() {
  const routing::Trace trace = routing::route(two_lists(), Halving::kByDestination);
  Exhibit::Table table{{"after step", "machine", "tuples of SEND_0", "tuples of SEND_4", "Fact 1"}, {}};
  for (const std::size_t L : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
    for (const std::uint32_t machine : {0U, 2U, 4U, 6U}) {
      int of_0 = 0, of_4 = 0;
      for (std::size_t x = 0; x < trace.tuples.size(); ++x) {
        if (trace.place[L][x] == machine) ++(trace.tuples[x].source == 0 ? of_0 : of_4);
      }
      const std::string share = L == 0   ? (machine == 0   ? "4 and 0"
                                            : machine == 4 ? "0 and 4"
                                                           : "0 and 0")
                                : L == 1 ? (machine % 4 == 0 ? "2 and 2" : "0 and 0")
                                         : "1 and 1";
      table.rows.push_back(
          {std::to_string(L), std::to_string(machine), std::to_string(of_0), std::to_string(of_4), share});
    }
  }
  return {
      "Eight machines: 4 tuples from machine 0 and 4 from machine 4, all for machine 0",
      "In step 2 machines 0 and 4 each hold 2 + 2 tuples for machine 0 and keep 2 of them: all of one list. Halves by "
      "destination are equal, and no machine holds a quarter of each list.",
      table};
}

/// The same run in words, with what machine 0 holds after each step beside what halves of every message would give.
Exhibit step_by_step() {
  const auto held = [](Halving halving, std::size_t L) {
    const routing::Trace trace = routing::route(two_lists(), halving);
    int of_0 = 0, of_4 = 0;
    for (std::size_t x = 0; x < trace.tuples.size(); ++x)
      if (trace.place[L][x] == 0) ++(trace.tuples[x].source == 0 ? of_0 : of_4);
    return std::to_string(of_0) + " a and " + std::to_string(of_4) + " b";
  };
  return {
      "Halves by destination against Fact 1, followed in machine 0",
      "Machine 0 sends a1 a2 a3 a4 and machine 4 sends b1 b2 b3 b4, all to machine 0.",
      Exhibit::Text{
          {"Start: machine 0 holds " + held(Halving::kByDestination, 0),
           "Step 1: machines 0 and 4 send each other half. Machine 0 holds " + held(Halving::kByDestination, 1),
           "Step 2: it cuts its four tuples for machine 0 into two equal halves, a a and b b,",
           "        keeps one and sends the other to machine 2. Machine 0 holds " + held(Halving::kByDestination, 2),
           "Fact 1 for L = 2: a quarter of each list, 1 a and 1 b.",
           "With halves of every message, a b and a b, machine 0 holds " + held(Halving::kByMessage, 2)}}};
}

}  // namespace

// positional.fact-1: runs that halve every message, and one of eight machines that halves by destination alone.
Findings positional_fact_1(const Effort& effort) {
  const std::string id = "positional.fact-1", proofs = "theory/proofs/bound_routing.v";
  const std::vector<unsigned> sizes = effort.brief ? std::vector<unsigned>{1, 2} : std::vector<unsigned>{1, 2, 3};
  const Load failing = two_lists();
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_halving.v", "fact_1")},
      {id, "printed", true, routing::for_loads(routing::notable_loads(sizes, true), by_message)},
      {id, "literal", false,
       witness("k", 3,
               witness("load", routing::value_of(failing),
                       witness("run", routing::run_of(routing::route(failing, Halving::kByDestination)),
                               witness("L", 2, witness("i", 0, theory::evaluate())))))},
      {id, "finding_shares_under_the_printed_assumption", false,
       witness(
           "k", 2,
           witness("load", routing::value_of(routing::load_of(4, {{0, 0, 3}})), witness("L", 1, theory::evaluate())))},
      {id, "finding_numbers_by_destination", true, theory::proof(proofs, "numbers_by_destination")},
      {id, "finding_numbers_by_destination", true,
       routing::for_loads(routing::notable_loads(sizes, true), by_destination)},
  };
  findings.exhibits = {
      counterexample(),
      {"Routing four messages through the network of four machines",
       "Two tuples from each machine to the next one. Each edge carries as many tuples as it is labelled with.",
       Exhibit::Drawing{routing::flow_picture(
           routing::route(routing::load_of(4, {{0, 1, 2}, {1, 2, 2}, {2, 3, 2}, {3, 0, 2}}), Halving::kByMessage))}},
      step_by_step()};
  return findings;
}

}  // namespace attest::constructions
