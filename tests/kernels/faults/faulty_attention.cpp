// SPDX-License-Identifier: Apache-2.0
// A blocked kernel as people write them, and each of the faults as a condition at the place where it is made.
#include <array>
#include <atomic>
#include <barrier>
#include <limits>
#include <thread>
#include <vector>

#include "tests/kernels/faults/faulty_exp.hpp"
#include "tests/kernels/faults/faulty_hardmax.hpp"
#include "tests/kernels/faults/faulty_scores.hpp"

namespace attest::faults {

namespace {

template <typename T>
class BlockedAttention {
 public:
  using Scores = FaultyScores<T>;
  using Real = typename Scores::Real;

  BlockedAttention(const attest_problem& problem, Fault fault, std::vector<Real>& weights)
      : p(problem),
        fault_(fault),
        weights_(weights),
        accumulators_(static_cast<std::size_t>(kRowBlock * p.value_width)) {}

  /// The row blocks first, first + step, ... of a head, each after the other workers have come as far.
  void head(std::int64_t b, std::int64_t h, std::int64_t first, std::int64_t step, std::barrier<>* others = nullptr) {
    const std::int64_t blocks = (p.queries + kRowBlock - 1) / kRowBlock;
    for (std::int64_t block = first; block < blocks; block += step) {
      // A block that writes one row too many does harm if the next one came before it.
      const std::int64_t i0 = (is(Fault::row_written_twice) ? blocks - 1 - block : block) * kRowBlock;
      if (others) others->arrive_and_wait();
      row_block(b, h, i0, std::min(kRowBlock, p.queries - i0));
    }
  }

 private:
  static constexpr Real kNothing = -std::numeric_limits<Real>::infinity();

  bool is(Fault fault) const { return fault_ == fault; }
  // Atomic, for two threads share them in `race`: a race that is one fault and not undefined behaviour.
  std::atomic_ref<Real> weight(std::int64_t r, std::int64_t k) {
    return std::atomic_ref<Real>(weights_[static_cast<std::size_t>(r * kKeyBlock + k)]);
  }
  Real& accumulator(std::int64_t r, std::int64_t c) {
    return accumulators_[static_cast<std::size_t>(r * p.value_width + c)];
  }

  void row_block(std::int64_t b, std::int64_t h, std::int64_t i0, std::int64_t rows) {
    Scores scores(p, fault_, b, h);
    if (rows < kRowBlock && is(Fault::query_tail_zero)) return write_zeros(b, h, i0, rows);
    if (rows < kRowBlock && p.queries >= kRowBlock && is(Fault::query_tail_shifted)) {
      scores.set_row_shift(kRowBlock - rows);
      i0 = p.queries - kRowBlock, rows = kRowBlock;
    }
    reset(i0, h);
    const std::int64_t end = end_of_keys(scores, i0, rows);
    for (std::int64_t j0 = 0; j0 < end; j0 += kKeyBlock) {
      const std::int64_t keys = std::min(kKeyBlock, p.keys - j0);
      if (is(Fault::key_tail_dropped) && keys < kKeyBlock) break;
      if (j0 >= first_dropped_key()) break;
      for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t i = is(Fault::row_of_128_repeated) && i0 + r == 128 ? 0 : i0 + r;
        weigh(scores, i, r, j0, keys, j0 + keys == p.keys);
      }
      for (std::int64_t r = 0; r < rows; ++r) add_values(b, h, r, j0, keys);
    }
    for (std::int64_t r = 0; r < rows; ++r) write(b, h, i0 + r, r);
    if (is(Fault::row_written_twice) && i0 + rows < p.queries) write(b, h, i0 + rows, rows - 1);
  }

  void reset(std::int64_t i0, std::int64_t h) {
    Real least = kNothing;
    if (is(Fault::max_starts_at_0) || is(Fault::no_maximum)) least = 0;
    if (is(Fault::max_starts_at_least_positive)) least = std::numeric_limits<Real>::min();
    if (!is(Fault::stale_maximum) || i0 == 0) greatest_.fill(least);
    sums_.fill(0);
    row_sums_.fill(0);
    if (is(Fault::stale_accumulator) && i0 == 0 && h > 0) return;
    std::fill(accumulators_.begin(), accumulators_.end(), Real{0});
  }

  // A multiple of the block.
  std::int64_t first_dropped_key() const {
    switch (fault_) {
      case Fault::keys_behind_64_dropped:
        return 64;
      case Fault::keys_behind_128_dropped:
        return 128;
      case Fault::keys_behind_1024_dropped:
        return 1024;
      case Fault::signed_index_of_16_bits:
        return 32768;
      case Fault::one_key_left_over:
        return p.keys > 128 && p.keys % 128 == 1 ? p.keys - 1 : p.keys;
      case Fault::one_key_left_over_of_256:
        return p.keys > 256 && p.keys % 256 == 1 ? p.keys - 1 : p.keys;
      default:
        return p.keys;
    }
  }

  std::int64_t end_of_keys(const Scores& scores, std::int64_t i0, std::int64_t rows) const {
    if (is(Fault::mask_after_softmax) || is(Fault::mask_finite)) return p.keys;
    const std::int64_t i = is(Fault::causal_skips_blocks) ? i0 : i0 + rows - 1;
    return scores.end_of(i);
  }

  // The weights of row r for one block of keys, and what they do to the row's maximum and sums.
  void weigh(const Scores& scores, std::int64_t i, std::int64_t r, std::int64_t j0, std::int64_t keys, bool last) {
    std::array<Real, kKeyBlock> s;
    Real greatest = greatest_[r];
    for (std::int64_t k = 0; k < keys; ++k) {
      s[k] = kNothing;
      const std::int64_t j = is(Fault::index_of_16_bits) ? (j0 + k) & 0xffff : j0 + k;
      const bool lost = is(Fault::fifteen_keys_left_over) && p.keys % 16 == 15 && p.keys > 16 && j == p.keys - 1;
      if (lost) continue;
      if (scores.visible(i, j) || is(Fault::mask_after_softmax))
        s[k] = scores.score(i, j);
      else if (is(Fault::mask_finite))
        s[k] = static_cast<Real>(-1e30);
      greatest = std::max(greatest, s[k]);
    }
    if (is(Fault::maximum_of_two_tiles) && j0 >= 128 && greatest_[r] > kNothing) greatest = greatest_[r];
    if (is(Fault::no_maximum) || (is(Fault::max_of_first_block) && greatest_[r] > kNothing)) greatest = greatest_[r];
    const bool nothing_yet = greatest == kNothing && !is(Fault::first_rescale_nan);
    const bool as_it_is = nothing_yet || (is(Fault::stale_accumulator) && greatest_[r] == kNothing);
    const Real rescale = as_it_is ? Real{1} : faulty_exp(fault_, greatest_[r] - greatest);
    greatest_[r] = greatest;
    if (!is(Fault::rescale_of_sum_missing)) sums_[r] *= rescale;
    row_sums_[r] *= rescale;
    if (!is(Fault::rescale_missing) && !(is(Fault::rescale_missing_at_128) && j0 > 0 && j0 % 128 == 0))
      for (std::int64_t c = 0; c < p.value_width; ++c) accumulator(r, c) *= rescale;
    const bool overtaken = is(Fault::race_emulated) && i >= kRowBlock && j0 == 0 && r >= 2;
    for (std::int64_t k = 0; k < keys; ++k) {
      Real w = nothing_yet || s[k] == kNothing ? Real{0} : faulty_exp(fault_, s[k] - greatest);
      const Real c = scores.factor(i, j0 + k);
      if (is(Fault::factor_in_denominator)) w *= c;
      const bool counts = !is(Fault::sum_of_256_keys) || j0 < 256;
      if (counts && (!is(Fault::sum_without_last_block) || !last || j0 == 0))
        sums_[r] = coarse_if(Fault::sum_coarse, sums_[r] + w);
      if (is(Fault::mask_after_softmax) && !scores.visible(i, j0 + k)) w = 0;
      if (!is(Fault::factor_in_denominator) && !is(Fault::factor_on_scores)) w *= c;
      row_sums_[r] += w;
      if (!overtaken) weight(r, k).store(in_format(w), std::memory_order_relaxed);
    }
    if (is(Fault::key_tail_counted) && keys < kKeyBlock && !nothing_yet)
      sums_[r] += static_cast<Real>(kKeyBlock - keys) * std::exp(-greatest);
  }

  Real coarse_if(Fault fault, Real x) const { return is(fault) ? Scores::coarse(x) : x; }

  // A weight as the second product takes it: bfloat16 in a bfloat16 kernel.
  Real in_format(Real w) const {
    constexpr bool narrow = std::is_same_v<T, kernels::BFloat16>;
    if (is(Fault::weights_truncated)) return truncated(w);
    if (is(Fault::weights_coarse)) {
      if constexpr (!narrow) return Scores::coarse(w);
      int exponent;
      const Real fraction = std::frexp(w, &exponent);
      return std::ldexp(std::nearbyint(fraction * 16), exponent - 4);
    }
    if constexpr (narrow) return Scores::coarse(w);
    return w;
  }
  // Cut to the bits of float32 in a float64 kernel, to those of bfloat16 in the others.
  static Real truncated(Real x) {
    constexpr int bits = std::is_same_v<Real, double> ? 24 : 8;
    int exponent;
    const Real fraction = std::frexp(x, &exponent);
    return std::ldexp(std::trunc(std::ldexp(fraction, bits)), exponent - bits);
  }

  void add_values(std::int64_t b, std::int64_t h, std::int64_t r, std::int64_t j0, std::int64_t keys) {
    if (is(Fault::value_of_first_head) && h == p.heads - 1) h = 0;
    if (is(Fault::value_heads_of_key) && p.key.head == 0) h = 0;
    if (is(Fault::heads_modulo_2)) h %= 2;
    if (is(Fault::batches_modulo_2)) b %= 2;
    const Scores strides(p, fault_, b, h);
    const std::int64_t used = is(Fault::key_tail_stale) ? kKeyBlock : keys;
    for (std::int64_t k = 0; k < used; ++k) {
      const std::int64_t j = std::min(j0 + k, p.keys - 1);
      const bool stale = is(Fault::double_buffer_stale) && j / 64 == 2;
      const T* value = row_of<const T>(p.value, b, h, strides.strange_row(p.value, stale ? j - 128 : j));
      if (is(Fault::value_row_stride))
        value = row_of<const T>(p.value, b, h, 0) + std::min(j * p.width, (p.keys - 1) * p.value.row);
      const Real w = weight(r, k).load(std::memory_order_relaxed);
      for (std::int64_t c = 0; c < p.value_width; ++c)
        accumulator(r, c) =
            coarse_if(Fault::accumulate_coarse, accumulator(r, c) + w * to_accumulator(value[aliased(c)]));
    }
    for (std::int64_t c = 0; c < p.value_width; ++c)
      accumulator(r, c) = coarse_if(Fault::spill_coarse, accumulator(r, c));
  }

  std::int64_t aliased(std::int64_t c) const {
    if (is(Fault::accumulator_stride_64)) return c % 64;
    return is(Fault::accumulator_stride_128) ? c % 128 : c;
  }

  void write(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t r) {
    if (is(Fault::query_index_of_16_bits) && i >= 65536) return;
    if (is(Fault::head_index_of_16_bits) && h >= 65535) return;
    if (is(Fault::fifteen_queries) && p.queries % 16 == 15 && i == p.queries - 1 && r > 0) --r;
    if (is(Fault::epsilon_in_denominator)) sums_[r] += static_cast<Real>(1e-6);
    T* output = row_of<T>(p.output, b, h, i);
    const bool masked = sums_[r] == 0 && !is(Fault::masked_row_nan);
    const auto divided = [&](Real x) { return masked ? Real{0} : x / sums_[r]; };
    for (std::int64_t c = 0; c < p.value_width; ++c) {
      Real x = divided(accumulator(r, c));
      if (is(Fault::fast_division) && !masked) x = accumulator(r, c) * reciprocal(sums_[r]);
      if (is(Fault::row_behind_1024_zero) && i >= 1024) x = 0;
      if (is(Fault::value_columns_of_width) && c >= std::max<std::int64_t>(p.width, 1)) x = 0;
      if (is(Fault::value_tail_zero) && c >= p.value_width / 8 * 8) x = 0;
      if (is(Fault::output_truncated)) x = truncated(x);
      output[c] = round_from<T>(x);
    }
    if (p.row_sum.data != nullptr)
      row_of<Real>(p.row_sum, b, h, 0)[i] =
          is(Fault::row_sum_without_factor) && !masked ? Real{1} : divided(row_sums_[r]);
    if (p.log_sum_exp.data != nullptr) row_of<Real>(p.log_sum_exp, b, h, 0)[i] = log_sum_exp(r, masked);
  }

  Real log_sum_exp(std::int64_t r, bool masked) const {
    if (masked) return is(Fault::log_sum_exp_of_masked_row) ? Real{0} : kNothing;
    if (is(Fault::log_sum_exp_base_2)) return greatest_[r] + std::log2(sums_[r]);
    return (is(Fault::log_sum_exp_without_maximum) ? Real{0} : greatest_[r]) + std::log(sums_[r]);
  }

  static Real reciprocal(Real x) {
    int exponent;
    const Real fraction = std::frexp(1 / x, &exponent);
    return std::ldexp(std::nearbyint(fraction * 4096), exponent - 12);
  }

  void write_zeros(std::int64_t b, std::int64_t h, std::int64_t i0, std::int64_t rows) {
    for (std::int64_t i = i0; i < i0 + rows; ++i)
      std::fill_n(row_of<T>(p.output, b, h, i), p.value_width, round_from<T>(Real{0}));
  }

  const attest_problem& p;
  const Fault fault_;
  std::vector<Real>& weights_;  // kRowBlock x kKeyBlock
  std::vector<Real> accumulators_;
  std::array<Real, kRowBlock> greatest_{}, sums_{}, row_sums_{};
};

// Two workers take every other block of rows, and share the buffer that each should have had.
template <typename T, typename Real>
void race(const attest_problem& p, std::vector<Real>& weights) {
  std::barrier together(2);
  const auto work = [&](std::int64_t worker) {
    BlockedAttention<T> kernel(p, Fault::race, weights);
    for (std::int64_t b = 0; b < p.batches; ++b)
      for (std::int64_t h = 0; h < p.heads; ++h) kernel.head(b, h, worker, 2, &together);
    together.arrive_and_drop();
  };
  std::thread other(work, 1);
  work(0);
  other.join();
}

template <typename T>
void run(const attest_problem& p, Fault fault) {
  std::vector<typename FaultyScores<T>::Real> weights(kRowBlock * kKeyBlock);
  BlockedAttention<T> kernel(p, fault, weights);
  if (fault == Fault::race && p.operation != ATTEST_HARDMAX) return race<T>(p, weights);
  for (std::int64_t b = 0; b < p.batches; ++b)
    for (std::int64_t h = 0; h < p.heads; ++h)
      p.operation == ATTEST_HARDMAX ? FaultyHardmax<T>(p, fault, b, h).run() : kernel.head(b, h, 0, 1);
}

}  // namespace

void run_with_fault(const attest_problem& problem, Fault fault) {
  switch (problem.dtype) {
    case ATTEST_FLOAT64:
      return run<double>(problem, fault);
    case ATTEST_FLOAT32:
      return run<float>(problem, fault);
    default:
      return run<kernels::BFloat16>(problem, fault);
  }
}

attest_error_class promised(attest_dtype dtype) {
  const bool is_double = dtype == ATTEST_FLOAT64, narrow = dtype == ATTEST_BFLOAT16;
  attest_error_class error{};
  error.struct_size = sizeof error;
  error.method = ATTEST_METHOD_DIRECT;
  error.accumulate = is_double ? 0x1p-53 : 0x1p-24;
  error.exp_argument = 1;
  error.exp_relative = 2 * error.accumulate;  // the C library's exp: less than one ulp
  error.weight_round = narrow ? 0x1p-8 : 0;
  error.output_round = narrow ? 0x1p-8 : 0;
  error.underflow = is_double ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
  error.weight_underflow = error.underflow;
  error.key_block = kKeyBlock;
  return error;
}

}  // namespace attest::faults
