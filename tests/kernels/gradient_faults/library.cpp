// SPDX-License-Identifier: Apache-2.0
// A library of backward kernels behind attest_gradient_kernel.h: two right ways, and the same with one fault each.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "kernels/attest_gradient_kernel.h"
#include "kernels/formats.hpp"
#include "kernels/problem.hpp"
#include "tests/kernels/gradient_faults/faults.hpp"

namespace {

using namespace attest::gradient_faults;
using namespace attest::kernels;

float half(float x) { return to_accumulator(round_from<BFloat16>(x)); }

/// A gradient that is added up in float.
struct Sums {
  attest_tensor to{};
  std::int64_t batches = 1, heads = 1, rows = 0, columns = 0;
  std::vector<float> values{};

  void make(const attest_tensor& array, const attest_tensor& gradient, std::int64_t b, std::int64_t h, std::int64_t r,
            std::int64_t c) {
    to = gradient;
    batches = array.batch == 0 ? 1 : b, heads = array.head == 0 ? 1 : h, rows = r, columns = c;
    values.assign(static_cast<std::size_t>(batches * heads * rows * columns), 0);
  }
  std::size_t at(std::int64_t b, std::int64_t h, std::int64_t r, std::int64_t c) const {
    return static_cast<std::size_t>((((batches == 1 ? 0 : b) * heads + (heads == 1 ? 0 : h)) * rows + r) * columns + c);
  }
};

template <typename T, Fault fault>
class Backward {
 public:
  Backward(const attest_gradient_problem& problem, float* scratch, int threads)
      : g(problem), p(problem.forward), scratch_(scratch), threads_(threads) {}

  void run() {
    query.make(p.query, g.grad_query, p.batches, p.heads, p.queries, p.width);
    const std::int64_t of_keys = p.kv_heads == 0 ? p.heads : p.kv_heads;
    key.make(p.key, g.grad_key, p.batches, of_keys, p.keys, p.width);
    value.make(p.value, g.grad_value, p.batches, of_keys, p.keys, p.value_width);
    sinks.make(p.sinks, g.grad_sinks, 1, p.heads, 1, p.sinks.data ? 1 : 0);
    make_term(bias, p.bias, g.grad_bias), make_term(factor, p.factor, g.grad_factor);
    if (is(Fault::scratch_not_cleared) && !value.values.empty()) value.values[0] = scratch_[0];
    for (b = 0; b < p.batches; ++b)
      for (h = 0; h < p.heads; ++h) head();
    write<T>(query), write<T>(key), write<T>(value), write<float>(bias), write<float>(factor);
    write<float>(sinks);
    if (is(Fault::out_of_bounds) && g.grad_query.data)
      row_of<T>(g.grad_query, p.batches - 1, p.heads - 1, p.queries - 1)[p.width] = T{};
  }

 private:
  static constexpr bool is(Fault one) { return fault == one; }
  static constexpr bool rounds = !std::is_same_v<T, float>;
  static float rounded(float x) { return rounds ? to_accumulator(round_from<T>(x)) : x; }

  void make_term(Sums& sums, const attest_term& term, const attest_tensor& to) const {
    switch (term.kind) {
      case ATTEST_TERM_DENSE:
        return sums.make(term.values, to, p.batches, p.heads, p.queries, p.keys);
      case ATTEST_TERM_BUCKETS:
        return sums.make(term.values, to, 1, p.heads, term.buckets, 1);
      case ATTEST_TERM_ALIBI:
        return sums.make(term.values, to, 1, p.heads, 1, 1);
      case ATTEST_TERM_TOEPLITZ:
        return sums.make(term.values, to, 1, p.heads, 1, std::max<std::int64_t>(p.queries + p.keys - 1, 0));
      default:
        return;
    }
  }

  bool visible(std::int64_t i, std::int64_t j) const {
    if (is(Fault::mask_ignored)) return true;
    if (is(Fault::keys_up_to_128) && j >= 128) return false;
    if (p.mask_kind == ATTEST_MASK_BYTES) return row_of<const std::uint8_t>(p.mask, b, h, i)[j] != 0;
    if (p.mask_kind == ATTEST_MASK_WINDOW) {
      const std::int64_t ahead = j - i - (is(Fault::window_diagonal) ? 0 : p.diagonal);
      const std::int64_t left = p.window_left - (is(Fault::window_left) ? 1 : 0);
      return -left <= ahead && (ahead <= p.window_right || is(Fault::window_right));
    }
    if (p.mask_kind != ATTEST_MASK_CAUSAL) return true;
    if (is(Fault::causal_off_by_one)) return j < i + p.diagonal;
    return j <= i + (is(Fault::diagonal_ignored) ? 0 : p.diagonal);
  }

  float term(const attest_term& t, std::int64_t i, std::int64_t j, float absent) const {
    const auto* values = row_of<const float>(t.values, 0, h, 0);
    switch (t.kind) {
      case ATTEST_TERM_TOEPLITZ:
        return values[i - j + p.keys - 1];
      case ATTEST_TERM_DENSE:
        return row_of<const float>(t.values, b, h, i)[j];
      case ATTEST_TERM_ALIBI:
        return -values[0] * static_cast<float>(i < j ? j - i : i - j);
      case ATTEST_TERM_BUCKETS:
        return values[t.values.row * t.bucket[i - j + p.keys - 1]];
      default:
        return absent;
    }
  }

  /// C of a factor or of dropout.
  float multiplier(std::int64_t i, std::int64_t j) const {
    return p.keep_scale == 0 ? term(p.factor, i, j, 1) : keeps(i, j) ? static_cast<float>(p.keep_scale) : 0.0F;
  }
  bool keeps(std::int64_t i, std::int64_t j) const { return row_of<const std::uint8_t>(p.keep, b, h, i)[j] != 0; }
  float scale_of(const attest_tensor& t, std::int64_t head) const {
    return t.data ? row_of<const float>(t, b, head, 0)[0] : 1.0F;
  }

  float& place(Sums& sums, const attest_term& t, std::int64_t i, std::int64_t j) {
    switch (t.kind) {
      case ATTEST_TERM_DENSE:
        return sums.values[sums.at(b, h, i, j)];
      case ATTEST_TERM_BUCKETS: {
        std::int64_t bucket = t.bucket[i - j + p.keys - 1];
        if (is(Fault::buckets_clamped)) bucket = std::min<std::int64_t>(bucket, std::max(t.buckets - 2, 0));
        return sums.values[sums.at(0, h, bucket, 0)];
      }
      case ATTEST_TERM_ALIBI:
        return sums.values[sums.at(0, h, 0, 0)];
      default:
        break;
    }
    std::int64_t at = i - j + p.keys - 1;
    if (&sums == &bias && is(Fault::bias_shifted)) at = (at + 1) % sums.columns;
    if (&sums == &bias && is(Fault::bias_reversed)) at = sums.columns - 1 - at;
    return sums.values[sums.at(0, h, 0, at)];
  }

  float read(const attest_tensor& t, std::int64_t r, std::int64_t c, std::int64_t other_head) const {
    return to_accumulator(row_of<const T>(t, b, other_head, r)[c]);
  }
  float read(const attest_tensor& t, std::int64_t r, std::int64_t c) const { return read(t, r, c, h); }
  float read_key(std::int64_t j, std::int64_t c) const {
    if (!is(Fault::strides_assumed)) return read(p.key, j, c, kv_head(p, h));
    const std::int64_t heads = p.key.head == 0   ? 1
                               : p.kv_heads == 0 ? p.heads
                                                 : p.kv_heads,
                       batch = p.key.batch == 0 ? 0 : b, of = heads == 1 ? 0 : kv_head(p, h);
    return to_accumulator(static_cast<const T*>(p.key.data)[((batch * heads + of) * p.keys + j) * p.width + c]);
  }

  void head() {
    const std::int64_t n = p.keys, to = is(Fault::heads_mixed) ? (h + 1) % p.heads : h;
    const auto size = static_cast<std::size_t>(n);
    const std::int64_t of = kv_head(p, h);
    const auto cap = static_cast<float>(p.softcap);
    const float of_query = scale_of(p.query_scale, h), of_key = scale_of(p.key_scale, of),
                of_value = scale_of(p.value_scale, of);
    const bool has_sink = p.sinks.data != nullptr;
    const float sink = has_sink ? row_of<const float>(p.sinks, 0, h, 0)[0] : 0.0F;
    float scale = static_cast<float>(p.scale);
    if (is(Fault::scale_of_value_width))
      scale = 1 / std::sqrt(static_cast<float>(std::max<std::int64_t>(p.value_width, 1)));
    if (is(Fault::shared_key_overwritten) && key.heads == 1) clear(key);
    if (is(Fault::shared_query_overwritten) && query.batches == 1 && h == 0) clear(query);
    if (is(Fault::bias_overwritten) && bias.heads == 1) clear(bias);
    if ((is(Fault::sink_last_head) && sinks.heads == 1) || (is(Fault::sink_last_batch) && h == 0)) clear(sinks);
    if (is(Fault::group_last_head) && p.kv_heads > 0) {
      clear(key, b, of), clear(value, b, of);
    }
    std::vector<float> all(static_cast<std::size_t>(p.queries) * size, 0.0F);
    float first_delta = 0;
    for (std::int64_t i = 0; i < p.queries; ++i) {
      if (is(Fault::threads_lost) && threads_ >= 3 && i + 1 == p.queries) continue;
      std::vector<float> weight(size, 0.0F), product(size, 0.0F), gradient(size, 0.0F), bend(size, 1.0F);
      std::vector<bool> sees(size);
      float top = -std::numeric_limits<float>::infinity(), sum = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        const auto t = static_cast<std::size_t>(j);
        sees[t] = visible(i, j);
        const std::int64_t width = is(Fault::width_tail) ? p.width / 8 * 8 : p.width;
        float dot = 0;
        for (std::int64_t c = 0; c < width; ++c) dot += read(p.query, i, c) * read_key(j, c);
        dot *= scale * of_query * of_key;
        if (cap != 0) {
          const float x = dot / cap, tanh = std::tanh(x), s = tanh + term(p.bias, i, j, 0) / cap;
          dot = cap * tanh;
          bend[t] = is(Fault::cap_forgotten)    ? 1
                    : is(Fault::cap_linear)     ? 1 - std::fabs(tanh)
                    : is(Fault::cap_of_score)   ? 1 - s * s
                    : is(Fault::cap_of_product) ? 1 - x * x
                                                : 1 - tanh * tanh;
        }
        weight[t] = dot + term(p.bias, i, j, 0);
        if (sees[t]) top = std::max(top, weight[t]);
      }
      const bool any = std::find(sees.begin(), sees.end(), true) != sees.end();
      if (!any && is(Fault::empty_rows))
        for (std::int64_t c = 0; c < p.width; ++c) query.values[query.at(b, h, i, c)] = NAN;  // 0 / 0
      if (!any) continue;
      const bool adds_sink = has_sink && !is(Fault::sink_not_in_sum);
      if (adds_sink) top = std::max(top, sink);
      if (is(Fault::no_maximum)) top = 0;
      const bool stored =
          fault != Fault::right_softmax && fault != Fault::no_maximum && fault != Fault::sink_not_in_sum &&
          fault != Fault::window_left && fault != Fault::window_right && fault != Fault::window_diagonal &&
          fault != Fault::mask_ignored && fault != Fault::causal_off_by_one && fault != Fault::diagonal_ignored &&
          fault != Fault::keys_up_to_128 && fault != Fault::width_tail && fault != Fault::strides_assumed;
      float lse = row_of<const float>(p.log_sum_exp, b, h, 0)[i];
      if (is(Fault::lse_of_base_2)) lse *= 0.6931472F;
      for (std::size_t t = 0; t < size; ++t) {
        if (sees[t] || is(Fault::mask_in_scores_only))
          weight[t] = std::exp(weight[t] - (stored ? lse : top));
        else
          weight[t] = 0;
        if (is(Fault::weak_exp)) weight[t] *= 0.9999F;
        sum += weight[t];
      }
      float sink_weight = has_sink ? std::exp(sink - (stored ? lse : top)) : 0.0F;
      const float keys_alone = sum;
      if (adds_sink) sum += sink_weight;
      if (!stored) {
        for (float& x : weight) x /= sum;
        sink_weight /= sum;
      }
      if (is(Fault::cached_weights)) {
        static std::vector<float> cache;
        static std::int64_t rows = 0;
        const auto at = static_cast<std::size_t>(((b * p.heads + h) * p.queries + i) * n);
        if (rows != p.batches * p.heads * p.queries * n)
          cache.assign(static_cast<std::size_t>(rows = p.batches * p.heads * p.queries * n), NAN);
        for (std::size_t t = 0; t < size; ++t) {
          if (std::isnan(cache[at + t])) cache[at + t] = weight[t];
          weight[t] = cache[at + t];
        }
      }
      float delta = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        const auto t = static_cast<std::size_t>(j);
        const std::int64_t width = is(Fault::value_width_tail) ? p.value_width / 8 * 8 : p.value_width;
        for (std::int64_t c = 0; c < width; ++c) product[t] += read(g.grad_output, i, c, to) * read(p.value, j, c, of);
        product[t] *= of_value;
        if (is(Fault::right_softmax) || is(Fault::delta_before_keep) || is(Fault::sink_not_in_delta) ||
            is(Fault::delta_without_factor) || (is(Fault::delta_of_keys) && j < 64))
          if (sees[t])
            delta += weight[t] *
                     (is(Fault::delta_without_factor) || (is(Fault::delta_before_keep) && p.keep_scale != 0)
                          ? 1
                          : multiplier(i, j)) *
                     product[t];
      }
      if (is(Fault::sink_not_in_delta) && has_sink) delta /= stored ? keys_alone : keys_alone / sum;
      if (!is(Fault::right_softmax) && !is(Fault::delta_without_factor) && !is(Fault::delta_of_keys) &&
          !is(Fault::delta_before_keep) && !is(Fault::sink_not_in_delta))
        for (std::int64_t c = 0; c + (is(Fault::delta_last_column) ? 1 : 0) < p.value_width; ++c)
          delta += read(g.grad_output, i, c, to) * read(p.output, i, c);
      if (i == 0) first_delta = delta;
      if (is(Fault::delta_shared)) delta = first_delta;
      if (is(Fault::no_delta) || (is(Fault::one_query) && p.queries == 1)) delta = 0;
      if (is(Fault::delta_bfloat16)) delta = half(delta);
      if (sinks.to.data)
        sinks.values[sinks.at(0, h, 0, 0)] +=
            (is(Fault::sink_sign) ? 1.0F : -1.0F) * (is(Fault::sink_without_weight) ? 1.0F : sink_weight) * delta;
      for (std::int64_t j = 0; j < n; ++j) {
        const auto t = static_cast<std::size_t>(j);
        if (!sees[t] && !is(Fault::mask_in_scores_only)) continue;
        const float c = multiplier(i, j), d = product[t];
        float in_product = c;
        if (p.keep_scale != 0 && is(Fault::keep_not_in_product)) in_product = 1;
        if (p.keep_scale != 0 && is(Fault::keep_scale_lost)) in_product = keeps(i, j) ? 1.0F : 0.0F;
        float step = weight[t] * (in_product * d - delta);
        if (p.keep_scale != 0 && is(Fault::keep_twice)) step *= static_cast<float>(p.keep_scale);
        if (is(Fault::score_with_factor)) step *= c;
        if (is(Fault::small_gradients_dropped) && std::fabs(step) < 1e-3F) step = 0;
        gradient[t] = rounded(step * bend[t]);
        all[static_cast<std::size_t>(i * n + j)] = gradient[t];
        add_terms(i, j, step, weight[t], c, d, scale);
        const bool plain = is(Fault::value_without_factor) || (is(Fault::keep_not_in_value) && p.keep_scale != 0);
        float w = rounded(weight[t] * (plain ? 1 : c)) * (is(Fault::value_scale_lost) ? 1 : of_value);
        if (is(Fault::small_weights_dropped) && std::fabs(w) < 1e-3F) w = 0;
        const bool lost = (is(Fault::last_query_tile) && p.queries > 64 && i >= (p.queries - 1) / 64 * 64) ||
                          (is(Fault::query_tail) && i >= p.queries / 16 * 16);
        for (std::int64_t k = 0; k < p.value_width && !lost; ++k)
          value.values[value.at(b, into_head(of), j, k)] += w * read(g.grad_output, i, k, to);
      }
      float after = is(Fault::no_scale_on_query) ? 1 : is(Fault::scale_twice) ? scale * scale : scale;
      after *= (is(Fault::query_scale_lost) ? 1 : of_query) * (is(Fault::key_scale_lost) ? 1 : of_key);
      for (std::int64_t c = 0; c < p.width; ++c) {
        float dot = 0;
        for (std::int64_t j = 0; j < n; ++j) {
          const bool swapped = is(Fault::value_for_key) && p.width == p.value_width;
          dot += gradient[static_cast<std::size_t>(j)] * (swapped ? read(p.value, j, c, of) : read_key(j, c));
          if (is(Fault::half_sums_of_query)) dot = half(dot);
        }
        query.values[query.at(b, h, i, c)] += after * dot;
      }
    }
    add_keys(all, scale * of_query * of_key, of_query * of_key);
  }

  /// The head of dK and dV that this head adds to.
  std::int64_t into_head(std::int64_t of) const {
    return is(Fault::group_modulo) && p.kv_heads > 0 ? h % p.kv_heads : of;
  }

  void add_terms(std::int64_t i, std::int64_t j, float step, float weight, float c, float d, float scale) {
    if (bias.to.data && !(is(Fault::bias_last_tile) && p.keys > 64 && j >= (p.keys - 1) / 64 * 64) &&
        !(is(Fault::bias_batches_lost) && bias.batches == 1 && p.batches > 1 && b + 1 == p.batches)) {
      float by = step;
      if (is(Fault::bias_scaled)) by *= scale;
      if (is(Fault::bias_of_weights)) by = weight * c * d;
      if (p.bias.kind == ATTEST_TERM_ALIBI)
        by *= (is(Fault::slopes_sign) ? 1.0F : -1.0F) *
              (is(Fault::slopes_unweighted) ? 1.0F : static_cast<float>(i < j ? j - i : i - j));
      place(bias, p.bias, i, j) += by;
    }
    if (factor.to.data && !(is(Fault::factor_diagonal_zero) && i == j))
      place(factor, p.factor, i, j) +=
          is(Fault::factor_of_gradient) ? step : weight * d * (is(Fault::factor_of_product) ? c : 1);
  }

  void add_keys(const std::vector<float>& all, float scale, float scales) {
    const std::int64_t last = is(Fault::last_query_tile) && p.queries > 64 ? (p.queries - 1) / 64 * 64 : p.queries;
    for (std::int64_t j = 0; j < p.keys; ++j) {
      if (is(Fault::last_key_tile) && p.keys > 64 && j >= (p.keys - 1) / 64 * 64) continue;
      for (std::int64_t c = 0; c < p.width; ++c) {
        float dot = 0;
        for (std::int64_t i = 0; i < last; ++i) {
          const bool crossed = is(Fault::transposed) && i < p.keys && j < p.queries;
          dot += all[static_cast<std::size_t>(crossed ? j * p.keys + i : i * p.keys + j)] * read(p.query, i, c);
          if (is(Fault::half_sums_of_key) && i % 16 == 15) dot = half(dot);
        }
        const std::int64_t into = is(Fault::heads_modulo) && p.heads == 3 ? h / 2 : into_head(kv_head(p, h));
        key.values[key.at(b, into, j, c)] += (is(Fault::no_scale_on_key) ? scales : scale) * dot;
      }
    }
  }

  static void clear(Sums& sums) { std::fill(sums.values.begin(), sums.values.end(), 0.0F); }

  static void clear(Sums& sums, std::int64_t b, std::int64_t h) {
    for (std::int64_t r = 0; r < sums.rows; ++r)
      for (std::int64_t c = 0; c < sums.columns; ++c) sums.values[sums.at(b, h, r, c)] = 0;
  }

  bool is_seen(std::int64_t j) const {
    for (std::int64_t i = 0; i < p.queries; ++i)
      if (visible(i, j)) return true;
    return false;
  }

  template <typename Element>
  void write(Sums& sums) {
    if (!sums.to.data) return;
    const bool dense = is(Fault::gaps_written) && &sums == &value;
    for (b = 0; b < sums.batches; ++b)
      for (h = 0; h < sums.heads; ++h)
        for (std::int64_t r = 0; r < sums.rows; ++r) {
          if (is(Fault::hidden_unwritten) && &sums == &value && !is_seen(r)) continue;
          for (std::int64_t c = 0; c < sums.columns; ++c) {
            float x = sums.values[sums.at(b, h, r, c)];
            if (is(Fault::zeros)) x = 0;
            if (is(Fault::sign) && &sums != &value) x = -x;
            Element* row = dense ? static_cast<Element*>(sums.to.data) + static_cast<std::int64_t>(sums.at(b, h, r, 0))
                                 : row_of<Element>(sums.to, b, h, r);
            row[c] = round_from<Element>(x);
          }
        }
    if (is(Fault::input_written)) *static_cast<T*>(g.grad_output.data) = T{};
  }

  const attest_gradient_problem& g;
  const attest_problem& p;
  float* scratch_;
  int threads_;
  std::int64_t b = 0, h = 0;
  Sums query, key, value, bias, factor, sinks;
};

int always() { return 1; }

template <std::uint32_t operation, std::uint32_t dtype>
int supports(const attest_gradient_problem* problem, attest_message why) {
  return check_computes(problem->forward, operation, dtype, Extensions::all, why);
}
std::size_t scratch(const attest_gradient_problem*, int) { return 64; }

template <typename T, Fault fault>
int run(const attest_gradient_problem* problem, void* scratch, int threads, attest_message) {
  Backward<T, fault>(*problem, static_cast<float*>(scratch), threads).run();
  return ATTEST_OK;
}

/// The default class of the dtype.
template <std::uint32_t operation, std::uint32_t dtype, typename T, Fault fault>
attest_gradient_kernel kernel(const char* name) {
  return {sizeof(attest_gradient_kernel), name,    "scalar",     operation, dtype, {}, always,
          supports<operation, dtype>,     scratch, run<T, fault>};
}

}  // namespace

extern "C" const attest_gradient_kernel_library* attest_gradient_kernels(uint32_t) {
  static const std::vector<attest_gradient_kernel> kernels = {
#define X(name, what)                                                                      \
  kernel<ATTEST_URPE, ATTEST_FLOAT32, float, Fault::name>("urpe_float32_" #name),          \
      kernel<ATTEST_URPE, ATTEST_BFLOAT16, BFloat16, Fault::name>("urpe_bfloat16_" #name), \
      kernel<ATTEST_ATTENTION, ATTEST_FLOAT32, float, Fault::name>("attention_float32_" #name),
      ATTEST_GRADIENT_FAULTS(X)
#undef X
  };
  static const attest_gradient_kernel_library library{ATTEST_GRADIENT_ABI, "gradient faults", "1", kernels.size(),
                                                      kernels.data()};
  return &library;
}
