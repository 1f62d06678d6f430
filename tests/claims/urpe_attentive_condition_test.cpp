// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "constructions/urpe/other_encodings.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::theory;
using attest::tests::require_accepted;
using attest::tests::require_rejected;

// Another route, d = 1, without any matrix: differences of two scores of one row, which are all that softmax sees.
TEST_CASE("urpe.attentive-condition: differences within a row tell the two sides apart") {
  attest::constructions::Draw draw(331);
  for (int trial = 0; trial < 200; ++trial) {
    const Rational c = draw.rational(), query = draw.rational(), first = draw.rational(), second = draw.rational();
    const Rational key_side = query * (first - c) - query * (second - c);
    const Rational query_side = (query - c) * first - (query - c) * second;
    const Rational deberta = (query * first - c * first) - (query * second - c * second);
    CHECK(key_side == query * (first - second));
    CHECK(query_side == deberta);
    CHECK((query_side == key_side) == (c == Rational(0) || first == second));
  }
}

// Another route to both halves about rotations, without any attention: what a head with m angles adds to a score at the
// distance k is a sum of weight times cos(k angle), by the recurrence of the cosines.
TEST_CASE("urpe.attentive-condition: m angles are constant along the distances below m, and not at m") {
  for (long m = 1; m <= 6; ++m) {
    const auto angles = attest::constructions::circle_points(m);
    const auto weights = attest::constructions::angle_weights(angles);
    for (long k = 0; k <= m; ++k) {
      Rational total = 0;
      for (std::size_t p = 0; p < angles.size(); ++p) {
        CHECK(angles[p][0] * angles[p][0] + angles[p][1] * angles[p][1] == Rational(1));
        CHECK(angles[p][0] != Rational(1));
        Rational before = angles[p][0], now = 1;  // cos(-angle), cos(0)
        for (long t = 0; t < k; ++t) {
          const Rational next = Rational(2) * angles[p][0] * now - before;
          before = now;
          now = next;
        }
        total += weights[p] * now;
      }
      CHECK((total == Rational(1)) == (k < m));
    }
  }
}

// Equal weights instead of Lagrange's, a head that gives nothing, and a head that is right at the moved input.
TEST_CASE("urpe.attentive-condition: trivial heads are no evidence") {
  const Value angles = Value::matrix(attest::constructions::circle_points(2));
  const auto rope = [&](const Value& WQ) {
    return instances("n", {2},
                     instances("d", {1},
                               instances("u", {Value::vector({1})},
                                         instances("c", {0},
                                                   instances("angles", {angles},
                                                             witness("WQ", WQ,
                                                                     witness("WK", Value::matrix({{1, 0, 1, 0}}),
                                                                             instances("X", {Value::matrix({{1}, {2}})},
                                                                                       evaluate()))))))));
  };
  const char* statement = "finding_rope_with_as_many_angles_as_tokens";
  require_rejected("urpe.attentive-condition", statement, true, rope(Value::matrix({{1, 0, 1, 0}})));
  require_rejected("urpe.attentive-condition", statement, true, rope(Value::matrix({{0, 0, 0, 0}})));
  const Rational slope(1, 2);
  const Step zero = witness("X", Value::matrix({{0}, {0}}), evaluate());
  // Without a slope, at C = 1 1^T, the input 0 tells nothing: such an element is not asked for.
  const auto alibi = [&](const Rational& s) {
    return instances(
        "n", {2},
        instances(
            "d", {1},
            instances("dH", {1},
                      instances("u", {Value::vector({1})},
                                instances("c", {0},
                                          instances("slope", {s},
                                                    instances("WQ", {Value::matrix({{1}})},
                                                              instances("WK", {Value::matrix({{1}})},
                                                                        instances("family", {Value::vector({1, 1, 1})},
                                                                                  zero)))))))));
  };
  CHECK(attest::tests::outcome_of("urpe.attentive-condition", "finding_alibi_is_not_attentive", true, alibi(slope)) ==
        checker::Outcome::kAccepted);
  require_rejected("urpe.attentive-condition", "finding_alibi_is_not_attentive", true, alibi(0));
}

TEST_CASE("urpe.attentive-condition: every certificate is accepted") {
  const auto shown = require_accepted("urpe.attentive-condition");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_no_bias_is_needed"));
  CHECK(!shown.at("finding_sign"));
  CHECK(shown.at("finding_query_side_without_biases"));
  CHECK(shown.at("finding_query_side_with_a_query_bias"));
  CHECK(shown.at("finding_query_side_t5_and_shaw"));
  CHECK(shown.at("finding_the_first_row_is_blind"));
  CHECK(shown.at("finding_alibi_is_not_attentive"));
  CHECK(shown.at("finding_alibi_is_position_aware"));
  CHECK(shown.at("finding_rope_with_fewer_angles_than_tokens"));
  CHECK(!shown.at("finding_printed_shape_of_WQ"));
  CHECK(shown.at("finding_rope_with_as_many_angles_as_tokens"));
}
