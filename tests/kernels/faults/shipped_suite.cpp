// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/faults/shipped_suite.hpp"

#include <algorithm>

#include "tests/kernels/faults/limit_suite.hpp"
#include "tests/kernels/faults/rules.hpp"
#include "tests/kernels/faults/sequence_faults.hpp"
#include "verify/judge/judge.hpp"

namespace attest::faults {

using verify::instances::Effort;
using verify::instances::generate;
using verify::instances::Instance;
using verify::instances::MenuCase;
using verify::instances::Outputs;

namespace {

ShippedFound found(const Instance& instance, const Outputs& outputs, const std::string& input) {
  const CustomaryRules rules(instance);
  const Trial trial = try_rules(instance, rules, outputs, promised_by_shipped(instance.dtype));
  return {input, trial.allclose, trial.twice};
}

std::string extension_words(const verify::instances::Request& r) {
  std::string text;
  if (r.mask == ATTEST_MASK_WINDOW) text += ", window";
  if (r.kv_heads != 0) text += ", kv_heads " + std::to_string(r.kv_heads);
  if (r.softcap != 0) text += ", softcap";
  if (r.sinks) text += ", sinks";
  if (r.keep_scale != 0) text += ", dropout";
  if (r.scales) text += ", scales";
  return text;
}

std::vector<MenuCase> inputs_of(const ShippedFault& fault, attest_dtype dtype, Effort effort) {
  verify::instances::MenuQuestion question;
  question.operation = fault.operation;
  question.dtype = dtype;
  const verify::instances::MenuExtensions all{true, true, true, true, true, dtype != ATTEST_FLOAT64};
  std::vector<MenuCase> inputs = menu_of(extension_design(question, all, effort), question).cases;
  for (MenuCase& x : long_extensions(question, all, Effort::quick)) inputs.push_back(std::move(x));
  for (MenuCase& x : extreme_extensions(question, all)) inputs.push_back(std::move(x));
  // What a menu of basic problems is for.
  for (MenuCase& x : menu_inputs(fault.operation, dtype, Effort::quick))
    if (work(x.request) < 4e5 && x.request.width > 0) inputs.push_back(std::move(x));
  std::stable_sort(inputs.begin(), inputs.end(),
                   [](const MenuCase& a, const MenuCase& b) { return work(a.request) < work(b.request); });
  return inputs;
}

}  // namespace

bool usual_test_finds(const ShippedFault& fault, attest_dtype dtype) {
  if (fault.is_of_sequences) return false;
  verify::instances::Request r;
  r.operation = fault.operation, r.dtype = dtype;
  r.batches = 2, r.heads = 4, r.kv_heads = 2, r.queries = r.keys = r.width = r.value_width = 64;
  if (fault.operation == ATTEST_RPE) r.bias = ATTEST_TERM_ALIBI;
  r.softcap = 20, r.keep_scale = 1 / (1 - 0.1);
  r.sinks = true, r.scales = dtype != ATTEST_FLOAT64;
  r.window_left = 16, r.window_right = 0;
  for (const attest_mask_kind mask : {ATTEST_MASK_WINDOW, ATTEST_MASK_CAUSAL}) {
    r.mask = mask;
    const Instance instance = generate("random", r, 1);
    const CustomaryRules rules(instance);
    if (!rules.allclose_fails(results_of(run_shipped(instance, Shipped::none))) &&
        rules.allclose_fails(results_of(run_shipped(instance, fault.fault))))
      return true;
  }
  return false;
}

std::optional<ShippedFound> finds_shipped(const ShippedFault& fault, attest_dtype dtype, Effort effort) {
  if (fault.is_of_sequences) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
      for (const auto& [stored, name] : run_on_sequences(fault.fault, dtype, seed)) {
        const auto judged = verify::judge::judge(stored.instance, *stored.outputs, promised_by_shipped(dtype));
        if (judged.outside > 0) return found(stored.instance, *stored.outputs, name);
      }
    return {};
  }
  std::uint64_t seed = 1;
  for (const MenuCase& input : inputs_of(fault, dtype, effort)) {
    const Instance instance = generate(input.generator, input.request, seed++);
    const Outputs outputs = run_shipped(instance, fault.fault);
    const auto judged = verify::judge::judge(instance, outputs, promised_by_shipped(dtype));
    if (judged.outside > 0) return found(instance, outputs, words(input) + extension_words(input.request));
  }
  return {};
}

}  // namespace attest::faults
