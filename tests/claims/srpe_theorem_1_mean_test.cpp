// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/claims/accepted.hpp"
#include "tests/claims/srpe_table.hpp"
#include "theory/attention/attention.hpp"

using attest::tests::require_accepted;
using attest::tests::srpe::table;
using attest::theory::Rational;

// The expectation over the whole table's row, with base-2 weights, against the exact engine's attention.
TEST_CASE("srpe.theorem-1-mean: the engine's attention with base-2 weights") {
  using namespace attest::theory;
  // Tokens are the unit vectors, so scores are the entries of WQ WK^T; w(a, b) = 2^score.
  const Matrix<Rational> scores = Matrix<Rational>::from_rows({{1, -2}, {0, 3}});
  const std::vector<Rational> values = {Rational(-1, 2), 5};
  const int n = 3;
  const std::vector<Rational> m = {1, 0, -1, 2, 4};  // e^(l), l = -2, ..., 2
  std::vector<Rational> u;
  for (const Rational& e : m) u.push_back(pow(Rational(2), e.to_long()));
  const std::vector<std::vector<Rational>> w = {{2, Rational(1, 4)}, {1, 8}};
  for (std::size_t code = 0; code < 8; ++code) {
    const std::size_t token[3] = {code % 2, code / 2 % 2, code / 4};
    Matrix<Rational> X({3, 2});
    for (std::size_t j = 0; j < 3; ++j) X(j, token[j]) = 1;
    Head<Rational> head;
    head.weighting = Weighting::softmax_2;
    head.WQ = scores;
    head.WK = Matrix<Rational>::from_rows({{1, 0}, {0, 1}});
    // The engine's family is indexed by i - j = -l.
    head.bias = RelativeBias<Rational>::T5{{m[4], m[3], m[2], m[1], m[0]}};
    const Matrix<Rational> A = attention_matrix(head, X);
    for (int i = 0; i < n; ++i) {
      const auto row = table(2, n, i, u, w)[code];
      Rational mass = 0, expected = 0, output = 0;
      for (std::size_t j = 0; j < 3; ++j) {
        mass += row[j];
        expected += row[j] * values[token[j]];
        output += A(static_cast<std::size_t>(i), j) * values[token[j]];
      }
      CHECK(expected / mass == output);
    }
  }
}

TEST_CASE("srpe.theorem-1-mean: every certificate is accepted") {
  const auto shown = require_accepted("srpe.theorem-1-mean");
  CHECK(shown.at("printed"));
}
