// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/validate/bias.hpp"
#include "verify/validate/blame.hpp"
#include "verify/validate/validate.hpp"

namespace attest::verify::command {

/// What `attest kernels validate` found, forward or backward, and how it is said.
struct KernelsAnswer {
  std::vector<validate::Validation> validations;
  std::map<std::string, validate::BiasTest> leanings;  ///< by kernel
  std::map<std::string, validate::Blame> blames;       ///< by kernel
  std::vector<std::string> reach;                      ///< what the inputs reach, where all kernels have the same
  std::size_t planned = 0;                             ///< runs that there were to be, of generated inputs

  /// Keeps a validation, but of a menu's many the heat map only where one is not inside: it is not worth its memory.
  void add(validate::Validation validation);

  /// Whether a kernel is asked nothing more, since it gave no answer so often that the rest would take hours. Each call
  /// that says so is counted as an input that was not run.
  bool gives_up(const std::string& kernel);

  /// Prints all of it, or one JSON object, writes the report if there is one, and returns the exit code.
  int finish(bool json, bool strict, const std::string& report) const;

 private:
  std::vector<std::string> warnings() const;
  std::vector<std::string> blame_lines() const;
  /// Of which inputs nothing is known.
  std::vector<std::string> not_run_lines() const;

  std::map<std::string, int> hangs_;             ///< by kernel
  std::map<std::string, std::int64_t> not_run_;  ///< inputs, by kernel
};

}  // namespace attest::verify::command
