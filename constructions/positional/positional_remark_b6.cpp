// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/positional_remark_b6.hpp"

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

}  // namespace

Findings positional_remark_b6(const Effort& effort) {
  const std::string id = "positional.remark-b6";
  const std::string file = "theory/proofs/patterns.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "remark_b6")},
      {id, "printed", true, every_size(effort.thorough ? 6 : 4)},
      {id, "finding_invertible_is_needed", true, theory::proof(file, "invertible_is_needed")},
      {id, "finding_one_position", true, theory::proof(file, "one_position")},
      {id, "finding_identical_rows_in_standard_attention", true,
       theory::proof(file, "identical_rows_in_standard_attention")},
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
