// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::split;
using theory::witness;

// SRPE, section Machine Translation: what table 6 says of the comparisons in the text.
Findings srpe_tables_translation(const Effort&) {
  const std::string id = "srpe.tables-translation";
  Findings findings;
  findings.certificates = {
      {id, "printed", true,
       split({{"at5_is_consistently_better", evaluate()},
              {"especially_on_2016", evaluate()},
              {"t5_bucketing_does_not_help", evaluate()},
              {"at5_bucketing_helps", evaluate()}})},
      {id, "finding_at5_apart", false, witness("i", 2, evaluate())},
      {id, "finding_where_apart", true, evaluate()},
      {id, "finding_at5_nob_below_t5_nob", true, evaluate()},
  };
  findings.exhibits = {{"AT5 and T5 with one printed deviation", "BLEU in hundredths.",
                        Exhibit::Table{{"newstest", "T5", "AT5", "difference", "apart"},
                                       {{"2014", "2815 (7)", "2834 (7)", "19", "yes"},
                                        {"2015", "3005 (25)", "3018 (13)", "13", "no"},
                                        {"2016", "3364 (23)", "3426 (25)", "62", "yes"},
                                        {"2017", "2800 (13)", "2821 (14)", "21", "no"}}}}};
  return findings;
}

}  // namespace attest::constructions
