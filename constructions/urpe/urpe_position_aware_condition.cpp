// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Upper triangular ones (eq. 23) as the family c_{i-j}: 1 for i <= j, 0 for i > j; c_{i-j} stands at place i-j+n.
RationalVector upper_triangular_family(long n) {
  RationalVector family;
  for (long difference = -(n - 1); difference <= n - 1; ++difference) family.push_back(difference <= 0 ? 1 : 0);
  return family;
}

// All learnable parameters of an encoding set to 0 (WQ and WK too), so that every score and B are 0.
Value zero_head(const std::string& variant, long n, long d, bool with_C) {
  Value::Record head = {{"variant", variant},
                        {"WQ", Value::matrix(constant_matrix(d, 1, 0))},
                        {"WK", Value::matrix(constant_matrix(d, 1, 0))}};
  if (variant == "t5") head.emplace_back("m", Value::vector(RationalVector(static_cast<std::size_t>(2 * n - 1), 0)));
  if (variant == "shaw" || variant == "deberta")
    head.emplace_back("r", Value::matrix(constant_matrix(2 * n - 1, 1, 0)));
  if (variant == "deberta") head.emplace_back("s", Value::matrix(constant_matrix(2 * n - 1, 1, 0)));
  if (variant == "transformer_xl") {
    head.emplace_back("WR", Value::matrix(constant_matrix(d, 1, 0)));
    head.emplace_back("u", Value::vector({0}));
    head.emplace_back("v", Value::vector({0}));
  }
  if (with_C) head.emplace_back("c", Value::vector(upper_triangular_family(n)));
  return head;
}

// Every real X at once, and for Transformer-XL every family r at once: 0 times anything is 0, so one cell decides.
Step zero_parameters(long largest_n, long largest_d, bool with_C) {
  const Step every_X = box("X", theory::whole_line, theory::evaluate());
  std::vector<Step> learned_by_n, fixed_by_n;
  for (long n = 1; n <= largest_n; ++n) {
    std::vector<Step> learned_by_d, fixed_by_d;
    for (long d = 1; d <= largest_d; ++d) {
      std::vector<Step> by_variant;
      for (const char* variant : {"t5", "shaw", "deberta"}) {
        by_variant.push_back(witness("h", zero_head(variant, n, d, with_C), every_X));
      }
      learned_by_d.push_back(exhaustive("variant", std::move(by_variant)));
      fixed_by_d.push_back(
          box("r", theory::whole_line, witness("h", zero_head("transformer_xl", n, d, with_C), every_X)));
    }
    learned_by_n.push_back(range("d", 1, largest_d, std::move(learned_by_d)));
    fixed_by_n.push_back(range("d", 1, largest_d, std::move(fixed_by_d)));
  }
  return theory::split({{"learned_encodings", range("n", 1, largest_n, std::move(learned_by_n))},
                        {"transformer_xl", range("n", 1, largest_n, std::move(fixed_by_n))}});
}

Step weights_without_C(long largest_n) {
  Draw draw(51);
  return for_every("n", 2, largest_n, [&](long n) {
    std::vector<Value> matrices;
    for (int i = 0; i < 4; ++i) {
      Value next = Value::matrix(draw.right_stochastic(n));
      bool repeated = false;
      for (const Value& value : matrices) repeated = repeated || value.to_json() == next.to_json();
      if (!repeated) matrices.push_back(std::move(next));
    }
    return instances("A", std::move(matrices), theory::evaluate());
  });
}

}  // namespace

// URPE, Theorem 3 and appendix B: parameters with A(X) 1 = (1, (n-1)/n, ..., 1/n) for every X.
Findings urpe_position_aware_condition(const Effort& effort) {
  const std::string id = "urpe.position-aware-condition";
  const long largest_n = effort.thorough ? 16 : 6;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_position_aware.v", "position_aware_condition")},
      {id, "printed", true, zero_parameters(largest_n, 3, true)},
      {id, "finding_B_is_forced_to_zero", true,
       theory::proof("theory/proofs/bound_position_aware.v", "B_is_forced_to_zero")},
      {id, "finding_B_is_forced_to_zero", true, zero_parameters(largest_n, 3, false)},
      {id, "finding_without_C", true, theory::proof("theory/proofs/bound_attention_matrices.v", "not_aware_without_C")},
      {id, "finding_without_C", true, weights_without_C(largest_n)},
  };
  constexpr long n = 4;
  RationalMatrix C = constant_matrix(n, n, 0), A = C;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) {
      C[i][j] = 1;
      A[i][j] = Rational(1, n);
    }
  }
  findings.exhibits = {
      {"C for n = 4 (eq. 23)", "Toeplitz: c_{i-j} = 1 for i <= j, else 0.", Exhibit::Matrix{C, {}, {}}},
      {"A(X) for every X",
       "softmax of equal scores is 1/4 everywhere; the entry-wise product with C keeps the upper triangle.",
       Exhibit::Matrix{A, {}, {}}},
      {"Its row sums", "v = A(X) 1 = (1, 3/4, 1/2, 1/4), all different.",
       Exhibit::Matrix{{{1}, {Rational(3, 4)}, {Rational(1, 2)}, {Rational(1, 4)}}, {}, {"v"}}}};
  return findings;
}

}  // namespace attest::constructions
