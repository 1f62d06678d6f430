// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verify/judge/stages.hpp"
#include "verify/validate/validate.hpp"

namespace attest::verify::validate {

/// Over runs of one kernel with elements outside (or, where there is none, beyond what roundings at random leave): the
/// stage that is to blame, if an error of it alone explains every one of them.
class Blame {
 public:
  /// A stage that is off by more is not one that rounds: such a relative error explains nothing. 8-bit formats have
  /// 2^-4; sums in 8 bits (bfloat16) reach twice that; a score's error is relative to all its terms.
  static constexpr double kGreatest = 0x1p-4, kGreatestOfSums = 0x1p-3, kGreatestOfScores = 0x1p-6;
  /// Sums that round coarsely are off by any amount in long rows: runs of more keys are looked at if there are no
  /// others.
  static constexpr std::int64_t kFewKeys = 128;

  /// Nothing of a run that was not judged, is inside, is of hardmax, or is too large to be looked at again.
  void add(const Validation& validation, const instances::Instance& instance, const instances::Outputs& outputs,
           const judge::JudgeOptions& options);

  struct Explanation {
    const char* stage;
    double least, permitted;  ///< as judge::StageErrors::Found
  };
  /// The one that leaves least room first.
  std::vector<Explanation> explanations() const;
  /// "exp off by 2^-13 (the class says 2^-19) would explain every element; ...". "" if no run was looked at.
  std::string words() const;
  /// Null if no run was looked at; else an object.
  nlohmann::ordered_json to_json() const;

 private:
  struct Part {
    judge::StageErrors errors;
    int runs = 0;
    std::int64_t rows = 0;
  };
  const Part& part() const { return few_keys_.runs > 0 ? few_keys_ : outside_.runs > 0 ? outside_ : beyond_; }

  Part few_keys_, outside_, beyond_;  ///< of runs with elements outside, and of the others
};

}  // namespace attest::verify::validate
