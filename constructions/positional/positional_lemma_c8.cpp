// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/bindings.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// nu, the printed minimizer and the constraint of Lemma C.8, for the cube roots p and q of the weights.
Rational nu(const RationalVector& p, const RationalVector& q) {
  Rational sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * q[i] * q[i];
  return sum;
}
RationalVector best(const RationalVector& p, const RationalVector& q, const Rational& eps) {
  RationalVector e;
  for (std::size_t i = 0; i < p.size(); ++i) e.push_back(eps * p[i] / (q[i] * nu(p, q)));
  return e;
}

// Radii that spend eps: the best ones, and others, which move eps / 2 of the first term to the last.
std::vector<Value> radii(const RationalVector& p, const RationalVector& q, const Rational& eps) {
  RationalVector e = best(p, q, eps);
  std::vector<Value> values = {Value::vector(e)};
  if (e.size() > 1) {
    const Rational moved = e.front() / Rational(2);
    e.front() -= moved;
    e.back() += moved * pow(q.front(), 3) / pow(q.back(), 3);
    values.push_back(Value::vector(e));
  }
  return values;
}

RationalVector positive_vector(Draw& draw, long t) {
  RationalVector result;
  for (long i = 0; i < t; ++i) result.emplace_back(draw.integer(1, 5), draw.integer(1, 3));
  return result;
}

// Random positive weights for t = 1, ..., largest; `steps` says what is done with them.
template <typename Last>
Step random_weights(long largest, const Last& last) {
  Draw draw(88);
  return for_every("t", 1, largest, [&](long t) {
    const RationalVector p = positive_vector(draw, t), q = positive_vector(draw, t);
    const Rational eps(draw.integer(1, 4), 3);
    return one_instance({{"p", Value::vector(p)}, {"q", Value::vector(q)}, {"eps", eps}}, last(radii(p, q, eps)));
  });
}

// (1, 0) against (1, 1): e = (eps/2, eps/2) and nearer to the unattained (eps, 0).
Step zero_weight() {
  return one_instance({{"eps", Rational(1)}}, instances("e",
                                                        {Value::vector({Rational(1, 2), Rational(1, 2)}),
                                                         Value::vector({Rational(999, 1000), Rational(1, 1000)})},
                                                        theory::evaluate()));
}

}  // namespace

// Positional Attention, Lemma C.8: how a total radius is divided; signs and zeros that the text admits.
Findings positional_lemma_c8(const Effort&) {
  const std::string id = "positional.lemma-c8", file = "theory/proofs/bound_radii.v";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof(file, "lemma_c8")},
      {id, "printed", true,
       random_weights(6,
                      [](std::vector<Value> e) {
                        return theory::split({{"attained", theory::evaluate()},
                                              {"least", instances("e", std::move(e), theory::evaluate())}});
                      })},
      {id, "literal", false,
       witnesses({{"t", 2},
                  {"p", Value::vector({1, 1})},
                  {"q", Value::vector({1, 1})},
                  {"eps", 2},
                  {"e", Value::vector({4, -2})}})},
      {id, "finding_weights_of_zero", true, theory::proof(file, "allocation_bound")},
      {id, "finding_weights_of_zero", true,
       random_weights(4, [](std::vector<Value> e) { return instances("e", std::move(e), theory::evaluate()); })},
      {id, "finding_not_attained_with_a_zero", true, theory::proof(file, "not_attained")},
      {id, "finding_not_attained_with_a_zero", true, zero_weight()},
      {id, "finding_index_as_printed", false,
       witnesses({{"t", 2}, {"p", Value::vector({1, 2})}, {"q", Value::vector({1, 1})}, {"eps", 1}})},
  };
  findings.exhibits = {
      {"Without the condition e_i > 0 there is no minimum", "a = b = (1, 1), eps = 2: nu = 2, and nu^3 / eps^2 = 2.",
       Exhibit::Text{{"e = (1, 1): 1/1 + 1/1 = 2, the printed minimum",
                      "e = (4, -2): 4 - 2 = 2 = eps, and 1/16 + 1/4 = 5/16 < 2",
                      "e = (t + 2, -t): 1/(t+2)^2 + 1/t^2, as small as one likes"}}},
      {"A weight of 0", "a = (1, 0), b = (1, 1), eps = 1: nu = 1, and nu^3 / eps^2 = 1.",
       Exhibit::Text{{"e = (1 - t, t): 1/(1-t)^2 + 0/t^2 > 1 for every t > 0, and t = 0 gives 0/0"}}}};
  return findings;
}

}  // namespace attest::constructions
