// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::split;

// SRPE, tables 2 and 5: the sizes of the data sets.
Findings srpe_dataset_tables(const Effort&) {
  const std::string id = "srpe.dataset-tables";
  Findings findings;
  findings.certificates = {
      reflected(id, "printed"),
      {id, "printed", true,
       split({{"ten_folds", theory::exhaustive("i", evaluate())}, {"tests_of_their_own", evaluate()}})},
      {id, "finding_translation_sizes", true, evaluate()},
      {id, "finding_trec", false, evaluate()},
  };
  findings.exhibits = {{"Ten folds", "A tenth of all examples, rounded up, is the development set.",
                        Exhibit::Table{{"set", "train", "dev", "together"},
                                       {{"MR", "9595", "1067", "10662"},
                                        {"SUBJ", "9000", "1000", "10000"},
                                        {"CR", "3397", "378", "3775"},
                                        {"MPQA", "9549", "1061", "10610"}}}}};
  return findings;
}

}  // namespace attest::constructions
