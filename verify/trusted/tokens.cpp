// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/tokens.hpp"

#include "verify/trusted/failure.hpp"

namespace checker {

const std::string& TokenReader::symbol() const {
  static const std::string none;
  return kind() == Token::Kind::kSymbol || kind() == Token::Kind::kKeyword ? tokens_[at_].text : none;
}

std::string TokenReader::take() {
  if (at_end()) fail("more text");
  return tokens_[at_++].text;
}

bool TokenReader::accept(const std::string& text) {
  if (!is(text)) return false;
  ++at_;
  return true;
}

void TokenReader::expect(const std::string& text) {
  if (!accept(text)) fail("'" + text + "'");
}

void TokenReader::expect_end() {
  if (!at_end()) fail("the end");
}

std::string TokenReader::name(const char* what) {
  if (kind() != Token::Kind::kName) fail(what);
  return take();
}

std::string TokenReader::string(const char* what) {
  if (kind() != Token::Kind::kString) fail(what);
  const std::string text = take();
  return text.substr(1, text.size() - 2);
}

std::size_t TokenReader::find_generators() const {
  int brackets = 0, folds = 0;
  for (std::size_t i = at_; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != Token::Kind::kSymbol && tokens_[i].kind != Token::Kind::kKeyword) continue;
    const std::string& text = tokens_[i].text;
    if (text == "(" || text == "[" || text == "{") ++brackets;
    if (text == ")" || text == "]" || text == "}") {
      if (--brackets < 0) return 0;
    }
    if (brackets > 0) continue;
    if (text == "," || text == ";") return 0;
    if (text == "fold") ++folds;
    if (text == "for" && folds-- == 0) return i;
  }
  return 0;
}

std::string TokenReader::text(std::size_t begin) const {
  std::string result;
  for (std::size_t i = begin; i < at_; ++i) result += (i == begin ? "" : " ") + tokens_[i].text;
  return result;
}

std::set<std::string> TokenReader::names(std::size_t begin) const {
  std::set<std::string> result;
  for (std::size_t i = begin; i < at_; ++i) {
    if (tokens_[i].kind == Token::Kind::kName) result.insert(tokens_[i].text);
  }
  return result;
}

void TokenReader::fail(const std::string& expected) const {
  const Token& token = tokens_[at_];
  throw Malformed(file_ + ":" + std::to_string(token.line) + ": expected " + expected + ", found " +
                  (token.kind == Token::Kind::kEnd ? "the end of the file" : "'" + token.text + "'"));
}

void TokenReader::fail_before(const std::string& expected) const {
  throw Malformed(file_ + ":" + std::to_string(tokens_[at_ == 0 ? 0 : at_ - 1].line) + ": expected " + expected);
}

}  // namespace checker
