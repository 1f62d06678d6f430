// SPDX-License-Identifier: Apache-2.0
// The menu of what came with ABI 2 of attest_kernel.h: groups of heads, windows, softcap, sinks, dropout and scales,
// with one another and with terms, masks and lengths. Kernels that take none of it have no such problems, and what they
// take of the other menu is not thinned by them.
#include <algorithm>

#include "verify/instances/menu.hpp"

namespace attest::verify::instances {

namespace {

using Level = MenuFactor::Level;

Level change(const std::string& name, std::function<void(Request&)> apply) {
  return {name, [apply = std::move(apply)](MenuCase& x) { apply(x.request); }};
}

MenuFactor sizes(const std::string& name, std::initializer_list<std::int64_t> numbers, std::int64_t Request::*size) {
  MenuFactor factor{name, {}};
  for (const std::int64_t number : numbers)
    factor.levels.push_back(change(std::to_string(number), [size, number](Request& r) { r.*size = number; }));
  return factor;
}

MenuFactor groups_factor(bool taken) {
  MenuFactor factor{"groups of heads", {change("none", [](Request&) {})}};
  if (!taken) return factor;
  factor.levels.push_back(change("of two", [](Request& r) { r.kv_heads = r.heads / 2; }));
  factor.levels.push_back(change("of four", [](Request& r) { r.kv_heads = r.heads % 4 == 0 ? r.heads / 4 : r.heads; }));
  factor.levels.push_back(change("two", [](Request& r) { r.kv_heads = 2; }));
  factor.levels.push_back(change("one", [](Request& r) { r.kv_heads = 1; }));
  return factor;
}

Level window(const std::string& name, std::int64_t left, std::int64_t right, bool from_the_end) {
  return change(name, [=](Request& r) {
    r.mask = ATTEST_MASK_WINDOW;
    r.window_left = left, r.window_right = right;
    r.diagonal = from_the_end ? r.keys - r.queries : 0;
  });
}

MenuFactor mask_factor(const MenuQuestion& question, bool windows) {
  if (question.mask == ATTEST_MASK_WINDOW) return {"mask", {asked_window(question)}};
  constexpr std::int64_t open = ATTEST_WINDOW_OPEN;
  const auto causal = [](bool from_the_end) {
    return [=](Request& r) { r.mask = ATTEST_MASK_CAUSAL, r.diagonal = from_the_end ? r.keys - r.queries : 0; };
  };
  MenuFactor factor{"mask",
                    {change("none", [](Request& r) { r.mask = ATTEST_MASK_NONE; }), change("causal", causal(false)),
                     change("causal, last with last", causal(true)), change("bytes", [](Request& r) {
                       r.mask = ATTEST_MASK_BYTES, r.mask_parts = {}, r.mask_stretches = true;
                     })}};
  if (windows)
    factor.levels.insert(
        factor.levels.end(),
        {window("window of one key", 0, 0, false), window("window 3, 0", 3, 0, false),
         window("window 15, 0, last with last", 15, 0, true), window("window 64, 0, last with last", 64, 0, true),
         window("window 2, 5", 2, 5, false), window("window 31, 33, last with last", 31, 33, true),
         window("window all, 1", open, 1, false), window("window 7, all", 7, open, true)});
  if (question.mask)
    std::erase_if(factor.levels, [&](const Level& level) {
      MenuCase x;
      level.apply(x);
      return x.request.mask != *question.mask;
    });
  return factor;
}

MenuFactor cap_factor(bool taken) {
  MenuFactor factor{"softcap", {change("none", [](Request&) {})}};
  // One that bends every score, and one that most scores are far below.
  if (taken)
    for (const double cap : {1.5, 20.0})
      factor.levels.push_back(change(std::to_string(cap), [cap](Request& r) { r.softcap = cap; }));
  return factor;
}

MenuFactor sinks_factor(bool taken) {
  MenuFactor factor{"sinks", {change("none", [](Request&) {})}};
  if (!taken) return factor;
  factor.levels.push_back(change("one a head", [](Request& r) { r.sinks = true; }));
  factor.levels.push_back(change("one for all", [](Request& r) { r.sinks = true, r.sink_parts.heads = true; }));
  return factor;
}

MenuFactor dropout_factor(bool taken) {
  MenuFactor factor{"dropout", {change("none", [](Request&) {})}};
  if (!taken) return factor;
  // 1 / (1 - p) for p of 0.1 and 0.5.
  factor.levels.push_back(change("0.1", [](Request& r) { r.keep_scale = 1 / (1 - 0.1); }));
  factor.levels.push_back(
      change("0.5, one for all heads", [](Request& r) { r.keep_scale = 2, r.keep_parts.heads = true; }));
  return factor;
}

MenuFactor scales_factor(bool taken) {
  MenuFactor factor{"scales", {change("none", [](Request&) {})}};
  if (!taken) return factor;
  factor.levels.push_back(change("one a head", [](Request& r) { r.scales = true, r.scale_parts.batches = true; }));
  factor.levels.push_back(change("one a batch and head", [](Request& r) { r.scales = true; }));
  factor.levels.push_back(change("one for all", [](Request& r) { r.scales = true, r.scale_parts = {true, true}; }));
  return factor;
}

}  // namespace

MenuDesign extension_design(const MenuQuestion& question, const MenuExtensions& extensions, Effort effort) {
  MenuDesign design;
  std::vector<MenuFactor>& all = design.factors;
  all = {sizes("queries", {1, 2, 17, 64, 65, 129, 257}, &Request::queries),
         sizes("keys", {1, 2, 17, 64, 65, 129, 257}, &Request::keys),
         sizes("width", {8, 40, 64, 128}, &Request::width),
         sizes("value width", {8, 64, 80}, &Request::value_width),
         sizes("batches", {1, 2}, &Request::batches),
         sizes("heads", {2, 4, 6, 12}, &Request::heads)};
  for (MenuFactor& factor : menu_factors(question)) {
    // Dropout is a factor, and stands beside none.
    const bool is_term = factor.name == "bias" || (factor.name == "factor" && question.operation != ATTEST_ATTENTION);
    if (is_term || factor.name == "threads" || factor.name == "numbers" || factor.name == "ties")
      all.push_back(std::move(factor));
  }
  const bool is_softmax = question.operation != ATTEST_HARDMAX;
  all.push_back(groups_factor(extensions.groups));
  all.push_back(mask_factor(question, extensions.window));
  all.push_back(cap_factor(extensions.softcap));
  all.push_back(sinks_factor(extensions.sinks));
  all.push_back(dropout_factor(extensions.dropout && is_softmax && question.operation != ATTEST_URPE));
  all.push_back(scales_factor(extensions.scales));
  // Scores of the order of 1, and of sqrt(width).
  MenuFactor scales{
      "scale",
      {change("1/sqrt(width)", [](Request& r) { r.scale.reset(); }), change("1", [](Request& r) { r.scale = 1.0; })}};
  if (question.scale) scales.levels = {change("as asked", [s = *question.scale](Request& r) { r.scale = s; })};
  all.push_back(std::move(scales));
  design.strength = 2;
  design.times = effort == Effort::thorough ? 4 : 1;
  design.most_work = effort == Effort::quick ? 4e6 : effort == Effort::standard ? 2e7 : 2e8;
  design.most_cases = effort == Effort::quick ? 40 : 0;
  return design;
}

std::vector<ExtensionProbe> extension_probes(const MenuQuestion& question) {
  if (question.operation == ATTEST_POSITIONAL) return {};
  Request plain;
  plain.operation = question.operation;
  plain.dtype = question.dtype;
  plain.ties = question.ties.value_or(ATTEST_TIES_UNIFORM);
  plain.heads = 4;
  if (question.operation != ATTEST_ATTENTION) plain.bias = question.bias.value_or(ATTEST_TERM_TOEPLITZ);
  if (question.operation == ATTEST_URPE) plain.factor = question.factor.value_or(ATTEST_TERM_TOEPLITZ);
  if (question.operation == ATTEST_HARDMAX) plain.bias = question.bias.value_or(ATTEST_TERM_NONE);
  std::vector<ExtensionProbe> all;
  const auto add = [&](const char* name, bool MenuExtensions::*extension, auto set) {
    all.push_back({name, extension, plain});
    set(all.back().request);
  };
  add("groups of heads", &MenuExtensions::groups, [](Request& r) { r.kv_heads = 2; });
  add("windows", &MenuExtensions::window, [](Request& r) {
    r.mask = ATTEST_MASK_WINDOW;
    r.window_left = 3, r.window_right = 0;
  });
  if (question.operation == ATTEST_HARDMAX) return all;
  add("softcap", &MenuExtensions::softcap, [](Request& r) { r.softcap = 20; });
  add("sinks", &MenuExtensions::sinks, [](Request& r) { r.sinks = true; });
  if (question.operation != ATTEST_URPE) add("dropout", &MenuExtensions::dropout, [](Request& r) { r.keep_scale = 2; });
  if (question.dtype != ATTEST_FLOAT64) add("scales", &MenuExtensions::scales, [](Request& r) { r.scales = true; });
  return all;
}

}  // namespace attest::verify::instances
