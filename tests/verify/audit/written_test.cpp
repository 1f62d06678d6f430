// SPDX-License-Identifier: Apache-2.0
// What the audit writes into claims: the definitions of every word say what evaluate.hpp computes, and every answer's
// certificate shows that answer and not its opposite.
#include "tests/verify/audit/written.hpp"

#include "constructions/variants/evaluate.hpp"
#include "constructions/variants/written.hpp"
#include "tests/verify/audit/words.hpp"
#include "verify/audit/audit.hpp"
#include "verify/audit/written_numbers.hpp"

namespace {

using namespace attest;
using namespace attest::constructions;
using verify::audit::Interval;
using verify::audit::RationalArray;

// A head as the statements read it; of sinusoids the record has none, so they are learned here.
void check_definitions(Attention a, const std::string& name) {
  if (a.encoding == Attention::Encoding::sinusoidal) a.encoding = Attention::Encoding::learned;
  WrittenAnswer nothing;
  nothing.definitions = written_definitions(a);
  nothing.body = "1 = 1";
  const tests::WrittenClaim claim(nothing, "definitions");
  Draw draw(92);
  int compared = 0;
  for (const auto& [n, d] : {std::pair(2L, 2L), {3L, 1L}}) {
    for (int attempt = 0; attempt < 2; ++attempt) {  // the second where the first is irrational
      if (attempt == 1 && compared > 0) break;
      const Parameters p = attempt == 0 ? drawn_parameters(a, n, d, draw) : zero_parameters(a, n, d);
      RationalMatrix X = constant_matrix(n, d, 0);
      for (RationalVector& row : X)
        for (theory::Rational& x : row) x = draw.integer(0, 2);
      RationalMatrix A, layer;
      try {
        A = attention_matrix(a, p, X);
        layer = attention_layer(a, p, X);
      } catch (const std::domain_error&) {  // irrational
        continue;
      }
      ++compared;
      const std::vector<theory::Value> arguments = {p.record(a), theory::Value::matrix(X)};
      INFO(name << " " << tests::expression(arguments[0]) << " " << tests::expression(arguments[1]));
      const auto exact = [&](const char* definition) {
        return tests::exact_matrix(tests::definition_in(claim.file(), definition, arguments)).to_rows();
      };
      CHECK(exact("A") == A);
      CHECK(exact("layer") == layer);
      CHECK(tests::definition_in(
                claim.file(), "is_described",
                {p.record(a), theory::Value(static_cast<long>(n)), theory::Value(static_cast<long>(d))}) == true);
    }
  }
  INFO(name);
  CHECK(compared > 0);
}

RationalArray array(std::size_t n, const std::vector<theory::Rational>& values) { return {"A", {n, n}, values}; }

}  // namespace

TEST_CASE("the written definitions of every word compute what the audit computes") {
  for (const auto& [name, attention] : tests::single_words()) check_definitions(attention, name);
}

TEST_CASE("every answer about some words has a certificate that shows it and not its opposite") {
  for (const auto& [name, attention] : tests::single_words()) {
    if (name != "encoding-sinusoidal" && name != "mask-causal" && name != "factor-toeplitz" && name != "qk_norm-rms")
      continue;  // answers_test.cpp has them all
    for (const WrittenAnswer& answer : written_answers(attention)) tests::check_written(answer, name);
  }
}

TEST_CASE("the attentive condition of rotations, of an extra token and of sinusoids has a certificate, of a reading") {
  const auto answer = [](const Attention& a) {
    for (const WrittenAnswer& each : written_answers(a))
      if (each.question == "attentive_condition") return each;
    throw std::logic_error("the question is not asked");
  };
  Attention rotated, behind_another, sinusoidal;
  rotated.rotation = Attention::Rotation::rope;
  behind_another.extra_token = Attention::ExtraToken::bos;
  behind_another.mask = Attention::Mask::causal;
  sinusoidal.encoding = Attention::Encoding::sinusoidal;
  CHECK(tests::check_written(answer(rotated), "rotated"));
  CHECK(answer(rotated).holds);
  CHECK(answer(rotated).quantifiers.find("len(h.angles) = n") != std::string::npos);
  CHECK(tests::check_written(answer(behind_another), "behind-another"));
  CHECK_FALSE(answer(behind_another).holds);
  CHECK(tests::check_written(answer(sinusoidal), "sinusoidal"));
  CHECK_FALSE(answer(sinusoidal).holds);
  // Where another word enters the scores nothing is claimed; a window may hide the extra token.
  rotated.bias = Attention::Bias::t5;
  CHECK(answer(rotated).steps.empty());
  behind_another.mask = Attention::Mask::window;
  CHECK(answer(behind_another).steps.empty());
  sinusoidal.bias = Attention::Bias::t5;
  CHECK(answer(sinusoidal).steps.empty());
}

TEST_CASE("a published variant's answer for every parameter names the theorem of its claim") {
  const auto theorem = theorem_for(published("t5"), "identical_rows_stay_identical");
  REQUIRE(theorem);
  CHECK(theorem->claim == "variants.t5");
  CHECK(theorem->statement == "property_identical_rows_stay_identical");
  CHECK(theorem_for(published("t5"), "position_aware")->statement == "property_not_position_aware");
  CHECK_FALSE(theorem_for(published("t5"), "attentive_condition"));
  Attention own = published("t5");
  own.gate = Attention::Gate::output;
  CHECK_FALSE(theorem_for(own, "right_stochastic"));
}

TEST_CASE("every answer about a matrix of numbers has a certificate") {
  using theory::Rational;
  for (const RationalArray& A :
       {array(1, {1}), array(2, {1, 0, Rational(1, 3), Rational(2, 3)}), array(2, {Rational(1, 2), -1, 0, 1}),
        array(2, {Rational(1, 3), Rational(2, 3), Rational(1, 5), Rational(4, 5)}),
        array(2, {Rational(1, 2), Rational(1, 2), Rational(1, 2), Rational(1, 2)}),
        array(2, {Rational(1, 3), Rational(2, 3), Rational(2, 3), Rational(1, 3)})}) {
    const auto said = verify::audit::audit_matrix(A);
    const auto answers = verify::audit::written_matrix(A, said);
    CHECK(answers.size() == 9);
    for (const WrittenAnswer& answer : answers) tests::check_written(answer, "matrix");
  }
}

TEST_CASE("an attentive matrix's certificate holds the column") {
  using theory::Rational;
  // softmax of (y - 1) y^T in base 4, for y = (0, 1, 2), each score halved.
  const std::vector<long> y = {0, 1, 2};
  std::vector<Rational> values;
  for (long f : y) {
    Rational sum = 0;
    for (long e : y) sum += pow(Rational(2), (f - 1) * e);
    for (long e : y) values.push_back(pow(Rational(2), (f - 1) * e) / sum);
  }
  const auto said = verify::audit::audit_matrix(array(3, values));
  REQUIRE(said["attentive"] == true);
  for (const WrittenAnswer& answer : verify::audit::written_matrix(array(3, values), said)) {
    if (answer.question == "attentive") CHECK(answer.quantifiers.find("exists y") != std::string::npos);
    tests::check_written(answer, "attentive");
  }
}

TEST_CASE("answers about enclosures and about trained weights have certificates, and those left open have none") {
  using theory::Rational;
  const Interval half{Rational(49, 100), Rational(51, 100)}, small{Rational(1, 10), Rational(2, 10)};
  for (const bool open : {true, false}) {
    const auto A = theory::Matrix<Interval>::from_function(
        {2, 2}, [&](std::size_t, std::size_t j) { return j == 0 || open ? half : small; });
    const auto said = verify::audit::audit_intervals("computed", A);
    int without = 0;
    for (const WrittenAnswer& answer : verify::audit::written_intervals(A, said)) {
      tests::check_written(answer, "computed");
      without += answer.steps.empty();
    }
    CHECK(without == (open ? 2 : 1));
  }
  for (const RationalArray& tensor :
       {RationalArray{"x.relative_attention_bias", {2, 2}, {1, 2, Rational(1, 2), 2}},
        RationalArray{"slopes", {2}, {0, -1}}, RationalArray{"urpe_factor", {2, 3}, {0, 1, 1, 1, 1, 1}}}) {
    const auto said = verify::audit::audit_weights(tensor);
    const auto answers = verify::audit::written_weights(tensor, said);
    CHECK(answers.size() >= 2);
    for (const WrittenAnswer& answer : answers) tests::check_written(answer, "weights");
  }
  RationalArray large{"A", {65, 65}, std::vector<Rational>(65 * 65, 0)};
  for (const WrittenAnswer& answer : verify::audit::written_matrix(large, verify::audit::audit_matrix(large)))
    CHECK(answer.steps.empty());
}
