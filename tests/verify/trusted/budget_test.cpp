// SPDX-License-Identifier: Apache-2.0
// What would take too long or too much memory ends as Undecided, and before the work is done: had it been done, these
// tests would not end, or their memory would show it.
#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <ctime>

#include "tests/verify/trusted/evaluation.hpp"

namespace {

using Catch::Matchers::StartsWith;

// The most memory that the process has held so far, in bytes.
std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// An exact number has at most 2^26 bits; an operation on two of them holds a few copies.
constexpr std::uint64_t kLargestNumber = (std::uint64_t{1} << 26) / 8;
constexpr std::uint64_t kEnough = 16 * kLargestNumber;

void check_undecided(const char* expression, std::uint64_t budget) {
  const std::uint64_t before = peak_memory();
  INFO(expression);
  CHECK_THAT(cases::value(expression, 64, budget), StartsWith("Undecided: "));
  CHECK(peak_memory() - before < kEnough);
}

}  // namespace

TEST_CASE("what is known to be too large is not begun, however large the budget is") {
  constexpr std::uint64_t kLargestBudget = 999999999999999999;  // of the command line
  for (const char* expression : {"permutations(18)",
                                 "permutations(19)",
                                 "permutations(20)",
                                 "permutations(21)",
                                 "permutations(10^30)",
                                 "1..2^60",
                                 "1..10^30",
                                 "-10^30..10^30",
                                 "tuples([0, 1], 60)",
                                 "tuples([0, 1], 10^6)",
                                 "tuples([1], 10^12)",
                                 "tuples(1..10, 40)",
                                 "tuples([1], 10^30)",
                                 "2^(10^9)",
                                 "2^(10^30)",
                                 "2^-(10^9)",
                                 "(2/3)^(10^12)",
                                 "exp(1)^(10^30)",
                                 "exp(2^30)",
                                 "exp(2^(10^6))",
                                 "exp(exp(1000))"}) {
    check_undecided(expression, kLargestBudget);
  }
}

TEST_CASE("long lists are paid for before they are made") {
  const std::uint64_t budget = checker::Options().budget;
  for (const char* expression :
       {"permutations(12)", "permutations(16)", "1..10^12", "1..10^9", "tuples(1..10, 9)", "tuples([0, 1], 39)",
        "tuples([1..2, 3..4], 30)", "len(1..10^10) > 0", "sum(i for i in 1..10^11)"}) {
    check_undecided(expression, budget);
  }
}

TEST_CASE("what grows step by step stops") {
  for (const char* expression :
       {"fold s = 3 for i in 1..100 then s * s", "fold s = 2/3 for i in 1..100 then s * s",
        "fold s = 2 for i in 1..100 then s ^ s", "fold s = [1] for i in 1..100 then s ++ s",
        "fold s = exp(1) for i in 1..100 then s * s", "fold s = 1..100 for i in 1..100 then [x + y for x in s, y in s]",
        "sum(i * j * k for i in 1..1000, j in 1..1000, k in 1..1000)",
        "all(i > 0 for i in 1..1000, j in 1..1000, k in 1..1000)",
        "count(true for i in 1..1000, j in 1..1000, k in 1..1000)",
        "max(i + j + k for i in 1..1000, j in 1..1000, k in 1..1000)",
        "len([1 for i in 1..1000, j in 1..1000, k in 1..1000])"}) {
    check_undecided(expression, 10000000);
  }
}

TEST_CASE("work on values that share their parts is paid for") {
  // Lists share: 26 doublings make 2^26 elements of 26 pairs.
  for (const char* expression :
       {"(fold s = [1] for i in 1..26 then [s, s]) = (fold s = [1] for i in 1..26 then [s, s])",
        "let s = (fold s = [1] for i in 1..26 then [s, s]) in s != s",
        "let L = 1..1000 in all(max(L) = 1000 for i in 1..10000)", "let L = 1..1000 in all(L = L for i in 1..10000)"}) {
    check_undecided(expression, 1000000);
  }
}

TEST_CASE("a budget that suffices decides, and one that is spent does not say false") {
  CHECK(cases::value("all(i > 0 for i in 1..1000)", 64, 100000) == "true");
  CHECK_THAT(cases::value("all(i > 0 for i in 1..1000)", 64, 1000), StartsWith("Undecided: "));
  CHECK_THAT(cases::value("1", 64, 0), StartsWith("Undecided: "));
  CHECK(cases::value("1", 64, 1) == "\"1\"");
}

TEST_CASE("a value is not nested deeper than recursion over it can go") {
  for (const char* expression :
       {"fold s = [] for i in 1..300000 then [s]", "len(fold s = [] for i in 1..300000 then [s])",
        "fold s = {a: 1} for i in 1..300000 then {a: s}", "(fold s = [] for i in 1..300000 then [s, s]) = []",
        "fold s = 0 for i in 1..300000 then {a: [s]}", "fold s = [] for i in 1..300000 then [[] ++ [s]]"}) {
    INFO(expression);
    CHECK_THAT(cases::value(expression, 64, 2000000000), StartsWith("Undecided: a value nested too deeply"));
  }
  CHECK(cases::value("len(fold s = [] for i in 1..900 then [s])", 64, 1000000) == "\"1\"");
}

TEST_CASE("the budget of steps bounds time, whatever the size of the numbers") {
  // Each of these ran for minutes or hours, or would: a step did not pay for the numbers that it was about. The limit
  // is a hundred times what they take.
  const std::clock_t begin = std::clock();
  for (const char* expression :
       {"log(4 + 1/2^(20*10^6)) > 0", "log((2^(8*10^6) + 1) / 3^(5*10^6)) > 0", "log(2^(20*10^6) - 1) > 0",
        "all(3^i / 7^i < 5^i / 11^i for i in 10^6..10^6 + 10^5)", "max(2^(10^7) + i for i in 1..10^6) > 0",
        "sum(log(i * 2^(3*10^6) + 1) for i in 1..10^6)", "fold s = exp(2^19) for i in 1..10^6 then s * exp(1/2)",
        "fold s = 3^(10^6) for i in 1..10^6 then s * s mod (7^(10^6) + 2)", "sum(1 / (2^(10^6) + i) for i in 1..10^5)",
        "len([i for i in 2^(10^7)..2^(10^7) + 10^6])", "count(is_integer(3^(10^6) / 2^i) for i in 1..10^6)",
        "all(floor(7^(10^6) / 3^i) > 0 for i in 1..10^6)", "exp(1)^(10^9) > 0"}) {
    INFO(expression);
    cases::value(expression, 64, 20000000);
  }
  CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 60);
}
