// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"

namespace attest::constructions {

using theory::evaluate;

// Positional Attention, section 7.3: the printed example prompts.
Findings positional_examples(const Effort&) {
  const std::string id = "positional.examples";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, split_one("test_sample", exhaustive("c", evaluate()))},
      {id, "repaired", true,
       theory::split({{"training_sample", evaluate()}, {"test_sample", witness("c", 12, evaluate())}})},
  };
  Exhibit::Table table{{"", "training sample", "test sample"}, {}};
  table.rows = {{"categories", "2 5 7 8 11 13 14 20: eight, in 1..20", "23 24 28 30 31 33 34 40: eight, in 21..40"},
                {"irrelevant", "names 7 and 8: both present", "names 24 and 40: both present"},
                {"largest value", "4.10, at most 5", "55.90, but 5 c is at most 50"},
                {"queried values", "1.23 2.23 4.10 2.75", "9.17 23.70 12.47 1.50"},
                {"minimum, printed output", "1.23, 1.23", "1.50, 1.50"}};
  findings.exhibits = {{"The two samples against the definition", "One number does not fit.", table}};
  findings.exhibits[0].sides = {"test values are at most 5 c, so at most 50", "55.90 is among them"};
  return findings;
}

}  // namespace attest::constructions
