// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/draw.hpp"
#include "constructions/for_every.hpp"
#include "constructions/urpe/modified_blocks.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::exhaustive;
using theory::ModifiedBlock;
using theory::ModifiedHead;
using theory::PiecewiseLinear;
using theory::range;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

using Network = std::vector<ModifiedBlock>;

const PiecewiseLinear kStep = {{0}, {0, 0}, {0, 1}, {1}};

// One of every kind: jumps of either sign, owned by either side, two of them, a break with a value of its own, kinks
// without a jump; constant pieces and none.
std::vector<PiecewiseLinear> activations() {
  const Rational half(1, 2);
  return {kStep,
          {{0}, {0, 0}, {1, 0}, {1}},                               // falls, owned by the left
          {{half}, {1, -2}, {0, 3}, {half}},                        // no constant piece
          {{0, 1}, {1, -1, half}, {0, 2, 1}, {0, Rational(3, 2)}},  // up, up
          {{0, 1}, {1, 2, -1}, {0, 2, 3}, {2, 4}},                  // up, down
          {{half}, {0, 0}, {0, 0}, {1}},                            // a single point
          {{half}, {1, 2}, {0, 1}, {-1}},                           // a point beside a jump
          {{0, 1}, {0, 1, 0}, {0, 0, 1}, {0, 1}},                   // continuous
          PiecewiseLinear::on_interval(0, half, -1, 0),             // the first layer of Lemma 7 for delta = 1/2
          {{}, {-2}, {1}, {}}};
}

RationalVector unit(long d, long place) {
  RationalVector e(static_cast<std::size_t>(d), 0);
  e[static_cast<std::size_t>(place - 1)] = 1;
  return e;
}

// Blocks whose hardmax meets ties, on thresholds and between rows, and whose phi meets its jumps, right after such
// attention.
std::vector<Network> networks(long d) {
  std::vector<Network> all;
  for (const PiecewiseLinear& phi : activations()) all.push_back({ffn_block(unit(d, 1), unit(d, d), phi)});
  const RationalVector z = unit(d, 1);
  const auto shift = [&](const Rational& b, const Rational& c) { return selective_shift_block(z, 1, b, c); };
  all.push_back({shift(0, 1)});
  // Rows of the first shift end on the thresholds of the second.
  all.push_back({shift(0, 1), shift(1, Rational(3, 2))});
  // Rounding puts rows on the threshold 0; a step at 1 follows.
  Network rounded = quantizer(d, 2);
  rounded.push_back(shift(0, Rational(3, 2)));
  rounded.push_back(ffn_block(z, unit(d, d), {{1}, {0, 0}, {0, 1}, {1}}));
  all.push_back(rounded);
  // As printed, c on the key, and u = 0, where every row is a tie; then a step where attention has just put the
  // greatest row.
  ModifiedBlock printed = selective_shift_block(z, 1, 1, 2, ModifiedHead::Shift::key);
  printed.heads[1].u = RationalVector(static_cast<std::size_t>(d), 0);
  const ModifiedBlock step = ffn_block(z, z, kStep);
  printed.W1 = step.W1;
  printed.W2 = step.W2;
  printed.phi = {{1}, {1, 0}, {0, 3}, {3}};
  all.push_back({printed});
  return all;
}

// On breaks and thresholds, between them, and equal rows.
std::vector<Value> inputs(long n, long d) {
  const Rational half(1, 2);
  const RationalVector on = {0, half, 1, 0, 1, half}, between = {Rational(1, 3), Rational(3, 4), Rational(-5, 4), 1, 2};
  const auto filled = [&](const RationalVector& entries) {
    RationalMatrix X;
    for (long i = 0; i < n; ++i) {
      RationalVector row;
      for (long j = 0; j < d; ++j) row.push_back(entries[static_cast<std::size_t>(i + 2 * j) % entries.size()]);
      X.push_back(std::move(row));
    }
    return Value::matrix(X);
  };
  return {filled(on), filled(between), filled({half}), filled({1})};
}

Step limits(long largest_n, long largest_d) {
  // From k = 40 on every ramp is narrower than the inputs' distance to the breaks, and softmax is hardmax up to
  // exp(-100).
  const long K = 80;
  const Step close = instances("eps", {Rational(1, 10), Rational(1, 100000), pow(Rational(10), -12)},
                               witness("K", K, instances("k", {K, K + 1, 2 * K, 10000, 1000000}, evaluate())));
  return for_every("n", 1, largest_n, [&](long n) {
    return for_every("d", 1, largest_d, [&](long d) {
      std::vector<Value> all;
      for (const Network& network : networks(d)) all.push_back(value_of(network));
      return instances("blocks", std::move(all), instances("X", inputs(n, d), close));
    });
  });
}

Step off_the_ramps() {
  const long K = 12;
  const Rational half(1, 2), near(1, 50);
  std::vector<Value> functions, points;
  for (const PiecewiseLinear& phi : activations()) functions.push_back(value_of(phi));
  for (const Rational& t : {Rational(0), half, Rational(1), Rational(-5), Rational(7, 3), near, -near, half + near,
                            half - near, 1 + near, 1 - near}) {
    points.emplace_back(t);
  }
  return instances("f", std::move(functions),
                   witness("K", K, instances("R", {K * 60, K * 10000}, instances("t", std::move(points), evaluate()))));
}

Step midpoints() {
  std::vector<Value> functions;
  std::vector<Step> by_f;
  for (const PiecewiseLinear& phi : activations()) {
    std::vector<Step> by_break;
    for (std::size_t k = 0; k < phi.breaks.size(); ++k) {
      const Rational& p = phi.breaks[k];
      const Rational left = phi.slopes[k] * p + phi.intercepts[k],
                     right = phi.slopes[k + 1] * p + phi.intercepts[k + 1];
      by_break.push_back(witness("y", (left + right) / Rational(2), evaluate()));
    }
    functions.push_back(value_of(phi));
    by_f.push_back(exhaustive("j", std::move(by_break)));
  }
  return instances("f", std::move(functions), std::move(by_f));
}

}  // namespace

// URPE, Definition 5 and the sentence after it: stacks of modified blocks as limits of stacks of ordinary ones; in
// which sense, with which rule for ties, with which value at a jump.
Findings urpe_definition_5(const Effort& effort) {
  const std::string id = "urpe.definition-5";
  const Rational half(1, 2);
  Findings findings;
  findings.certificates = {
      {id, "printed", true, effort.thorough ? limits(4, 2) : limits(2, 2)},
      {id, "finding_exact_off_the_ramps", true, off_the_ramps()},
      {id, "finding_uniformly", false,
       witness(
           "f", value_of(kStep),
           witness("j", 1, witness("eps", Rational(1, 4), box("y", {{"-inf", "1/2"}, {"1/2", "inf"}}, evaluate()))))},
      {id, "finding_uniformly_up_to_half_the_jump", true,
       theory::proof("theory/proofs/bound_half_jump.v", "half_of_the_jump")},
      {id, "finding_uniformly_up_to_half_the_jump", true, midpoints()},
      {id, "finding_a_centred_ramp_meets_the_jump", false, witness("R", 1, evaluate())},
      {id, "finding_another_rule_is_a_limit", false,
       exhaustive("ties", witness("u", 0, witness("x", Value::vector({0, 1}), evaluate())))},
      {id, "finding_too_steep_ramps", true, range("k", 1, effort.thorough ? 12 : 6, evaluate())},
      {id, "finding_without_biases", false, witness("f", value_of(PiecewiseLinear::constant(1)), evaluate())},
  };
  findings.exhibits = {
      {"Four ReLUs for a step",
       "phi jumps from 0 to 1 at 0, and phi(0) = 1. The ramp lies on the left, so that the value at 0 is right for "
       "every R.",
       Exhibit::Plot{"t",
                     "phi",
                     false,
                     {{"phi", {{-1, 0}, {0, 0}, {0, 1}, {1, 1}}},
                      {"R = 2", {{-1, 0}, {-0.5, 0}, {0, 1}, {1, 1}}},
                      {"R = 8", {{-1, 0}, {-0.125, 0}, {0, 1}, {1, 1}}}},
                     {}}},
      {"In which sense", "What ordinary blocks, which are continuous, can do about a jump of height J.",
       Exhibit::Table{{"sense", "is a modified block a limit?", "why"},
                      {{"at every X", "yes", "softmax sharpens like exp(-k^2), ramps steepen like k"},
                       {"L^p on a compact set", "yes", "bounded convergence"},
                       {"uniformly", "no, never below J/2", "one value at the jump must serve both sides"}}}},
      {"Which rule for ties", "A row of scores with two greatest ones.",
       Exhibit::Table{{"rule", "weights", "is it a limit of softmax?"},
                      {{"share 1 equally", "1/2, 1/2", "yes"},
                       {"take the first", "1, 0", "no: softmax does not know which token is the first"},
                       {"1 for each", "1, 1", "no: softmax weights sum to 1"}}}}};
  return findings;
}

}  // namespace attest::constructions
