// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <new>

#include "bench/kernels/contender.hpp"
#include "kernels/registry.hpp"

namespace attest::bench {

namespace {

/// Reads the inputs where they are, so that all operations meet the same memory.
class Ours final : public Contender {
 public:
  Ours(const Setting& s, const Inputs& inputs) : setting_(s) {
    const auto elements = static_cast<std::size_t>(s.batches * s.heads * s.length * s.width);
    const bool bfloat16 = s.dtype == ATTEST_BFLOAT16;
    bfloat16 ? narrow_.resize(elements) : wide_.resize(elements);
    const auto tensor = [&](const std::vector<float>& wide, const std::vector<std::uint16_t>& narrow) {
      const void* data = bfloat16 ? static_cast<const void*>(narrow.data()) : wide.data();
      return attest_tensor{const_cast<void*>(data), s.heads * s.length * s.width, s.length * s.width, s.width};
    };
    problem_.struct_size = sizeof problem_;
    problem_.operation = s.operation;
    problem_.dtype = s.dtype;
    problem_.batches = s.batches;
    problem_.heads = s.heads;
    problem_.queries = problem_.keys = s.length;
    problem_.width = problem_.value_width = s.width;
    problem_.scale = 1 / std::sqrt(static_cast<double>(s.width));
    problem_.query = tensor(inputs.query, inputs.query_bits);
    problem_.key = tensor(inputs.key, inputs.key_bits);
    problem_.value = tensor(inputs.value, inputs.value_bits);
    problem_.output = tensor(wide_, narrow_);
    if (s.operation != ATTEST_ATTENTION) problem_.bias = family(inputs.bias);
    if (s.operation == ATTEST_URPE) problem_.factor = family(inputs.factor);
    std::string why;
    kernel_ = kernels::select_kernel(problem_, "", why);
    if (kernel_ == nullptr) throw Absent{why};
    scratch_ = ::operator new (kernel_->scratch(&problem_, s.threads) + 64, std::align_val_t{64});
  }
  ~Ours() override { ::operator delete (scratch_, std::align_val_t{64}); }
  Ours(const Ours&) = delete;

  double run() override {
    const double start = now();
    if (kernel_->run(&problem_, scratch_, setting_.threads, {}) != ATTEST_OK) throw Absent{"the run failed"};
    return now() - start;
  }

  std::size_t held() const override { return wide_.size() * sizeof(float) + narrow_.size() * sizeof(std::uint16_t); }

  std::vector<float> output() override { return wide_.empty() ? from_bfloat16(narrow_) : wide_; }

 private:
  attest_term family(const std::vector<float>& values) const {
    attest_term term{};
    term.kind = ATTEST_TERM_TOEPLITZ;
    term.values = {const_cast<float*>(values.data()), 0, 2 * setting_.length - 1, 0};
    return term;
  }

  Setting setting_;
  std::vector<float> wide_;            ///< the output of float32
  std::vector<std::uint16_t> narrow_;  ///< of bfloat16
  attest_problem problem_{};
  const attest_kernel* kernel_ = nullptr;
  void* scratch_ = nullptr;
};

}  // namespace

std::unique_ptr<Contender> make_ours(const Setting& setting, const Inputs& inputs) {
  return std::make_unique<Ours>(setting, inputs);
}

}  // namespace attest::bench
