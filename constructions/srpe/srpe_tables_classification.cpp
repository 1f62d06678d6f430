// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::split;
using theory::witness;

// SRPE, section Text Classification: what table 3 says of "large" and "similar".
Findings srpe_tables_classification(const Effort&) {
  const std::string id = "srpe.tables-classification";
  Findings findings;
  findings.certificates = {
      {id, "printed", true,
       split({{"transformers_outperform", evaluate()},
              {"at5_above_t5", evaluate()},
              {"large_and_similar", witness("t", Rational(9, 10), evaluate())}})},
      // Large from t on fails above 6, the margin on MR; similar below t fails up to 7, AT5 against no positions on CR.
      reflected(id, "finding_in_points"),
      {id, "finding_in_points", true, theory::box("t", {{"-inf", "7"}, {"7", "inf"}}, evaluate())},
      {id, "finding_none_reaches_two_errors", true, evaluate()},
      {id, "finding_in_errors", true, evaluate()},
      {id, "finding_quick_thoughts", true, evaluate()},
  };
  findings.exhibits = {{"The differences in points and in sampling errors",
                        "One sampling error is sqrt((p (1 - p) + q (1 - q)) / n), cut after two digits.",
                        Exhibit::Table{{"called", "column", "n", "points", "errors"},
                                       {{"large", "MR", "10662", "0.006", "1.11"},
                                        {"large", "SST", "1821", "0.014", "1.20"},
                                        {"large", "TREC", "500", "0.015", "0.94"},
                                        {"similar", "CR (AT5 against Non-PE)", "3775", "0.007", "0.84"}}}}};
  return findings;
}

}  // namespace attest::constructions
