// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/urpe/contextual_checks.hpp"
#include "constructions/urpe/contextual_instances.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// Values of N inputs with n tokens each, the greatest ones 1 apart: a step, with the others spread below.
RationalMatrix stairs(long N, long n) {
  RationalMatrix Q;
  for (long a = 0; a < N; ++a) {
    RationalVector q;
    for (long i = 0; i < n; ++i) q.push_back(Rational(a - 2 * i) - Rational(i * a, 7));
    Q.push_back(q);
  }
  return Q;
}

// A is just above what is asked: spread / g and a thousandth.
Step enough(long largest_N) {
  std::vector<Step> by_N;
  for (long N = 1; N <= largest_N; ++N) {
    std::vector<Step> by_n;
    for (long n = 1; n <= 4; ++n) {
      const RationalMatrix Q = stairs(N, n);
      Rational least = Q[0][0], greatest = Q[0][0];
      for (const RationalVector& q : Q) {
        for (const Rational& e : q) least = min(least, e), greatest = max(greatest, e);
      }
      by_n.push_back(
          instances("Q", {Value::matrix(Q)},
                    instances("g", {1}, instances("A", {greatest - least + Rational(1, 1000)}, evaluate()))));
    }
    by_N.push_back(theory::range("n", 1, 4, by_n));
  }
  return theory::range("N", 1, largest_N, by_N);
}

// Every token gets A times the greatest value: random X, a tie, c just below the least value.
Step block(long largest_n) {
  Draw draw(77);
  std::vector<Step> by_n;
  for (long n = 1; n <= largest_n; ++n) {
    std::vector<Step> by_d;
    for (long d = 1; d <= 3; ++d) {
      std::vector<Value> inputs;
      std::vector<Step> by_X;
      for (const RationalMatrix& X : {draw.matrix(n, d), constant_matrix(n, d, -3)}) {
        RationalVector z = draw.vector(d);
        z[0] = 1;
        Rational least;
        for (std::size_t i = 0; i < X.size(); ++i) {
          Rational value = 0;
          for (std::size_t j = 0; j < z.size(); ++j) value += X[i][j] * z[j];
          least = i ? min(least, value) : value;
        }
        const Value c = least - Rational(1, 100), A = Rational(1000, 3);
        if (!inputs.empty() && inputs.front().to_json() == Value::matrix(X).to_json()) continue;
        inputs.push_back(Value::matrix(X));
        by_X.push_back(instances("z", {Value::vector(z)}, instances("c", {c}, instances("A", {A, -2}, evaluate()))));
      }
      by_d.push_back(instances("X", std::move(inputs), std::move(by_X)));
    }
    by_n.push_back(theory::range("d", 1, 3, by_d));
  }
  return theory::range("n", 1, largest_n, by_n);
}

}  // namespace

// URPE, Lemma 10: the last block, its factor and the threshold that it lacks.
Findings urpe_lemma_10_global_shift(const Effort& effort) {
  const std::string id = "urpe.lemma-10-global-shift";
  const std::vector<Sizes> from_1 = certified_sizes(GridKind::half_open, 1, 1, effort.thorough),
                           from_2 = certified_sizes(GridKind::half_open, 2, 2, effort.thorough);
  const auto factor = [](long n, long, long d) { return at_positions(position_vectors(n, d)); };
  const auto nonnegative = [](long n, long, long) {
    RationalVector close;
    for (long i = 0; i < n; ++i) close.push_back(Rational(5 * i, 4));
    return at_positions({close, sorted_position_vectors(n)[1]});
  };
  Findings findings;
  findings.certificates = {
      {id, "printed", false, counterexample(2, 2, 1, {-4, -2}, theory::split_one("adds_last_value", evaluate()))},
      {id, "printed", false,
       counterexample(2, 2, 1, {0, Rational(33, 2)}, theory::split_one("distinct_values", evaluate()))},
      {id, "repaired", true, theory::proof("theory/proofs/bound_last_block_repaired.v", "last_block")},
      {id, "repaired", true,
       theory::split({{"enough", enough(5)}, {"block", block(4)}, {"factor", from_1[0](factor)}})},
      {id, "finding_factor", false, counterexample(2, 2, 1, {0, Rational(33, 2)})},
      {id, "finding_own_u", true, from_2[0]([](long, long, long) { return evaluate(); })},
      {id, "finding_nonnegative", true, theory::proof("theory/proofs/bound_last_block.v", "nonnegative")},
      {id, "finding_nonnegative", true, from_2[0](nonnegative)},
      {id, "finding_close_gaps", false, counterexample(2, 2, 1, {0, Rational(9, 8)})},
      {id, "finding_negative", false, counterexample(3, 2, 1, {-8, -6, -4})},
      {id, "finding_without_hardmax", false, counterexample(2, 2, 1, {0, 2})},
  };
  findings.certificates.push_back(
      {id, "repaired", true,
       theory::split({{"enough", enough(2)}, {"block", block(2)}, {"factor", from_1[1](factor)}})});
  findings.engine_checks = {
      distinct_on_grids("the repaired last block makes the values of {0, ..., 1 - delta} distinct", effort,
                        Distinct::all_tokens, GridKind::half_open, half_open_construction)};
  findings.exhibits = {
      {"The missing threshold by hand", "n = 2, d = 1, delta = 1/2, u = (-4, -2), multiplier 2, X = (0, 0).",
       Exhibit::Text{{"the sweep: (-4, -2) -> (-4 + 2 * 2, -2) = (0, -2) -> (0, -2 + 2 * 2) = (0, 2)",
                      "the first token's value is 0: all its scores 0 * 0, 0 * 2 are equal, and it attends to the "
                      "mean, 1, not to 2",
                      "a value below 0 would attend to the least value; a threshold below all values sends all to the "
                      "greatest"}}},
      {"The factor by hand",
       "n = 2, d = 1, delta = 1/2, u = (0, 33/2), multiplier 2; the printed factor is 2 * 2^4 = 32.",
       Exhibit::Text{
           {"X = (0, 0): (0, 33/2) -> (33, 33/2) -> (33, 99/2); the second token ends at 99/2 + 32 * 99/2 = 3267/2",
            "X = (1/2, 1/2): (1/2, 17) -> (67/2, 17) -> (67/2, 50); the first token ends at 67/2 + 32 * 50 = 3267/2",
            "the greatest values 99/2 and 50 differ by delta = 1/2 alone, 32 times which is 16 = 99/2 - 67/2"}}}};
  findings.exhibits[0].sides = {"token 1 is shifted by the factor times 2, the last value",
                                "by the factor times 1, the mean of 0 and 2"};
  return findings;
}

}  // namespace attest::constructions
