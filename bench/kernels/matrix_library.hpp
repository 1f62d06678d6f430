// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "bench/kernels/composed.hpp"
#include "bench/kernels/contender.hpp"

namespace attest::bench {

/// Attention over a library that multiplies matrices: scores, softmax_rows, product with value, head by head. Products
/// is a class with static scores(n, d, scale, query, key, S): S = scale * query key^T, and values(n, d, A, value,
/// output).
template <typename Products>
class Composed final : public Contender {
 public:
  Composed(const Setting& s, const Inputs& inputs) : s_(s), in_(inputs) {
    if (s.dtype != ATTEST_FLOAT32) throw Absent{"float32 only"};
    const auto matrix = static_cast<std::size_t>(s.length * s.length);
    const auto terms = [&](const std::vector<float>& families, std::vector<float>& to) {
      to.resize(matrix * static_cast<std::size_t>(s.heads));
      for (std::int64_t h = 0; h < s.heads; ++h)
        spread(s, families.data() + h * (2 * s.length - 1), to.data() + h * s.length * s.length);
    };
    if (s.operation != ATTEST_ATTENTION) terms(inputs.bias, bias_);
    if (s.operation == ATTEST_URPE) terms(inputs.factor, factor_);
    scores_.resize(matrix);
    output_.resize(inputs.query.size());
    Products::set_threads(s.threads);
  }

  double run() override {
    const double start = now();
    const float scale = 1 / std::sqrt(static_cast<float>(s_.width));
    for (std::int64_t head = 0; head < s_.batches * s_.heads; ++head) {
      const std::int64_t at = head * s_.length * s_.width, term = head % s_.heads * s_.length * s_.length;
      Products::scores(s_.length, s_.width, scale, &in_.query[static_cast<std::size_t>(at)],
                       &in_.key[static_cast<std::size_t>(at)], scores_.data());
      softmax_rows(scores_.data(), s_.length, bias_.empty() ? nullptr : bias_.data() + term,
                   factor_.empty() ? nullptr : factor_.data() + term, s_.threads);
      Products::values(s_.length, s_.width, scores_.data(), &in_.value[static_cast<std::size_t>(at)],
                       &output_[static_cast<std::size_t>(at)]);
    }
    return now() - start;
  }

  std::size_t held() const override { return output_.size() * sizeof(float); }

  std::vector<float> output() override { return output_; }

 private:
  Setting s_;
  const Inputs& in_;
  std::vector<float> bias_, factor_, scores_, output_;
};

}  // namespace attest::bench
