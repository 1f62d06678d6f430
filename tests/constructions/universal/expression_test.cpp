// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/expression.hpp"

#include <catch2/catch.hpp>

#include "theory/error.hpp"

using attest::InputError;
using attest::constructions::Expression;
using attest::theory::Matrix;
using attest::theory::Rational;

TEST_CASE("expressions are evaluated exactly, with the usual precedence") {
  const Matrix<Rational> X = {{Rational(1, 3), 2}, {5, Rational(-7, 2)}};
  const auto value = [&](const std::string& text) { return Expression::parse(text, 2, 2, "here").at(X); };
  CHECK(value("x11") == Rational(1, 3));
  CHECK(value("x2_2") == Rational(-7, 2));
  CHECK(value("1 - 2 - 3") == -4);
  CHECK(value("12/2/3") == 2);
  CHECK(value("1 + x12 * 3") == 7);
  CHECK(value("-x12^2") == -4);
  CHECK(value("(-x12)^2") == 4);
  CHECK(value("--x21") == 5);
  CHECK(value("0^0") == 1);
  CHECK(value("min(x11, x12, x21) + max(1, 2) * abs(x22)") == Rational(1, 3) + 7);
}

TEST_CASE("what is no formula is refused with its column, and division by 0 with its input") {
  const auto message = [](const std::string& text) -> std::string {
    try {
      Expression::parse(text, 2, 2, "here").at(Matrix<Rational>({2, 2}));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message("") == "here: column 1 of \"\": expected a number, an entry such as x11, abs, min, max or '('");
  CHECK(message("1 + ").find("column 5") != std::string::npos);
  CHECK(message("x13").find("column from 1 to 2, found x1_3") != std::string::npos);
  CHECK(message("abs(1, 2)").find("expected ')'") != std::string::npos);
  CHECK(message("sin(1)").find("found sin") != std::string::npos);
  CHECK(message("01").find("leading zeros") != std::string::npos);
  CHECK(message("1/(x11 - x22)").find("division by 0 at X = [[0, 0], [0, 0]]") != std::string::npos);
  CHECK(message(std::string(10001, '1')).find("10000 characters") != std::string::npos);
}
