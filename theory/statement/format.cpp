// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/format.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "theory/statement/lexer.hpp"

namespace attest::theory {
namespace {

using syntax::Token;

template <std::size_t count>
bool among(const std::array<std::string_view, count>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

constexpr std::array<std::string_view, 3> opening = {"(", "[", "{"};
constexpr std::array<std::string_view, 3> closing = {")", "]", "}"};
constexpr std::array<std::string_view, 3> separators = {",", ";", ":"};
constexpr std::array<std::string_view, 7> always_apart = {"=", "!=", "<=", ">=", "<", ">", "++"};
/// Close together or apart as the author has it, which shows how they bind: 2*n - 1.
constexpr std::array<std::string_view, 5> by_taste = {"+", "-", "*", "/", ".."};

bool ends_operand(const Token& token) {
  switch (token.kind) {
    case Token::Kind::name:
    case Token::Kind::integer:
    case Token::Kind::string:
      return true;
    case Token::Kind::keyword:
      return token.text == "true" || token.text == "false";
    default:
      return among(closing, token.text);
  }
}

/// The tokens of one line and what surrounds them.
struct Line {
  std::vector<Token> tokens;
  std::vector<bool> blank_before;  ///< in the source, for each token
  std::vector<bool> is_sign;       ///< a minus before an operand, not between two
  std::string comment;             ///< from '#' on, without blanks at its end
  std::size_t indentation = 0;
};

std::string without_blanks_at_the_end(std::string_view text) {
  const std::size_t last = text.find_last_not_of(' ');
  return std::string(text.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

std::vector<Line> lines_of(std::string_view text, const std::string& file) {
  std::vector<Line> lines;
  const std::vector<Token> tokens = syntax::tokenize(text, file);
  std::size_t next = 0;
  const Token* previous = nullptr;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    Line& line = lines.emplace_back();
    std::size_t at = begin;
    for (; tokens[next].kind != Token::Kind::end && tokens[next].begin < end; ++next) {
      const Token& token = tokens[next];
      line.tokens.push_back(token);
      line.blank_before.push_back(token.begin > at);
      line.is_sign.push_back(token.text == "-" && !(previous && ends_operand(*previous)));
      previous = &token;
      at = token.end;
    }
    if (const std::size_t hash = text.find('#', at); hash < end)
      line.comment = without_blanks_at_the_end(text.substr(hash, end - hash));
    line.indentation = std::min(text.find_first_not_of(' ', begin), end) - begin;
    begin = end + 1;
  }
  return lines;
}

bool apart(const Line& line, std::size_t i) {
  const Token &left = line.tokens[i - 1], &right = line.tokens[i];
  if (left.text == "=" && right.text == ">" && !line.blank_before[i]) return false;  // =>, which sugar.hpp unfolds
  if (left.kind != Token::Kind::symbol && right.kind != Token::Kind::symbol) return true;
  if (among(separators, right.text)) return false;
  if (among(separators, left.text)) return true;
  if (among(always_apart, left.text) || among(always_apart, right.text)) return true;
  if (line.is_sign[i - 1] || left.text == "." || right.text == "." || left.text == "^" || right.text == "^")
    return false;
  if (among(by_taste, right.text) && !line.is_sign[i])
    return line.blank_before[i] || (i + 1 < line.tokens.size() && line.blank_before[i + 1]);
  if (among(by_taste, left.text)) return line.blank_before[i] || line.blank_before[i - 1];
  if (among(opening, left.text) || among(closing, right.text)) return false;
  // A call or an index stands close to what is called; after a keyword or another bracket the author's blank stays.
  if (among(opening, right.text) && right.text != "{" && ends_operand(left)) return false;
  if (left.kind == Token::Kind::keyword || right.kind == Token::Kind::keyword) return line.blank_before[i];
  return line.blank_before[i];
}

std::string code_of(const Line& line) {
  std::string code;
  for (std::size_t i = 0; i < line.tokens.size(); ++i) {
    if (i > 0 && apart(line, i)) code += ' ';
    code += line.tokens[i].text;
  }
  return code;
}

bool begins_declaration(const std::string& word) {
  return word == "claim" || word == "use" || word == "def" || word == "statement";
}

/// Where lines stand: declarations at the margin; the header's entries, and quantifiers right below a statement, at 2;
/// quantifiers of its parts at 6. Other lines keep what the author gave them, but never the margin.
class Margins {
 public:
  std::size_t of(const Line& line) {
    if (line.tokens.empty()) return line.indentation;
    const std::string& word = line.tokens.front().text;
    const bool declaration = depth_ == 0 && begins_declaration(word);
    if (declaration) what_ = word;
    const bool quantifier = word == "forall" || word == "exists";
    std::size_t margin = std::max<std::size_t>(line.indentation, 2);
    if (declaration || (depth_ == 0 && word == "}")) margin = 0;
    if (what_ == "claim" && depth_ == 1) margin = word == "}" ? 0 : 2;
    if (what_ == "statement" && quantifier && depth_ == 0) margin = 2;
    if (what_ == "statement" && quantifier && depth_ == 1 && in_parts_) margin = 6;
    for (const Token& token : line.tokens) {
      if (token.text == "parts") in_parts_ = true;
      if (token.kind != Token::Kind::symbol) continue;
      if (among(opening, token.text)) ++depth_;
      if (among(closing, token.text) && depth_ > 0) --depth_;
      if (token.text == ";" && depth_ == 0) in_parts_ = false;
    }
    return margin;
  }

 private:
  std::size_t depth_ = 0;
  bool in_parts_ = false;
  std::string what_;
};

}  // namespace

std::string formatted(std::string_view text, const std::string& file) {
  std::string result;
  Margins margins;
  bool gap = false;
  for (const Line& line : lines_of(text, file)) {
    if (line.tokens.empty() && line.comment.empty()) {
      gap = !result.empty();
      continue;
    }
    if (gap) result += '\n';
    gap = false;
    const std::string code = code_of(line);
    result += std::string(margins.of(line), ' ') + code;
    if (!line.comment.empty()) result += (code.empty() ? "" : "  ") + line.comment;
    result += '\n';
  }
  return result;
}

}  // namespace attest::theory
