// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/format.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "theory/error.hpp"
#include "theory/statement/lexer.hpp"

namespace {

using namespace attest;
namespace fs = std::filesystem;

std::string laid_out(const std::string& text) { return theory::formatted(text, "FILE"); }

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> list;
  for (const auto& token : theory::syntax::tokenize(text, "FILE")) list.push_back(token.text);
  return list;
}

// Each comment without what surrounds it.
std::vector<std::string> comments(const std::string& text) {
  std::vector<std::string> list;
  const auto tokens = theory::syntax::tokenize(text, "FILE");
  for (std::size_t k = 0, at = 0; k < tokens.size(); ++k) {
    const std::size_t end = tokens[k].kind == theory::syntax::Token::Kind::end ? text.size() : tokens[k].begin;
    for (std::size_t hash = text.find('#', at); hash < end; hash = text.find('#', hash)) {
      const std::size_t line = std::min(text.find('\n', hash), text.size());
      std::string comment = text.substr(hash, line - hash);
      while (comment.ends_with(' ')) comment.pop_back();
      list.push_back(comment);
      hash = line;
    }
    at = tokens[k].end;
  }
  return list;
}

}  // namespace

TEST_CASE("a file laid out: margins, blanks, empty lines") {
  const std::string untidy =
      "\n\nclaim {\n\"id\" :\"a.b\" ,\n      \"title\": \"x\"\n  }\n  use  \"attention\" ;\n\n\n\n"
      "  def f( x ,y )=  x*y+ - 2 * [ 1,x ] [1]^ 2 ;# why   \n"
      "statement   printed=\nforall n in naturals from 1 :\n     exists x in [- 1,1..n] where x!=n :\n  not f (x , - "
      "n)<=2.5;\n\n";
  CHECK(laid_out(untidy) ==
        "claim {\n  \"id\": \"a.b\",\n  \"title\": \"x\"\n}\nuse \"attention\";\n\n"
        "def f(x, y) = x*y + -2 * [1, x][1]^2;  # why\n"
        "statement printed =\n  forall n in naturals from 1:\n  exists x in [-1, 1..n] where x != n:\n  not f(x, -n) "
        "<= 2.5;\n");
  CHECK(laid_out("statement s =\n  parts {\n    a:\n  forall x in reals:\n        x = x;\n  };\n") ==
        "statement s =\n  parts {\n    a:\n      forall x in reals:\n        x = x;\n  };\n");
  CHECK(laid_out("statement s = all(a<2=>b for a in [0.25,v.f(1)]);\n") ==
        "statement s = all(a < 2 => b for a in [0.25, v.f(1)]);\n");
  CHECK(laid_out("") == "");
  CHECK(laid_out("\n \n") == "");
  CHECK(laid_out("def s = \"a # b\";  #c") == "def s = \"a # b\";  #c\n");
  CHECK_THROWS_AS(laid_out("def s = \"a\n"), InputError);
  CHECK_THROWS_AS(laid_out("def s = @;"), InputError);
}

TEST_CASE("every file of the tree keeps its tokens and comments, and is laid out in one go") {
  int files = 0, lines = 0, moved = 0;
  for (const char* folder : {"theory", "tests", "docs"})
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".claim" && extension != ".stm") continue;
      INFO(entry.path().string());
      std::ifstream stream(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(stream), {}};
      std::vector<std::string> before;
      try {
        before = words(text);
      } catch (const InputError&) {  // a sample of what does not load
        CHECK_THROWS_AS(laid_out(text), InputError);
        continue;
      }
      const std::string after = laid_out(text);
      CHECK(words(after) == before);
      CHECK(comments(after) == comments(text));
      CHECK(laid_out(after) == after);
      ++files;
      lines += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
      moved += after != text;
    }
  CHECK(files > 200);
  CHECK(lines > 5000);
  CHECK(moved < files / 2);  // it is the layout that most of them have
}
