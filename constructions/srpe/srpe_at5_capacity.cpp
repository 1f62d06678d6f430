// SPDX-License-Identifier: Apache-2.0
#include <optional>

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

// The network that interpolates linearly between the points, the first `intervals` of them: unit l of the first layer
// begins to rise at b_l, and what it adds is the change of slope there. The second layer carries both signs; units
// beyond these two do nothing.
Value interpolating_network(const RationalVector& b, const RationalVector& e, long second_layer = 2,
                            std::optional<long> intervals = {}) {
  const std::size_t n = intervals ? static_cast<std::size_t>(*intervals) : b.size() - 1;
  RationalVector rise(n, 1), start, change;
  Rational slope = 0;
  for (std::size_t l = 0; l < n; ++l) {
    const Rational next = (e[l + 1] - e[l]) / (b[l + 1] - b[l]);
    start.push_back(-b[l]);
    change.push_back(next - slope);
    slope = next;
  }
  RationalVector opposite;
  for (const Rational& c : change) opposite.push_back(-c);
  RationalMatrix W2 = {change, opposite};
  RationalVector b2 = {e[0], -e[0]}, w3 = {1, -1};
  for (long k = 2; k < second_layer; ++k) {
    W2.push_back(RationalVector(n, 0));
    b2.push_back(0);
    w3.push_back(0);
  }
  return Value::Record{{"w1", Value::vector(rise)}, {"b1", Value::vector(start)}, {"W2", Value::matrix(W2)},
                       {"b2", Value::vector(b2)},   {"w3", Value::vector(w3)},    {"b3", 0}};
}

Step any_embedding(long largest_n) {
  Draw draw(117);
  return for_every("n", 1, largest_n, [&](long n) {
    std::vector<Value> points, embeddings;
    std::vector<Step> by_points;
    for (const bool even : {true, false}) {
      RationalVector b, zigzag, drawn;
      for (long l = 0; l <= n; ++l) {
        b.push_back(even ? Rational(l, n) : Rational(l * l + l, 2 * n * n + 2 * n));
        zigzag.push_back(l % 2 == 0 ? 1 : -1);
        drawn.push_back(Rational(draw.integer(-9, 9), draw.integer(1, 4)) + Rational(l * 20));
      }
      std::vector<Step> by_embedding;
      for (const RationalVector& e : {zigzag, drawn})
        by_embedding.push_back(witness("net", interpolating_network(b, e), evaluate()));
      points.push_back(Value::vector(b));
      by_points.push_back(
          theory::instances("e", {Value::vector(zigzag), Value::vector(drawn)}, std::move(by_embedding)));
      if (n == 1) break;  // both choices of points are 0, 1
    }
    return theory::instances("b", std::move(points), std::move(by_points));
  });
}

Value reber_setting() { return Value::Record{{"task", "Reber"}, {"h1", 100}, {"h2", 5}, {"B", 32}, {"n", 100}}; }

// A zigzag of 257 distances, and what 32 and 4 units do to meet it: nothing, the first 33 distances, every eighth.
Step a_zigzag_is_missed() {
  const long n = 256, h1 = 32, h2 = 4;
  RationalVector b, e;
  for (long l = 0; l <= n; ++l) {
    b.push_back(Rational(l, n));
    e.push_back(l % 2 == 0 ? 1 : -1);
  }
  std::vector<Value> networks;
  for (const long apart : {1L, n / h1}) {
    RationalVector points, embeddings;
    for (long l = 0; l <= h1; ++l) {
      points.push_back(b[static_cast<std::size_t>(l * apart)]);
      embeddings.push_back(e[static_cast<std::size_t>(l * apart)]);
    }
    networks.push_back(interpolating_network(points, embeddings, h2));
  }
  networks.push_back(interpolating_network(b, RationalVector(b.size(), 0), h2, h1));
  const Value translation = Value::Record{{"task", "translation"}, {"h1", h1}, {"h2", h2}, {"B", 64}, {"n", n}};
  return witness("s", translation,
                 witness("b", Value::vector(b),
                         witness("e", Value::vector(e), theory::instances("net", std::move(networks), evaluate()))));
}

}  // namespace

// SRPE, weakness B and eqs. 17 to 20: how free AT5's embeddings are.
Findings srpe_at5_capacity(const Effort& effort) {
  const std::string id = "srpe.at5-capacity";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, a_zigzag_is_missed()},
      {id, "finding_fewer_numbers", false, witness("s", reber_setting(), evaluate())},
      {id, "finding_numbers", true, evaluate()},
      {id, "finding_no_constraint", true, theory::proof("theory/proofs/bound_at5_capacity.v", "no_constraint")},
      {id, "finding_no_constraint", true, any_embedding(effort.thorough ? 24 : 8)},
      {id, "finding_t5_constrains", true, evaluate()},
  };
  findings.exhibits = {
      {"Numbers per head", "AT5: two networks 1 - h1 - h2 - 1 with biases, and two gamma; T5: B.",
       Exhibit::Table{{"task", "(h1, h2)", "AT5", "T5"},
                      {{"Reber", "(100, 5)", "1424", "32"},
                       {"Process-50, Adding-100", "(15, 2)", "132", "32"},
                       {"classification", "(64, 8)", "1316", "32"},
                       {"question answering", "(50, 10)", "1244", "32"},
                       {"translation", "(32, 4)", "404", "64"}}}},
      {"Three distances by hand", "Points 0, 1/3, 1/2 and embeddings 2, -1, 5: h1 = 2, h2 = 2.",
       Exhibit::Text{{"slopes (-1 - 2)/(1/3) = -9 and (5 + 1)/(1/6) = 36: f(x) = 2 - 9 max(x, 0) + 45 max(x - 1/3, 0)",
                      "f(0) = 2, f(1/3) = -1, f(1/2) = 2 - 9/2 + 15/2 = 5",
                      "second layer: max(f, 0) and max(-f, 0); output: their difference"}}}};
  return findings;
}

}  // namespace attest::constructions
