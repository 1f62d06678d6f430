// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/contextual_stack.hpp"

#include <algorithm>

#include "constructions/urpe/contextual_instances.hpp"
#include "constructions/urpe/modified_blocks.hpp"
#include "theory/error.hpp"

namespace attest::constructions {

using theory::Matrix;
using theory::ModifiedBlock;
using theory::ModifiedHead;
using theory::PiecewiseLinear;
using theory::Rational;

namespace {

// Adds factor * (the greatest X_k z) to the first column of every row. Every X_i z is positive where it is used.
ModifiedHead add_greatest(const RationalVector& z, const Rational& factor) {
  const std::size_t d = z.size();
  return {
      z, 0, ModifiedHead::Shift::key,
      Matrix<Rational>::from_function({d, 1}, [&](std::size_t i, std::size_t) { return z[i]; }),
      Matrix<Rational>::from_function({1, d}, [&](std::size_t, std::size_t j) { return j ? Rational(0) : factor; })};
}

// below for t < place, above for t >= place.
PiecewiseLinear jump(const Rational& place, const Rational& below, const Rational& above) {
  return {{place}, {0, 0}, {below, above}, {above}};
}

}  // namespace

ContextualStack contextual_stack(const RationalVector& u, long m, long d) {
  if (u.empty() || m < 1 || d < 1) throw InputError("u, m, d", "expected one entry, m and d at least 1");
  RationalVector sorted = u;
  std::sort(sorted.begin(), sorted.end());
  const Rational h = slack(sorted);
  const RationalVector z = powers(m + 1, d);
  const Rational S = total(z);  // band r of values is [s_r, s_r + S], on which there are K multiples of delta from s_r
  const Rational K = pow(Rational(m + 1), d), delta(1, m);

  RationalVector e1(static_cast<std::size_t>(d), 0);
  e1[0] = 1;
  const auto feed_forward = [&](PiecewiseLinear phi) { return ffn_block(z, e1, std::move(phi)); };

  // Every value is raised by `start`, so that the least is 1; a lifted band is above all others by `room` at least.
  const Rational start = Rational(1) - sorted.front() * S, room = S * (Rational(1) + h);
  const Rational lift = (sorted.back() - sorted.front()) * S + room;
  const auto base = [&](std::size_t r) { return sorted[r] * S + start; };

  ContextualStack stack{z, {feed_forward(jump(base(0) - start + room, start + lift, start))}};
  const std::size_t n = sorted.size();
  for (std::size_t r = 0; r < n; ++r) {
    // The factors grow by 2K, so that the sums of factor * k_r, 0 <= k_r < K, are all different; the last is such that
    // they stay below both delta and the distance h S of two bands.
    const Rational factor = min(Rational(1), h * S / delta) / pow(Rational(2) * K, static_cast<long>(n - r));
    const Rational known = factor * (base(r) + lift);  // what the head adds apart from its multiple of k_r
    ModifiedBlock block = r + 1 < n ? feed_forward(jump(base(r + 1) + room + known, lift - known, -known))
                                    : feed_forward(PiecewiseLinear::constant(-known));
    block.heads = {add_greatest(z, factor)};
    stack.blocks.push_back(std::move(block));
  }
  return stack;
}

}  // namespace attest::constructions
