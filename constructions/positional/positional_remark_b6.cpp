// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/routing.hpp"
#include "theory/matrix/matrix.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

using Exact = theory::Matrix<Rational>;

// P = L U with ones on both diagonals, and its inverse.
struct Pair {
  Exact matrix, inverse;
};
Exact inverse_of_unit_lower(const Exact& lower) {
  const std::size_t n = lower.rows();
  Exact result = Exact::identity(n);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j + 1; i < n; ++i) {
      Rational sum = 0;
      for (std::size_t k = j; k < i; ++k) sum += lower(i, k) * result(k, j);
      result(i, j) = -sum;
    }
  }
  return result;
}
Pair random_invertible(Draw& draw, long n) {
  const auto size = static_cast<std::size_t>(n);
  Exact lower = Exact::identity(size), other = Exact::identity(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      lower(i, j) = draw.rational();
      other(i, j) = draw.rational();
    }
  }
  return {lower * transpose(other), transpose(inverse_of_unit_lower(other)) * inverse_of_unit_lower(lower)};
}

// W_Q = Q S, W_K = Q, with Q the inverse of P: (P Q S)(P Q)^T = S.
Step every_size(long largest_n) {
  Draw draw(471);
  std::vector<Step> by_n;
  for (long n = 1; n <= largest_n; ++n) {
    std::vector<Value> matrices;
    std::vector<Step> by_matrix;
    for (int k = 0; k < (n == 1 ? 1 : 3); ++k) {
      const Pair pair = random_invertible(draw, n);
      const Exact scores = Exact::from_rows(draw.matrix(n, n));
      matrices.push_back(Value::matrix(pair.matrix.to_rows()));
      bool repeated = false;
      for (std::size_t i = 0; i + 1 < matrices.size(); ++i)
        repeated = repeated || matrices[i].to_json() == matrices.back().to_json();
      if (repeated) {
        matrices.pop_back();
        continue;
      }
      const Value inverse = Value::matrix(pair.inverse.to_rows());
      by_matrix.push_back(instances("Q", {inverse},
                                    instances("S", {Value::matrix(scores.to_rows())},
                                              witness("WQ", Value::matrix((pair.inverse * scores).to_rows()),
                                                      witness("WK", inverse, evaluate())))));
    }
    by_n.push_back(instances("P", std::move(matrices), std::move(by_matrix)));
  }
  return range("n", 1, largest_n, std::move(by_n));
}

// Matrices P with v P = 0: equal rows; the last row 0, so that all scores but its own can be as the pattern has them;
// the last row a combination of the others.
struct Singular {
  RationalMatrix matrix;
  RationalVector kernel;
};
std::vector<Singular> singular_matrices(Draw& draw, long n) {
  const auto size = static_cast<std::size_t>(n);
  Singular equal{constant_matrix(n, n, 0), RationalVector(size, Rational(0))}, without_last = equal, combined = equal;
  for (RationalVector& row : equal.matrix) row[0] = 1;
  equal.kernel[0] = 1;
  equal.kernel[1] = -1;
  without_last.matrix = unit_rows(n);
  without_last.matrix[size - 1][size - 1] = 0;
  without_last.kernel[size - 1] = 1;
  combined.kernel[size - 1] = -1;
  for (std::size_t k = 0; k + 1 < size; ++k) {
    combined.matrix[k] = draw.distinct_vector(n);
    combined.kernel[k] = Rational(static_cast<long>(k) + 2);
    for (std::size_t j = 0; j < size; ++j) combined.matrix[size - 1][j] += combined.kernel[k] * combined.matrix[k][j];
  }
  return {equal, without_last, combined};
}

// Of width 1 and n, with W_Q = 0 and any.
Step out_of_reach(long largest_n) {
  Draw draw(472);
  return for_every("n", 2, largest_n, [&](long n) {
    std::vector<Value> matrices;
    std::vector<Step> by_matrix;
    for (const Singular& singular : singular_matrices(draw, n)) {
      std::vector<Step> by_width;
      for (const long m : {1L, n}) {
        RationalMatrix query = draw.matrix(n, m), key = draw.matrix(n, m), first = constant_matrix(n, m, 0);
        query[0][0] = Rational(8, 7);
        key[0][0] = Rational(9, 7);
        first[0][0] = 1;
        by_width.push_back(instances("WQ", {Value::matrix(constant_matrix(n, m, 0)), Value::matrix(query)},
                                     instances("WK", {Value::matrix(first), Value::matrix(key)}, evaluate())));
      }
      matrices.push_back(Value::matrix(singular.matrix));
      by_matrix.push_back(instances("v", {Value::vector(singular.kernel)},
                                    exhaustive("i", instances("m", {Value(1), Value(n)}, std::move(by_width)))));
    }
    return instances("P", std::move(matrices), std::move(by_matrix));
  });
}

// Rows 1 and 2 are equal, the others are not.
Step two_equal_rows(long largest_n) {
  Draw draw(473);
  return for_every("n", 2, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      RationalMatrix X;
      for (long i = 0; i < n; ++i) X.push_back(RationalVector(static_cast<std::size_t>(d), Rational(2 * i + 1, 7)));
      X[1] = X[0];
      RationalMatrix other = X;
      for (RationalVector& row : other) row[0] = -row[0];
      return for_every("m", 1, 2, [&](long m) {
        RationalMatrix query = draw.matrix(d, m);
        query[0][0] = Rational(8, 7);
        return instances("X", {Value::matrix(X), Value::matrix(other)},
                         instances("WQ", {Value::matrix(query), Value::matrix(constant_matrix(d, m, 1))},
                                   instances("WK", {Value::matrix(draw.matrix(d, m))}, evaluate())));
      });
    });
  });
}

Step one_score() {
  std::vector<Value> values;
  for (const Rational& s : {Rational(0), Rational(5), Rational(-7, 3), Rational(1000)})
    values.push_back(Value::matrix({{s}}));
  return instances("S", std::move(values), evaluate());
}

}  // namespace

// Positional Attention, Remark B.6: which position encodings realise every softmax pattern.
Findings positional_remark_b6(const Effort& effort) {
  const std::string id = "positional.remark-b6";
  const std::string file = "theory/proofs/bound_patterns.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "remark_b6")},
      {id, "printed", true, every_size(effort.thorough ? 6 : 4)},
      {id, "finding_invertible_is_needed", true, theory::proof(file, "invertible_is_needed")},
      {id, "finding_invertible_is_needed", true, out_of_reach(effort.thorough ? 5 : 3)},
      {id, "finding_one_position", true, theory::proof(file, "one_position")},
      {id, "finding_one_position", true, one_score()},
      {id, "finding_identical_rows_in_standard_attention", true,
       theory::proof(file, "identical_rows_in_standard_attention")},
      {id, "finding_identical_rows_in_standard_attention", true, two_equal_rows(effort.thorough ? 6 : 4)},
  };
  findings.exhibits = {
      {"Two positions with the same encoding",
       "n = 2, P = (1 0; 1 0), which is not invertible; v = (1, -1) has v P = 0.",
       Exhibit::Text{{"both rows of (P W_Q)(P W_K)^T are alike, and so are both columns: all scores are one number a",
                      "softmax of (a, a) is (1/2, 1/2): the only pattern",
                      "with P = (1 0; 0 1), W_Q = S and W_K = 1 the scores are S, any matrix"}}}};
  return findings;
}

}  // namespace attest::constructions
