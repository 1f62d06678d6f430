// SPDX-License-Identifier: Apache-2.0
// Statements that say something else than what their comment says was meant, each a known way to go wrong, and the kind
// of finding that tells it.
#include <catch2/catch.hpp>
#include <iostream>

#include "tests/verify/lint/linted.hpp"

using namespace attest;

namespace {

struct Seed {
  const char* meant;
  const char* items;
  std::set<std::string> kinds;  ///< one of them at least must be found
};

const std::vector<Seed> seeds = {
    // Hypotheses that nothing meets. Where no enclosure says so, none is found.
    {"positive numbers", "statement printed = forall x in reals where x > 0 and x < 0: x^2 = 7;", {"vacuous"}},
    {"a square below 0", "statement printed = forall x in reals where x^2 < 0: x = 5;", {"none-found", "vacuous"}},
    {"n below where n begins", "statement printed = forall n in naturals from 1 where n < 1: 2 * n = n;", {"vacuous"}},
    {"weights that add up to 1, from 2 to 3",
     "statement printed = forall w in vectors(2) from 2 to 3 where sum(e for e in w) = 1: w[1] > 10;",
     {"vacuous"}},
    {"even and odd", "statement printed = forall n in 1..12 where n mod 2 = 0 and n mod 2 = 1: n > 100;", {"vacuous"}},
    {"equal rows of unequal lengths",
     "statement printed = forall x in vectors(2) where len(x) = 3: x[1] = x[2];",
     {"vacuous"}},
    {"a largest weight above 1",
     "statement printed = forall s in vectors(2) where max(softmax(s)) > 2: s[1] = 0;",
     {"none-found", "vacuous"}},
    {"one of two symbols, `and` for `or`",
     "statement printed = forall k in [\"a\", \"b\"] where k = \"a\" and k = \"b\": 1 = 2;",
     {"vacuous", "constant-conclusion"}},
    // Ranges without an element, or with one alone.
    {"the range 1..n-1 written from n",
     "statement printed = forall n in naturals from 1: forall i in n..n - 1: i = 0;",
     {"empty-range"}},
    {"pairs i < j, the second range turned round",
     "statement printed = forall n in 2..6: forall i in 1..n: forall j in i + 1..i: i = j;",
     {"empty-range"}},
    {"all of nothing",
     "statement printed = forall n in naturals from 1: forall x in vectors(n): all(x[i] > 9 for i in 1..0);",
     {"insensitive", "comparison-plays-no-part", "side-plays-no-part"}},
    {"neighbours, one too few",
     "statement printed = forall n in 1..2: forall x in vectors(n): all(x[i] <= x[i + 1] for i in 1..n - 2);",
     {"insensitive", "comparison-plays-no-part", "side-plays-no-part"}},
    {"all lengths, and there is one",
     "statement printed = forall n in 1..1: forall x in vectors(n): max(x) = min(x);",
     {"one-element"}},
    {"an interval of one point",
     "statement printed = forall x in reals from 0 to 0: forall y in reals: x * y = 0;",
     {"one-element"}},
    {"a filter that leaves nothing",
     "statement printed = forall x in vectors(3): all(x[i] > 100 for i in 1..3 if i > 3);",
     {"insensitive", "comparison-plays-no-part", "side-plays-no-part"}},
    // Quantifiers.
    {"there is one C for all n",
     "statement printed = forall n in naturals from 1: exists C in reals: n^2 <= C;",
     {"side-plays-no-part", "insensitive"}},
    {"a bound on the function",
     "def f(x) = x^3 - 7 * x;\nstatement printed = forall x in reals: exists B in reals: f(x) <= B;",
     {"side-plays-no-part", "definition-plays-no-part"}},
    {"for every eps there is a delta, the wrong way round",
     "statement printed = exists d in reals where d > 0: forall e in reals where e > 0: d < e;",
     {"refuted-by-a-slip", "no-witness-but-for-a-slip"}},
    {"behind every n there is a k, the wrong way round",
     "statement printed = exists k in naturals from 0: forall n in naturals from 0: k >= n;",
     {"no-witness-but-for-a-slip"}},
    {"an N for all m that was to be one for each",
     "statement printed = exists N in naturals from 1: forall m in naturals from 1: m^2 < N;",
     {"no-witness-but-for-a-slip"}},
    {"for each d and n a k, and k stands before n",
     "statement printed = forall d in naturals from 1: exists k in naturals from 1: forall n in naturals from 1: "
     "n * d <= k;",
     {"no-witness-but-for-a-slip"}},
    {"exists for forall", "statement printed = exists x in reals: x^2 = 2 * x;", {"zero-serves"}},
    {"a nonzero solution",
     "statement printed = exists x in vectors(2): forall a in 1..5: a * x[1] + x[2] = 0;",
     {"zero-serves"}},
    {"for all eps above 0",
     "statement printed = exists e in reals where e >= 0: forall x in reals: abs(x) >= e;",
     {"zero-serves"}},
    {"eps on the wrong side",
     "statement printed = forall x in reals: exists e in reals where e > 0: abs(x) <= e;",
     {"side-plays-no-part"}},
    {"a matrix that is not 0 kills x",
     "statement printed = forall x in vectors(2): exists A in matrices(2, 2): A[1][1] * x[1] + A[1][2] * x[2] = 0;",
     {"zero-serves"}},
    {"a variable that was to be used",
     "statement printed = forall x in reals: forall y in reals: x^2 >= 0;",
     {"unused-variable"}},
    {"the same name twice",
     "statement printed = forall n in 1..3: forall n in 1..5: n * n >= n;",
     {"shadowed-name", "unused-variable"}},
    {"a loop that hides its n", "statement printed = forall n in 1..4: sum(n for n in 1..3) = 6;", {"shadowed-name"}},
    {"a condition on the wrong variable",
     "statement printed = forall x in reals: forall y in reals where x > 0: x * (y^2 + 1) > 0;",
     {"unused-variable"}},
    {"each entry, and the first again and again",
     "statement printed = forall x in vectors(4): all(max(x) >= x[1] for i in 1..4);",
     {"unused-variable"}},
    // Off by one, strictness, constants.
    {"strictly between", "statement printed = forall x in reals from 0 to 1: x^2 < 1;", {"refuted-by-a-slip"}},
    {"n above 1", "statement printed = forall n in naturals from 1: n^2 > n;", {"refuted-by-a-slip"}},
    {"k below n", "statement printed = forall n in 1..9: forall k in 0..n: k * n < n^2;", {"refuted-by-a-slip"}},
    {"x above 0", "statement printed = forall x in reals where x >= 0: x * x > 0;", {"refuted-by-a-slip"}},
    {"half of the square",
     "statement printed = forall n in naturals from 0: sum(i for i in 1..n) = n * (n - 1) / 2;",
     {"refuted-by-a-slip"}},
    {"at least n, at one n alone",
     "statement printed = forall n in 5..5: sum(1 for i in 1..n) = 5;",
     {"one-element", "constant-conclusion"}},
    {"a bound that is far off",
     "statement printed = forall s in vectors(3) from -1 to 1: all(w < 1000 for w in softmax(s));",
     {"insensitive", "definition-plays-no-part"}},
    // Conclusions that are true whatever they are about.
    {"both sides the same by definition",
     "def p(s) = softmax(s);\nstatement printed = forall s in vectors(2): p(s)[1] = softmax(s)[1];",
     {"true-by-definition"}},
    {"the same sum in another order",
     "statement printed = forall x in reals: forall y in reals: x + y <= y + x;",
     {"true-by-definition"}},
    {"let names what is compared",
     "statement printed = forall x in vectors(2): let m = max(x) in m >= max(x);",
     {"true-by-definition"}},
    {"the hypothesis again",
     "statement printed = forall x in reals where x^2 > 3 and x > 0: x^2 > 3;",
     {"repeats-hypothesis"}},
    {"the hypothesis by another name",
     "def large(x) = x > 10;\nstatement printed = forall x in reals where x > 10: large(x);",
     {"repeats-hypothesis"}},
    {"a property of constants alone",
     "statement printed = forall n in naturals from 1: exp(1) < 3;",
     {"constant-conclusion", "unused-variable"}},
    {"or with something that is always so",
     "statement printed = forall x in reals: x^3 > 50 or x^2 >= 0;",
     {"comparison-plays-no-part"}},
    {"the length of what has it anyway",
     "statement printed = forall s in vectors(3): len(softmax(s)) = 3;",
     {"definition-plays-no-part"}},
    // Values that are not there.
    {"division by the last index", "statement printed = forall n in naturals from 0: 1 / n >= 0;", {"undefined"}},
    {"an index beyond the end",
     "statement printed = forall n in naturals from 1: forall x in vectors(n): x[n + 1] = x[n + 1];",
     {"undefined"}},
    {"half of an odd n",
     "statement printed = forall n in naturals from 2: forall x in vectors(n): x[n / 2] <= max(x);",
     {"undefined"}},
    {"a logarithm of 0", "statement printed = forall x in reals from 0 to 1: log(x) <= x;", {"undefined"}},
    {"a condition without a value at 0",
     "statement printed = forall x in reals where 1 / x > -1: x * x >= 0;",
     {"undefined-condition"}},
    {"a vector of length n - 2",
     "statement printed = forall n in naturals from 1: forall x in vectors(n - 2): len(x) = n - 2;",
     {"undefined"}},
    // Hypotheses that do nothing.
    {"x at least 0, which the square does not need",
     "statement printed = forall x in reals where x >= 0: x^2 + 1 > 0;",
     {"not-needed"}},
    {"n at least 1, from 1",
     "statement printed = forall n in naturals from 1 where n >= 1: 2^n > n;",
     {"excludes-nothing", "not-needed"}},
    {"an implication whose hypothesis is not needed",
     "statement printed = forall x in reals: not (x > 3) or x^2 + 2 > 1;",
     {"not-needed"}},
};

}  // namespace

TEST_CASE("lint: misformalizations are caught") {
  std::size_t caught = 0;
  for (const Seed& seed : seeds) {
    const std::set<std::string> found = tests::kinds_of(tests::LintClaim(seed.items).report());
    bool told = false;
    std::string kinds;
    for (const std::string& kind : found) {
      told = told || seed.kinds.contains(kind);
      kinds += " " + kind;
    }
    INFO(seed.meant << ": " << seed.items << "\nfound:" << kinds);
    CHECK(told);
    caught += told;
  }
  std::cout << caught << " of " << seeds.size() << " misformalizations caught\n";
  CHECK(seeds.size() >= 50);
}
