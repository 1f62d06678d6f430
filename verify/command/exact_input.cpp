// SPDX-License-Identifier: Apache-2.0
#include "verify/command/exact_input.hpp"

#include <fstream>
#include <iterator>
#include <utility>

#include "theory/error.hpp"

namespace attest::verify::command {

using json::Node;

namespace {

using theory::Block;
using theory::Head;
using theory::Mask;
using theory::Matrix;
using theory::Normalization;
using theory::Rational;
using theory::Vector;
using theory::Weighting;
using Bias = theory::RelativeBias<Rational>;

/// The value whose name the node holds.
template <class T>
T choice(const Node& node, const std::vector<std::pair<std::string, T>>& choices) {
  const std::string text = node.text();
  std::string names;
  for (const auto& [name, value] : choices) {
    if (text == name) return value;
    names += (names.empty() ? "" : ", ") + name;
  }
  node.fail("expected one of " + names);
}

std::optional<Vector<Rational>> optional_vector(const Node& node, const std::string& key, std::size_t length) {
  const std::optional<Node> entry = node.find(key);
  return entry ? std::optional(entry->vector(length)) : std::nullopt;
}

Bias::Any read_bias(const Node& node, std::size_t n, std::size_t dH) {
  const std::size_t members = 2 * n - 1;
  enum class Variant { none, t5, shaw, deberta, transformer_xl, alibi, dense };
  if (!node.has("variant")) node.fail("expected an object with the key \"variant\"");
  const Variant variant = choice<Variant>(node.at("variant"), {{"none", Variant::none},
                                                               {"t5", Variant::t5},
                                                               {"shaw", Variant::shaw},
                                                               {"deberta", Variant::deberta},
                                                               {"transformer_xl", Variant::transformer_xl},
                                                               {"alibi", Variant::alibi},
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
    case Variant::dense:
      node.expect_keys({"variant", "B"});
      return Bias::Dense{node.at("B").matrix(n, n)};
  }
  node.fail("expected a variant");
}

Mask read_mask(const Node& node, std::size_t n) {
  const std::string expected =
      "expected \"causal\" or " + std::to_string(n) + " lists of " + std::to_string(n) + " booleans";
  if (node.is_text()) {
    if (node.text() != "causal") node.fail(expected);
    return Mask::causal(n);
  }
  const std::vector<Node> rows = node.list();
  if (rows.size() != n) node.fail(expected);
  Mask mask;
  for (const Node& row : rows) {
    const std::vector<Node> entries = row.list();
    if (entries.size() != n) row.fail(expected);
    mask.allowed.emplace_back();
    for (const Node& entry : entries) mask.allowed.back().push_back(entry.boolean());
  }
  return mask;
}

Head<Rational> read_head(const Node& node, std::size_t n, std::size_t d, std::size_t dP, Weighting weighting) {
  Head<Rational> head;
  head.weighting = weighting;
  if (node.has("A")) {
    node.expect_keys({"A", "WV", "bV", "WO"});
    head.A = node.at("A").matrix(n, n);
  } else {
    node.expect_keys({"WQ", "bQ", "WK", "bK", "bias", "C", "c", "mask", "WV", "bV", "WO"});
    head.WQ = node.at("WQ").matrix(dP);
    const std::size_t dH = head.WQ.columns();
    head.WK = node.at("WK").matrix(dP, dH);
    head.bQ = optional_vector(node, "bQ", dH);
    head.bK = optional_vector(node, "bK", dH);
    if (const auto bias = node.find("bias")) head.bias = read_bias(*bias, n, dH);
    if (const auto C = node.find("C")) head.C = C->matrix(n, n);
    if (const auto c = node.find("c")) {
      if (head.C) node.fail("expected \"C\" or its Toeplitz form \"c\", found both");
      head.C = toeplitz(c->vector(2 * n - 1), n);
    }
    if (const auto mask = node.find("mask")) head.mask = read_mask(*mask, n);
  }
  head.WV = node.at("WV").matrix(d);
  head.bV = optional_vector(node, "bV", head.WV.columns());
  head.WO = node.at("WO").matrix(head.WV.columns(), d);
  return head;
}

Normalization<Rational> read_normalization(const std::optional<Node>& node, std::size_t d) {
  if (!node) return {};
  using Kind = Normalization<Rational>::Kind;
  node->expect_keys({"kind", "eps", "gain", "shift"});
  const Kind kind =
      choice<Kind>(node->at("kind"), {{"none", Kind::none}, {"layer", Kind::layer_norm}, {"rms", Kind::rms_norm}});
  if (kind == Kind::none) {
    node->expect_keys({"kind"});
    return {};
  }
  const Rational eps = node->at("eps").number();
  if (eps.sign() < 0) node->at("eps").fail("expected a number >= 0, found " + eps.to_string());
  return {kind, eps, optional_vector(*node, "gain", d).value_or(Vector<Rational>(d, 1)),
          optional_vector(*node, "shift", d).value_or(Vector<Rational>(d, 0))};
}

}  // namespace

std::vector<std::string> instance_keys(std::vector<std::string> of_the_operation) {
  std::vector<std::string> keys = {"weights", "arithmetic", "precision", "X"};
  keys.insert(keys.end(), std::make_move_iterator(of_the_operation.begin()),
              std::make_move_iterator(of_the_operation.end()));
  return keys;
}

ExactInstance read_instance(const Node& node) {
  const Weighting weighting = choice<Weighting>(node.at("weights"), {{"softmax-e", Weighting::softmax_e},
                                                                     {"softmax-2", Weighting::softmax_2},
                                                                     {"hardmax-all", Weighting::hardmax_all},
                                                                     {"hardmax-uniform", Weighting::hardmax_uniform},
                                                                     {"hardmax-first", Weighting::hardmax_first}});
  Arithmetic arithmetic{weighting != Weighting::softmax_e, 128};
  if (const auto entry = node.find("arithmetic")) {
    arithmetic.exact = choice<bool>(*entry, {{"exact", true}, {"enclosure", false}});
    if (arithmetic.exact && weighting == Weighting::softmax_e) {
      entry->fail("expected \"enclosure\", since the weights of softmax in base e are irrational");
    }
  }
  if (const auto entry = node.find("precision")) arithmetic.precision = entry->integer(64, 8192);
  return {weighting, arithmetic, node.at("X").matrix()};
}

std::vector<Head<Rational>> read_heads(const Node& node, std::size_t n, std::size_t d, std::size_t dP,
                                       Weighting weighting) {
  std::vector<Head<Rational>> heads;
  for (const Node& head : node.list()) heads.push_back(read_head(head, n, d, dP, weighting));
  return heads;
}

Block<Rational> read_block(const Node& node, std::size_t n, std::size_t d, Weighting weighting) {
  using theory::Placement;
  node.expect_keys({"heads", "bO", "norm1", "W1", "b1", "W2", "b2", "norm2", "placement"});
  Block<Rational> block;
  block.heads = read_heads(node.at("heads"), n, d, d, weighting);
  block.bO = optional_vector(node, "bO", d);
  block.ffn.W1 = node.at("W1").matrix(d);
  const std::size_t r = block.ffn.W1.columns();
  block.ffn.b1 = optional_vector(node, "b1", r);
  block.ffn.W2 = node.at("W2").matrix(r, d);
  block.ffn.b2 = optional_vector(node, "b2", d);
  block.norm1 = read_normalization(node.find("norm1"), d);
  block.norm2 = read_normalization(node.find("norm2"), d);
  if (const auto placement = node.find("placement")) {
    block.placement = choice<Placement>(*placement, {{"post", Placement::post}, {"pre", Placement::pre}});
  }
  return block;
}

std::string read_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  // A directory opens like a file, and fails when it is read.
  stream.peek();
  if (!stream.is_open() || stream.bad()) throw InputError(file, "expected a file that can be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace attest::verify::command
