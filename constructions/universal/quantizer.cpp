// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/quantizer.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Rational;

namespace {

constexpr std::size_t kStepUnits = 3;

/// Subtracts from entry j: t - k/m from k/m on, nothing any more from (k+1)/m on, and on the strip before (k+1)/m the
/// line between.
void add_step(std::size_t j, long k, long m, const Rational& strip, std::size_t first_unit, Block<Rational>& block) {
  const Rational width(1, m), steep = (width - strip) / strip;
  const Rational kinks[kStepUnits] = {Rational(k, m), Rational(k + 1, m) - strip, Rational(k + 1, m)};
  const Rational slopes[kStepUnits] = {Rational(-1), steep + Rational(1), -steep};
  for (std::size_t u = 0; u < kStepUnits; ++u) {
    block.ffn.W1(j, first_unit + u) = 1;
    (*block.ffn.b1)[first_unit + u] = -kinks[u];
    block.ffn.W2(first_unit + u, j) = slopes[u];
  }
}

}  // namespace

std::vector<Block<Rational>> quantizer(std::size_t d, long m, const Rational& strip, Layout layout) {
  if (m < 1 || strip <= 0 || strip * Rational(m) >= 1) {
    throw std::invalid_argument("quantizer: expected m >= 1 and 0 < strip < 1/m");
  }
  std::vector<Block<Rational>> blocks;
  const std::size_t steps = d * static_cast<std::size_t>(m);
  if (layout == Layout::wide) blocks.push_back(idle_block(d, kStepUnits * steps));
  for (std::size_t step = 0; step < steps; ++step) {
    const std::size_t j = step / static_cast<std::size_t>(m);
    const long k = static_cast<long>(step) % m;
    if (layout == Layout::narrow) blocks.push_back(idle_block(d, kStepUnits));
    add_step(j, k, m, strip, layout == Layout::wide ? kStepUnits * step : 0, blocks.back());
  }
  return blocks;
}

}  // namespace attest::constructions
