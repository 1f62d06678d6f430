// SPDX-License-Identifier: Apache-2.0
#include "verify/command/exact_input.hpp"

#include <fstream>
#include <iterator>
#include <utility>

#include "theory/error.hpp"
#include "verify/command/exact_words.hpp"

namespace attest::verify::command {

using json::Node;

using theory::Block;
using theory::Normalization;
using theory::Rational;
using theory::Vector;
using theory::Weighting;

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

std::vector<std::string> instance_keys(std::vector<std::string> of_the_operation) {
  std::vector<std::string> keys = {"weights", "arithmetic", "precision", "X"};
  keys.insert(keys.end(), std::make_move_iterator(of_the_operation.begin()),
              std::make_move_iterator(of_the_operation.end()));
  return keys;
}

WeightingWord read_weighting_word(const Node& node) {
  constexpr bool plus_one = true;
  return choice<WeightingWord>(node, {{"softmax-e", {Weighting::softmax_e}},
                                      {"softmax-2", {Weighting::softmax_2}},
                                      {"softmax-plus-one-e", {Weighting::softmax_e, plus_one}},
                                      {"softmax-plus-one-2", {Weighting::softmax_2, plus_one}},
                                      {"sigmoid-e", {Weighting::sigmoid_e}},
                                      {"sigmoid-2", {Weighting::sigmoid_2}},
                                      {"exp-e", {Weighting::exp_e}},
                                      {"exp-2", {Weighting::exp_2}},
                                      {"sparsemax", {Weighting::sparsemax}},
                                      {"hardmax-all", {Weighting::hardmax_all}},
                                      {"hardmax-uniform", {Weighting::hardmax_uniform}},
                                      {"hardmax-first", {Weighting::hardmax_first}},
                                      {"scores", {Weighting::scores}},
                                      {"linear", {Weighting::linear}}});
}

ExactInstance read_instance(const Node& node) {
  const auto [weighting, plus_one] = read_weighting_word(node.at("weights"));
  Arithmetic arithmetic{!in_base_e(weighting), 128};
  if (const auto entry = node.find("arithmetic")) {
    arithmetic.exact = choice<bool>(*entry, {{"exact", true}, {"enclosure", false}});
    if (arithmetic.exact && in_base_e(weighting)) {
      entry->fail("expected \"enclosure\", since the weights in base e are irrational");
    }
  }
  if (const auto entry = node.find("precision")) arithmetic.precision = entry->integer(64, 8192);
  return {{weighting, plus_one}, arithmetic, node.at("X").matrix()};
}

namespace {

// The activation of a modified block (URPE, Definition 5), in place of ReLU.
theory::PiecewiseLinear read_phi(const Node& node) {
  node.expect_keys({"breaks", "slopes", "intercepts", "at"});
  theory::PiecewiseLinear phi;
  phi.breaks = node.at("breaks").vector();
  phi.slopes = node.at("slopes").vector(phi.breaks.size() + 1);
  phi.intercepts = node.at("intercepts").vector(phi.breaks.size() + 1);
  phi.at = node.at("at").vector(phi.breaks.size());
  for (std::size_t k = 1; k < phi.breaks.size(); ++k) {
    if (phi.breaks[k] <= phi.breaks[k - 1]) node.at("breaks").fail("expected strictly increasing numbers");
  }
  return phi;
}

}  // namespace

Block<Rational> read_block(const Node& node, std::size_t n, std::size_t d, const ExactInstance& instance) {
  using theory::Placement;
  node.expect_keys({"heads", "bO", "norm1", "W1", "b1", "W2", "b2", "phi", "norm2", "placement"});
  Block<Rational> block;
  block.heads = read_heads(node.at("heads"), LayerShape::square(n, d), instance);
  block.bO = optional_vector(node, "bO", d);
  block.ffn.W1 = node.at("W1").matrix(d);
  const std::size_t r = block.ffn.W1.columns();
  block.ffn.b1 = optional_vector(node, "b1", r);
  block.ffn.W2 = node.at("W2").matrix(r, d);
  block.ffn.b2 = optional_vector(node, "b2", d);
  if (const auto phi = node.find("phi")) block.ffn.phi = read_phi(*phi);
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
