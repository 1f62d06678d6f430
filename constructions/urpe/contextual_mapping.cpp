// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/contextual_mapping.hpp"

#include <flint/fmpz.h>

#include <algorithm>

#include "constructions/urpe/contextual_distinct.hpp"
#include "theory/error.hpp"
#include "theory/matrix/matrix.hpp"

namespace attest::constructions {

using theory::Rational;

namespace {

mpz_class integer(const Rational& x) {
  mpz_class result;
  fmpz_get_mpz(result.get_mpz_t(), fmpq_numref(x.raw()));
  return result;
}
mpz_class denominator(const Rational& x) { return integer(x.denominator()); }
Rational rational(const mpz_class& numerator, const mpz_class& denominator) {
  fmpq_t value;
  fmpq_init(value);
  fmpz_set_mpz(fmpq_numref(value), numerator.get_mpz_t());
  fmpz_set_mpz(fmpq_denref(value), denominator.get_mpz_t());
  fmpq_canonicalise(value);
  Rational result(value);
  fmpq_clear(value);
  return result;
}

long digits(const ContextualConstruction& c) { return c.grid == GridKind::closed ? c.m + 1 : c.m; }

// The row with this number among the rows of the grid, the last entry running fastest.
RationalVector grid_row(const ContextualConstruction& c, std::uint64_t number) {
  RationalVector row(c.z.size());
  const std::uint64_t base = static_cast<std::uint64_t>(digits(c));
  for (std::size_t j = row.size(); j-- > 0; number /= base) row[j] = Rational(static_cast<long>(number % base), c.m);
  return row;
}

void require_valid(const ContextualConstruction& c, const ContextualOptions& options) {
  if (c.u.empty()) throw InputError("u", "expected one entry at least");
  if (c.z.empty()) throw InputError("z", "expected one entry at least");
  if (c.m < 1) throw InputError("m", "expected an integer from 1, found " + std::to_string(c.m));
  for (std::size_t i = 0; i < c.shifts.size(); ++i) {
    const SelectiveShift& shift = c.shifts[i];
    const std::string place = "shifts[" + std::to_string(i) + "]";
    if (!(shift.from < shift.to)) throw InputError(place, "expected from < to");
    if (i > 0 && shift.from < c.shifts[i - 1].to)
      throw InputError(place + ".from", "expected at least " + c.shifts[i - 1].to.to_string() +
                                            ", where the window before ends, found " + shift.from.to_string());
    if (!(shift.multiplier * c.z[0]).is_integer())
      throw InputError(place + ".multiplier", "expected an integer after multiplication with z_1, found " +
                                                  (shift.multiplier * c.z[0]).to_string());
  }
  if (options.token && *options.token >= c.u.size())
    throw InputError("token", "expected at most " + std::to_string(c.u.size() - 1));
  const Rational inputs = pow(Rational(digits(c)), static_cast<long>(c.u.size() * c.z.size()));
  if (inputs > rational(mpz_class(static_cast<unsigned long>(options.most_inputs)), 1))
    throw InputError(
        "grid", "expected at most " + std::to_string(options.most_inputs) + " inputs, found " + inputs.to_string());
}

ScaledConstruction scaled(const ContextualConstruction& c) {
  ScaledConstruction result;
  result.tokens = c.u.size();
  result.rows = static_cast<std::uint64_t>(pow(Rational(digits(c)), static_cast<long>(c.z.size())).to_long());
  const Rational S = total(c.z);
  mpz_class common = 1;
  const auto include = [&](const Rational& x) { common = lcm(common, denominator(x)); };
  for (const Rational& e : c.z) include(e / Rational(c.m));
  for (const Rational& e : c.u) include(e * S);
  for (const SelectiveShift& shift : c.shifts) include(shift.from), include(shift.to);
  if (c.last) include(c.last->threshold);
  const auto scale = [&](const Rational& x) { return integer(x * rational(common, 1)); };

  for (const Rational& position : c.u) {
    std::vector<mpz_class> by_row;
    for (std::uint64_t row = 0; row < result.rows; ++row)
      by_row.push_back(scale(dot(grid_row(c, row), c.z) + position * S));
    result.initial.push_back(std::move(by_row));
  }
  for (const SelectiveShift& shift : c.shifts) {
    result.from.push_back(scale(shift.from));
    result.to.push_back(scale(shift.to));
    result.multiplier.push_back(integer(shift.multiplier * c.z[0]));
  }
  result.shifts_all = c.last.has_value();
  result.result_scale = 1;
  if (c.last) {
    // With the factor p/q: q n (x + p/q greatest) = q n x + p n greatest, and q n (x + p/q sum/n) = q n x + p sum.
    const Rational factor = c.last->factor * c.z[0];
    const unsigned long n = c.u.size();
    result.threshold = scale(c.last->threshold);
    result.result_scale = denominator(factor) * n;
    result.by_extreme = integer(factor) * n;
    result.by_sum = integer(factor);
  }
  result.denominator = common * result.result_scale;
  return result;
}

// The first two places at which the value occurs.
template <class Int>
Collision located(const ContextualConstruction& c, const ScaledConstruction& scaled, std::uint64_t inputs,
                  const ContextualOptions& options, const Int& value) {
  ContextualEvaluator<Int> evaluator(scaled);
  evaluator.go_to(0);
  std::vector<TokenOfInput> found;
  for (std::uint64_t input = 0; input < inputs && found.size() < 2; ++input, evaluator.go_on()) {
    const std::vector<Int>& values = evaluator.evaluate();
    for (std::size_t i = 0; i < values.size() && found.size() < 2; ++i) {
      if (values[i] != value || (options.token && *options.token != i)) continue;
      TokenOfInput place{input, i, RationalMatrix(values.size())};
      std::uint64_t rest = input;
      for (std::size_t row = values.size(); row-- > 0; rest /= scaled.rows)
        place.X[row] = grid_row(c, rest % scaled.rows);
      found.push_back(std::move(place));
    }
  }
  return {rational(widened(value), scaled.denominator), std::move(found.at(0)), std::move(found.at(1))};
}

template <class Int>
ContextualResult check_with(const ContextualConstruction& c, const ScaledConstruction& scaled,
                            const ContextualOptions& options, Integers integers) {
  std::uint64_t inputs = 1;
  for (std::size_t i = 0; i < scaled.tokens; ++i) inputs *= scaled.rows;
  DistinctValues<Int> values(scaled, inputs, options);
  values.count();
  ContextualResult result{inputs, inputs * (options.token ? 1 : scaled.tokens), values.distinct(), {}, integers};
  if (values.least_repeated()) result.collision = located<Int>(c, scaled, inputs, options, *values.least_repeated());
  return result;
}

}  // namespace

ContextualResult check_contextual_mapping(const ContextualConstruction& construction,
                                          const ContextualOptions& options) {
  require_valid(construction, options);
  const ScaledConstruction in_integers = scaled(construction);
  const bool automatic = options.integers == Integers::automatic;
  if (automatic || options.integers == Integers::bits_64) {
    try {
      return check_with<std::int64_t>(construction, in_integers, options, Integers::bits_64);
    } catch (const std::overflow_error&) {
      if (!automatic) throw;
    }
  }
  if (automatic || options.integers == Integers::bits_128) {
    try {
      return check_with<Int128>(construction, in_integers, options, Integers::bits_128);
    } catch (const std::overflow_error&) {
      if (!automatic) throw;
    }
  }
  return check_with<mpz_class>(construction, in_integers, options, Integers::unbounded);
}

}  // namespace attest::constructions
