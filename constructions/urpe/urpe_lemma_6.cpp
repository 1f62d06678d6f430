// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/modified_blocks.hpp"

namespace attest::constructions {

using theory::exhaustive;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// The same first entry, greatest entry, sum and first row; another least entry. Psi differs in row 1.
const RationalVector kOne = {2, 1, 1};
const RationalVector kOther = {2, Rational(1, 2), Rational(3, 2)};

// x and y, and the row that they treat alike.
Step indistinguishable(const RationalVector& x, const RationalVector& y) {
  return witness("x", Value::vector(x), witness("y", Value::vector(y), witness("i", 1, theory::evaluate())));
}

Step no_printed_block() {
  return witness(
      "n", 3,
      witness("a", 1,
              witness("b", 1, witness("c", 3, exhaustive("ties", exhaustive("us", indistinguishable(kOne, kOther)))))));
}

// Two positive inputs with the same y = x_1 + p max + q mean that X + Psi (window (1, 3)) treats differently in row 1.
std::pair<RationalVector, RationalVector> confused(const Rational& p, const Rational& q) {
  const Rational half(1, 2), quarter(1, 4), on_greater = p + q * half;
  if (on_greater != Rational(0)) {
    // x_2 > x_1: y = (1 + q/2) x_1 + (p + q/2) x_2, and a change of x_2 makes up for one of x_1, below the window.
    const Rational change = (Rational(1) + q * half) * half / on_greater, far = Rational(2) + abs(change);
    return {{half, far + change}, {1, far}};
  }
  if (q != Rational(0)) {
    // x_2 < x_1: y = x_1 + (q/2) x_2, likewise.
    const Rational change = Rational(1, 8) / (Rational(1) + abs(q));
    return {{Rational(3, 4), quarter}, {Rational(3, 4) - q * half * change, quarter + change}};
  }
  return {{2, 1}, {2, half}};  // y = x_1 alone
}

Step two_tokens() {
  const RationalVector values = {0, 1, -1, 2, -2, Rational(1, 2), Rational(-1, 2), Rational(-7, 3), 100};
  std::vector<Value> all;
  std::vector<Step> by_p;
  for (const Rational& p : values) {
    std::vector<Step> by_q;
    for (const Rational& q : values) {
      const auto [x, y] = confused(p, q);
      by_q.push_back(witness("x", Value::vector(x), witness("y", Value::vector(y), theory::evaluate())));
    }
    all.emplace_back(p);
    by_p.push_back(instances("q", {values.begin(), values.end()}, std::move(by_q)));
  }
  return instances("p", std::move(all), std::move(by_p));
}

Step no_single_head() {
  const RationalVector low = {2, 3, 2}, higher = {2, Rational(7, 2), 2};  // the same first, least entry
  const Step alike = indistinguishable(kOne, kOther);
  const Step side = exhaustive("side", {indistinguishable(low, higher), alike, alike});
  return exhaustive("ties", exhaustive("u", {exhaustive("side", alike), side}));
}

struct Window {
  RationalVector z;
  Rational a, b, c;
};

// z = 0, z with a 0 in it and z without; a of either sign; windows around, below and beside 0.
std::vector<Window> windows(long d) {
  const auto size = static_cast<std::size_t>(d);
  RationalVector first(size, 0), negative(size, Rational(-2, 3)), rising;
  first.front() = 1;
  for (long j = 1; j <= d; ++j) rising.push_back(j + 1);
  return {{first, 1, 0, 1},
          {RationalVector(size, 0), 2, -1, 1},
          {negative, -3, Rational(-1, 2), 5},
          {rising, Rational(2, 7), 1, Rational(3, 2)}};
}

// A drawn input, one with equal rows, and one with rows on both ends and between them: multiples of z / |z|^2.
std::vector<RationalMatrix> inputs(long n, const Window& window, Draw& draw) {
  const auto d = static_cast<long>(window.z.size());
  std::vector<RationalMatrix> all = {draw.matrix(n, d), constant_matrix(n, d, draw.rational())};
  const Rational norm = dot(window.z, window.z);
  if (norm == Rational(0)) return all;
  RationalMatrix ends = draw.matrix(n, d);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const Rational levels[] = {window.b, window.c, (window.b + window.c) / Rational(2)};
    for (std::size_t j = 0; j < window.z.size(); ++j) ends[i][j] = levels[i % 3] * window.z[j] / norm;
  }
  all.push_back(ends);
  return all;
}

// A tree over n, d and the windows; `decide` continues below the window.
Step over_windows(long largest_n, const std::function<Step(long, const Window&)>& decide) {
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      std::vector<Value> directions;
      std::vector<Step> by_z;
      for (const Window& w : windows(d)) {
        directions.push_back(Value::vector(w.z));
        by_z.push_back(instances("a", {w.a}, instances("b", {w.b}, instances("c", {w.c}, decide(n, w)))));
      }
      return instances("z", std::move(directions), std::move(by_z));
    });
  });
}

// A list of instances may not repeat itself.
std::vector<Value> without_repetition(const std::vector<RationalMatrix>& matrices) {
  std::vector<Value> values;
  for (auto X = matrices.begin(); X != matrices.end(); ++X) {
    if (std::find(matrices.begin(), X, *X) == X) values.push_back(Value::matrix(*X));
  }
  return values;
}

Step the_block(long largest_n) {
  Draw draw(61);
  return over_windows(largest_n, [&](long n, const Window& w) {
    return instances("X", without_repetition(inputs(n, w, draw)),
                     theory::split({{"in_the_class", theory::evaluate()},
                                    {"everywhere", theory::evaluate()},
                                    {"away_from_the_ends", theory::evaluate()}}));
  });
}

bool off_the_ends(const RationalMatrix& X, const Window& w) {
  return std::none_of(X.begin(), X.end(), [&](const RationalVector& row) {
    const Rational s = dot(row, w.z);
    return s == w.b || s == w.c;
  });
}

Step the_first_rule(long largest_n) {
  Draw draw(62);
  return over_windows(largest_n, [&](long n, const Window& w) {
    std::vector<RationalMatrix> allowed;
    while (allowed.size() < 2) {
      RationalMatrix X = draw.matrix(n, static_cast<long>(w.z.size()));
      if (off_the_ends(X, w)) allowed.push_back(std::move(X));
    }
    return instances("X", without_repetition(allowed), theory::evaluate());
  });
}

Step on_a_grid(bool thorough) {
  const Step all = exhaustive("k", exhaustive("X", theory::evaluate()));
  const auto sizes = [&](long d, long m) { return range("d", d, d, range("m", 1, m, all)); };
  return range("n", 1, 2, thorough ? range("d", 1, 2, range("m", 1, 2, all)) : sizes(1, 3));
}

Step lost_thresholds(long largest_n) {
  Draw draw(63);
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, 2, [&](long d) {
      return instances(
          "u", {Value::vector(draw.vector(d))},
          instances("c", {1, Rational(-7, 2)},
                    instances("X", without_repetition({draw.matrix(n, d), draw.matrix(n, d)}), theory::evaluate())));
    });
  });
}

Step one_direction(long largest_n) {
  Draw draw(64);
  return for_every("n", 1, largest_n, [&](long n) {
    return instances("u", {-1, 3, Rational(-1, 5)},
                     instances("x", {Value::vector(draw.distinct_vector(n)), Value::vector(RationalVector(n, 0))},
                               theory::evaluate()));
  });
}

}  // namespace

// URPE, Lemma 6: two inputs that no printed block tells apart, the block with c on the query, ties and ends.
Findings urpe_lemma_6(const Effort& effort) {
  const std::string id = "urpe.lemma-6";
  const long largest_n = effort.thorough ? 6 : 3;
  Findings findings;
  findings.certificates = {
      {id, "printed", false, no_printed_block()},
      {id, "finding_two_tokens_are_confused", true,
       theory::proof("theory/proofs/bound_confused.v", "two_tokens_are_confused")},
      {id, "finding_two_tokens_are_confused", true, two_tokens()},
      {id, "repaired", true, theory::proof("theory/proofs/bound_selective_shift.v", "selective_shift")},
      {id, "repaired", true, the_block(largest_n)},
      {id, "finding_the_first_rule_serves_too", true,
       theory::proof("theory/proofs/bound_selective_shift.v", "first_rule_serves_too")},
      {id, "finding_the_first_rule_serves_too", true, the_first_rule(largest_n)},
      {id, "finding_one_for_each_serves_too", false,
       witness("x", Value::vector({1, 1, Rational(1, 2)}), theory::evaluate())},
      {id, "finding_the_ends_are_left_alone", false,
       exhaustive("ties", witness("x", Value::vector({0, 1}), theory::evaluate()))},
      {id, "finding_exact_on_a_grid", true, theory::proof("theory/proofs/bound_shift_on_grid.v", "exact_on_a_grid")},
      {id, "finding_exact_on_a_grid", true, on_a_grid(effort.thorough)},
      {id, "finding_one_head_is_enough", false, no_single_head()},
      {id, "finding_c_is_lost", true, theory::proof("theory/proofs/bound_lost_thresholds.v", "c_is_lost")},
      {id, "finding_c_is_lost", true, lost_thresholds(largest_n)},
      {id, "finding_only_zero_differs", true,
       theory::proof("theory/proofs/bound_lost_thresholds.v", "only_zero_differs")},
      {id, "finding_only_zero_differs", true, one_direction(largest_n)},
  };
  findings.exhibits = {
      {"Two inputs that no printed block tells apart",
       "d = 1, z = 1, a = 1, (b, b') = (1, 3). Row 1 of both is 2, and it lies inside the window.",
       Exhibit::Table{{"input", "row 1", "a head with u = 0 shows", "a head with u != 0 shows", "Psi in row 1"},
                      {{"(2, 1, 1)", "2", "the mean, 4/3", "the greatest, 2", "2 - 1 = 1"},
                       {"(2, 1/2, 3/2)", "2", "the mean, 4/3", "the greatest, 2", "2 - 1/2 = 3/2"}}}},
      {"Why the printed c does nothing", "Scores of row i against rows j and k.",
       Exhibit::Text{
           {"printed: X_i u (X_j u - c) - X_i u (X_k u - c) = X_i u (X_j u - X_k u): c is gone",
            "so row i is shown the greatest X u where X_i u > 0 and the least where X_i u < 0: the threshold is 0",
            "c on the query: (X_i u - c) (X_j u - X_k u): the threshold is c"}}},
      {"The repaired block at both ends", "z = 1, a = 1, (b, b') = (0, 1), X = (0, 1).",
       Exhibit::Text{
           {"row 1 sits on b = 0: the first head sees a tie of both rows, mean 1/2, the second the least, 0",
            "so the block adds 1/2 where Psi is 0",
            "row 2 sits on b' = 1: the first head sees the greatest, 1, the second the mean, 1/2: 1/2 again"}}}};
  findings.exhibits[0].sides = {"row 1 becomes 2 + 1 for one input and 2 + 3/2 for the other",
                                "every block gives row 1 of both the same value"};
  return findings;
}

}  // namespace attest::constructions
