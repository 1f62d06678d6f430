// SPDX-License-Identifier: Apache-2.0
#include "tests/claims/trivial_networks.hpp"

#include "constructions/universal/relabel.hpp"

namespace attest::tests {

using constructions::Approximant;
using constructions::Cut;
using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

namespace {

// x + factor relu(x) + constant.
Block<Rational> feed_forward(const Rational& factor, const Rational& constant) {
  Block<Rational> block = constructions::idle_block(1, 1);
  block.ffn.W1(0, 0) = 1;
  block.ffn.W2(0, 0) = factor;
  block.ffn.b2 = Vector<Rational>{constant};
  return block;
}

}  // namespace

std::vector<Approximant> trivial_networks(const std::optional<Head<Rational>>& position_head) {
  const auto network = [](std::vector<Block<Rational>> blocks, const Rational& low, const Rational& high) {
    return Approximant{std::move(blocks), low, high, {Cut::Kind::simplices, 2, 0}, {}};
  };
  std::vector<Approximant> result = {network({}, 0, 0), network({}, Rational(1, 2), Rational(1, 2)), network({}, 1, 1),
                                     network({}, 0, 1), network({feed_forward(-2, 1)}, 0, 1)};
  if (position_head) {
    Block<Rational> by_position = constructions::idle_block(1, 1);
    by_position.heads = {*position_head};
    result.push_back(network({feed_forward(-1, 0), by_position}, 0, 1));
    result.push_back(network({by_position}, 0, 1));
  }
  return result;
}

}  // namespace attest::tests
