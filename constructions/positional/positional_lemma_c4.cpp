// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/bindings.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The constants 1 and -1 on one point: covers of radius below 2 have two members, so C >= 4 log 2 = 2.77 will do.
Step two_constants() {
  return box("c", {{"-inf", "0"}, {"0", "inf"}},
             witnesses({{"m", 1}, {"K", 2}, {"V", Value::matrix({{1}, {-1}})}, {"A", 1}, {"C", 8}}));
}

RationalMatrix random_class(Draw& draw, long K, long m) {
  RationalMatrix V;
  for (long f = 0; f < K; ++f) {
    RationalVector values;
    for (long j = 0; j < m; ++j) values.emplace_back(draw.integer(-2, 2), 2);
    V.push_back(std::move(values));
  }
  return V;
}

// log K times the square of the largest distance is at least what every C must be at least; between that and A^2 m.
std::vector<Value> constants(const RationalMatrix& V, const Rational& A) {
  Rational largest = 0;
  for (const RationalVector& f : V) {
    for (const RationalVector& g : V) {
      for (std::size_t j = 0; j < f.size(); ++j) largest = max(largest, abs(f[j] - g[j]));
    }
  }
  const double least = std::log(static_cast<double>(V.size())) * std::pow(largest.to_double(), 2);
  const Rational low(static_cast<long>(std::ceil(least * 100)) + 1, 100),
      high = A * A * Rational(static_cast<long>(V.front().size()));
  if (high < low) return {};
  return {low, high};
}

// Classes for which there is a C between the two bounds: many points, few members.
Step classes_within_the_condition() {
  Draw draw(404);
  return for_every("m", 3, 6, [&](long m) {
    std::vector<Value> Ks;
    std::vector<Step> by_K;
    for (long K = 2; K <= 3; ++K) {
      const Rational A = 1;
      RationalMatrix V;
      std::vector<Value> cs;
      while (cs.empty()) {
        V = random_class(draw, K, m);
        for (RationalVector& f : V)
          std::transform(f.begin(), f.end(), f.begin(), [](const Rational& e) { return e / Rational(2); });
        V.front().front() = 1;
        cs = constants(V, A);
      }
      Ks.emplace_back(K);
      by_K.push_back(one_instance({{"V", Value::matrix(V)}, {"A", A}}, instances("C", cs, theory::evaluate())));
    }
    return instances("K", Ks, std::move(by_K));
  });
}

Step classes_beyond_it() {
  Draw draw(405);
  return for_every("m", 1, 4, [&](long m) {
    return one_instance({{"K", 3}, {"V", Value::matrix(random_class(draw, 3, m))}, {"A", 1}},
                        instances("C", {Value(m), Value(m * 9)}, theory::evaluate()));
  });
}

Exhibit right_side() {
  Exhibit::Plot plot{"C / (A^2 m)", "right side for c = 1, A = 1", false, {}, {}};
  Exhibit::Curve printed{"sqrt(C/m) (1 + log(A sqrt(m/C)))", {}}, complexity{"complexity of {1, -1}, m = 1", {}};
  for (int i = 1; i <= 120; ++i) {
    const double x = i * 0.1;
    printed.points.emplace_back(x, std::sqrt(x) * (1 - std::log(x) / 2));
    complexity.points.emplace_back(x, 1);
  }
  plot.curves = {printed, complexity};
  plot.marks = {{1, "C = A^2 m"}, {std::exp(2.0), "e^2 A^2 m"}};
  return {
      "The printed right side as C grows",
      "It should grow with C, which only weakens the condition; it falls from C = A^2 m on and is negative beyond e^2.",
      plot};
}

}  // namespace

// Positional Attention, Lemma C.4 on finite classes, by exact Rademacher complexities.
Findings positional_lemma_c4(const Effort&) {
  const std::string id = "positional.lemma-c4";
  Findings findings;
  findings.certificates = {
      {id, "printed", false, two_constants()},
      {id, "repaired", true, classes_within_the_condition()},
      {id, "finding_beyond_the_condition", true,
       theory::proof("theory/proofs/bound_beyond_the_condition.v", "beyond_the_condition")},
      {id, "finding_beyond_the_condition", true, classes_beyond_it()},
  };
  findings.exhibits = {right_side(),
                       {"The constants 1 and -1 on one point", "m = 1, A = 1, C = 8.",
                        Exhibit::Text{{"complexity: (max(1, -1) + max(-1, 1)) / 2 = 1",
                                       "covers: N = 2 for eps < 2, and log 2 <= 8 / eps^2 there; N = 1 from eps = 2 on",
                                       "right side: c sqrt(8) (1 + log(1/sqrt(8))) = c * 2.828 * (1 - 1.040) = -0.112 "
                                       "c, negative for every c > 0"}}}};
  findings.exhibits[0].sides = {"C = 8: the complexity is at most -0.112 c", "it is 1"};
  return findings;
}

}  // namespace attest::constructions
