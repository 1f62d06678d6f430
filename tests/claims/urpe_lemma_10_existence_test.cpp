// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "constructions/urpe/contextual_instances.hpp"
#include "constructions/urpe/contextual_stack.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/constructions/urpe/odometer_inputs.hpp"
#include "theory/error.hpp"

using attest::tests::require_accepted;
using namespace attest::constructions;
using namespace attest::theory;

// Another route: the exact blocks of theory/, every reading of ties, and what the construction promises: all tokens of
// an input are moved by the same amount, up to one constant by less than any distance on the grid.
TEST_CASE("urpe.lemma-10-existence: the stack adds to every token one number that tells the inputs apart") {
  for (const auto& [n, m, d] : {std::tuple(1L, 3L, 2L), {2L, 1L, 2L}, {2L, 4L, 1L}, {3L, 2L, 1L}, {4L, 1L, 1L}}) {
    for (const RationalVector& u : position_vectors(n)) {
      const ContextualStack stack = contextual_stack(u, m, d);
      CHECK(stack.blocks.size() == static_cast<std::size_t>(n + 1));
      for (const ModifiedBlock& block : stack.blocks)
        require_modified_block(block, static_cast<std::size_t>(d), {1, 1, 1});
      for (Weighting ties : {Weighting::hardmax_uniform, Weighting::hardmax_first, Weighting::hardmax_all}) {
        std::vector<Rational> added;
        for (RationalMatrix X : attest::tests::odometer_inputs(GridKind::closed, n, d, m)) {
          for (std::size_t i = 0; i < X.size(); ++i) {
            for (Rational& entry : X[i]) entry += u[i];
          }
          const RationalMatrix image = modified_network(stack.blocks, Matrix<Rational>::from_rows(X), ties).to_rows();
          added.push_back(image[0][0] - X[0][0]);
          for (std::size_t i = 1; i < X.size(); ++i) CHECK(image[i][0] - X[i][0] == added.back());
        }
        std::sort(added.begin(), added.end());
        CHECK(std::adjacent_find(added.begin(), added.end()) == added.end());
        CHECK(added.back() - added.front() < min(Rational(1, m), slack(u) * total(stack.z)));
      }
    }
  }
}

TEST_CASE("urpe.lemma-10-existence: gaps of 1 are refused") {
  CHECK_THROWS_AS(contextual_stack({0, 1}, 2, 1), attest::InputError);
  CHECK_THROWS_AS(contextual_stack({}, 2, 1), attest::InputError);
}

TEST_CASE("urpe.lemma-10-existence: every certificate is accepted") {
  const auto shown = require_accepted("urpe.lemma-10-existence");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_depth"));
  CHECK(shown.at("finding_equal_entries"));
}
