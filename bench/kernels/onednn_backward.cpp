// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/backward.hpp"

#ifdef ATTEST_BENCH_ONEDNN
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <oneapi/dnnl/dnnl.hpp>
#endif

namespace attest::bench {

#ifdef ATTEST_BENCH_ONEDNN

namespace {

using dnnl::memory;
using Dims = memory::dims;

dnnl::engine& engine() {
  static dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}

/// to[m, n] = (or +=) scale * left[m, k] right[k, n], made once; strides say what is transposed.
class Product {
 public:
  Product(Dims left, Dims left_strides, Dims right, Dims right_strides, memory::data_type type, bool add, float scale)
      : left_({left, type, left_strides}),
        right_({right, type, right_strides}),
        to_({left[0], right[1]}, memory::data_type::f32, Dims{right[1], 1}) {
    dnnl::primitive_attr attributes;
    if (scale != 1) attributes.set_output_scales(0, {scale});
    if (add) {
      dnnl::post_ops sum;
      sum.append_sum(1);
      attributes.set_post_ops(sum);
    }
    matmul_ = dnnl::matmul(dnnl::matmul::primitive_desc(dnnl::matmul::desc(left_, right_, to_), attributes, engine()));
  }

  void run(dnnl::stream& stream, const void* left, const void* right, float* to) {
    matmul_.execute(stream, {{DNNL_ARG_SRC, memory(left_, engine(), const_cast<void*>(left))},
                             {DNNL_ARG_WEIGHTS, memory(right_, engine(), const_cast<void*>(right))},
                             {DNNL_ARG_DST, memory(to_, engine(), to)}});
  }

 private:
  memory::desc left_, right_, to_;
  dnnl::matmul matmul_;
};

class OneDnnBackward final : public Backward {
 public:
  OneDnnBackward(const Setting& s, const Inputs& in, const Stored& stored)
      : s_(s), in_(in), stored_(stored), stream_(engine()), rows_(std::min<std::int64_t>(s.length, 128)) {
    if (s.length % rows_ != 0) throw Absent{"lengths that are multiples of 128 only"};
    if (s.threads != 1) throw Absent{"one thread only"};
    omp_set_num_threads(1);
    const std::int64_t n = s.length, d = s.width, r = rows_;
    const auto type = bfloat16() ? memory::data_type::bf16 : memory::data_type::f32;
    try {
      const float scale = 1 / std::sqrt(static_cast<float>(d));
      products_.emplace_back(Dims{r, d}, Dims{d, 1}, Dims{d, n}, Dims{1, d}, type, false, scale);  // scores
      products_.emplace_back(Dims{r, d}, Dims{d, 1}, Dims{d, n}, Dims{1, d}, type, false, 1.f);    // dO V^T
      products_.emplace_back(Dims{n, r}, Dims{1, n}, Dims{r, d}, Dims{d, 1}, type, true, 1.f);     // dV, dK
      products_.emplace_back(Dims{r, n}, Dims{n, 1}, Dims{n, d}, Dims{d, 1}, type, false, scale);  // dQ
    } catch (const dnnl::error& error) {
      throw Absent{std::string("oneDNN: ") + error.what()};
    }
    const auto matrix = static_cast<std::size_t>(r * n);
    scores_.resize(matrix), steps_.resize(matrix), delta_.resize(static_cast<std::size_t>(r));
    if (bfloat16()) score_bits_.resize(matrix), step_bits_.resize(matrix);
    for (auto* to : {&to_.query, &to_.key, &to_.value}) to->resize(in.query.size());
    if (s.operation != ATTEST_ATTENTION) to_.bias.resize(in.bias.size());
    if (s.operation == ATTEST_URPE) to_.factor.resize(in.factor.size());
    slices_.resize(4 * static_cast<std::size_t>(2 * n - 1));
  }

  double run() override {
    const double start = now();
    std::fill(to_.bias.begin(), to_.bias.end(), 0.f);
    std::fill(to_.factor.begin(), to_.factor.end(), 0.f);
    for (std::int64_t head = 0; head < s_.batches * s_.heads; ++head) run_head(head);
    return now() - start;
  }

  Gradients gradients() override { return to_; }

 private:
  bool bfloat16() const { return s_.dtype == ATTEST_BFLOAT16; }

  const void* at(const std::vector<float>& wide, const std::vector<std::uint16_t>& bits, std::int64_t index) const {
    return bfloat16() ? static_cast<const void*>(bits.data() + index) : wide.data() + index;
  }

  void run_head(std::int64_t head) {
    const std::int64_t n = s_.length, d = s_.width, family = 2 * n - 1, first = head * n * d;
    const std::int64_t h = head % s_.heads;
    // In the order of j - i, so that a row reads a slice.
    float* const slices[4] = {slices_.data(), slices_.data() + family, slices_.data() + 2 * family,
                              slices_.data() + 3 * family};
    const bool bias = !to_.bias.empty(), factor = !to_.factor.empty();
    if (bias) std::reverse_copy(&in_.bias[0] + h * family, &in_.bias[0] + (h + 1) * family, slices[0]);
    if (factor) std::reverse_copy(&in_.factor[0] + h * family, &in_.factor[0] + (h + 1) * family, slices[1]);
    std::fill(slices[2], slices[2] + 2 * family, 0.f);
    std::fill_n(&to_.key[0] + first, n * d, 0.f);
    std::fill_n(&to_.value[0] + first, n * d, 0.f);
    for (std::int64_t i = 0; i < n; i += rows_) {
      const std::int64_t row = first + i * d;
      const void* const query = at(in_.query, in_.query_bits, row);
      const void* const grad = at(stored_.grad_output, stored_.grad_output_bits, row);
      const void* const key = at(in_.key, in_.key_bits, first);
      for (std::int64_t k = 0; k < rows_; ++k) {
        float sum = 0;
        for (std::int64_t c = 0; c < d; ++c)
          sum += stored_.grad_output[static_cast<std::size_t>(row + k * d + c)] *
                 stored_.output[static_cast<std::size_t>(row + k * d + c)];
        delta_[static_cast<std::size_t>(k)] = sum;
      }
      products_[0].run(stream_, query, key, scores_.data());
      products_[1].run(stream_, grad, at(in_.value, in_.value_bits, first), steps_.data());
      const std::int64_t begin = n - 1 - i;
      gradient_rows(scores_.data(), steps_.data(), rows_, n, &stored_.log_sum_exp[0] + head * n + i, delta_.data(),
                    bias ? slices[0] + begin : nullptr, factor ? slices[1] + begin : nullptr,
                    bias ? slices[2] + begin : nullptr, factor ? slices[3] + begin : nullptr,
                    bfloat16() ? score_bits_.data() : nullptr, step_bits_.data());
      const void* const weights = at(scores_, score_bits_, 0);
      const void* const steps = at(steps_, step_bits_, 0);
      products_[2].run(stream_, weights, grad, &to_.value[0] + first);
      products_[2].run(stream_, steps, query, &to_.key[0] + first);
      products_[3].run(stream_, steps, key, &to_.query[0] + row);
    }
    stream_.wait();
    const float scale = 1 / std::sqrt(static_cast<float>(d));
    for (std::int64_t k = first; k < first + n * d; ++k) to_.key[static_cast<std::size_t>(k)] *= scale;
    for (std::int64_t t = 0; bias && t < family; ++t)
      to_.bias[static_cast<std::size_t>(h * family + t)] += slices[2][family - 1 - t];
    for (std::int64_t t = 0; factor && t < family; ++t)
      to_.factor[static_cast<std::size_t>(h * family + t)] += slices[3][family - 1 - t];
  }

  Setting s_;
  const Inputs& in_;
  const Stored& stored_;
  dnnl::stream stream_;
  std::int64_t rows_;
  std::vector<Product> products_;
  std::vector<float> scores_, steps_, delta_, slices_;
  std::vector<std::uint16_t> score_bits_, step_bits_;
  Gradients to_;
};

}  // namespace

std::unique_ptr<Backward> make_onednn_backward(const Setting& s, const Inputs& in, const Stored& stored) {
  return std::make_unique<OneDnnBackward>(s, in, stored);
}

#else

std::unique_ptr<Backward> make_onednn_backward(const Setting&, const Inputs&, const Stored&) {
  throw Absent{"not found when this was built"};
}

#endif

}  // namespace attest::bench
