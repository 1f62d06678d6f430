// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"

namespace attest::constructions {

using theory::Value;

// positional.trivial-simulation: one machine that holds the whole input; two numbers in one.
Findings positional_trivial_simulation(const Effort& effort) {
  const std::string id = "positional.trivial-simulation", proofs = "theory/proofs/machines.v";
  const long largest = effort.brief ? 4 : 7;
  // One machine, one word: the smallest s, and a memory that holds the whole input.
  const Value input(Value::List{Value(Value::List{Value(0)})});
  Findings findings;
  findings.certificates = {
      {id, "step_definition_a1", false, witness("s", 1, witness("input", input, theory::evaluate()))},
      {id, "finding_two_numbers_in_one", true, theory::proof("theory/proofs/bound_naturals.v", "two_numbers_in_one")},
      {id, "finding_two_numbers_in_one", true,
       range("a", 0, largest,
             range("b", 0, largest, range("c", 0, largest, range("d", 0, largest, theory::evaluate()))))},
  };
  Exhibit::Table table{{"a, b", "(a + b)^2 + b"}, {}};
  for (const auto& [a, b] : {std::pair(0L, 0L), std::pair(1L, 0L), std::pair(0L, 1L), std::pair(2L, 0L),
                             std::pair(1L, 1L), std::pair(0L, 2L), std::pair(3L, 5L)}) {
    table.rows.push_back({std::to_string(a) + ", " + std::to_string(b), std::to_string((a + b) * (a + b) + b)});
  }
  findings.exhibits = {
      {"Definition A.1 with one machine", "p >= 1 machines with local memory of size s; the input on some of them.",
       Exhibit::Text{
           {"p = 1, s = 1, an input of one word: the machine holds all of it",
            "s = 1 is not less than the size of the input, 1: the memory is not sublinear",
            "the original definition ties s, p and the input's size; footnote 6 says that this was left out"}}},
      {"Two numbers in one",
       "Different pairs have different numbers, so one real variable holds as many numbers as one likes.", table}};
  findings.exhibits[0].sides = {"a machine's memory is smaller than the input",
                                "s = 1 and an input of 1 word: the machine holds all of it"};
  return findings;
}

}  // namespace attest::constructions
