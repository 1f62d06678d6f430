// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/problem.hpp"
#include "tests/kernels/faults/fault.hpp"
#include "tests/kernels/faults/shipped.hpp"

namespace attest::faults {

using verify::instances::FloatArray;
using verify::instances::Instance;
using verify::instances::Outputs;

namespace {

constexpr std::int64_t kTile = 16;

template <typename Real>
class ShippedKernel {
 public:
  ShippedKernel(const Instance& instance, Shipped fault, Outputs& outputs) : x(instance), fault_(fault), to_(outputs) {}

  void run() {
    for (b_ = 0; b_ < x.batches; ++b_)
      for (h_ = 0; h_ < x.heads; ++h_)
        for (i_ = 0; i_ < x.queries; ++i_) row();
  }

 private:
  static constexpr Real kNothing = -std::numeric_limits<Real>::infinity();

  bool is(Shipped fault) const { return fault_ == fault; }

  std::int64_t group(bool of_value) const {
    if (x.kv_heads == 0) return h_;
    const std::int64_t size = x.heads / x.kv_heads, last = x.kv_heads - 1;
    if (is(Shipped::value_head_unmapped)) return of_value ? std::min(h_, last) : h_ / size;
    switch (fault_) {
      case Shipped::heads_tiled:
        return h_ % x.kv_heads;
      case Shipped::heads_by_kv_heads:
        return std::min(h_ / x.kv_heads, last);
      case Shipped::heads_unmapped:
        return std::min(h_, last);
      case Shipped::heads_group_squared:
        return std::min((h_ % size * size + h_ / size) / size, last);
      case Shipped::heads_all_first:
        return 0;
      default:
        return h_ / size;
    }
  }

  static Real number(const std::optional<FloatArray>& array, std::int64_t b, std::int64_t h) {
    if (!array) return 1;
    const std::vector<std::int64_t>& shape = array->shape();
    const std::int64_t batches = shape.size() == 2 ? shape[0] : 1, heads = shape.back();
    return static_cast<Real>((*array)[(batches == 1 ? 0 : b) * heads + std::min(h, heads - 1)]);
  }
  static std::int64_t at(const FloatArray& array, std::int64_t b, std::int64_t h, std::int64_t row) {
    const std::vector<std::int64_t>& s = array.shape();
    return (((s[0] == 1 ? 0 : b) * s[1] + (s[1] == 1 ? 0 : h)) * s[2] + row) * s[3];
  }

  std::int64_t scale_batch() const { return is(Shipped::scale_of_first_batch) ? 0 : b_; }
  Real scale_of_query() const { return number(x.query_scale, scale_batch(), h_); }
  Real scale_of_key() const {
    if (is(Shipped::key_scale_ignored) || (is(Shipped::key_scale_dropped_with_query) && x.query_scale)) return 1;
    const Real scale = number(x.key_scale, scale_batch(), is(Shipped::key_scale_by_query_head) ? h_ : x.kv_head(h_));
    return is(Shipped::key_scale_twice) ? scale * scale : scale;
  }
  Real scale_of_value() const {
    if (is(Shipped::value_scale_ignored)) return 1;
    return number(is(Shipped::value_scale_of_key) ? x.key_scale : x.value_scale, scale_batch(), x.kv_head(h_));
  }

  bool in_window(std::int64_t j) const {
    std::int64_t left = x.window_left, right = x.window_right, here = i_ + x.diagonal;
    if (is(Shipped::window_ignored)) return true;
    if (is(Shipped::window_left_one_less) && left < ATTEST_WINDOW_OPEN) --left;
    if (is(Shipped::window_left_one_more)) ++left;
    if (is(Shipped::window_right_one_more)) ++right;
    if (is(Shipped::window_behind_512_keys) && i_ + x.diagonal - left > 512) --left;
    if (is(Shipped::window_left_as_causal)) left = ATTEST_WINDOW_OPEN;
    if (is(Shipped::window_zero_means_open) && left == 0) left = ATTEST_WINDOW_OPEN;
    if (is(Shipped::window_right_open_means_none) && right == ATTEST_WINDOW_OPEN) right = 0;
    if (is(Shipped::window_ignores_diagonal)) here = i_;
    if (is(Shipped::window_at_tile_of_64) && i_ >= 64) here = i_ / 64 * 64 + x.diagonal;
    if (is(Shipped::window_without_itself) && j == here) return false;
    const std::int64_t first = std::max<std::int64_t>(here - left, 0), last = std::min(here + right, x.keys - 1);
    if (is(Shipped::window_first_tile_dropped) && first % kTile != 0 && j / kTile == first / kTile &&
        last / kTile > first / kTile)
      return false;
    if (is(Shipped::window_last_tile_dropped) && (last + 1) % kTile != 0 && j / kTile == last / kTile &&
        last / kTile > first / kTile)
      return false;
    return here - left <= j && j <= here + right;
  }

  bool visible(std::int64_t j) const {
    if (is(Shipped::last_key_of_33) && x.keys > 32 && x.keys % 32 == 1 && j == x.keys - 1) return false;
    if (is(Shipped::dropout_as_mask) && x.dropout.scale != 0 && !kept(j)) return false;
    if (x.mask_kind == ATTEST_MASK_WINDOW) return in_window(j);
    if (x.mask_kind == ATTEST_MASK_CAUSAL && is(Shipped::causal_top_left)) return j <= i_;
    if (x.mask_kind == ATTEST_MASK_CAUSAL && is(Shipped::causal_bottom_right)) return j <= i_ + x.keys - x.queries;
    return x.visible(b_, h_, i_, j);
  }

  bool kept(std::int64_t j) const {
    const auto& d = x.dropout;
    const std::int64_t h = d.heads == 1 || is(Shipped::dropout_of_first_head) ? 0 : h_;
    const bool one =
        d.keep[static_cast<std::size_t>((((d.batches == 1 ? 0 : b_) * d.heads + h) * x.queries + i_) * x.keys + j)] !=
        0;
    return is(Shipped::dropout_inverted) ? !one : one;
  }

  /// What dropout makes of a weight.
  Real after_dropout(std::int64_t j, Real weight) const {
    const auto scale = static_cast<Real>(x.dropout.scale);
    if (scale == 0 || is(Shipped::dropout_ignored)) return weight;
    if (!kept(j)) return 0;
    if (is(Shipped::dropout_not_rescaled)) return weight;
    if (is(Shipped::dropout_scaled_by_p)) return weight * (1 - 1 / scale);
    return is(Shipped::dropout_rescaled_twice) ? weight * scale * scale : weight * scale;
  }

  Real bias(std::int64_t j) const {
    const auto& term = x.bias;
    const std::vector<std::int64_t>& s = term.values.shape();
    const std::int64_t place = i_ - j + x.keys - 1;
    switch (term.kind) {
      case ATTEST_TERM_TOEPLITZ:
        return static_cast<Real>(term.values[(s[0] == 1 ? 0 : h_) * s[1] + place]);
      case ATTEST_TERM_DENSE:
        return static_cast<Real>(term.values[at(term.values, b_, h_, i_) + j]);
      case ATTEST_TERM_ALIBI:
        return static_cast<Real>(-term.values[s[0] == 1 ? 0 : h_]) * static_cast<Real>(std::abs(i_ - j));
      case ATTEST_TERM_BUCKETS:
        return static_cast<Real>(term.values[term.bucket[static_cast<std::size_t>(place)] * s[1] + h_]);
      default:
        return 0;
    }
  }

  Real capped(Real s) const {
    const auto cap = static_cast<Real>(x.softcap);
    if (cap == 0 || is(Shipped::softcap_ignored)) return s;
    if (is(Shipped::softcap_times_scores)) return s * std::tanh(s / cap);
    if (is(Shipped::softcap_not_divided)) return cap * std::tanh(s);
    if (is(Shipped::softcap_clamps)) return std::clamp(s, -cap, cap);
    constexpr Real log2e = static_cast<Real>(1.4426950408889634);
    if (is(Shipped::softcap_of_log2_scores)) return cap * std::tanh(s * log2e / cap) / log2e;
    return cap * std::tanh(s / cap);
  }

  Real score(std::int64_t j) const {
    const std::int64_t query = at(x.query, b_, h_, i_),
                       kv = is(Shipped::heads_behind_512_keys) && j >= 512 ? 0 : group(false),
                       key = at(x.key, b_, kv, j);
    Real sum = 0;
    for (std::int64_t c = 0; c < x.width; ++c)
      sum += static_cast<Real>(x.query[query + c]) * static_cast<Real>(x.key[key + c]);
    Real scales = 1;
    if (x.query_scale) scales *= scale_of_query();
    if (x.key_scale) scales *= scale_of_key();
    if (is(Shipped::scale_of_value_in_scores)) scales *= scale_of_value();
    if (is(Shipped::softcap_before_scale)) return static_cast<Real>(x.scale) * capped(sum * scales) + bias(j);
    const Real s = static_cast<Real>(x.scale) * sum * scales;
    return is(Shipped::softcap_after_bias) ? capped(s + bias(j)) : capped(s) + bias(j);
  }

  Real sink() const {
    const std::int64_t h = is(Shipped::sink_of_group) ? x.kv_head(h_) : is(Shipped::sink_of_first_head) ? 0 : h_;
    Real sink = static_cast<Real>((*x.sinks)[x.sinks->size() == 1 ? 0 : h]);
    if (is(Shipped::sink_times_scale)) sink *= static_cast<Real>(x.scale);
    return is(Shipped::sink_capped) ? capped(sink) : sink;
  }
  bool has_sink() const { return x.sinks && !is(Shipped::sink_ignored); }

  /// The online softmax over keys from `first` to `end`: sums relative to `greatest`.
  struct Part {
    Real greatest = kNothing, sum = 0, weights = 0;
    std::vector<Real> values;
  };
  Part part(std::int64_t first, std::int64_t end) const {
    Part p{kNothing, 0, 0, std::vector<Real>(static_cast<std::size_t>(x.value_width))};
    if (is(Shipped::maximum_from_minus_50000)) p.greatest = -50000;
    if (is(Shipped::maximum_is_10)) p.greatest = 10;
    if (is(Shipped::sink_from_0) && has_sink()) p.greatest = 0, p.sum = std::exp(sink());
    const bool finite_mask = is(Shipped::hidden_rows_are_means), low_mask = is(Shipped::softcap_after_mask);
    for (std::int64_t t = first; t < end; t += kTile) {
      const std::int64_t tile_end = std::min(t + kTile, end);
      Real scores[kTile], top = p.greatest;
      for (std::int64_t j = t; j < tile_end; ++j) {
        Real& s = scores[j - t];
        s = visible(j)                   ? score(j)
            : finite_mask                ? -1e30F
            : low_mask && x.softcap != 0 ? -static_cast<Real>(x.softcap)
                                         : kNothing;
        if (!is(Shipped::maximum_is_10)) top = std::max(top, s);
      }
      if (top == kNothing) continue;
      const Real fade = p.greatest == kNothing ? 0 : std::exp(p.greatest - top);
      p.greatest = top;
      p.sum *= fade, p.weights *= fade;
      for (Real& v : p.values) v *= fade;
      for (std::int64_t j = t; j < tile_end; ++j) {
        const Real weight = scores[j - t] == kNothing ? 0 : std::exp(scores[j - t] - top),
                   left = after_dropout(j, weight);
        p.sum += is(Shipped::dropout_before_sum) && x.dropout.scale != 0 && left == 0 ? 0 : weight;
        p.weights += left;
        const std::int64_t value = at(x.value, b_, group(true), j);
        for (std::size_t c = 0; c < p.values.size(); ++c)
          p.values[c] += left * static_cast<Real>(x.value[value + static_cast<std::int64_t>(c)]);
      }
    }
    return p;
  }

  void add_sink(Part& p) const {
    if (!has_sink() || is(Shipped::sink_from_0)) return;
    if (is(Shipped::sink_without_maximum)) {
      p.sum += std::exp(sink());
      return;
    }
    const Real top = std::max(p.greatest, sink()), fade = p.greatest == kNothing ? 0 : std::exp(p.greatest - top);
    const Real weight = std::exp(sink() - top);
    p.sum = p.sum * fade + weight, p.weights *= fade, p.greatest = top;
    for (Real& v : p.values) v *= fade;
    if (!is(Shipped::sink_in_numerator) || x.keys == 0) return;
    const std::int64_t value = at(x.value, b_, group(true), 0);
    for (std::size_t c = 0; c < p.values.size(); ++c)
      p.values[c] += weight * static_cast<Real>(x.value[value + static_cast<std::int64_t>(c)]);
  }

  /// Two halves of the keys, normalized by themselves, by their log-sum-exps.
  Part merged(Part a, Part b) const {
    if (is(Shipped::sink_twice)) add_sink(a), add_sink(b);
    const Real of_a = a.greatest + std::log(a.sum), of_b = b.greatest + std::log(b.sum);
    const Real unit = is(Shipped::merge_by_log2) ? static_cast<Real>(1.4426950408889634) : Real{1};
    const Real top = std::max(of_a, of_b);
    if (top == kNothing && !is(Shipped::merge_of_empty_halves)) return a;
    Real weight_a = std::exp((of_a - top) * unit), weight_b = std::exp((of_b - top) * unit);
    if (is(Shipped::merge_is_mean) && a.sum > 0 && b.sum > 0) weight_a = weight_b = 1;
    Part p{top, weight_a + weight_b, 0, a.values};
    const Real by_a = a.sum > 0 ? weight_a / a.sum : weight_a, by_b = b.sum > 0 ? weight_b / b.sum : weight_b;
    p.weights = a.weights * by_a + b.weights * by_b;
    for (std::size_t c = 0; c < p.values.size(); ++c) p.values[c] = a.values[c] * by_a + b.values[c] * by_b;
    return p;
  }

  void row() {
    const bool halves = is(Shipped::sink_twice) || is(Shipped::merge_of_empty_halves) || is(Shipped::merge_by_log2) ||
                        is(Shipped::merge_is_mean);
    const std::int64_t middle = x.keys / 2;
    Part p = halves && x.keys > 1 ? merged(part(0, middle), part(middle, x.keys)) : part(0, x.keys);
    const bool none = p.greatest == kNothing;
    if (!(none && is(Shipped::sink_lost_in_empty_row)) && !(is(Shipped::sink_twice) && x.keys > 1)) add_sink(p);
    const Real by = p.sum == 0 ? 0 : 1 / p.sum;
    const std::int64_t row = (b_ * x.heads + h_) * x.queries + i_;
    for (std::int64_t c = 0; c < x.value_width; ++c)
      to_.output.set(row * x.value_width + c, static_cast<double>(p.values[static_cast<std::size_t>(c)] * by *
                                                                  (x.value_scale ? scale_of_value() : 1)));
    if (to_.row_sum) to_.row_sum->set(row, static_cast<double>(p.weights * by));
    const bool plus = none && p.sum == 0 && is(Shipped::log_sum_exp_plus_infinity);
    if (to_.log_sum_exp)
      to_.log_sum_exp->set(row, plus         ? HUGE_VAL
                                : p.sum == 0 ? -HUGE_VAL
                                             : static_cast<double>(p.greatest + std::log(p.sum)));
  }

  const Instance& x;
  const Shipped fault_;
  Outputs& to_;
  std::int64_t b_ = 0, h_ = 0, i_ = 0;
};

}  // namespace

Outputs run_shipped(const Instance& instance, Shipped fault) {
  Outputs outputs = verify::instances::blank_outputs(instance, true, true);
  if (instance.dtype == ATTEST_FLOAT64)
    ShippedKernel<double>(instance, fault, outputs).run();
  else
    ShippedKernel<float>(instance, fault, outputs).run();
  return outputs;
}

attest_error_class promised_by_shipped(attest_dtype dtype) {
  attest_error_class error = promised(dtype);
  error.key_block = kTile;
  error.weight_round = 0;
  error.output_round = dtype == ATTEST_FLOAT64 || dtype == ATTEST_FLOAT32 ? 0
                       : dtype == ATTEST_BFLOAT16                         ? 0x1p-8
                                                                          : 0x1p-4;
  error.tanh_relative = 4 * error.accumulate;
  return error;
}

}  // namespace attest::faults
