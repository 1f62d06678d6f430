// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/contender.hpp"

#include <time.h>

#include <cmath>

#include "kernels/formats.hpp"

namespace attest::bench {

std::string Setting::shape() const {
  return std::to_string(batches) + "x" + std::to_string(heads) + ", n = " + std::to_string(length) +
         ", d = " + std::to_string(width);
}

namespace {

/// Sums of four uniform numbers from a 64-bit linear congruential generator: near enough to a normal distribution of
/// variance 1.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 2862933555777941757u + 3037000493u) {}

  float next() {
    double sum = -2;
    for (int k = 0; k < 4; ++k) {
      state_ = state_ * 6364136223846793005u + 1442695040888963407u;
      sum += static_cast<double>(state_ >> 40) * 0x1p-24;
    }
    return static_cast<float>(sum * std::sqrt(3.0));
  }

  std::vector<float> list(std::int64_t count, bool bfloat16) {
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values) {
      value = next();
      if (bfloat16) value = kernels::to_accumulator(kernels::round_from<kernels::BFloat16>(value));
    }
    return values;
  }

 private:
  std::uint64_t state_;
};

}  // namespace

Inputs::Inputs(const Setting& s) {
  const std::int64_t elements = s.batches * s.heads * s.length * s.width, family = s.heads * (2 * s.length - 1);
  const bool bfloat16 = s.dtype == ATTEST_BFLOAT16;
  query = Numbers(1).list(elements, bfloat16);
  key = Numbers(2).list(elements, bfloat16);
  value = Numbers(3).list(elements, bfloat16);
  bias = Numbers(4).list(family, false);
  factor = Numbers(5).list(family, false);
  if (!bfloat16) return;
  query_bits = to_bfloat16(query);
  key_bits = to_bfloat16(key);
  value_bits = to_bfloat16(value);
}

const std::vector<Maker>& makers() {
  static const std::vector<Maker> list = {{"attest", make_ours},
                                          {"oneDNN", make_onednn},
                                          {"oneDNN blocked", make_onednn_blocked},
                                          {"ONNX Runtime", make_onnxruntime},
                                          {"PyTorch", make_torch},
                                          {"PyTorch SDPA", make_torch_sdpa},
                                          {"FlexAttention", make_torch_flex},
                                          {"JAX", make_jax},
                                          {"OpenBLAS", make_openblas},
                                          {"Eigen", make_eigen}};
  return list;
}

std::vector<std::uint16_t> to_bfloat16(const std::vector<float>& values) {
  std::vector<std::uint16_t> bits;
  bits.reserve(values.size());
  for (float value : values) bits.push_back(kernels::round_from<kernels::BFloat16>(value).bits);
  return bits;
}

std::vector<float> from_bfloat16(const std::vector<std::uint16_t>& bits) {
  std::vector<float> values;
  values.reserve(bits.size());
  for (std::uint16_t b : bits) values.push_back(kernels::to_accumulator(kernels::BFloat16{b}));
  return values;
}

void spread(const Setting& s, const float* family, float* matrix) {
  for (std::int64_t i = 0; i < s.length; ++i)
    for (std::int64_t j = 0; j < s.length; ++j) matrix[i * s.length + j] = family[i - j + s.length - 1];
}

namespace {
clockid_t clock_of_now = CLOCK_MONOTONIC;
}
void count_processor_time() { clock_of_now = CLOCK_PROCESS_CPUTIME_ID; }
bool counts_processor_time() { return clock_of_now == CLOCK_PROCESS_CPUTIME_ID; }

double now() {
  timespec t{};
  clock_gettime(clock_of_now, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace attest::bench
