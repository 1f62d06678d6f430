// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "theory/scalar/rational.hpp"

namespace attest::verify::attack {

/// What one trial chose, in the order in which it had to: an instance is replayed from it, whatever depends on what.
struct Choice {
  std::uint32_t index = 0, options = 1;
  std::optional<theory::Rational> number;  ///< a number that is on no list of options
  bool operator==(const Choice&) const = default;
};
using Plan = std::vector<Choice>;

/// The source of a trial's choices: a plan as far as it reaches, then the plainest option, or one by chance.
/// An option's cost is its place among the options, so the cost of a trial says how plain its instance is.
class Choices {
 public:
  void follow(Plan plan);  ///< the plainest options behind the plan
  /// How far from plain a draw goes, from 0 to 1: with numbers and all else, and with integers, which are mostly sizes.
  struct Bold {
    double others, integers;
    bool wild;  ///< numbers that are on no list, too
  };
  void draw(Plan plan, const Bold& bold);  ///< by chance behind the plan
  explicit Choices(std::uint64_t seed) : random_(seed) {}

  std::uint32_t pick(std::uint32_t options);
  /// Whether something not known holds. In a `where` a draw mostly says yes: there it is wanted.
  bool holds();
  void in_guard(bool value) { in_guard_ = value; }
  /// The number of a plan or a draw that is on no list, if there is one; otherwise the place among the options.
  Choice pick_number(std::uint32_t options, bool integer);
  const Plan& made() const { return made_; }
  std::mt19937_64& random() { return random_; }

 private:
  Choice next(std::uint32_t options, bool integer);
  Plan plan_, made_;
  bool by_chance_ = false, in_guard_ = false;
  Bold bold_{};
  std::mt19937_64 random_;
};

/// The cost of a plan: the sum of its places, and of the sizes of numbers that are on no list.
std::uint64_t cost_of(const Plan& plan);

/// The plan that follows one in the order of depth, of those whose cost is at most `limit`; nothing behind the last.
std::optional<Plan> following(const Plan& made, std::uint64_t limit);

}  // namespace attest::verify::attack
