// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

#include "tests/kernels/faults/faulty_exp.hpp"
#include "tests/kernels/faults/faulty_scores.hpp"

namespace attest::faults {

/// Hardmax attention of one (batch, head), row by row, with the faults of scores, masks, factors and ties.
template <typename T>
class FaultyHardmax {
 public:
  using Real = typename FaultyScores<T>::Real;

  FaultyHardmax(const attest_problem& problem, Fault fault, std::int64_t batch, std::int64_t head)
      : p(problem), fault_(fault), b(batch), h(head), scores_(problem, fault, batch, head) {}

  void run() {
    for (std::int64_t i = 0; i < p.queries; ++i) {
      weigh(i);
      write(i);
    }
  }

 private:
  bool is(Fault fault) const { return fault_ == fault; }

  void weigh(std::int64_t i) {
    weights_.assign(static_cast<std::size_t>(p.keys), 0);
    std::vector<Real> scores(weights_.size(), -std::numeric_limits<Real>::infinity());
    Real greatest = -std::numeric_limits<Real>::infinity();
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (!scores_.visible(i, static_cast<std::int64_t>(j))) continue;
      scores[j] = scores_.score(i, static_cast<std::int64_t>(j));
      greatest = std::max(greatest, scores[j]);
    }
    if (greatest == -std::numeric_limits<Real>::infinity()) return;
    const Real least = is(Fault::hardmax_tolerance) ? greatest - Real{0x1p-6} : greatest;
    Real total = 0;
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (is(Fault::hardmax_by_softmax))
        weights_[j] = std::exp(16 * (scores[j] - greatest));
      else if (scores[j] >= least)
        choose(j, total > 0);
      total += weights_[j];
    }
    const bool shared = p.ties == ATTEST_TIES_UNIFORM && !is(Fault::hardmax_ties_not_shared);
    if (!shared && !is(Fault::hardmax_by_softmax)) return;
    for (Real& weight : weights_) weight /= total;
  }

  // Key j has the greatest score, and an earlier one had it too.
  void choose(std::size_t j, bool again) {
    if (is(Fault::hardmax_tie_of_first_tile) && again && j >= 64) return;
    if (p.ties == ATTEST_TIES_FIRST && again && !is(Fault::hardmax_last_tie)) return;
    if (p.ties == ATTEST_TIES_FIRST && again) weights_.assign(weights_.size(), 0);
    weights_[j] = 1;
  }

  void write(std::int64_t i) {
    Real row_sum = 0;
    for (std::size_t j = 0; j < weights_.size(); ++j) {
      weights_[j] *= scores_.factor(i, static_cast<std::int64_t>(j));
      row_sum += weights_[j];
    }
    T* output = row_of<T>(p.output, b, h, i);
    for (std::int64_t c = 0; c < p.value_width; ++c) {
      Real sum = 0;
      for (std::size_t j = 0; j < weights_.size(); ++j)
        sum += weights_[j] * to_accumulator(row_of<const T>(p.value, b, h, static_cast<std::int64_t>(j))[c]);
      output[c] = round_from<T>(sum);
    }
    if (p.row_sum.data != nullptr) row_of<Real>(p.row_sum, b, h, 0)[i] = row_sum;
  }

  const attest_problem& p;
  const Fault fault_;
  const std::int64_t b, h;
  FaultyScores<T> scores_;
  std::vector<Real> weights_;
};

}  // namespace attest::faults
