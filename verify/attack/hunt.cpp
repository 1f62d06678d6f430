// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/hunt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::verify::attack {

using theory::Rational;
using Kind = theory::syntax::Domain::Kind;

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
/// No single trial takes more of the steps than this share, but for a few at least.
constexpr std::uint64_t kLeast = 30'000, kShare = 40, kShareOfAll = 8;

bool decided_by_parts(const Formula& formula, bool goal) { return formula.kind == Formula::Kind::parts && !goal; }
bool one_suffices(const Formula& formula, bool goal) {
  if (formula.kind == Formula::Kind::expression || formula.kind == Formula::Kind::parts) return false;
  return (formula.kind == Formula::Kind::forall) != goal;
}

}  // namespace

Hunt::Hunt(const Formula& formula, bool goal, std::size_t frame, const Holes::Pool& pool)
    : formula_(formula), goal_(goal), frame_(frame), pool_(pool), choices_(frame + 1) {
  exhausted_ = !one_suffices(formula, goal) && !decided_by_parts(formula, goal);
  const Formula* end = &formula;
  while (one_suffices(*end, goal) || decided_by_parts(*end, goal)) end = &end->children.back();
  share_ = end->kind == Formula::Kind::expression ? kShare : kShareOfAll;
}

Value Hunt::element(Machine& machine, const Domain& domain, Holes& holes) {
  const auto exact = [&](const Code& code) { return number_of(code(machine)).exact(); };
  std::optional<Rational> low, high;
  switch (domain.kind) {
    case Kind::list: {
      const Value list = domain.list(machine);
      const Value::List& elements = list_of(list);
      if (elements.empty()) throw Undefined("an element of nothing");
      return elements[choices_.pick(static_cast<std::uint32_t>(elements.size()))];
    }
    case Kind::naturals:
      return holes.number(exact(domain.from), std::nullopt, true);
    case Kind::values:
      return holes.value();
    default:
      break;
  }
  if (domain.from) {
    low = exact(domain.from);
    high = exact(domain.to);
    if (*high < *low) throw Undefined("an element of nothing");
  }
  if (domain.kind == Kind::reals) return holes.number(low, high, false);
  const auto size = [&](const Code& code) {
    const std::int64_t count = integer(number_of(code(machine)));
    if (count < 0) throw Undefined("a size below 0");
    if (count > 400) throw Spent();
    return static_cast<std::size_t>(count);
  };
  const std::size_t rows = size(domain.sizes.front());
  const auto vector = [&](std::size_t length) {
    Value::List entries;
    for (std::size_t i = 0; i < length; ++i) entries.push_back(holes.number(low, high, false));
    return Value(std::move(entries));
  };
  if (domain.kind == Kind::vectors) return vector(rows);
  const std::size_t columns = size(domain.sizes.back());
  Value::List matrix;
  for (std::size_t i = 0; i < rows; ++i) matrix.push_back(vector(columns));
  return matrix;
}

std::optional<Met> Hunt::descend(Machine& machine, const Formula& formula, Holes& holes, std::vector<Link>& chain,
                                 const Rest& rest, double& slack) {
  machine.base = 0;
  machine.top = frame_;
  if (formula.kind == Formula::Kind::expression) {
    slack = kFar;
    running_slack = &slack;
    at_end_ = true;
    const Truth value = boolean_of(formula.expression(machine));
    running_slack = nullptr;
    if (value == Truth::unknown) is_open_ = true;
    if (value != truth(goal_)) return std::nullopt;
    return Met{theory::evaluate(), true};
  }
  if (decided_by_parts(formula, goal_)) {
    const std::size_t part = choices_.pick(static_cast<std::uint32_t>(formula.children.size()));
    chain.push_back({&formula, Value(), part});
    return descend(machine, formula.children[part], holes, chain, rest, slack);
  }
  if (!one_suffices(formula, goal_)) {
    for (Link& link : chain) {
      if (link.formula->kind == Formula::Kind::parts) continue;
      link.element = holes.closed(link.element, false);  // what is inside depends on all of it
      machine.stack[link.formula->slot] = link.element;
    }
    running_holes = nullptr;
    std::optional<Met> met = rest(formula, goal_);
    running_holes = &holes;
    return met;
  }
  const Value chosen = element(machine, formula.domain, holes);
  machine.stack[formula.slot] = chosen;
  chain.push_back({&formula, chosen});
  if (formula.guard) {
    choices_.in_guard(true);
    refused_ = true;  // also where it is undefined
    const Truth is_element = boolean_of(formula.guard(machine));
    if (is_element == Truth::unknown) is_open_ = true;
    if (is_element != Truth::yes) return std::nullopt;
    refused_ = false;
    choices_.in_guard(false);
  }
  return descend(machine, formula.children.front(), holes, chain, rest, slack);
}

/// Whether the closed instance is one, as it will be checked: every guard and the end evaluated without holes.
bool Hunt::confirmed(Machine& machine, const std::vector<Link>& chain) {
  const auto is = [&](const Code& code, bool wanted) {
    machine.base = 0;
    machine.top = frame_;
    return boolean_of(code(machine)) == truth(wanted);
  };
  for (const Link& link : chain) {
    if (link.formula->kind == Formula::Kind::parts) continue;
    machine.stack[link.formula->slot] = link.element;  // in this order: a guard's own names use the slots behind
    if (link.formula->guard && !is(link.formula->guard, true)) return false;
  }
  const Formula& last = *chain.back().formula;
  const Formula& end = last.children[chain.back().part];
  return end.kind != Formula::Kind::expression || is(end.expression, goal_);
}

Hunt::Trial Hunt::attempt(Machine& machine, const Rest& rest) {
  Tried& tried = is_ordered_ ? ordered_ : others_;
  ++tried.count;
  is_open_ = at_end_ = false;
  const std::uint64_t before = machine.steps, allowed = std::min(before, std::max(kLeast, before / share_));
  machine.steps = allowed;
  Trial trial{std::nullopt, {}, kFar};
  refused_ = false;
  Holes holes(pool_, choices_);
  running_holes = &holes;
  std::vector<Link> chain;
  try {
    if (std::optional<Met> met = descend(machine, formula_, holes, chain, rest, trial.slack)) {
      for (Link& link : chain)
        if (link.formula->kind != Formula::Kind::parts) link.element = holes.closed(link.element);
      running_holes = nullptr;
      if (confirmed(machine, chain)) {
        for (std::size_t i = chain.size(); i-- > 0;) {
          const Link& link = chain[i];
          met->steps =
              link.formula->kind == Formula::Kind::parts
                  ? theory::split_one(link.formula->names[link.part], std::move(met->steps))
                  : theory::witness(link.formula->variable, link.element.in_certificate(), std::move(met->steps));
        }
        if (met->complete) trial.met = std::move(met);
      }
      if (!trial.met) is_open_ = true;
    }
  } catch (const Undefined&) {
    if (at_end_) note_undefined(machine, holes, chain);
  } catch (const Unknown&) {
    is_open_ = true;
  } catch (const Spent&) {
    is_open_ = true;
  }
  if (is_open_) ++tried.undecided;
  running_holes = nullptr;
  running_slack = nullptr;
  trial.refused = refused_;
  trial.plan = choices_.made();
  const std::uint64_t used = allowed - std::min(allowed, machine.steps) + 50 + 20 * trial.plan.size();
  machine.steps = before - std::min(before, used);
  return trial;
}

/// Keeps the trials that came nearest to the goal, a heap with the farthest of them in front.
void Hunt::note(const Trial& trial) {
  constexpr std::size_t kKept = 24;
  const auto nearer = [](const Trial& a, const Trial& b) { return a.slack < b.slack; };
  if (!(trial.slack < kFar) || (nearest_.size() == kKept && trial.slack >= nearest_.front().slack)) return;
  nearest_.push_back(trial);
  std::push_heap(nearest_.begin(), nearest_.end(), nearer);
  if (nearest_.size() <= kKept) return;
  std::pop_heap(nearest_.begin(), nearest_.end(), nearer);
  nearest_.pop_back();
}

std::optional<Met> Hunt::in_order(Machine& machine, std::uint64_t until, const Rest& rest) {
  constexpr std::uint64_t kDearest = 60;
  while (!exhausted_ && machine.steps > until && cost_ < kDearest) {
    choices_.follow(next_);
    is_ordered_ = true;
    Trial trial = attempt(machine, rest);
    is_ordered_ = false;
    in_order_ = trial.met.has_value();
    if (in_order_) return trial.met;
    note(trial);
    if (std::optional<Plan> plan = following(trial.plan, cost_)) {
      next_ = std::move(*plan);
    } else {
      next_.clear();
      ++cost_;
      undecided_below_ = ordered_.undecided;
    }
  }
  return std::nullopt;
}

std::optional<Met> Hunt::by_chance(Machine& machine, std::uint64_t until, const Rest& rest) {
  static constexpr double kOthers[] = {0.2, 0.4, 0.6, 0.8, 0.93};
  static constexpr double kIntegers[] = {0.15, 0.3, 0.5, 0.15, 0.3, 0.5, 0.7, 0.9};
  while (!exhausted_ && machine.steps > until) {
    const std::uint64_t number = draws_++;
    const Choices::Bold bold{kOthers[number % std::size(kOthers)], kIntegers[number % std::size(kIntegers)],
                             number % 7 == 0};
    choices_.draw({}, bold);
    Trial trial = attempt(machine, rest);
    // A `where` that fails is asked again with one of the last choices that it made another way.
    for (int again = 0; again < 12 && trial.refused && !trial.plan.empty() && machine.steps > until; ++again) {
      const std::size_t back = 1 + choices_.random()() % std::min<std::size_t>(trial.plan.size(), 1 + again / 3);
      Plan plan(trial.plan.begin(), trial.plan.end() - static_cast<std::ptrdiff_t>(back - 1));
      Choice& last = plan.back();
      last.number.reset();
      last.index = last.options == 2 ? 1 - last.index : static_cast<std::uint32_t>(choices_.random()() % last.options);
      choices_.draw(std::move(plan), bold);
      trial = attempt(machine, rest);
    }
    if (trial.met) return shrunk(machine, std::move(trial), rest);
    note(trial);
  }
  return std::nullopt;
}

/// From each of the nearest: one or two choices changed, kept where that comes nearer.
std::optional<Met> Hunt::climbing(Machine& machine, std::uint64_t until, const Rest& rest) {
  if (nearest_.empty()) return std::nullopt;
  std::mt19937_64& random = choices_.random();
  const auto changed = [&](Choice& choice) {
    switch (random() % 5) {
      case 0:
        choice.number.reset();
        choice.index = static_cast<std::uint32_t>(random() % choice.options);
        break;
      case 1:
        choice.number.reset();
        choice.index = choice.index == 0 ? 1 : choice.index - 1;
        break;
      default: {
        static const std::vector<Rational> factors = {Rational(2),    Rational(1, 2), Rational(-1),
                                                      Rational(9, 8), Rational(7, 8), Rational(10)};
        Rational x = choice.number ? *choice.number
                                   : pool_.numbers[std::min<std::size_t>(choice.index, pool_.numbers.size() - 1)];
        if (random() % 2)
          x *= factors[random() % factors.size()];
        else
          x += Rational(random() % 2 ? 1 : -1) / Rational(1L << (random() % 7));
        if (abs(x) < Rational(1000000) && x.denominator() < Rational(100000)) choice.number = x;
      }
    }
  };
  while (machine.steps > until) {
    Trial& from = nearest_[random() % nearest_.size()];
    if (from.plan.empty()) return std::nullopt;
    Plan plan = from.plan;
    for (std::size_t i = 0; i <= random() % 3; ++i) changed(plan[random() % plan.size()]);
    choices_.follow(std::move(plan));
    Trial trial = attempt(machine, rest);
    if (trial.met) return shrunk(machine, std::move(trial), rest);
    if (trial.slack <= from.slack) from = std::move(trial);
  }
  return std::nullopt;
}

/// The same with fewer and plainer choices, as long as some change keeps the goal.
Met Hunt::shrunk(Machine& machine, Trial found, const Rest& rest) {
  const auto size = [](const Plan& plan) { return std::pair(cost_of(plan), plan.size()); };
  // A share of the steps of its own: what was found is kept in any case.
  std::uint64_t trials = 3000;
  machine.steps = std::max<std::uint64_t>(machine.steps, 2'000'000);
  const auto better = [&](Plan plan) {
    if (trials == 0 || machine.steps < 1000) return false;
    --trials;
    choices_.follow(std::move(plan));
    Trial trial = attempt(machine, rest);
    if (!trial.met || size(trial.plan) >= size(found.plan)) return false;
    found = std::move(trial);
    return true;
  };
  for (bool again = true; again && trials > 0;) {
    again = false;
    for (std::size_t i = 0; i < found.plan.size(); ++i) {
      if (found.plan[i].index == 0 && !found.plan[i].number) continue;
      Plan plan = found.plan;
      const std::uint32_t had = plan[i].number ? std::min(plan[i].options, 40U) : plan[i].index;
      plan[i].number.reset();
      bool done = false;
      for (std::uint32_t index = 0; index < std::min(had, 24U) && !done && trials > 0; ++index) {
        plan[i].index = index;
        done = better(plan);
        if (!done) {
          Plan shorter = plan;  // the choice may have asked for those behind it
          shorter.resize(i + 1);
          done = better(std::move(shorter));
        }
      }
      again = again || done;
    }
    for (std::size_t i = 0; i < found.plan.size(); ++i) {
      Plan plan = found.plan;
      plan.erase(plan.begin() + static_cast<std::ptrdiff_t>(i));
      if (better(std::move(plan))) {
        again = true;
        --i;
      }
    }
  }
  return std::move(*found.met);
}

std::optional<Met> Hunt::go(Machine& machine, std::uint64_t steps, const Rest& rest) {
  if (exhausted_) return std::nullopt;
  steps = std::min(steps, machine.steps);
  const std::uint64_t end = machine.steps - steps;
  std::optional<Met> met = in_order(machine, end + steps / 2, rest);
  if (!met) met = by_chance(machine, end + steps / 5, rest);
  if (!met) met = climbing(machine, end, rest);
  return met;
}

}  // namespace attest::verify::attack
