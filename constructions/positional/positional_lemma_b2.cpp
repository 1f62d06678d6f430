// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/routing.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;
using theory::Value;

namespace {

// oracle[j][h] = (machine, slot) from 1, or (0, 0).
struct Item {
  long machine = 0, slot = 0;
};
using Oracle = std::vector<std::vector<Item>>;

Value oracle_value(const Oracle& oracle) {
  Value::List rows;
  for (const auto& machine : oracle) {
    Value::List items;
    for (const Item& item : machine)
      items.push_back(item.machine ? integers({item.machine, item.slot}) : Value(Value::List{}));
    rows.emplace_back(std::move(items));
  }
  return rows;
}

// Head h of machine j attends to the machine of item h, or else to the sink; W_K and W_V are unit matrices.
Value heads_for(const Oracle& oracle) {
  const long n = static_cast<long>(oracle.size()), s = static_cast<long>(oracle.front().size());
  Value::List heads;
  for (long h = 0; h < s; ++h) {
    std::vector<long> attended;
    for (const auto& machine : oracle) {
      const long from = machine[static_cast<std::size_t>(h)].machine;
      attended.push_back(from ? from : n + 1);
    }
    attended.push_back(n + 1);
    heads.emplace_back(Value::Record{{"WQ", Value::matrix(one_hot_rows(attended, n + 1))},
                                     {"WK", Value::matrix(unit_rows(n + 1))},
                                     {"WV", Value::matrix(unit_rows(s + 1))}});
  }
  return heads;
}

Oracle random_oracle(Draw& draw, long n, long s) {
  Oracle oracle(static_cast<std::size_t>(n), std::vector<Item>(static_cast<std::size_t>(s)));
  for (auto& machine : oracle) {
    for (Item& item : machine) {
      if (draw.integer(0, 3) > 0) item = {draw.integer(1, n), draw.integer(1, s)};
    }
  }
  return oracle;
}

// Everybody wants the same slot of machine 1; everybody wants nothing; random ones.
Step rounds(long largest_n, long largest_s) {
  Draw draw(431);
  return for_every("N", 1, largest_n, [&](long n) {
    return for_every("s", 1, largest_s, [&](long s) {
      const auto rows = static_cast<std::size_t>(n), columns = static_cast<std::size_t>(s);
      std::vector<Oracle> oracles = {Oracle(rows, std::vector<Item>(columns)),
                                     Oracle(rows, std::vector<Item>(columns, Item{1, s})), random_oracle(draw, n, s)};
      if (oracle_value(oracles[2]).to_json() == oracle_value(oracles[1]).to_json() ||
          oracle_value(oracles[2]).to_json() == oracle_value(oracles[0]).to_json()) {
        oracles.pop_back();
      }
      std::vector<Value> values;
      std::vector<Step> by_oracle;
      for (const Oracle& oracle : oracles) {
        values.push_back(oracle_value(oracle));
        RationalMatrix counted;
        for (long i = 0; i <= n; ++i) {
          counted.emplace_back();
          for (long k = 0; k <= s; ++k) counted.back().emplace_back(i * (s + 1) + k + 1);
        }
        by_oracle.push_back(
            witness("heads", heads_for(oracle),
                    instances("X", {Value::matrix(counted), Value::matrix(draw.matrix(n + 1, s + 1))}, evaluate())));
      }
      return instances("R", std::move(values), std::move(by_oracle));
    });
  });
}

Exhibit collision() {
  return {
      "A round that Assumption B.4 excludes, delivered as it is",
      "Two machines with memories (3, 5) and (7, 9), s = 2. Machine 1 receives slot 1 of both machines.",
      Exhibit::Text{{"head 1 of machine 1 attends to machine 1 and brings its whole row (3, 5, id 1)",
                     "head 2 of machine 1 attends to machine 2 and brings its whole row (7, 9, id 2)",
                     "with W_O = 1 the MLP of machine 1 sees (3, 5, 1, 7, 9, 2) and its own row",
                     "its first number wanted is column 1, its second is column 4: a rule that depends on the machine "
                     "alone, and the machine's identifier is in its row"}}};
}

/// The refuted step's instance: a row of zeros in W_Q.
Exhibit idle_slot() {
  return {"A slot that receives nothing: one machine and the sink, s = 1",
          "The machine's row of the printed W_Q is (0, 0). Slot 1 holds 1 in the machine and 0 in the sink.",
          Exhibit::Text{{"scores of row 1: (0, 0); both are the largest, so hardmax gives (1, 1)",
                         "what arrives in slot 1: 1 * 1 + 1 * 0 = 1, where nothing was sent",
                         "the lemma survives: the MLP knows which of its slots receive nothing, and ignores them"}},
          Exhibit::Sides{"nothing is sent to slot 1, so it receives 0", "it receives 1 * 1 + 1 * 0 = 1"}};
}

}  // namespace

// Positional Attention, Lemma B.2: one hardmax layer delivers a round of any oracle.
Findings positional_lemma_b2(const Effort& effort) {
  const std::string id = "positional.lemma-b2";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_lemma_b2.v", "one_round")},
      {id, "printed", true, rounds(effort.thorough ? 5 : 4, effort.thorough ? 4 : 3)},
      {id, "step_nothing_arrives_in_an_idle_slot", false,
       witness("N", 1,
               witness("s", 1,
                       witness("H", Value(Value::List{}),
                               witness("X", Value::matrix({{1, 1}, {0, 2}}), witness("h", 1, evaluate())))))},
  };
  findings.exhibits = {idle_slot(), collision()};
  return findings;
}

}  // namespace attest::constructions
