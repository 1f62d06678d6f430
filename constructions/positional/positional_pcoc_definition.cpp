// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/positional/gathering.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::Step;
using theory::Value;
using theory::machines::Place;
using theory::machines::Receive;

namespace {

// The oracle's value for each machine, by item 3, of a communication.
Value oracle_of(const Receive& receive) {
  Value::List values;
  for (std::size_t i = 1; i <= receive.size(); ++i) {
    Value::List pairs;
    for (const auto& [machine, positions] : oracle_value(receive, i)) {
      Value::List list;
      for (const std::size_t position : positions) list.emplace_back(static_cast<long>(position));
      pairs.emplace_back(Value::List{Value(static_cast<long>(machine)), Value(std::move(list))});
    }
    values.emplace_back(std::move(pairs));
  }
  return values;
}

// Communications on n machines with s slots in which no slot reads what another slot of the machine reads.
std::vector<Receive> communications(std::size_t n, std::size_t s, Draw& draw) {
  const Receive nothing(n, std::vector<std::optional<Place>>(s));
  Receive own = nothing, mixed = nothing, some = nothing;
  const std::vector<long> places = draw.permutation(static_cast<long>(n * s));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < s; ++j) {
      const auto place = static_cast<std::size_t>(places[i * s + j] - 1);
      own[i][j] = Place{i + 1, j + 1};
      mixed[i][j] = Place{place / s + 1, place % s + 1};
      if (draw.integer(0, 2) > 0) some[i][j] = mixed[i][j];
    }
  }
  std::vector<Receive> result = {nothing, own};
  for (const Receive& receive : {mixed, some}) {
    bool known = false;
    for (const Receive& other : result) known = known || oracle_of(other).to_json() == oracle_of(receive).to_json();
    if (!known) result.push_back(receive);
  }
  return result;
}

Step delivered(std::size_t largest_n, std::size_t largest_s, Draw& draw) {
  std::vector<Step> by_n;
  for (std::size_t n = 1; n <= largest_n; ++n) {
    std::vector<Step> by_s;
    for (std::size_t s = 1; s <= largest_s; ++s) {
      std::vector<Value> oracles;
      std::vector<Step> cases;
      for (const Receive& receive : communications(n, s, draw)) {
        oracles.push_back(oracle_of(receive));
        cases.push_back(witness("receive", routing::value_of(receive), theory::evaluate()));
      }
      by_s.push_back(instances("oracle", std::move(oracles), std::move(cases)));
    }
    by_n.push_back(range("s", 1, static_cast<long>(largest_s), std::move(by_s)));
  }
  return range("n", 1, static_cast<long>(largest_n), std::move(by_n));
}

// For every input the oracle that sends each word where it says.
Step knowing_oracles() {
  std::vector<Step> by_p;
  for (const bool swapped : {false, true}) {
    const Receive receive = {{Place{swapped ? 2U : 1U, 1}}, {Place{swapped ? 1U : 2U, 1}}};
    by_p.push_back(exhaustive("v", witness("receive", routing::value_of(receive), theory::evaluate())));
  }
  return exhaustive("p", std::move(by_p));
}

}  // namespace

// positional.pcoc-definition: oracle values laid into slots; the orders of a round and two kinds of oracles on two
// machines.
Findings positional_pcoc_definition(const Effort& effort) {
  const std::string id = "positional.pcoc-definition", proofs = "theory/proofs/bound_pcoc_definition.v";
  Draw draw(551);
  const Receive adds = {{Place{1, 1}, Place{2, 1}}, {std::nullopt, std::nullopt}};
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(proofs, "values_find_slots")},
      {id, "printed", true, delivered(effort.brief ? 2 : 4, 3, draw)},
      {id, "literal", false, witness("n", 1, witness("s", 1, witness("M", Value::List{}, theory::evaluate())))},
      {id, "finding_receiving_first", true, witness("receive", routing::value_of(adds), theory::evaluate())},
      {id, "finding_computing_first", false, exhaustive("source", exhaustive("table", theory::evaluate()))},
      reflected(id, "finding_oracle_that_knows_the_data"),
      {id, "finding_oracle_that_knows_the_data", true, knowing_oracles()},
      {id, "finding_oracle_that_does_not", false, exhaustive("receive", exhaustive("table", theory::evaluate()))},
  };
  findings.exhibits = {
      {"Three readings of one model", "What the text says in two places.",
       Exhibit::Table{
           {"", "Definition A.2", "elsewhere", "the same?"},
           {{"value of the oracle", "one machine with a set of positions (declared type)",
             "a set of such pairs, possibly empty (item 3)", "no: n = 1, s = 1, nothing to receive"},
            {"oracle fixed for", "n and the input data", "length and task, whatever the values (appendix B.1)",
             "no: two machines, words that say where they go, one round"},
            {"a round", "receive, then compute",
             "computation and communication (appendix B.1); begins with computation (footnote 7)",
             "no: the sum of two machines' inputs in one round"},
            {"machines", "1, ..., n", "0, ..., n - 1 (appendix B.1)", "names only"}}}},
      {"The sum of two machines' inputs in one round", "Machine 1 is to hold a + b.",
       Exhibit::Text{
           {"receiving first: machine 1 takes a and b into two slots and adds them",
            "computing first: what reaches machine 1's slot was computed by one machine, from a alone or from b alone",
            "a function of a is the same for b = 0 and b = 1, the sum is not"}}}};
  return findings;
}

}  // namespace attest::constructions
