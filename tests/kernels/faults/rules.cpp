// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/faults/rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::faults {

Tolerances default_tolerances(attest_dtype dtype) {
  switch (dtype) {
    case ATTEST_FLOAT64:
      return {1e-7L, 1e-7L};
    case ATTEST_FLOAT32:
      return {1.3e-6L, 1e-5L};
    case ATTEST_FLOAT16:
      return {1e-3L, 1e-5L};
    default:
      return {1.6e-2L, 1e-5L};
  }
}

namespace {

bool all_close(const std::vector<long double>& computed, const std::vector<long double>& expected, attest_dtype dtype) {
  const Tolerances t = default_tolerances(dtype);
  for (std::size_t k = 0; k < computed.size(); ++k) {
    const long double wanted = verify::instances::round_to(dtype, static_cast<double>(expected[k]));
    if (computed[k] == wanted) continue;
    const long double error = std::fabs(computed[k] - wanted);
    if (!std::isfinite(error) || error > t.absolute + t.relative * std::fabs(wanted)) return false;
  }
  return true;
}

/// Infinity for NaN.
long double greatest_error(const std::vector<long double>& computed, const std::vector<long double>& truth) {
  long double greatest = 0;
  for (std::size_t k = 0; k < computed.size(); ++k) {
    if (computed[k] == truth[k]) continue;
    const long double error = std::fabs(computed[k] - truth[k]);
    greatest = std::isnan(error) ? std::numeric_limits<long double>::infinity() : std::max(greatest, error);
  }
  return greatest;
}

}  // namespace

CustomaryRules::CustomaryRules(const verify::instances::Instance& instance)
    : dtype_(instance.dtype),
      row_dtype_(instance.dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32),
      expected_(naive_attention(instance, Arithmetic::float64)),
      truth_(naive_attention(instance, Arithmetic::extended)),
      naive_(dtype_ == ATTEST_FLOAT64   ? expected_
             : dtype_ == ATTEST_FLOAT32 ? naive_attention(instance, Arithmetic::float32)
                                        : naive_attention(instance, Arithmetic::float32, dtype_)) {}

bool CustomaryRules::allclose_fails(const Results& computed) const {
  return !all_close(computed.output, expected_.output, dtype_) ||
         !all_close(computed.row_sum, expected_.row_sum, row_dtype_) ||
         !all_close(computed.log_sum_exp, expected_.log_sum_exp, row_dtype_);
}

bool CustomaryRules::twice_fails(const Results& computed) const {
  const auto fails = [&](std::vector<long double> Results::*part) {
    // A part that was not asked for has no element.
    return greatest_error(computed.*part, truth_.*part) > 2 * greatest_error(naive_.*part, truth_.*part) &&
           !(computed.*part).empty();
  };
  return fails(&Results::output) || fails(&Results::row_sum) || fails(&Results::log_sum_exp);
}

Trial try_rules(const verify::instances::Instance& instance, const CustomaryRules& rules,
                const verify::instances::Outputs& outputs, const attest_error_class& error) {
  const Results computed = results_of(outputs);
  const verify::judge::Judgement judgement = verify::judge::judge(instance, outputs, error);
  Trial trial;
  trial.judge = judgement.outside > 0;
  trial.undecided = judgement.outside == 0 && judgement.undecided > 0;
  trial.share = judgement.elements > 0 ? judgement.worst.share() : 0;
  trial.allclose = rules.allclose_fails(computed);
  trial.twice = rules.twice_fails(computed);
  return trial;
}

}  // namespace attest::faults
