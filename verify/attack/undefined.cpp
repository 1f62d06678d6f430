// SPDX-License-Identifier: Apache-2.0
// Where a statement has no value: an instance that a reader can follow.
#include "verify/attack/hunt.hpp"
#include "verify/attack/words.hpp"

namespace attest::verify::attack {

namespace {

/// For one evaluation of guards and the expression: more than a trial that came to its end had.
constexpr std::uint64_t kSteps = 1'000'000;

std::string without_value(const std::string& instance, const std::string& why) {
  constexpr std::size_t kLongest = 160;
  const std::string at = instance.empty()              ? ""
                         : instance.size() <= kLongest ? "at " + instance + " "
                                                       : "at some instance ";
  return at + "it has no value (" + why + ")";
}

}  // namespace

bool find_path(const Formula& from, const Formula& to, std::vector<const Formula*>& path) {
  if (&from == &to) return true;
  const bool binds = from.kind == Formula::Kind::forall || from.kind == Formula::Kind::exists;
  if (binds) path.push_back(&from);
  for (const Formula& child : from.children)
    if (find_path(child, to, path)) return true;
  if (binds) path.pop_back();
  return false;
}

/// The expression has no value with what stands in the slots. It is an instance only if every `where` holds for
/// certain: one that enclosures leave open is taken for an element elsewhere.
void Search::note_undefined(const Formula& end, const std::string& why) {
  if (boxes_ > 0 || !undefined_.empty()) return;
  std::vector<const Formula*> path;
  std::vector<std::pair<std::string, Value>> chosen;
  find_path(statement_.formula, end, path);
  try {
    for (const Formula* quantifier : path) {
      if (quantifier->guard && boolean_of(evaluated(quantifier->guard)) != Truth::yes) return;
      chosen.emplace_back(quantifier->variable, machine_.stack[quantifier->slot]);
    }
    const std::string words = in_words(chosen);
    undefined_ = without_value(words, why);
  } catch (const Undefined&) {
  } catch (const Unknown&) {
  } catch (const std::logic_error&) {  // an enclosure stands for an element
  }
}

/// The expression at the end had no value. Whatever is not chosen yet made no difference; chosen, it is an instance
/// that can be named, if every guard holds there.
void Hunt::note_undefined(Machine& machine, Holes& holes, std::vector<Link>& chain) {
  if (!undefined_.empty() || chain.empty()) return;
  machine.steps = kSteps;
  running_slack = nullptr;
  std::vector<std::pair<std::string, Value>> chosen;
  std::string words;
  try {
    for (Link& link : chain) {
      if (link.formula->kind == Formula::Kind::parts) continue;
      link.element = holes.closed(link.element);
      chosen.emplace_back(link.formula->variable, link.element);
    }
    words = in_words(chosen);
    running_holes = nullptr;
    machine.base = 0;
    machine.top = frame_;
    for (const Link& link : chain) {
      if (link.formula->kind == Formula::Kind::parts) continue;
      machine.stack[link.formula->slot] = link.element;
      if (link.formula->guard && boolean_of(link.formula->guard(machine)) != Truth::yes) return;
    }
  } catch (const std::exception&) {  // also where an enclosure stands for an element
    return;
  }
  const Formula& end = chain.back().formula->children[chain.back().part];
  try {
    if (end.kind == Formula::Kind::expression) end.expression(machine);
  } catch (const Undefined& failure) {
    undefined_ = without_value(words, failure.what());
  } catch (const std::runtime_error&) {
  }
}

}  // namespace attest::verify::attack
