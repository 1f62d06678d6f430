// SPDX-License-Identifier: Apache-2.0
// The constructions of Lemma 10, and their evaluation in plain rationals.
#include <algorithm>

#include "constructions/urpe/contextual_mapping.hpp"
#include "theory/error.hpp"
#include "theory/matrix/matrix.hpp"

namespace attest::constructions {

using theory::Rational;

namespace {

struct Window {
  long count;           // K
  Rational half_width;  // w
};

ContextualConstruction construction(GridKind grid, const RationalVector& u, long m, const RationalVector& z,
                                    const Window& window, const Rational& multiplier) {
  ContextualConstruction result{grid, m, z, u, {}, {}};
  RationalVector sorted = u;
  std::sort(sorted.begin(), sorted.end());
  if (u.empty() || m < 1) throw InputError("u, m", "expected one entry and m at least 1");
  slack(u);
  for (const Rational& position : sorted) {
    for (long k = 0; k < window.count; ++k) {
      const Rational center = position * total(z) + Rational(k, m);
      result.shifts.push_back({center - window.half_width, center + window.half_width, multiplier});
    }
  }
  return result;
}

// The factor grows with the range of u, and the threshold is below every token.
GlobalShift repaired_last(const RationalVector& u, long m, const RationalVector& z, const Rational& multiplier) {
  const Rational least = *std::min_element(u.begin(), u.end()), greatest = *std::max_element(u.begin(), u.end());
  return {least * total(z) - Rational(1),
          (Rational(1) + greatest - least) * Rational(m) * total(z) * pow(multiplier, static_cast<long>(u.size()))};
}

}  // namespace

ContextualConstruction printed_construction(GridKind grid, const RationalVector& u, long m, long d,
                                            const Rational& multiplier) {
  const long n = static_cast<long>(u.size());
  ContextualConstruction result =
      construction(grid, u, m, powers(m, d), {pow(Rational(m), d).to_long(), Rational(1, 2 * m)}, multiplier);
  result.last = GlobalShift{0, Rational(n) * pow(Rational(m), (n + 1) * d + 1)};
  return result;
}

ContextualConstruction half_open_construction(const RationalVector& u, long m, long d) {
  const Rational K = pow(Rational(m), d), multiplier = K + Rational(1);
  ContextualConstruction result =
      construction(GridKind::half_open, u, m, powers(m, d), {K.to_long(), Rational(1, 2 * m)}, multiplier);
  result.last = repaired_last(u, m, result.z, multiplier);
  return result;
}

ContextualConstruction closed_construction(const RationalVector& u, long m, long d) {
  const Rational h = slack(u);
  const RationalVector z = powers(m + 1, d);
  const Rational K = pow(Rational(m + 1), d), multiplier = K + ceil(Rational(1) / h);
  ContextualConstruction result = construction(
      GridKind::closed, u, m, z, {K.to_long(), min(Rational(1, m), h * total(z)) / Rational(2)}, multiplier);
  result.last = repaired_last(u, m, z, multiplier);
  return result;
}

RationalVector contextual_values(const ContextualConstruction& construction, const RationalMatrix& X) {
  const RationalVector& z = construction.z;
  RationalVector values;
  for (std::size_t i = 0; i < X.size(); ++i) values.push_back(dot(X[i], z) + construction.u[i] * total(z));
  const auto extremes = [&] { return std::minmax_element(values.begin(), values.end()); };
  for (const SelectiveShift& shift : construction.shifts) {
    const auto [least, greatest] = extremes();
    const Rational step = shift.multiplier * z[0] * (*greatest - *least);
    for (Rational& value : values) {
      if (shift.from < value && value < shift.to) value += step;
    }
  }
  if (!construction.last) return values;
  const auto [least, greatest] = extremes();
  const Rational down = *least, up = *greatest, mean = total(values) / Rational(static_cast<long>(values.size()));
  for (Rational& value : values) {
    const Rational& attended = value > construction.last->threshold   ? up
                               : value < construction.last->threshold ? down
                                                                      : mean;
    value += construction.last->factor * z[0] * attended;
  }
  return values;
}

}  // namespace attest::constructions
