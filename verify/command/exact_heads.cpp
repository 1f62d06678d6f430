// SPDX-License-Identifier: Apache-2.0
// The heads of a layer, key by key (docs/exact_inputs.md).
#include "verify/command/exact_input.hpp"
#include "verify/command/exact_words.hpp"

namespace attest::verify::command {

using json::Node;

namespace {

using theory::Head;
using theory::Mask;
using theory::Matrix;
using theory::Rational;
using theory::Weighting;
using Bias = theory::RelativeBias<Rational>;

Rational positive(const Node& node) {
  Rational number = node.number();
  if (number.sign() <= 0) node.fail("expected a number above 0");
  return number;
}

Bias::Any read_bias(const Node& node, std::size_t n, std::size_t m, std::size_t dH) {
  const std::size_t members = n + m - 1;
  enum class Variant { none, t5, shaw, deberta, transformer_xl, alibi, kerple, dense };
  if (!node.has("variant")) node.fail("expected an object with the key \"variant\"");
  const Variant variant = choice<Variant>(node.at("variant"), {{"none", Variant::none},
                                                               {"t5", Variant::t5},
                                                               {"shaw", Variant::shaw},
                                                               {"deberta", Variant::deberta},
                                                               {"transformer_xl", Variant::transformer_xl},
                                                               {"alibi", Variant::alibi},
                                                               {"kerple", Variant::kerple},
                                                               {"dense", Variant::dense}});
  switch (variant) {
    case Variant::none:
      node.expect_keys({"variant"});
      return Bias::None{};
    case Variant::t5:
      node.expect_keys({"variant", "m"});
      return Bias::T5{node.at("m").vector(members)};
    case Variant::shaw:
      node.expect_keys({"variant", "r"});
      return Bias::Shaw{node.at("r").matrix(members, dH)};
    case Variant::deberta:
      node.expect_keys({"variant", "r", "s"});
      return Bias::DeBERTa{node.at("r").matrix(members, dH), node.at("s").matrix(members, dH)};
    case Variant::transformer_xl: {
      node.expect_keys({"variant", "r", "WR", "u", "v"});
      Matrix<Rational> r = node.at("r").matrix(members);
      Matrix<Rational> WR = node.at("WR").matrix(r.columns(), dH);
      return Bias::TransformerXL{std::move(r), std::move(WR), node.at("u").vector(dH), node.at("v").vector(dH)};
    }
    case Variant::alibi:
      node.expect_keys({"variant", "slope"});
      return Bias::ALiBi{node.at("slope").number()};
    case Variant::kerple:
      node.expect_keys({"variant", "r1", "r2"});
      return Bias::Kerple{positive(node.at("r1")), positive(node.at("r2"))};
    case Variant::dense:
      node.expect_keys({"variant", "B"});
      return Bias::Dense{node.at("B").matrix(n, m)};
  }
  node.fail("expected a variant");
}

// {"window": w, "causal": ...}: i sees j with |i - j| < w, and, if causal, j <= i.
Mask read_window(const Node& node, std::size_t n, std::size_t m) {
  node.expect_keys({"window", "causal"});
  const Mask window =
      Mask::window(n, m, static_cast<std::size_t>(node.at("window").integer(1, static_cast<long>(n + m))));
  const std::optional<Node> causal = node.find("causal");
  if (!causal || !causal->boolean()) return window;
  if (n != m) causal->fail("expected as many keys as queries under a causal mask");
  return window & Mask::causal(n);
}

Mask read_mask(const Node& node, std::size_t n, std::size_t m) {
  const std::string expected =
      "expected \"causal\", {\"window\": w} or " + std::to_string(n) + " lists of " + std::to_string(m) + " booleans";
  if (node.is_text()) {
    if (node.text() != "causal" || n != m) node.fail(expected);
    return Mask::causal(n);
  }
  if (!node.is_list()) return read_window(node, n, m);
  const std::vector<Node> rows = node.list();
  if (rows.size() != n) node.fail(expected);
  Mask mask;
  for (const Node& row : rows) {
    const std::vector<Node> entries = row.list();
    if (entries.size() != m) row.fail(expected);
    mask.allowed.emplace_back();
    for (const Node& entry : entries) mask.allowed.back().push_back(entry.boolean());
  }
  return mask;
}

// What makes the scores of queries and keys.
void read_queries_and_keys(const Node& node, const LayerShape& shape, Head<Rational>& head) {
  head.WQ = node.at("WQ").matrix(shape.dQ);
  const std::size_t dH = head.WQ.columns();
  head.WK = node.at("WK").matrix(shape.dK, dH);
  head.bQ = optional_vector(node, "bQ", dH);
  head.bK = optional_vector(node, "bK", dH);
  head.normQ = read_normalization(node.find("normQ"), dH);
  head.normK = read_normalization(node.find("normK"), dH);
  if (const auto angles = node.find("angles")) {
    if (dH % 2 != 0) angles->fail("expected queries of an even dimension, found " + std::to_string(dH));
    head.angles = angles->matrix(dH / 2, 2);
  }
  if (const auto bias = node.find("bias")) {
    head.bias = read_bias(*bias, shape.n, shape.m, dH);
    if (std::holds_alternative<Bias::Kerple>(head.bias) && !in_base_e(head.weighting))
      bias->fail("expected weights in base e beside kerple, which multiplies e^s by (1 + r2 |i-j|)^-r1");
  }
  if (const auto minus = node.find("minus")) {
    minus->expect_keys({"lambda", "WQ", "WK"});
    head.minus = {minus->at("lambda").number(), minus->at("WQ").matrix(shape.dQ, dH),
                  minus->at("WK").matrix(shape.dK, dH)};
  }
}

// What happens to scores until they are weights.
void read_weighting(const Node& node, const LayerShape& shape, bool plus_one, Head<Rational>& head) {
  if (const auto softcap = node.find("softcap")) head.softcap = positive(*softcap);
  if (head.weighting == Weighting::linear) {
    for (const char* key : {"bias", "angles", "softcap"})
      if (node.has(key))
        node.at(key).fail("expected none beside linear weights, which are of features in place of scores");
  }
  if (plus_one) head.sinks = {0};
  if (const auto sink = node.find("sink")) {
    if (head.weighting != Weighting::softmax_e && head.weighting != Weighting::softmax_2)
      sink->fail("expected softmax weights: a sink takes part in a denominator");
    head.sinks.push_back(sink->number());
  }
  if (const auto mask = node.find("mask")) head.mask = read_mask(*mask, shape.n, shape.m);
}

void read_factor(const Node& node, const LayerShape& shape, Head<Rational>& head) {
  if (const auto C = node.find("C")) head.C = C->matrix(shape.n, shape.m);
  if (const auto c = node.find("c")) {
    if (head.C) node.fail("expected \"C\" or its Toeplitz form \"c\", found both");
    head.C = toeplitz(c->vector(shape.n + shape.m - 1), shape.n, shape.m);
  }
}

Matrix<Rational> matrix_or_identity(const Node& node, const char* key, std::size_t rows,
                                    std::optional<std::size_t> columns) {
  if (const auto entry = node.find(key)) return entry->matrix(rows, columns);
  if (columns && rows != *columns)
    node.fail(std::string("expected the key \"") + key + "\", since an identity would have to be " +
              std::to_string(rows) + " x " + std::to_string(*columns));
  return Matrix<Rational>::identity(rows);
}

void read_values(const Node& node, const LayerShape& shape, Head<Rational>& head) {
  head.WV = matrix_or_identity(node, "WV", shape.dZ, {});
  const std::size_t dV = head.WV.columns();
  head.bV = optional_vector(node, "bV", dV);
  if (const auto a = node.find("a")) head.a = a->matrix(shape.n + shape.m - 1, dV);
  if (const auto WG = node.find("WG")) head.WG = WG->matrix(shape.d, dV);
  head.WO = matrix_or_identity(node, "WO", dV, shape.out);
}

Head<Rational> read_head(const Node& node, const LayerShape& shape, const ExactInstance& instance) {
  const std::vector<std::string> values = {"WV", "bV", "WO", "a", "WG"};
  const auto expect_only = [&](std::vector<std::string> keys) {
    keys.insert(keys.end(), values.begin(), values.end());
    node.expect_keys(keys);
  };
  Head<Rational> head;
  const auto own = node.find("weights");
  const bool has_word = own && own->is_text();
  const WeightingWord word = has_word ? read_weighting_word(*own) : instance.weights;
  if (instance.arithmetic.exact && in_base_e(word.weighting))
    own->fail("expected \"arithmetic\": \"enclosure\" beside it, since the weights in base e are irrational");
  head.weighting = word.weighting;
  if (node.has("A")) {
    expect_only({"A"});
    head.A = node.at("A").matrix(shape.n, shape.m);
  } else if (own && !has_word) {
    expect_only({"weights", "C", "c"});
    head.unnormalized = node.at("weights").matrix(shape.n, shape.m);
    read_factor(node, shape, head);
  } else if (node.has("scores")) {
    expect_only({"weights", "scores", "softcap", "sink", "mask", "C", "c"});
    head.scores = node.at("scores").matrix(shape.n, shape.m);
    read_weighting(node, shape, word.plus_one, head);
    read_factor(node, shape, head);
  } else {
    expect_only({"weights", "WQ", "bQ", "WK", "bK", "normQ", "normK", "angles", "bias", "minus", "softcap", "sink",
                 "mask", "C", "c"});
    read_queries_and_keys(node, shape, head);
    read_weighting(node, shape, word.plus_one, head);
    read_factor(node, shape, head);
  }
  read_values(node, shape, head);
  return head;
}

}  // namespace

std::vector<Head<Rational>> read_heads(const Node& node, LayerShape shape, const ExactInstance& instance) {
  std::vector<Head<Rational>> heads;
  for (const Node& head : node.list()) {
    heads.push_back(read_head(head, shape, instance));
    shape.out = heads.back().WO.columns();
  }
  return heads;
}

}  // namespace attest::verify::command
