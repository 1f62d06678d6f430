// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "verify/judge/judge.hpp"

namespace attest::verify::validate {

/// Whether a kernel's errors lean to one side. Roundings that are independent and as often up as down let the sum of
/// R rows' mean signed shares leave +-t with a probability of at most 2 exp(-t^2 / (2 R)) (docs/numerics.md, B.2); all
/// six sums of a kernel together do so with less than kFalseAlarm. A class may permit what leans, so this is a warning.
class BiasTest {
 public:
  static constexpr double kFalseAlarm = 1e-9;

  /// `part`: what a judgement's output_errors are of; those of a backward kernel are of grad_query (G.14).
  explicit BiasTest(std::string part = "output") : part_(std::move(part)) {}
  /// The rows have to be of independent numbers: none is a copy of another.
  void add(const judge::Judgement& judgement);
  /// A line for each part whose errors lean.
  std::vector<std::string> warnings() const;

 private:
  std::string part_;
  judge::SignedErrors output_, row_sum_, log_sum_exp_;
};

}  // namespace attest::verify::validate
