// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/srpe/models.hpp"

namespace attest::constructions {

using srpe::Model;
using srpe::over_models;
using theory::evaluate;
using theory::exhaustive;
using theory::Rational;
using theory::Step;
using theory::Value;
using theory::witness;

namespace {

// The quantifiers stand in the order m, n, i, d, u, w, v, x; d comes between i and u, so it is one value here.
Step with_values(const Effort& effort) {
  Draw draw(67);
  return for_every("m", 1, 2, [&](long m) {
    std::vector<Step> by_n;
    for (long n = 1; n <= (effort.thorough ? 4 : 3); ++n) {
      std::vector<Step> by_i;
      for (long i = 1; i <= n; ++i) {
        by_i.push_back(for_every("d", 1, 2, [&](long d) {
          RationalVector u;
          for (long l = 1 - n; l < n; ++l) u.push_back(Rational(draw.integer(1, 9), draw.integer(1, 4)));
          RationalMatrix w = constant_matrix(m, m, 1);
          w[0][0] = Rational(draw.integer(2, 9));
          std::vector<Value> values = {Value::matrix(draw.matrix(m, d))};
          return instances(
              "u", {Value::vector(u)},
              instances("w", {Value::matrix(w)}, instances("v", std::move(values), exhaustive("x", evaluate()))));
        }));
      }
      by_n.push_back(exhaustive("i", std::move(by_i)));
    }
    return theory::range("n", 1, effort.thorough ? 4 : 3, std::move(by_n));
  });
}

}  // namespace

// SRPE, Theorem 1, eq. 12: the expected output is the attention output.
Findings srpe_theorem_1_mean(const Effort& effort) {
  const std::string id = "srpe.theorem-1-mean";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_srpe_laws.v", "mean_is_attention_output")},
      {id, "printed", true, with_values(effort)},
  };
  findings.exhibits = {{"The expectation by hand",
                        "Two positions, x = 12, values 0 and 1, w = 1 everywhere, equal embeddings.",
                        Exhibit::Text{{"p(l = 0 | x) = p(l = 1 | x) = 1/2, so V is 0 or 1, each with probability 1/2",
                                       "E[V | x] = 1/2 = 1/2 * 0 + 1/2 * 1, which is the attention output"}}}};
  return findings;
}

}  // namespace attest::constructions
