// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "theory/error.hpp"

namespace attest::theory::machines {

/// A program that breaks a rule of its model: which round, which machine, which rule, and how.
/// "round 2, machine 3: total sent: expected at most 2 variables, found 3".
class RuleBroken : public InputError {
 public:
  RuleBroken(std::size_t round, std::size_t machine, std::string rule, const std::string& expected)
      : InputError("round " + std::to_string(round) + ", machine " + std::to_string(machine) + ": " + rule, expected),
        round_(round),
        machine_(machine),
        rule_(std::move(rule)) {}

  std::size_t round() const { return round_; }      ///< from 1; 0 for the input
  std::size_t machine() const { return machine_; }  ///< from 1
  const std::string& rule() const { return rule_; }

 private:
  std::size_t round_, machine_;
  std::string rule_;
};

}  // namespace attest::theory::machines
