// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/instances/gradients.hpp"
#include "verify/instances/instance_file.hpp"

namespace attest::verify::instances {

/// A gradient's problem, and what a kernel computed for it: the parts that were stored.
struct StoredGradient {
  GradientInstance instance;
  Gradients computed;
};

/// Puts one together from the arrays of an instance (`assemble`), grad_output, and grad_query, grad_key, grad_value,
/// grad_bias, grad_factor as far as they are there. Leading axes of length 1 may be missing. A forward kernel's output
/// and log_sum_exp are not needed and not judged. InputError as `assemble`.
StoredGradient assemble_gradient(const NamedArrays& arrays, const InstanceSettings& settings, const std::string& place);
/// From a file as read_instance reads it.
StoredGradient read_gradient(const arrays::ArrayFile& file, const InstanceSettings& over);

/// A problem as a file that read_gradient reads back to the bit.
std::string to_file(const GradientInstance& instance);

}  // namespace attest::verify::instances
