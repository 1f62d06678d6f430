// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "kernels/attest_gradient_kernel.h"
#include "verify/instances/generate.hpp"

namespace attest::verify::instances {

/// What a backward kernel is asked: the forward problem and the gradient of its output, which is a number of the
/// instance's dtype, [batches, heads, queries, value_width].
struct GradientInstance {
  Instance forward;
  FloatArray grad_output;

  /// InputError as Instance::check; also for hardmax, which has no derivative.
  void check() const;
};

/// What a backward kernel computed, each part on request: gradients of the forward problem's arrays, in their shapes.
/// An axis of length 1 that stands for many has the sum over them. Query, key and value have the instance's dtype;
/// bias, factor and sinks float64 in a float64 instance, float32 in every other.
struct Gradients {
  std::optional<FloatArray> query, key, value, bias, factor, sinks;
};

/// One part: its name in files and reports, and where it lies.
struct GradientPart {
  const char* name;   ///< grad_query, ...
  const char* array;  ///< query, ...: what it is a gradient of
  std::optional<FloatArray> Gradients::*part;
};
constexpr GradientPart gradient_parts[] = {
    {"grad_query", "query", &Gradients::query},    {"grad_key", "key", &Gradients::key},
    {"grad_value", "value", &Gradients::value},    {"grad_bias", "bias", &Gradients::bias},
    {"grad_factor", "factor", &Gradients::factor}, {"grad_sinks", "sinks", &Gradients::sinks}};

/// The array that a part is the gradient of; null where the problem has none.
const FloatArray* differentiated(const Instance& instance, const GradientPart& part);

/// Every part that the problem has an array for, filled with NaN, so that what a kernel does not write is seen.
Gradients blank_gradients(const GradientInstance& instance);

/// A forward problem (generate.hpp) with a gradient of its output: every number near a standard normal one times a
/// power of two of its row, 2^-3 to 2^3, so that rows do not count alike. The same bits everywhere.
GradientInstance generate_gradient(const std::string& generator, const Request& request, std::uint64_t seed);

/// The output and log_sum_exp that a forward kernel would have stored, right to a rounding of their formats.
Outputs stored_outputs(const Instance& instance);

/// The C problem over all of these, which must outlive it.
attest_gradient_problem as_gradient_problem(const GradientInstance& instance, Outputs& stored, Gradients& gradients);

}  // namespace attest::verify::instances
