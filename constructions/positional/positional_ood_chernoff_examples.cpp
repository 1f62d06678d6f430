// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

// Positional Attention, appendix E, the two examples with 1000 test instances.
Findings positional_ood_chernoff_examples(const Effort&) {
  const std::string id = "positional.ood-chernoff-examples";
  Findings findings;
  findings.certificates = {
      reflected(id, "printed", "theory/proofs/bound_machine_certificates.v"),
      {id, "printed", true,
       theory::split({{"bound_n_2", theory::evaluate()},
                      {"count_n_2", exhaustive("inside_count", theory::evaluate())},
                      {"bound_n_8", theory::evaluate()},
                      {"count_n_8", exhaustive("inside_count", theory::evaluate())}})},
      {id, "finding_exact_tails", true, theory::evaluate()},
      {id, "finding_same_sum", true, theory::proof("theory/proofs/bound_same_sum.v", "same_sum")},
      {id, "finding_same_sum", true,
       theory::range("N", 1, 12, exhaustive("first", exhaustive("p", theory::evaluate())))},
  };
  findings.exhibits = {{"The two examples", "Rounded. The tail is that at the quoted p_in; p_in itself is smaller.",
                        Exhibit::Table{{"n", "c", "p", "eps", "exp(-2000 eps^2)", "quoted", "tail at p"},
                                       {{"2", "2", "0.4375", "0.0625", "0.000405", "0.0005", "0.0000402"},
                                        {"8", "10", "0.0034", "0.0466", "0.0130", "0.02", "below 10^-30"}}}}};
  return findings;
}

}  // namespace attest::constructions
