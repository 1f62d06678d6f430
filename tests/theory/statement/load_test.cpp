// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/load.hpp"

#include <catch2/catch.hpp>

#include "tests/theory/statement/files.hpp"
#include "tests/theory/statement/on_record.hpp"
#include "theory/statement/record.hpp"

namespace attest::theory::tests {
namespace {

std::string error_of_claim(const std::string& text) {
  const Files files;
  files.write_claim(text);
  return files.error();
}

/// The error of an expression in a definition with the parameters x and y, behind `def one = 1; def f(a, b) = a;`.
std::string error_of(const std::string& expression) {
  const std::string defs = "def one = 1; def f(a, b) = a;\n";
  return error_of_claim(defs + "def it(x, y) = " + expression + ";\nstatement s = true;");
}

TEST_CASE("every claim on record loads") {
  std::size_t claims = 0;
  for (const std::filesystem::path& path : claims_on_record()) {
    ++claims;
    const LoadedClaim claim = load_claim(path, "theory/definitions");
    CHECK(path == claim_of_record(path.stem()));
    CHECK_FALSE(claim.header_value("id").empty());
    CHECK_FALSE(claim.statements.empty());
  }
  CHECK(claims > 100);
}

TEST_CASE("the sample claim loads in the order of the walk") {
  const LoadedClaim claim =
      load_claim("tests/theory/statement/samples/sample.claim", "tests/theory/statement/samples/definitions");
  CHECK(claim.header_value("id") == "sample.everything");
  CHECK(claim.header_value("note") == "Not a claim about attention: π ≠ 3.");
  CHECK(claim.header_value("absent").empty());
  std::string names;
  for (const auto& definition : claim.definitions) names += definition.file + ":" + definition.name + " ";
  CHECK(names ==
        "base.stm:total base.stm:mean base.stm:never_reached more.stm:spread sample.claim:scale sample.claim:eps_of "
        "sample.claim:halved ");
  CHECK(claim.statement("printed").source.starts_with("# The statement's own comment.\nstatement printed ="));
  CHECK_THROWS_WITH(claim.statement("absent"),
                    Catch::EndsWith("expected one of the statements printed, literal, repaired, "
                                    "step_words, finding_products, found 'absent'"));
}

TEST_CASE("names mean something, and only what stands before") {
  CHECK(error_of("x + y + one + f(x, y)").empty());
  CHECK(error_of("x + z") ==
        "x.claim:3: expected a bound name, an earlier definition or a built-in function, found 'z'");
  CHECK(error_of("it(x, y)") ==
        "x.claim:3: expected a bound name, an earlier definition or a built-in function, found 'it'");
  CHECK(error_of("x +\n s") ==
        "x.claim:4: expected a bound name, an earlier definition or a built-in function, found 's'");
  CHECK(error_of("f") == "x.claim:3: expected 2 arguments of 'f', found 0");
  CHECK(error_of("f(x)") == "x.claim:3: expected 2 arguments of 'f', found 1");
  CHECK(error_of("one(x)") == "x.claim:3: expected 0 arguments of 'one', found 1");
  CHECK(error_of("x(y)") == "x.claim:3: expected a function, found the bound name 'x'");
}

TEST_CASE("built-in functions are used as the language shows them") {
  for (const char* good : {"sum(e for e in x)",
                           "product(e for e in x)",
                           "max(e for e in x)",
                           "max(x)",
                           "max(x, y)",
                           "min(x)",
                           "all(e for e in x)",
                           "any(e for e in x)",
                           "count(e for e in x)",
                           "len(x)",
                           "abs(x)",
                           "floor(x)",
                           "ceil(x)",
                           "sqrt(x)",
                           "exp(x)",
                           "log(x)",
                           "permutations(x)",
                           "tuples(x, y)",
                           "is_number(x)",
                           "is_integer(x)",
                           "is_boolean(x)",
                           "is_symbol(x)",
                           "is_list(x)",
                           "is_record(x)",
                           "has(x, \"y\")"}) {
    INFO(good);
    CHECK(error_of(good).empty());
  }
  CHECK(error_of("sum(x)") == "x.claim:3: expected 'for' in the call of 'sum', found 1 arguments");
  CHECK(error_of("max(x, y, y)") == "x.claim:3: expected 2 arguments in the call of 'max', found 3 arguments");
  CHECK(error_of("len(x, y)") == "x.claim:3: expected 1 arguments in the call of 'len', found 2 arguments");
  CHECK(error_of("len") == "x.claim:3: expected arguments of the built-in function 'len', found none");
  CHECK(error_of("len(e for e in x)") ==
        "x.claim:3: expected one of sum, product, max, min, all, any, count before 'for', found 'len'");
  CHECK(error_of("f(e for e in x)") ==
        "x.claim:3: expected one of sum, product, max, min, all, any, count before 'for', found 'f'");
}

TEST_CASE("scopes end where they should") {
  CHECK(error_of("let z = x in z + y").empty());
  CHECK(error_of("let x = x in x").empty());
  CHECK(error_of("[[z for z in w] for w in x]").empty());
  CHECK(error_of("sum(z + w for z in x, w in z if z > w)").empty());
  CHECK(error_of("fold z = x for w in y then z + w").empty());
  const std::string unknown = "x.claim:3: expected a bound name, an earlier definition or a built-in function, found ";
  CHECK(error_of("(let z = x in z) + z") == unknown + "'z'");
  CHECK(error_of("let z = z in z") == unknown + "'z'");
  CHECK(error_of("[z for w in z, z in x]") == unknown + "'z'");
  CHECK(error_of("sum(z for z in x) + z") == unknown + "'z'");
  CHECK(error_of("fold z = x for w in z then w") == unknown + "'z'");
  CHECK(error_of("fold z = w for w in x then w") == unknown + "'w'");
}

TEST_CASE("what is bound may not be spelled like a definition or a built-in function") {
  CHECK(error_of("let one = 2 in one") == "x.claim:3: expected a name that is not taken, found the definition 'one'");
  CHECK(error_of("[f for f in x]") == "x.claim:3: expected a name that is not taken, found the definition 'f'");
  CHECK(error_of("fold sum = x for e in y then e") ==
        "x.claim:3: expected a name that is not taken, found the built-in function 'sum'");
  CHECK(error_of_claim("def a(len) = 1; statement s = true;") ==
        "x.claim:2: expected a name that is not taken, found the built-in function 'len'");
  CHECK(error_of_claim("def a = 1; statement s = forall a in [1]: true;") ==
        "x.claim:2: expected a name that is not taken, found the definition 'a'");
  CHECK(error_of_claim("def exp(x) = x; statement s = true;") ==
        "x.claim:2: expected a name that is not taken, found the built-in function 'exp'");
  CHECK(error_of_claim("def a = 1;\ndef a = 2; statement s = true;") ==
        "x.claim:3: expected a name that is not taken, found the definition 'a'");
  CHECK(error_of_claim("statement s = true;\nstatement s = true;") ==
        "x.claim:3: expected a statement of another name, found 's' twice");
  // A definition that comes later takes nothing away.
  CHECK(error_of_claim("statement s = forall a in [1]: a = 1; def a = 1;").empty());
}

TEST_CASE("quantifiers bind in their guard and their body, not in their domain") {
  CHECK(error_of_claim("statement s = forall n in naturals from 1: exists x in vectors(n) where x[1] > n: x[n] = n;")
            .empty());
  const std::string unknown = "x.claim:2: expected a bound name, an earlier definition or a built-in function, found ";
  CHECK(error_of_claim("statement s = forall n in 1..n: true;") == unknown + "'n'");
  CHECK(error_of_claim("statement s = forall x in vectors(n): true;") == unknown + "'n'");
  CHECK(error_of_claim("statement s = forall x in reals from a to 1: true;") == unknown + "'a'");
  CHECK(error_of_claim("statement s = forall x in reals where y > 0: true;") == unknown + "'y'");
  CHECK(error_of_claim("statement s = parts { a: forall x in reals: x = x; b: x = 1; };") == unknown + "'x'");
}

TEST_CASE("files use one another in any shape but a circle") {
  const Files files;
  files.write_claim("use \"b\"; use \"c\"; use \"b\";\nstatement s = a + b + c = 6;");
  files.write_definitions("a", "def a = 1;");
  files.write_definitions("b", "use \"a\"; def b = a + 1;");
  files.write_definitions("c", "use \"a\"; use \"b\"; def c = a + b;");
  REQUIRE(files.error().empty());
  std::string names;
  for (const auto& definition : files.load().definitions) names += definition.name;
  CHECK(names == "abc");

  files.write_definitions("a", "\nuse \"c\"; def a = 1;");
  CHECK(files.error() ==
        "definitions/c.stm:1: expected files that do not use one another in a circle, found 'a' again");
  files.write_definitions("a", "use \"a\"; def a = 1;");
  CHECK(files.error() ==
        "definitions/a.stm:1: expected files that do not use one another in a circle, found 'a' again");
  files.write_definitions("a", "def b = 1;");
  CHECK(files.error() ==
        "definitions/b.stm:1: expected a bound name, an earlier definition or a built-in function, found 'a'");
  files.write_definitions("a", "def a = 1; def b = 1;");
  CHECK(files.error() == "definitions/b.stm:1: expected a name that is not taken, found the definition 'b'");
  files.write_definitions("a", "def a = ;");
  CHECK(files.error() == "definitions/a.stm:1: expected an expression, found ';'");
}

TEST_CASE("files that are not there are named where they are used") {
  const Files files;
  CHECK(files.error() == "x.claim: expected a file, found none");
  files.write_claim("\nuse \"absent\"; statement s = true;");
  CHECK(files.error() == "x.claim:3: expected the file definitions/absent.stm, found none");
  files.write_claim("use \"../x\"; statement s = true;");
  CHECK(files.error() == "x.claim:2: expected the name of a definitions file, found \"../x\"");
  CHECK_THROWS_WITH(load_claim(files.claim().parent_path(), "."),
                    Catch::EndsWith("expected a file, found something else"));
}

}  // namespace
}  // namespace attest::theory::tests
