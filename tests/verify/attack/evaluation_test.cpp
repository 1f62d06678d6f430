// SPDX-License-Identifier: Apache-2.0
// The attack's evaluator beside the trusted checker's: exact values are the same, enclosures overlap, and what has no
// value in the one has none in the other.
#include <catch2/catch.hpp>

#include "tests/verify/attack/attacked.hpp"
#include "verify/attack/code.hpp"

using namespace attest;
using namespace attest::verify::attack;

namespace {

/// "x = 3" is true there: the value of an expression as the checker writes it, or the outcome's word.
std::string here(const std::string& expression) {
  const tests::ClaimFile file("def it = " + expression + ";\nstatement printed = exists v in [it]: true;");
  const theory::LoadedClaim claim = file.load();
  const Compiled compiled(claim);
  const CompiledStatement& statement = compiled.statements().front();
  Machine machine;
  machine.steps = 10'000'000;
  machine.stack.resize(statement.frame + 64);
  machine.top = statement.frame;
  try {
    const Value list = statement.formula.domain.list(machine);
    const Value value = list_of(list).front();
    if (value.boolean() && *value.boolean() == Truth::unknown) return "\"unknown\"";
    if (value.interval()) return "enclosure";
    return value.in_certificate().to_json();
  } catch (const Undefined&) {
    return "undefined";
  } catch (const Unknown&) {
    return "unknown";
  }
}

std::string there(const std::string& expression) {
  const tests::ClaimFile file("statement printed = true;");
  const checker::Result result = checker::evaluate(file.file(), expression, 64, {"theory/definitions"});
  if (result.outcome == checker::Outcome::kRejected) return "undefined";
  if (result.outcome == checker::Outcome::kUndecided) return "unknown";
  REQUIRE(result.outcome == checker::Outcome::kAccepted);
  return result.text.find("\"lo\"") != std::string::npos ? "enclosure" : result.text;
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

}  // namespace

TEST_CASE("the attack's evaluator says what the checker's says") {
  const std::vector<std::string> expressions = {"1 + 2 * 3 - 4 / 6",
                                                "-2^2",
                                                "2^-3",
                                                "0^0",
                                                "7 div -2",
                                                "-7 mod 3",
                                                "7 mod 0",
                                                "1 / 0",
                                                "(1/2) div 1",
                                                "9223372036854775807 + 1",
                                                "4611686018427387904 * 4",
                                                "100000000000000000000 - 1",
                                                "-9223372036854775807 - 2",
                                                "3..6",
                                                "6..3",
                                                "[1, 2] ++ [3]",
                                                "[1, 2][2]",
                                                "[1, 2][0]",
                                                "[1, 2][3/2]",
                                                "{a: 1, b: [2]}.b[1]",
                                                "{a: 1}.b",
                                                "1 < 2 <= 2 != 3",
                                                "1 < 2 and 3 < 2",
                                                "true or 1/0 = 1",
                                                "false and 1/0 = 1",
                                                "1/0 = 1 or true",
                                                "not (1 = 1)",
                                                "[1, [2]] = [1, [2]]",
                                                "[1] = [1, 2]",
                                                "1 = [1]",
                                                "\"a\" = \"b\"",
                                                "{a: 1} = {a: 1}",
                                                "true = false",
                                                "sum(i for i in 1..4)",
                                                "sum(i for i in [])",
                                                "product(i for i in 1..5 if i mod 2 = 1)",
                                                "max(i^2 for i in [-3, 2])",
                                                "min([3, 1, 2])",
                                                "max([])",
                                                "max(1, 2)",
                                                "all(i > 0 for i in 1..3)",
                                                "any(1/i > 5 for i in [1, 0])",
                                                "count(i > 1 for i in 1..5)",
                                                "[i * j for i in 1..2, j in i..3 if i != j]",
                                                "let x = 3 in x * x",
                                                "if 1 < 2 then 5 else 1/0",
                                                "fold s = 0 for x in [1, 2, 3] then s * 2 + x",
                                                "len([1, 2])",
                                                "abs(-3/2)",
                                                "floor(-3/2)",
                                                "ceil(-3/2)",
                                                "sqrt(9/4)",
                                                "sqrt(2)",
                                                "sqrt(-1)",
                                                "exp(0)",
                                                "exp(1)",
                                                "log(1)",
                                                "log(0)",
                                                "exp(1) < 3",
                                                "exp(1) = exp(1)",
                                                "exp(1) - exp(1) > 0",
                                                "0 * exp(1)",
                                                "1 / (exp(1) - exp(1))",
                                                "floor(exp(1))",
                                                "permutations(3)",
                                                "permutations(0)",
                                                "permutations(-1)",
                                                "tuples([0, 1], 2)",
                                                "tuples([], 0)",
                                                "tuples([1], -1)",
                                                "is_integer(4/2)",
                                                "is_integer(1/2)",
                                                "is_number([1])",
                                                "is_list([])",
                                                "is_symbol(\"a\")",
                                                "is_boolean(1 < 2)",
                                                "has({a: 1}, \"a\")",
                                                "has({a: 1}, \"b\")",
                                                "softmax([0, 0, 0])",
                                                "matmul([[1, 2]], [[3], [4]])",
                                                "max(1, true)",
                                                "1 + true",
                                                "len(3)",
                                                "if 1 then 2 else 3",
                                                "exp(1) > 2 or exp(1) = exp(1)",
                                                "(1/3)^3",
                                                "2^100"};
  for (const std::string& expression : expressions) {
    INFO(expression);
    CHECK(without_spaces(here(expression)) == without_spaces(there(expression)));
  }
}

TEST_CASE("a number that underflows is not 0") {
  CHECK(here("exp(-1000) / 6 < exp(-1000) / 5") == "\"unknown\"");
  CHECK(here("exp(-1000) * exp(-1000) < 1 / 2 ^ 2000 * exp(-1000)") == "\"unknown\"");
  CHECK(here("(0 - exp(-1000)) / 7 < 0 - exp(-1000) / 8") == "\"unknown\"");
}
