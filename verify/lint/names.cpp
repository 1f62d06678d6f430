// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/names.hpp"

#include <algorithm>

#include "theory/statement/print.hpp"
#include "verify/lint/rewrite.hpp"
#include "verify/lint/unfold.hpp"

namespace attest::verify::lint {

namespace syntax = theory::syntax;
using Level = Finding::Level;
using syntax::text_of;

namespace {

class Reader {
 public:
  explicit Reader(const theory::LoadedClaim& claim) : claim_(claim) {}

  std::vector<Finding> run(const syntax::Formula& formula) {
    read(formula);
    return std::move(findings_);
  }

 private:
  void find(Level level, const std::string& kind, const std::string& text) { findings_.push_back({level, kind, text}); }

  void read(const syntax::Formula& formula) {
    if (const auto* quantifier = std::get_if<syntax::Quantifier>(&formula.form)) {
      const std::size_t conditions = conditions_.size();
      bind(quantifier->name);
      // `exists x in D where P: true` and `forall x in D where P: F` without x in F say something: that P can be met.
      const bool in_condition = quantifier->guard && mentions(quantifier->guard, quantifier->name);
      const bool for_all = quantifier->kind == syntax::Quantifier::Kind::forall;
      if (!mentions(*quantifier->body, quantifier->name) && !(in_condition && !for_all)) {
        find(in_condition ? Level::look : Level::defect, "unused-variable",
             quantifier->name + " is quantified and not mentioned" + (in_condition ? " behind its condition" : ""));
      }
      exists_.push_back(!for_all);
      if (quantifier->guard) {
        inside(quantifier->guard);
        const auto* chain = std::get_if<syntax::Chain>(&quantifier->guard->form);
        const bool several = chain && chain->level == syntax::Chain::Level::conjunction;
        if (quantifier->kind == syntax::Quantifier::Kind::forall)
          for (const ExpressionPtr& part : several ? chain->operands : std::vector<ExpressionPtr>{quantifier->guard})
            if (const auto text = unfolded(claim_, part)) conditions_.push_back(*text);
        if (!mentions(quantifier->guard, quantifier->name))
          find(Level::look, "unused-variable",
               "the condition on " + quantifier->name + " does not mention it: " + text_of(quantifier->guard));
      }
      read(*quantifier->body);
      conditions_.resize(conditions);
      bound_.pop_back();
      exists_.pop_back();
      return;
    }
    if (const auto* parts = std::get_if<syntax::Parts>(&formula.form)) {
      for (const auto& [name, part] : parts->parts) read(*part);
      return;
    }
    conclusion(std::get<ExpressionPtr>(formula.form));
  }

  void bind(const std::string& name) {
    if (std::find(bound_.begin(), bound_.end(), name) != bound_.end())
      find(Level::defect, "shadowed-name", "the quantifier of " + name + " hides an outer " + name);
    bound_.push_back(name);
  }

  /// Names that loops and `let` bind.
  void inside(const ExpressionPtr& expression) {
    const auto hides = [&](const std::string& name) {
      if (std::find(bound_.begin(), bound_.end(), name) != bound_.end())
        find(Level::defect, "shadowed-name", name + " in " + text_of(expression) + " hides the quantified " + name);
    };
    visit_all(expression, [&](const ExpressionPtr& part) {
      if (const auto* form = std::get_if<syntax::Gather>(&part->form)) {
        for (const auto& [name, list] : form->over.lists) hides(name);
        if ((form->function == "all" || form->function == "any") && form->over.lists.size() == 1 &&
            !mentions(form->element, form->over.lists.front().first))
          find(Level::look, "unused-variable",
               form->over.lists.front().first + " is not mentioned in " + text_of(form->element) +
                   ", for all or any of it");
      }
      if (const auto* form = std::get_if<syntax::Comprehension>(&part->form))
        for (const auto& [name, list] : form->over.lists) hides(name);
      if (const auto* form = std::get_if<syntax::Let>(&part->form)) hides(form->name);
      if (const auto* form = std::get_if<syntax::Fold>(&part->form)) {
        hides(form->name);
        hides(form->state);
      }
    });
  }

  void conclusion(const ExpressionPtr& expression) {
    if (!exists_.empty() && exists_.back() && std::holds_alternative<syntax::Truth>(expression->form)) return;
    inside(expression);
    if (const auto text = true_by_definition(claim_, expression))
      find(Level::defect, "true-by-definition", *text + " is true by its definitions alone");
    const auto* chain = std::get_if<syntax::Chain>(&expression->form);
    const bool several = chain && chain->level == syntax::Chain::Level::conjunction;
    for (const ExpressionPtr& part : several ? chain->operands : std::vector<ExpressionPtr>{expression}) {
      const auto text = unfolded(claim_, part);
      if (text && std::find(conditions_.begin(), conditions_.end(), *text) != conditions_.end())
        find(Level::defect, "repeats-hypothesis", text_of(part) + " is among the hypotheses");
    }
    const bool mentions_any =
        std::any_of(bound_.begin(), bound_.end(), [&](const std::string& name) { return mentions(expression, name); });
    if (!bound_.empty() && !mentions_any)
      find(Level::defect, "constant-conclusion", text_of(expression) + " mentions no quantified variable");
  }

  const theory::LoadedClaim& claim_;
  std::vector<std::string> bound_, conditions_;
  std::vector<bool> exists_;  ///< of each bound name, whether it is said to exist
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> findings_in_names(const theory::LoadedClaim& claim, const syntax::Statement& statement) {
  return Reader(claim).run(*statement.formula);
}

}  // namespace attest::verify::lint
