// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/bound.hpp"

#include <arb.h>

#include <limits>
#include <string>

#include "theory/error.hpp"

namespace attest::verify::judge {

using instances::FloatFormat;
using instances::format_of;

using theory::Enclosure;
using theory::Truth;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Twice the relative error of one operation in double: the ends of a range are rounded outwards by it.
constexpr double step = 0x1p-52;

Range outward(double low, double high) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  return {low <= tiny ? 0 : low * (1 - step), high == 0 ? 0 : high * (1 + step) + tiny};
}
Range operator+(Range a, Range b) { return outward(a.low + b.low, a.high + b.high); }
Range operator*(Range a, Range b) {
  const auto product = [](double x, double y) { return x == 0 || y == 0 ? 0 : x * y; };
  return outward(product(a.low, b.low), product(a.high, b.high));
}
Range min(Range a, Range b) { return {std::min(a.low, b.low), std::min(a.high, b.high)}; }

/// What holds where a condition does, and nothing (infinity) elsewhere.
template <class Evaluate>
Range where(Truth condition, Evaluate evaluate) {
  if (condition == Truth::no) return {infinity, infinity};
  return condition == Truth::yes ? evaluate() : Range{0, infinity};
}

/// 2^ceil(3 x / 2) >= e^x.
double power_above(double x) { return std::ldexp(1.0, static_cast<int>(std::ceil(1.5 * x))); }

/// At least e^x, for x up to 40; known: whether it holds.
template <class Real>
struct Growth {
  Real factor;
  Truth known;

  Growth(const Real& x, double slack) : factor(x), known(at_most(x, 40, slack)) {
    const Real one = lift(1, x);
    const Truth small = at_most(x, 1, slack), medium = at_most(x, 8, slack);
    if (small == Truth::yes)
      factor = one + x + x * x;
    else
      factor = lift(medium == Truth::yes ? power_above(8) : power_above(40), one);
    // Which of the three it is must be certain, so that every rung has the same bound.
    if (small == Truth::unknown || medium == Truth::unknown) known = Truth::unknown;
  }
};

/// Half of the least subnormal number of a format: what gradual underflow may add to a rounding. That of float64 is no
/// double: twice as much then.
double half_subnormal(attest_dtype dtype) {
  const FloatFormat format = format_of(dtype);
  return std::max(std::ldexp(1.0, format.least_exponent - format.precision), std::numeric_limits<double>::denorm_min());
}

/// Errors behind the exponentials that do not grow with the numbers (N.7), and by how much the rest may enlarge them:
/// relative to the greatest exact weight, and to the greatest computed one (N.9).
template <class Real>
struct Absolute {
  Real numerator, denominator;
  Growth<Real> growth, computed_growth;
  Real exponents;  ///< what an exponential's argument and its own error may add up to, rescalings included
};

/// (N.9b): what the greatest computed weight, and so the denominator, has lost at most, as a share of it.
template <class Real>
Real greatest_loss(const RowConstants<Real>& c, const Absolute<Real>& whatever) {
  const Real one_term = whatever.denominator / c.visible + lift(2, c.score) * c.rescalings * c.underflow;
  return c.denominator + whatever.computed_growth.factor * one_term;
}

/// `total`: what the weights add up to where weight_underflow is lost, at least 1.
template <class Real>
Absolute<Real> absolute_errors(const RowConstants<Real>& c, const RowSums<Real>& row, const Real& norm,
                               const Real& total, double slack) {
  const Real one = lift(1, c.score), two = lift(2, one);
  const Real rounded = c.weight_underflow / total, per_weight = c.weight_absolute + rounded;
  const Real behind_factor = c.has_factor ? two * two * c.underflow + rounded : lift(0, one);
  const Real per_sum =
      lift(c.value_grows, one) * two * c.underflow * (two * c.visible + c.rescalings + two * two + row.factor_max);
  const Real exponents = c.argument * (row.top_magnitude + c.lag) + c.exponential;
  Absolute<Real> a{norm * (row.factor_max * per_weight + behind_factor) + per_sum,
                   c.visible * (per_weight + two * c.underflow) + two * c.rescalings * c.underflow,
                   Growth<Real>(row.top_spread + exponents, slack), Growth<Real>(two * exponents, slack), exponents};
  a.growth.factor = a.growth.factor * (one + c.numerator);
  a.computed_growth.factor = a.computed_growth.factor * (one + c.numerator);
  return a;
}

}  // namespace

Range to_range(double x, double slack) { return outward(x * (1 - slack), x * (1 + slack)); }

Range to_range(const Enclosure& x, double) {
  if (!x.is_finite()) return {0, infinity};
  arf_t end;
  arf_init(end);
  arb_get_lbound_arf(end, x.raw(), 64);
  const double low = std::max(0.0, arf_get_d(end, ARF_RND_FLOOR));
  arb_get_ubound_arf(end, x.raw(), 64);
  const double high = arf_get_d(end, ARF_RND_CEIL);
  arf_clear(end);
  return {low, high};
}

Truth at_most(double x, double limit, double slack) {
  if (x * (1 + slack) <= limit) return Truth::yes;
  return x * (1 - slack) > limit ? Truth::no : Truth::unknown;
}
Truth at_most(const Enclosure& x, double limit, double) { return x <= lift(limit, x); }

template <class Real>
RowConstants<Real>::RowConstants(const Head& head, const attest_error_class& error, std::int64_t visible_keys,
                                 std::int64_t end, Real like) {
  const auto real = [&](double x) { return lift(x, like); };
  const Real u = real(error.accumulate), one = real(1), zero = real(0);
  const std::int64_t blocks = error.key_block > 0 ? (end + error.key_block - 1) / error.key_block : 0;
  const auto n = static_cast<double>(visible_keys), w = static_cast<double>(head.width),
             t = static_cast<double>(blocks);

  // (N.13): the cap's quotient. (N.15): the reciprocal of 1 - p, and p itself. (N.16): the scales.
  const instances::Instance& instance = head.instance();
  softcap = instance.softcap;
  const double of_cap = softcap > 0 ? 2 : 0, of_scales = instance.query_scale || instance.key_scale ? 2 : 0,
               of_dropout = instance.dropout.scale > 0 ? std::ceil(instance.dropout.scale) + 1 : 0,
               of_value = instance.value_scale ? 1 : 0;
  value_grows = instance.value_scale ? 2 * std::max(1.0, head.value_scale) : 1;

  bounded = head.norms_are_finite &&
            (w + n + t + 5 + of_cap + of_scales + of_dropout + of_value) * error.accumulate <= 0.5 &&
            2 * t * error.exp_argument * error.accumulate <= 1;
  // (R.1): so many roundings, or as many as go one way if each goes either way.
  const auto in_one_direction = [&](double operations) {
    const double lambda = head.random_roundings;
    if (lambda == 0) return operations;
    return std::min(operations, (lambda * std::sqrt(operations) + 2 * operations * error.accumulate) * (1 + 0x1p-50));
  };
  const auto gamma = [&](double operations) {
    const Real steps = real(in_one_direction(operations));
    return bounded ? steps * u / (one - steps * u) : zero;
  };
  const Real input = real(error.input_round), weight = real(error.weight_round);
  has_factor = head.multiplies_weights();
  greatest_logarithm = std::ilogb(n) + 1;  // bits of n, times log 2 < 1

  score = head.width == 0 ? zero : compose(compose(input, input), gamma(w + 5 + of_cap + of_scales));
  const Real tanh_absolute = real(error.tanh_absolute) * (one + gamma(4)) * real(softcap);
  tanh = softcap > 0 ? compose(real(error.tanh_relative), gamma(4)) * (one + score) : zero;
  bias = head.has_bias() ? gamma(w + 3) : zero;
  argument = real(t + 1) * real(2 * error.exp_argument) * u;
  exponential = real(t + 1) * real(error.exp_relative) / (one - real(error.exp_relative));
  lag = real(error.reference_lag);

  numerator = compose(compose(input, weight), gamma(n + t + 3 + of_dropout + of_value));
  if (has_factor) numerator = compose(numerator, weight);
  denominator = compose(weight, gamma(n + t));

  underflow = real(error.underflow);
  const double least = std::min({1.0, head.query_scale, 1 / std::max(1.0, softcap)}) * std::min(1.0, head.key_scale);
  scale_underflows = std::fabs(head.scale()) * least * error.accumulate < error.underflow;
  cap_absolute = tanh_absolute + (softcap > 0 ? real(4 * (2 * softcap + 2)) * underflow : zero);
  weight_underflow = real(error.weight_underflow);
  unnormalized = error.unnormalized_weights != 0;
  weight_absolute = real(2) * underflow * (real(3) + real(t) * real(power_above(error.reference_lag)));
  rescalings = real(t);
  visible = real(n);

  const attest_dtype dtype = head.instance().dtype;
  const attest_dtype term = dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  norm_relative = real(error.method == ATTEST_METHOD_FFT ? error.norm_relative : 0);
  output_round = real(error.output_round);
  output_underflow = real(std::max(error.underflow, half_subnormal(dtype)));
  term_round = real(std::max(error.accumulate, std::ldexp(1.0, -format_of(term).precision)));
  term_underflow = real(std::max(error.underflow, half_subnormal(term)));
  exp_relative = real(error.exp_relative);
  final_operations = real(error.exp_argument + 4) * u;
}

template <class Real>
Real RowConstants<Real>::score_underflow(const Head& head, const Real& query_norm,
                                         const Real& greatest_key_norm) const {
  const auto real = [&query_norm](double x) { return lift(x, query_norm); };
  // (N.16): what a kernel multiplies later, and norms before and behind the scales, whichever are greater.
  const double grows = std::max(1.0, softcap) * std::max(1.0, head.query_scale) * std::max(1.0, head.key_scale);
  const Real later = real(grows), raw_query = real(head.query_scale < 1 ? 1.0001 / head.query_scale : 1),
             raw_key = real(head.key_scale < 1 ? 1.0001 / head.key_scale : 1);
  const Real scale = real(std::max(1.0, std::fabs(head.scale()))) * later;
  const bool is_plain = softcap == 0 && !head.instance().query_scale && !head.instance().key_scale;
  const Real operations = real(static_cast<double>(head.width) + (is_plain ? 2 : 6));
  Real h = real(4) * underflow * scale * (raw_query * query_norm + raw_key * greatest_key_norm + operations);
  if (scale_underflows) h = h + real(4) * underflow * later * query_norm * greatest_key_norm;
  h = h + cap_absolute;
  if (head.instance().bias.kind == ATTEST_TERM_ALIBI)
    h = h + lift(4 * static_cast<double>(std::max(head.queries, head.keys)), query_norm) * underflow;
  return h;
}

template <class Real>
Range output_bound(const RowConstants<Real>& c, const RowSums<Real>& row, const ColumnSums<Real>& column,
                   const Real& round, const Real& underflow, double slack) {
  if (!c.bounded) return {infinity, infinity};
  const Real one = lift(1, c.score);
  const auto real = [&one](double x) { return lift(x, one); };
  const auto range = [slack](const Real& x) { return to_range(x, slack); };
  const Absolute<Real> a = absolute_errors(c, row, real(column.values.norm), c.unnormalized ? row.total : one, slack);
  const Absolute<Real> whatever = absolute_errors(c, row, real(column.values.norm), one, slack);
  const Real loss = row.denominator + a.growth.factor * a.denominator;
  const Range first_order = where(at_most(loss, 0.5, slack) & a.growth.known, [&] {
    return range((column.weighted + a.growth.factor * a.numerator + column.magnitude * loss) / (one - loss));
  });
  const Real cap_loss = c.denominator + whatever.computed_growth.factor * whatever.denominator;
  const Range cap = where(at_most(cap_loss, 0.5, slack) & whatever.computed_growth.known, [&] {
    return range(column.magnitude + (row.factor_max * real(column.values.greatest) * (one + c.numerator) +
                                     whatever.computed_growth.factor * whatever.numerator) /
                                        (one - cap_loss));
  });
  const Real single_loss = greatest_loss(c, whatever);
  const Range loose_cap = where(at_most(single_loss, 0.5, slack) & whatever.computed_growth.known, [&] {
    const Real least = one - single_loss;
    return range(column.magnitude +
                 row.factor_max * real(column.values.greatest) * (one + c.numerator) *
                     (one + whatever.computed_growth.factor * whatever.denominator / least) / (one - c.denominator) +
                 whatever.computed_growth.factor * whatever.numerator / least);
  });
  const Range transforms = range(c.norm_relative * row.weight_norm * real(column.values.root));
  return (min(min(first_order, cap), loose_cap) + transforms) * range(one + round) +
         range(round * column.magnitude + underflow);
}

template <class Real>
Range log_sum_exp_bound(const RowConstants<Real>& c, const RowSums<Real>& row, const Real& magnitude, double slack) {
  if (!c.bounded) return {infinity, infinity};
  const Real one = lift(1, c.score);
  const auto range = [slack](const Real& x) { return to_range(x, slack); };
  const Absolute<Real> a = absolute_errors(c, row, lift(0, one), c.unnormalized ? row.total : one, slack);
  const Absolute<Real> whatever = absolute_errors(c, row, lift(0, one), one, slack);
  const Real loss = row.denominator + a.growth.factor * a.denominator;
  const Real logarithm = lift(c.greatest_logarithm, one) + c.lag + one;
  const Range first_order =
      where(at_most(loss, 0.5, slack) & a.growth.known, [&] { return range(loss / (one - loss)); });
  const Growth<Real> shrinks(row.denominator, slack);
  const Real lost = shrinks.factor * a.growth.factor * a.denominator / (one - c.denominator);
  const Range by_mean = where(at_most(lost, 0.5, slack) & a.growth.known & shrinks.known, [&] {
    return range(row.denominator + c.denominator / (one - c.denominator) + lift(2, one) * lost);
  });
  const Real cap_loss = greatest_loss(c, whatever);
  const Range cap = where(at_most(cap_loss, 0.5, slack) & whatever.computed_growth.known, [&] {
    return range(row.top_spread + lift(c.greatest_logarithm, one) + a.exponents + lift(2, one) * cap_loss);
  });
  const Range sum = min(min(first_order, by_mean), cap);
  const Range last = range(c.exp_relative * (one + logarithm) +
                           c.final_operations * (row.top_magnitude + c.lag + logarithm) + lift(4, one) * c.underflow);
  return (sum + last) * range(one + c.term_round) + range(c.term_round * magnitude + c.term_underflow);
}

template <class Real>
Range hardmax_bound(const RowConstants<Real>& c, const attest_error_class& error, std::int64_t candidates,
                    const Real& magnitude, const Real& reach, const Real& sum, const Real& loads, const Real& round,
                    const Real& underflow, double slack) {
  const auto k = static_cast<double>(candidates);
  if (!c.bounded || (k + 4) * error.accumulate > 0.5) return {infinity, infinity};
  const Real one = lift(1, c.score), u = lift(error.accumulate, one), operations = lift(k + 4, one);
  const auto compose = [](const Real& a, const Real& b) { return a + b + a * b; };
  const Real weight = lift(error.weight_round, one), input = lift(error.input_round, one);
  Real relative = compose(compose(input, weight), operations * u / (one - operations * u));
  if (c.has_factor) relative = compose(relative, weight);
  const Real two = lift(2, one);
  const Real absolute = two * c.underflow * (loads + operations) + two * c.weight_underflow * (sum + loads);
  const auto range = [slack](const Real& x) { return to_range(x, slack); };
  return range(reach + relative * sum + absolute) * range(one + round) + range(round * magnitude + underflow);
}

void check_error_class(const attest_error_class& error) {
  struct Limit {
    const char* name;
    double value, greatest;
  };
  for (const Limit& limit : {Limit{"input_round", error.input_round, 0.25},
                             {"accumulate", error.accumulate, 0.25},
                             {"exp_argument", error.exp_argument, 0x1p20},
                             {"exp_relative", error.exp_relative, 0.25},
                             {"weight_round", error.weight_round, 0.25},
                             {"output_round", error.output_round, 0.25},
                             {"underflow", error.underflow, 0.25},
                             {"weight_underflow", error.weight_underflow, 0.25},
                             {"reference_lag", error.reference_lag, 64},
                             {"norm_relative", error.norm_relative, 0.25},
                             {"tanh_relative", error.tanh_relative, 0.25},
                             {"tanh_absolute", error.tanh_absolute, 0.25},
                             {"unnormalized_weights", error.unnormalized_weights, 1}})
    if (!(limit.value >= 0 && limit.value <= limit.greatest))
      throw InputError(std::string("error class: ") + limit.name,
                       "expected a number from 0 to " + std::to_string(limit.greatest));
  if (error.key_block < 0) throw InputError("error class: key_block", "expected 0 or more keys");
}

template struct RowConstants<double>;
template struct RowConstants<Enclosure>;
#define ATTEST_BOUNDS(Real)                                                                                          \
  template Range output_bound(const RowConstants<Real>&, const RowSums<Real>&, const ColumnSums<Real>&, const Real&, \
                              const Real&, double);                                                                  \
  template Range log_sum_exp_bound(const RowConstants<Real>&, const RowSums<Real>&, const Real&, double);            \
  template Range hardmax_bound(const RowConstants<Real>&, const attest_error_class&, std::int64_t, const Real&,      \
                               const Real&, const Real&, const Real&, const Real&, const Real&, double);
ATTEST_BOUNDS(double)
ATTEST_BOUNDS(Enclosure)

}  // namespace attest::verify::judge
