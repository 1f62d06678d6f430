// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "theory/scalar/rational.hpp"
#include "theory/statement/load.hpp"

namespace attest::verify::attack {

/// A number as a solver writes it: a rational one, or the decimals of one that may be none.
struct SolverNumber {
  theory::Rational value;
  bool is_exact = true;
};

/// The program z3, if it is installed, as a finder: of what it answers only numbers are used, and they are tried as any
/// others are. That it finds none is no evidence of anything.
class Solver {
 public:
  using Clock = std::chrono::steady_clock;

  /// Looks for the program in the folders that PATH names from the root. `asks` is told when it is asked
  /// (true) and has answered.
  Solver(const theory::LoadedClaim& claim, Clock::time_point deadline, std::function<void(bool)> asks);

  bool is_there() const { return !program_.empty(); }
  const std::vector<theory::syntax::Definition>& definitions() const { return claim_.definitions; }

  /// How many questions may be put from now on, and how far one is followed.
  void allow(int questions, std::uint64_t effort);
  bool may_ask() const { return is_there() && left_ > 0; }
  std::uint64_t asked() const { return asked_; }

  /// Numbers for these constants of a script (declarations and assertions) that meet it; empty if it gave none.
  std::vector<SolverNumber> numbers(const std::string& script, const std::vector<std::string>& constants);

 private:
  const theory::LoadedClaim& claim_;
  const Clock::time_point deadline_;
  const std::function<void(bool)> asks_;
  std::string program_;
  int left_ = 0;
  std::uint64_t effort_ = 0, asked_ = 0;
  std::set<std::string> closed_;  ///< scripts that it need not be asked again
};

/// What `get-value` answered for so many constants, once exactly and once in decimals; empty where the text is anything
/// else.
std::vector<SolverNumber> numbers_in(const std::string& answer, std::size_t count);

}  // namespace attest::verify::attack
