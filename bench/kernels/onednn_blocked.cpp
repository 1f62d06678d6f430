// SPDX-License-Identifier: Apache-2.0
// Attention as somebody composes it of oneDNN's products who knows where the time goes: blocks of 128 rows whose scores
// stay in the caches, keys and values put once a head into the layout that oneDNN prefers, one pass of softmax that
// reads B and C as Toeplitz slices, the division left to the rows of the output. Threads share the heads.
#include "bench/kernels/contender.hpp"
#include "bench/kernels/toeplitz_softmax.hpp"

#ifdef ATTEST_BENCH_ONEDNN
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "bench/kernels/onednn_engine.hpp"
#endif

namespace attest::bench {

#ifdef ATTEST_BENCH_ONEDNN

namespace {

using dnnl::matmul;
using dnnl::memory;
using dnnl::reorder;

/// Scratch is the caller's: what the library keeps itself belongs to the thread that made the primitive.
dnnl::primitive_attr own_scratch() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

/// The products of one block, and the layouts of keys and values that they take.
struct Products {
  Products(const Setting& s, memory::data_type type, std::int64_t rows)
      : query({rows, s.width}, type, memory::format_tag::ab),
        key({s.width, s.length}, type, memory::format_tag::ba),
        value({s.length, s.width}, type, memory::format_tag::ab),
        scores({rows, s.length}, memory::data_type::f32, memory::format_tag::ab),
        weights({rows, s.length}, type, memory::format_tag::ab),
        output({rows, s.width}, memory::data_type::f32, memory::format_tag::ab),
        score_plan({query, {{s.width, s.length}, type, memory::format_tag::any}, scores}, own_scratch(),
                   onednn_engine()),
        output_plan({weights, {{s.length, s.width}, type, memory::format_tag::any}, output}, own_scratch(),
                    onednn_engine()),
        score_product(score_plan),
        output_product(output_plan),
        key_plan(onednn_engine(), key, onednn_engine(), score_plan.weights_desc(), own_scratch()),
        value_plan(onednn_engine(), value, onednn_engine(), output_plan.weights_desc(), own_scratch()),
        pack_keys(key_plan),
        pack_values(value_plan) {}

  memory::desc query, key, value, scores, weights, output;
  matmul::primitive_desc score_plan, output_plan;
  matmul score_product, output_product;
  reorder::primitive_desc key_plan, value_plan;
  reorder pack_keys, pack_values;
};

class Blocked final : public Contender {
 public:
  Blocked(const Setting& s, const Inputs& inputs) : s_(s), in_(inputs), narrow_(s.dtype == ATTEST_BFLOAT16) {
    if (!toeplitz_softmax_available(narrow_)) throw Absent{"its softmax wants AVX-512 (for bfloat16: AVX512-BF16)"};
    rows_ = std::min<std::int64_t>(128, s.length);
    if (s.length % rows_ != 0) throw Absent{"its blocks want a length that is a multiple of 128"};
    omp_set_num_threads(1);  // of each product: the heads are what threads share
    try {
      products_ = std::make_unique<Products>(s, narrow_ ? memory::data_type::bf16 : memory::data_type::f32, rows_);
      for (int t = 0; t < s.threads; ++t) workers_.emplace_back(*products_, narrow_);
    } catch (const dnnl::error& error) {
      throw Absent{std::string("oneDNN: ") + error.what()};
    }
    if (s.operation != ATTEST_ATTENTION) slices(inputs.bias, bias_);
    if (s.operation == ATTEST_URPE) slices(inputs.factor, factor_);
    const auto elements = static_cast<std::size_t>(s.batches * s.heads * s.length * s.width);
    narrow_ ? narrow_output_.resize(elements) : wide_output_.resize(elements);
  }

  double run() override {
    const double start = now();
#pragma omp parallel for num_threads(s_.threads) schedule(dynamic)
    for (std::int64_t head = 0; head < s_.batches * s_.heads; ++head)
      attend(head, workers_[static_cast<std::size_t>(omp_get_thread_num())]);
    return now() - start;
  }

  std::size_t held() const override {
    return wide_output_.size() * sizeof(float) + narrow_output_.size() * sizeof(std::uint16_t);
  }

  std::vector<float> output() override { return narrow_ ? from_bfloat16(narrow_output_) : wide_output_; }

 private:
  /// What a thread has of its own.
  struct Worker {
    Worker(const Products& p, bool narrow)
        : stream(onednn_engine()),
          keys(p.score_plan.weights_desc(), onednn_engine()),
          values(p.output_plan.weights_desc(), onednn_engine()),
          scores(p.scores, onednn_engine()),
          weights(narrow ? memory(p.weights, onednn_engine()) : scores),
          output(p.output, onednn_engine()),
          scratch{memory(p.score_plan.scratchpad_desc(), onednn_engine()),
                  memory(p.output_plan.scratchpad_desc(), onednn_engine()),
                  memory(p.key_plan.scratchpad_desc(), onednn_engine()),
                  memory(p.value_plan.scratchpad_desc(), onednn_engine())},
          sums(static_cast<std::size_t>(p.scores.dims()[0])) {}
    dnnl::stream stream;
    memory keys, values, scores, weights, output;
    memory scratch[4];  ///< of the products of scores and of outputs, of packing keys and values
    std::vector<float> sums;
  };

  /// The families reversed: row i reads from length - 1 - i on.
  void slices(const std::vector<float>& families, std::vector<float>& to) const {
    to.resize(families.size());
    const auto each = static_cast<std::ptrdiff_t>(2 * s_.length - 1);
    for (std::ptrdiff_t h = 0; h < s_.heads; ++h)
      std::reverse_copy(families.begin() + h * each, families.begin() + (h + 1) * each, to.begin() + h * each);
  }
  const float* slice(const std::vector<float>& families, std::int64_t head, std::int64_t i) const {
    return families.empty() ? nullptr : families.data() + head % s_.heads * (2 * s_.length - 1) + (s_.length - 1 - i);
  }

  /// The matrix of a head where it lies.
  memory matrix(const memory::desc& d, const std::vector<float>& wide, const std::vector<std::uint16_t>& narrow,
                std::int64_t at) const {
    const void* data = narrow_ ? static_cast<const void*>(narrow.data() + at) : wide.data() + at;
    return {d, onednn_engine(), const_cast<void*>(data)};
  }

  void attend(std::int64_t head, Worker& w) {
    const Products& p = *products_;
    const std::int64_t begin = head * s_.length * s_.width;
    memory key = matrix(p.key, in_.key, in_.key_bits, begin), value = matrix(p.value, in_.value, in_.value_bits, begin);
    p.pack_keys.execute(w.stream, {{DNNL_ARG_FROM, key}, {DNNL_ARG_TO, w.keys}, {DNNL_ARG_SCRATCHPAD, w.scratch[2]}});
    p.pack_values.execute(w.stream,
                          {{DNNL_ARG_FROM, value}, {DNNL_ARG_TO, w.values}, {DNNL_ARG_SCRATCHPAD, w.scratch[3]}});
    const float scale = 1 / std::sqrt(static_cast<float>(s_.width));
    auto* const scores = static_cast<float*>(w.scores.get_data_handle());
    auto* const weights = static_cast<std::uint16_t*>(w.weights.get_data_handle());
    for (std::int64_t row = 0; row < s_.length; row += rows_) {
      const std::int64_t at = begin + row * s_.width;
      p.score_product.execute(w.stream, {{DNNL_ARG_SRC, matrix(p.query, in_.query, in_.query_bits, at)},
                                         {DNNL_ARG_WEIGHTS, w.keys},
                                         {DNNL_ARG_DST, w.scores},
                                         {DNNL_ARG_SCRATCHPAD, w.scratch[0]}});
      for (std::int64_t i = 0; i < rows_; ++i) {
        const float *bias = slice(bias_, head, row + i), *factor = slice(factor_, head, row + i);
        float* const line = scores + i * s_.length;
        w.sums[static_cast<std::size_t>(i)] =
            narrow_ ? toeplitz_softmax(s_.length, scale, line, bias, factor, weights + i * s_.length)
                    : toeplitz_softmax(s_.length, scale, line, bias, factor);
      }
      const memory output = narrow_ ? w.output : memory(p.output, onednn_engine(), wide_output_.data() + at);
      p.output_product.execute(w.stream, {{DNNL_ARG_SRC, w.weights},
                                          {DNNL_ARG_WEIGHTS, w.values},
                                          {DNNL_ARG_DST, output},
                                          {DNNL_ARG_SCRATCHPAD, w.scratch[1]}});
      w.stream.wait();
      const auto* const from = static_cast<const float*>(output.get_data_handle());
      for (std::int64_t i = 0; i < rows_; ++i) {
        const float sum = w.sums[static_cast<std::size_t>(i)];
        if (narrow_)
          divide_row(s_.width, sum, from + i * s_.width, narrow_output_.data() + at + i * s_.width);
        else
          divide_row(s_.width, sum, from + i * s_.width, wide_output_.data() + at + i * s_.width);
      }
    }
  }

  Setting s_;
  const Inputs& in_;
  bool narrow_;
  std::int64_t rows_ = 0;
  std::unique_ptr<Products> products_;
  std::vector<Worker> workers_;
  std::vector<float> bias_, factor_, wide_output_;
  std::vector<std::uint16_t> narrow_output_;
};

}  // namespace

std::unique_ptr<Contender> make_onednn_blocked(const Setting& setting, const Inputs& inputs) {
  return std::make_unique<Blocked>(setting, inputs);
}

#else

std::unique_ptr<Contender> make_onednn_blocked(const Setting&, const Inputs&) {
  throw Absent{"built without libdnnl-dev"};
}

#endif

}  // namespace attest::bench
