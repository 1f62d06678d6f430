// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/precise_row.hpp"

#include <algorithm>
#include <cmath>

namespace attest::verify::judge {

using theory::Enclosure;
using theory::Rational;
using theory::Truth;

ArbVector::ArbVector(const std::vector<double>& numbers, bool magnitudes) : ArbVector(numbers.size()) {
  for (std::size_t t = 0; t < numbers.size(); ++t)
    arb_set_d(entries_ + t, magnitudes ? std::fabs(numbers[t]) : numbers[t]);
}

PreciseHead::PreciseHead(const Head& head, const attest_error_class& error)
    : head_(head),
      error_(error),
      query_(head.query, false),
      key_(head.key, false),
      value_(head.value, false),
      query_magnitude_(head.query, true),
      key_magnitude_(head.key, true),
      value_magnitude_(head.value, true),
      exact_(head) {}

/// One row at one precision. Vectors have an entry for each visible key.
class PreciseRow {
 public:
  PreciseRow(const PreciseHead& head, std::int64_t query, long bits)
      : h(head),
        i(query),
        precision(bits),
        zero(Rational(0), bits),
        constants(head.head_, head.error_, head.head_.visible_count(query), head.head_.end(query), zero) {
    list_keys();
    compute_scores();
  }

  ExpectedRow softmax(const Wanted& wanted) {
    const std::size_t n = keys.size();
    Enclosure top = scores[0], top_low = scores[0] - deltas[0], top_high = scores[0] + deltas[0];
    for (std::size_t t = 1; t < n; ++t) {
      top = max(top, scores[t]);
      top_low = max(top_low, scores[t] - deltas[t]);
      top_high = max(top_high, scores[t] + deltas[t]);
    }
    RowSums<Enclosure> row{max(abs(top_low), abs(top_high)), top_high - top_low, zero, zero, zero, factor_max()};

    // E_j C_j and E_j |C_j| t_j, with E_j = exp(S_j - top); the quotients do not depend on `top`.
    ArbVector weights(n), errors(n);
    Enclosure sum = zero, denominator_error = zero, squares = zero;
    for (std::size_t t = 0; t < n; ++t) {
      const Enclosure power = exp(scores[t] - top);
      const Enclosure grown = power * growth(t, row.top_magnitude);
      sum += power;
      squares += (power * factors[t]) * (power * factors[t]);
      denominator_error += constants.denominator * power + (lift(1, zero) + constants.denominator) * grown;
      arb_set(weights[static_cast<slong>(t)], (power * factors[t]).raw());
      arb_set(errors[static_cast<slong>(t)],
              ((constants.numerator * power + (lift(1, zero) + constants.numerator) * grown) * abs(factors[t])).raw());
    }
    row.denominator = denominator_error / sum;
    row.total = sum;
    row.weight_norm = sqrt(squares) / sum;

    const auto expected = [&](const Enclosure& exact, const Enclosure& weighted, const Head::Column& values,
                              const Enclosure& round, const Enclosure& underflow) {
      const ColumnSums<Enclosure> column{abs(exact), weighted, values};
      return Expected{to_enclosed(exact), output_bound(constants, row, column, round, underflow, 0)};
    };
    ExpectedRow result;
    for (const std::int64_t c : wanted.columns)
      result.output.push_back(
          expected(over_keys(weights, h.value_, c) / sum, over_keys(errors, h.value_magnitude_, c) / sum,
                   h.head_.column_of_row(h.error_, i, c), constants.output_round, constants.output_underflow));
    if (wanted.row_sum) {
      const Enclosure exact = h.head_.has_factor() ? total(weights) / sum : lift(1, zero);
      result.row_sum = expected(exact, total(errors) / sum, {static_cast<double>(n), 0, 1}, constants.term_round,
                                constants.term_underflow);
    }
    if (wanted.log_sum_exp) {
      const Enclosure exact = top + log(sum);
      result.log_sum_exp = {to_enclosed(exact), log_sum_exp_bound(constants, row, abs(exact), 0)};
    }
    return result;
  }

  ExpectedRow hardmax(const Wanted& wanted) {
    // The exact greatest scores, and the keys that a kernel may take for greatest (N.11).
    const bool cannot_round = h.exact_.cannot_round(h.error_, i);
    Enclosure least_top = zero;
    std::vector<Truth> is_winner(keys.size(), Truth::yes), is_candidate(keys.size(), Truth::yes);
    for (std::size_t t = 0; t < keys.size(); ++t) {
      if (cannot_round) deltas[t] = zero;
      const Enclosure low = scores[t] - deltas[t];
      least_top = t == 0 ? low : max(least_top, low);
    }
    std::size_t best = 0;  // a greatest one, if it is known at all that one is
    for (std::size_t t = 0; t < keys.size(); ++t)
      if (arf_cmp(arb_midref(scores[t].raw()), arb_midref(scores[best].raw())) > 0) best = t;
    for (std::size_t t = 0; t < keys.size(); ++t) {
      is_candidate[t] = scores[t] + deltas[t] >= least_top;
      if (t == best) continue;
      is_winner[t] = scores[t] >= scores[best];
      is_winner[best] = is_winner[best] & (scores[best] >= scores[t]);
    }
    // Who wins is a candidate, also where no error parts its score from the greatest one and the enclosures overlap.
    for (std::size_t t = 0; t < keys.size(); ++t)
      if (is_winner[t] == Truth::yes) is_candidate[t] = Truth::yes;
    Choice certain = where(is_winner), widest = where(is_candidate);
    if (certain.known() && cannot_round) {
      if (h.head_.instance().ties == ATTEST_TIES_FIRST) certain.sure.resize(1), certain.possible.resize(1);
      widest = {.sure = certain.sure, .possible = certain.sure, .forced = true};
    }
    ExpectedRow result;
    for (const std::int64_t c : wanted.columns)
      result.output.push_back(choose(certain, widest, c, constants.output_round, constants.output_underflow));
    if (wanted.row_sum) result.row_sum = choose(certain, widest, -1, constants.term_round, constants.term_underflow);
    return result;
  }

 private:
  /// Visible keys for which something holds, or may hold.
  struct Choice {
    std::vector<std::size_t> sure, possible;
    bool forced = false;  // the kernel has no choice among them
    bool known() const { return sure.size() == possible.size(); }
  };

  static Choice where(const std::vector<Truth>& holds) {
    Choice choice;
    for (std::size_t t = 0; t < holds.size(); ++t) {
      if (holds[t] == Truth::yes) choice.sure.push_back(t);
      if (holds[t] != Truth::no) choice.possible.push_back(t);
    }
    return choice;
  }

  void list_keys() {
    const std::uint8_t* mask = h.head_.mask_row(i);
    for (std::int64_t j = 0; j < h.head_.end(i); ++j)
      if (mask == nullptr || mask[j] != 0) keys.push_back(j);
  }

  void compute_scores() {
    const Head& head = h.head_;
    std::vector<double> buffer(static_cast<std::size_t>(head.keys));
    const double* bias = head.has_bias() ? head.bias_row(i, buffer.data()) : nullptr;
    const double* rest = head.bias_rest_row(i);
    const Enclosure scale = lift(head.scale(), zero),
                    underflow = constants.score_underflow(head, lift(head.norm_of_query(i), zero),
                                                          lift(head.greatest_key_norm, zero));
    for (const std::int64_t j : keys) {
      Enclosure product = zero, magnitude = zero, b = zero;
      arb_dot(product.raw(), nullptr, 0, h.query_[i * head.width], 1, h.key_[j * head.width], 1, head.width, precision);
      arb_dot(magnitude.raw(), nullptr, 0, h.query_magnitude_[i * head.width], 1, h.key_magnitude_[j * head.width], 1,
              head.width, precision);
      if (bias != nullptr) b = lift(bias[j], zero);
      if (rest != nullptr) b += lift(rest[j], zero);
      Enclosure score = scale * product, size = abs(scale) * magnitude, tanh_error = zero;
      if (head.softcap() > 0) {
        const Enclosure cap = lift(head.softcap(), zero);
        score = score / cap;
        arb_tanh(score.raw(), score.raw(), precision);
        score = score * cap;
        tanh_error = constants.tanh * min(size, cap);
      }
      scores.push_back(score + b);
      deltas.push_back(constants.score * size + tanh_error + constants.bias * abs(b) + underflow);
    }
    const double* factor = head.has_factor() ? head.factor_row(i, buffer.data()) : nullptr;
    for (const std::int64_t j : keys) factors.push_back(lift(factor == nullptr ? 1 : factor[j], zero));
  }

  Enclosure factor_max() const {
    Enclosure greatest = zero;
    for (const Enclosure& factor : factors) greatest = max(greatest, abs(factor));
    return greatest;
  }

  /// phi(X_j) (N.5). Where it is not known on which side of 1 X_j is, the greater of the two and 0 are both included.
  Enclosure growth(std::size_t t, const Enclosure& top_magnitude) const {
    const Enclosure x = constants.exponent_error(abs(scores[t]), deltas[t], top_magnitude);
    const Truth small = at_most(x, 1, 0);
    if (small == Truth::yes) return x + x * x;
    if (small == Truth::no) return exp(x);
    Enclosure both = x + x * x;
    arb_union(both.raw(), both.raw(), exp(x).raw(), precision);
    return both;
  }

  /// sum over visible keys of w_j times column c of an array of value's shape.
  Enclosure over_keys(const ArbVector& w, const ArbVector& values, std::int64_t c) const {
    Enclosure sum = zero;
    const std::int64_t columns = h.head_.value_width;
    if (static_cast<std::int64_t>(keys.size()) == keys.back() + 1) {
      arb_dot(sum.raw(), nullptr, 0, w[0], 1, values[c], columns, static_cast<slong>(keys.size()), precision);
      return sum;
    }
    for (std::size_t t = 0; t < keys.size(); ++t)
      arb_addmul(sum.raw(), w[static_cast<slong>(t)], values[keys[t] * columns + c], precision);
    return sum;
  }
  Enclosure total(const ArbVector& w) const {
    Enclosure sum = zero;
    for (std::size_t t = 0; t < keys.size(); ++t) arb_add(sum.raw(), sum.raw(), w[static_cast<slong>(t)], precision);
    return sum;
  }

  /// C_ij v_jc; column -1 stands for the row sum's v = 1.
  Enclosure term(std::size_t t, std::int64_t c) const {
    if (c < 0) return factors[t];
    Enclosure product = factors[t];
    arb_mul(product.raw(), product.raw(), h.value_[keys[t] * h.head_.value_width + c], precision);
    return product;
  }

  /// The tie rule over some keys.
  Enclosure by_rule(const std::vector<std::size_t>& winners, std::int64_t c) const {
    const attest_ties ties = h.head_.instance().ties;
    if (ties == ATTEST_TIES_FIRST) return term(winners.front(), c);
    Enclosure sum = zero;
    for (const std::size_t t : winners) sum += term(t, c);
    return ties == ATTEST_TIES_ALL ? sum : sum / lift(static_cast<double>(winners.size()), zero);
  }

  struct Reach {
    Enclosure low, high, sum, loads;
  };
  /// Between which numbers a kernel's choice among `candidates` lies: in the hull of their terms, or of the sums of
  /// them.
  Reach reach(const std::vector<std::size_t>& candidates, std::int64_t c) const {
    Enclosure low = term(candidates.front(), c), high = low, negative = zero, positive = zero, sum = zero,
              greatest = zero, loads = zero;
    for (const std::size_t t : candidates) {
      const Enclosure x = term(t, c);
      low = min(low, x);
      high = max(high, x);
      negative += min(x, zero);
      positive += max(x, zero);
      sum += abs(x);
      greatest = max(greatest, abs(x));
      Enclosure v = lift(1, zero);
      if (c >= 0) arb_set(v.raw(), h.value_magnitude_[keys[t] * h.head_.value_width + c]);
      loads += abs(factors[t]) + v;
    }
    if (h.head_.instance().ties != ATTEST_TIES_ALL) return {low, high, greatest, loads};
    const bool none_negative = (low >= zero) == Truth::yes, none_positive = (high <= zero) == Truth::yes;
    return {none_negative ? low : negative, none_positive ? high : positive, sum, loads};
  }

  Expected choose(const Choice& winners, const Choice& candidates, std::int64_t c, const Enclosure& round,
                  const Enclosure& underflow) const {
    if (!winners.known()) return unknown;
    const Enclosure exact = by_rule(winners.sure, c);
    if (!constants.bounded) return {to_enclosed(exact), {HUGE_VAL, HUGE_VAL}};
    const auto bound = [&](const std::vector<std::size_t>& among) {
      const Reach r = reach(among, c);
      const bool chosen = candidates.forced || among.size() == 1;  // then the rule is no error
      const Enclosure farthest = chosen ? zero : max(max(r.high - exact, exact - r.low), zero);
      return hardmax_bound(constants, h.error_, static_cast<std::int64_t>(among.size()), abs(exact), farthest, r.sum,
                           r.loads, round, underflow, 0);
    };
    return {to_enclosed(exact), {bound(candidates.sure).low, bound(candidates.possible).high}};
  }

  const PreciseHead& h;
  const std::int64_t i;
  const long precision;
  const Enclosure zero;
  const RowConstants<Enclosure> constants;
  std::vector<std::int64_t> keys;
  std::vector<Enclosure> scores, deltas, factors;
};

ExpectedRow PreciseHead::row(std::int64_t i, const Wanted& wanted, long precision) const {
  PreciseRow row(*this, i, precision);
  return head_.instance().operation == ATTEST_HARDMAX ? row.hardmax(wanted) : row.softmax(wanted);
}

}  // namespace attest::verify::judge
