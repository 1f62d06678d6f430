// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "verify/instances/gradients.hpp"
#include "verify/judge/element.hpp"
#include "verify/judge/judge.hpp"

namespace attest::verify::judge {

/// Holds the gradients that a backward kernel computed against the exact ones, element by element, as `judge` holds a
/// forward kernel's output (docs/numerics/gradients.md). Parts that are absent are not judged. In an ElementVerdict
/// `query` is the row: a query's, a key's or a dense term's number, else 0. `output_errors` are those of grad_query.
/// InputError if shapes do not fit.
Judgement judge_gradients(const instances::GradientInstance& instance, const instances::Gradients& computed,
                          const attest_error_class& error, const JudgeOptions& options = {});

/// By how much a double computes more exactly than the class: all constants of double's own class are at most so much
/// of the declared ones (G.9), those of tanh where scores are capped. Infinity where one of those is 0.
double double_share(const attest_error_class& error, bool capped = false);

/// The exact gradients and their bounds, all elements of every part, in enclosures of this precision.
std::array<std::vector<Expected>, std::size(instances::gradient_parts)> expected_gradients(
    const instances::GradientInstance& instance, const attest_error_class& error, long precision);

}  // namespace attest::verify::judge
