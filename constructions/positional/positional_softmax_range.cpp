// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_softmax_range.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Value;

Findings positional_softmax_range(const Effort&) {
  const std::string id = "positional.softmax-range";
  Findings findings;
  findings.certificates = {
      {id, "printed", false,
       split_one("inside", witness("p", 1, witness("q", 1, witness("X", Value::matrix({{0}}), evaluate()))))},
      {id, "repaired", true, theory::proof("theory/proofs/patterns.v", "softmax_range")},
  };
  findings.exhibits = {
      {"One column", "p = q = 1.",
       Exhibit::Text{
           {"softmax of a single score x is exp(x) / exp(x) = 1, which is not below 1",
            "a row-stochastic matrix with one column has the entries 1: none lies in (0, 1)",
            "so for n = 1 the attention matrix (1) is not in (0,1)^(1 x 1), and the set on the right is empty"}}}};
  return findings;
}

}  // namespace attest::constructions
