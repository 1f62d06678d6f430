// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/parser.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/theory/statement/on_record.hpp"
#include "tests/theory/statement/shape.hpp"
#include "theory/error.hpp"

namespace attest::theory::tests {
namespace {

using namespace syntax;

std::string read(const std::filesystem::path& file) {
  std::ifstream stream(file);
  REQUIRE(stream);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST_CASE("formulas") {
  const std::pair<const char*, const char*> cases[] = {
      {"forall n in naturals from 3: n > 2", "(forall n (naturals from 3) (n > 2))"},
      {"exists x in reals: x = 1", "(exists x (reals) (x = 1))"},
      {"forall x in reals from 1/2 to 2: x > 0", "(forall x (reals from (1 / 2) to 2) (x > 0))"},
      {"forall x in vectors(n): true", "(forall x (vectors n) true)"},
      {"forall x in vectors(2) from 0 to 1: true", "(forall x (vectors 2 from 0 to 1) true)"},
      {"forall A in matrices(2*n - 1, d): true", "(forall A (matrices ((2 * n) - 1) d) true)"},
      {"forall v in values where is_list(v): true", "(forall v (values) where (call is_list v) true)"},
      {"forall i in 1..3: forall j in [a for a in L] where i = j: false",
       "(forall i (list (.. 1 3)) (forall j (list (each a (a in L))) where (i = j) false))"},
      {"parts { a: true; b: forall i in L: i = 1; }", "(parts a:true b:(forall i (list L) (i = 1)))"},
      {"parts { a: parts { b: true; }; }", "(parts a:(parts b:true))"},
      {"let x = 1 in x = 1", "(let x 1 (x = 1))"},
  };
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(shape_of_formula(source) == expected);
  }
}

TEST_CASE("a claim file is read in its order") {
  const File file = parse_claim(
      "claim {\"title\": \"T # no comment\", \"id\": \"x.y\"}\nuse \"a\"; use \"b\";\ndef f(x, y) = x;\nstatement s = "
      "f(1, 2) = 1;\n"
      "def g = 1;\n",
      "some/where/x.claim");
  REQUIRE(file.header.size() == 2);
  CHECK(file.header[0] == std::pair<std::string, std::string>("title", "T # no comment"));
  CHECK(file.header[1].second == "x.y");
  REQUIRE(file.uses.size() == 2);
  CHECK(file.uses[1].name == "b");
  CHECK(file.uses[1].line == 2);
  REQUIRE(file.items.size() == 3);
  const auto& f = std::get<Definition>(file.items[0]);
  CHECK(f.name == "f");
  CHECK(f.file == "x.claim");
  CHECK(f.line == 3);
  CHECK(f.parameters == std::vector<std::string>{"x", "y"});
  CHECK(f.canonical == "def f ( x , y ) = x ;");
  CHECK(std::get<Statement>(file.items[1]).name == "s");
  CHECK(std::get<Definition>(file.items[2]).parameters.empty());
}

TEST_CASE("an item keeps its comments, and only its own") {
  const File file = parse_definitions(
      "# The file.\n\ndef a = 1;  # behind a\n# above b,\n  # twice\n  def b = # inside\n    2;\ndef c = 3; def d = "
      "4;\n",
      "x.stm");
  const auto source = [&](std::size_t i) { return std::get<Definition>(file.items[i]).source; };
  CHECK(source(0) == "def a = 1;  # behind a");
  CHECK(source(1) == "# above b,\n  # twice\n  def b = # inside\n    2;");
  CHECK(source(2) == "def c = 3;");
  CHECK(source(3) == "def d = 4;");
  CHECK(std::get<Definition>(file.items[1]).canonical == "def b = 2 ;");
}

TEST_CASE("what is no claim file is told with its place and what was expected") {
  const std::string head = "claim {\"id\": \"x\"}\n";
  const std::pair<std::string, const char*> cases[] = {
      {"", "x.claim:1: expected 'claim', found the end of the file"},
      {"claim {}", "x.claim:1: expected a string, found '}'"},
      {"claim {\"title\": \"x\"}", "x.claim:1: expected the key \"id\" in the header, found '}'"},
      {"claim {\"id\": \"x\",\n \"id\": \"y\"}", "x.claim:2: expected a key of another name, found 'id' twice"},
      {"claim {\"id\": \"x\",}", "x.claim:1: expected a string, found '}'"},
      {"claim {\"id\": 1}", "x.claim:1: expected a string, found '1'"},
      {"claim {\"id\" \"x\"}", "x.claim:1: expected ':', found the string \"x\""},
      {head, "x.claim:2: expected a statement, found the end of the file"},
      {head + "def a = 1;", "x.claim:2: expected a statement, found the end of the file"},
      {head + "statement s = true; use \"a\";",
       "x.claim:2: expected 'def', 'statement' or the end of the file, found 'use'"},
      {head + "statement s = true", "x.claim:2: expected ';', found the end of the file"},
      {head + "statement s(x) = true;", "x.claim:2: expected '=', found '('"},
      {head + "statement def = true;", "x.claim:2: expected a name, found 'def'"},
      {head + "use a; statement s = true;", "x.claim:2: expected a string, found 'a'"},
      {head + "def f() = 1; statement s = true;", "x.claim:2: expected a name, found ')'"},
      {head + "def f(a,\na) = 1; statement s = true;",
       "x.claim:3: expected a parameter of another name, found 'a' twice"},
      {head + "statement s = forall x in naturals: true;", "x.claim:2: expected 'from', found ':'"},
      {head + "statement s = forall x in naturals from 1 to 2: true;", "x.claim:2: expected ':', found 'to'"},
      {head + "statement s = forall x in reals from 1: true;", "x.claim:2: expected 'to', found ':'"},
      {head + "statement s = forall x in vectors(1, 2): true;", "x.claim:2: expected ')', found ','"},
      {head + "statement s = forall x in matrices(1): true;", "x.claim:2: expected ',', found ')'"},
      {head + "statement s = forall x in values from 1 to 2: true;", "x.claim:2: expected ':', found 'from'"},
      {head + "statement s = forall x: true;", "x.claim:2: expected 'in', found ':'"},
      {head + "statement s = (forall x in L: true);", "x.claim:2: expected an expression, found 'forall'"},
      {head + "statement s = true and exists x in L: true;", "x.claim:2: expected an expression, found 'exists'"},
      {head + "statement s = parts { };", "x.claim:2: expected a name, found '}'"},
      {head + "statement s = parts { a: true };", "x.claim:2: expected ';', found '}'"},
      {head + "statement s = parts { a: true;\n a: true; };",
       "x.claim:3: expected a part of another name, found 'a' twice"},
      {head + "statement s = parts { to: true; };", "x.claim:2: expected a name, found 'to'"},
      {head + "statement s = true;;", "x.claim:2: expected 'def', 'statement' or the end of the file, found ';'"},
  };
  for (const auto& [source, expected] : cases) {
    INFO(source);
    CHECK(claim_error(source) == expected);
  }
  CHECK_THROWS_WITH(parse_definitions("statement s = true;", "x.stm"),
                    "x.stm:1: expected 'def' or the end of the file, found 'statement'");
}

TEST_CASE("no beginning of a claim is a claim, unless it ends with an item") {
  const std::string text = read("tests/theory/statement/samples/sample.claim");
  std::size_t read_whole = 0;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string error = claim_error(text.substr(0, length));
    if (error.empty()) {
      ++read_whole;
      continue;
    }
    CHECK(error.starts_with("x.claim:"));
    CHECK(error.find("expected ") != std::string::npos);
  }
  CHECK(read_whole > 5);
  CHECK(read_whole < text.size() / 2);
}

TEST_CASE("the canonical text of everything on record reads as the same tree") {
  std::size_t items = 0;
  for (const auto& files :
       {claims_on_record(), files_of("theory/definitions"), files_of("tests/theory/statement/samples")}) {
    for (const std::filesystem::path& path : files) {
      const bool is_claim = path.extension() == ".claim";
      if (!is_claim && path.extension() != ".stm") continue;
      const std::string text = read(path);
      const File file = is_claim ? parse_claim(text, path) : parse_definitions(text, path);
      for (const auto& item : file.items) {
        ++items;
        if (const auto* definition = std::get_if<Definition>(&item)) {
          const File again = parse_definitions(definition->canonical, "x.stm");
          CHECK(shape(std::get<Definition>(again.items.at(0)).body) == shape(definition->body));
          CHECK(definition->source.find(definition->name) != std::string::npos);
        } else {
          const auto& statement = std::get<Statement>(item);
          const File again = parse_claim("claim {\"id\": \"x\"} " + statement.canonical, "x.claim");
          CHECK(shape(*std::get<Statement>(again.items.at(0)).formula) == shape(*statement.formula));
        }
      }
    }
  }
  CHECK(items > 100);
}

}  // namespace
}  // namespace attest::theory::tests
