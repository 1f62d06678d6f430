// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "bench/kernels/contender.hpp"

namespace attest::bench {

/// What a backward pass reads besides the inputs: the gradient of the output, and what the forward pass stored.
/// grad_output_bits, output_bits: bfloat16 alone, the same numbers as their bits.
struct Stored {
  std::vector<float> grad_output, output, log_sum_exp;
  std::vector<std::uint16_t> grad_output_bits, output_bits;
};

/// Gradients of query, key, value, and of B and C where the operation has them.
struct Gradients {
  std::vector<float> query, key, value, bias, factor;
};

/// One implementation of the backward pass, as Contender.
class Backward {
 public:
  virtual ~Backward() = default;
  /// One run: everything is computed anew. Seconds, as now() counts them.
  virtual double run() = 0;
  virtual Gradients gradients() = 0;
};

/// Our kernel; "" the first that takes the problem. stored is filled by our forward kernel.
std::unique_ptr<Backward> make_our_backward(const Setting&, const Inputs&, const Stored&);
Stored run_our_forward(const Setting&, const Inputs&);

/// oneDNN's matrix products in blocks of 128 rows with a pass of vector code over the scores between them, B and C read
/// as slices: no matrix of length x length. Throws Absent.
std::unique_ptr<Backward> make_onednn_backward(const Setting&, const Inputs&, const Stored&);

/// The middle of it, row by row in place: scores become P .* C, products dS; dS and P .* D are added to the slices of
/// grad_bias and grad_factor. bias, factor: of row 0 and column 0, row i one number before; null: absent. Compiled for
/// this machine's instruction set with a vectorized exp.
void gradient_rows(float* scores, float* products, std::int64_t rows, std::int64_t length, const float* log_sum_exp,
                   const float* delta, const float* bias, const float* factor, float* grad_bias, float* grad_factor,
                   std::uint16_t* weight_bits, std::uint16_t* step_bits);

}  // namespace attest::bench
