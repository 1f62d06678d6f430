// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <new>
#include <string>

#include "bench/kernels/backward.hpp"
#include "kernels/registry.hpp"

namespace attest::bench {

namespace {

attest_term family(const Setting& s, const std::vector<float>& values) {
  attest_term term{};
  term.kind = ATTEST_TERM_TOEPLITZ;
  term.values = {const_cast<float*>(values.data()), 0, 2 * s.length - 1, 0};
  return term;
}

attest_tensor matrix(const Setting& s, const void* data) {
  return {const_cast<void*>(data), s.heads * s.length * s.width, s.length * s.width, s.width};
}

const void* either(const Setting& s, const std::vector<float>& wide, const std::vector<std::uint16_t>& bits) {
  return s.dtype == ATTEST_BFLOAT16 ? static_cast<const void*>(bits.data()) : wide.data();
}

attest_problem problem_of(const Setting& s, const Inputs& in) {
  attest_problem p{};
  p.struct_size = sizeof p;
  p.operation = s.operation;
  p.dtype = s.dtype;
  p.batches = s.batches;
  p.heads = s.heads;
  p.queries = p.keys = s.length;
  p.width = p.value_width = s.width;
  p.scale = 1 / std::sqrt(static_cast<double>(s.width));
  p.query = matrix(s, either(s, in.query, in.query_bits));
  p.key = matrix(s, either(s, in.key, in.key_bits));
  p.value = matrix(s, either(s, in.value, in.value_bits));
  if (s.operation != ATTEST_ATTENTION) p.bias = family(s, in.bias);
  if (s.operation == ATTEST_URPE) p.factor = family(s, in.factor);
  return p;
}

class Ours final : public Backward {
 public:
  Ours(const Setting& s, const Inputs& in, const Stored& stored) : s_(s) {
    const std::size_t elements = in.query.size();
    g_.struct_size = sizeof g_;
    g_.forward = problem_of(s, in);
    g_.forward.output = matrix(s, either(s, stored.output, stored.output_bits));
    g_.forward.log_sum_exp = {const_cast<float*>(stored.log_sum_exp.data()), s.heads * s.length, s.length, 0};
    g_.grad_output = matrix(s, either(s, stored.grad_output, stored.grad_output_bits));
    const auto gradient = [&](std::vector<float>& wide, std::vector<std::uint16_t>& bits) {
      s.dtype == ATTEST_BFLOAT16 ? bits.resize(elements) : wide.resize(elements);
      return matrix(s, either(s, wide, bits));
    };
    g_.grad_query = gradient(to_.query, bits_[0]);
    g_.grad_key = gradient(to_.key, bits_[1]);
    g_.grad_value = gradient(to_.value, bits_[2]);
    const auto term = [&](bool there, std::vector<float>& to) {
      to.resize(there ? in.bias.size() : 0);
      return attest_tensor{there ? to.data() : nullptr, 0, 2 * s.length - 1, 0};
    };
    g_.grad_bias = term(s.operation != ATTEST_ATTENTION, to_.bias);
    g_.grad_factor = term(s.operation == ATTEST_URPE, to_.factor);
    for (const attest_gradient_kernel& kernel : kernels::all_gradient_kernels())
      if (kernel_ == nullptr && kernel.operation == s.operation && kernel.dtype == s.dtype && kernel.available() &&
          kernel.supports(&g_, {}) == ATTEST_OK)
        kernel_ = &kernel;
    if (kernel_ == nullptr) throw Absent{"no backward kernel takes the problem"};
    scratch_ = ::operator new (kernel_->scratch(&g_, s.threads) + 64, std::align_val_t{64});
  }
  ~Ours() override { ::operator delete (scratch_, std::align_val_t{64}); }
  Ours(const Ours&) = delete;

  double run() override {
    const double start = now();
    if (kernel_->run(&g_, scratch_, s_.threads, {}) != ATTEST_OK) throw Absent{"the run failed"};
    return now() - start;
  }

  Gradients gradients() override {
    Gradients all = to_;
    if (s_.dtype != ATTEST_BFLOAT16) return all;
    all.query = from_bfloat16(bits_[0]), all.key = from_bfloat16(bits_[1]), all.value = from_bfloat16(bits_[2]);
    return all;
  }

 private:
  Setting s_;
  Gradients to_;
  std::vector<std::uint16_t> bits_[3];
  attest_gradient_problem g_{};
  const attest_gradient_kernel* kernel_ = nullptr;
  void* scratch_ = nullptr;
};

}  // namespace

Stored run_our_forward(const Setting& s, const Inputs& in) {
  Stored stored;
  stored.output.resize(in.query.size());
  stored.output_bits.resize(s.dtype == ATTEST_BFLOAT16 ? in.query.size() : 0);
  stored.log_sum_exp.resize(static_cast<std::size_t>(s.batches * s.heads * s.length));
  attest_problem p = problem_of(s, in);
  p.output = matrix(s, either(s, stored.output, stored.output_bits));
  p.log_sum_exp = {stored.log_sum_exp.data(), s.heads * s.length, s.length, 0};
  std::string why;
  if (kernels::run_problem(p, "", s.threads, why) != ATTEST_OK) throw Absent{why};
  // Any numbers serve as the gradient of the output: those of the values, back to front.
  stored.grad_output.assign(in.value.rbegin(), in.value.rend());
  if (s.dtype == ATTEST_BFLOAT16) {
    stored.output = from_bfloat16(stored.output_bits);
    stored.grad_output_bits = to_bfloat16(stored.grad_output);
  }
  return stored;
}

std::unique_ptr<Backward> make_our_backward(const Setting& s, const Inputs& in, const Stored& stored) {
  return std::make_unique<Ours>(s, in, stored);
}

}  // namespace attest::bench
