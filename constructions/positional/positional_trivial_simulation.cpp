// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_trivial_simulation.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Value;

Findings positional_trivial_simulation(const Effort& effort) {
  const std::string id = "positional.trivial-simulation";
  Findings findings;
  findings.certificates = {
      {id, "printed", false,
       witness("N", 2, witness("codes", Value::vector({1, 2}), exhaustive("x", exhaustive("y", evaluate()))))},
      {id, "finding_powers_of_two", true, range("N", 1, effort.thorough ? 11 : 8, exhaustive("x", evaluate()))},
  };
  Exhibit::Table table{{"x", "codes", "mean at every node"}, {}};
  table.rows = {{"0 0", "0, 0", "0"}, {"1 0", "1, 0", "1/2"}, {"0 1", "0, 2", "1"}, {"1 1", "1, 2", "3/2"}};
  findings.exhibits = {
      {"Two machines with a bit each", "Machine 1 sends its bit, machine 2 twice its bit; equal scores.", table}};
  return findings;
}

}  // namespace attest::constructions
