// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/check.hpp"

#include "verify/trusted/failure.hpp"

namespace checker {

void reject(const Step& step, const std::string& reason) { throw Rejected(step.place + ": " + reason); }

void Check::meet(const Formula& formula, bool goal, const Step& step) {
  interpreter.budget.charge(1);
  if (formula.kind == Formula::Kind::kExpression) {
    if (step.rule != Rule::kEvaluate) reject(step, "expected the rule evaluate for an expression");
    return meet_evaluate(*this, formula, goal, step);
  }
  if (formula.kind == Formula::Kind::kParts) {
    if (step.rule != Rule::kSplit) reject(step, "expected the rule split for parts");
    return meet_split(*this, formula, goal, step);
  }
  // forall under goal true and exists under goal false ask for all elements, the others for one.
  const bool all = (formula.kind == Formula::Kind::kForall) == goal;
  const bool right_rule =
      all ? step.rule == Rule::kExhaustive || step.rule == Rule::kInstances || step.rule == Rule::kBox
          : step.rule == Rule::kWitness;
  if (!right_rule)
    reject(step,
           std::string("expected ") + (all ? "exhaustive, instances or box" : "witness") + " for " + formula.variable);
  if (step.variable != formula.variable)
    reject(step, "the quantifier binds " + formula.variable + ", not " + step.variable);
  switch (step.rule) {
    case Rule::kWitness: return meet_witness(*this, formula, goal, step);
    case Rule::kExhaustive: return meet_exhaustive(*this, formula, goal, step);
    case Rule::kInstances: return meet_instances(*this, formula, goal, step);
    default: return meet_box(*this, formula, goal, step);
  }
}

Value Check::value(const Node& expression) {
  for (unsigned bits = 64;; bits *= 2) {
    if (bits > precision_) precision_ = bits;
    std::string reason = "a comparison stays unknown";
    try {
      Value result = interpreter.evaluate(expression, bits);
      if (!result.boolean() || *result.boolean() != Truth::kUnknown) return result;
    } catch (const Unknown& unknown) {
      reason = unknown.what();
    }
    if (bits * 2 > limit_)
      throw Unknown(reason + ", up to " + std::to_string(bits) + " bits (line " + std::to_string(expression.line) +
                    ")");
  }
}

bool Check::truth_of(const Node& expression) {
  const Value result = value(expression);
  if (!result.boolean())
    throw Undefined(std::string("expected a boolean, found ") + result.kind() + " (line " +
                    std::to_string(expression.line) + ")");
  return *result.boolean() == Truth::kTrue;
}

bool Check::satisfies_guard(const Formula& quantifier) { return !quantifier.guard || truth_of(*quantifier.guard); }

void Check::meet_body(const Formula& quantifier, bool goal, const Step& step, std::size_t number) {
  if (number >= step.children.size() && step.has_cases) reject(step, "there are more elements than cases");
  meet(*quantifier.body, goal, step.has_cases ? step.children[number] : step.then());
}

void Check::take(const Formula& quantifier, const Value& value, const Step& step) {
  if (!is_element(*this, quantifier.domain, value))
    reject(step, "the value is no element of " + quantifier.domain.text);
  interpreter.bind(quantifier.slot, value);
  if (!satisfies_guard(quantifier)) reject(step, "the value does not satisfy the 'where' of " + quantifier.variable);
}

Coverage& Check::coverage(const Formula& quantifier, const std::string& kind) {
  for (Coverage& entry : coverage_) {
    if (entry.quantifier == &quantifier && entry.kind == kind) return entry;
  }
  return coverage_.emplace_back(Coverage{&quantifier, kind, 0, 0, 0});
}

}  // namespace checker
