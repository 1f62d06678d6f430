// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/covering.hpp"

#include <algorithm>
#include <numeric>

#include "verify/instances/counter_random.hpp"

namespace attest::verify::instances {

namespace {

/// How many choices are proposed for each one that is taken.
constexpr int kProposals = 12;

/// Numbers one after another.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed, "covering") {}
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(random_.below(counter_++, static_cast<std::int64_t>(n)));
  }

 private:
  CounterRandom random_;
  std::uint64_t counter_ = 0;
};

void shuffle(std::vector<std::size_t>& order, Dice& dice) {
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[dice.below(k)]);
}

/// A whole choice that begins with one wanted combination; `gain` is how many wanted ones it takes.
Levels complete(const CoveringProblem& problem, const Combinations& combinations, Levels choice, Dice& dice,
                std::int64_t& gain) {
  std::vector<std::size_t> order;
  gain = 1;
  for (std::size_t factor = 0; factor < choice.size(); ++factor)
    if (choice[factor] == kOpen) order.push_back(factor);
  shuffle(order, dice);
  for (const std::size_t factor : order) {
    const std::size_t count = static_cast<std::size_t>(problem.levels[factor]), start = dice.below(count);
    std::int64_t best_gain = -1;
    int best = kOpen;
    for (std::size_t k = 0; k < count; ++k) {
      const int level = static_cast<int>((start + k) % count);
      choice[factor] = level;
      if (!problem.admits(choice)) continue;
      choice[factor] = kOpen;
      if (const std::int64_t more = combinations.gain(choice, factor, level); more > best_gain)
        best_gain = more, best = level;
    }
    choice[factor] = best;
    gain += best_gain;
  }
  return choice;
}

}  // namespace

Combinations::Combinations(const CoveringProblem& problem)
    : levels_(problem.levels), groups_of_(problem.levels.size()) {
  const std::size_t factors = levels_.size(), strength = static_cast<std::size_t>(problem.strength);
  std::size_t end = 0;
  // Every set of `strength` factors, as a row of 0s and 1s.
  std::vector<bool> taken(factors, false);
  std::fill_n(taken.begin(), std::min(strength, factors), true);
  do {
    Group group{{}, end};
    std::size_t count = 1;
    for (std::size_t factor = 0; factor < factors; ++factor) {
      if (!taken[factor]) continue;
      group.factors.push_back(factor);
      groups_of_[factor].push_back(groups_.size());
      count *= static_cast<std::size_t>(levels_[factor]);
    }
    end += count;
    groups_.push_back(std::move(group));
  } while (std::prev_permutation(taken.begin(), taken.end()));
  needed_.assign(end, static_cast<std::int8_t>(problem.times));
  for (std::size_t k = 0; k < end; ++k) {
    if (!problem.admits(levels_of(k))) needed_[k] = 0;
    admissible_ += needed_[k] > 0;
  }
}

std::size_t Combinations::index(const Group& group, const Levels& choice) const {
  std::size_t k = 0;
  for (const std::size_t factor : group.factors)
    k = k * static_cast<std::size_t>(levels_[factor]) + static_cast<std::size_t>(choice[factor]);
  return group.begin + k;
}

Levels Combinations::levels_of(std::size_t k) const {
  const auto after = std::upper_bound(groups_.begin(), groups_.end(), k,
                                      [](std::size_t at, const Group& group) { return at < group.begin; });
  const Group& group = *std::prev(after);
  Levels choice(levels_.size(), kOpen);
  std::size_t rest = k - group.begin;
  for (auto factor = group.factors.rbegin(); factor != group.factors.rend(); ++factor) {
    const std::size_t count = static_cast<std::size_t>(levels_[*factor]);
    choice[*factor] = static_cast<int>(rest % count);
    rest /= count;
  }
  return choice;
}

void Combinations::add(const Levels& choice) {
  for (const Group& group : groups_) {
    std::int8_t& needed = needed_[index(group, choice)];
    if (needed > 0 && --needed == 0) ++covered_;
  }
}

std::int64_t Combinations::gain(const Levels& choice, std::size_t factor, int level) const {
  std::int64_t sum = 0;
  for (const std::size_t g : groups_of_[factor]) {
    const Group& group = groups_[g];
    std::size_t k = 0;
    bool whole = true;
    for (const std::size_t member : group.factors) {
      const int chosen = member == factor ? level : choice[member];
      whole = whole && chosen != kOpen;
      k = k * static_cast<std::size_t>(levels_[member]) + static_cast<std::size_t>(whole ? chosen : 0);
    }
    sum += whole && needed_[group.begin + k] > 0;
  }
  return sum;
}

std::vector<Levels> covering(const CoveringProblem& problem, std::uint64_t seed) {
  Combinations combinations(problem);
  Dice dice(seed);
  std::vector<std::size_t> wanted(combinations.size());
  std::iota(wanted.begin(), wanted.end(), std::size_t{0});
  std::vector<Levels> choices;
  for (;;) {
    std::erase_if(wanted, [&](std::size_t k) { return !combinations.is_wanted(k); });
    if (wanted.empty()) return choices;
    Levels best;
    std::int64_t best_gain = 0;
    for (int proposal = 0; proposal < kProposals; ++proposal) {
      std::int64_t gain = 0;
      Levels choice =
          complete(problem, combinations, combinations.levels_of(wanted[dice.below(wanted.size())]), dice, gain);
      if (gain > best_gain) best = std::move(choice), best_gain = gain;
    }
    combinations.add(best);
    choices.push_back(std::move(best));
  }
}

}  // namespace attest::verify::instances
