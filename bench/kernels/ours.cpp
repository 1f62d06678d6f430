// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <new>

#include "bench/kernels/contender.hpp"
#include "kernels/registry.hpp"

namespace attest::bench {

namespace {

class Ours final : public Contender {
 public:
  Ours(const Setting& s, const Inputs& inputs) : setting_(s) {
    const auto elements = static_cast<std::size_t>(s.batches * s.heads * s.length * s.width);
    const bool bfloat16 = s.dtype == ATTEST_BFLOAT16;
    bias_ = inputs.bias;
    factor_ = inputs.factor;
    // One by one: the memory benchmark counts what a list of copies would take besides.
    for (const auto* values : {&inputs.query, &inputs.key, &inputs.value})
      if (bfloat16)
        narrow_.push_back(to_bfloat16(*values));
      else
        wide_.push_back(*values);
    if (bfloat16)
      narrow_.emplace_back(elements);
    else
      wide_.emplace_back(elements);
    const auto tensor = [&](std::size_t k) {
      void* data = bfloat16 ? static_cast<void*>(narrow_[k].data()) : wide_[k].data();
      return attest_tensor{data, s.heads * s.length * s.width, s.length * s.width, s.width};
    };
    problem_.struct_size = sizeof problem_;
    problem_.operation = s.operation;
    problem_.dtype = s.dtype;
    problem_.batches = s.batches;
    problem_.heads = s.heads;
    problem_.queries = problem_.keys = s.length;
    problem_.width = problem_.value_width = s.width;
    problem_.scale = 1 / std::sqrt(static_cast<double>(s.width));
    problem_.query = tensor(0);
    problem_.key = tensor(1);
    problem_.value = tensor(2);
    problem_.output = tensor(3);
    if (s.operation != ATTEST_ATTENTION) problem_.bias = family(bias_);
    if (s.operation == ATTEST_URPE) problem_.factor = family(factor_);
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

  std::size_t held() const override {
    std::size_t bytes = (bias_.size() + factor_.size()) * sizeof(float);
    for (const auto& values : wide_) bytes += values.size() * sizeof(float);
    for (const auto& values : narrow_) bytes += values.size() * sizeof(std::uint16_t);
    return bytes;
  }

  std::vector<float> output() override { return wide_.empty() ? from_bfloat16(narrow_[3]) : wide_[3]; }

 private:
  attest_term family(std::vector<float>& values) const {
    attest_term term{};
    term.kind = ATTEST_TERM_TOEPLITZ;
    term.values = {values.data(), 0, 2 * setting_.length - 1, 0};
    return term;
  }

  Setting setting_;
  std::vector<float> bias_, factor_;
  std::vector<std::vector<float>> wide_;
  std::vector<std::vector<std::uint16_t>> narrow_;
  attest_problem problem_{};
  const attest_kernel* kernel_ = nullptr;
  void* scratch_ = nullptr;
};

}  // namespace

std::unique_ptr<Contender> make_ours(const Setting& setting, const Inputs& inputs) {
  return std::make_unique<Ours>(setting, inputs);
}

}  // namespace attest::bench
