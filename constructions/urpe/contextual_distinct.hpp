// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "constructions/urpe/contextual_evaluator.hpp"
#include "constructions/urpe/contextual_mapping.hpp"

namespace attest::constructions {

/// Runs work(0), ..., work(threads - 1) at once, and throws what the first of them in this order threw.
inline void in_parallel(unsigned threads, const std::function<void(unsigned)>& work) {
  std::vector<std::exception_ptr> thrown(threads);
  std::vector<std::thread> others;
  const auto guarded = [&](unsigned thread) {
    try {
      work(thread);
    } catch (...) {
      thrown[thread] = std::current_exception();
    }
  };
  for (unsigned thread = 1; thread < threads; ++thread) others.emplace_back(guarded, thread);
  guarded(0);
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }
}

/// How many of the values of all inputs are distinct, and the least that is not.
///
/// Values are dealt into buckets by a scrambled number, so that equal ones meet in one bucket, and each bucket is small
/// enough for the cache when it is sorted. Two walks over the inputs: the first counts what goes into each bucket, the
/// second puts it there. If the buckets do not fit into the memory allowed, the second walk is made several times.
template <class Int>
class DistinctValues {
 public:
  DistinctValues(const ScaledConstruction& scaled, std::uint64_t inputs, const ContextualOptions& options)
      : scaled_(scaled),
        inputs_(inputs),
        options_(options),
        per_input_(options.token ? 1 : scaled.tokens),
        threads_(
            static_cast<unsigned>(std::clamp<std::uint64_t>(options.threads, 1, std::min<std::uint64_t>(inputs, 64)))) {
    // An mpz_class holds a pointer to its limbs, of which few are expected.
    const std::uint64_t size = std::is_same_v<Int, mpz_class> ? 64 : sizeof(Int);
    most_at_once_ = std::max<std::uint64_t>(options.memory / size, 1);
    const std::uint64_t values = inputs_ * per_input_,
                        bucket = std::clamp<std::uint64_t>(most_at_once_ / 4, 1, kBucket);
    while (bucket_bits_ < 20 && (values >> bucket_bits_) > bucket) ++bucket_bits_;
    counts_.assign(threads_, std::vector<std::uint64_t>(buckets(), 0));
  }

  void count() {
    for_each_value([&](unsigned thread, const Int& value) { ++counts_[thread][bucket_of(value)]; });
    for (std::uint64_t from = 0, to; from < buckets(); from = to) {
      std::uint64_t held = 0;
      for (to = from; to < buckets() && (to == from || held + size_of(to) <= most_at_once_); ++to) held += size_of(to);
      pass(from, to, held);
    }
  }

  std::uint64_t distinct() const { return distinct_; }
  const std::optional<Int>& least_repeated() const { return least_repeated_; }

 private:
  // Values in a bucket, about. Smaller ones sort faster and are slower to deal into; measured at 2^26 values.
  static constexpr std::uint64_t kBucket = 131072;

  std::uint64_t buckets() const { return std::uint64_t{1} << bucket_bits_; }
  std::uint64_t bucket_of(const Int& value) const {
    return bucket_bits_ == 0 ? 0 : scrambled(value) >> (64 - bucket_bits_);
  }
  std::uint64_t size_of(std::uint64_t bucket) const {
    std::uint64_t size = 0;
    for (const auto& by_bucket : counts_) size += by_bucket[bucket];
    return size;
  }

  // visit(thread, value) for every value; each thread walks over its own stretch of the inputs.
  template <class Visit>
  void for_each_value(const Visit& visit) const {
    in_parallel(threads_, [&](unsigned thread) {
      ContextualEvaluator<Int> evaluator(scaled_);
      const std::uint64_t from = stretch(thread), to = stretch(thread + 1);
      evaluator.go_to(from);
      for (std::uint64_t input = from; input < to; ++input, evaluator.go_on()) {
        if ((input & 0xffff) == 0 && options_.interrupted && options_.interrupted->load())
          throw std::runtime_error("interrupted");
        const std::vector<Int>& values = evaluator.evaluate();
        if (options_.token) {
          visit(thread, values[*options_.token]);
        } else {
          for (const Int& value : values) visit(thread, value);
        }
      }
    });
  }
  std::uint64_t stretch(unsigned thread) const {
    return inputs_ / threads_ * thread + std::min<std::uint64_t>(thread, inputs_ % threads_);
  }

  // The buckets from, ..., to - 1, which hold `held` values.
  void pass(std::uint64_t from, std::uint64_t to, std::uint64_t held) {
    std::vector<Int> values(held);
    // Where each thread puts its next value of a bucket.
    std::vector<std::vector<std::uint64_t>> next(threads_, std::vector<std::uint64_t>(to - from));
    std::vector<std::uint64_t> begin(to - from + 1);
    std::uint64_t place = 0;
    for (std::uint64_t bucket = from; bucket < to; ++bucket) {
      begin[bucket - from] = place;
      for (unsigned thread = 0; thread < threads_; ++thread) {
        next[thread][bucket - from] = place;
        place += counts_[thread][bucket];
      }
    }
    begin.back() = place;
    for_each_value([&](unsigned thread, const Int& value) {
      const std::uint64_t bucket = bucket_of(value);
      if (from <= bucket && bucket < to) values[next[thread][bucket - from]++] = value;
    });

    std::vector<std::uint64_t> distinct(threads_, 0);
    std::vector<std::optional<Int>> repeated(threads_);
    in_parallel(threads_, [&](unsigned thread) {
      for (std::uint64_t bucket = thread; bucket < to - from; bucket += threads_) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin[bucket]);
        const auto last = values.begin() + static_cast<std::ptrdiff_t>(begin[bucket + 1]);
        std::sort(first, last);
        for (auto it = first; it != last; ++it) {
          const bool fresh = it == first || *it != *(it - 1);
          distinct[thread] += fresh;
          if (!fresh && (!repeated[thread] || *it < *repeated[thread])) repeated[thread] = *it;
        }
      }
    });
    for (unsigned thread = 0; thread < threads_; ++thread) {
      distinct_ += distinct[thread];
      if (repeated[thread] && (!least_repeated_ || *repeated[thread] < *least_repeated_))
        least_repeated_ = repeated[thread];
    }
  }

  const ScaledConstruction& scaled_;
  std::uint64_t inputs_;
  const ContextualOptions& options_;
  std::size_t per_input_;
  unsigned threads_;
  unsigned bucket_bits_ = 0;
  std::vector<std::vector<std::uint64_t>> counts_;  // how many values each thread has for each bucket
  std::uint64_t most_at_once_;
  std::uint64_t distinct_ = 0;
  std::optional<Int> least_repeated_;
};

}  // namespace attest::constructions
