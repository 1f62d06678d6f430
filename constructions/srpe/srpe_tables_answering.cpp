// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::split;

// SRPE, section Question Answering: what table 4 says of the comparisons in the text.
Findings srpe_tables_answering(const Effort&) {
  const std::string id = "srpe.tables-answering";
  Findings findings;
  findings.certificates = {
      {id, "printed", true,
       split({{"at5_is_better", evaluate()},
              {"other_settings_do_not_improve", evaluate()},
              {"without_bucketing_t5_declines", evaluate()},
              {"without_bucketing_at5_declines", evaluate()},
              {"split_adds_up", evaluate()}})},
      {id, "finding_at5_apart", true, evaluate()},
      {id, "finding_t5_decline_apart", false, evaluate()},
      {id, "finding_first_setting_is_best", true, evaluate()},
      {id, "finding_qanet_is_above", true, evaluate()},
      {id, "finding_at5_nob_below_t5_nob", true, evaluate()},
  };
  findings.exhibits = {
      {"Means plus and minus one printed deviation", "EM and F1 in hundredths.",
       Exhibit::Text{{"AT5: 7171 to 7253, 8072 to 8114; T5 (32-128): 7110 to 7148, 8024 to 8048: apart",
                      "T5-NoB: 7050 to 7140, 7968 to 8048: not apart from T5"}}}};
  return findings;
}

}  // namespace attest::constructions
