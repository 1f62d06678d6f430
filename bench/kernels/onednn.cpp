// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/contender.hpp"

#ifdef ATTEST_BENCH_ONEDNN
#include <omp.h>

#include <cmath>
#include <cstring>
#include <unordered_map>

#include "bench/kernels/onednn_engine.hpp"
#endif

namespace attest::bench {

#ifdef ATTEST_BENCH_ONEDNN

namespace {

using dnnl::memory;
using Dims = memory::dims;

dnnl::engine& engine() { return onednn_engine(); }

/// Batched products over [batches, heads]: scores = scale * Q K^T (+ B as a post-operation), softmax, * C, times V.
class OneDnn final : public Contender {
 public:
  OneDnn(const Setting& s, const Inputs& inputs) : s_(s), stream_(engine()) {
    omp_set_num_threads(s.threads);
    type_ = s.dtype == ATTEST_BFLOAT16 ? memory::data_type::bf16 : memory::data_type::f32;
    try {
      build(inputs);
    } catch (const dnnl::error& error) {
      throw Absent{std::string("oneDNN: ") + error.what()};
    }
  }

  double run() override {
    omp_set_num_threads(s_.threads);
    const double start = now();
    for (std::size_t step = 0; step < steps_.size(); ++step) steps_[step].execute(stream_, arguments_[step]);
    stream_.wait();
    return now() - start;
  }

  std::size_t held() const override { return keep_[0].get_desc().get_size() * 4; }

  std::vector<float> output() override {
    const auto elements = static_cast<std::size_t>(s_.batches * s_.heads * s_.length * s_.width);
    if (type_ == memory::data_type::f32) {
      const auto* data = static_cast<const float*>(output_.get_data_handle());
      return {data, data + elements};
    }
    const auto* data = static_cast<const std::uint16_t*>(output_.get_data_handle());
    return from_bfloat16({data, data + elements});
  }

 private:
  memory::desc row_major(const Dims& dims, memory::data_type type) const {
    return {dims, type, memory::format_tag::abcd};
  }

  memory fill(const Dims& dims, const std::vector<float>& values) {
    memory m(row_major(dims, type_), engine());
    if (type_ == memory::data_type::f32) {
      std::memcpy(m.get_data_handle(), values.data(), values.size() * sizeof(float));
    } else {
      const auto bits = to_bfloat16(values);
      std::memcpy(m.get_data_handle(), bits.data(), bits.size() * sizeof(std::uint16_t));
    }
    return m;
  }

  memory term(const std::vector<float>& families) {
    std::vector<float> spread_out(static_cast<std::size_t>(s_.heads * s_.length * s_.length));
    for (std::int64_t h = 0; h < s_.heads; ++h)
      spread(s_, families.data() + h * (2 * s_.length - 1), spread_out.data() + h * s_.length * s_.length);
    memory m(row_major({1, s_.heads, s_.length, s_.length}, memory::data_type::f32), engine());
    std::memcpy(m.get_data_handle(), spread_out.data(), spread_out.size() * sizeof(float));
    return m;
  }

  void add(const dnnl::primitive& step, std::unordered_map<int, memory> arguments) {
    steps_.push_back(step);
    arguments_.push_back(std::move(arguments));
  }

  /// scores_ = scores_ + or * a term.
  void add_term(dnnl::algorithm algorithm, const memory& values) {
    using dnnl::binary;
    add(binary(
            binary::primitive_desc({algorithm, scores_.get_desc(), values.get_desc(), scores_.get_desc()}, engine())),
        {{DNNL_ARG_SRC_0, scores_}, {DNNL_ARG_SRC_1, values}, {DNNL_ARG_DST, scores_}});
  }

  void build(const Inputs& inputs) {
    const Dims rows{s_.batches, s_.heads, s_.length, s_.width}, square{s_.batches, s_.heads, s_.length, s_.length};
    const memory query = fill(rows, inputs.query), key = fill(rows, inputs.key), value = fill(rows, inputs.value);
    const memory::desc transposed({s_.batches, s_.heads, s_.width, s_.length}, type_, memory::format_tag::abdc);
    const memory key_transposed(transposed, engine(), key.get_data_handle());
    keep_ = {query, key, value};
    scores_ = memory(row_major(square, type_), engine());
    output_ = memory(row_major(rows, type_), engine());

    dnnl::primitive_attr attributes;
    attributes.set_output_scales(0, {1 / std::sqrt(static_cast<float>(s_.width))});
    using dnnl::matmul;
    add(matmul(matmul::primitive_desc({query.get_desc(), transposed, scores_.get_desc()}, attributes, engine())),
        {{DNNL_ARG_SRC, query}, {DNNL_ARG_WEIGHTS, key_transposed}, {DNNL_ARG_DST, scores_}});
    // A step of its own: as a post-operation of the product, a term shared by batches takes oneDNN 2.6 hundreds of
    // times longer.
    if (s_.operation != ATTEST_ATTENTION) add_term(dnnl::algorithm::binary_add, term(inputs.bias));
    using dnnl::softmax_forward;
    add(softmax_forward(
            softmax_forward::primitive_desc({dnnl::prop_kind::forward_inference, scores_.get_desc(), 3}, engine())),
        {{DNNL_ARG_SRC, scores_}, {DNNL_ARG_DST, scores_}});
    if (s_.operation == ATTEST_URPE) add_term(dnnl::algorithm::binary_mul, term(inputs.factor));
    add(matmul(matmul::primitive_desc({scores_.get_desc(), value.get_desc(), output_.get_desc()}, engine())),
        {{DNNL_ARG_SRC, scores_}, {DNNL_ARG_WEIGHTS, value}, {DNNL_ARG_DST, output_}});
  }

  Setting s_;
  dnnl::stream stream_;
  memory::data_type type_ = memory::data_type::f32;
  memory scores_, output_;
  std::vector<memory> keep_;
  std::vector<dnnl::primitive> steps_;
  std::vector<std::unordered_map<int, memory>> arguments_;
};

}  // namespace

std::unique_ptr<Contender> make_onednn(const Setting& setting, const Inputs& inputs) {
  return std::make_unique<OneDnn>(setting, inputs);
}

#else

std::unique_ptr<Contender> make_onednn(const Setting&, const Inputs&) { throw Absent{"built without libdnnl-dev"}; }

#endif

}  // namespace attest::bench
