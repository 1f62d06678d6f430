// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/choices.hpp"

#include <algorithm>
#include <cmath>

namespace attest::verify::attack {

using theory::Rational;

namespace {

/// No trial makes more: what chooses without end is given up.
constexpr std::size_t kMost = 4000;

std::uint64_t size_of(const Rational& x) {
  const double n = std::abs(x.numerator().to_double()), d = x.denominator().to_double();
  return 40 + static_cast<std::uint64_t>(std::min(1e6, std::log2(n + 1) + std::log2(d)));
}

}  // namespace

void Choices::follow(Plan plan) {
  plan_ = std::move(plan);
  made_.clear();
  by_chance_ = false;
  in_guard_ = false;
}

void Choices::draw(Plan plan, const Bold& bold) {
  follow(std::move(plan));
  by_chance_ = true;
  bold_ = bold;
}

Choice Choices::next(std::uint32_t options, bool integer) {
  Choice choice{0, options, std::nullopt};
  if (made_.size() < plan_.size()) {
    choice = plan_[made_.size()];
    choice.index = std::min(choice.index, options - 1);
    choice.options = options;
  } else if (by_chance_ && made_.size() < kMost) {
    if (!integer && random_() % 12 == 0) {
      choice.index = static_cast<std::uint32_t>(random_() % options);
    } else {
      const auto odds = static_cast<std::uint64_t>((integer ? bold_.integers : bold_.others) * 1000);
      while (choice.index + 1 < options && random_() % 1000 < odds) ++choice.index;
    }
  }
  return choice;
}

std::uint32_t Choices::pick(std::uint32_t options) {
  Choice choice = next(std::max(options, 1U), false);
  choice.number.reset();
  made_.push_back(choice);
  return choice.index;
}

bool Choices::holds() {
  Choice choice{0, 2, std::nullopt};
  if (made_.size() < plan_.size())
    choice.index = std::min(plan_[made_.size()].index, 1U);
  else if (by_chance_)
    choice.index = random_() % 100 < (in_guard_ ? 8 : 35);
  made_.push_back(choice);
  return choice.index == 0;
}

Choice Choices::pick_number(std::uint32_t options, bool integer) {
  const bool planned = made_.size() < plan_.size();
  Choice choice = next(std::max(options, 1U), integer);
  if (!planned && by_chance_ && bold_.wild && random_() % 4 == 0) {
    static constexpr long kDenominators[] = {1, 1, 1, 2, 3, 4, 5, 8, 10, 16, 100};
    const long magnitude = static_cast<long>(random_() % 12);
    const long numerator = static_cast<long>(random_() % ((2UL << magnitude) + 1)) - (1L << magnitude);
    choice.number = Rational(numerator, kDenominators[random_() % std::size(kDenominators)]);
  }
  made_.push_back(choice);
  return choice;
}

std::uint64_t cost_of(const Plan& plan) {
  std::uint64_t cost = 0;
  for (const Choice& choice : plan) cost += choice.number ? size_of(*choice.number) : choice.index;
  return cost;
}

std::optional<Plan> following(const Plan& made, std::uint64_t limit) {
  std::uint64_t before = cost_of(made);
  for (std::size_t i = made.size(); i-- > 0;) {
    before -= made[i].index;
    if (made[i].index + 1 < made[i].options && before + made[i].index + 1 <= limit) {
      Plan plan(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      ++plan.back().index;
      return plan;
    }
  }
  return std::nullopt;
}

}  // namespace attest::verify::attack
