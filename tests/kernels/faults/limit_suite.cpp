// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/faults/limit_suite.hpp"

#include <algorithm>

#include "kernels/problem.hpp"
#include "tests/kernels/faults/suite.hpp"
#include "verify/judge/judge.hpp"

namespace attest::faults {

using verify::instances::Effort;
using verify::instances::generate;
using verify::instances::Generator;
using verify::instances::generators;
using verify::instances::Instance;
using verify::instances::MenuCase;
using verify::instances::MenuQuestion;
using verify::instances::Request;
using verify::instances::work;

namespace {

Request usual(attest_operation operation, attest_dtype dtype) {
  Request r;
  r.operation = operation;
  r.dtype = dtype;
  if (operation != ATTEST_ATTENTION && operation != ATTEST_HARDMAX) r.bias = ATTEST_TERM_TOEPLITZ;
  if (operation == ATTEST_URPE) r.factor = ATTEST_TERM_TOEPLITZ;
  return r;
}

void set_shape(Request& r, std::int64_t batches, std::int64_t heads, std::int64_t queries, std::int64_t keys,
               std::int64_t width, std::int64_t value_width) {
  r.batches = batches, r.heads = heads, r.queries = queries, r.keys = keys;
  r.width = width, r.value_width = value_width;
}

}  // namespace

std::vector<MenuCase> one_shape(attest_operation operation, attest_dtype dtype) {
  Request r = usual(operation, dtype);
  set_shape(r, 2, 2, 67, 67, 64, 64);
  std::vector<MenuCase> all;
  for (const Generator& generator : generators())
    if (generator.name != "edge_keys" && generator.name != "lowest_scores") all.push_back({generator.name, r, 0});
  const auto add = [&](auto change) {
    all.push_back({"random", r, 0});
    change(all.back().request);
  };
  add([](Request& x) { x.mask = ATTEST_MASK_CAUSAL; });
  if (r.bias != ATTEST_TERM_NONE)
    for (const attest_term_kind kind : {ATTEST_TERM_DENSE, ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS})
      add([kind](Request& x) { x.bias = kind; });
  if (r.factor != ATTEST_TERM_NONE) add([](Request& x) { x.factor = ATTEST_TERM_DENSE; });
  if (operation == ATTEST_HARDMAX)
    for (const attest_ties ties : {ATTEST_TIES_FIRST, ATTEST_TIES_ALL}) add([ties](Request& x) { x.ties = ties; });
  return all;
}

std::vector<MenuCase> menu_inputs(attest_operation operation, attest_dtype dtype, Effort effort) {
  MenuQuestion question;
  question.operation = operation;
  question.dtype = dtype;
  std::vector<MenuCase> all = covering_menu(question, effort).cases;
  const auto add = [&](std::int64_t batches, std::int64_t heads, std::int64_t queries, std::int64_t keys,
                       std::int64_t width, std::int64_t value_width) {
    Request r = usual(operation, dtype);
    set_shape(r, batches, heads, queries, keys, width, value_width);
    for (const Generator& generator : generators()) all.push_back({generator.name, r, 0});
  };
  add(1, 2, 3, 2, 1, 2);
  add(1, 3, 5, 6, 4, 3);
  for (MenuCase& x : shared_parts(question)) all.push_back(std::move(x));
  if (effort == Effort::quick) return all;
  add(1, 1, 35, 391, 24, 9);
  for (const MenuCase& probe : index_probes(question)) all.push_back(probe);
  return all;
}

std::optional<MenuCase> finds(const std::vector<MenuCase>& inputs, Fault fault) {
  std::vector<MenuCase> order = inputs;
  std::stable_sort(order.begin(), order.end(),
                   [](const MenuCase& a, const MenuCase& b) { return work(a.request) < work(b.request); });
  std::uint64_t seed = 1;
  for (const MenuCase& input : order) {
    const Instance instance = generate(input.generator, input.request, seed++);
    const auto judged = verify::judge::judge(instance, outputs_with(instance, fault), promised(instance.dtype));
    if (judged.outside > 0) return input;
  }
  return {};
}

std::string words(const MenuCase& input) {
  const Request& r = input.request;
  std::string text = std::to_string(r.queries) + " x " + std::to_string(r.keys) + ", " + std::to_string(r.width) +
                     " and " + std::to_string(r.value_width) + " columns, " + std::to_string(r.batches) + " x " +
                     std::to_string(r.heads) + " heads";
  if (r.bias != ATTEST_TERM_NONE) text += std::string(", bias ") + kernels::term_name(r.bias);
  if (r.factor != ATTEST_TERM_NONE) text += std::string(", factor ") + kernels::term_name(r.factor);
  if (r.mask == ATTEST_MASK_CAUSAL) text += ", causal from " + std::to_string(r.diagonal);
  if (r.mask == ATTEST_MASK_BYTES) text += ", mask";
  return text + ", " + input.generator;
}

}  // namespace attest::faults
