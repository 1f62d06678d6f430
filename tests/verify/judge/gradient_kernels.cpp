// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/judge/gradient_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string_view>

namespace attest::tests {

using namespace verify::instances;
using Fault = GradientStyle::Fault;

namespace {

/// What an adversary may do: the class, its direction, and random numbers.
struct Adversary {
  const attest_error_class* error = nullptr;
  int direction = 0;  ///< 1: every number up, -1: down, 0: either way, drawn
  std::mt19937_64 random{};
};
Adversary adversary;

/// A number every operation on which is off by as much as the class allows.
class Noisy {
 public:
  Noisy() = default;
  Noisy(double x) : x_(x) {}
  Noisy(int x) : x_(x) {}
  Noisy(std::int64_t x) : x_(static_cast<double>(x)) {}
  explicit operator double() const { return x_; }
  explicit operator float() const { return static_cast<float>(x_); }
  static double off(double unit) {
    const bool up = adversary.direction != 0 ? adversary.direction > 0 : (adversary.random() & 1) != 0;
    return 1 + (up ? unit : -unit);
  }
  static Noisy rounded(double x) { return x * off(adversary.error->accumulate); }
  friend Noisy operator+(Noisy a, Noisy b) { return a.x_ == 0 ? b : b.x_ == 0 ? a : rounded(a.x_ + b.x_); }
  friend Noisy operator-(Noisy a, Noisy b) { return b.x_ == 0 ? a : rounded(a.x_ - b.x_); }
  friend Noisy operator*(Noisy a, Noisy b) { return rounded(a.x_ * b.x_); }
  friend Noisy operator/(Noisy a, Noisy b) { return rounded(a.x_ / b.x_); }
  friend Noisy operator-(Noisy a) { return -a.x_; }
  Noisy& operator+=(Noisy b) { return *this = *this + b; }
  Noisy& operator*=(Noisy b) { return *this = *this * b; }
  friend auto operator<=>(Noisy a, Noisy b) { return a.x_ <=> b.x_; }
  friend bool operator==(Noisy a, Noisy b) { return a.x_ == b.x_; }
  friend Noisy exp(Noisy a) { return std::exp(a.x_) * off(adversary.error->exp_relative); }
  friend Noisy log(Noisy a) { return std::log(a.x_) * off(adversary.error->exp_relative); }
  friend Noisy tanh(Noisy a) {
    return std::tanh(a.x_) * off(adversary.error->tanh_relative) + (off(adversary.error->tanh_absolute) - 1);
  }

 private:
  double x_ = 0;
};

}  // namespace

namespace {

constexpr const char* names[] = {"none",
                                 "no_delta",
                                 "delta_without_factor",
                                 "no_scale_on_key",
                                 "no_scale_on_query",
                                 "transposed",
                                 "mask_ignored",
                                 "causal_off_by_one",
                                 "bias_without_last_tile",
                                 "factor_with_product",
                                 "factor_without_value",
                                 "heads_mixed",
                                 "last_tile_of_key",
                                 "last_query_lost",
                                 "half_sums",
                                 "weights_squared",
                                 "natural_log",
                                 "twice_scaled",
                                 "no_maximum",
                                 "stale_delta",
                                 "bias_shifted",
                                 "bias_of_first_head",
                                 "delta_twice",
                                 "value_of_query",
                                 "sign",
                                 "half_delta",
                                 "diagonal_twice",
                                 "batch_lost",
                                 "cap_forgotten",
                                 "cap_linear",
                                 "cap_in_bias",
                                 "keep_not_in_product",
                                 "keep_twice",
                                 "keep_not_in_value",
                                 "delta_before_keep",
                                 "sink_not_in_sum",
                                 "sink_sign",
                                 "sink_of_output",
                                 "sink_first_batch",
                                 "group_first_head",
                                 "window_shifted",
                                 "window_right_open",
                                 "key_scale_lost",
                                 "value_scale_lost"};

/// Sums as the style has them.
template <class A>
class Sum {
 public:
  explicit Sum(const GradientStyle& style) : kahan_(style.kahan) {}
  void add(A x) {
    if (!kahan_) {
      sum_ += x;
      return;
    }
    const A y = x - lost_, next = sum_ + y;
    lost_ = (next - sum_) - y;
    sum_ = next;
  }
  A get() const { return sum_; }

 private:
  bool kahan_;
  A sum_ = 0, lost_ = 0;
};

template <class A>
class Backward {
 public:
  Backward(const GradientInstance& given, const GradientStyle& style)
      : in_(given.forward), given_(given), style_(style), result_(blank_gradients(given)) {
    for (const GradientPart& part : gradient_parts)
      if (const FloatArray* array = differentiated(in_, part))
        sums_.emplace_back(static_cast<std::size_t>(array->size()), A(0));
      else
        sums_.emplace_back();
  }

  Gradients run() {
    for (std::int64_t b = 0; b < in_.batches; ++b)
      for (std::int64_t h = 0; h < in_.heads; ++h)
        if (!(is(Fault::batch_lost) && in_.batches > 1 && b == in_.batches - 1)) head(b, h);
    for (std::size_t p = 0; p < sums_.size(); ++p)
      if (auto& array = result_.*gradient_parts[p].part)
        for (std::int64_t k = 0; k < array->size(); ++k)
          array->set(k, static_cast<double>(sums_[p][static_cast<std::size_t>(k)]));
    return result_;
  }

 private:
  bool is(Fault fault) const { return style_.fault == fault; }
  A rounded(A x) const { return style_.rounds ? static_cast<A>(round_to(in_.dtype, static_cast<double>(x))) : x; }
  static std::int64_t at(const FloatArray& array, std::int64_t b, std::int64_t h, std::int64_t r, std::int64_t c) {
    const auto& s = array.shape();
    return (((s[0] == 1 ? 0 : b) * s[1] + (s[1] == 1 ? 0 : h)) * s[2] + r) * s[3] + c;
  }
  static A get(const FloatArray& array, std::int64_t b, std::int64_t h, std::int64_t r, std::int64_t c) {
    return static_cast<A>(array[at(array, b, h, r, c)]);
  }
  std::int64_t parameter(const Term& term, std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const {
    const auto& s = term.values.shape();
    switch (term.kind) {
      case ATTEST_TERM_DENSE:
        return at(term.values, b, h, i, j);
      case ATTEST_TERM_ALIBI:
        return s[0] == 1 ? 0 : h;
      case ATTEST_TERM_BUCKETS:
        return term.bucket[static_cast<std::size_t>(i - j + in_.keys - 1)] * s[1] + h;
      default:
        return (s[0] == 1 ? 0 : h) * s[1] + i - j + in_.keys - 1;
    }
  }
  A bias(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const {
    if (in_.bias.kind == ATTEST_TERM_NONE) return 0;
    const A value = static_cast<A>(in_.bias.values[parameter(in_.bias, b, h, i, j)]);
    return in_.bias.kind == ATTEST_TERM_ALIBI ? -value * static_cast<A>(std::abs(i - j)) : value;
  }
  A factor(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const {
    return in_.factor.kind == ATTEST_TERM_NONE ? A(1)
                                               : static_cast<A>(in_.factor.values[parameter(in_.factor, b, h, i, j)]);
  }
  bool visible(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const {
    if (is(Fault::mask_ignored)) return true;
    if (is(Fault::causal_off_by_one) && in_.mask_kind == ATTEST_MASK_CAUSAL) return j < i + in_.diagonal;
    const bool is_window = in_.mask_kind == ATTEST_MASK_WINDOW;
    if (is(Fault::window_shifted) && is_window && j == i + in_.diagonal - in_.window_left) return false;
    if (is(Fault::window_right_open) && is_window) return j >= i + in_.diagonal - in_.window_left;
    return in_.visible(b, h, i, j);
  }
  /// A scale of query, key or value; 1 without one.
  static A scale_of(const std::optional<FloatArray>& scales, std::int64_t b, std::int64_t h) {
    if (!scales) return 1;
    const auto& s = scales->shape();
    return static_cast<A>((*scales)[(s[0] == 1 ? 0 : b) * s[1] + (s[1] == 1 ? 0 : h)]);
  }
  bool keeps(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const {
    const Dropout& d = in_.dropout;
    if (d.scale == 0) return true;
    const std::int64_t head = (d.batches == 1 ? 0 : b) * d.heads + (d.heads == 1 ? 0 : h);
    return d.keep[static_cast<std::size_t>((head * in_.queries + i) * in_.keys + j)] != 0;
  }

  template <class Visit>
  void in_order(std::int64_t count, Visit visit) const {
    for (std::int64_t k = 0; k < count; ++k) visit(style_.reversed ? count - 1 - k : k);
  }

  void head(std::int64_t b, std::int64_t h) {
    using std::exp, std::log, std::tanh;
    const std::int64_t n = in_.keys, v = in_.value_width, w = in_.width;
    const std::int64_t other = is(Fault::heads_mixed) ? (h + 1) % in_.heads : h;
    const std::int64_t of = in_.kv_head(h);
    const A scale = static_cast<A>(in_.scale), cap = static_cast<A>(in_.softcap), one = 1;
    const A of_query = scale_of(in_.query_scale, b, h), of_key = scale_of(in_.key_scale, b, of),
            of_value = scale_of(in_.value_scale, b, of);
    const A keep_scale = in_.dropout.scale != 0 ? static_cast<A>(in_.dropout.scale) : one;
    const bool keep_last = style_.keep_last && in_.dropout.scale != 0;
    const A keep_first = keep_last ? one : keep_scale;
    const auto at_last = [&](A x) { return keep_last ? x * keep_scale : x; };
    const bool sinks = in_.sinks.has_value();
    const std::int64_t sink_at = sinks && in_.sinks->size() > 1 ? h : 0;
    const bool skips = is(Fault::group_first_head) && in_.kv_heads > 0 && h % (in_.heads / in_.kv_heads) != 0;
    std::vector<A> ds_all(static_cast<std::size_t>(in_.queries * n)), weights_all(ds_all.size());
    A stale = 0;
    for (std::int64_t i = 0; i < in_.queries; ++i) {
      std::vector<A> score(static_cast<std::size_t>(n)), p(score.size()), c(score.size()), d(score.size()),
          ds(score.size()), bend(score.size(), one);
      std::vector<std::int64_t> keys;
      for (std::int64_t j = 0; j < n; ++j)
        if (visible(b, h, i, j)) keys.push_back(j);
      if (keys.empty()) continue;
      const A sink = sinks ? static_cast<A>((*in_.sinks)[sink_at]) : A(0);
      const bool with_sink = sinks && !is(Fault::sink_not_in_sum);
      A top = with_sink ? sink : A(-HUGE_VAL);
      for (const std::int64_t j : keys) {
        Sum<A> dot(style_);
        in_order(w, [&](std::int64_t k) { dot.add(get(in_.query, b, h, i, k) * get(in_.key, b, of, j, k)); });
        A product_of_both = scale * dot.get();
        if (in_.query_scale) product_of_both *= of_query;
        if (in_.key_scale) product_of_both *= of_key;
        if (in_.softcap > 0) {
          const A t = tanh(product_of_both / cap);
          const A x = product_of_both / cap, e = exp(-(x < A(0) ? -x : x) * A(2));
          bend[static_cast<std::size_t>(j)] = is(Fault::cap_forgotten) ? one
                                              : is(Fault::cap_linear)  ? one - (t < A(0) ? -t : t)
                                              : style_.cap_by_exp      ? A(4) * e / ((one + e) * (one + e))
                                                                       : one - t * t;
          product_of_both = cap * t;
        }
        score[static_cast<std::size_t>(j)] = product_of_both + bias(b, h, i, j);
        c[static_cast<std::size_t>(j)] = factor(b, h, i, j);
        if (in_.dropout.scale != 0) c[static_cast<std::size_t>(j)] = keeps(b, h, i, j) ? keep_first : A(0);
        Sum<A> product(style_);
        in_order(v, [&](std::int64_t k) {
          product.add(get(given_.grad_output, b, other, i, k) * get(in_.value, b, of, j, k));
        });
        d[static_cast<std::size_t>(j)] = in_.value_scale ? of_value * product.get() : product.get();
        top = std::max(top, score[static_cast<std::size_t>(j)]);
      }
      A sum = 0, reference = style_.online ? -HUGE_VAL : top;
      for (std::size_t first = 0; first < keys.size(); first += 16) {
        if (style_.online) {
          A next = reference;
          for (std::size_t t = first; t < std::min(first + 16, keys.size()); ++t)
            next = std::max(next, score[static_cast<std::size_t>(keys[t])]);
          sum *= exp(reference - next);
          reference = next;
        }
        for (std::size_t t = first; t < std::min(first + 16, keys.size()); ++t)
          if (const A s = score[static_cast<std::size_t>(keys[t])]; !(is(Fault::no_maximum) && s == top && n > 1))
            sum += exp(s - reference);
      }
      if (with_sink) {
        if (style_.online && sink > reference) sum *= exp(reference - sink), reference = sink;
        sum += exp(sink - reference);
      }
      const A lse = static_cast<A>(static_cast<float>(reference + log(sum)));
      for (const std::int64_t j : keys) {
        const auto t = static_cast<std::size_t>(j);
        const A log_two = static_cast<A>(0.6931471805599453);
        p[t] = is(Fault::natural_log) ? exp((score[t] - reference) * log_two) / sum
               : style_.stored_lse    ? exp(score[t] - (in_.dtype == ATTEST_FLOAT64 ? reference + log(sum) : lse))
                                      : exp(score[t] - reference) / sum;
      }
      const A sink_weight = sinks ? style_.stored_lse
                                        ? exp(sink - (in_.dtype == ATTEST_FLOAT64 ? reference + log(sum) : lse))
                                        : exp(sink - reference) / sum
                                  : A(0);
      Sum<A> delta_sum(style_);
      if (style_.delta_of_output) {
        for (std::int64_t k = 0; k < v; ++k) {
          Sum<A> output(style_);
          for (const std::int64_t j : keys) {
            const auto t = static_cast<std::size_t>(j);
            output.add(rounded(p[t] * c[t]) * get(in_.value, b, of, j, k));
          }
          A finished = output.get();
          if (in_.value_scale) finished *= of_value;
          if (keep_last) finished *= keep_scale;
          delta_sum.add(get(given_.grad_output, b, other, i, k) *
                        static_cast<A>(round_to(in_.dtype, static_cast<double>(finished))));
        }
      } else {
        in_order(static_cast<std::int64_t>(keys.size()), [&](std::int64_t at) {
          const auto t = static_cast<std::size_t>(keys[static_cast<std::size_t>(at)]);
          delta_sum.add(p[t] *
                        ((is(Fault::delta_without_factor) || is(Fault::delta_before_keep) ? A(1) : c[t]) * d[t]));
        });
      }
      A delta = is(Fault::no_delta) ? A(0) : delta_sum.get();
      // What is multiplied by keep_scale last is divided by it first; the output has it.
      if (keep_last && style_.delta_of_output) delta = delta / keep_scale;
      if (is(Fault::delta_twice)) delta *= 2;
      if (is(Fault::half_delta)) delta = static_cast<A>(round_to(ATTEST_BFLOAT16, static_cast<double>(delta)));
      if (is(Fault::stale_delta)) std::swap(delta, stale);
      for (const std::int64_t j : keys) {
        const auto t = static_cast<std::size_t>(j);
        const A by_keep = is(Fault::keep_not_in_product) && in_.dropout.scale != 0 ? one : c[t];
        ds[t] = style_.split ? p[t] * (by_keep * d[t]) - p[t] * delta : p[t] * (by_keep * d[t] - delta);
        if (is(Fault::keep_twice) && in_.dropout.scale != 0) ds[t] *= keep_scale;
        const A unbent = ds[t];
        if (in_.softcap > 0) ds[t] *= bend[t];
        if (is(Fault::sign)) ds[t] = -ds[t];
        if (style_.scale_first) ds[t] *= scale;
        const auto place = static_cast<std::size_t>(i * n + j);
        ds_all[place] = rounded(ds[t]);
        const A squared = is(Fault::weights_squared) ? p[t] : A(1);
        weights_all[place] = rounded(
            p[t] *
            (is(Fault::factor_without_value) || (is(Fault::keep_not_in_value) && in_.dropout.scale != 0) ? A(1)
                                                                                                         : c[t]) *
            squared);
        const bool lost = is(Fault::bias_without_last_tile) && n > 8 && j >= (n - 1) / 8 * 8;
        if (in_.bias.kind != ATTEST_TERM_NONE && !lost && !(is(Fault::bias_of_first_head) && h + 1 < in_.heads)) {
          std::int64_t to = parameter(in_.bias, b, h, i, j);
          if (is(Fault::bias_shifted)) to = (to + 1) % in_.bias.values.size();
          const A plain = style_.scale_first ? p[t] * (c[t] * d[t] - delta) * (is(Fault::sign) ? A(-1) : one)
                          : in_.softcap > 0 && !is(Fault::cap_in_bias) ? unbent
                                                                       : ds[t];
          const A by = in_.bias.kind == ATTEST_TERM_ALIBI ? -static_cast<A>(std::abs(i - j)) : A(1);
          sums_[3][static_cast<std::size_t>(to)] += at_last(by * plain) * (is(Fault::diagonal_twice) && i == j ? 2 : 1);
        }
        if (in_.factor.kind != ATTEST_TERM_NONE)
          sums_[4][static_cast<std::size_t>(parameter(in_.factor, b, h, i, j))] +=
              p[t] * d[t] * (is(Fault::factor_with_product) ? c[t] : A(1));
      }
      if (sinks && !(is(Fault::sink_first_batch) && b > 0))
        sums_[5][static_cast<std::size_t>(sink_at)] +=
            at_last((is(Fault::sink_sign) ? one : -one) * (is(Fault::sink_of_output) ? one : sink_weight) * delta);
      A after = style_.scale_first || is(Fault::no_scale_on_query) ? A(1)
                : is(Fault::twice_scaled)                          ? scale * scale
                                                                   : scale;
      after = at_last(after);
      if (in_.query_scale) after *= of_query;
      if (in_.key_scale && !is(Fault::key_scale_lost)) after *= of_key;
      for (std::int64_t k = 0; k < w; ++k) {
        Sum<A> dot(style_);
        in_order(n, [&](std::int64_t j) {
          const FloatArray& by = is(Fault::value_of_query) && w == v ? in_.value : in_.key;
          dot.add(ds_all[static_cast<std::size_t>(i * n + j)] * get(by, b, of, j, k));
        });
        sums_[0][static_cast<std::size_t>(at(in_.query, b, h, i, k))] += after * dot.get();
      }
    }
    for (std::int64_t j = 0; j < n; ++j) {
      const std::int64_t last = is(Fault::last_query_lost) ? in_.queries - 1 : in_.queries;
      const bool lost = is(Fault::last_tile_of_key) && n > 8 && j >= (n - 1) / 8 * 8;
      A after = style_.scale_first || is(Fault::no_scale_on_key) ? A(1) : scale;
      after = at_last(after);
      if (in_.query_scale) after *= of_query;
      if (in_.key_scale) after *= of_key;
      const auto place = [&](std::int64_t i) {
        const bool crossed = is(Fault::transposed) && i < n && j < in_.queries;
        return static_cast<std::size_t>(crossed ? j * n + i : i * n + j);
      };
      for (std::int64_t k = 0; k < w && !lost && !skips; ++k) {
        Sum<A> dot(style_);
        A half = 0;
        in_order(last, [&](std::int64_t i) {
          const A term = ds_all[place(i)] * get(in_.query, b, h, i, k);
          dot.add(term);
          half = static_cast<A>(round_to(ATTEST_BFLOAT16, static_cast<double>(half + term)));
        });
        sums_[1][static_cast<std::size_t>(at(in_.key, b, of, j, k))] +=
            after * (is(Fault::half_sums) ? half : dot.get());
      }
      for (std::int64_t k = 0; k < v && !skips; ++k) {
        Sum<A> dot(style_);
        in_order(last, [&](std::int64_t i) {
          dot.add(weights_all[static_cast<std::size_t>(i * n + j)] * get(given_.grad_output, b, other, i, k));
        });
        A finished = at_last(dot.get());
        if (in_.value_scale && !is(Fault::value_scale_lost)) finished *= of_value;
        sums_[2][static_cast<std::size_t>(at(in_.value, b, of, j, k))] += finished;
      }
    }
  }

  const Instance& in_;
  const GradientInstance& given_;
  const GradientStyle& style_;
  Gradients result_;
  std::vector<std::vector<A>> sums_;
};

}  // namespace

const char* fault_name(Fault fault) { return names[static_cast<std::size_t>(fault)]; }

std::vector<Fault> gradient_faults() {
  std::vector<Fault> all;
  for (std::size_t k = 1; k < std::size(names); ++k) all.push_back(static_cast<Fault>(k));
  return all;
}

Gradients run_gradients(const GradientInstance& instance, const GradientStyle& style) {
  if (style.error) {
    adversary = {style.error, style.direction, std::mt19937_64(style.seed)};
    return Backward<Noisy>(instance, style).run();
  }
  return instance.forward.dtype == ATTEST_FLOAT64 ? Backward<double>(instance, style).run()
                                                  : Backward<float>(instance, style).run();
}

}  // namespace attest::tests
