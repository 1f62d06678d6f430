// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/positional/bindings.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// d = d' = m = 1, x = 1: the class is the interval [-1, 1], and its ends are 2 apart.
Step two_ends() {
  return box("c", {{"-inf", "0"}, {"0", "inf"}},
             witnesses({{"d", 1},
                        {"k", 1},
                        {"m", 1},
                        {"BW", 1},
                        {"BX", 1},
                        {"eps", Rational(1, 2)},
                        {"X", Value::matrix({{1}})},
                        {"packing", Value::List{Value::matrix({{-1}}), Value::matrix({{1}})}}}));
}

// B_W = B_X = 1 and eps = 9/10, so T = 4 and N = 4^4: a grid of 256 numbers, and some W; 0 alone is no cover.
Step grid() {
  RationalMatrix cover;
  for (long i = 0; i < 256; ++i) cover.push_back({Rational(2 * i - 255, 255)});
  return one_instance(
      {{"d", 1},
       {"k", 1},
       {"m", 1},
       {"T", 4},
       {"BW", 1},
       {"BX", 1},
       {"eps", Rational(9, 10)},
       {"X", Value::matrix({{1}})}},
      witness("cover", Value::matrix(cover),
              theory::instances("W", {Value::matrix({{-1}}), Value::matrix({{0}}), Value::matrix({{Rational(1, 3)}})},
                                theory::evaluate())));
}

// Place `index` of the sequence whose first members are spread over [0, 1): the digits of the index behind the point.
Rational spread(long index, long base) {
  Rational value = 0, place(1, base);
  for (; index > 0; index /= base, place /= Rational(base)) value += Rational(index % base) * place;
  return value;
}

// B_W = B_X = 1 and eps = 9/10, so T = 4 and N = 2^12 for d m = 2, the smallest case of the statement; the map 0 alone
// is no cover. Every number of a member runs over [-1, 1]; members near any map stand early.
Step spread_cover(long d, long k, const RationalMatrix& points, const std::vector<RationalMatrix>& maps) {
  RationalMatrix cover;
  const std::vector<long> bases = {2, 3};
  for (long i = 0; i < 4096; ++i) {
    for (long row = 0; row < d; ++row) {
      cover.emplace_back();
      for (long column = 0; column < k; ++column) {
        const Rational at = spread(i, bases[static_cast<std::size_t>(row * k + column)]);
        cover.back().push_back(Rational(2) * at - Rational(1));
      }
    }
  }
  std::vector<Value> values;
  for (const RationalMatrix& map : maps) values.push_back(Value::matrix(map));
  const Step all =
      witness("cover", Value::matrix(cover), theory::instances("W", std::move(values), theory::evaluate()));
  return one_instance({{"T", 4}, {"BW", 1}, {"BX", 1}, {"eps", Rational(9, 10)}, {"X", Value::matrix(points)}}, all);
}

Step from_two_on() {
  const Rational half(1, 2), third(1, 3);
  const Step one_row = theory::instances(
      "k", {Value(1), Value(2)},
      {theory::instances("m", {Value(2)}, spread_cover(1, 1, {{1}, {half}}, {{{1}}, {{-1}}, {{third}}, {{0}}})),
       theory::instances(
           "m", {Value(2)},
           spread_cover(1, 2, {{1, 0}, {Rational(3, 5), Rational(4, 5)}},
                        {{{1, 0}}, {{Rational(3, 5), Rational(4, 5)}}, {{Rational(-3, 5), Rational(4, 5)}}}))});
  const Step two_rows =
      one_instance({{"k", 1}, {"m", 1}},
                   spread_cover(2, 1, {{1}}, {{{1}, {0}}, {{0}, {-1}}, {{half}, {-half}}, {{-third}, {third}}}));
  return theory::instances("d", {Value(1), Value(2)}, {one_row, two_rows});
}

Exhibit sizes() {
  Exhibit::Table table{
      {"B_W B_X / eps", "least cover (intervals of length 2 eps)", "printed log N, any c", "repaired log N"}, {}};
  for (long ratio : {1L, 2L, 3L, 10L}) {
    table.rows.push_back(
        {std::to_string(ratio), std::to_string(ratio), "0", std::to_string(4 * ratio * ratio) + " log 4"});
  }
  return {"d = d' = m = 1: W is a number in [-B_W, B_W]",
          "The printed logarithm is log(1) = 0: one member for every radius.", table};
}

}  // namespace

// Positional Attention, Lemma C.7: packings that the printed logarithm does not allow for.
Findings positional_lemma_c7(const Effort&) {
  const std::string id = "positional.lemma-c7", file = "theory/proofs/bound_linear_cover.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, two_ends()},
      {id, "repaired", true, theory::proof(file, "linear_cover")},
      {id, "repaired", true, grid()},
      {id, "finding_from_two_on", true, theory::proof(file, "linear_cover_from_two_on")},
      {id, "finding_from_two_on", true, from_two_on()},
  };
  findings.exhibits = {
      sizes(),
      {"How the cover is found", "One row w, points x_1, ..., x_m of norm at most B_X, a threshold t.",
       Exhibit::Text{
           {"start with w' = 0; while |<w - w', x_i>| > t for some i, add +-(t / B_X^2) x_i to w'",
            "every step lowers |w - w'|^2 by at least t^2 / B_X^2, so there are at most |w|^2 B_X^2 / t^2 steps",
            "the rows of W share the steps by their norms: T = floor(4 B_W^2 B_X^2 / eps^2) in all",
            "a step is a row, a point and a sign, or a blank: d (2 m + 1) + 1 letters"}}}};
  findings.exhibits[0].sides = {"d = m = 1: log N <= c * 0, one member at every radius",
                                "2 members at radius B_W B_X / 2, 10 at a tenth"};
  return findings;
}

}  // namespace attest::constructions
