// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <iomanip>
#include <sstream>

#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/positional/bindings.hpp"
#include "constructions/positional/deep_network.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

constexpr long unit_vectors(long k) { return 1L << (2 * k); }

// tuples(L, m) in the language's order: the last place runs fastest.
std::vector<std::vector<long>> tuples(const std::vector<long>& letters, long m) {
  std::vector<std::vector<long>> result = {{}};
  for (long place = 0; place < m; ++place) {
    std::vector<std::vector<long>> longer;
    for (const std::vector<long>& word : result) {
      for (long letter : letters) {
        longer.push_back(word);
        longer.back().push_back(letter);
      }
    }
    result = std::move(longer);
  }
  return result;
}

Step network_step(long k, const std::vector<long>& set) {
  return witness("f", deep_network(k, set, 1), theory::evaluate());
}

// The inputs that are not in the sample.
std::vector<long> unseen(long k, const std::vector<long>& sample) {
  std::vector<long> set(static_cast<std::size_t>(unit_vectors(k)), 1);
  for (long j : sample) set[static_cast<std::size_t>(j - 1)] = 0;
  return set;
}

// k = 1: every set of 4 unit vectors, every sample of 2. k = 2: some sets of 16.
Step every_set() {
  std::vector<Step> cases;
  for (const std::vector<long>& set : tuples({0, 1}, 4)) cases.push_back(network_step(1, set));
  Draw draw(61);
  std::vector<Value> sets;
  std::vector<Step> larger;
  for (long trial = 0; trial < 2; ++trial) {
    std::vector<long> set;
    for (long j = 0; j < unit_vectors(2); ++j) set.push_back(draw.integer(0, 1));
    sets.push_back(set_value(set));
    larger.push_back(network_step(2, set));
  }
  return theory::range("k", 1, 2, {theory::exhaustive("S", std::move(cases)), instances("S", sets, std::move(larger))});
}
Step every_sample() {
  std::vector<Step> cases;
  for (const std::vector<long>& sample : tuples({1, 2, 3, 4}, 2)) cases.push_back(network_step(1, unseen(1, sample)));
  return theory::range("k", 1, 1, theory::exhaustive("sample", std::move(cases)));
}

// The first k at which the printed bound is below 1/2, in floating point; the checkers decide it in enclosures.
long vanishing_k(long C, long p) {
  for (long k = 1;; ++k) {
    const double log_dm = static_cast<double>(4 * k - 1) * std::log(2.0),
                 root_m = std::pow(2.0, static_cast<double>(k) - 0.5);
    if (static_cast<double>(C) * std::pow(log_dm, static_cast<double>(p)) *
            (std::sqrt(log_dm) + std::sqrt(std::log(2.0))) / root_m <
        0.49)
      return k;
  }
}
Step vanishing_bounds() {
  std::vector<Value> Cs, ps;
  std::vector<Step> by_C;
  for (long p : {0L, 1L, 5L}) ps.emplace_back(p);
  for (long C : {1L, 10L, 1000000L}) {
    std::vector<Step> by_p;
    for (long p : {0L, 1L, 5L}) by_p.push_back(witness("k", vanishing_k(C, p), theory::evaluate()));
    Cs.emplace_back(C);
    by_C.push_back(instances("p", ps, std::move(by_p)));
  }
  return instances("C", Cs, std::move(by_C));
}

// Small constants at d = 1: ReLU puts out 7/5 for the input 1 and 0 for -1, so the losses are 1 and 0, and the gap is
// 1/2 on both samples. (The networks of the theorem take matrices R with irrational entries, and large constants more
// inputs than can be listed.)
Step one_layer() {
  const Value zero = Value::matrix({{0}}), one = Value::matrix({{1}});
  const Value head = Value::Record{{"WQ", one}, {"WK", one}, {"WV", one}, {"R", zero}};
  const Value layer = Value::Record{{"heads", Value::List{head}},
                                    {"W1", Value::matrix({{Rational(3, 5)}, {Rational(4, 5)}})},
                                    {"R1", Value::matrix({{Rational(4, 5), 0}, {Rational(-3, 5), 0}})},
                                    {"W2", one},
                                    {"R2", zero}};
  const Value network = Value::Record{{"layers", Value::List{layer}}, {"w", Value::vector({1})}};
  return one_instance({{"C", Rational(1, 10)}, {"k", 1}, {"c", 1}},
                      witnesses({{"H", 1},
                                 {"L", 1},
                                 {"m", 1},
                                 {"N", 2},
                                 {"n", 1},
                                 {"d", 1},
                                 {"dV", 1},
                                 {"dP", 1},
                                 {"dm", 1},
                                 {"dh", 1},
                                 {"slopes", Value::vector({1, 0})},
                                 {"B2", 1},
                                 {"B21", Rational(7, 5)},
                                 {"P", one},
                                 {"inputs", Value::matrix({{1}, {-1}})},
                                 {"y", Value::vector({0, 0})},
                                 {"p", Value::vector({Rational(1, 2), Rational(1, 2)})},
                                 {"delta", Rational(1, 2)},
                                 {"chosen", Value::List{network, network}}}));
}

// H = 4 and B2 = 6/5, where sqrt(H) = 2 and R = sqrt(1 + H B2^2) = 13/5; every term of the radius gets eps / (4 L + 1).
Step radii(long largest_L) {
  const Rational Ls(1, 2), B2(6, 5), Bw(3), B21(2), eps(1, 10), root_H(2), R(13, 5), r = Ls * B2 * B2 * R;
  std::vector<Step> by_L;
  for (long L = 0; L <= largest_L; ++L) {
    const Rational share = eps / Rational(4 * L + 1);
    RationalVector e2, e1, eQK, eV;
    for (long l = 1; l <= L; ++l) {
      const Rational layer = Bw * pow(r, L - l);
      e2.push_back(share / layer);
      e1.push_back(share / (layer * Ls * B2));
      eQK.push_back(share / (layer * root_H * Ls * pow(B2, 3) * pow(r, l - 1)));
      eV.push_back(share / (layer * root_H * Ls * B2 * B2));
    }
    by_L.push_back(one_instance({{"Ls", Ls}, {"B2", B2}, {"Bw", Bw}, {"B21", B21}, {"eps", eps}},
                                witnesses({{"ew", share},
                                           {"e2", Value::vector(e2)},
                                           {"e1", Value::vector(e1)},
                                           {"eQK", Value::vector(eQK)},
                                           {"eV", Value::vector(eV)}})));
  }
  return one_instance({{"H", 4}}, theory::range("L", 0, largest_L, std::move(by_L)));
}

Step base_2H() {
  return theory::range(
      "H", 1, 4,
      instances("Ls", {1, Rational(3, 2), 10}, instances("B2", {1, Rational(4, 3), 20}, theory::evaluate())));
}

Exhibit one_network() {
  Exhibit::Table table{{"after layer", "e_1, e_3 (in the set)", "e_2, e_4 (not in it)", "W1"}, {}};
  const std::vector<std::pair<std::string, std::string>> layers = {
      {"1", "0 for the head, (1/2, 0, 1/2, 0) for the input"},
      {"2", "2/3, and 2/3 for the first place"},
      {"3", "5/8, and 5/8 for the first place"},
      {"4", "3/5, and 3/5 for the first place"}};
  const std::vector<std::string> values = {"1/2", "2/3", "5/6", "1"};
  for (std::size_t l = 0; l < layers.size(); ++l)
    table.rows.push_back({layers[l].first, values[l], "0", layers[l].second});
  return {"A network of the class with all norms at most 1: k = 1, set {e_1, e_3}",
          "Head and skip connection carry the same number y, so W1 = (a, a) makes 2 a y of it, and a = 1/sqrt(2) is "
          "allowed. "
          "4^k unit vectors need 3 k + 1 layers.",
          table};
}

Exhibit gap_over_bound() {
  Exhibit::Plot plot{"k (m = 4^k / 2 samples, L = 3 k + 1 layers, d = 4^k)", "gap", true, {}, {}};
  Exhibit::Curve gap{"gap of some network of the class", {}},
      bound{"printed bound, constant 1, no power of the logarithm", {}};
  for (int k = 1; k <= 12; ++k) {
    const double log_dm = (4 * k - 1) * std::log(2.0), root_m = std::pow(2.0, k - 0.5);
    gap.points.emplace_back(k, 0.5);
    bound.points.emplace_back(k, (std::sqrt(log_dm) + std::sqrt(std::log(2.0))) / root_m);
  }
  plot.curves = {gap, bound};
  return {"H = n = L_sigma = B2 = B21 = 1: gap and printed bound",
          "(H L_sigma B2)^(c L) = 1 for every c and L. Constants and powers of the logarithm shift the lower curve; it "
          "still goes to 0.",
          plot};
}

/// Both sides of the bound at three sizes, in decimals.
Exhibit both_sides() {
  Exhibit::Text text{
      {"4^k unit vectors are equally likely, all with label 0; the loss is min(1, |f - y|); m = 4^k / 2 samples.",
       "Left: a network of L = 3 k + 1 layers gives 0 to every vector seen and 1 to the others.",
       "    empirical risk 0, risk 1/2 or more: gap >= 1/2",
       "Right: (H L_sigma B2)^(c L) B21 sqrt(log(H d m n)/m) + sqrt(log(1/delta)/m), with delta = 1/2 and d = 4^k"}};
  for (const int k : {4, 8, 12}) {
    const double first = std::sqrt((4 * k - 1) * std::log(2.0)) / std::pow(2.0, k - 0.5),
                 second = std::sqrt(std::log(2.0)) / std::pow(2.0, k - 0.5);
    std::ostringstream line;
    line << std::setprecision(3) << "    k = " << k << " (" << 3 * k + 1 << " layers): 1^(" << 3 * k + 1 << " c) * 1 * "
         << first << " + " << second << " = " << first + second;
    text.lines.push_back(line.str());
  }
  text.lines.emplace_back(
      "A constant in front, or a power of log(2 + H d m n), does not help: the right side still goes to 0 as k grows.");
  return {"Both sides for H = n = L_sigma = B2 = B21 = 1",
          "The factor that is to account for the depth L is 1 to the power of c L, which is 1.", text};
}

}  // namespace

// Positional Attention, Theorem 6.1: networks of logarithmic depth that no constants allow for, and what the
// repaired lemmas give.
Findings positional_theorem_6_1(const Effort&) {
  const std::string id = "positional.theorem-6-1";
  Findings findings;
  findings.certificates = {
      {id, "step_base", false, box("c", theory::whole_line, witnesses({{"L", 1}, {"H", 1}, {"Ls", 1}, {"B2", 1}}))},
      {id, "finding_shattering", true, theory::proof("theory/proofs/bound_depth.v", "shattering")},
      {id, "finding_shattering", true, every_set()},
      {id, "finding_gap_at_logarithmic_depth", true, theory::proof("theory/proofs/bound_depth.v", "gap_at_depth")},
      {id, "finding_gap_at_logarithmic_depth", true, every_sample()},
      {id, "finding_printed_bound_vanishes", true,
       theory::proof("theory/proofs/bound_printed_bound.v", "printed_bound_vanishes")},
      {id, "finding_printed_bound_vanishes", true, vanishing_bounds()},
      {id, "printed", false, theory::cite("finding_negation_of_printed")},
      {id, "finding_negation_of_printed", true,
       theory::proof("theory/proofs/bound_no_constants.v", "theorem_6_1_has_no_constants")},
      {id, "finding_negation_of_printed", true, one_layer()},
      {id, "finding_cover_total", true, theory::proof("theory/proofs/bound_cover_total.v", "total")},
      {id, "finding_cover_total", true, radii(4)},
      {id, "finding_base_2H", true, theory::proof("theory/proofs/bound_learnability.v", "base_2H")},
      {id, "finding_base_2H", true, base_2H()},
  };
  findings.exhibits = {
      one_network(),
      gap_over_bound(),
      {"The base", "What is raised to the power of L in log |C|, for L_sigma = 1.",
       Exhibit::Table{{"H", "B2", "printed H L_sigma B2", "from the repaired lemmas: (L_sigma B2^2)^2 (1 + H B2^2)"},
                      {{"1", "1", "1", "2"}, {"2", "1", "2", "3"}, {"8", "1", "8", "9"}, {"1", "2", "2", "80"}}}},
      both_sides()};
  findings.exhibits[1].sides = {"k = 12, 37 layers: the gap is at most 0.00226", "the gap is 1/2"};
  return findings;
}

}  // namespace attest::constructions
