// SPDX-License-Identifier: Apache-2.0
#include "constructions/simulation/compile.hpp"
#include "constructions/simulation/traffic.hpp"
#include "theory/error.hpp"

namespace attest::constructions::simulation {

using theory::Enclosure;
using theory::Rational;

namespace {

constexpr long kPrecision = 128;

// (n-1) / (exp(2T) + n-1), rounded up: what a unique row of n nodes loses (positional.lemma-b3).
Rational lost_weight(std::size_t nodes, const Rational& temperature) {
  const Rational others(static_cast<long>(nodes) - 1);
  return others / (exp(Enclosure(Rational(2) * temperature, kPrecision)).lower() + others);
}

}  // namespace

std::optional<std::vector<Rational>> softmax_error(const Compiled& compiled, const InputRanges& ranges,
                                                   const Rational& temperature) {
  const Rational lost = lost_weight(compiled.program.machines + 1, temperature);
  Traffic traffic(compiled.program, compiled.routing == Routing::kPrinted, ranges);
  std::vector<Rational> errors;
  for (std::size_t r = 0; r < compiled.program.rounds.size(); ++r) {
    // The gates have 1 to spare for every number that a function makes of what arrives, at any node.
    if (compiled.gated && traffic.error_before_gates(r, lost) > 1) return std::nullopt;
    traffic.finish_round(r, lost);
    errors.push_back(traffic.greatest_error());
  }
  return errors;
}

Rational sufficient_temperature(const Compiled& compiled, const InputRanges& ranges, const Rational& eps) {
  const auto is_enough = [&](const Rational& temperature) {
    const auto errors = softmax_error(compiled, ranges, temperature);
    return errors && (errors->empty() || errors->back() <= eps);
  };
  long eighths = 8;
  while (!is_enough(Rational(eighths, 8))) {
    eighths *= 2;
    if (eighths > 8L << 20) throw InputError("eps", "expected an error that some temperature up to 2^20 keeps");
  }
  long too_small = eighths / 2;
  while (eighths - too_small > 1) {
    const long middle = (eighths + too_small) / 2;
    (is_enough(Rational(middle, 8)) ? eighths : too_small) = middle;
  }
  return Rational(eighths, 8);
}

}  // namespace attest::constructions::simulation
