// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/lexer.hpp"

#include <catch2/catch.hpp>

#include "theory/error.hpp"

namespace attest::theory::syntax {
namespace {

std::string texts(const std::string& source) {
  std::string all;
  for (const Token& token : tokenize(source, "x.stm")) all += token.text + "|";
  return all;
}

std::string error(const std::string& source) {
  try {
    tokenize(source, "x.stm");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("the longest symbol wins") {
  CHECK(texts("1..n") == "1|..|n||");
  CHECK(texts("a.b") == "a|.|b||");
  CHECK(texts("a...b") == "a|..|.|b||");
  CHECK(texts("a<=b<c>=d>e!=f=g") == "a|<=|b|<|c|>=|d|>|e|!=|f|=|g||");
  CHECK(texts("+++") == "++|+||");
  CHECK(texts("2^-1") == "2|^|-|1||");
}

TEST_CASE("integers have no leading zeros, names no leading digits") {
  CHECK(texts("10 0 a7_B") == "10|0|a7_B||");
  CHECK(error("a\n012").starts_with("x.stm:2: expected an integer without leading zeros"));
  for (const char* text : {"7a", "1in", "0x", "1_", "2for"})
    CHECK(error(text).starts_with("x.stm:1: expected an integer"));
}

TEST_CASE("a comment runs to the end of its line, and not from inside a string") {
  CHECK(texts("a # b \"c\n d") == "a|d||");
  CHECK(texts("\"a # b\" c") == "\"a # b\"|c||");
  CHECK(texts("# nothing else") == "|");
}

TEST_CASE("tokens know their kind, line and place") {
  const auto tokens = tokenize("def x =\n  \"π\";", "x.stm");
  REQUIRE(tokens.size() == 6);
  CHECK(tokens[0].kind == Token::Kind::keyword);
  CHECK(tokens[1].kind == Token::Kind::name);
  CHECK(tokens[2].kind == Token::Kind::symbol);
  CHECK(tokens[3].kind == Token::Kind::string);
  CHECK(tokens[3].line == 2);
  CHECK(tokens[3].begin == 10);
  CHECK(tokens[3].end == 14);
  CHECK(tokens[5].kind == Token::Kind::end);
}

TEST_CASE("every keyword of the language is one, and no other word") {
  for (const char* word :
       {"claim", "use",     "def",      "statement", "forall", "exists", "in",    "where", "parts", "naturals",
        "reals", "vectors", "matrices", "values",    "from",   "to",     "let",   "if",    "then",  "else",
        "and",   "or",      "not",      "fold",      "for",    "true",   "false", "div",   "mod"}) {
    CHECK(is_keyword(word));
    CHECK_FALSE(is_name(word));
  }
  for (const char* word : {"sum", "Forall", "i", "define", "integers"}) {
    CHECK_FALSE(is_keyword(word));
    CHECK(is_name(word));
  }
  for (const char* word : {"", "_a", "1a", "a b", "a-b", "../a"}) CHECK_FALSE(is_name(word));
}

TEST_CASE("what begins no token is named with its line") {
  CHECK(error("a\n@") == "x.stm:2: expected a token of the statement language, found '@'");
  const std::string visible = "expected text without control characters and invisible ones, found ";
  CHECK(error("a\n\n\tb") == "x.stm:3: " + visible + "U+0009");
  CHECK(error("a\r\n") == "x.stm:1: " + visible + "U+000D");
  CHECK(error("a ! b") == "x.stm:1: expected a token of the statement language, found '!'");
  CHECK(error("_a") == "x.stm:1: expected a token of the statement language, found '_'");
  CHECK(error("π") == "x.stm:1: expected a token of the statement language, found the byte 0xcf");
  CHECK(error(std::string("\0", 1)) == "x.stm:1: " + visible + "U+0000");
  CHECK(error("\"a\nb\"") == "x.stm:1: expected a string to end on the line where it begins");
  CHECK(error("\"a") == "x.stm:1: expected a string to end on the line where it begins");
}

TEST_CASE("strings and comments may hold any UTF-8 that a reader sees, and nothing else") {
  CHECK(texts("\"é ≠ 𝔽\" # ∀") == "\"é ≠ 𝔽\"||");
  const std::string newline = "\n# ";
  for (const char* bytes : {"\x80", "\xC0\xAF", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                            "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xE2\x82", "\xC3\x28"}) {
    CHECK(error(newline + bytes).starts_with("x.stm:2: expected UTF-8, found the byte 0x"));
  }
  for (const char* bytes : {"\xC2\xA0", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    CHECK(error(newline + bytes).empty());
  }
  // A carriage return or a mark of direction in a comment, an escape in a string: another text than the one that is
  // read.
  for (const char* bytes : {"\r", "\x1b[2J", "\x7f", "\xC2\x80", "\xC2\x85", "\xC2\xAD", "\xE2\x80\x8B", "\xE2\x80\xA8",
                            "\xE2\x80\xAE", "\xE2\x81\xA6", "\xEF\xBB\xBF", "\xF3\xA0\x81\x81"}) {
    CHECK(error(newline + bytes).starts_with("x.stm:2: expected text without control characters and invisible ones"));
    CHECK(error(std::string("\"a") + bytes + "b\"").starts_with("x.stm:1: expected text without control"));
  }
}

}  // namespace
}  // namespace attest::theory::syntax
