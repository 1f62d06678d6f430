// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/positional/bounded_weights.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Random matrices P with spectral norm 3 s / 5 (and the R that bounds it by s), random Q, v and x.
Step random_matrices(std::uint64_t seed, long m, long k, long r) {
  Draw draw(seed);
  const Rational s(draw.integer(1, 4));
  const BoundedMatrix P = draw_bounded(draw, m, k, s);
  return one_instance(
      {{"m", m},
       {"k", k},
       {"r", r},
       {"P", Value::matrix(P.W)},
       {"Q", Value::matrix(draw_small(draw, k, r))},
       {"v", Value::vector(draw_small(draw, 1, k).front())}},
      theory::split({{"column_weights", theory::evaluate()},
                     {"product_2_1", theory::evaluate()},
                     {"largest_entry", theory::evaluate()},
                     {"largest_entry_bound", theory::evaluate()},
                     {"spectral", one_instance({{"s", s},
                                                {"R", Value::matrix(P.R)},
                                                {"x", Value::vector(draw_small(draw, 1, m).front())}})}}));
}

Exhibit which_norm_comes_first() {
  return {"Which norm comes first: A = ((3, 0), (4, 1))", "||A||_{p,q}: the p-norm of every column, then the q-norm.",
          Exhibit::Table{{"norm", "columns", "value", "the transposed matrix's"},
                         {{"{2,1}", "5 and 1", "6", "3 + sqrt(17) = 7.12"},
                          {"{2,inf}", "5 and 1", "5", "sqrt(17) = 4.12"},
                          {"{1,inf}", "7 and 1", "7", "5"},
                          {"{inf,inf}", "4 and 1", "4", "4"}}}};
}

}  // namespace

// Positional Attention, appendix C.2: the inequalities between norms.
Findings positional_norm_inequalities(const Effort&) {
  const std::string id = "positional.norm-inequalities";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_norms.v", "norm_inequalities")},
      {id, "printed", true, random_matrices(21, 2, 3, 2)},
      {id, "printed", true, random_matrices(22, 3, 2, 2)},
      {id, "printed", true, random_matrices(23, 1, 2, 2)},
  };
  findings.exhibits = {which_norm_comes_first()};
  return findings;
}

}  // namespace attest::constructions
