// SPDX-License-Identifier: Apache-2.0
// One instance of a nest of reals by what its comparisons ask for, as far as they are linear: the numbers are the
// variables of polynomials while the guards and the statement are evaluated, and a vertex of the polyhedron of what was
// compared is tried.
#include <algorithm>

#include "verify/attack/linear.hpp"
#include "verify/attack/search.hpp"

namespace attest::verify::attack {

using theory::Rational;
using Kind = theory::syntax::Domain::Kind;

namespace {

constexpr int kMostSystems = 200;
constexpr std::size_t kMostWanted = 80, kMostTurned = 16;

/// Comparisons that stand for one: of an equation both signs were asked.
using Wanted = std::vector<Question>;

std::vector<Wanted> comparisons(const std::vector<Question>& asked) {
  std::vector<Wanted> result;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const bool is_equation = i + 1 < asked.size() && asked[i].strict && asked[i + 1].strict &&
                             (asked[i].difference + asked[i + 1].difference).is_zero();
    if (is_equation) {
      result.push_back({{asked[i].difference, false}, {asked[i + 1].difference, false}});
      ++i;
    } else {
      result.push_back({asked[i]});
    }
  }
  return result;
}

}  // namespace

Search::Found Search::by_linear(const Formula& quantifier, bool goal) {
  if (boxes_ > 0 || systems_ >= kMostSystems) return std::nullopt;
  std::vector<const Formula*> nest;
  const Formula* inside = &quantifier;
  while (inside->kind == quantifier.kind &&
         (inside->domain.kind == Kind::reals || inside->domain.kind == Kind::vectors ||
          inside->domain.kind == Kind::matrices)) {
    nest.push_back(inside);
    inside = &inside->children.front();
  }
  if (nest.empty() || inside->kind != Formula::Kind::expression) return std::nullopt;

  // What is compared.
  std::vector<Wanted> around, asked;
  std::size_t variables = 0;
  std::vector<Value> symbols;
  {
    const SignsInUse in_use(&signs_);
    const auto evaluate = [&](const Code& code) {
      signs_.asked.clear();
      try {
        evaluated(code);
      } catch (const Undefined&) {
      } catch (const Unknown&) {
      }
      return comparisons(signs_.asked);
    };
    try {
      for (const Formula* each : nest) {
        std::vector<std::int64_t> sizes;
        for (const Code& size : each->domain.sizes) sizes.push_back(integer(evaluated(size)));
        symbols.push_back(fresh(each->variable, sizes, 0, each->domain.from, each->domain.to));
        machine_.stack[each->slot] = symbols.back();
        for (const Sign& sign : signs_.known) around.push_back({{sign.polynomial, sign.strict}});
        signs_.known.clear();
        if (!each->guard) continue;
        const std::vector<Wanted> guards = evaluate(each->guard);
        around.insert(around.end(), guards.begin(), guards.end());
      }
      asked = evaluate(inside->expression);
    } catch (const Undefined&) {
    } catch (const Unknown&) {
    }
    variables = names_.size();
    names_.clear();
    signs_ = Signs();
  }
  if (symbols.size() < nest.size() || asked.empty() || around.size() + asked.size() > kMostWanted) return std::nullopt;

  const auto tried = [&](const std::vector<Wanted>& system) -> Found {
    std::vector<Question> linear;
    for (const Wanted& wanted : system)
      for (const Question& question : wanted)
        if (question.difference.degree() <= 1) linear.push_back(question);
    if (++systems_ > kMostSystems) return std::nullopt;
    machine_.charge(200 + 4 * linear.size() * (variables + linear.size()));
    const auto point = point_of(linear, variables);
    if (!point) return std::nullopt;
    for (std::size_t i = 0; i < nest.size(); ++i) machine_.stack[nest[i]->slot] = at_point(symbols[i], *point);
    try {
      for (const Formula* each : nest)
        if (each->guard && boolean_of(evaluated(each->guard)) != Truth::yes) return std::nullopt;
      ++leaves_;
      if (boolean_of(evaluated(inside->expression)) != truth(goal)) return std::nullopt;
    } catch (const Undefined&) {
      return std::nullopt;
    } catch (const Unknown&) {
      return std::nullopt;
    }
    theory::Step steps = theory::evaluate();
    for (std::size_t i = nest.size(); i-- > 0;)
      steps = theory::witness(nest[i]->variable, machine_.stack[nest[i]->slot].in_certificate(), std::move(steps));
    return Met{std::move(steps), true};
  };
  if (goal) {
    std::vector<Wanted> system = around;
    system.insert(system.end(), asked.begin(), asked.end());
    return tried(system);
  }
  // One comparison is to fail; with the others as they come, and with all of them true, for what is `not a or b`.
  for (const bool others : {false, true}) {
    for (std::size_t i = 0; i < std::min(asked.size(), kMostTurned); ++i) {
      for (const Question& question : asked[i]) {
        std::vector<Wanted> system = around;
        for (std::size_t j = 0; others && j < asked.size(); ++j)
          if (j != i) system.push_back(asked[j]);
        // Of an equation one of the signs is to be strict.
        system.push_back({{Polynomial() - question.difference, asked[i].size() == 2 || !question.strict}});
        if (Found met = tried(system)) return met;
      }
    }
  }
  return std::nullopt;
}

}  // namespace attest::verify::attack
