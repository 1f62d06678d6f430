// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/lint.hpp"

#include <algorithm>

#include "theory/statement/print.hpp"
#include "verify/attack/search.hpp"
#include "verify/lint/judge.hpp"
#include "verify/lint/names.hpp"
#include "verify/lint/survey.hpp"
#include "verify/lint/unfold.hpp"

namespace attest::verify::lint {

namespace syntax = theory::syntax;
using Level = Finding::Level;

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"vacuous", "nothing meets the hypotheses: each element of a list fails them, or all real numbers by enclosures"},
      {"none-found", "no element that was searched meets the hypotheses"},
      {"empty-range", "a list over which a quantifier ranges has no element"},
      {"undefined", "an expression has no value at an element that meets the hypotheses"},
      {"undefined-condition", "a condition `where` has no value at some element, which is passed over silently"},
      {"true-by-definition", "both sides are the same once definitions are unfolded"},
      {"repeats-hypothesis", "the conclusion is one of the hypotheses"},
      {"constant-conclusion", "the conclusion mentions no quantified variable"},
      {"unused-variable", "a quantified variable is not mentioned"},
      {"shadowed-name", "a name hides another of the same name"},
      {"one-element", "a quantifier ranges over one element alone"},
      {"insensitive", "no slip in the conclusion makes a difference"},
      {"side-plays-no-part", "other numbers in the place of a side of a comparison make no difference"},
      {"definition-plays-no-part", "other values of a definition make no difference"},
      {"comparison-plays-no-part", "neither true nor false in the place of a comparison makes a difference"},
      {"zero-serves", "what is said to exist may be zero"},
      {"refuted-by-a-slip", "the statement is refuted, and not with one small change before the conclusion or in it"},
      {"no-witness-but-for-a-slip",
       "of what is said to exist nothing was found, and with one small change nothing refutes the statement"},
      {"not-needed", "without a hypothesis the statement is not refuted"},
      {"excludes-nothing", "a condition `where` is met by every element that was searched"},
  };
  return all;
}

Hints hints_of(const std::vector<theory::Certificate>& certificates) {
  constexpr std::size_t kMost = 6;
  Hints hints;
  const auto add = [&](const std::string& name, const theory::Value& value) {
    if (hints[name].size() < kMost) hints[name].emplace_back(value);
  };
  const std::function<void(const theory::Step&)> walk = [&](const theory::Step& step) {
    if (const auto* witness = std::get_if<theory::Step::Witness>(&step.rule)) add(witness->variable, witness->value);
    if (const auto* some = std::get_if<theory::Step::Instances>(&step.rule))
      for (const theory::Value& value : some->values) add(some->variable, value);
    for (const theory::Step& child : step.children) walk(child);
  };
  for (const theory::Certificate& certificate : certificates) walk(certificate.steps);
  return hints;
}

namespace {

constexpr std::size_t kMostSlips = 40, kMostReplacements = 12;

/// At most so many, evenly from all.
template <class T>
std::vector<T> thinned(std::vector<T> all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<T> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(std::move(all[i * all.size() / most]));
  return some;
}

class Linter {
 public:
  Linter(const theory::LoadedClaim& claim, const syntax::Statement& statement, const Hints& hints,
         const Options& options)
      : claim_(claim), statement_(statement), hints_(hints), options_(options), judge_(claim, hints, options) {}

  StatementReport run() {
    report_.name = statement_.name;
    for (Finding& finding : findings_in_names(claim_, statement_)) report_.findings.push_back(std::move(finding));
    const Survey survey = surveyed(claim_, statement_, hints_, options_);
    report_.satisfied_by = survey.satisfied_by;
    report_.tried = survey.tried;
    for (const Finding& finding : survey.findings) report_.findings.push_back(finding);
    original_ = judge_({"", statement_.formula, {}}, rounds() + 1);
    report_.comes_out = in_words(original_.outcome);
    check_hypotheses();
    check_slips();
    if (original_.stands()) {
      check_replacements(sides_replaced(statement_), "side-plays-no-part",
                         says_exists(statement_.formula) ? Level::look : Level::defect, "");
      check_replacements(definitions_replaced(claim_, statement_), "definition-plays-no-part", Level::look,
                         "the definition ");
      check_replacements(comparisons_replaced(statement_), "comparison-plays-no-part", Level::look, "");
      for (const Replacement& zero : witnesses_replaced(statement_))
        if (judge_(zero.variants.front(), rounds()).stands())
          find(Level::look, "zero-serves", zero.what + " = 0 serves wherever it was tried");
    } else if (original_.refuted()) {
      check_neighbours();
    }
    sort_findings();
    return std::move(report_);
  }

 private:
  int rounds() const { return options_.thorough ? 4 : 2; }

  void find(Level level, const std::string& kind, const std::string& text) {
    report_.findings.push_back({level, kind, text});
  }

  bool is_vacuous() const {
    return std::any_of(report_.findings.begin(), report_.findings.end(), [](const Finding& finding) {
      return finding.kind == "vacuous" || finding.kind == "empty-range";
    });
  }

  void check_hypotheses() {
    for (const Hypothesis& hypothesis : hypotheses(statement_)) {
      HypothesisReport said{hypothesis.text, hypothesis.variable, "", ""};
      const Judged without = judge_(hypothesis.without, rounds() + 1);
      said.without = in_words(without.outcome);
      if (without.refuted() && without.seen.refutation) said.at = text_of(*without.seen.refutation);
      if (original_.stands() && without.stands() && !is_vacuous())
        find(Level::look, "not-needed",
             "without " + hypothesis.text + " it is " +
                 (without.outcome == Judged::Outcome::holds ? "true" : "not refuted") + ", too");
      report_.hypotheses.push_back(std::move(said));
    }
  }

  void check_slips() {
    std::map<std::int64_t, bool> sizes;  // whether a slip was noticed there
    for (const Variant& slip : thinned(conclusion_slips(claim_, statement_), kMostSlips)) {
      if (!options_.may_continue()) return;
      const Judged judged = judge_(slip, rounds());
      if (!judged.stands() && !judged.refuted()) continue;
      ++report_.slips;
      if (original_.refuted() ? judged.stands() : judged.refuted())
        ++report_.noticed;
      else if (original_.stands() || original_.refuted())
        report_.unnoticed.push_back(slip.what);
      for (const auto& [size, truth] : judged.seen.by_size) {
        const auto own = original_.seen.by_size.find(size);
        if (own == original_.seen.by_size.end() || own->second != attack::Truth::yes) continue;
        bool& noticed = sizes[size];
        noticed = noticed || truth == attack::Truth::no;
      }
      if (original_.refuted() && judged.stands() && slip.is_near) neighbours_.push_back(slip.what);
    }
    if (!original_.stands()) return;
    // Beyond the first size at which one is noticed the others were hardly looked at: they were refuted before.
    for (const auto& [size, noticed] : sizes) {
      if (noticed) break;
      report_.trivial_sizes.push_back(size);
    }
    if (report_.slips >= 2 && report_.noticed == 0 && !is_vacuous())
      find(!says_exists(statement_.formula) ? Level::defect : Level::look, "insensitive",
           "none of " + std::to_string(report_.slips) + " slips in the conclusion is noticed, for example " +
               report_.unnoticed.front());
  }

  void check_replacements(const std::vector<Replacement>& replacements, const std::string& kind, Level level,
                          const std::string& what) {
    if (is_vacuous()) return;
    for (const Replacement& replacement : thinned(replacements, kMostReplacements)) {
      std::size_t stand = 0, other = 0;
      for (const Variant& variant : replacement.variants) {
        if (!options_.may_continue()) return;
        const Judged judged = judge_(variant, rounds());
        if (judged.stands() && judged.seen.leaves > 0) ++stand;
        if (judged.refuted()) ++other;
        if (other) break;
      }
      if (stand >= 2 && other == 0) find(level, kind, what + replacement.what + " plays no part in what was tried");
    }
  }

  void check_neighbours() {
    for (const Variant& slip : thinned(prefix_slips(statement_), kMostReplacements))
      if (options_.may_continue() && judge_(slip, rounds()).stands()) neighbours_.push_back(slip.what);
    for (const Hypothesis& hypothesis : hypotheses(statement_))
      if (options_.may_continue() && judge_(hypothesis.without, rounds()).stands())
        neighbours_.push_back(hypothesis.without.what);
    if (neighbours_.empty()) return;
    const bool refuted = original_.outcome == Judged::Outcome::refuted;
    std::string text = refuted ? "it is refuted" : "no witness was found";
    if (original_.seen.refutation) text += " (" + text_of(*original_.seen.refutation) + ")";
    text += (refuted ? ", and not with " : ", and nothing refutes it with ") + neighbours_.front();
    for (std::size_t i = 1; i < std::min<std::size_t>(neighbours_.size(), 3); ++i) text += "; " + neighbours_[i];
    find(Level::look, refuted ? "refuted-by-a-slip" : "no-witness-but-for-a-slip", text);
  }

  void sort_findings() {
    const auto place = [](const Finding& finding) {
      const auto found =
          std::find_if(kinds().begin(), kinds().end(), [&](const Kind& kind) { return kind.name == finding.kind; });
      return found - kinds().begin();
    };
    std::stable_sort(report_.findings.begin(), report_.findings.end(),
                     [&](const Finding& a, const Finding& b) { return place(a) < place(b); });
  }

  const theory::LoadedClaim& claim_;
  const syntax::Statement& statement_;
  const Hints& hints_;
  const Options& options_;
  const Judge judge_;
  StatementReport report_;
  Judged original_;
  std::vector<std::string> neighbours_;
};

}  // namespace

StatementReport lint(const theory::LoadedClaim& claim, const syntax::Statement& statement, const Hints& hints,
                     const Options& options) {
  return Linter(claim, statement, hints, options).run();
}

}  // namespace attest::verify::lint
