// SPDX-License-Identifier: Apache-2.0
#include "verify/audit/description.hpp"

namespace attest::verify::audit {

using json::Node;

namespace {

using constructions::Attention;

/// The word that stands under `key`, if there is one.
template <class T>
void choose(const Node& node, const char* key, T& chosen, const std::vector<std::pair<std::string, T>>& words) {
  const std::optional<Node> entry = node.find(key);
  if (!entry) return;
  const std::string text = entry->text();
  std::string known;
  for (const auto& [word, value] : words) {
    if (text == word) {
      chosen = value;
      return;
    }
    known += (known.empty() ? "" : ", ") + word;
  }
  entry->fail("expected one of " + known);
}

}  // namespace

Description read_description(const Node& node) {
  node.expect_keys({"name", "source", "bias", "rotation", "encoding", "scores", "factor", "mask", "normalizer", "sink",
                    "extra_token", "values", "gate", "difference"});
  Description description;
  if (const auto name = node.find("name")) description.name = name->text();
  if (const auto source = node.find("source")) description.source = source->text();
  Attention& a = description.attention;
  using Bias = Attention::Bias;
  choose<Bias>(node, "bias", a.bias,
               {{"none", Bias::none},
                {"t5", Bias::t5},
                {"shaw", Bias::shaw},
                {"deberta", Bias::deberta},
                {"transformer-xl", Bias::transformer_xl},
                {"alibi", Bias::alibi},
                {"kerple", Bias::kerple},
                {"swin", Bias::swin},
                {"graphormer", Bias::graphormer},
                {"at5", Bias::at5}});
  using Rotation = Attention::Rotation;
  choose<Rotation>(node, "rotation", a.rotation, {{"none", Rotation::none}, {"rope", Rotation::rope}});
  using Encoding = Attention::Encoding;
  choose<Encoding>(node, "encoding", a.encoding,
                   {{"none", Encoding::none}, {"sinusoidal", Encoding::sinusoidal}, {"learned", Encoding::learned}});
  using Scores = Attention::Scores;
  choose<Scores>(node, "scores", a.scores, {{"tokens", Scores::tokens}, {"positions", Scores::positions}});
  using Factor = Attention::Factor;
  choose<Factor>(
      node, "factor", a.factor,
      {{"none", Factor::none}, {"toeplitz", Factor::toeplitz}, {"lower", Factor::lower}, {"upper", Factor::upper}});
  using Mask = Attention::Mask;
  choose<Mask>(node, "mask", a.mask, {{"none", Mask::none}, {"causal", Mask::causal}});
  using Normalizer = Attention::Normalizer;
  choose<Normalizer>(node, "normalizer", a.normalizer,
                     {{"softmax", Normalizer::softmax},
                      {"softmax-plus-one", Normalizer::softmax_plus_one},
                      {"sigmoid", Normalizer::sigmoid},
                      {"linear", Normalizer::linear},
                      {"hardmax", Normalizer::hardmax},
                      {"none", Normalizer::none}});
  using Sink = Attention::Sink;
  choose<Sink>(node, "sink", a.sink, {{"none", Sink::none}, {"learned", Sink::learned}});
  using ExtraToken = Attention::ExtraToken;
  choose<ExtraToken>(node, "extra_token", a.extra_token, {{"none", ExtraToken::none}, {"bos", ExtraToken::bos}});
  using Values = Attention::Values;
  choose<Values>(node, "values", a.values, {{"plain", Values::plain}, {"relative", Values::relative}});
  using Gate = Attention::Gate;
  choose<Gate>(node, "gate", a.gate, {{"none", Gate::none}, {"output", Gate::output}});
  using Difference = Attention::Difference;
  choose<Difference>(node, "difference", a.difference,
                     {{"none", Difference::none}, {"two-softmaxes", Difference::two_softmaxes}});
  if (const std::string words = contradiction(a); !words.empty()) node.fail("expected keys that agree: " + words);
  return description;
}

}  // namespace attest::verify::audit
