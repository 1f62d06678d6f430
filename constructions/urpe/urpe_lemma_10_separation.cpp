// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/urpe/contextual_instances.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

RationalVector ascending(long n, const Rational& gap) {
  RationalVector u;
  for (long i = 0; i < n; ++i) u.push_back(Rational(i) * gap - Rational(1, 3));
  return u;
}

// u with the given gap between neighbours, ascending and then with the first entry moved to the end.
std::vector<RationalVector> with_gap(long n, const Rational& gap) {
  const RationalVector u = ascending(n, gap);
  RationalVector turned(u.begin() + 1, u.end());
  turned.push_back(u.front());
  return {u, turned};
}

// No input is enumerated here, only tokens: the number of tokens bounds d and m.
Step over_tokens(long largest_n, long from_m, const std::function<Step(long n, long m, long d)>& then) {
  std::vector<Step> by_n;
  for (long n = 2; n <= largest_n; ++n) {
    std::vector<Step> by_m;
    for (long m = from_m; m <= 3; ++m) {
      std::vector<Step> by_d;
      for (long d = 1; d <= 2; ++d) by_d.push_back(then(n, m, d));
      by_m.push_back(theory::range("d", 1, static_cast<long>(by_d.size()), by_d));
    }
    by_n.push_back(theory::range("m", from_m, 3, by_m));
  }
  return theory::range("n", 2, largest_n, by_n);
}

Step any_weights(long largest_n) {
  return over_tokens(largest_n, 1, [](long n, long, long d) {
    RationalVector rising, one_only(static_cast<std::size_t>(d), 0);
    for (long j = 0; j < d; ++j) rising.push_back(Rational(j * j + 1, 3));
    one_only.back() = 5;
    return theory::instances("z", {Value::vector(rising), Value::vector(one_only)},
                             at_positions({position_vectors(n).front(), position_vectors(n).back()}));
  });
}

}  // namespace

// URPE, Lemma 10: which gaps of u keep the positions' ranges, and the sweep's windows, apart.
Findings urpe_lemma_10_separation(const Effort& effort) {
  const std::string id = "urpe.lemma-10-separation";
  const long largest_n = effort.thorough ? 4 : 3;
  const auto everywhere = [&](const std::function<std::vector<RationalVector>(long n, long m, long d)>& vectors) {
    return over_tokens(largest_n, 2, [&](long n, long m, long d) { return at_positions(vectors(n, m, d)); });
  };
  const Step printed = everywhere([](long n, long, long) { return position_vectors(n); });
  const Step half_open_gap =
      everywhere([](long n, long m, long) { return with_gap(n, Rational(1) - Rational(1, m) + Rational(1, 1000)); });
  const Step windows_gap = everywhere([](long n, long m, long d) {
    return with_gap(n, Rational(1) + Rational(1) / (Rational(2 * m) * total(powers(m, d))));
  });
  const Step windows_half_open = everywhere([](long n, long, long) { return with_gap(n, Rational(1001, 1000)); });
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_grid_separation.v", "gaps_above_1")},
      {id, "printed", true, printed},
      {id, "finding_ranges", true, theory::proof("theory/proofs/bound_grid_separation.v", "ranges")},
      {id, "finding_ranges", true,
       theory::range("m", 1, 4,
                     theory::range("d", 1, effort.thorough ? 3 : 2, theory::range("base", 1, 5, evaluate())))},
      {id, "finding_any_weights", true, theory::proof("theory/proofs/bound_grid_separation.v", "any_weights")},
      {id, "finding_any_weights", true, any_weights(largest_n)},
      {id, "finding_weights_of_both_signs", false,
       witness(
           "m", 2,
           witness("d", 2,
                   witness("z", Value::vector({-1000, 1001}), witness("u", Value::vector({0, 1001}), evaluate()))))},
      {id, "finding_gap_of_one", false, witness("u", Value::vector({0, 1}), evaluate())},
      {id, "finding_half_open_gap", true, theory::proof("theory/proofs/bound_grid_separation.v", "half_open_gap")},
      {id, "finding_half_open_gap", true, half_open_gap},
      {id, "finding_half_open_gap_is_needed", false, witness("u", Value::vector({0, Rational(1, 2)}), evaluate())},
      {id, "finding_windows_closed", false, counterexample(2, 2, 1, {0, Rational(9, 8)})},
      {id, "finding_windows_closed_gap", true, theory::proof("theory/proofs/bound_windows.v", "windows_closed_gap")},
      {id, "finding_windows_closed_gap", true, windows_gap},
      {id, "finding_windows_half_open", true, theory::proof("theory/proofs/bound_windows.v", "windows_half_open")},
      {id, "finding_windows_half_open", true, windows_half_open},
  };
  findings.exhibits = {{"Ranges and windows by hand",
                        "n = 2, d = 1, delta = 1/2, u = (0, 9/8): the gap exceeds 1 by less than delta/2.",
                        Exhibit::Text{{"tokens at position 1: 0, 1/2, 1; at position 2: 9/8, 13/8, 17/8. The ranges "
                                       "[0, 1] and [9/8, 17/8] are disjoint",
                                       "the first window of position 2 is (9/8 - 1/4, 9/8 + 1/4) = (7/8, 11/8): it "
                                       "catches 1, a token at position 1",
                                       "with u = (0, 5/4) it is (1, 3/2), and 1 is outside"}}}};
  return findings;
}

}  // namespace attest::constructions
