// SPDX-License-Identifier: Apache-2.0
// Heads that meet the attentive condition (URPE, Theorem 3) and heads that do not.
#include <algorithm>
#include <stdexcept>

#include "constructions/for_every.hpp"
#include "constructions/variants/evaluate.hpp"
#include "constructions/variants/steps.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Query and key weights u, and everything that would change the scores or the weights as if it were not there.
Parameters attentive_parameters(const Attention& a, long n, long d, const RationalVector& u) {
  Parameters p = make_parameters(a, n, d, [](long) { return Rational(0); });
  RationalMatrix column;
  for (const Rational& x : u) column.push_back({x});
  const bool latent = a.keys == Attention::Keys::latent;
  p.WQ = column;
  (latent ? p.WD : p.WK) = column;
  if (latent) p.WK = {{1}};
  for (Rational& c : p.c) c = 1;
  p.lambda = 0;
  if (a.mixes_before()) p.mix_before = {{1, 0}, {0, 1}};
  if (a.mixes_after()) p.mix_after = {1, 0};
  return p;
}

void add_another(std::vector<Value>& heads, Value head) {
  const std::string text = head.to_json();
  if (std::any_of(heads.begin(), heads.end(), [&](const Value& each) { return each.to_json() == text; })) return;
  heads.push_back(std::move(head));
}

// softmax(Xu (Xu)^T) in base 2, for d = 1 and u = 1.
RationalMatrix softmax_of_products(const RationalMatrix& X) {
  RationalMatrix A;
  for (const RationalVector& x : X) {
    Rational total = 0;
    for (const RationalVector& y : X) total += pow(Rational(2), (x[0] * y[0]).to_long());
    RationalVector& row = A.emplace_back();
    for (const RationalVector& y : X) row.push_back(pow(Rational(2), (x[0] * y[0]).to_long()) / total);
  }
  return A;
}

}  // namespace

Step attentive_step(const Attention& a, long largest_n) {
  Draw draw(76);
  return for_every_size(1, largest_n, [&](long n, long d) {
    const RationalVector ones(static_cast<std::size_t>(d), 1);
    RationalVector other = ones;
    other.front() = 2;
    std::vector<Step> cases;
    for (const RationalVector& u : {ones, other})
      cases.push_back(instances("c", {0, 1},
                                witness("h", attentive_parameters(a, n, d, u).record(a),
                                        instances("X", some_inputs(n, d, draw), theory::evaluate()))));
    return instances("u", {Value::vector(ones), Value::vector(other)}, std::move(cases));
  });
}

Step not_attentive_step(const Attention& a) {
  Draw draw(77);
  std::vector<Value> found;
  std::vector<Step> cases;
  for (int attempt = 0; attempt < 20 && found.size() < 3; ++attempt) {
    const Parameters p = attempt == 0 ? zero_parameters(a, 2, 1) : drawn_parameters(a, 2, 1, draw);
    for (const RationalMatrix& X : {RationalMatrix{{0}, {0}}, {{1}, {0}}, {{1}, {1}}, {{1}, {2}}, {{0}, {1}}}) {
      try {
        if (attention_matrix(a, p, X) == softmax_of_products(X)) continue;
      } catch (const std::domain_error&) {
        continue;
      }
      add_another(found, p.record(a));
      if (found.size() > cases.size()) cases.push_back(witness("X", Value::matrix(X), theory::evaluate()));
      break;
    }
  }
  if (found.empty()) throw std::domain_error("entries are irrational at every head that was tried");
  return witness(
      "n", 2,
      witness("d", 1,
              witness("u", Value::vector({1}), witness("c", 0, instances("h", std::move(found), std::move(cases))))));
}

Step rotated_attentive_step(const Attention& a, long largest_n) {
  const RationalMatrix angles = {{0, 1}, {Rational(3, 5), Rational(4, 5)}, {Rational(-3, 5), Rational(4, 5)}};
  Draw draw(78);
  return for_every_size(1, std::min(largest_n, 3L), [&](long n, long d) {
    Parameters p = make_parameters(a, n, d, [](long) { return Rational(0); });
    p.angles.assign(angles.begin(), angles.begin() + n);
    RationalVector query, key;  // of u = 1
    for (std::size_t k = 0; k < p.angles.size(); ++k) {
      Rational weight = 1;
      for (std::size_t other = 0; other < p.angles.size(); ++other)
        if (other != k) weight *= (1 - p.angles[other][0]) / (p.angles[k][0] - p.angles[other][0]);
      query.insert(query.end(), {weight, 0});
      key.insert(key.end(), {1, 0});
    }
    const RationalVector ones(static_cast<std::size_t>(d), 1);
    RationalVector second = ones;
    second.front() = 2;
    std::vector<Step> cases;
    for (const RationalVector& u : {ones, second}) {
      p.WQ.clear();
      p.WK.clear();
      for (const Rational& entry : u) {
        RationalVector &q = p.WQ.emplace_back(query), &k = p.WK.emplace_back(key);
        for (Rational& x : q) x *= entry;
        for (Rational& x : k) x *= entry;
      }
      cases.push_back(instances(
          "c", {0, 1}, witness("h", p.record(a), instances("X", some_inputs(n, d, draw), theory::evaluate()))));
    }
    return instances("u", {Value::vector(ones), Value::vector(second)}, std::move(cases));
  });
}

Step not_attentive_beside_extra_step(const Attention& a) {
  Draw draw(79);
  std::vector<Value> found;
  for (int attempt = 0; attempt < 20 && found.size() < 3; ++attempt) {
    const Parameters p = attempt == 0 ? zero_parameters(a, 1, 1) : drawn_parameters(a, 1, 1, draw);
    try {
      if (attention_matrix(a, p, {{1}})[1][1] != Rational(1)) add_another(found, p.record(a));
    } catch (const std::domain_error&) {
    }
  }
  if (found.empty()) throw std::domain_error("entries are irrational at every head that was tried");
  return witness(
      "n", 1,
      witness(
          "d", 1,
          witness("u", Value::vector({1}),
                  witness("c", 0,
                          instances("h", std::move(found), witness("X", Value::matrix({{1}}), theory::evaluate()))))));
}

Step sinusoidal_not_attentive(const Attention& seen) {
  std::vector<Value> heads = {zero_parameters(seen, 2, 2).record(seen)};
  for (const bool first : {true, false}) {
    Parameters p = zero_parameters(seen, 2, 2);
    p.base_2 = false;  // an enclosure is no integer, which a power of 2 would ask
    p.WQ = p.WK = first ? RationalMatrix{{1}, {0}} : RationalMatrix{{0}, {1}};
    heads.push_back(p.record(seen));
  }
  return in_rectangle(witness(
      "u", Value::vector({1, 0}),
      witness("b", 0,
              instances("h", std::move(heads), witness("X", Value::matrix({{1, 0}, {0, 0}}), theory::evaluate())))));
}

}  // namespace attest::constructions
