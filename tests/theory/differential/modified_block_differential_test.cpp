// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/modified_blocks.hpp"
#include "tests/theory/differential/generators.hpp"
#include "tests/theory/laws.hpp"
#include "theory/error.hpp"

using namespace attest::theory;
using namespace attest::tests;
using attest::constructions::value_of;
using Shift = ModifiedHead::Shift;

namespace {

// Breaks among small integers, so that entries of X W1 fall on them.
PiecewiseLinear any_phi() {
  const auto k = size(0, 2);
  PiecewiseLinear phi;
  if (k >= 1) phi.breaks.push_back(*small_integers());
  if (k == 2) phi.breaks.push_back(phi.breaks[0] + Rational(*rc::gen::inRange(1, 3)));
  phi.slopes = any_vector(k + 1, small_rationals());
  phi.intercepts = any_vector(k + 1, small_rationals());
  phi.at = any_vector(k, small_integers());
  return phi;
}

ModifiedBlock any_modified_block(std::size_t d) {
  const std::size_t dH = size(1, 2), r = size(1, 2);
  ModifiedBlock block{{}, *matrices({d, r}, small_integers()), *matrices({r, d}, small_integers()), any_phi()};
  for (std::size_t h = size(0, 2); h > 0; --h) {
    block.heads.push_back({any_vector(d, small_integers()), *small_integers(),
                           *rc::gen::element(Shift::key, Shift::query), *matrices({d, dH}, small_integers()),
                           *matrices({dH, d}, small_integers())});
  }
  return block;
}

const std::pair<const char*, Weighting> kRules[] = {
    {"uniform", Weighting::hardmax_uniform}, {"first", Weighting::hardmax_first}, {"all", Weighting::hardmax_all}};

}  // namespace

TEST_CASE("differential: phi and the number of its pieces") {
  rc::prop("exactly", [] {
    const PiecewiseLinear phi = any_phi();
    const Rational t = *small_integers();
    RC_ASSERT(exact(definition("phi_at", {value_of(phi), t})) == phi(t));
    RC_ASSERT(exact(definition("phi_pieces", {value_of(phi)})) == Rational(static_cast<long>(phi.pieces())));
  });
}

TEST_CASE("differential: modified blocks, Definition 5") {
  rc::prop("one block or two, each tie rule, exactly", [] {
    const std::size_t n = size(1, 4), d = size(1, 3);
    const Matrix<Rational> X = any_rows({n, d}, small_integers());
    std::vector<ModifiedBlock> blocks;
    for (std::size_t l = size(1, 2); l > 0; --l) blocks.push_back(any_modified_block(d));
    for (const auto& [name, ties] : kRules) {
      const auto expected = definition("modified_network", {value(X), value_of(blocks), name});
      RC_ASSERT(exact_matrix(expected) == modified_network(blocks, X, ties));
    }
  });
  SECTION("the two places of c are seen to differ") {
    const Matrix<Rational> X{{2}, {3}};
    ModifiedBlock block{{{{1}, 5, Shift::key, {{1}}, {{1}}}}, {{0}}, {{0}}, {}};
    const auto expected = exact_matrix(definition("modified_block", {value(X), value_of(block), "uniform"}));
    CHECK(expected == modified_block(block, X));
    block.heads[0].shift = Shift::query;
    CHECK(expected != modified_block(block, X));
  }
}

TEST_CASE("differential: the class") {
  rc::prop("a block is in the class by both or by neither", [] {
    const std::size_t d = size(1, 2);
    const ModifiedBlock block = any_modified_block(d);
    bool engine = true;
    try {
      require_modified_block(block, d);
    } catch (const attest::InputError&) {
      engine = false;
    }
    const auto expected = definition("is_modified_block", {value_of(block), Rational(static_cast<long>(d)), 2, 1, 1});
    RC_ASSERT(expected.get<bool>() == engine);
    RC_CLASSIFY(engine);
  });
}

// urpe.definition-5 replaces phi by four ReLUs. With ramps narrower than a millionth they are phi at every break and at
// every number with a small denominator; the engine knows phi alone.
TEST_CASE("differential: four ReLUs in place of phi, off the ramps") {
  rc::prop("exactly, for every phi with at most three pieces", [] {
    PiecewiseLinear phi = any_phi();
    for (std::size_t k = 0; k < phi.breaks.size(); ++k) {  // most drawn values would be pieces of their own
      const std::size_t owner = k + (coin() ? 1 : 0);
      if (coin() || phi.breaks.size() == 2) {
        phi.at[k] = phi.slopes[owner] * phi.breaks[k] + phi.intercepts[owner];
      }
    }
    RC_PRE(phi.pieces() <= 3U);
    const Rational t = *small_rationals(), R = pow(Rational(10), 9);
    const auto of_claim = [](const std::string& name, const std::vector<Value>& arguments) {
      return definition_of_claim("urpe_definition_5", name, arguments);
    };
    RC_ASSERT(exact(of_claim("relu_phi", {value_of(phi), R, t})) == phi(t));
    for (const Rational& p : phi.breaks) RC_ASSERT(exact(of_claim("relu_phi", {value_of(phi), R, p})) == phi(p));
    RC_ASSERT(of_claim("relu_units", {value_of(phi), R}).size() <= 4U);
  });
}
