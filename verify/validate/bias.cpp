// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/bias.hpp"

#include <cmath>

#include "verify/validate/validation_text.hpp"

namespace attest::verify::validate {

using judge::SignedErrors;

namespace {

constexpr double kSums = 6;  ///< three parts, two directions

/// What |sum| stays below with probability 1 - kFalseAlarm / kSums.
double most_by_chance(std::int64_t rows) {
  return std::sqrt(2 * static_cast<double>(rows) * std::log(2 * kSums / BiasTest::kFalseAlarm));
}

void add_warning(const std::string& part, const SignedErrors& errors, std::vector<std::string>& warnings) {
  const double most = most_by_chance(errors.rows), rows = static_cast<double>(errors.rows);
  const auto leans = [&](double sum) { return std::fabs(sum) - errors.slack > most; };
  const bool outward = std::fabs(errors.outward) > std::fabs(errors.upward);
  const double sum = outward ? errors.outward : errors.upward;
  if (errors.rows == 0 || !leans(sum)) return;
  const char* direction = outward ? (sum < 0 ? "towards zero" : "away from zero") : (sum < 0 ? "downwards" : "upwards");
  warnings.push_back("errors of " + part + " lean " + direction + ": by " + short_number(std::fabs(sum) / rows) +
                     " of the bound in the mean of " + std::to_string(errors.rows) + " rows, where roundings of both " +
                     "signs leave at most " + short_number(most / rows) + " but with probability 1e-9");
}

}  // namespace

void BiasTest::add(const judge::Judgement& judgement) {
  output_ += judgement.output_errors;
  row_sum_ += judgement.row_sum_errors;
  log_sum_exp_ += judgement.log_sum_exp_errors;
}

std::vector<std::string> BiasTest::warnings() const {
  std::vector<std::string> result;
  add_warning(part_, output_, result);
  add_warning("row_sum", row_sum_, result);
  add_warning("log_sum_exp", log_sum_exp_, result);
  return result;
}

}  // namespace attest::verify::validate
