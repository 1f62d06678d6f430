// SPDX-License-Identifier: Apache-2.0
// Kernels of 8-bit formats as they are written (float32 sums, weights in the inputs' format) are inside the default
// class in rows of thousands of keys, where every element has a finite bound; wrong ones are outside.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "verify/instances/generate.hpp"
#include "verify/judge/judge.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::judge;

namespace {

enum class Fault {
  none,
  last_tile_dropped,
  no_rescaling,
  value_scale_missing,
  key_scale_squared,
  weights_normalized_first,  // nothing is left of 1 / n in 8 bits
  weights_flushed,           // below the least normal number
  weights_overflow,          // 512 times too large for E4M3
  scores_in_8_bits,
  sum_in_8_bits
};

struct Style {
  std::int64_t tile = 1 << 20;  // all keys: two passes
  bool weights_in_format = true;
  float weight_scale = 1;
};

constexpr Style naive{1 << 20, false, 1}, two_passes{}, flash{128, true, 1}, flash_scaled{64, true, 256};

float in_format(attest_dtype dtype, float x) { return static_cast<float>(round_to(dtype, x)); }

class Row {
 public:
  Row(const Instance& in, const Style& style, Fault fault, std::int64_t h, std::int64_t i)
      : in_(in), style_(style), fault_(fault), h_(h), accumulators_(static_cast<std::size_t>(in.value_width)) {
    const auto read = [](const FloatArray& array, std::int64_t index) { return static_cast<float>(array[index]); };
    const float scale = static_cast<float>(in.scale) * number(in.query_scale) * number(in.key_scale) *
                        (is(Fault::key_scale_squared) ? number(in.key_scale) : 1);
    std::vector<float> scores;
    for (std::int64_t j = 0; j < in.keys; ++j) {
      float sum = 0;
      for (std::int64_t c = 0; c < in.width; ++c)
        sum += read(in.query, (h * in.queries + i) * in.width + c) * read(in.key, (h * in.keys + j) * in.width + c);
      scores.push_back(is(Fault::scores_in_8_bits) ? in_format(in.dtype, sum * scale) : sum * scale);
    }
    for (std::int64_t j = 0; j < in.keys; j += style.tile) {
      const std::int64_t end = std::min(in.keys, j + style.tile);
      if (is(Fault::last_tile_dropped) && end == in.keys && j > 0) break;
      add_tile(scores, j, end);
    }
  }

  float output(std::int64_t c) const {
    const float value_scale = is(Fault::value_scale_missing) ? 1 : number(in_.value_scale);
    const float sum = is(Fault::weights_normalized_first) ? 1 : sum_;
    return accumulators_[static_cast<std::size_t>(c)] / sum / style_.weight_scale * value_scale;
  }
  float log_sum_exp() const { return top_ + std::log(sum_); }

 private:
  bool is(Fault fault) const { return fault_ == fault; }
  float number(const std::optional<FloatArray>& scales) const {
    return scales ? static_cast<float>((*scales)[scales->size() == 1 ? 0 : h_]) : 1;
  }

  void add_tile(const std::vector<float>& scores, std::int64_t first, std::int64_t end) {
    const float before = top_;
    for (std::int64_t j = first; j < end; ++j) top_ = std::max(top_, scores[static_cast<std::size_t>(j)]);
    const float rescale = first == 0 ? 1 : std::exp(before - top_);
    sum_ *= rescale;
    for (float& a : accumulators_) a *= is(Fault::no_rescaling) ? 1 : rescale;
    std::vector<float> weights;
    for (std::int64_t j = first; j < end; ++j) {
      weights.push_back(std::exp(scores[static_cast<std::size_t>(j)] - top_));
      sum_ += weights.back();
      if (is(Fault::sum_in_8_bits)) sum_ = in_format(in_.dtype, sum_);
    }
    for (std::int64_t j = first; j < end; ++j) {
      float w = weights[static_cast<std::size_t>(j - first)];
      if (is(Fault::weights_normalized_first)) w /= sum_;
      w *= style_.weight_scale * (is(Fault::weights_overflow) ? 512 : 1);
      if (style_.weights_in_format) w = in_format(in_.dtype, w);
      if (is(Fault::weights_flushed) && w < std::ldexp(1.0f, format_of(in_.dtype).least_exponent)) w = 0;
      for (std::int64_t c = 0; c < in_.value_width; ++c)
        accumulators_[static_cast<std::size_t>(c)] +=
            w * static_cast<float>(in_.value[(h_ * in_.keys + j) * in_.value_width + c]);
    }
  }

  const Instance& in_;
  const Style style_;
  const Fault fault_;
  const std::int64_t h_;
  float top_ = -HUGE_VALF, sum_ = 0;
  std::vector<float> accumulators_;
};

Outputs run(const Instance& in, const Style& style, Fault fault = Fault::none) {
  Outputs outputs = blank_outputs(in, false, true);
  for (std::int64_t h = 0; h < in.heads; ++h)
    for (std::int64_t i = 0; i < in.queries; ++i) {
      const Row row(in, style, fault, h, i);
      const std::int64_t at = h * in.queries + i;
      for (std::int64_t c = 0; c < in.value_width; ++c) outputs.output.set(at * in.value_width + c, row.output(c));
      outputs.log_sum_exp->set(at, row.log_sum_exp());
    }
  return outputs;
}

Instance problem(const char* generator, attest_dtype dtype, std::int64_t keys, bool scales = false) {
  Request request;
  request.dtype = dtype;
  request.heads = 2, request.queries = 5, request.keys = keys, request.width = 64, request.value_width = 6;
  request.scales = scales;
  return generate(generator, request, 5);
}

}  // namespace

TEST_CASE("right kernels of 8-bit formats are inside finite bounds at 1,024 and 4,096 keys") {
  for (const attest_dtype dtype : {ATTEST_FLOAT8_E4M3, ATTEST_FLOAT8_E5M2})
    for (const std::int64_t keys : {2, 67, 400, 1024, 4096})
      for (const char* generator : {"random", "ties", "edge_keys", "cancellation"})
        for (const bool scales : {false, true}) {
          const Instance in = problem(generator, dtype, keys, scales);
          for (const Style& style : {naive, two_passes, flash, flash_scaled}) {
            const Judgement judged = judge(in, run(in, style), default_error_class(dtype));
            INFO(in.name << ", " << keys << " keys, tile " << style.tile << ": " << judged.unbounded << " unbounded");
            CHECK(judged.outside == 0);
            CHECK(judged.undecided == 0);
          }
        }
}

TEST_CASE("wrong kernels of 8-bit formats are outside at 1,024 or 4,096 keys") {
  for (const Fault fault :
       {Fault::last_tile_dropped, Fault::no_rescaling, Fault::value_scale_missing, Fault::key_scale_squared,
        Fault::weights_normalized_first, Fault::weights_overflow, Fault::scores_in_8_bits, Fault::sum_in_8_bits}) {
    std::int64_t outside = 0;
    for (const std::int64_t keys : {1024, 4096})
      for (const char* generator : {"random", "ties", "edge_keys", "small_weights"}) {
        const Instance in = problem(generator, ATTEST_FLOAT8_E4M3, keys, true);
        outside += judge(in, run(in, flash, fault), default_error_class(ATTEST_FLOAT8_E4M3)).outside;
      }
    INFO("fault " << static_cast<int>(fault));
    CHECK(outside > 0);
  }
}

TEST_CASE("matrix units that keep 14 bits are a class of their own, which ends at some 1,100 keys") {
  attest_error_class error = default_error_class(ATTEST_FLOAT8_E4M3);
  error.accumulate = 0x1p-12;
  error.exp_argument = 4 * 0x1p-10;  // in float32: 4 units of 2^-22
  error.key_block = 128;
  for (const std::int64_t keys : {67, 1024, 1100}) {
    const Instance in = problem("random", ATTEST_FLOAT8_E4M3, keys);
    const Judgement judged = judge(in, run(in, flash), error);
    INFO(keys << " keys: " << judged.unbounded << " unbounded");
    CHECK(judged.accepted());
  }
  const Instance many = problem("random", ATTEST_FLOAT8_E4M3, 4096);
  const Judgement judged = judge(many, run(many, flash), error);
  CHECK(judged.unbounded == judged.elements);
}

TEST_CASE("8-bit weights that are divided first lose their bound, and are said to be so by their class") {
  // 1,024 weights of 2^-10, half of the least number there is.
  Instance in = problem("random", ATTEST_FLOAT8_E4M3, 1024);
  in.query = FloatArray(in.dtype, in.query.shape());
  for (std::int64_t k = 0; k < in.value.size(); ++k) in.value.set(k, 1);
  attest_error_class error = default_error_class(ATTEST_FLOAT8_E4M3);
  CHECK(error.unnormalized_weights == 1);
  CHECK(judge(in, run(in, flash), error).accepted());
  const Judgement lost = judge(in, run(in, two_passes, Fault::weights_normalized_first), error);
  CHECK(lost.outside > 0);
  error.unnormalized_weights = 0;
  CHECK(judge(in, run(in, two_passes, Fault::weights_normalized_first), error).outside == 0);
}

TEST_CASE("weights below the least normal number that are flushed are outside") {
  // One score above all others, whose weights are e^-4.5 < 2^-6.
  Instance in = problem("random", ATTEST_FLOAT8_E4M3, 4096);
  in.scale = 1;
  for (FloatArray* array : {&in.query, &in.key}) *array = FloatArray(in.dtype, array->shape());
  for (std::int64_t i = 0; i < in.heads * in.queries; ++i) in.query.set(i * in.width, 1);
  for (std::int64_t h = 0; h < in.heads; ++h) in.key.set(h * in.keys * in.width, 4.5);
  for (std::int64_t k = 0; k < in.value.size(); ++k) in.value.set(k, 1);
  const attest_error_class error = default_error_class(ATTEST_FLOAT8_E4M3);
  CHECK(judge(in, run(in, flash), error).accepted());
  CHECK(judge(in, run(in, flash, Fault::weights_flushed), error).outside == in.heads * in.queries * in.value_width);
}

TEST_CASE("a kernel that loses all that 8-bit weights may, against itself, stays inside") {
  // One score above thousands: all their weights go up in the numerator, and away in the denominator (N.9b).
  const attest_error_class error = default_error_class(ATTEST_FLOAT8_E4M3);
  double greatest = 0;
  for (const double top : {4.0, 6.0, 8.0, 12.0}) {
    Instance in = problem("random", ATTEST_FLOAT8_E4M3, 4096);
    in.scale = 1;
    for (FloatArray* array : {&in.query, &in.key}) *array = FloatArray(in.dtype, array->shape());
    for (std::int64_t i = 0; i < in.heads * in.queries; ++i) in.query.set(i * in.width, 1);
    for (std::int64_t h = 0; h < in.heads; ++h) in.key.set(h * in.keys * in.width, top);
    for (std::int64_t k = 0; k < in.value.size(); ++k) in.value.set(k, 1);
    const double weight = std::exp(-top), others = 4095;
    const double up = 1 + others * (weight * (1 + error.weight_round) + error.weight_underflow);
    const double down = 1 + others * std::max(0.0, weight * (1 - error.weight_round) - error.weight_underflow);
    Outputs outputs = blank_outputs(in, false, false);
    for (std::int64_t k = 0; k < outputs.output.size(); ++k) outputs.output.set(k, up / down);
    const Judgement judged = judge(in, outputs, error);
    INFO("top " << top << ": " << up / down << ", share " << judged.worst.share());
    CHECK(judged.outside == 0);
    CHECK(judged.unbounded == 0);
    greatest = std::max(greatest, judged.worst.share());
  }
  CHECK(greatest > 0.5);
}
