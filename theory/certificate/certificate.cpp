// SPDX-License-Identifier: Apache-2.0
#include "theory/certificate/certificate.hpp"

#include <cstdio>
#include <optional>
#include <stdexcept>

namespace attest::theory {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (static_cast<unsigned char>(c) < ' ') {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string key(const char* name) { return std::string(", \"") + name + "\": "; }

template <class Range, class Write>
std::string list(const Range& range, Write write) {
  std::string out = "[";
  for (const auto& element : range) out += (out.size() > 1 ? ", " : "") + write(element);
  return out + "]";
}

std::string written(const Value& value) { return value.to_json(); }

std::string cells(const Step::Box& box) {
  std::size_t i = 0;
  return list(box.cells, [&](const auto& ends) {
    const int order = box.orders.empty() ? 0 : box.orders.at(i++);
    return "[" + quoted(ends.first) + ", " + quoted(ends.second) +
           (order == 0 ? "" : ", " + quoted(std::to_string(order))) + "]";
  });
}

/// The keys of each rule that stand before its children.
struct Head {
  std::string operator()(const Step::Witness& w) const {
    return "\"witness\"" + key("var") + quoted(w.variable) + key("value") + w.value.to_json();
  }
  std::string operator()(const Step::Function& f) const {
    return "\"function\"" + key("var") + quoted(f.variable) + key("value") + f.value.to_json();
  }
  std::string operator()(const Step::Exhaustive& e) const { return "\"exhaustive\"" + key("var") + quoted(e.variable); }
  std::string operator()(const Step::Instances& i) const {
    return "\"instances\"" + key("var") + quoted(i.variable) + key("values") + list(i.values, &written);
  }
  std::string operator()(const Step::Range& r) const {
    return "\"instances\"" + key("var") + quoted(r.variable) + key("from") + quoted(std::to_string(r.from)) +
           key("to") + quoted(std::to_string(r.to));
  }
  std::string operator()(const Step::Box& b) const {
    return "\"box\"" + key("var") + quoted(b.variable) + key("cells") + cells(b);
  }
  std::string operator()(const Step::Polynomial& p) const { return "\"polynomial\"" + key("var") + quoted(p.variable); }
  std::string operator()(const Step::Squares& s) const {
    return "\"squares\"" + key("signs") + list(s.signs, &written);
  }
  std::string operator()(const Step::Split& s) const {
    return "\"split\"" + (s.one_suffices ? key("part") + quoted(s.parts.at(0)) : "");
  }
  std::string operator()(const Step::Evaluate&) const { return "\"evaluate\""; }
  std::string operator()(const Step::Statement& s) const { return "\"statement\"" + key("name") + quoted(s.name); }
  std::string operator()(const Step::Proof& p) const {
    return "\"proof\"" + key("system") + quoted(p.system) + key("file") + quoted(p.file) + key("theorem") +
           quoted(p.theorem);
  }
};

std::string newline(int depth) { return "\n" + std::string(2 * static_cast<std::size_t>(depth), ' '); }

void write(const Step& step, int depth, std::string& out);

/// Children under one key, each on a line of its own between the brackets.
void write_children(const Step& step, int depth, std::string& out) {
  const auto* split = std::get_if<Step::Split>(&step.rule);
  const bool parts = split && !split->one_suffices;
  out += parts ? ", \"parts\": {" : step.cases ? ", \"cases\": [" : ", \"then\":";
  for (std::size_t i = 0; i < step.children.size(); ++i) {
    out += (i == 0 ? "" : ",") + newline(depth + 1);
    if (parts) out += quoted(split->parts.at(i)) + ": ";
    write(step.children[i], depth + 1, out);
  }
  out += parts ? "}" : step.cases ? "]" : "";
}

void write(const Step& step, int depth, std::string& out) {
  out += "{\"rule\": " + std::visit(Head{}, step.rule);
  const bool leaf = std::holds_alternative<Step::Evaluate>(step.rule) ||
                    std::holds_alternative<Step::Statement>(step.rule) ||
                    std::holds_alternative<Step::Proof>(step.rule) || std::holds_alternative<Step::Squares>(step.rule);
  if (!leaf) write_children(step, depth, out);
  out += "}";
}

Step with_then(Step::Rule rule, Step then) { return {std::move(rule), {std::move(then)}, false}; }

/// `count`: how many cases the rule needs, where it says so itself.
Step with_cases(Step::Rule rule, std::vector<Step> cases, std::optional<std::size_t> count = {}) {
  if (count && *count != cases.size()) {
    throw std::invalid_argument("a step with " + std::to_string(*count) + " elements and " +
                                std::to_string(cases.size()) + " cases");
  }
  return {std::move(rule), std::move(cases), true};
}

}  // namespace

Step evaluate() { return {Step::Evaluate{}, {}, false}; }
Step witness(std::string variable, Value value, Step then) {
  return with_then(Step::Witness{std::move(variable), std::move(value)}, std::move(then));
}
Step function(std::string variable, Value terms, Step then) {
  return with_then(Step::Function{std::move(variable), std::move(terms)}, std::move(then));
}
Step exhaustive(std::string variable, Step then) {
  return with_then(Step::Exhaustive{std::move(variable)}, std::move(then));
}
Step exhaustive(std::string variable, std::vector<Step> cases) {
  return with_cases(Step::Exhaustive{std::move(variable)}, std::move(cases));
}
Step instances(std::string variable, std::vector<Value> values, Step then) {
  return with_then(Step::Instances{std::move(variable), std::move(values)}, std::move(then));
}
Step instances(std::string variable, std::vector<Value> values, std::vector<Step> cases) {
  const std::size_t count = values.size();
  return with_cases(Step::Instances{std::move(variable), std::move(values)}, std::move(cases), count);
}
Step range(std::string variable, long from, long to, Step then) {
  return with_then(Step::Range{std::move(variable), from, to}, std::move(then));
}
Step range(std::string variable, long from, long to, std::vector<Step> cases) {
  return with_cases(Step::Range{std::move(variable), from, to}, std::move(cases));
}
Step box(std::string variable, std::vector<std::pair<std::string, std::string>> cells, Step then) {
  return with_then(Step::Box{std::move(variable), std::move(cells)}, std::move(then));
}
Step box(std::string variable, std::vector<std::pair<std::string, std::string>> cells, std::vector<Step> cases) {
  const std::size_t count = cells.size();
  return with_cases(Step::Box{std::move(variable), std::move(cells)}, std::move(cases), count);
}
Step box(std::string variable, std::vector<std::pair<std::string, std::string>> cells, std::vector<int> orders,
         std::vector<Step> cases) {
  if (orders.size() != cells.size()) throw std::invalid_argument("a box with another number of orders than of cells");
  Step step = box(std::move(variable), std::move(cells), std::move(cases));
  std::get<Step::Box>(step.rule).orders = std::move(orders);
  return step;
}
Step polynomial(std::string variable, Step then) {
  return with_then(Step::Polynomial{std::move(variable)}, std::move(then));
}
Step squares(std::vector<Value> signs) { return {Step::Squares{std::move(signs)}, {}, false}; }
Step split(std::vector<std::pair<std::string, Step>> parts) {
  Step step{Step::Split{{}, false}, {}, false};
  for (auto& [name, then] : parts) {
    std::get<Step::Split>(step.rule).parts.push_back(name);
    step.children.push_back(std::move(then));
  }
  return step;
}
Step split_one(std::string part, Step then) { return with_then(Step::Split{{std::move(part)}, true}, std::move(then)); }
Step cite(std::string statement) { return {Step::Statement{std::move(statement)}, {}, false}; }
Step proof(std::string file, std::string theorem) {
  return {Step::Proof{"coq", std::move(file), std::move(theorem)}, {}, false};
}

std::string Step::to_json() const {
  std::string out;
  write(*this, 0, out);
  return out;
}

std::string Certificate::to_json(const Binding& binding) const {
  std::string out = "{\n  \"format\": \"attest.certificate/2\",\n  \"claim\": " + quoted(claim) +
                    ",\n  \"header\": " + quoted(binding.header) + ",\n  \"statement\": " + quoted(statement) +
                    ",\n  \"hash\": " + quoted(binding.statement) + ",\n  \"goal\": " + (goal ? "true" : "false") +
                    ",\n  \"precision\": \"" + std::to_string(precision) + "\",\n  \"steps\":\n    ";
  write(steps, 2, out);
  return out + "\n}\n";
}

}  // namespace attest::theory
