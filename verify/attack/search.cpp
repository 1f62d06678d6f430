// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/search.hpp"

#include <algorithm>

#include "verify/attack/enumeration.hpp"
#include "verify/attack/hunt.hpp"

namespace attest::verify::attack {

using theory::Rational;
using theory::Step;
using Kind = theory::syntax::Domain::Kind;

/// Steps for a formula of whose quantifiers no element is left.
Step nothing_to_do(const Formula& formula) {
  if (formula.kind == Formula::Kind::expression) return theory::evaluate();
  if (formula.kind == Formula::Kind::parts) {
    std::vector<std::pair<std::string, Step>> parts;
    for (std::size_t i = 0; i < formula.names.size(); ++i)
      parts.emplace_back(formula.names[i], nothing_to_do(formula.children[i]));
    return theory::split(std::move(parts));
  }
  return theory::exhaustive(formula.variable, nothing_to_do(formula.children.front()));
}

bool are_equal(const std::vector<Step>& steps) {
  const std::string first = steps.front().to_json();
  return std::all_of(steps.begin() + 1, steps.end(), [&](const Step& step) { return step.to_json() == first; });
}

namespace {

Step some(const std::string& variable, std::vector<theory::Value> values, std::vector<Step> cases) {
  if (are_equal(cases)) return theory::instances(variable, std::move(values), std::move(cases.front()));
  return theory::instances(variable, std::move(values), std::move(cases));
}

}  // namespace

Search::Search(const CompiledStatement& statement, const Reach& reach, std::uint64_t steps,
               std::function<bool()> may_continue, Crew* crew)
    : statement_(statement), reach_(reach), may_continue_(std::move(may_continue)), crew_(crew) {
  machine_.steps = steps;
  orders_[0].steps = steps / 8;
  orders_[1].steps = steps / 32;
  cut_steps_ = steps / 16;
}

void Search::ready() {
  machine_.stack.assign(std::max<std::size_t>(statement_.frame, 1) + 64, Value());
  machine_.base = 0;
  machine_.top = statement_.frame;
}

std::optional<Met> Search::run(bool goal, Hunt& hunt) {
  ready();
  pool_ = &hunt.pool();
  try {
    const auto inside = [this, &hunt](const Formula& formula, bool wanted) {
      if (!may_continue_()) throw Spent();
      boxes_ = 0;
      cells_ = 0;
      opposite_ = false;
      Found met = meet_behind(formula, wanted);
      if (!met && !opposite_) hunt.leave_open();
      return met;
    };
    {
      const Flag hunts(asks_solver_, false);
      if (std::optional<Met> met = hunt.go(machine_, machine_.steps / 2, inside)) return met;
    }
    if (!may_continue_()) throw Spent();
    boxes_ = 0;
    return meet(statement_.formula, goal);
  } catch (const Spent&) {
    spent_ = true;
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  }
  return std::nullopt;
}

Value Search::evaluated(const Code& code) {
  machine_.charge(2);
  machine_.base = 0;  // a failure may have left a frame of a call
  machine_.top = statement_.frame;
  return code(machine_);
}

/// Whether the bound element is one: where the guard is unknown, on a cell, it counts as one.
bool Search::passes(const Formula& quantifier) {
  if (!quantifier.guard) return true;
  try {
    return boolean_of(evaluated(quantifier.guard)) != Truth::no;
  } catch (const Undefined&) {
    return false;
  } catch (const Unknown&) {
    return true;
  }
}

/// The list of a quantifier's domain; evaluated once where no variable stands in it.
Value Search::list_for(const Formula& quantifier) {
  if (!quantifier.domain.is_closed) return evaluated(quantifier.domain.list);
  const auto found = lists_.find(&quantifier);
  if (found != lists_.end()) return found->second;
  return lists_[&quantifier] = evaluated(quantifier.domain.list);
}

/// The instance that stands in the slots, of an innermost quantifier.
Leaf Search::alone(const Formula& quantifier, bool goal, bool for_certain) {
  if (for_certain) {
    // A witness must pass for certain, also inside a cell.
    try {
      if (quantifier.guard && boolean_of(evaluated(quantifier.guard)) != Truth::yes) return Leaf::refused;
    } catch (const Undefined&) {
      return Leaf::refused;
    } catch (const Unknown&) {
      return Leaf::refused;
    }
  } else if (!passes(quantifier)) {
    return Leaf::refused;
  }
  try {
    const Truth value = boolean_of(evaluated(quantifier.children.front().expression));
    if (value != Truth::unknown) return value == truth(goal) ? Leaf::met : Leaf::opposite;
  } catch (const Undefined& failure) {
    note_undefined(quantifier.children.front(), failure.what());
  } catch (const Unknown&) {
  }
  return Leaf::open;
}

/// Counts leaves; returns whether they are met or do not matter.
bool Search::tell(Leaf leaf, std::size_t count) {
  if (leaf == Leaf::refused) return true;
  const std::uint64_t before = leaves_;
  leaves_ += count;
  if (leaves_ / 64 != before / 64 && !may_continue_()) throw Spent();
  if (leaf == Leaf::opposite) opposite_ = true;
  if (leaf == Leaf::open && boxes_ == 0) undecided_ += count;
  return leaf == Leaf::met;
}

Search::Found Search::meet(const Formula& formula, bool goal) {
  switch (formula.kind) {
    case Formula::Kind::expression: {
      if (running_signs) return by_squares(formula, goal);
      if (++leaves_ % 64 == 0 && !may_continue_()) throw Spent();
      try {
        const Truth value = boolean_of(evaluated(formula.expression));
        if (value == truth(goal)) return Met{theory::evaluate(), true};
        if (value != Truth::unknown) {
          opposite_ = true;
          return std::nullopt;
        }
      } catch (const Undefined& failure) {
        note_undefined(formula, failure.what());
      } catch (const Unknown&) {
      }
      if (boxes_ == 0) ++undecided_;
      return std::nullopt;
    }
    case Formula::Kind::parts: {
      std::vector<std::pair<std::string, Step>> parts;
      bool complete = true;
      for (std::size_t i = 0; i < formula.names.size(); ++i) {
        Found met = meet(formula.children[i], goal);
        if (!goal && met)
          return Met{theory::split_one(formula.names[i], std::move(met->steps)), met->complete, std::move(met->how)};
        if (!goal) continue;
        if (!met) return std::nullopt;
        complete = complete && met->complete;
        parts.emplace_back(formula.names[i], std::move(met->steps));
      }
      if (!goal) return std::nullopt;
      return Met{theory::split(std::move(parts)), complete};
    }
    default:
      break;
  }
  if ((formula.kind == Formula::Kind::forall) != goal) return one(formula, goal);
  try {
    if (formula.domain.kind != Kind::list && formula.domain.kind != Kind::values) {
      Found met = by_polynomials(formula, goal);
      if (met || running_signs) return met;
    }
    switch (formula.domain.kind) {
      case Kind::list:
        return all_of_list(formula, goal);
      case Kind::naturals:
        return all_naturals(formula, goal);
      case Kind::reals:
        return all_reals(formula, goal);
      case Kind::vectors:
      case Kind::matrices:
        return all_arrays(formula, goal);
      default:
        return std::nullopt;
    }
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  }
  return std::nullopt;
}

/// A short hunt inside of what is asked for all elements, which leaves the state of the search as it is.
Search::Found Search::hunted(const Formula& quantifier, bool goal) {
  if (!hunts_) return std::nullopt;
  const Flag without(asks_solver_, false);
  hunts_ = false;
  Hunt hunt(quantifier, goal, statement_.frame, *pool_);
  Found met;
  const int boxes = boxes_;
  try {
    met = hunt.go(machine_, machine_.steps / 12, [&](const Formula& formula, bool wanted) {
      boxes_ = boxes;
      return meet_behind(formula, wanted);
    });
  } catch (const Spent&) {
    hunts_ = true;
    throw;
  }
  boxes_ = boxes;
  hunts_ = true;
  leaves_ += hunt.trials();
  return met;
}

/// Numbers beyond those that were chosen outside, in front of all others: where something chosen bounds what it should
/// not, they are the nearest at which that shows.
Holes::Pool Search::pool_beyond(std::size_t slots) const {
  Holes::Pool pool;
  const auto add = [&](const Rational& x) {
    for (const Rational& beyond : {x + Rational(1), x + x + Rational(1), x * x + Rational(1)})
      pool.numbers.push_back(beyond);
  };
  for (std::size_t i = 0; i < slots; ++i)
    if (machine_.stack[i].is_exact()) add(machine_.stack[i].exact());
  pool.numbers.insert(pool.numbers.end(), pool_->numbers.begin(), pool_->numbers.end());
  pool.symbols = pool_->symbols;
  return pool;
}

/// What stands behind an element that was chosen. Where it is met for some of its elements only, they may be those that
/// the chosen one was fitted to: it has to withstand a hunt for others at which it fails.
Search::Found Search::meet_behind(const Formula& formula, bool goal) {
  Found met = meet(formula, goal);
  if (!met || met->complete || !tests_ || running_signs || (formula.kind == Formula::Kind::forall) != goal) return met;
  // The hunt has steps of its own, or a trial that has nearly spent its share would pass; a part is charged.
  constexpr std::uint64_t kOwn = 150'000, kCharged = 8;
  const std::uint64_t steps = machine_.steps;
  const int boxes = boxes_;
  const bool hunts = hunts_, opposite = opposite_;
  const Flag without(asks_solver_, false);
  hunts_ = tests_ = false;
  machine_.steps = kOwn;
  const Holes::Pool pool = pool_beyond(formula.slot);
  Hunt against(formula, !goal, statement_.frame, pool);
  Found refuted;
  try {
    refuted = against.go(machine_, kOwn, [&](const Formula& inside, bool wanted) {
      boxes_ = boxes;
      return meet(inside, wanted);
    });
  } catch (const Spent&) {
  }
  const std::uint64_t used = (kOwn - std::min(kOwn, machine_.steps)) / kCharged;
  machine_.steps = steps - std::min(steps, used);
  boxes_ = boxes;
  hunts_ = hunts;
  tests_ = true;
  leaves_ += against.trials();
  opposite_ = opposite;
  if (!refuted || !refuted->complete) return met;
  opposite_ = failed_behind_ = true;
  return std::nullopt;
}

Search::Found Search::one(const Formula& quantifier, bool goal) {
  if (&quantifier != &statement_.formula && !running_signs)
    if (Found met = hunted(quantifier, goal)) return met;
  if (!running_signs && boxes_ == 0 && Enumeration::is_nest(quantifier)) {
    bool is_sure = false;
    Found met = one_of_lists(quantifier, goal, is_sure);
    if (met || is_sure) return met;
  }
  if (Found met = by_solver(quantifier, goal)) return met;
  std::vector<Value> tried;
  try {
    machine_.base = 0;
    machine_.top = statement_.frame;
    Reach reach = reach_;
    // One that serves may lie further out than all that can be met; but what follows must not be spent on it.
    const bool innermost = quantifier.children.front().kind == Formula::Kind::expression;
    if (innermost) reach.naturals *= 3;
    tried = candidates(quantifier.domain, machine_, reach);
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  }
  if (quantifier.children.front().kind == Formula::Kind::expression) {
    std::optional<theory::Value> met;
    Leaves leaves(
        machine_, quantifier, {quantifier.slot}, goal, true, [&] { return alone(quantifier, goal, true); },
        [&](Leaf leaf, std::size_t row, std::size_t count) {
          if (tell(leaf, count) && leaf == Leaf::met) met = leaves.instance(row).back().in_certificate();
          return !met;
        });
    if (leaves.take_each(tried)) leaves.finish();
    if (met) return Met{theory::witness(quantifier.variable, std::move(*met), theory::evaluate()), true};
    return running_signs ? by_functions(quantifier, goal) : by_linear(quantifier, goal);
  }
  const Flag once(asks_solver_, false);
  for (const Value& value : tried) {
    machine_.charge();
    machine_.stack[quantifier.slot] = value;
    try {
      // A witness must pass for certain, also inside a cell.
      if (quantifier.guard && boolean_of(evaluated(quantifier.guard)) != Truth::yes) continue;
    } catch (const Undefined&) {
      continue;
    } catch (const Unknown&) {
      continue;
    }
    if (Found met = meet_behind(quantifier.children.front(), goal))
      return Met{theory::witness(quantifier.variable, value.in_certificate(), std::move(met->steps)), met->complete};
  }
  return running_signs ? by_functions(quantifier, goal) : by_linear(quantifier, goal);
}

/// One instance of a nest of lists. `is_sure`: where none was found there is none that is found otherwise.
Search::Found Search::one_of_lists(const Formula& quantifier, bool goal, bool& is_sure) {
  // Of several lists half of the steps at most: where the nest is larger, something else may find one.
  const bool is_innermost = quantifier.children.front().kind == Formula::Kind::expression;
  const std::uint64_t kept = is_innermost ? 0 : machine_.steps / 2, undecided = undecided_;
  machine_.steps -= kept;
  Enumeration enumeration(*this, quantifier, goal, Enumeration::Wanted::one);
  try {
    is_sure = enumeration.run() && undecided_ == undecided;
    tried_all_ = is_sure && !enumeration.stop() && &quantifier == &statement_.formula;
    is_sure = is_sure || is_innermost;
  } catch (const Spent&) {
    if (is_innermost || !may_continue_()) throw;
  }
  machine_.steps += kept;
  if (!enumeration.stop()) return std::nullopt;
  return Met{Enumeration::witnesses(quantifier, enumeration.stop()->instance), true,
             ", the first one in the order of its lists"};
}

Search::Found Search::all_of_list(const Formula& quantifier, bool goal) {
  if (Enumeration::is_nest(quantifier)) {
    Enumeration enumeration(*this, quantifier, goal, Enumeration::Wanted::all);
    const bool complete = enumeration.run();
    if (complete && !enumeration.stop()) return Met{nothing_to_do(quantifier), true};
    if (enumeration.stop() && enumeration.stop()->leaf == Leaf::opposite && &quantifier == &statement_.formula &&
        enumeration.is_certain())
      against_ = Met{Enumeration::witnesses(quantifier, enumeration.stop()->instance), true,
                     ", the first one in the order of its lists"};
    return std::nullopt;
  }
  const Value list = list_for(quantifier);
  std::vector<Step> cases;
  bool complete = true;
  for (const Value& element : list_of(list)) {
    machine_.stack[quantifier.slot] = element;
    if (!passes(quantifier)) continue;
    Found met = meet(quantifier.children.front(), goal);
    if (!met) return std::nullopt;
    complete = complete && met->complete;
    cases.push_back(std::move(met->steps));
  }
  if (cases.empty()) return Met{nothing_to_do(quantifier), true};
  if (are_equal(cases)) return Met{theory::exhaustive(quantifier.variable, std::move(cases.front())), complete};
  return Met{theory::exhaustive(quantifier.variable, std::move(cases)), complete};
}

Search::Found Search::all_naturals(const Formula& quantifier, bool goal) {
  const std::int64_t from = integer(evaluated(quantifier.domain.from));
  const std::int64_t to = from + static_cast<std::int64_t>(reach_.naturals) - 1;
  std::vector<theory::Value> values;
  std::vector<Step> cases;
  bool all = true;
  for (std::int64_t n = from; n <= to; ++n) {
    machine_.stack[quantifier.slot] = n;
    if (!passes(quantifier)) continue;
    opposite_ = false;
    Found met = meet(quantifier.children.front(), goal);
    if (!met && opposite_) return std::nullopt;
    all = all && met;
    if (!met) continue;  // enclosures do not decide it
    values.emplace_back(static_cast<long>(n));
    cases.push_back(std::move(met->steps));
  }
  if (cases.empty()) return std::nullopt;
  if (!all) return Met{some(quantifier.variable, std::move(values), std::move(cases)), false};
  if (are_equal(cases)) return Met{theory::range(quantifier.variable, from, to, std::move(cases.front())), false};
  return Met{theory::range(quantifier.variable, from, to, std::move(cases)), false};
}

Search::Found Search::sampled(const Formula& quantifier, bool goal) {
  machine_.base = 0;
  machine_.top = statement_.frame;
  std::vector<theory::Value> values;
  std::set<std::string> seen;
  std::vector<Step> cases;
  for (const Value& value : candidates(quantifier.domain, machine_, reach_)) {
    machine_.stack[quantifier.slot] = value;
    if (!passes(quantifier)) continue;
    theory::Value written = value.in_certificate();
    if (!seen.insert(written.to_json()).second) continue;
    opposite_ = false;
    Found met = meet(quantifier.children.front(), goal);
    if (!met && opposite_) return std::nullopt;
    if (!met) continue;  // enclosures do not decide it
    values.push_back(std::move(written));
    cases.push_back(std::move(met->steps));
  }
  if (cases.empty()) return std::nullopt;
  return Met{some(quantifier.variable, std::move(values), std::move(cases)), false};
}

}  // namespace attest::verify::attack
