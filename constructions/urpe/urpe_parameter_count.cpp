// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"
#include "constructions/urpe/samples.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Step;
using theory::Value;

namespace {

Step printed(long largest_n) {
  Draw draw(431);
  std::vector<Step> by_n;
  for (long n = 1; n <= largest_n; ++n)
    by_n.push_back(instances("c", sample_vectors(draw, 2 * n - 1, 2), exhaustive("k", evaluate())));
  return theory::split({{"diagonals", range("n", 1, largest_n, evaluate())},
                        {"no_parameter_is_idle", range("n", 1, largest_n, std::move(by_n))},
                        {"negligible", evaluate()}});
}

}  // namespace

// URPE, section 4.2: the parameters that C adds, and those of Table 2.
Findings urpe_parameter_count(const Effort& effort) {
  const std::string id = "urpe.parameter-count";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, printed(effort.thorough ? 10 : 5)},
      {id, "step_about_4K", false, witness("n", 1, evaluate())},
      reflected(id, "finding_the_lengths"),
      {id, "finding_the_lengths", true, exhaustive("n", evaluate())},
      reflected(id, "finding_causal_lengths"),
      {id, "finding_causal_lengths", true, exhaustive("n", evaluate())},
      {id, "finding_without_sharing", true, evaluate()},
      {id, "finding_table_2_toeplitz", false, exhaustive("n", evaluate())},
      {id, "finding_table_2_equal_shares", false, exhaustive("k", evaluate())},
      reflected(id, "finding_table_2_heads"),
      {id, "finding_table_2_heads", true, exhaustive("heads", evaluate())},
  };
  Exhibit::Table lengths{{"n", "10 (2n-1)", "about 4K?"}, {}};
  for (long n : {128L, 150L, 175L, 176L, 200L, 225L, 226L, 256L, 512L}) {
    const long count = 10 * (2 * n - 1);
    lengths.rows.push_back({std::to_string(n), std::to_string(count), count >= 3500 && count < 4500 ? "yes" : "no"});
  }
  findings.exhibits = {{"New parameters with 10 heads and shared C", "The paper does not print the length n.", lengths},
                       {"Table 2 by hand", "ZINC, Graphormer with and without URPE.",
                        Exhibit::Text{{"491,737 - 489,321 = 2,416 = 16 * 151",
                                       "32 heads (appendix C.3.1): 2,416 / 32 = 75.5, not a whole number",
                                       "with 12 layers and no sharing: 2,416 / 384 = 6.29..., not one either"}}}};
  findings.exhibits[0].sides = {"10 heads add about 4K parameters", "10 (2n - 1): 2550 for n = 128, 5110 for n = 256"};
  return findings;
}

}  // namespace attest::constructions
