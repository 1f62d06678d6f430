// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "theory/error.hpp"
#include "verify/capi/attest_judge.h"
#include "verify/instances/gradients.hpp"
#include "verify/instances/instance_file.hpp"

namespace attest::verify::capi {

/// What stands behind attest_judge_case: an instance, and what a kernel computed for it. attest_judge.h says what each
/// does; InputError for bad input.
class JudgeCase {
 public:
  using Arrays = std::span<const attest_judge_array>;
  using Settings = std::span<const attest_judge_setting>;

  static JudgeCase of_arrays(Arrays arrays, Settings settings);
  static JudgeCase of_file(std::string bytes, Settings settings);
  static JudgeCase generated(const std::string& generator, std::uint64_t seed, Settings settings);
  static std::string menu(const std::string& operation, const std::string& dtype);

  std::string settings() const;
  std::size_t arrays(std::span<attest_judge_array> room) const;
  std::string file() const;
  void take(Arrays outputs);
  std::string verdict(Settings options) const;
  void take_gradients(Arrays gradients);
  std::string gradient_verdict(Settings options) const;

 private:
  explicit JudgeCase(instances::StoredInstance stored);

  instances::StoredInstance stored_;
  instances::FloatArray grad_output_;
  std::optional<instances::Gradients> gradients_;
};

}  // namespace attest::verify::capi
