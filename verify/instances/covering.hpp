// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace attest::verify::instances {

/// One level of each factor; kOpen where none is chosen yet.
using Levels = std::vector<int>;
constexpr int kOpen = -1;

/// A covering design: choices of one level for each factor, such that any `strength` factors together take every
/// combination of their levels at least `times` times, as far as `admits` lets them.
struct CoveringProblem {
  std::vector<int> levels;  ///< how many each factor has
  /// Whether some completion of this choice is wanted. A choice that it admits has to have an admitted level for every
  /// factor that is open.
  std::function<bool(const Levels&)> admits;
  int strength = 2;
  int times = 1;
};

/// Combinations of `strength` levels of different factors, and how often choices take each.
class Combinations {
 public:
  explicit Combinations(const CoveringProblem& problem);

  std::size_t size() const { return needed_.size(); }
  std::int64_t admissible() const { return admissible_; }
  /// Of those admissible, the ones that the choices added so far take `times` times.
  std::int64_t covered() const { return covered_; }
  void add(const Levels& choice);

  /// Whether combination k is admissible and taken less often than wanted.
  bool is_wanted(std::size_t k) const { return needed_[k] > 0; }
  /// Its levels; kOpen for all other factors.
  Levels levels_of(std::size_t k) const;
  /// Of the combinations of this factor's level with what `choice` has chosen, those that are wanted.
  std::int64_t gain(const Levels& choice, std::size_t factor, int level) const;

 private:
  struct Group {
    std::vector<std::size_t> factors;
    std::size_t begin;
  };
  std::size_t index(const Group& group, const Levels& choice) const;

  const std::vector<int> levels_;
  std::vector<Group> groups_;
  std::vector<std::vector<std::size_t>> groups_of_;  ///< by factor
  std::vector<std::int8_t> needed_;
  std::int64_t admissible_ = 0, covered_ = 0;
};

/// Choices that cover the problem, each next one chosen greedily among some that random numbers of the seed propose:
/// the first ones cover most. The same everywhere.
std::vector<Levels> covering(const CoveringProblem& problem, std::uint64_t seed);

}  // namespace attest::verify::instances
