// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/routing_values.hpp"

namespace attest::constructions {

using routing::Halving;
using routing::Load;
using theory::Step;
using theory::Value;

namespace {

// Halves that keep lists together as far as they can, and halves of every message.
Step shares(unsigned, const Load& load) {
  std::vector<Value> runs = {routing::run_of(routing::route(load, Halving::kByDestination))};
  Value other = routing::run_of(routing::route(load, Halving::kByMessage));
  if (other.to_json() != runs[0].to_json()) runs.push_back(std::move(other));
  return instances("run", std::move(runs), exhaustive("L", exhaustive("i", exhaustive("j", theory::evaluate()))));
}

Step delivered(unsigned, const Load& load) {
  return instances("run", {routing::run_of(routing::route(load, Halving::kSorted))}, theory::evaluate());
}

Exhibit shares_table() {
  const Load load = routing::load_of(4, {{0, 1, 2}, {2, 1, 2}, {3, 1, 4}});
  const routing::Trace trace = routing::route(load, Halving::kByMessage);
  Exhibit::Table table{{"after step", "machine 0", "machine 1", "machine 2", "machine 3"}, {}};
  for (std::size_t L = 0; L < trace.place.size(); ++L) {
    std::vector<int> held(4, 0);
    for (std::size_t x = 0; x < trace.tuples.size(); ++x) ++held[trace.place[L][x]];
    std::vector<std::string> row = {std::to_string(L)};
    for (int count : held) row.push_back(std::to_string(count));
    table.rows.push_back(std::move(row));
  }
  return {"Four machines, eight tuples for machine 1",
          "2 from machine 0, 2 from machine 2, 4 from machine 3. After step 2 half of them is in each machine that "
          "agrees with "
          "machine 1 in the last bit, after step 3 all are in machine 1.",
          table};
}

}  // namespace

// positional.fact-2: runs with halves by destination and their shares; the printed index at its smallest failure.
Findings positional_fact_2(const Effort& effort) {
  const std::string id = "positional.fact-2", proofs = "theory/proofs/bound_routing.v";
  const std::vector<unsigned> sizes = effort.brief ? std::vector<unsigned>{1, 2} : std::vector<unsigned>{1, 2, 3};
  // The smallest network, one tuple: the machine that it is not for holds nothing.
  const Load one = routing::load_of(2, {{0, 0, 1}});
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "fact_2")},
      {id, "printed", true, routing::for_loads(routing::notable_loads(sizes, true), shares)},
      {id, "literal", false,
       witness("k", 1,
               witness("load", routing::value_of(one),
                       witness("run", routing::run_of(routing::route(one, Halving::kByMessage)),
                               witness("L", 1, witness("i", 1, witness("j", 0, theory::evaluate()))))))},
      {id, "finding_delivery_needs_no_halves", true, theory::proof(proofs, "everything_arrives")},
      {id, "finding_delivery_needs_no_halves", true,
       routing::for_loads(routing::notable_loads(sizes, false), delivered)},
  };
  findings.exhibits = {
      shares_table(),
      {"The printed index at two machines and one tuple", "The tuple goes from machine 0 to machine 0.",
       Exhibit::Text{
           {"k = 1, L = 1: 2k - L - 1 = 0, so the share is 1/2^0 = 1 of RCVD_j",
            "printed: of all j for which i and i agree, that is of every j; machine 1 would hold RCVD_0, one tuple",
            "it holds none: 0 is not 1",
            "meant: of the j that agree with i in the last bit; for machine 1 that is RCVD_1, which is empty"}}}};
  return findings;
}

}  // namespace attest::constructions
