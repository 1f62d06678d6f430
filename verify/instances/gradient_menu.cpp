// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/gradient_menu.hpp"

#include <algorithm>
#include <map>

namespace attest::verify::instances {

namespace {

/// Of these factors the levels of these names alone; others keep theirs.
const std::map<std::string, std::vector<std::string>>& levels() {
  static const std::vector<std::string> lengths = {"1", "2", "15", "17", "64", "65", "129", "257", "1023", "1025"};
  static const std::vector<std::string> widths = {"0", "1", "8", "40", "64", "80", "128"};
  static const std::map<std::string, std::vector<std::string>> kept = {{"queries", lengths},    {"keys", lengths},
                                                                       {"width", widths},       {"value width", widths},
                                                                       {"batches", {"1", "2"}}, {"heads", {"1", "3"}}};
  return kept;
}

double most_work(const MenuQuestion& question, Effort effort) {
  return question.dtype == ATTEST_FLOAT64 ? 4e5 : effort == Effort::quick ? 4e6 : 2e7;
}

}  // namespace

Menu gradient_menu(const MenuQuestion& question, Effort effort) {
  MenuDesign design{menu_factors(question), 2, effort == Effort::thorough ? 3 : 1, most_work(question, effort),
                    effort == Effort::quick ? std::size_t{60} : std::size_t{0}};
  for (MenuFactor& factor : design.factors)
    if (const auto kept = levels().find(factor.name); kept != levels().end())
      std::erase_if(factor.levels, [&](const MenuFactor::Level& level) {
        return std::ranges::find(kept->second, level.name) == kept->second.end();
      });
  return menu_of(design, question);
}

Menu gradient_extension_menu(const MenuQuestion& question, const MenuExtensions& taken, Effort effort) {
  MenuDesign design = extension_design(question, taken, effort);
  design.times = effort == Effort::thorough ? 3 : 1;
  design.most_work = most_work(question, effort);
  return menu_of(design, question);
}

std::vector<MenuCase> gradient_kinds(const Request& plain) {
  std::vector<MenuCase> all;
  for (const auto& [queries, keys] : {std::pair(3, 2), {5, 6}, {19, 35}})
    for (const Generator& generator : generators()) {
      MenuCase x{generator.name, plain, 0};
      x.request.batches = 1, x.request.heads = 2, x.request.queries = queries, x.request.keys = keys;
      x.request.width = 4, x.request.value_width = 3;
      all.push_back(std::move(x));
    }
  return all;
}

std::vector<MenuCase> gradient_besides(const MenuQuestion& question, const Request& plain,
                                       const MenuExtensions& taken) {
  std::vector<MenuCase> all;
  const auto add = [&](auto change) {
    MenuCase x{"random", plain, 0};
    Request& r = x.request;
    r.batches = r.heads = 1, r.queries = 5, r.keys = 7, r.width = 3, r.value_width = 5;
    change(r);
    all.push_back(std::move(x));
  };
  if (plain.bias != ATTEST_TERM_NONE) {
    // Sums over more batches and heads than two and eight.
    for (const attest_term_kind kind :
         {ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE, ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS})
      if (question.bias.value_or(kind) == kind)
        add([kind](Request& r) { r.batches = 3, r.heads = 12, r.bias = kind, r.bias_parts = {true, false}; });
    if (plain.bias != ATTEST_TERM_BUCKETS) add([](Request& r) { r.heads = 10, r.bias_parts = {true, true}; });
  }
  if (plain.factor != ATTEST_TERM_NONE)
    for (const attest_term_kind kind : {ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE})
      if (question.factor.value_or(kind) == kind)
        add([kind](Request& r) { r.batches = 3, r.heads = 2, r.factor = kind, r.factor_parts = {true, false}; });
  const auto share = [&](std::initializer_list<OneForAll Request::*> parts) {
    add([&](Request& r) {
      r.batches = r.heads = 3;
      for (const auto part : parts) r.*part = {true, true};
    });
  };
  share({&Request::key, &Request::value});
  for (const auto part : {&Request::query, &Request::key, &Request::value}) share({part});
  if (taken.window && !question.mask)
    add([](Request& r) {
      r.queries = r.keys = 300, r.width = 4, r.value_width = 3;
      r.mask = ATTEST_MASK_WINDOW, r.window_left = 8, r.window_right = 0;
    });
  // Not a number of any narrower format.
  if (taken.softcap) add([](Request& r) { r.softcap = 1.37; });
  return all;
}

}  // namespace attest::verify::instances
