// SPDX-License-Identifier: Apache-2.0
#include "verify/lint/unfold.hpp"

#include <algorithm>
#include <map>

#include "theory/statement/print.hpp"

namespace attest::verify::lint {

namespace syntax = theory::syntax;
using Level = syntax::Chain::Level;
using syntax::ExpressionPtr;

namespace {

constexpr std::size_t kLongest = 200'000;
struct TooLong {};

using Names = std::map<std::string, std::string>;

class Unfolder {
 public:
  explicit Unfolder(const theory::LoadedClaim& claim) {
    for (const syntax::Definition& definition : claim.definitions) definitions_[definition.name] = &definition;
  }

  std::string text(const ExpressionPtr& expression, const Names& names) {
    if (!expression) return "";
    return counted(std::visit([&](const auto& form) { return of(form, names); }, expression->form));
  }

  /// Binds the loops' names; the text is that of the lists and the filter.
  std::string loops(const syntax::Generators& over, Names& names) {
    std::string result;
    for (const auto& [name, list] : over.lists) {
      result += " for " + text(list, names);
      names[name] = fresh();
    }
    if (over.filter) result += " if " + text(over.filter, names);
    return result;
  }

 private:
  std::string counted(std::string made) {
    spent_ += made.size();
    if (spent_ > kLongest) throw TooLong();
    return made;
  }
  /// Loops that stand side by side may share a name, since none sees the other's.
  std::string fresh() { return "#" + std::to_string(depth_++); }

  template <class Body>
  std::string scoped(const Names& names, Body body) {
    const int depth = depth_;
    Names inner = names;
    std::string made = body(inner);
    depth_ = depth;
    return made;
  }
  std::string list(const std::vector<ExpressionPtr>& parts, const Names& names) {
    std::string made;
    for (const ExpressionPtr& part : parts) made += (made.empty() ? "" : ", ") + text(part, names);
    return "(" + made + ")";
  }

  std::string of(const syntax::Integer& form, const Names&) { return form.digits; }
  std::string of(const syntax::Symbol& form, const Names&) { return '"' + form.text + '"'; }
  std::string of(const syntax::Truth& form, const Names&) { return form.value ? "true" : "false"; }
  std::string of(const syntax::Name& form, const Names& names) {
    if (const auto bound = names.find(form.name); bound != names.end()) return bound->second;
    if (const auto found = definitions_.find(form.name); found != definitions_.end())
      return text(found->second->body, {});
    return form.name;
  }
  std::string of(const syntax::Call& form, const Names& names) {
    const auto found = definitions_.find(form.function);
    if (found == definitions_.end()) return form.function + list(form.arguments, names);
    Names bound;
    for (std::size_t i = 0; i < form.arguments.size(); ++i)
      bound[found->second->parameters[i]] = text(form.arguments[i], names);
    return text(found->second->body, bound);
  }
  std::string of(const syntax::Gather& form, const Names& names) {
    return scoped(names, [&](Names& inner) {
      const std::string over = loops(form.over, inner);
      return form.function + "(" + text(form.element, inner) + over + ")";
    });
  }
  std::string of(const syntax::Comprehension& form, const Names& names) {
    return scoped(names, [&](Names& inner) {
      const std::string over = loops(form.over, inner);
      return "[" + text(form.element, inner) + over + "]";
    });
  }
  std::string of(const syntax::List& form, const Names& names) { return "[" + list(form.elements, names) + "]"; }
  std::string of(const syntax::Record& form, const Names& names) {
    std::map<std::string, std::string> fields;
    for (const auto& [name, value] : form.fields) fields[name] = text(value, names);
    std::string made;
    for (const auto& [name, value] : fields) made += name + ": " + value + ", ";
    return "{" + made + "}";
  }
  std::string of(const syntax::Postfix& form, const Names& names) {
    std::string made = text(form.base, names);
    for (const auto& access : form.accesses) {
      if (const auto* field = std::get_if<std::string>(&access))
        made += "." + *field;
      else
        made += "[" + text(std::get<ExpressionPtr>(access), names) + "]";
    }
    return made;
  }
  std::string of(const syntax::Power& form, const Names& names) {
    return "(" + text(form.base, names) + "^" + text(form.exponent, names) + ")";
  }
  std::string of(const syntax::Negation& form, const Names& names) { return "(-" + text(form.operand, names) + ")"; }
  std::string of(const syntax::Not& form, const Names& names) { return "(not " + text(form.operand, names) + ")"; }
  std::string of(const syntax::Range& form, const Names& names) {
    return "(" + text(form.from, names) + ".." + text(form.to, names) + ")";
  }
  std::string of(const syntax::Chain& form, const Names& names) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < form.operands.size(); ++i) {
      std::string part = text(form.operands[i], names);
      // What is added or multiplied may stand in any order, with its own sign; a comparison and ++ may not.
      if (i > 0) part = form.operators[i - 1] + " " + part;
      if (i == 0 && form.level == Level::sum) part = "+ " + part;
      if (i == 0 && form.level == Level::term) part = "* " + part;
      if (i == 0 && (form.level == Level::conjunction || form.level == Level::disjunction))
        part = form.operators.front() + " " + part;
      parts.push_back(std::move(part));
    }
    const bool integers = std::any_of(form.operators.begin(), form.operators.end(),
                                      [](const std::string& name) { return name == "div" || name == "mod"; });
    if (form.level != Level::comparison && form.level != Level::concatenation && !integers)
      std::sort(parts.begin(), parts.end());
    std::string made;
    for (const std::string& part : parts) made += (made.empty() ? "" : " ") + part;
    return "(" + made + ")";
  }
  std::string of(const syntax::Let& form, const Names& names) {
    Names inner = names;
    inner[form.name] = text(form.value, names);
    return text(form.body, inner);
  }
  std::string of(const syntax::If& form, const Names& names) {
    return "(if " + text(form.condition, names) + " then " + text(form.then, names) + " else " +
           text(form.otherwise, names) + ")";
  }
  std::string of(const syntax::Fold& form, const Names& names) {
    const std::string start = text(form.start, names), over = text(form.list, names);
    return scoped(names, [&](Names& inner) {
      inner[form.state] = fresh();
      inner[form.name] = fresh();
      return "(fold " + start + " for " + over + " then " + text(form.next, inner) + ")";
    });
  }

  std::map<std::string, const syntax::Definition*> definitions_;
  std::size_t spent_ = 0;
  int depth_ = 0;
};

/// Whether it is true whatever its names stand for.
bool is_true(Unfolder& unfolder, const ExpressionPtr& expression, const Names& names) {
  if (const auto* form = std::get_if<syntax::Truth>(&expression->form)) return form->value;
  if (const auto* form = std::get_if<syntax::Gather>(&expression->form)) {
    if (form->function != "all") return false;
    Names inner = names;
    unfolder.loops(form->over, inner);
    return is_true(unfolder, form->element, inner);
  }
  if (const auto* form = std::get_if<syntax::Let>(&expression->form)) {
    Names inner = names;
    inner[form->name] = unfolder.text(form->value, names);
    return is_true(unfolder, form->body, inner);
  }
  const auto* chain = std::get_if<syntax::Chain>(&expression->form);
  if (!chain) return false;
  const auto part = [&](const ExpressionPtr& operand) { return is_true(unfolder, operand, names); };
  if (chain->level == Level::conjunction) return std::all_of(chain->operands.begin(), chain->operands.end(), part);
  if (chain->level == Level::disjunction) return std::any_of(chain->operands.begin(), chain->operands.end(), part);
  if (chain->level != Level::comparison) return false;
  for (std::size_t i = 0; i < chain->operators.size(); ++i) {
    const std::string& symbol = chain->operators[i];
    if (symbol != "=" && symbol != "<=" && symbol != ">=") return false;
    if (unfolder.text(chain->operands[i], names) != unfolder.text(chain->operands[i + 1], names)) return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> unfolded(const theory::LoadedClaim& claim, const ExpressionPtr& expression) {
  try {
    return Unfolder(claim).text(expression, {});
  } catch (const TooLong&) {
    return std::nullopt;
  }
}

std::optional<std::string> true_by_definition(const theory::LoadedClaim& claim, const ExpressionPtr& expression) {
  try {
    Unfolder unfolder(claim);
    if (is_true(unfolder, expression, {})) return syntax::text_of(expression);
  } catch (const TooLong&) {
  }
  return std::nullopt;
}

}  // namespace attest::verify::lint
