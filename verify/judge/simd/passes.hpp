// SPDX-License-Identifier: Apache-2.0
#pragma once

// The two passes over a row's keys: scores, then weights and what the bound weighs them with. Both rungs of the ladder.
#include "verify/judge/simd/exponential.hpp"

namespace attest::verify::judge::simd::ATTEST_SET {

/// delta_j of the bound (docs/numerics.md, N.3, N.13).
ATTEST_INLINE Doubles score_error(const RowPass& pass, Doubles product_magnitude, Doubles bias) {
  const Doubles capped = select(product_magnitude < pass.softcap, product_magnitude, all(pass.softcap));
  return pass.score * product_magnitude + pass.tanh * capped + pass.bias_error * magnitude(bias) + pass.score_underflow;
}

/// Greatest of everything that the bound wants to know of the scores.
struct Greatest {
  Doubles top = all(-__builtin_huge_val()), top_low = top, top_high = top, magnitudes{}, scores{}, factors{};
  Integers irregular{};

  void take(Integers seen, Doubles score, Doubles delta, Doubles product_magnitude, Doubles bias, Doubles factor) {
    const Doubles hidden = all(-__builtin_huge_val());
    irregular |= seen & ~((magnitude(score) < __builtin_huge_val()) & (product_magnitude < __builtin_huge_val()));
    top = larger(top, select(seen, score, hidden));
    top_low = larger(top_low, select(seen, score - delta, hidden));
    top_high = larger(top_high, select(seen, score + delta, hidden));
    magnitudes = larger(magnitudes, select(seen, product_magnitude + magnitude(bias), Doubles{}));
    scores = larger(scores, select(seen, magnitude(score), Doubles{}));
    factors = larger(factors, select(seen, magnitude(factor), Doubles{}));
  }
  ScoreSummary summary() const {
    return {greatest(top),    greatest(top_low), greatest(top_high), greatest(magnitudes),
            greatest(scores), greatest(factors), !any(irregular)};
  }
};

/// E_j t_j = growth and E_j s_j of the bound's weights (N.6).
struct Weighed {
  Doubles numerator, denominator;
};

/// The first rung's: phi(X) = X + X^2 alone. A key with X > 1/2 must weigh next to nothing and is left out.
struct FirstGrowth {
  Integers irregular{}, negligible{};

  Weighed operator()(const RowPass& pass, Integers seen, Doubles x, Doubles error, Doubles power) {
    const Integers small = error <= 0.5, nothing = x + error * 1.01 + 1 < -60.0;
    irregular |= seen & ~small & ~nothing;
    negligible |= seen & ~small & nothing;
    const Doubles phi = select(small, error + error * error, Doubles{});
    return {power * (pass.numerator + (1 + pass.numerator) * phi),
            power * (pass.denominator + (1 + pass.denominator) * phi)};
  }
  void tell(WeightSummary& summary) const {
    summary.regular = !any(irregular);
    summary.has_negligible = any(negligible);
  }
};

/// The second rung's: also phi(X) = e^X for X > 1. E e^X beyond e^40 is no promise any more, whatever it is exactly.
struct SecondGrowth {
  Integers irregular{};
  Doubles most{};

  Weighed operator()(const RowPass& pass, Integers seen, Doubles x, Doubles error, Doubles power) {
    const Integers small = error <= 1.0;
    irregular |= seen & ~(magnitude(error - 1) > 0x1p-30);
    Doubles grown = power * (error + error * error);
    if (any(seen & ~small)) {
      const Doubles exponent = x + error;
      most = larger(
          most, select(seen & ~small & (exponent > least_exponent), select(error < 1e6, error, all(1e6)), Doubles{}));
      grown = select(small, grown, exponential(exponent > 40.0 ? all(40.0) : exponent));
    }
    return {pass.numerator * power + (1 + pass.numerator) * grown,
            pass.denominator * power + (1 + pass.denominator) * grown};
  }
  void tell(WeightSummary& summary) const {
    summary.regular = !any(irregular);
    summary.has_negligible = false;
    summary.greatest_growth = greatest(most);
  }
};

/// Greatest magnitudes among the keys whose weight is not 0 for certain: a soft mask's huge biases say nothing.
struct Relevant {
  Doubles products{}, scores{};

  void take(const RowPass& pass, Integers seen, Doubles x, Doubles size, Doubles score) {
    const Integers counts = seen & (x + size * pass.rounding > least_exponent);
    products = larger(products, select(counts, size, Doubles{}));
    scores = larger(scores, select(counts, magnitude(score), Doubles{}));
  }
};

/// X_j (N.5).
ATTEST_INLINE Doubles exponent_error(const RowPass& pass, double top_magnitude, Doubles score, Doubles delta) {
  return delta + pass.argument * (larger(magnitude(score) + delta, all(top_magnitude)) + pass.lag) + pass.exponential;
}
ATTEST_INLINE double top_magnitude(const ScoreSummary& found) {
  const double low = __builtin_fabs(found.top_low), high = __builtin_fabs(found.top_high);
  return low > high ? low : high;
}

static ScoreSummary score(const RowPass& pass, double* scores, const float* magnitudes) {
  Greatest greatest;
  for (std::int64_t t = 0; t < pass.end; t += lanes) {
    const Integers seen = visible(pass.end, pass.mask, t);
    const Doubles bias = entries(pass.bias, pass.end, t, 0), factor = entries(pass.factor, pass.end, t, 1);
    const Doubles score = fused(load<Doubles>(scores + t), all(pass.scale), bias);
    const Doubles product = widen(magnitudes + t) * pass.magnitude_unit;
    greatest.take(seen, score, score_error(pass, product, bias), product, bias, factor);
    store(scores + t, select(seen, score, all(-__builtin_huge_val())));
  }
  return greatest.summary();
}

static WeightSummary weigh(const RowPass& pass, const ScoreSummary& found, double* scores, float* magnitudes,
                           double unit) {
  const double top = top_magnitude(found);
  FirstGrowth growth;
  Relevant relevant;
  Doubles sum{}, factor_sum{}, denominator{}, weighted{}, squares{};
  for (std::int64_t t = 0; t < pass.end; t += lanes) {
    const Doubles score = load<Doubles>(scores + t);
    const Integers seen = score > -__builtin_huge_val();
    const Doubles bias = entries(pass.bias, pass.end, t, 0), factor = entries(pass.factor, pass.end, t, 1);
    const Doubles product = widen(magnitudes + t) * pass.magnitude_unit;
    const Doubles delta = score_error(pass, product, bias);
    const Doubles x = select(seen, score - found.top, all(-__builtin_huge_val())), power = exponential(x);
    relevant.take(pass, seen, x, product + magnitude(bias), score);
    Weighed errors = growth(pass, seen, x, exponent_error(pass, top, score, delta), power);
    errors.numerator *= magnitude(factor);
    sum += power;
    denominator += errors.denominator;
    factor_sum += power * factor;
    squares += (power * factor) * (power * factor);
    weighted += errors.numerator;
    store(scores + t, power * factor);
    narrow(magnitudes + t, errors.numerator * unit);
  }
  WeightSummary summary{total(sum),
                        0,
                        total(factor_sum),
                        0,
                        greatest(relevant.products),
                        greatest(relevant.scores),
                        total(denominator),
                        total(squares),
                        total(weighted),
                        0,
                        true,
                        false};
  growth.tell(summary);
  return summary;
}

static ScoreSummary precise_score(const RowPass& pass, const double* bias_rest, double* high, double* low,
                                  double* magnitudes) {
  Greatest greatest;
  for (std::int64_t t = 0; t < pass.end; t += lanes) {
    const Integers seen = visible(pass.end, pass.mask, t);
    const Doubles bias = entries(pass.bias, pass.end, t, 0), rest = entries(bias_rest, pass.end, t, 0);
    const Doubles factor = entries(pass.factor, pass.end, t, 1);
    const Pair product = two_sum(load<Doubles>(high + t), load<Doubles>(low + t));
    const Pair scaled = two_product(product.high, all(pass.scale));
    const Pair sum = two_sum(scaled.high, bias);
    const Pair score = two_sum(sum.high, (sum.low + fused(product.low, all(pass.scale), scaled.low)) + rest);
    const Doubles size = load<Doubles>(magnitudes + t) * pass.magnitude_unit;
    greatest.take(seen, score.high, score_error(pass, size, bias), size, bias, factor);
    store(high + t, select(seen, score.high, all(-__builtin_huge_val())));
    store(low + t, score.low);
    store(magnitudes + t, size);
  }
  return greatest.summary();
}

static WeightSummary precise_weigh(const RowPass& pass, const ScoreSummary& found, double* high, double* low,
                                   double* magnitudes) {
  const double top = top_magnitude(found);
  SecondGrowth growth;
  Relevant relevant;
  Pair sum{}, factor_sum{};
  Doubles denominator{}, weighted{}, squares{};
  for (std::int64_t t = 0; t < pass.end; t += lanes) {
    const Doubles score = load<Doubles>(high + t);
    const Integers seen = score > -__builtin_huge_val();
    const Doubles bias = entries(pass.bias, pass.end, t, 0), factor = entries(pass.factor, pass.end, t, 1);
    const Doubles product = load<Doubles>(magnitudes + t), delta = score_error(pass, product, bias);
    const Pair less = two_sum(score, all(-found.top)), x = two_sum(less.high, less.low + load<Doubles>(low + t));
    relevant.take(pass, seen, x.high, product + magnitude(bias), score);
    const Pair raw = exponential(x);
    const Pair power{select(seen, raw.high, Doubles{}), select(seen, raw.low, Doubles{})};
    Weighed errors = growth(pass, seen, x.high, exponent_error(pass, top, score, delta), power.high);
    errors.numerator = select(seen, errors.numerator * magnitude(factor), Doubles{});
    const Pair weight = power * factor;
    sum = sum + power;
    factor_sum = factor_sum + weight;
    squares += weight.high * weight.high;
    denominator += select(seen, errors.denominator, Doubles{});
    weighted += errors.numerator;
    store(high + t, weight.high);
    store(low + t, weight.low);
    store(magnitudes + t, errors.numerator);
  }
  // The lanes of a double-double, in a fixed order.
  const auto add_up = [](Pair lanes_of, double& to, double& to_low) {
    Pair all_of{};
    for (int l = 0; l < lanes; ++l) all_of = all_of + Pair{all(lanes_of.high[l]), all(lanes_of.low[l])};
    to = all_of.high[0];
    to_low = all_of.low[0];
  };
  WeightSummary summary{0,
                        0,
                        0,
                        0,
                        greatest(relevant.products),
                        greatest(relevant.scores),
                        total(denominator),
                        total(squares),
                        total(weighted),
                        0,
                        true,
                        false};
  add_up(sum, summary.sum, summary.sum_low);
  add_up(factor_sum, summary.factor_sum, summary.factor_sum_low);
  growth.tell(summary);
  return summary;
}

}  // namespace attest::verify::judge::simd::ATTEST_SET
