// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/survey.hpp"

#include <algorithm>

#include "theory/statement/print.hpp"
#include "verify/lint/variants.hpp"

namespace attest::verify::lint {

namespace syntax = theory::syntax;
using attack::Formula;
using Level = Finding::Level;

namespace {

constexpr std::uint64_t kSteps = 100'000;

/// A compiled formula beside the syntax tree that it was compiled from.
class Reader {
 public:
  Reader(const attack::CompiledStatement& statement, const Seen& seen, Survey& survey)
      : statement_(statement), seen_(seen), survey_(survey) {}

  void read(const Formula& formula, const syntax::Formula& source) {
    if (formula.kind == Formula::Kind::expression) return;
    if (formula.kind == Formula::Kind::parts) {
      const auto& parts = std::get<syntax::Parts>(source.form).parts;
      for (std::size_t i = 0; i < parts.size(); ++i) read(formula.children[i], *parts[i].second);
      return;
    }
    const auto& quantifier = std::get<syntax::Quantifier>(source.form);
    const auto found = seen_.tallies.find(&formula);
    const Tally tally = found == seen_.tallies.end() ? Tally() : found->second;
    const bool for_all = formula.kind == Formula::Kind::forall;
    const std::uint64_t elements = tally.passed + tally.failed + tally.undefined + tally.unknown;
    const std::string name = quantifier.name;
    const bool can_be_searched = quantifier.domain.kind != syntax::Domain::Kind::values;
    if (fails_everywhere(statement_, formula)) {
      find(Level::defect, "vacuous", "no " + name + " meets " + condition(quantifier) + ": its enclosure says so");
    } else if (tally.domains > 0 && tally.empty == tally.domains && !tally.infinite) {
      find(Level::defect, "empty-range", name + " ranges over an empty list, " + syntax::text_of(quantifier.domain));
    } else if (for_all && elements > 0 && tally.passed == 0 && tally.unknown == 0 && can_be_searched) {
      // Elements of a range without an end may be hard to come by: that none was found shows nothing.
      const bool all_seen = !tally.infinite && !seen_.spent && bound_.empty();
      find(all_seen ? Level::defect : Level::look, all_seen ? "vacuous" : "none-found",
           "none of " + std::to_string(elements) + " values of " + name + " meets " + condition(quantifier));
    } else if (for_all && quantifier.guard && tally.passed >= 5 && tally.passed == elements && can_be_searched) {
      find(Level::look, "excludes-nothing",
           "every one of " + std::to_string(elements) + " values of " + name + " meets " + condition(quantifier));
    }
    if (tally.undefined > 0) {
      find(Level::look, "undefined-condition",
           condition(quantifier) + " has no value at " + text_of(*tally.first_undefined) + ", which is passed over");
    }
    const bool is_constant = std::none_of(bound_.begin(), bound_.end(), [&](const std::string& outer) {
      return quantifier.domain.list && mentions(quantifier.domain.list, outer);
    });
    if (tally.domains > (is_constant ? 0U : 2U) && (is_constant || !seen_.spent) && tally.largest == 1 &&
        !tally.infinite && tally.empty < tally.domains && !std::holds_alternative<ExpressionPtr>(source.form)) {
      find(Level::look, "one-element", name + " ranges over one element alone, " + syntax::text_of(quantifier.domain));
    }
    if (tally.infinite && tally.largest == 1 && quantifier.domain.kind == syntax::Domain::Kind::reals) {
      find(Level::look, "one-element", name + " ranges over one number alone, " + syntax::text_of(quantifier.domain));
    }
    if (tally.passed == 0) return;
    bound_.push_back(name);
    read(formula.children.front(), *quantifier.body);
    bound_.pop_back();
  }

 private:
  static std::string condition(const syntax::Quantifier& quantifier) {
    return quantifier.guard ? syntax::text_of(quantifier.guard) : syntax::text_of(quantifier.domain);
  }
  void find(Level level, const std::string& kind, const std::string& text) {
    survey_.findings.push_back({level, kind, text});
  }

  const attack::CompiledStatement& statement_;
  const Seen& seen_;
  Survey& survey_;
  std::vector<std::string> bound_;
};

}  // namespace

Survey surveyed(const theory::LoadedClaim& claim, const syntax::Statement& statement, const Hints& hints,
                const Options& options) {
  const attack::Compiled compiled(claim_of(claim, {"", statement.formula, {}}));
  const attack::CompiledStatement& code = compiled.statements().front();
  Survey survey;
  Seen last;
  std::uint64_t steps = kSteps;
  for (int round = 0; round < (options.thorough ? 5 : 4); ++round, steps *= 3) {
    Seen seen = probe(code, attack::reach_of(round), steps, hints, true, options.may_continue);
    survey.tried += seen.leaves;
    if (seen.first_leaf && survey.satisfied_by.empty()) survey.satisfied_by = text_of(*seen.first_leaf);
    // A walk that was ended early saw the first elements alone; what it did see counts where nothing was seen before.
    const bool spent = seen.spent, first = round == 0;
    const auto undefined = seen.first_undefined;
    if (undefined && !last.first_undefined) {
      survey.findings.push_back(
          {Level::defect, "undefined", "no value at " + text_of(*undefined) + ": " + seen.why_undefined});
      last.first_undefined = undefined;
    }
    if (first || !spent || (last.leaves == 0 && seen.leaves > 0)) {
      seen.first_undefined = seen.first_undefined ? seen.first_undefined : last.first_undefined;
      last = std::move(seen);
    }
    if (spent || !options.may_continue()) break;
  }
  Reader(code, last, survey).read(code.formula, *statement.formula);
  return survey;
}

}  // namespace attest::verify::lint
