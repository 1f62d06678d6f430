// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/positional/bindings.hpp"
#include "constructions/positional/deep_network.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

// One token, one head, inputs 1/2 and 0: all rows are shorter than 1, so nothing is normalized.
Bindings short_rows() {
  const Value zero = Value::matrix({{0}}), one = Value::matrix({{1}});
  return {{"d", 1},
          {"dV", 1},
          {"dh", 1},
          {"H", 1},
          {"slopes", Value::vector({1, 0})},
          {"B2", 1},
          {"Z", Value::matrix({{Rational(1, 2)}})},
          {"Y", zero},
          {"WQ", zero},
          {"WK", zero},
          {"WV", one},
          {"R", zero},
          {"W1", Value::matrix({{Rational(3, 5)}, {Rational(4, 5)}})},
          {"R1", Value::matrix({{Rational(4, 5), 0}, {Rational(-3, 5), 0}})},
          {"W2", one},
          {"R2", zero}};
}

// The networks of positional.theorem-6-1 with the value 1/2: every row on the way has norm at most 1.
Step network_step(long k, const std::vector<long>& set) {
  return witness("f", deep_network(k, set, Rational(1, 2)), theory::evaluate());
}
Step sets() {
  std::vector<Step> cases;
  for (long bits = 0; bits < 16; ++bits) {  // tuples([0, 1], 4): the last place runs fastest
    cases.push_back(network_step(1, {bits >> 3 & 1, bits >> 2 & 1, bits >> 1 & 1, bits & 1}));
  }
  Draw draw(22);
  std::vector<Value> larger_sets;
  std::vector<Step> larger;
  for (long trial = 0; trial < 2; ++trial) {
    std::vector<long> set;
    for (long j = 0; j < 16; ++j) set.push_back(draw.integer(0, 1));
    larger_sets.push_back(set_value(set));
    larger.push_back(network_step(2, set));
  }
  return theory::range("k", 1, 2,
                       {theory::exhaustive("S", std::move(cases)), instances("S", larger_sets, std::move(larger))});
}

// The first k with 100 C k < 4^k.
Step constants() {
  std::vector<Value> Cs;
  std::vector<Step> cases;
  for (long C : {1L, 1000L, 1000000L}) {
    long k = 1;
    while (Rational(100 * C * k) >= pow(Rational(4), k)) ++k;
    Cs.emplace_back(C);
    cases.push_back(witness("k", k, theory::evaluate()));
  }
  return instances("C", Cs, std::move(cases));
}

// k = 1 and the four sets of one unit vector: 1/2 apart, and log 4 = 1.386 > 25 C log 16 = 69.3 C for C = 1/60. (Larger
// constants take more networks than can be listed.)
Step four_networks() {
  std::vector<Value> packing;
  for (long j = 0; j < 4; ++j) {
    std::vector<long> set(4, 0);
    set[static_cast<std::size_t>(j)] = 1;
    packing.push_back(deep_network(1, set, Rational(1, 2)));
  }
  return one_instance({{"C", Rational(1, 60)}, {"c", 3}},
                      witnesses({{"H", 1},
                                 {"L", 4},
                                 {"m", 4},
                                 {"d", 4},
                                 {"dh", 1},
                                 {"B2", 1},
                                 {"B21", 1},
                                 {"eps", Rational(1, 5)},
                                 {"inputs", Value::matrix({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}})},
                                 {"packing", Value::List(packing)}}));
}

}  // namespace

// Positional Attention, eq. 22: layer normalization does not stop the growth of differences.
Findings positional_layer_norm_remark(const Effort&) {
  const std::string id = "positional.layer-norm-remark";
  Findings findings;
  findings.certificates = {
      {id, "step_recursion", false, witnesses(short_rows())},
      {id, "finding_shattering", true, theory::proof("theory/proofs/bound_layer_norm.v", "normalized_shattering")},
      {id, "finding_shattering", true, sets()},
      {id, "finding_no_constant", true, theory::proof("theory/proofs/bound_learnability.v", "no_constant_of_eq_22")},
      {id, "finding_no_constant", true, constants()},
      {id, "printed", false, theory::cite("finding_negation_of_printed")},
      {id, "finding_negation_of_printed", true,
       theory::proof("theory/proofs/bound_layer_norm.v", "eq_22_has_no_constants")},
      {id, "finding_negation_of_printed", true, four_networks()},
  };
  findings.exhibits = {{"Short rows are not normalized",
                        "One token, one head, W1 = (3/5, 4/5)^T, the other weights 1; inputs 1/2 and 0.",
                        Exhibit::Text{{"g = (1/2, 1/2): norm 0.707 < 1, stays; F = 7/10 < 1, stays",
                                       "outputs 7/10 and 0; asserted: at most L_sigma B2^3 * 1/2 = 1/2"}}},
                       {"How many networks eq. 22 must cover",
                        "H = L_sigma = B2 = B21 = 1, L = 3 k + 1, m = d = 4^k, eps = 1/5: the networks are 1/2 apart.",
                        Exhibit::Table{{"k", "log of their number", "printed, for a constant C"},
                                       {{"1", "4 log 2 = 2.8", "25 C log 16 = 69 C"},
                                        {"4", "256 log 2 = 177", "25 C log 65536 = 277 C"},
                                        {"8", "65536 log 2 = 45426", "25 C log 2^32 = 555 C"}}}}};
  findings.exhibits[0].sides = {"the outputs are at most 1/2 apart", "they are 7/10 apart"};
  return findings;
}

}  // namespace attest::constructions
