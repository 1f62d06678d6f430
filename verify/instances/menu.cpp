// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/menu.hpp"

#include <algorithm>

namespace attest::verify::instances {

namespace {

using Level = MenuFactor::Level;

/// Lengths around the ends of a vector, of tiles of 16, 64 and 128, and of so many tiles that pipelines are full.
constexpr std::int64_t kLengths[] = {1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 255, 257, 1023, 1025};
constexpr std::int64_t kWidths[] = {1, 8, 40, 64, 80, 96, 128, 192, 256};

template <typename Numbers>
MenuFactor sizes(const std::string& name, const Numbers& numbers, std::int64_t Request::*size) {
  MenuFactor factor{name, {}};
  for (const std::int64_t number : numbers)
    factor.levels.push_back({std::to_string(number), [size, number](MenuCase& x) { x.request.*size = number; }});
  return factor;
}

Level change(const std::string& name, std::function<void(Request&)> apply) {
  return {name, [apply = std::move(apply)](MenuCase& x) { apply(x.request); }};
}

std::vector<Level> term_levels(attest_term_kind Request::*kind, OneForAll Request::*parts, bool is_bias) {
  const auto level = [=](const std::string& name, attest_term_kind wanted, OneForAll one) {
    return change(name, [=](Request& r) { r.*kind = wanted, r.*parts = one; });
  };
  std::vector<Level> all = {level("none", ATTEST_TERM_NONE, {}),
                            level("toeplitz", ATTEST_TERM_TOEPLITZ, {}),
                            level("toeplitz, one for all heads", ATTEST_TERM_TOEPLITZ, {false, true}),
                            level("dense", ATTEST_TERM_DENSE, {}),
                            level("dense, one for all batches", ATTEST_TERM_DENSE, {true, false}),
                            level("dense, one for all heads", ATTEST_TERM_DENSE, {false, true}),
                            level("dense, one for all", ATTEST_TERM_DENSE, {true, true})};
  if (is_bias) {
    all.push_back(level("alibi", ATTEST_TERM_ALIBI, {}));
    all.push_back(level("alibi, one slope", ATTEST_TERM_ALIBI, {false, true}));
    all.push_back(level("buckets", ATTEST_TERM_BUCKETS, {}));
  }
  return all;
}

std::vector<Level> mask_levels() {
  const auto causal = [](const std::string& name, std::function<std::int64_t(const Request&)> diagonal) {
    return change(name, [=](Request& r) { r.mask = ATTEST_MASK_CAUSAL, r.diagonal = diagonal(r); });
  };
  const auto bytes = [](const std::string& name, OneForAll one, bool stretches) {
    return change(name,
                  [=](Request& r) { r.mask = ATTEST_MASK_BYTES, r.mask_parts = one, r.mask_stretches = stretches; });
  };
  return {change("none", [](Request& r) { r.mask = ATTEST_MASK_NONE; }),
          causal("causal", [](const Request&) { return 0; }),
          causal("causal, last with last", [](const Request& r) { return r.keys - r.queries; }),
          causal("causal from 3", [](const Request&) { return 3; }),
          bytes("bytes", {}, false),
          bytes("bytes, one for all batches", {true, false}, false),
          bytes("bytes, one for all heads", {false, true}, true),
          bytes("bytes, one for all", {true, true}, true),
          bytes("bytes in stretches", {}, true)};
}

/// Axes of length 1, whose strides are 0.
std::vector<Level> sharing_levels() {
  return {change("none", [](Request&) {}),
          change("one key and value for all heads", [](Request& r) { r.key.heads = r.value.heads = true; }),
          change("one key and value for all batches", [](Request& r) { r.key.batches = r.value.batches = true; }),
          change("one query for all batches", [](Request& r) { r.query.batches = true; }),
          change("one query for all heads", [](Request& r) { r.query.heads = true; }),
          change("one value for all", [](Request& r) {
            r.value = {true, true};
          })};
}

/// The levels that keep what is settled; all, if nothing is.
template <typename Setting, typename Value>
MenuFactor settled(MenuFactor factor, const std::optional<Setting>& setting, Value value) {
  if (setting)
    std::erase_if(factor.levels, [&](const Level& level) {
      MenuCase x;
      level.apply(x);
      return value(x.request) != *setting;
    });
  return factor;
}

MenuFactor bias_factor(const MenuQuestion& question) {
  MenuFactor factor{"bias", term_levels(&Request::bias, &Request::bias_parts, true)};
  if (question.operation == ATTEST_ATTENTION) factor.levels.resize(1);
  if (question.operation == ATTEST_RPE) factor.levels.erase(factor.levels.begin());
  return settled(std::move(factor), question.bias, [](const Request& r) { return r.bias; });
}

MenuFactor factor_factor(const MenuQuestion& question) {
  MenuFactor factor{"factor", term_levels(&Request::factor, &Request::factor_parts, false)};
  if (question.operation == ATTEST_ATTENTION || question.operation == ATTEST_RPE) factor.levels.resize(1);
  if (question.operation == ATTEST_URPE) factor.levels.erase(factor.levels.begin());
  return settled(std::move(factor), question.factor, [](const Request& r) { return r.factor; });
}

MenuFactor mask_factor(const MenuQuestion& question) {
  if (question.mask == ATTEST_MASK_WINDOW) return {"mask", {asked_window(question)}};
  MenuFactor factor =
      settled(MenuFactor{"mask", mask_levels()}, question.mask, [](const Request& r) { return r.mask; });
  if (question.mask == ATTEST_MASK_CAUSAL && question.diagonal)
    factor.levels = {change("causal from " + std::to_string(*question.diagonal),
                            [d = *question.diagonal](Request& r) { r.mask = ATTEST_MASK_CAUSAL, r.diagonal = d; })};
  return factor;
}

MenuFactor ties_factor(const MenuQuestion& question) {
  const auto level = [](const char* name, attest_ties ties) {
    return change(name, [ties](Request& r) { r.ties = ties; });
  };
  MenuFactor factor{"ties", {level("uniform", ATTEST_TIES_UNIFORM)}};
  if (question.operation == ATTEST_HARDMAX)
    factor.levels.insert(factor.levels.end(), {level("first", ATTEST_TIES_FIRST), level("all", ATTEST_TIES_ALL)});
  return settled(std::move(factor), question.ties, [](const Request& r) { return r.ties; });
}

MenuFactor scale_factor(const MenuQuestion& question) {
  if (question.scale)
    return {"scale", {change("as asked", [scale = *question.scale](Request& r) { r.scale = scale; })}};
  return {"scale", {change("1/sqrt(width)", [](Request& r) { r.scale.reset(); }), change("0.375", [](Request& r) {
                      r.scale = 0.375;
                    })}};
}

}  // namespace

MenuFactor::Level asked_window(const MenuQuestion& question) {
  return change("window", [question](Request& r) {
    r.mask = ATTEST_MASK_WINDOW;
    r.diagonal = question.diagonal.value_or(0);
    r.window_left = question.window_left, r.window_right = question.window_right;
  });
}

std::vector<MenuFactor> menu_factors(const MenuQuestion& question) {
  const auto generator = [](const char* name) { return Level{name, [name](MenuCase& x) { x.generator = name; }}; };
  const auto threads = [](int count) {
    return Level{std::to_string(count), [count](MenuCase& x) { x.threads = count; }};
  };
  std::vector<MenuFactor> all = {
      sizes("queries", kLengths, &Request::queries),
      sizes("keys", kLengths, &Request::keys),
      sizes("width", kWidths, &Request::width),
      sizes("value width", kWidths, &Request::value_width),
      sizes("batches", std::vector<std::int64_t>{1, 2, 3}, &Request::batches),
      sizes("heads", std::vector<std::int64_t>{1, 3, 8, 13}, &Request::heads),
      bias_factor(question),
      factor_factor(question),
      mask_factor(question),
      {"strides of 0", sharing_levels()},
      {"threads", {threads(2), threads(3), threads(7), threads(16)}},
      {"numbers", {generator("random"), generator(question.operation == ATTEST_HARDMAX ? "ties" : "edge_keys")}},
      ties_factor(question),
      scale_factor(question)};
  // Scores that are B alone.
  if (question.operation != ATTEST_ATTENTION && question.bias.value_or(ATTEST_TERM_DENSE) != ATTEST_TERM_NONE) {
    std::vector<Level>& widths = all[2].levels;
    widths.insert(widths.begin(), {"0", [](MenuCase& x) { x.request.width = 0; }});
  }
  return all;
}

double work(const Request& r) {
  return static_cast<double>(r.batches * r.heads) * static_cast<double>(r.queries) * static_cast<double>(r.keys) *
         static_cast<double>(r.width + r.value_width + 8);
}

MenuDesign menu_design(const MenuQuestion& question, Effort effort) {
  switch (effort) {
    case Effort::quick:
      return {menu_factors(question), 2, 1, 4e6, 100};
    case Effort::standard:
      return {menu_factors(question), 2, 2, 2e7, 0};
    case Effort::thorough:
      break;
  }
  return {menu_factors(question), 3, 1, 6e8, 0};
}

MenuCase menu_case(const MenuDesign& design, const MenuQuestion& question, const Levels& choice) {
  MenuCase result;
  result.request.operation = question.operation;
  result.request.dtype = question.dtype;
  for (std::size_t factor = 0; factor < choice.size(); ++factor)
    design.factors[factor].levels[static_cast<std::size_t>(std::max(choice[factor], 0))].apply(result);
  return result;
}

CoveringProblem menu_problem(const MenuDesign& design, const MenuQuestion& question) {
  CoveringProblem problem;
  for (const MenuFactor& factor : design.factors) problem.levels.push_back(static_cast<int>(factor.levels.size()));
  problem.admits = [&design, &question](const Levels& choice) {
    return work(menu_case(design, question, choice).request) <= design.most_work;
  };
  problem.strength = design.strength;
  problem.times = design.times;
  return problem;
}

Menu covering_menu(const MenuQuestion& question, Effort effort) {
  return menu_of(menu_design(question, effort), question);
}

Menu menu_of(const MenuDesign& design, const MenuQuestion& question) {
  const CoveringProblem problem = menu_problem(design, question);
  Combinations combinations(problem);
  Menu menu{{}, design.strength, design.times, combinations.admissible(), 0};
  std::vector<Levels> choices = covering(problem, 1);
  if (design.most_cases > 0 && choices.size() > design.most_cases) choices.resize(design.most_cases);
  for (const Levels& choice : choices) {
    combinations.add(choice);
    menu.cases.push_back(menu_case(design, question, choice));
  }
  menu.covered = combinations.covered();
  return menu;
}

std::vector<MenuCase> index_probes(const MenuQuestion& question) {
  std::vector<MenuCase> all;
  const auto add = [&](std::int64_t heads, std::int64_t queries, std::int64_t keys) {
    MenuDesign plain{menu_factors(question), 2, 1, 0, 0};
    MenuCase x = menu_case(plain, question, Levels(plain.factors.size(), 0));
    x.generator = "edge_keys";
    x.request.heads = heads, x.request.queries = queries, x.request.keys = keys;
    x.request.width = 2, x.request.value_width = 3;
    all.push_back(std::move(x));
  };
  for (const std::int64_t keys : {32'769, 65'535, 65'536, 65'537, 66'000}) add(1, 1, keys);
  for (const std::int64_t queries : {65'537, 66'000}) add(1, queries, 2);
  add(65'537, 1, 2);
  return all;
}

}  // namespace attest::verify::instances
