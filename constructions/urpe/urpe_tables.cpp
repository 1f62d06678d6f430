// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;

namespace {

Step every_part() {
  std::vector<std::pair<std::string, Step>> parts;
  for (const char* part :
       {"language_model", "zinc_subset", "zinc_full", "zinc_budget", "pcqm4m", "mag240m", "layers", "best"})
    parts.emplace_back(part, evaluate());
  return theory::split(std::move(parts));
}

std::string percent(const Rational& part, const Rational& whole) {
  const Rational tenths = floor(part / whole * Rational(1000) + Rational(1, 2));
  const long value = tenths.to_long();
  return std::to_string(value / 10) + "." + std::to_string(value % 10) + "%";
}

}  // namespace

// URPE, sections 4.2 and 5, appendix C: what the text says of the tables' numbers.
Findings urpe_tables(const Effort&) {
  const std::string id = "urpe.tables";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, theory::split_one("zinc_subset", evaluate())},
      {id, "printed", false, theory::split_one("mag240m", evaluate())},
      {id, "repaired", true, every_part()},
      reflected(id, "finding_subset_within_one_deviation"),
      {id, "finding_subset_within_one_deviation", true,
       box("plain", {{"29/250", "16/125"}}, box("urpe", {{"79/1000", "93/1000"}}, evaluate()))},
      {id, "finding_relative_to_the_smaller", true, evaluate()},
      {id, "finding_mag_is_a_tenth", true, evaluate()},
      {id, "finding_tables_1_and_4_agree", true, evaluate()},
      {id, "finding_hidden_dimension", true, evaluate()},
      {id, "finding_zinc_heads", true,
       theory::split({{"dimension", evaluate()},
                      {"parameters", evaluate()},
                      {"what_fits", evaluate()},
                      {"other_models", evaluate()}})},
      {id, "finding_wikitext", true, theory::split({{"as_printed", evaluate()}, {"within_rounding", evaluate()}})},
      {id, "finding_pcqm4m_budget", false, witness("parameters", 125000L, evaluate())},
  };
  const Rational subset(122 - 86, 1000), full(52 - 28, 1000);
  findings.exhibits = {
      {"ZINC, Table 2", "The text: more than 40% relative reduction on both.",
       Exhibit::Table{{"set", "plain", "URPE", "difference", "relative to plain", "relative to URPE"},
                      {{"Subset", "0.122", "0.086", "0.036", percent(subset, Rational(122, 1000)),
                        percent(subset, Rational(86, 1000))},
                       {"Full", "0.052", "0.028", "0.024", percent(full, Rational(52, 1000)),
                        percent(full, Rational(28, 1000))}}}},
      {"The other numbers", "What the text says of the tables, one number a row.",
       Exhibit::Table{{"the text says", "the tables give", "do they agree?"},
                      {{"perplexity 0.7 and 0.8 lower", "0.7, 0.8", "yes"},
                       {"PCQM4M: around 0.003", "0.0026", "yes"},
                       {"MAG240M: accuracy up by 0.06", "0.0061", "no: a tenth"},
                       {"hidden dimension 41 (sec. 5.4, app. C.2)", "410 in sec. 5.2", "no: 41 is one head's"},
                       {"ZINC: 80 dimensions, 32 heads (app. C.3.1)", "80 = 2.5 * 32", "no: 8 or 16 heads would fit"},
                       {"ZINC below 500K parameters", "489,321 and 491,737", "yes"}}}}};
  findings.exhibits[0].sides = {
      "the error on the subset is more than 40% lower",
      "0.122 - 0.086 = 0.036, which is " + percent(subset, Rational(122, 1000)) + " of 0.122"};
  return findings;
}

}  // namespace attest::constructions
