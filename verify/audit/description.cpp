// SPDX-License-Identifier: Apache-2.0
#include "verify/audit/description.hpp"

namespace attest::verify::audit {

using json::Node;

namespace {

using constructions::Attention;

template <class T>
using Words = std::vector<std::pair<std::string, T>>;

/// The word that stands under `key`, if there is one.
template <class T>
void choose(const Node& node, const char* key, T& chosen, const Words<T>& words) {
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

/// visit(key, the member that it sets, its words), the default first.
template <class Visit>
void for_each_key(Attention& a, Visit visit) {
  using Bias = Attention::Bias;
  visit("bias", a.bias,
        Words<Bias>{{"none", Bias::none},
                    {"t5", Bias::t5},
                    {"shaw", Bias::shaw},
                    {"deberta", Bias::deberta},
                    {"transformer-xl", Bias::transformer_xl},
                    {"alibi", Bias::alibi},
                    {"kerple", Bias::kerple},
                    {"swin", Bias::swin},
                    {"graphormer", Bias::graphormer},
                    {"at5", Bias::at5},
                    {"tupe", Bias::tupe}});
  using Rotation = Attention::Rotation;
  visit("rotation", a.rotation, Words<Rotation>{{"none", Rotation::none}, {"rope", Rotation::rope}});
  using Encoding = Attention::Encoding;
  visit(
      "encoding", a.encoding,
      Words<Encoding>{{"none", Encoding::none}, {"sinusoidal", Encoding::sinusoidal}, {"learned", Encoding::learned}});
  using Scores = Attention::Scores;
  visit("scores", a.scores, Words<Scores>{{"tokens", Scores::tokens}, {"positions", Scores::positions}});
  using Factor = Attention::Factor;
  visit("factor", a.factor,
        Words<Factor>{{"none", Factor::none},
                      {"toeplitz", Factor::toeplitz},
                      {"lower", Factor::lower},
                      {"upper", Factor::upper},
                      {"decay", Factor::decay}});
  using Mask = Attention::Mask;
  visit("mask", a.mask,
        Words<Mask>{{"none", Mask::none},
                    {"causal", Mask::causal},
                    {"window", Mask::window},
                    {"causal-window", Mask::causal_window}});
  using Normalizer = Attention::Normalizer;
  visit("normalizer", a.normalizer,
        Words<Normalizer>{{"softmax", Normalizer::softmax},
                          {"softmax-plus-one", Normalizer::softmax_plus_one},
                          {"sigmoid", Normalizer::sigmoid},
                          {"linear", Normalizer::linear},
                          {"hardmax", Normalizer::hardmax},
                          {"sparsemax", Normalizer::sparsemax},
                          {"none", Normalizer::none}});
  using Sink = Attention::Sink;
  visit("sink", a.sink, Words<Sink>{{"none", Sink::none}, {"learned", Sink::learned}});
  using ExtraToken = Attention::ExtraToken;
  visit("extra_token", a.extra_token, Words<ExtraToken>{{"none", ExtraToken::none}, {"bos", ExtraToken::bos}});
  using Values = Attention::Values;
  visit("values", a.values, Words<Values>{{"plain", Values::plain}, {"relative", Values::relative}});
  using Gate = Attention::Gate;
  visit("gate", a.gate, Words<Gate>{{"none", Gate::none}, {"output", Gate::output}});
  using Difference = Attention::Difference;
  visit("difference", a.difference,
        Words<Difference>{{"none", Difference::none}, {"two-softmaxes", Difference::two_softmaxes}});
  using Softcap = Attention::Softcap;
  visit("softcap", a.softcap, Words<Softcap>{{"none", Softcap::none}, {"tanh", Softcap::tanh}});
  using QkNorm = Attention::QkNorm;
  visit("qk_norm", a.qk_norm, Words<QkNorm>{{"none", QkNorm::none}, {"rms", QkNorm::rms}});
  using Keys = Attention::Keys;
  visit("keys", a.keys, Words<Keys>{{"own", Keys::own}, {"grouped", Keys::grouped}, {"latent", Keys::latent}});
  using Talking = Attention::Talking;
  visit("talking", a.talking,
        Words<Talking>{
            {"none", Talking::none}, {"before", Talking::before}, {"after", Talking::after}, {"both", Talking::both}});
}

}  // namespace

std::vector<std::pair<std::string, std::vector<std::string>>> vocabulary() {
  std::vector<std::pair<std::string, std::vector<std::string>>> keys;
  Attention unused;
  for_each_key(unused, [&](const char* key, auto&, const auto& words) {
    keys.push_back({key, {}});
    for (const auto& [word, value] : words) keys.back().second.push_back(word);
  });
  return keys;
}

Description read_description(const Node& node) {
  std::vector<std::string> keys = {"name", "source"};
  for (const auto& [key, words] : vocabulary()) keys.push_back(key);
  node.expect_keys(keys);
  Description description;
  if (const auto name = node.find("name")) description.name = name->text();
  if (const auto source = node.find("source")) description.source = source->text();
  Attention& a = description.attention;
  for_each_key(a, [&](const char* key, auto& chosen, const auto& words) { choose(node, key, chosen, words); });
  if (const std::string words = contradiction(a); !words.empty()) node.fail("expected keys that agree: " + words);
  return description;
}

}  // namespace attest::verify::audit
