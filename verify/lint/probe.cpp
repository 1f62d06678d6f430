// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/probe.hpp"

#include <algorithm>

#include "verify/attack/words.hpp"
#include "verify/lint/elements.hpp"

namespace attest::verify::lint {

using attack::CompiledStatement;
using attack::Formula;
using attack::Machine;
using attack::Reach;
using attack::Spent;
using attack::Truth;
using attack::Undefined;
using attack::Unknown;
using attack::Value;
using Kind = theory::syntax::Domain::Kind;

namespace {

struct Answer {
  Truth truth;
  bool certain;
};

class Walk {
 public:
  Walk(const CompiledStatement& statement, const Reach& reach, std::uint64_t steps, const Hints& hints, bool whole,
       const std::function<bool()>& may_continue)
      : statement_(statement), reach_(reach), hints_(hints), whole_(whole), may_continue_(may_continue) {
    machine_.steps = steps;
    machine_.stack.assign(std::max<std::size_t>(statement.frame, 1) + 64, Value());
    begin();
    for (const Formula* formula = &statement.formula; formula->kind != Formula::Kind::expression;
         formula = &formula->children.front()) {
      if (formula->kind == Formula::Kind::parts || formula->kind == Formula::Kind::exists) break;
      if (formula->domain.kind != Kind::naturals) continue;
      size_ = formula;
      break;
    }
  }

  Seen run() {
    try {
      const Answer answer = meet(statement_.formula, size_ != nullptr);
      seen_.truth = answer.truth;
      seen_.certain = answer.certain;
    } catch (const Spent&) {
      seen_.spent = true;
      if (seen_.refutation) seen_.truth = Truth::no;
      seen_.certain = seen_.truth == Truth::no;
    }
    return std::move(seen_);
  }

 private:
  void begin() {
    machine_.base = 0;
    machine_.top = statement_.frame;
  }
  Value evaluated(const attack::Code& code) {
    machine_.charge(2);
    begin();
    return code(machine_);
  }

  /// `outer`: whether the quantifier that sizes are counted by is this formula or inside it.
  Answer meet(const Formula& formula, bool outer) {
    switch (formula.kind) {
      case Formula::Kind::expression:
        return leaf(formula);
      case Formula::Kind::parts: {
        Answer all{Truth::yes, true};
        for (const Formula& part : formula.children) {
          const Answer answer = meet(part, false);
          all = both(all, answer);
          if (all.truth == Truth::no && !whole_) break;
        }
        return all;
      }
      case Formula::Kind::forall:
        return every(formula, outer);
      case Formula::Kind::exists:
        break;
    }
    const bool only_foralls = only_foralls_;
    only_foralls_ = false;
    const Answer answer = some(formula);
    only_foralls_ = only_foralls;
    return answer;
  }

  static Answer both(const Answer& a, const Answer& b) {
    if (a.truth == Truth::no && a.certain) return a;
    if (b.truth == Truth::no) return b;
    if (a.truth == Truth::no) return a;
    const Truth truth = a.truth == Truth::unknown ? a.truth : b.truth;
    return {truth, a.certain && b.certain};
  }

  Answer leaf(const Formula& formula) {
    ++seen_.ends[&formula];
    if (++seen_.leaves % 64 == 0 && !may_continue_()) throw Spent();
    if (!seen_.first_leaf) seen_.first_leaf = trail_;
    try {
      const Truth truth = boolean_of(evaluated(formula.expression));
      if (truth == Truth::no && only_foralls_ && !seen_.refutation) seen_.refutation = trail_;
      return {truth, truth != Truth::unknown};
    } catch (const Undefined& failure) {
      note_undefined(failure.what());
    } catch (const Unknown&) {
    }
    return {Truth::unknown, false};
  }

  /// What has no value inside `exists` is no harm where another element serves.
  void note_undefined(const std::string& why) {
    if (!only_foralls_) return;
    seen_.undefined = true;
    if (seen_.first_undefined) return;
    seen_.first_undefined = trail_;
    seen_.why_undefined = why;
  }

  std::vector<Value> elements(const Formula& quantifier, Tally& tally) {
    begin();
    std::vector<Value> found = attack::candidates(quantifier.domain, machine_, reach_);
    for (Value& array : plain_arrays(quantifier.domain, machine_))
      if (belongs(quantifier, array)) found.push_back(std::move(array));
    tally.infinite = quantifier.domain.kind != Kind::list;
    if (quantifier.domain.kind == Kind::reals) {
      const bool far = quantifier.kind == Formula::Kind::exists || !only_foralls_;
      const std::vector<Value>& numbers = far_numbers();
      for (std::size_t i = 0; i < (far ? numbers.size() : 4); ++i)
        if (belongs(quantifier, numbers[i])) found.push_back(numbers[i]);
    }
    if (const auto hints = hints_.find(quantifier.variable); hints != hints_.end() && tally.infinite) {
      for (const Value& hint : hints->second)
        if (belongs(quantifier, hint)) found.push_back(hint);
    }
    if (quantifier.domain.kind == Kind::naturals && !only_foralls_)
      for (const Value& next : beyond_the_others())
        if (belongs(quantifier, next) && std::none_of(found.begin(), found.end(), [&](const Value& known) {
              return known.small() && *known.small() == *next.small();
            }))
          found.push_back(next);
    ++tally.domains;
    tally.empty += found.empty();
    tally.largest = std::max(tally.largest, found.size());
    return found;
  }

  /// Where quantifiers alternate: numbers behind those that are bound around, so that none serves because it is the
  /// last that was tried.
  std::vector<Value> beyond_the_others() const {
    constexpr std::int64_t kFar = 1 << 20;
    std::vector<Value> all;
    for (const auto& [name, value] : trail_) {
      const auto around = value.small();
      if (!around || *around < 0 || *around > kFar) continue;
      all.emplace_back(*around + 1);
      all.emplace_back(2 * *around + 1);
      all.emplace_back(*around * *around + 1);
    }
    return all;
  }

  bool belongs(const Formula& quantifier, const Value& value) {
    const attack::Domain& domain = quantifier.domain;
    const auto entry = [&](const Value& x) {
      if (!x.is_exact()) return false;
      if (!domain.from || domain.kind == Kind::naturals) return true;
      return evaluated(domain.from).exact() <= x.exact() && x.exact() <= evaluated(domain.to).exact();
    };
    const auto row = [&](const Value& x, const attack::Code& size, const auto& inside) {
      const std::int64_t length = integer(evaluated(size));
      return x.list() && static_cast<std::int64_t>(x.list()->size()) == length &&
             std::all_of(x.list()->begin(), x.list()->end(), inside);
    };
    switch (domain.kind) {
      case Kind::values:
        return true;
      case Kind::naturals:
        return value.small() && *value.small() >= integer(evaluated(domain.from));
      case Kind::reals:
        return entry(value);
      case Kind::vectors:
        return row(value, domain.sizes.front(), entry);
      case Kind::matrices:
        return row(value, domain.sizes.front(), [&](const Value& x) { return row(x, domain.sizes.back(), entry); });
      default:
        return false;
    }
  }

  /// Whether the bound element meets the condition, for certain.
  bool passes(const Formula& quantifier, Tally& tally) {
    if (!quantifier.guard) {
      ++tally.passed;
      return true;
    }
    try {
      const Truth truth = boolean_of(evaluated(quantifier.guard));
      ++(truth == Truth::yes ? tally.passed : truth == Truth::no ? tally.failed : tally.unknown);
      return truth == Truth::yes;
    } catch (const Undefined&) {
      ++tally.undefined;
      if (!tally.first_undefined) tally.first_undefined = trail_;
    } catch (const Unknown&) {
      ++tally.unknown;
    }
    return false;
  }

  /// Calls `each` with every element that meets the condition, until it returns false. Whether the domain has a value.
  template <class Each>
  bool loop(const Formula& quantifier, Each each) {
    Tally& tally = seen_.tallies[&quantifier];
    try {
      for (const Value& element : elements(quantifier, tally)) {
        machine_.charge();
        machine_.stack[quantifier.slot] = element;
        trail_.emplace_back(quantifier.variable, element);
        const bool go_on = !passes(quantifier, tally) || each(element);
        trail_.pop_back();
        if (!go_on) break;
      }
      return true;
    } catch (const Undefined& failure) {
      note_undefined("the domain of " + quantifier.variable + ": " + failure.what());
    } catch (const Unknown&) {
    }
    return false;
  }

  Answer every(const Formula& quantifier, bool outer) {
    const bool on_size = &quantifier == size_;
    bool any = false, certain = quantifier.domain.kind == Kind::list;
    bool likely_no = false, certain_no = false, some_yes = false;
    const bool defined = loop(quantifier, [&](const Value& element) {
      any = true;
      const Answer answer = meet(quantifier.children.front(), outer && !on_size);
      certain = certain && answer.certain;
      certain_no = certain_no || (answer.truth == Truth::no && answer.certain);
      likely_no = likely_no || answer.truth == Truth::no;
      some_yes = some_yes || answer.truth == Truth::yes;
      if (on_size && element.small()) {
        Truth& at = seen_.by_size.try_emplace(*element.small(), Truth::unknown).first->second;
        if (answer.truth == Truth::no || at == Truth::unknown) at = answer.truth;
      }
      return whole_ || outer || !certain_no;
    });
    if (certain_no) return {Truth::no, true};
    if (likely_no) return {Truth::no, false};
    if (!defined || (any && !some_yes)) return {Truth::unknown, false};
    return {Truth::yes, certain};
  }

  Answer some(const Formula& quantifier) {
    bool certain = quantifier.domain.kind == Kind::list, yes = false, likely = false, unknown = false, any = false;
    const bool defined = loop(quantifier, [&](const Value&) {
      any = true;
      const Answer answer = meet(quantifier.children.front(), false);
      certain = certain && answer.certain;
      yes = yes || (answer.truth == Truth::yes && answer.certain);
      likely = likely || answer.truth == Truth::yes;
      unknown = unknown || answer.truth == Truth::unknown;
      return !yes && !likely;
    });
    if (yes) return {Truth::yes, true};
    if (likely) return {Truth::yes, false};
    if (!defined || unknown || (!any && quantifier.domain.kind != Kind::list)) return {Truth::unknown, false};
    return {Truth::no, certain};
  }

  const CompiledStatement& statement_;
  const Reach reach_;
  const Hints& hints_;
  const bool whole_;
  const std::function<bool()>& may_continue_;
  Machine machine_;
  Seen seen_;
  Trail trail_;
  const Formula* size_ = nullptr;
  bool only_foralls_ = true;
};

}  // namespace

std::string text_of(const Trail& trail) {
  std::string text;
  for (const auto& [name, value] : trail) {
    std::string shown = attack::text_of(value.in_certificate());
    if (shown.size() > 160) shown = shown.substr(0, 157) + "...";
    text += (text.empty() ? "" : ", ") + name + " = " + shown;
  }
  return text.empty() ? "no variable" : text;
}

Seen probe(const CompiledStatement& statement, const Reach& reach, std::uint64_t steps, const Hints& hints, bool whole,
           const std::function<bool()>& may_continue) {
  return Walk(statement, reach, steps, hints, whole, may_continue).run();
}

}  // namespace attest::verify::lint
