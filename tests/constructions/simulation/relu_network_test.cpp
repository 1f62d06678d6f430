// SPDX-License-Identifier: Apache-2.0
#include "constructions/simulation/relu_network.hpp"

#include <catch2/catch.hpp>

#include "constructions/draw.hpp"
#include "constructions/machines/pcoc_programs.hpp"
#include "constructions/simulation/bounds.hpp"
#include "theory/error.hpp"
#include "theory/machines/program_text.hpp"

using namespace attest::constructions::simulation;
using attest::constructions::Draw;
using attest::theory::Matrix;
using attest::theory::Rational;
using attest::theory::machines::evaluate;
using attest::theory::machines::LocalFunction;
using attest::theory::machines::pcoc_local;

namespace {

std::vector<Rational> by_network(const LocalFunction& function, const std::vector<Rational>& x) {
  return apply_mlp(relu_network(function), Matrix<Rational>::from_rows({x})).row(0);
}

}  // namespace

TEST_CASE("relu network: every continuous operation, on every side of its corners") {
  const auto function =
      pcoc_local({"low = min(in1, in2)", "high = max(in1, 2*in2 - 1)", "size = abs(low - high)",
                  "late = relu(size - in3)", "sure = less(in1, in2, 1/2)", "open = gate(sure, late, 3)",
                  "out1 = low + 3*size", "out2 = open - high", "out3 = 7"},
                 1, {1, 3});
  Draw draw(711);
  for (int trial = 0; trial < 300; ++trial) {
    const std::vector<Rational> x = {draw.rational(), draw.rational(), draw.rational()};
    CHECK(by_network(*function, x) == evaluate(*function, x).outputs);
  }
  for (const Rational& tie : {Rational(0), Rational(1), Rational(-1, 2)}) {
    const std::vector<Rational> x = {tie, tie, tie};
    CHECK(by_network(*function, x) == evaluate(*function, x).outputs);
  }
}

TEST_CASE("relu network: constants, copies and unused lines") {
  const auto constant = pcoc_local({"out1 = 5/3"}, 1, {1, 2});
  CHECK(by_network(*constant, {1, 2}) == std::vector<Rational>{Rational(5, 3), 0});
  const auto copies = pcoc_local({"never = abs(in1)", "out1 = in2", "out2 = in1"}, 1, {1, 2});
  CHECK(by_network(*copies, {Rational(-7), Rational(2, 9)}) == std::vector<Rational>{Rational(2, 9), Rational(-7)});
  CHECK(hidden_units(relu_network(*copies)) == 4);  // the line that nobody reads takes no unit
  const auto deep = pcoc_local({"a = relu(in1)", "b = relu(a - 1)", "c = relu(b - 1)", "out1 = c"}, 1, {1, 1});
  CHECK(relu_network(*deep).size() == 4);
  CHECK(by_network(*deep, {Rational(5)}) == std::vector<Rational>{3});
}

TEST_CASE("relu network: minimum and maximum take three units each") {
  const auto function = pcoc_local({"out1 = min(in1, in2)"}, 1, {1, 2});
  CHECK(hidden_units(relu_network(*function)) == 3);
}

TEST_CASE("relu network: jumps are refused, with the line") {
  for (const char* line : {"out1 = is_less(in1, in2)", "out1 = is_equal(in1, in2)", "out1 = floor(in1)",
                           "out1 = select(in1, in2, 0)", "out1 = pick(in1, in1, in2)"}) {
    CHECK_THROWS_WITH(relu_network(*pcoc_local({line}, 1, {1, 2})),
                      Catch::Contains("line out1: expected an operation"));
  }
}

TEST_CASE("bounds: ranges and errors hold at random inputs") {
  const auto function = pcoc_local(
      {"low = min(in1, in2)", "high = max(in1, 2*in2 - 1)", "size = abs(low - high)", "sure = less(in1, in2, 1/2)",
       "open = gate(sure, size, 3)", "out1 = low - 3*size", "top = relu(high)", "out2 = open + top"},
      1, {1, 2});
  Draw draw(712);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<Bounded> bounded;
    std::vector<Rational> exact, off;
    for (int k = 0; k < 2; ++k) {
      const Rational a = draw.rational(), b = draw.rational(), error(draw.integer(0, 5), 10);
      bounded.push_back({min(a, b), max(a, b), error});
      exact.push_back(draw.integer(0, 1) ? a : b);
      off.push_back(exact.back() + error * Rational(draw.integer(-4, 4), 4));
    }
    const auto outputs = propagate(*function, bounded);
    const auto wanted = evaluate(*function, exact).outputs, found = evaluate(*function, off).outputs;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      CHECK(outputs[k].low <= wanted[k]);
      CHECK(wanted[k] <= outputs[k].high);
      CHECK(abs(found[k] - wanted[k]) <= outputs[k].error);
    }
  }
}
