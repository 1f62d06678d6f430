// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::split;
using theory::witness;

// SRPE, section Artificial Tasks: what table 1 says of the comparisons in the text.
Findings srpe_tables_artificial(const Effort&) {
  const std::string id = "srpe.tables-artificial";
  Findings findings;
  // The least difference that is called "much worse": Non-PE against T5-NoB on Process-50.
  const long least_much_worse = 772 - 549;
  findings.certificates = {
      {id, "printed", true,
       split({{"much_worse_and_similar", witness("t", least_much_worse, evaluate())},
              {"very_high", evaluate()},
              {"nearly_random_guessing", evaluate()},
              {"reber_t5_equals_at5", evaluate()},
              {"process_t5_nob_below_t5", evaluate()},
              {"process_at5_above_t5", evaluate()},
              {"adding_without_bucketing_is_worse", evaluate()}})},
      {id, "finding_similar_and_worse", true, evaluate()},
      {id, "finding_at5_bucketing_on_process", false, evaluate()},
      {id, "finding_guessing", true, evaluate()},
  };
  findings.exhibits = {
      {"Two readings that the numbers allow only apart", "Table 1, in thousandths.",
       Exhibit::Text{{"Adding-100: Non-PE 1000, T5-NoB 943, T5 1000, AT5-NoB 961, AT5 1000",
                      "called similar: at most 57 apart; called worse: T5-NoB against T5, the same 57",
                      "Process-50: AT5 843 against T5 808, and AT5-NoB 843: bucketing adds nothing to AT5 here"}}}};
  return findings;
}

}  // namespace attest::constructions
