// SPDX-License-Identifier: Apache-2.0
#include "constructions/variants/findings.hpp"

#include <cstdlib>
#include <optional>

#include "constructions/reflected.hpp"
#include "constructions/variants/evaluate.hpp"
#include "constructions/variants/properties.hpp"
#include "constructions/variants/steps.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

Exhibit table(const Attention& a, const std::vector<std::pair<std::string, Property>>& properties) {
  Exhibit::Table table{{"property", "answer", "why", "shown by"}, {}};
  for (const auto& [name, property] : properties) {
    std::string shown = "the argument; instances in the certificate";
    if (property.witness)
      shown = "h = " + property.witness->parameters.record(a).to_json() +
              ", X = " + Value::matrix(property.witness->X).to_json();
    std::erase(shown, '"');
    table.rows.push_back({name, property.holds ? "holds" : "false", property.reason, shown});
  }
  return {"What the variant does to Theorem 2 and to the position-aware condition", "The argument behind each answer.",
          table};
}

/// Where no parameters make the row sums differ: what the encoding does to tokens that are all the same. Weights 1,
/// what may depend on the offset i - j is -|i - j|, and powers of 2, so that the entries are rational.
Exhibit matrix_of_equal_tokens(const Attention& a) {
  const long n = 4;
  Parameters p = make_parameters(a, n, 1, [](long offset) { return Rational(-std::abs(offset)); });
  for (RationalMatrix* W : {&p.WQ, &p.WK, &p.WQ2, &p.WK2})
    for (auto& row : *W)
      for (Rational& entry : row) entry = 1;
  p.base_2 = true;
  if (a.encoding == Attention::Encoding::sinusoidal)
    for (std::size_t i = 0; i < p.P.size(); ++i) p.P[i] = {Rational(static_cast<long>(i % 2))};
  return {
      "The attention matrix of four equal tokens",
      "X = (1, 1, 1, 1)^T, weights 1, -|i - j| where each offset has a bias of its own, 0, 1, 0, 1 for sinusoids, and "
      "2^s for e^s, so that the entries are exact. Rows that differ tell equal tokens apart.",
      Exhibit::Matrix{attention_matrix(a, p, constant_matrix(n, 1, 1)), {}, {}}};
}

Exhibit matrix_at_zero(const Attention& a) {
  const long n = 4;
  const std::optional<Parameters> aware = position_aware_parameters(a, n, 1);
  if (!aware) return matrix_of_equal_tokens(a);
  const Parameters& p = *aware;
  return {"The attention matrix for n = 4 with query and key weights 0",
          "Exact entries, at X = 0; the sums of the rows are what the position-aware condition looks at.",
          Exhibit::Matrix{attention_matrix(a, p, constant_matrix(n, 1, 0)), {}, {}}};
}

}  // namespace

Findings variant_findings(const Variant& variant, const Effort& effort) {
  const std::string id = "variants." + variant.name;
  const Attention a = published(variant.name);
  const long largest_n = effort.thorough ? 6 : 3;
  const Property sums = right_stochastic(a), identical = identical_rows_stay_identical(a), aware = position_aware(a),
                 later = causal(a);
  const bool sinusoidal = a.encoding == Attention::Encoding::sinusoidal;
  const Step by_sums = right_stochastic_step(a, sums, largest_n);
  const Step by_rows = sinusoidal ? sinusoidal_identical_rows() : identical_rows_step(a, identical, largest_n);
  const Step by_v = aware.holds ? position_aware_step(a, largest_n + 1) : not_position_aware_step(a, largest_n);
  const Step by_later = sinusoidal ? sinusoidal_causal() : causal_step(a, later, largest_n);
  const std::string aware_or_not = aware.holds ? "property_position_aware" : "property_not_position_aware";
  Findings findings;
  if (!variant.theorems.empty()) {
    const auto theorem = [&](const std::string& statement, const char* end) {
      const Step proof = theory::proof(variant.proofs, variant.theorems + end);
      findings.certificates.push_back({id, statement, true, proof});
    };
    if (sums.holds) theorem("property_right_stochastic", "_stochastic");
    if (identical.holds) theorem("property_identical_rows_stay_identical", "_identical_rows");
    if (!aware.holds) theorem("property_not_position_aware", "_not_aware");
  }
  for (const auto& [statement, file, theorem] : variant.masks)
    findings.certificates.push_back({id, statement, true, theory::proof(file, theorem)});
  findings.certificates.push_back(reflected(id, "printed", "theory/proofs/bound_variants_answers.v"));
  // A part says what the property's own statement says, where that holds; what shows it stands there. Where a property
  // fails, the part says "some parameters and inputs", and is met by the same numbers as its refutation.
  const auto part = [](const Property& property, const std::string& name, const Step& refutation) {
    return property.holds ? theory::cite("property_" + name) : refutation;
  };
  const std::vector<std::pair<std::string, Step>> parts = {
      {"right_stochastic", part(sums, "right_stochastic", by_sums)},
      {"identical_rows_stay_identical", part(identical, "identical_rows_stay_identical", by_rows)},
      {"position_aware", theory::cite(aware_or_not)},
      {"causal", part(later, "causal", by_later)}};
  for (const theory::Certificate& certificate :
       {theory::Certificate{id, "printed", true, theory::split(parts)},
        {id, "property_right_stochastic", sums.holds, by_sums},
        {id, "property_identical_rows_stay_identical", identical.holds, by_rows},
        {id, aware_or_not, true, by_v},
        {id, "property_causal", later.holds, by_later}})
    findings.certificates.push_back(certificate);
  findings.exhibits = {table(a, {{"right stochastic", sums},
                                 {"identical rows stay identical", identical},
                                 {"position-aware", aware},
                                 {"causal", later}}),
                       matrix_at_zero(a)};
  return findings;
}

}  // namespace attest::constructions
