// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

RationalMatrix hardmax_rows(RationalMatrix matrix) {
  for (RationalVector& row : matrix) {
    Rational largest = row.front();
    for (const Rational& entry : row) largest = max(largest, entry);
    for (Rational& entry : row) entry = entry == largest ? 1 : 0;
  }
  return matrix;
}

// Matrices with few different entries, so that ties are frequent.
std::vector<RationalMatrix> with_ties(Draw& draw, long p, long q) {
  std::vector<RationalMatrix> matrices = {constant_matrix(p, q, 3)};
  for (int k = 0; k < 3; ++k) {
    RationalMatrix matrix = constant_matrix(p, q, 0);
    for (RationalVector& row : matrix) {
      for (Rational& entry : row) entry = Rational(draw.integer(0, 2), 2);
    }
    bool repeated = false;
    for (const RationalMatrix& other : matrices) repeated = repeated || other == matrix;
    if (!repeated) matrices.push_back(std::move(matrix));
  }
  return matrices;
}

Step everywhere(long largest, const char* part) {
  Draw draw(451);
  std::vector<Step> by_p;
  for (long p = 1; p <= largest; ++p) {
    std::vector<Step> by_q;
    for (long q = 1; q <= largest; ++q) {
      std::vector<Value> values;
      std::vector<Step> steps;
      for (const RationalMatrix& matrix : with_ties(draw, p, q)) {
        if (part == std::string("every_pattern")) {
          const Value pattern = Value::matrix(hardmax_rows(matrix));
          bool repeated = false;
          for (const Value& other : values) repeated = repeated || other.to_json() == pattern.to_json();
          if (repeated) continue;
          values.push_back(pattern);
          steps.push_back(witness("X", pattern, evaluate()));  // a pattern is its own hardmax
        } else {
          values.push_back(Value::matrix(matrix));
          steps.push_back(part == std::string("unique_ones") ? exhaustive("i", evaluate()) : evaluate());
        }
      }
      by_q.push_back(instances(part == std::string("every_pattern") ? "B" : "X", std::move(values), std::move(steps)));
    }
    by_p.push_back(range("q", 1, largest, std::move(by_q)));
  }
  return range("p", 1, largest, std::move(by_p));
}

}  // namespace

// Positional Attention, appendix B.3: the hardmax patterns.
Findings positional_hardmax_image(const Effort& effort) {
  const std::string id = "positional.hardmax-image";
  const long largest = effort.thorough ? 5 : 4;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_hardmax.v", "hardmax_patterns")},
      {id, "printed", true,
       theory::split({{"every_output", everywhere(largest, "every_output")},
                      {"every_pattern", everywhere(largest, "every_pattern")},
                      {"unique_ones", everywhere(largest, "unique_ones")}})},
      {id, "finding_limit_of_softmax", false,
       witness("q", 2,
               witness("x", Value::vector({0, 0}),
                       witness("eps", Rational(1, 4), box("T", theory::whole_line, evaluate()))))},
  };
  findings.exhibits = {{"A row with two maxima",
                        "Equation 6 gives every maximum a one; softmax divides the weight among them.",
                        Exhibit::Text{{"x = (0, 0): hardmax(x) = (1, 1), a row that sums to 2",
                                       "softmax(T x) = (1/2, 1/2) for every T, so the difference stays 1/2"}}}};
  return findings;
}

}  // namespace attest::constructions
