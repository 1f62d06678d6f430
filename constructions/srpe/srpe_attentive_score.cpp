// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;
using theory::witness;

namespace {

Step rising_and_equal(long n) {
  RationalVector equal(static_cast<std::size_t>(n), 1), rising;
  for (long l = 1; l <= n; ++l) rising.push_back(Rational(l * l + 1, 3));
  return theory::instances("z", {Value::vector(equal), Value::vector(rising)}, evaluate());
}

Step scaled(long d) {
  RationalVector q, k;
  for (long i = 1; i <= d; ++i) {
    q.push_back(Rational(2 * i - 3, i));
    k.push_back(Rational(i % 2 == 0 ? -i : i + 1, 2));
  }
  return theory::instances(
      "t", {Rational(0), Rational(1, 8)},
      theory::instances("q", {Value::vector(q)}, theory::instances("k", {Value::vector(k)}, evaluate())));
}

}  // namespace

// SRPE, figure 1 and eqs. 4 and 5: what alpha is.
Findings srpe_attentive_score(const Effort& effort) {
  const std::string id = "srpe.attentive-score";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_srpe_laws.v", "alpha_is_a_distribution")},
      {id, "printed", true, for_every("n", 1, effort.thorough ? 32 : 12, rising_and_equal)},
      {id, "finding_figure_1", false,
       witness("n", 1, witness("s", Value::vector({0}), witness("e", Value::vector({0}), evaluate())))},
      {id, "finding_scale", true, theory::proof("theory/proofs/bound_srpe_laws.v", "scale_of_scores")},
      {id, "finding_scale", true, for_every("d", 1, 4, scaled)},
  };
  findings.exhibits = {{"The smallest case", "One position, score 0, embedding 0.",
                        Exhibit::Text{{"figure 1: alpha = 0 + 0 = 0", "eq. 5: alpha = exp(0) / exp(0) = 1"}}}};
  return findings;
}

}  // namespace attest::constructions
