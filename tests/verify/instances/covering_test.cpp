// SPDX-License-Identifier: Apache-2.0
// The default menu takes every pair of settings; what a design covers is counted here from its choices alone.
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>

#include "verify/instances/menu.hpp"

using namespace attest;
using namespace attest::verify::instances;

namespace {

/// How often choices take each pair of levels of two factors.
using Pair = std::tuple<std::size_t, int, std::size_t, int>;
std::map<Pair, int> pairs_of(const std::vector<Levels>& choices) {
  std::map<Pair, int> counts;
  for (const Levels& choice : choices)
    for (std::size_t f = 0; f < choice.size(); ++f)
      for (std::size_t g = f + 1; g < choice.size(); ++g) ++counts[{f, choice[f], g, choice[g]}];
  return counts;
}

template <typename Visit>
void for_each_pair(const CoveringProblem& problem, Visit visit) {
  for (std::size_t f = 0; f < problem.levels.size(); ++f)
    for (std::size_t g = f + 1; g < problem.levels.size(); ++g)
      for (int a = 0; a < problem.levels[f]; ++a)
        for (int b = 0; b < problem.levels[g]; ++b) visit(Pair{f, a, g, b});
}

Levels only(const CoveringProblem& problem, const Pair& pair) {
  Levels choice(problem.levels.size(), kOpen);
  choice[std::get<0>(pair)] = std::get<1>(pair);
  choice[std::get<2>(pair)] = std::get<3>(pair);
  return choice;
}

constexpr attest_operation kOperations[] = {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_POSITIONAL,
                                            ATTEST_HARDMAX};

}  // namespace

TEST_CASE("every admissible pair of the standard menu is taken twice, for every operation") {
  for (const attest_operation operation : kOperations) {
    MenuQuestion question;
    question.operation = operation;
    const MenuDesign design = menu_design(question, Effort::standard);
    const CoveringProblem problem = menu_problem(design, question);
    const std::vector<Levels> choices = covering(problem, 1);
    const std::map<Pair, int> counts = pairs_of(choices);
    std::int64_t admissible = 0, left_out = 0;
    for_each_pair(problem, [&](const Pair& pair) {
      if (!problem.admits(only(problem, pair))) {
        ++left_out;
        return;
      }
      ++admissible;
      const auto found = counts.find(pair);
      INFO(design.factors[std::get<0>(pair)].name
           << " " << std::get<1>(pair) << ", " << design.factors[std::get<2>(pair)].name << " " << std::get<3>(pair));
      REQUIRE(found != counts.end());
      REQUIRE(found->second >= 2);
    });
    // No pair of these factors is too large a problem.
    CHECK(left_out == 0);
    for (const Levels& choice : choices) REQUIRE(problem.admits(choice));
    const Menu menu = covering_menu(question, Effort::standard);
    CHECK(menu.cases.size() == choices.size());
    CHECK(menu.combinations == admissible);
    CHECK(menu.covered == admissible);
    // A design is smaller than the product of its factors, and not smaller than its two longest allow.
    CHECK(choices.size() >= 2 * 15 * 15);
    CHECK(choices.size() < 700);
  }
}

TEST_CASE("what the audit of the default inputs lacked is in the menu") {
  MenuQuestion question;
  question.operation = ATTEST_URPE;
  std::set<std::int64_t> keys, queries, widths, heads;
  std::set<int> threads;
  bool value_width_differs = false, mask_per_head = false, factor_per_batch = false, cross_causal = false,
       bias_and_causal = false, one_key_head = false, no_bias = false;
  for (const MenuCase& x : covering_menu(question, Effort::standard).cases) {
    const Request& r = x.request;
    keys.insert(r.keys), queries.insert(r.queries), widths.insert(r.width), heads.insert(r.heads);
    threads.insert(x.threads);
    value_width_differs |= r.value_width != r.width;
    mask_per_head |= r.mask == ATTEST_MASK_BYTES && r.heads > 1 && !r.mask_parts.heads;
    factor_per_batch |= r.factor == ATTEST_TERM_DENSE && r.batches > 1 && !r.factor_parts.batches;
    cross_causal |= r.mask == ATTEST_MASK_CAUSAL && r.queries > 64 && r.keys > 64 && r.queries != r.keys;
    bias_and_causal |= r.mask == ATTEST_MASK_CAUSAL && r.bias != ATTEST_TERM_NONE;
    one_key_head |= r.key.heads && r.heads > 1;
    no_bias |= r.bias == ATTEST_TERM_NONE;
  }
  for (const std::int64_t n : {1, 15, 17, 63, 64, 65, 127, 128, 129, 255, 257, 1023, 1025}) {
    CHECK(keys.count(n) == 1);
    CHECK(queries.count(n) == 1);
  }
  for (const std::int64_t n : {1, 8, 40, 64, 80, 96, 128, 192, 256}) CHECK(widths.count(n) == 1);
  for (const std::int64_t n : {1, 3, 8}) CHECK(heads.count(n) == 1);
  for (const int n : {2, 3, 7}) CHECK(threads.count(n) == 1);
  CHECK((value_width_differs && mask_per_head && factor_per_batch && cross_causal && bias_and_causal && one_key_head &&
         no_bias));
}

TEST_CASE("settings that are asked for are in every case, and a quick menu says what it leaves out") {
  MenuQuestion question;
  question.operation = ATTEST_URPE;
  question.mask = ATTEST_MASK_CAUSAL, question.diagonal = 7;
  question.bias = ATTEST_TERM_ALIBI;
  question.scale = 0.5;
  const Menu menu = covering_menu(question, Effort::quick);
  CHECK(menu.cases.size() == 100);
  CHECK(menu.covered < menu.combinations);
  CHECK(menu.covered > menu.combinations / 2);
  for (const MenuCase& x : menu.cases) {
    CHECK(x.request.diagonal == 7);
    CHECK(x.request.bias == ATTEST_TERM_ALIBI);
    CHECK(x.request.scale == 0.5);
    CHECK(work(x.request) <= 4e6);
  }
}

TEST_CASE("triples are covered, too, and conflicts are left out") {
  // Levels 2 of all three factors do not go together.
  CoveringProblem problem{{3, 3, 3, 2}, {}, 3, 1};
  problem.admits = [](const Levels& x) { return !(x[0] == 2 && x[1] == 2 && x[2] == 2); };
  const std::vector<Levels> choices = covering(problem, 5);
  std::set<Levels> triples;
  for (const Levels& choice : choices) {
    CHECK(problem.admits(choice));
    triples.insert({choice[0], choice[1], choice[2]});
  }
  CHECK(triples.size() == 26);
  CHECK(covering(problem, 5) == choices);
}

TEST_CASE("every case of the menus makes an instance") {
  for (const attest_operation operation : kOperations) {
    MenuQuestion question;
    question.operation = operation;
    for (const MenuCase& x : covering_menu(question, Effort::quick).cases) {
      const Instance instance = generate(x.generator, x.request, 1);
      CHECK(instance.keys == x.request.keys);
      if (operation != ATTEST_POSITIONAL && x.request.mask == ATTEST_MASK_BYTES)
        CHECK(instance.mask_heads == (x.request.mask_parts.heads ? 1 : x.request.heads));
    }
    CHECK(index_probes(question).size() == 8);
  }
}

TEST_CASE("the menu of ABI 2's problems takes every level, and every pair that fits") {
  for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_HARDMAX}) {
    MenuQuestion question;
    question.operation = operation;
    const bool is_softmax = operation != ATTEST_HARDMAX;
    const MenuExtensions taken{true, true, is_softmax, is_softmax, is_softmax, is_softmax};
    const Menu menu = menu_of(extension_design(question, taken, Effort::standard), question);
    CHECK(menu.covered == menu.combinations);
    int groups = 0, windows = 0, caps = 0, sinks = 0, dropouts = 0, scales = 0;
    for (const MenuCase& x : menu.cases) {
      const Request& r = x.request;
      groups += r.kv_heads > 0, windows += r.mask == ATTEST_MASK_WINDOW, caps += r.softcap > 0;
      sinks += r.sinks, dropouts += r.keep_scale > 0, scales += r.scales;
      if (work(r) < 1e5) CHECK(generate(x.generator, r, 1).kv_heads == r.kv_heads);
    }
    CHECK((groups > 5 && windows > 5));
    CHECK((caps > 5 && sinks > 5 && dropouts > 5 && scales > 5) == is_softmax);
  }
  MenuQuestion question;
  CHECK(extension_probes(question).size() == 6);
  question.dtype = ATTEST_FLOAT64;
  CHECK(extension_probes(question).size() == 5);
  question.operation = ATTEST_POSITIONAL;
  CHECK(extension_probes(question).empty());
}
