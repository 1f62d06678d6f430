// SPDX-License-Identifier: Apache-2.0
#include "theory/machines/local_function_text.hpp"

#include <cctype>

#include "theory/error.hpp"

namespace attest::theory::machines {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

// in1, in2, ...: a prefix and a number without leading zeros.
bool is_numbered(const std::string& name, const std::string& prefix) {
  if (name.size() <= prefix.size() || !name.starts_with(prefix) || name[prefix.size()] == '0') return false;
  for (std::size_t i = prefix.size(); i < name.size(); ++i) {
    if (!is_digit(name[i])) return false;
  }
  return true;
}

// The name that a line binds: what stands before its "=", for announcing it.
std::string bound_name(const std::string& text) {
  std::size_t begin = 0;
  while (begin < text.size() && text[begin] == ' ') ++begin;
  std::size_t end = begin;
  while (end < text.size() && is_name_character(text[end])) ++end;
  return text.substr(begin, end - begin);
}

}  // namespace

/// Reads one text from left to right.
class LineReader {
 public:
  LineReader(const Scope& scope, const std::string& text, const std::string& place)
      : scope_(scope), text_(text), place_(place) {}

  [[noreturn]] void fail(const std::string& expected) const {
    std::string found = at_ < text_.size() ? "\"" + text_.substr(at_, 12) + "\"" : "the end";
    for (char& c : found) {
      if (c < ' ' || c > '~') c = '?';
    }
    throw InputError(place_, "expected " + expected + ", found " + found + " at character " + std::to_string(at_ + 1));
  }
  void expect_end() {
    skip();
    if (at_ != text_.size()) fail("the end of the line");
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("\"") + c + "\"");
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool at_name() {
    skip();
    return at_ < text_.size() && is_letter(text_[at_]);
  }
  std::string name() {
    if (!at_name()) fail("a name");
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::size_t mark() const { return at_; }
  void back_to(std::size_t mark) { at_ = mark; }

  Affine affine() {
    Rational constant;
    std::map<std::size_t, Rational> terms;
    Rational sign = take('-') ? -1 : 1;
    do {
      add_term(sign, constant, terms);
      sign = 1;
      if (take('+')) continue;
      if (!take('-')) break;
      sign = -1;
    } while (true);
    Affine result{std::move(constant), {}};
    for (auto& [index, coefficient] : terms) {
      if (coefficient != 0) result.terms.emplace_back(index, std::move(coefficient));
    }
    return result;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  void add_term(const Rational& sign, Rational& constant, std::map<std::size_t, Rational>& terms) {
    Rational factor = sign;
    skip();
    if (at_ < text_.size() && is_digit(text_[at_])) {
      factor *= number();
      if (!take('*')) {
        constant += factor;
        return;
      }
    }
    const std::size_t begin = (skip(), at_);
    const std::string known = name();
    if (const auto found = scope_.registers_.find(known); found != scope_.registers_.end()) {
      terms[found->second] += factor;
    } else if (const auto value = scope_.constants_.find(known); value != scope_.constants_.end()) {
      constant += factor * value->second;
    } else {
      at_ = begin;
      if (scope_.later_.contains(known))
        fail("a name that stands further up: a line may not use itself or a later one");
      if (find_operation(known)) fail("a number or a name: a function stands alone on the right of \"=\"");
      fail("the name of an input or of an earlier line");
    }
  }
  Rational number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '/')) ++at_;
    return Rational::parse(text_.substr(begin, at_ - begin), place_);
  }

  const Scope& scope_;
  const std::string& text_;
  const std::string& place_;
  std::size_t at_ = 0;
};

Scope::Scope(std::vector<std::string> inputs, std::map<std::string, Rational> constants)
    : constants_(std::move(constants)) {
  for (std::string& name : inputs) registers_.emplace(std::move(name), registers_.size());
}

void Scope::announce(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) later_.insert(bound_name(line));
}

Affine Scope::affine(const std::string& text, const std::string& place) const {
  LineReader reader(*this, text, place);
  Affine result = reader.affine();
  reader.expect_end();
  return result;
}

Line Scope::line(const std::string& text, const std::string& place) {
  LineReader reader(*this, text, place);
  Line line{reader.name(), Operation::kLinear, {}, {}};
  if (has(line.name)) throw InputError(place, "expected a new name, found \"" + line.name + "\" again");
  if (find_operation(line.name) || is_numbered(line.name, "in"))
    throw InputError(place, "expected a name for a value, found \"" + line.name + "\", which means something else");
  reader.expect('=');
  const std::size_t mark = reader.mark();
  const OperationInfo* operation = reader.at_name() ? find_operation(reader.name()) : nullptr;
  if (!operation) {
    reader.back_to(mark);
    line.arguments.push_back(reader.affine());
  } else {
    line.operation = operation->operation;
    reader.expect('(');
    do line.arguments.push_back(reader.affine());
    while (reader.take(','));
    reader.expect(')');
    if (line.arguments.size() < operation->least || line.arguments.size() > operation->greatest) {
      throw InputError(place, std::string("expected ") + std::to_string(operation->least) +
                                  (operation->least == operation->greatest ? "" : " or more") + " arguments of " +
                                  operation->name + ", found " + std::to_string(line.arguments.size()));
    }
    if (line.operation == Operation::kLess || line.operation == Operation::kGate) {
      const Affine parameter = line.arguments.back();
      line.arguments.pop_back();
      if (!parameter.terms.empty() || parameter.constant <= 0)
        throw InputError(place, std::string("expected a constant above 0 as the last argument of ") + operation->name);
      line.parameter = parameter.constant;
    }
  }
  reader.expect_end();
  registers_.emplace(line.name, registers_.size());
  later_.erase(line.name);
  return line;
}

std::vector<std::string> input_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back("in" + std::to_string(i));
  return names;
}

LocalFunction parse_local_function(const std::vector<std::string>& lines, std::size_t inputs, std::size_t outputs,
                                   const std::map<std::string, Rational>& constants, const std::string& place) {
  Scope scope(input_names(inputs), constants);
  scope.announce(lines);
  LocalFunction function{inputs, {}, std::vector<Affine>(outputs)};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string here = place + "/" + std::to_string(i);
    Line line = scope.line(lines[i], here);
    if (is_numbered(line.name, "out")) {
      const std::string digits = line.name.substr(3);
      const std::size_t slot = digits.size() > 9 ? outputs + 1 : std::stoul(digits);
      if (slot > outputs) {
        throw InputError(here, "expected a slot from 1 to " + std::to_string(outputs) +
                                   ", the size of the memory, found " + line.name);
      }
      function.outputs[slot - 1].terms = {{scope.registers() - 1, Rational(1)}};
    }
    function.lines.push_back(std::move(line));
  }
  return function;
}

std::string to_text(const Affine& affine, const std::vector<std::string>& names) {
  std::string text;
  const auto join = [&text](const Rational& value) {
    if (text.empty()) return std::string(value < 0 ? "-" : "");
    return std::string(value < 0 ? " - " : " + ");
  };
  for (const auto& [index, coefficient] : affine.terms) {
    const Rational size = abs(coefficient);
    text += join(coefficient);
    text += size == 1 ? names.at(index) : size.to_string() + "*" + names.at(index);
  }
  if (affine.constant != 0 || text.empty()) {
    const std::string sign = join(affine.constant);
    text += sign + abs(affine.constant).to_string();
  }
  return text;
}

std::string to_text(const Line& line, const std::vector<std::string>& names) {
  if (line.operation == Operation::kLinear) return line.name + " = " + to_text(line.arguments[0], names);
  std::string arguments;
  for (const Affine& argument : line.arguments) arguments += (arguments.empty() ? "" : ", ") + to_text(argument, names);
  if (line.operation == Operation::kLess || line.operation == Operation::kGate)
    arguments += ", " + line.parameter.to_string();
  return line.name + " = " + info(line.operation).name + "(" + arguments + ")";
}

std::vector<std::string> to_text(const LocalFunction& function, std::vector<std::string> names) {
  std::vector<std::string> lines;
  for (const Line& line : function.lines) {
    lines.push_back(to_text(line, names));
    names.push_back(line.name);
  }
  return lines;
}

}  // namespace attest::theory::machines
