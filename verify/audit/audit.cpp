// SPDX-License-Identifier: Apache-2.0
#include "verify/audit/audit.hpp"

#include "constructions/variants/evaluate.hpp"
#include "constructions/variants/properties.hpp"

namespace attest::verify::audit {

namespace {

using constructions::Attention;
using constructions::Property;
using constructions::RationalMatrix;
using constructions::RationalVector;
using theory::Value;
using Json = nlohmann::ordered_json;

Json json_of(const Value& value) { return Json::parse(value.to_json()); }
Json json_of(const RationalMatrix& matrix) { return json_of(Value::matrix(matrix)); }
Json json_of(const RationalVector& vector) { return json_of(Value::vector(vector)); }

/// The head and its input.
Json setting(const Attention& a, const constructions::Witness& witness) {
  Json json = {{"n", witness.X.size()}, {"d", witness.X.front().size()}, {"h", json_of(witness.parameters.record(a))}};
  // The attention sees the sum alone, and X is any matrix; so the sinusoids need not be written down.
  const bool sinusoidal = a.encoding == Attention::Encoding::sinusoidal;
  if (sinusoidal) json["h"].erase("P");
  json[sinusoidal ? "X_plus_P" : "X"] = json_of(witness.X);
  return json;
}

Json verdict(const Property& property) {
  return {{"status", property.holds ? "holds" : "false"}, {"reason", property.reason}, {"witness", nullptr}};
}

Json row_sums_verdict(const Attention& a, const Property& property) {
  Json json = verdict(property);
  if (!property.witness) return json;
  json["witness"] = setting(a, *property.witness);
  const RationalMatrix A = attention_matrix(a, property.witness->parameters, property.witness->X);
  json["witness"]["A"] = json_of(A);
  json["witness"]["row_sums"] = json_of(constructions::row_sums(A));
  return json;
}

Json identical_rows_verdict(const Attention& a, const Property& property) {
  Json json = verdict(property);
  if (property.witness) {
    json["witness"] = setting(a, *property.witness);
    json["witness"]["output"] = json_of(attention_layer(a, property.witness->parameters, property.witness->X));
  } else if (!property.holds && a.encoding == Attention::Encoding::sinusoidal) {
    // Value weights 0: the layer hands on the encodings.
    json["witness"] = {{"n", 2},
                       {"d", 2},
                       {"WV", json_of(RationalMatrix{{0, 0}, {0, 0}})},
                       {"X", json_of(RationalMatrix{{0, 0}, {0, 0}})},
                       {"output", Json::array({Json::array({"0", "1"}), Json::array({"sin 1", "cos 1"})})}};
  }
  return json;
}

Json causal_verdict(const Attention& a, const Property& property) {
  Json json = verdict(property);
  if (!property.witness) return json;
  const constructions::Witness& witness = *property.witness;
  json["witness"] = setting(a, witness);
  RationalMatrix Y = witness.X;
  std::copy(witness.later.begin(), witness.later.end(), Y.begin() + 1);
  RationalVector change = attention_layer(a, witness.parameters, Y).front();
  const RationalVector before = attention_layer(a, witness.parameters, witness.X).front();
  for (std::size_t k = 0; k < change.size(); ++k) change[k] -= before[k];
  json["witness"]["later_tokens_become"] = json_of(witness.later);
  json["witness"]["change_of_the_first_output"] = json_of(change);
  return json;
}

Json attentive_verdict(const Attention& a) {
  const constructions::Answer answer = constructions::attentive(a);
  return {{"status", !answer.holds ? "not decided" : *answer.holds ? "holds" : "false"}, {"reason", answer.reason}};
}

Json conclusions(const Attention& a, const Property& sums, const Property& rows, const Property& aware) {
  Json lines = Json::array();
  if (rows.holds) {
    lines.push_back(
        "Theorem 2 of URPE applies: on n identical rows every stack of such layers, with feed-forward layers and "
        "normalizations between them, gives n identical rows. The constant target (2M, 0, ..., 0) stays 2M "
        "sqrt((n-1)/n) "
        "away, so the layer alone does not make a universal approximator.");
    if (!sums.holds)
      lines.push_back(
          "Row sums of 1 are not needed for that; equal row sums, or rows that nothing tells apart, are enough.");
  } else {
    lines.push_back("Theorem 2 of URPE does not apply: identical rows may come apart.");
    if (sums.holds) lines.push_back("It is not the attention matrix that tells them apart: its rows sum to 1.");
  }
  lines.push_back(
      aware.holds ? "The position-aware condition of URPE's Theorem 3 can be met: a constant value vector turns v into "
                    "position signals (Lemma 8)."
                  : "The position-aware condition of URPE's Theorem 3 cannot be met.");
  if (permutation_equivariant(a))
    lines.push_back("The layer sees a set: a permutation of the tokens permutes the outputs alike.");
  return lines;
}

}  // namespace

Json audit(const Description& description) {
  const Attention& a = description.attention;
  const Property sums = constructions::right_stochastic(a), rows = constructions::identical_rows_stay_identical(a),
                 aware = constructions::position_aware(a), later = constructions::causal(a);
  Json properties = Json::object();
  properties["right_stochastic"] = row_sums_verdict(a, sums);
  properties["identical_rows_stay_identical"] = identical_rows_verdict(a, rows);
  properties["position_aware"] = row_sums_verdict(a, aware);
  properties["causal"] = causal_verdict(a, later);
  return {{"kind", "description"},
          {"name", description.name},
          {"source", description.source},
          {"properties", properties},
          {"attentive_condition", attentive_verdict(a)},
          {"permutation_equivariant", constructions::permutation_equivariant(a)},
          {"conclusion", conclusions(a, sums, rows, aware)}};
}

}  // namespace attest::verify::audit
