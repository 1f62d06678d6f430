// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/universal/approximant.hpp"
#include "constructions/universal/instance_tree.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

RationalVector ones(long length) { return RationalVector(static_cast<std::size_t>(length), 1); }

// Eq. 23: 1 for i <= j, 0 for i > j; c_{i-j} stands at place i-j+n.
RationalVector upper_triangular(long n) {
  RationalVector family = ones(2 * n - 1);
  for (long difference = 1; difference <= n - 1; ++difference) family[static_cast<std::size_t>(difference + n - 1)] = 0;
  return family;
}

// One head with eq. 23 and `attentive` heads with ones.
Step families(long largest_n, std::size_t attentive) {
  return for_every("n", 2, largest_n, [&](long n) {
    RationalMatrix rows(attentive, ones(2 * n - 1));
    rows.insert(rows.begin(), upper_triangular(n));
    return witness("families", Value::matrix(rows), evaluate());
  });
}

// The row with weight `heavy` at place `at` and equal weights elsewhere.
RationalVector peaked_row(long n, long at, const Rational& heavy) {
  RationalVector row(static_cast<std::size_t>(n), (Rational(1) - heavy) / Rational(n - 1));
  row[static_cast<std::size_t>(at)] = heavy;
  return row;
}

// A row of C and a positive row T that do not fit: where the first sum of T_j / c_{i-j} happens to be 1, the second is
// not.
Step misfit(long n, const RationalVector& c) {
  bool positive = true;
  for (const Rational& entry : c) positive = positive && entry > Rational(0);
  for (long i = 0; i < n; ++i) {
    for (long at = 0; at < n; ++at) {
      const RationalVector T = peaked_row(n, at, Rational(9, 10));
      Rational total = 0;
      for (long j = 0; positive && j < n; ++j)
        total += T[static_cast<std::size_t>(j)] / c[static_cast<std::size_t>(i - j + n - 1)];
      if (total != Rational(1)) return witness("i", i + 1, witness("T", Value::vector(T), evaluate()));
    }
  }
  return witness("i", 1, witness("T", Value::vector(peaked_row(n, 0, Rational(1, 2))), evaluate()));
}

Step attentive_needs_ones(long largest_n) {
  Draw draw(361);
  return for_every("n", 2, largest_n, [&](long n) {
    RationalVector nearly = ones(2 * n - 1);
    nearly.back() = Rational(1001, 1000);
    std::vector<RationalVector> chosen = {upper_triangular(n), nearly, RationalVector(ones(2 * n - 1).size(), 2),
                                          draw.distinct_vector(2 * n - 1)};
    std::vector<Value> values;
    std::vector<Step> by_c;
    for (const RationalVector& c : chosen) {
      values.push_back(Value::vector(c));
      by_c.push_back(misfit(n, c));
    }
    return instances("c", std::move(values), std::move(by_c));
  });
}

Step every_row_occurs(long largest_n) {
  std::vector<Step> by_n = {instances("T", {Value::vector({1})}, evaluate())};
  for (long n = 2; n <= largest_n; ++n) {
    by_n.push_back(instances(
        "T", {Value::vector(peaked_row(n, 0, Rational(9, 10))), Value::vector(peaked_row(n, n - 1, Rational(99, 100)))},
        evaluate()));
  }
  return range("n", 1, largest_n, std::move(by_n));
}

Step two_attentive_heads(long largest_n) {
  Draw draw(362);
  return for_every("n", 2, largest_n,
                   [&](long n) { return instances("P", {Value::matrix(draw.right_stochastic(n))}, evaluate()); });
}

struct Case {
  Target f;
  long fine;
  std::vector<Rational> eps;
  Family family;
};

// Proposition 4's networks: in each of them all heads have one family.
std::vector<Case> cases() {
  const auto exact = [](Approximant (*make)()) { return Family([make](long, const Rational&) { return make(); }); };
  const auto squares = [](Approximant (*make)(long)) {
    return Family([make](long m, const Rational&) { return make(m); });
  };
  const std::vector<Rational> coarse = {Rational(1, 10), Rational(1, 20)}, fine = {Rational(1, 10), Rational(1, 1000)};
  return {{quarter_turn(1), 1, fine, exact([] { return urpe_quarter_turn(1); })},
          {running_maximum(0), 1, fine, exact(urpe_running_maximum)},
          {sorted_pair(0), 1, fine, exact(urpe_sorted_pair)},
          {rotated_squares(), 1, coarse, squares(urpe_rotated_squares)},
          {product_and_mean_square(), 4, {Rational(1, 30), Rational(1, 60)}, squares(urpe_product_and_mean_square)}};
}

// The family of the heads, which must be the same.
Value common_family(const Approximant& network, std::size_t n) {
  std::optional<Value> family;
  for (const theory::Block<Rational>& block : network.blocks) {
    for (const theory::Head<Rational>& head : block.heads) {
      const Value c = toeplitz_fields(head, n).front().second;
      if (family && family->to_json() != c.to_json()) throw std::logic_error("heads with different families");
      family = c;
    }
  }
  return family.value();
}

// With one family, or with the second head's family beside it, which no head uses.
Step universal(bool one_family) {
  std::vector<Instance> instances;
  for (const Case& one : cases()) {
    for (long p = 1; p <= (one_family ? 2 : 1); ++p) {
      for (const Rational& eps : one.eps) {
        const Approximant network = within(one.family, one.f, p, eps, false);
        const std::size_t n = one.f.n();
        const Value c = common_family(network, n);
        const Step everywhere = box("r", theory::whole_line, box("X", theory::whole_line, evaluate()));
        const Step parts = theory::split({{"encodings", exhaustive("variant", everywhere)}, {"error", evaluate()}});
        const auto no_fields = [](const theory::Head<Rational>&, std::size_t) { return Value::Record{}; };
        const Step body = approximant_step(network, n, no_fields, parts);
        instances.push_back(
            {{{"n", static_cast<long>(n)},
              {"d", 1},
              {"f", one.f.to_value()},
              {"p", p},
              {"fine", one.fine},
              {"eps", eps}},
             one_family
                 ? witness("c", c, body)
                 : witness("families", Value::List{c, Value::vector(ones(2 * static_cast<long>(n) - 1))}, body)});
      }
    }
  }
  return instance_tree(std::move(instances));
}

}  // namespace

// URPE, section 4.2: which blocks of the proof exist when each head has one C in all layers.
Findings urpe_shared_c(const Effort& effort) {
  const std::string id = "urpe.shared-c";
  const long largest_n = effort.thorough ? 12 : 6;
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_shared_c_lp.v", "two_families")},
      {id, "printed", true, universal(false)},
      {id, "repaired", true, theory::proof("theory/proofs/bound_shared_c_lp.v", "one_family_is_enough")},
      {id, "repaired", true, universal(true)},
      {id, "step_two_heads_carry_the_proof", false, witness("n", 2, exhaustive("families", evaluate()))},
      {id, "finding_three_heads_carry_the_proof", true,
       theory::proof("theory/proofs/bound_shared_families.v", "three_heads_carry_the_proof")},
      {id, "finding_three_heads_carry_the_proof", true, families(largest_n, 2)},
      {id, "finding_n_1", true, witness("families", Value::matrix({{1}, {1}}), evaluate())},
      {id, "finding_one_head_of_each_kind", true,
       theory::proof("theory/proofs/bound_shared_families.v", "one_head_of_each_kind")},
      {id, "finding_one_head_of_each_kind", true, families(largest_n, 1)},
      {id, "finding_attentive_needs_ones", true,
       theory::proof("theory/proofs/bound_attentive_rows.v", "attentive_needs_ones")},
      {id, "finding_attentive_needs_ones", true, attentive_needs_ones(4)},
      {id, "finding_ones_are_not_position_aware", true,
       theory::proof("theory/proofs/bound_attention_matrices.v", "ones_are_not_position_aware")},
      {id, "finding_ones_are_not_position_aware", true, range("n", 2, largest_n, evaluate())},
      {id, "finding_every_row_occurs", true, theory::proof("theory/proofs/bound_attentive_rows.v", "every_row_occurs")},
      {id, "finding_every_row_occurs", true, every_row_occurs(4)},
      {id, "finding_two_attentive_heads_are_RPE", true,
       theory::proof("theory/proofs/bound_attention_matrices.v", "two_attentive_heads_are_RPE")},
      {id, "finding_two_attentive_heads_are_RPE", true, two_attentive_heads(largest_n)},
  };
  findings.exhibits = {
      {"What each block of the proof asks of the heads' C, n >= 2", "One C for each head, in all layers.",
       Exhibit::Table{{"block", "head 1", "head 2", "head 3"},
                      {{"Lemma 8 (positions)", "eq. 23", "value weights 0", "value weights 0"},
                       {"Lemma 6 (selective shift)", "value weights 0", "1 1^T", "1 1^T"},
                       {"both, H = 2 without sharing", "eq. 23, then 1 1^T", "any, then 1 1^T", "-"}}}},
      {"Why one head cannot be of both kinds: n = 2, first row (c_0, c_-1)", "P (.) C = T, P a softmax.",
       Exhibit::Text{{"P = (T_1 / c_0, T_2 / c_-1) must sum to 1 for every attentive row T",
                      "T = (1/2, 1/2): 1/(2 c_0) + 1/(2 c_-1) = 1", "T = (3/4, 1/4): 3/(4 c_0) + 1/(4 c_-1) = 1",
                      "the only solution is c_0 = c_-1 = 1; the second row gives c_1 = 1",
                      "then row sums are 1 for all parameters: v = (1, 1), not distinct"}}}};
  findings.exhibits[1].sides = {"two heads carry the proof, with one C each for all layers",
                                "the C that Lemma 6 asks for has row sums (1, 1); Lemma 8 asks for different ones"};
  return findings;
}

}  // namespace attest::constructions
