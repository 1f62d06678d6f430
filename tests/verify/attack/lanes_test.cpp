// SPDX-License-Identifier: Apache-2.0
// Instances in lanes beside the same ones by themselves and beside the trusted checker: programs drawn from a fixed
// seed. (Our own claims' bodies: lanes_seeds_test.cpp.)
#include <catch2/catch.hpp>
#include <random>

#include "tests/verify/attack/alone.hpp"
#include "tests/verify/attack/attacked.hpp"
#include "verify/attack/leaves.hpp"

using namespace attest;
using namespace attest::verify::attack;
using namespace attest::tests;

namespace {

/// Expressions over n, a number, and v, a list of two numbers.
class Programs {
 public:
  std::string number(int depth) {
    if (depth == 0) return one_of({"n", "n", "v[1]", "v[2]", "0", "1", "2", "3", "7", "(1/2)", "(-2/3)", "4294967296"});
    const auto a = [&] { return number(depth - 1); };
    switch (draw(17)) {
      case 0:
        return "(" + a() + " + " + a() + ")";
      case 1:
        return "(" + a() + " - " + a() + ")";
      case 2:
        return "(" + a() + " * " + a() + ")";
      case 3:
        return "(" + a() + " / " + a() + ")";
      case 4:
        return "(" + whole(depth - 1) + " div " + whole(depth - 1) + ")";
      case 5:
        return "(" + whole(depth - 1) + " mod " + whole(depth - 1) + ")";
      case 6:
        return "(" + a() + ")^" + one_of({"0", "1", "2", "3", "(-1)"});
      case 7:
        return one_of({"abs", "floor", "ceil"}) + "(" + a() + ")";
      case 8:
        return one_of({"max", "min"}) + "(" + a() + ", " + a() + ")";
      case 9:
        return "(if " + truth(depth - 1) + " then " + a() + " else " + a() + ")";
      case 10:
        return one_of({"sum", "product", "max", "min"}) + "(e * " + a() + " for e in [n, 2, v[1]] if " + a() + " <= e)";
      case 11:
        return one_of({"sum", "product", "max", "min"}) + "(" + a() + " + i for i in 1..3)";
      case 12:
        return "count(e < " + a() + " for e in v ++ [" + a() + "])";
      case 13:
        return "[" + a() + ", " + a() + ", " + a() + "][" + whole(depth - 1) + "]";
      case 14:
        return "(let w = [" + a() + ", " + a() + "] in max(w) - w[2])";
      case 15:
        return "(fold s = " + a() + " for e in v then s / 2 + e)";
      default:
        return "(-" + a() + ")";
    }
  }
  std::string truth(int depth) {
    if (depth == 0) return one_of({"n < 3", "v[1] = v[2]", "true", "n != v[1]"});
    const auto a = [&] { return number(depth - 1); };
    const auto p = [&] { return truth(depth - 1); };
    switch (draw(9)) {
      case 0:
        return "(" + a() + one_of({" < ", " <= ", " = ", " != ", " > ", " >= "}) + a() + ")";
      case 1:
        return "(" + a() + " <= " + a() + " < " + a() + ")";
      case 2:
        return "(" + p() + " and " + p() + ")";
      case 3:
        return "(" + p() + " or " + p() + ")";
      case 4:
        return "(not " + p() + ")";
      case 5:
        return one_of({"all", "any"}) + "(" + a() + " < e for e in v)";
      case 6:
        return one_of({"all", "any"}) + "(" + p() + " for e in v if e " + one_of({"<", "!="}) + " " + a() + ")";
      case 7:
        return "([" + a() + ", " + a() + "] = v)";
      default:
        return "(if " + p() + " then " + p() + " else " + p() + ")";
    }
  }

 private:
  std::string whole(int depth) { return draw(2) ? one_of({"n", "2", "3", "(-3)", "(n - 2)"}) : number(depth); }
  std::size_t draw(std::size_t count) { return random_() % count; }
  std::string one_of(std::vector<std::string> words) { return words[draw(words.size())]; }
  std::mt19937_64 random_{20261123};
};

}  // namespace

TEST_CASE("lanes say of drawn programs what the checker says") {
  Programs programs;
  const std::string numbers = "[0, 1, 2, 3, 5, -1, -4, 1/2, -7/3, 10, 1000000, 94906267]";
  const ClaimFile nothing("statement printed = true;");
  Compared compared;
  for (int round = 0; round < 400; ++round) {
    const std::string program = programs.truth(1 + round % 4);
    INFO(program);
    const ClaimFile file("statement printed = forall n in " + numbers + ": forall v in tuples(" + numbers +
                         ", 2): " + program + ";");
    const theory::LoadedClaim claim = file.load();
    const Compiled compiled(claim);
    const CompiledStatement& statement = compiled.statements().front();
    Machine machine = machine_for(statement);
    const Formula& inner = statement.formula.children.front();
    const Value outer = statement.formula.domain.list(machine), lists = inner.domain.list(machine);
    // 200 instances in an order that mixes both.
    std::vector<std::vector<Value>> columns(2);
    std::string listed;
    for (std::size_t i = 0; i < 200; ++i) {
      columns[0].push_back(list_of(outer)[i % 12]);
      columns[1].push_back(list_of(lists)[i * 7 % 144]);
    }
    const Answers answers = in_lanes(machine, inner, {0, 1}, columns);
    std::string expected = "[";
    for (std::size_t i = 0; i < 200; ++i) {
      ++compared.instances;
      if (answers.left.has(i)) continue;
      ++compared.answered;
      const auto text = [](const Value& value) {
        std::string json = value.in_certificate().to_json();
        std::erase(json, '"');
        return json;
      };
      listed += (listed.empty() ? "" : ", ") + ("[" + text(columns[0][i]) + ", " + text(columns[1][i]) + "]");
      expected += (expected.size() > 1 ? "," : "") + std::string(answers.holds.has(i) ? "true" : "false");
      machine.stack[0] = columns[0][i];
      machine.stack[1] = columns[1][i];
      const std::string by_itself = alone(machine, statement.frame, inner.children.front().expression);
      if (by_itself != "unknown") CHECK(by_itself == word(answers.holds.has(i)));
    }
    if (listed.empty()) continue;
    const checker::Result result =
        checker::evaluate(nothing.file(), "[let n = x[1] in let v = x[2] in " + program + " for x in [" + listed + "]]",
                          64, {"theory/definitions"});
    REQUIRE(result.outcome == checker::Outcome::kAccepted);
    std::string said = result.text;
    std::erase(said, ' ');
    CHECK(said == expected + "]");
  }
  CHECK(compared.answered * 2 > compared.instances);
}
