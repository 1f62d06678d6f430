// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::Step;
using theory::Value;

namespace {

// The MPC program of one machine with one bit of memory and one round: a machine that holds b sends 1 - b to itself.
Value negation() {
  Value::List table = {Value(Value::List{Value(Value::List{}), Value(Value::List{})})};
  for (long bit = 0; bit <= 1; ++bit) {
    const Value memory(Value::List{Value(bit)});
    const Value message(Value::List{Value(1), Value(1 - bit)});
    table.emplace_back(Value::List{memory, Value(Value::List{message})});
  }
  return Value::List{Value(Value::List{Value(std::move(table))})};
}

// Names of the inputs, as symbols.
Value symbols(long n) {
  Value::List list;
  for (long i = 1; i <= n; ++i) list.emplace_back("x" + std::to_string(i));
  return list;
}

Step gathered(long largest) {
  return for_every("N", 2, largest,
                   [&](long N) { return range("R", 1, 2, instances("x", {symbols(N)}, theory::evaluate())); });
}

Exhibit gathering_table() {
  // What each of five machines knows after each round, by following the oracle.
  const long N = 5;
  std::vector<std::vector<long>> known;
  for (long i = 0; i < N; ++i) known.push_back({i + 1});
  Exhibit::Table table{{"after round", "machine 1", "machine 2", "machine 3", "machine 4", "machine 5"}, {}};
  const auto show = [&](long round) {
    std::vector<std::string> row = {std::to_string(round)};
    for (const auto& list : known) {
      std::string text;
      for (long machine : list) text += (text.empty() ? "" : ", ") + std::string("x") + std::to_string(machine);
      row.push_back(text);
    }
    table.rows.push_back(std::move(row));
  };
  show(0);
  for (long round = 1, distance = 1; distance < N; ++round, distance *= 2) {
    const auto before = known;
    for (long i = 0; i < N; ++i) {
      const auto& other = before[static_cast<std::size_t>((i - distance + N) % N)];
      const auto& own = before[static_cast<std::size_t>(i)];
      const std::size_t missing = std::min(other.size(), static_cast<std::size_t>(N) - own.size());
      std::vector<long> joined(other.end() - static_cast<std::ptrdiff_t>(missing), other.end());
      joined.insert(joined.end(), own.begin(), own.end());
      known[static_cast<std::size_t>(i)] = std::move(joined);
    }
    show(round);
  }
  return {"Five machines, two variables each: every input everywhere after three rounds",
          "A variable holds a list. In round r a machine takes its own variable and that of the machine 2^(r-1) places "
          "before it.",
          table};
}

}  // namespace

// positional.lemma-b1: one machine that negates a bit; gathering with two variables.
Findings positional_lemma_b1(const Effort& effort) {
  const std::string id = "positional.lemma-b1", proofs = "theory/proofs/bound_gathering.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", false,
       witness("N", 1,
               witness("s", 1,
                       witness("R", 1,
                               witness("t", 2, witness("mpc", negation(), exhaustive("pcoc", theory::evaluate()))))))},
      {id, "repaired", true, theory::proof(proofs, "everything_is_gathered")},
      {id, "repaired", true, gathered(effort.thorough ? 17 : 9)},
      {id, "step_dummy_machines", false, witness("N", 3, theory::evaluate())},
      {id, "finding_two_parts_each", true, theory::proof("theory/proofs/bound_powers_of_two.v", "two_parts_each")},
      {id, "finding_two_parts_each", true, range("N", 1, 64, theory::evaluate())},
  };
  findings.exhibits = {
      {"One machine", "N = 1, R = 1, s = 1, bits. It is the only case with no round at all.",
       Exhibit::Text{{"MPC: the machine holds 0, computes 1 and sends it to itself; after the round it holds 1",
                      "PCOC: 2 R ceil(log2 N) = 2 x 1 x 0 = 0 rounds; the memory is as it was: 0",
                      "1 is not 0, whatever the oracle and the local functions are: there is no round for them"}}},
      gathering_table(),
      {"What the printed route needs where N is no power of two", "Three machines.",
       Exhibit::Text{{"ceil(log2 3) = 2, so the network has 2^2 = 4 labels, one more than there are machines",
                      "Lemma B.1 has 3 machines with 2s slots: 6s slots; the network's four parts have 8s",
                      "with two parts to a machine: 4s slots in one machine"}}}};
  findings.exhibits[0].sides = {"2 R ceil(log2 1) = 0 rounds bring the machine from 0 to 1",
                                "after 0 rounds it still holds 0"};
  return findings;
}

}  // namespace attest::constructions
