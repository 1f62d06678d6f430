// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "constructions/draw.hpp"
#include "tests/claims/accepted.hpp"

using attest::tests::require_accepted;

// Another route to the leak: floating point, and the sign of the derivative. With zeros above the diagonal the first
// output is x1 + x1 e^(x1 x1) / (e^(x1 x1) + e^(x1 x2)), which falls strictly as x2 grows, for x1 > 0.
TEST_CASE("urpe.causal-c: with zeros for i < j the first output still falls as the second token grows") {
  for (double first : {0.5, 1.0, 2.0}) {
    auto output = [&](double second) {
      return first + first * std::exp(first * first) / (std::exp(first * first) + std::exp(first * second));
    };
    for (double second = -2; second < 2; second += 0.25) CHECK(output(second) > output(second + 0.25));
  }
}

// With zeros for i > j and equal scores the i-th output is x_i + (x_i + ... + x_n) / n.
TEST_CASE("urpe.causal-c: with the printed zeros an output is a sum over the tokens from its own on") {
  attest::constructions::Draw draw(382);
  const auto x = draw.distinct_vector(5);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t changed = 0; changed < x.size(); ++changed) {
      auto output = [&](const attest::constructions::RationalVector& tokens) {
        attest::theory::Rational tail = 0;
        for (std::size_t j = tokens.size(); j-- > i;) tail += tokens[j];
        return tokens[i] + tail / attest::theory::Rational(5);
      };
      auto y = x;
      y[changed] += attest::theory::Rational(1);
      CHECK((output(x) == output(y)) == (changed < i));
    }
  }
}

TEST_CASE("urpe.causal-c: every certificate is accepted") {
  const auto shown = require_accepted("urpe.causal-c");
  CHECK(!shown.at("printed"));
  CHECK(shown.at("finding_printed_zeros_look_ahead"));
  CHECK(!shown.at("finding_other_side"));
  CHECK(shown.at("finding_other_side_without_content"));
  CHECK(shown.at("repaired"));
  CHECK(shown.at("finding_position_aware"));
}
