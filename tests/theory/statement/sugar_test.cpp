// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/sugar.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/theory/statement/on_record.hpp"
#include "theory/error.hpp"
#include "theory/statement/parser.hpp"
#include "theory/statement/print.hpp"

using namespace attest;
using namespace attest::theory::syntax;

namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The formula that a parser reads after unfolding, printed.
std::string read(const std::string& formula) {
  const std::string text = "claim { \"id\": \"1.5 => x\" }\nstatement printed = " + formula + ";";
  const File file = parse_claim(unfold_shorthand(text, "test"), "test");
  CHECK(file.header.front().second == "1.5 => x");
  return text_of(*std::get<Statement>(file.items.front()).formula);
}

void require_same(const std::string& shorthand, const std::string& plain) {
  INFO(shorthand);
  CHECK(read(shorthand) == read(plain));
}

}  // namespace

TEST_CASE("shorthand: what has none stays as it is, byte for byte") {
  std::size_t files = 0;
  for (const auto& paths : {theory::tests::claims_on_record(), theory::tests::files_of("theory/definitions")}) {
    for (const std::filesystem::path& path : paths) {
      const std::string text = contents(path);
      std::vector<Module> modules;
      INFO(path);
      CHECK(unfold_shorthand(text, "test") == text);
      CHECK(unfold_modules(text, "test", modules) == text);
      CHECK(modules.empty());
      ++files;
    }
  }
  CHECK(files > 150);
}

TEST_CASE("shorthand: decimals are exact rational numbers") {
  require_same("0.122 < 12.50 * x", "(61/500) < (25/2) * x");
  require_same("2.0 = 0.0", "2 = 0");
  require_same("sum(i for i in 1..3) = r.a + 1.25", "sum(i for i in 1..3) = r.a + (5/4)");
  require_same("2^0.5 = -0.5", "2^(1/2) = -(1/2)");
  for (const char* wrong : {"00.5 = 1", "1.5x = 1", "1.2.3 = 1"}) CHECK_THROWS_AS(read(wrong), InputError);
}

TEST_CASE("shorthand: several names to a quantifier") {
  require_same("forall x, y in reals from 0 to 1 where x < y: x < 2",
               "forall x in reals from 0 to 1: forall y in reals from 0 to 1 where x < y: x < 2");
  require_same("exists A, B, C in matrices(2, n): A = B",
               "exists A in matrices(2, n): exists B in matrices(2, n): exists C in matrices(2, n): A = B");
  require_same("forall i, j in [k for k in 1..3]: i = j",
               "forall i in [k for k in 1..3]: forall j in [k for k in 1..3]: i = j");
}

TEST_CASE("shorthand: simplices") {
  require_same("forall w in simplex(n): w[1] >= 0",
               "forall w in vectors(n) from 0 to 1 where sum(w_entry for w_entry in w) = 1: w[1] >= 0");
  require_same(
      "exists v, w in simplex(2 * (n + 1)) where v != w or w_entry = 1: true",
      "exists v in vectors(2 * (n + 1)) from 0 to 1 where sum(v_entry for v_entry in v) = 1: exists w in "
      "vectors(2 * (n + 1)) from 0 to 1 where sum(w_entry_ for w_entry_ in w) = 1 and (v != w or w_entry = 1): "
      "true");
  const std::string own = "def simplex(n) = 1..n;\nstatement printed = forall w in simplex(2): w = 1;";
  CHECK(unfold_shorthand(own, "test") == own);
}

TEST_CASE("shorthand: records, so that a network has a type") {
  require_same("forall h in {W: matrices(n, 2), b: vectors(n) from 0 to 1} where h.b[1] > 0: f(h) = h.W[1][1]",
               "forall h_W in matrices(n, 2): forall h_b in vectors(n) from 0 to 1 where h_b[1] > 0: "
               "f({W: h_W, b: h_b}) = h_W[1][1]");
  require_same("exists g, h in {x: reals}: g.x < h.x and g.y = 1",
               "exists g_x in reals: exists h_x in reals: g_x < h_x and {x: g_x}.y = 1");
  require_same(
      "forall h in{n: naturals from 1,v: vectors(h.n)}where h.v[h.n] = 0:forall x in h.v: {h: x}.h = r.h",
      "forall h_n in naturals from 1: forall h_v in vectors(h_n) where h_v[h_n] = 0: forall x in h_v: {h: x}.h = r.h");
  require_same(
      "forall h in {Q: {W: reals, b: reals}, p: simplex(2)}: h.Q.W + h.Q.b = h.p[1] and g(h)",
      "forall h_Q_W in reals: forall h_Q_b in reals: forall h_p in vectors(2) from 0 to 1 where "
      "sum(h_p_entry for h_p_entry in h_p) = 1: h_Q_W + h_Q_b = h_p[1] and g({Q: {W: h_Q_W, b: h_Q_b}, p: h_p})");
  const std::string twice =
      "statement a = forall h in {x: reals}: h.x = 1;\nstatement b = exists h in {x: reals}: h.x = 1;";
  CHECK(unfold_shorthand(twice, "test").find("exists h_x in") != std::string::npos);
  require_same("forall x in {a: [1, 2]}.a: x = 1", "forall x in {a: [1, 2]}.a: x = 1");
  for (const char* wrong : {"forall h in {W: reals, W: reals}: h.W = 1", "forall h in {W: reals,}: h.W = 1",
                            "forall h in {1: reals}: h = 1", "forall h in {W: reals}: h_W = h.W",
                            "forall h in {W: reals}: sum(h for h in 1..2) = h.W"}) {
    INFO(wrong);
    CHECK_THROWS_AS(read(wrong), InputError);
  }
}

TEST_CASE("shorthand: let before a quantifier") {
  require_same("forall x in reals: let s = x + 1 in forall y in reals: s * y = r.s",
               "forall x in reals: forall y in reals: (x + 1) * y = r.s");
  require_same("let a = 1 in let b = a + 2 in parts { a: forall x in 1..b: x = a; b: a = b; }",
               "parts { a: forall x in 1..(1 + 2): x = 1; b: 1 = 1 + 2; }");
  require_same("forall x in reals: let s = x in s = 1", "forall x in reals: let s = x in s = 1");
  CHECK_THROWS_AS(read("forall x in reals: let s = x in forall x in reals: s = x"), InputError);
  CHECK_THROWS_AS(read("let s = 1 in forall x in reals: sum(s for s in 1..2) = x"), InputError);
}

TEST_CASE("shorthand: implication") {
  require_same("forall x in reals: x > 1 => x^2 > 1", "forall x in reals: (not (x > 1)) or x^2 > 1");
  require_same("a = 1 => b = 2 => c = 3", "(not (a = 1)) or ((not (b = 2)) or c = 3)");
  require_same("(a => b) => c", "(not ((not a) or b)) or c");
  require_same("x or y => z and w", "(not (x or y)) or (z and w)");
  require_same("all(i > 2 => i > 1 for i in 1..3 if i = 1 => i = 2)",
               "all((not (i > 2)) or i > 1 for i in 1..3 if (not (i = 1)) or i = 2)");
  require_same("forall x in reals where x > 0 => x > 1: true", "forall x in reals where (not (x > 0)) or x > 1: true");
  require_same("let t = 1 in t > 0 => t = 1", "let t = 1 in (not (t > 0)) or t = 1");
  require_same("a => if b then c else d", "(not a) or (if b then c else d)");
  require_same("[a => b, c] = {f: a => b}", "[(not a) or b, c] = {f: (not a) or b}");
  CHECK_THROWS_AS(read("=> b"), InputError);
  CHECK_THROWS_AS(read("a =>"), InputError);
}

TEST_CASE("shorthand: lines stay where they are") {
  const std::string text =
      "forall x, y in reals:  # two\n  let s = x  # one\n    in\n  forall z in reals:\n    x > 0.5 =>\n    s > 0\n";
  const std::string unfolded = unfold_shorthand(text, "test");
  CHECK(std::count(unfolded.begin(), unfolded.end(), '\n') == std::count(text.begin(), text.end(), '\n'));
  CHECK(unfolded.find("# two") != std::string::npos);
}

TEST_CASE("shorthand: modules") {
  std::vector<Module> modules;
  const std::string text =
      unfold_modules("use \"variants\" as v;\nuse \"other\";\nx = v.f(1) + r.v.f + {v: 1}.v", "test", modules);
  CHECK(text == "use \"v_variants\";\nuse \"other\";\nx = v_f(1) + r.v.f + {v: 1}.v");
  REQUIRE(modules.size() == 1);
  CHECK(modules.front().file == "variants");
  CHECK(modules.front().name == "v");
  CHECK(as_module("def f(x) = r.f + {f: x}.f;  # f\ndef g = f(g0(1));", "v") ==
        "def v_f(x) = r.f + {f: x}.f;  # f\ndef v_g = v_f(g0(1));");
  CHECK_THROWS_AS(unfold_modules("use \"a\" as v; use \"b\" as v; x", "test", modules), InputError);
  CHECK_THROWS_AS(unfold_modules("use \"a\" as v; forall v in reals: true;", "test", modules), InputError);
}
