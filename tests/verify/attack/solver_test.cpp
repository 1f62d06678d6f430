// SPDX-License-Identifier: Apache-2.0
// z3 as a finder: numbers that it proposes are tried as any others, and whatever else it does changes nothing.
#include "verify/attack/solver.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>

#include "tests/verify/attack/attacked.hpp"

using namespace attest;
using theory::Rational;
using verify::attack::numbers_in;

namespace {

/// PATH while it lives.
class Path {
 public:
  explicit Path(const std::string& folders) : before_(std::getenv("PATH") ? std::getenv("PATH") : "") {
    setenv("PATH", folders.c_str(), 1);
  }
  Path(const Path&) = delete;
  ~Path() { setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

/// A folder with a program z3 that does this, and nothing else.
class Impostor {
 public:
  explicit Impostor(const std::string& script) {
    char folder[] = "/tmp/attest-z3-XXXXXX";
    folder_ = mkdtemp(folder);
    if (script.empty()) return;
    std::ofstream(folder_ + "/z3") << "#!/bin/sh\n" << script << "\n";
    chmod((folder_ + "/z3").c_str(), 0755);
  }
  Impostor(const Impostor&) = delete;
  ~Impostor() { std::filesystem::remove_all(folder_); }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

struct Attacked {
  std::string certificates, detail;
  bool decided = false, goal = false;
};

Attacked attacked(const std::string& statement, bool brief = true) {
  const tests::ClaimFile file("statement printed = " + statement + ";");
  const theory::LoadedClaim claim = file.load();
  const constructions::Findings findings = verify::attack::attack(claim, {.brief = brief});
  Attacked result{"", findings.engine_checks.front().detail};
  for (const theory::Certificate& certificate : findings.certificates) {
    const checker::Result checked = tests::decided(claim, certificate);
    INFO(statement << "\n" << checked.text << "\n" << certificate.steps.to_json());
    CHECK(checked.outcome == checker::Outcome::kAccepted);
    result.certificates += certificate.steps.to_json();
    result.decided = checked.json.find("\"assumed\": []") != std::string::npos;
    result.goal = certificate.goal;
  }
  return result;
}

bool is_there() {
  const tests::ClaimFile file("statement printed = 1 = 1;");
  const theory::LoadedClaim claim = file.load();
  const verify::attack::Solver solver(claim, std::chrono::steady_clock::time_point::max(), [](bool) {});
  if (!solver.is_there()) WARN("skipped: there is no program z3");
  return solver.is_there();
}

void require_found(const std::string& statement, bool goal) {
  INFO(statement);
  const Attacked with = attacked(statement);
  INFO(with.detail << "\n" << with.certificates);
  CHECK(with.decided);
  CHECK(with.goal == goal);
  const Impostor nothing("");
  const Path path(nothing.folder());
  const Attacked without = attacked(statement);
  INFO(without.detail);
  CHECK_FALSE(without.decided);
  CHECK(without.detail.find("z3") == std::string::npos);
}

const std::string kCircle =
    "forall x in reals: forall y in reals where x^2 + y^2 = 2474905/1401856 and x * y = 1023/1184: x^3 - 3 * x * y + 2 "
    "< 0";

}  // namespace

TEST_CASE("solver: false at a narrow place, or met at one") {
  if (!is_there()) return;
  require_found(kCircle, false);
  require_found("exists a in naturals from 0: exists b in naturals from 0: 1717 * a - 2323 * b = 101 and a > 100000",
                true);
  require_found("exists x in reals: exists y in reals: x^3 + y^3 = 60429166/10793861 and x + y = 622/221 and x < y",
                true);
  require_found(
      "exists x in reals: exists y in reals: max(x, y) * abs(x - y) = 14306/3757 and x * min(x, y)^2 + x = 12190/2873 "
      "and x > 0 > y",
      true);
}

TEST_CASE("solver: sizes are fixed, lists unfold, and what is outside keeps its value", "[.long]") {
  if (!is_there()) return;
  require_found(
      "forall n in naturals from 3: forall x in vectors(n) where sum(e for e in x) = 2388/1001 and sum(e^2 for e in x) "
      "= "
      "2357202/1002001: x[1] * x[2] * x[3] != 340/1001",
      false);
  require_found(
      "forall n in 1..3: exists x in reals: exists y in reals: x^2 + y^2 = n^2 * 2474905/1401856 and x * y = n^2 * "
      "1023/1184",
      true);
}

TEST_CASE("solver: numbers that are no fractions are rounded, where there is room") {
  if (!is_there()) return;
  const Attacked room = attacked(
      "exists x in reals: exists y in reals: x^3 - 3 * x + 1 = y and 1/1000000 > y > 0 and x > 3/2 and x^2 < 12/5");
  CHECK(room.decided);
  CHECK(room.goal);
  const Attacked none = attacked("exists x in reals: exists y in reals: x^2 = 2 and y^2 = x");
  CHECK_FALSE((none.decided && none.goal));
}

TEST_CASE("solver: that it finds none is evidence of nothing") {
  if (!is_there()) return;
  const std::string statement =
      "forall x in reals: forall y in reals where x * y = 1 and abs(x) < 1: abs(x) + max(y, -y) > 1";
  const Attacked with = attacked(statement);
  const Impostor nothing("");
  const Path path(nothing.folder());
  const Attacked without = attacked(statement);
  CHECK(with.certificates == without.certificates);
  CHECK(with.detail.starts_with(without.detail));
}

TEST_CASE("solver: what answers nonsense, lies, crashes or hangs changes nothing", "[.long]") {
  const std::string supported =
      "forall n in naturals from 1: forall x in vectors(n): abs(sum(e for e in x)) <= sum(abs(e) "
      "for e in x) and x[1]^2 + 3 > exp(1) - 3 * abs(x[1])";
  const Impostor nothing("");
  Attacked circle, other;
  {
    const Path path(nothing.folder());
    circle = attacked(kCircle);
    other = attacked(supported);
  }
  CHECK_FALSE(circle.decided);
  const std::string values = "((v0 1.0) (v1 (/ 1.0 2.0)))";
  for (const std::string& script : std::vector<std::string>{
           "echo hello",
           "echo unsat",
           "echo unknown",
           "echo sat",
           "echo 'sat " + values + " " + values + "'",
           "echo 'sat ((v0 (/ 1 0)) (v1 0)) ((v0 1) (v1 2))'",
           "echo 'sat ((v0 (root-obj (+ (^ x 2) (- 2)) 1)) (v1 1)) ((v0 1.41?) (v1 1))'",
           "echo 'sat ((v0'; i=0; while [ $i -lt 9999 ]; do echo -n '((((((((((- '; i=$((i+1)); done",
           "echo -n 'sat ((v0 1'; i=0; while [ $i -lt 99999 ]; do echo -n 0000000000; i=$((i+1)); done",
           "kill -SEGV $$",
           "exit 1",
           "exec /bin/sleep 1000",
       }) {
    INFO(script);
    const Impostor impostor(script);
    const Path path(impostor.folder());
    const Attacked again = attacked(kCircle);
    CHECK(again.certificates == circle.certificates);
    CHECK(again.detail.starts_with(circle.detail));
    CHECK(again.detail.find(" to z3 gave no numbers that serve") != std::string::npos);
  }
  const Impostor liar("echo 'sat ((v0 7) (v1 7)) ((v0 7) (v1 7))'");
  const Path path(liar.folder());
  const Attacked again = attacked(supported);
  CHECK(again.certificates == other.certificates);
}

TEST_CASE("solver: only a program in a folder from the root is started") {
  const Impostor impostor("echo unknown");
  const tests::ClaimFile file("statement printed = 1 = 1;");
  const theory::LoadedClaim claim = file.load();
  const auto there = [&](const std::string& path) {
    const Path set(path);
    return verify::attack::Solver(claim, std::chrono::steady_clock::time_point::max(), [](bool) {}).is_there();
  };
  CHECK(there("/nowhere:" + impostor.folder()));
  CHECK_FALSE(there("/nowhere::."));
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(impostor.folder());
  CHECK_FALSE(there(":.:../" + std::filesystem::path(impostor.folder()).filename().string()));
  std::filesystem::current_path(here);
}

TEST_CASE("solver: numbers are read as they are written") {
  const auto read = [](const std::string& number) {
    const auto numbers = numbers_in("sat\n((v0 " + number + "))\n((v0 2.5))\n", 1);
    return numbers.empty() ? std::string("none") : numbers.front().value.to_string();
  };
  CHECK(read("12") == "12");
  CHECK(read("(- 0.50)") == "-1/2");
  CHECK(read("(/ 1.0 8.0)") == "1/8");
  CHECK(read("(/ (- 3) 6)") == "-1/2");
  CHECK(read("(- (/ 007 2))") == "-7/2");
  CHECK(read("(root-obj (+ (* 4 (^ x 2)) (- 25)) 2)") == "5/2");
  for (const std::string wrong :
       {"", "x", "(", ")", "1 2", "(+ 1 2)", "(/ 1 0)", "(- 1", "1e5", "--1", "1.2.3", "?", "."})
    CHECK(read(wrong) == "none");
  CHECK_FALSE(numbers_in("sat ((v0 (root-obj x 1))) ((v0 1.41?))", 1).front().is_exact);
  CHECK(numbers_in("unsat ((v0 1)) ((v0 1))", 1).empty());
  CHECK(numbers_in("sat ((v0 1)) ((v0 1))", 2).empty());
}
