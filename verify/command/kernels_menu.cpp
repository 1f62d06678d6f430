// SPDX-License-Identifier: Apache-2.0
// What `attest kernels validate` generates for a kernel.
#include <algorithm>

#include "theory/error.hpp"
#include "verify/command/kernels_input.hpp"
#include "verify/instances/shared_rows.hpp"

namespace attest::verify::command {

using instances::Effort;
using instances::extension_probes;
using instances::ExtensionProbe;
using instances::generate;
using instances::Generator;
using instances::generators;
using instances::Instance;
using instances::InstanceSettings;
using instances::Menu;
using instances::MenuCase;
using instances::MenuExtensions;
using instances::MenuQuestion;
using instances::Request;
using sandbox::KernelInfo;

namespace {

MenuQuestion question_of(const KernelInfo& kernel, const InstanceSettings& settings) {
  MenuQuestion question;
  question.operation = kernel.operation;
  question.dtype = kernel.dtype;
  question.ties = settings.ties;
  question.scale = settings.scale;
  question.bias = settings.bias;
  question.factor = settings.factor;
  question.mask = settings.mask;
  question.diagonal = settings.diagonal;
  if (settings.window_left) {
    question.mask = ATTEST_MASK_WINDOW;
    question.window_left = *settings.window_left, question.window_right = *settings.window_right;
  }
  return question;
}

/// Some thousands as "66,000".
std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t k = digits.size(); k > 3; k -= 3) digits.insert(k - 3, ",");
  return digits;
}

std::string reach_of_design(const Menu& menu, Effort effort) {
  std::string words = "Reached: " + grouped(static_cast<std::int64_t>(menu.cases.size())) + " problems take " +
                      grouped(menu.covered) + " of " + grouped(menu.combinations) +
                      (menu.strength == 2 ? " pairs" : " triples") +
                      " of lengths, widths, batches, heads, terms, masks, strides of 0, threads and scales";
  if (menu.times == 2) words += ", each twice";
  if (effort == Effort::quick) words += "; a longer effort takes the others, and lengths from 255 on more often";
  if (effort == Effort::standard) words += "; --effort thorough takes the triples, and larger problems";
  return words;
}

}  // namespace

std::string reach_besides(const MenuExtensions& taken) {
  std::string words =
      "Reached: a key without its value for all heads or batches, and the other way round; every remainder of lengths "
      "and widths by 16; whole tiles; five and many batches and heads; scales of 0 and below";
  if (taken.any()) words += "; each of what the kernel takes besides over 1,025 keys, and with scores far from 0";
  return words;
}

void KernelInputs::add_generators(const Request& request, const KernelInfo& kernel, Plan& plan) const {
  const InstanceSettings settings = this->settings();
  const auto add = [&](const std::string& generator, const Request& changed) {
    plan.inputs.push_back({generator, changed, 0, 0, false});
  };
  const bool all = generators_.empty() || std::ranges::find(generators_, "all") != generators_.end();
  if (!all) {
    for (const std::string& name : generators_) add(name, request);
    return;
  }
  for (const Generator& generator : generators()) add(generator.name, request);
  const auto add_random = [&](auto change) {
    Request changed = request;
    change(changed);
    add(generators().front().name, changed);
  };
  if (!settings.mask && !settings.window_left) add_random([](Request& r) { r.mask = ATTEST_MASK_CAUSAL; });
  if (request.bias != ATTEST_TERM_NONE && !settings.bias)
    for (const attest_term_kind kind : {ATTEST_TERM_DENSE, ATTEST_TERM_ALIBI, ATTEST_TERM_BUCKETS})
      add_random([kind](Request& r) { r.bias = kind; });
  if (request.factor != ATTEST_TERM_NONE && !settings.factor)
    add_random([](Request& r) { r.factor = ATTEST_TERM_DENSE; });
  // Scores of positions that are B alone, at a length where a kernel may use that A is Toeplitz.
  if (request.operation == ATTEST_POSITIONAL && shape_.empty())
    add_random([](Request& r) {
      r.width = 0;
      r.factor = ATTEST_TERM_TOEPLITZ;
      r.queries = r.keys = 577;
      r.value_width = 5;
    });
  if (kernel.operation == ATTEST_HARDMAX && !settings.ties)
    for (const attest_ties ties : {ATTEST_TIES_FIRST, ATTEST_TIES_ALL})
      add_random([ties](Request& r) { r.ties = ties; });
}

std::vector<ExtensionProbe> KernelInputs::probes_for(const KernelInfo& kernel) const {
  return is_menu() ? extension_probes(question_of(kernel, settings())) : std::vector<ExtensionProbe>{};
}

void KernelInputs::add_extensions(const KernelInfo& kernel, const MenuExtensions& taken, Plan& plan) const {
  const MenuQuestion question = question_of(kernel, settings());
  std::string asked, refused;
  for (const ExtensionProbe& probe : extension_probes(question)) {
    std::string& list = taken.*probe.extension ? asked : refused;
    list += (list.empty() ? "" : ", ") + probe.name;
  }
  if (taken.any()) {
    const Menu menu = menu_of(extension_design(question, taken, effort()), question);
    for (const MenuCase& x : menu.cases) plan.inputs.push_back({x.generator, x.request, x.threads, 0, true});
    plan.reach.push_back("Reached: " + asked + ": " + std::to_string(menu.cases.size()) + " problems take " +
                         grouped(menu.covered) + " of " + grouped(menu.combinations) +
                         " pairs of them, and of lengths, widths, heads, terms and masks");
  }
  if (!refused.empty()) plan.reach.push_back("Not asked, since the kernel does not take it: " + refused);
}

void KernelInputs::add_besides(const KernelInfo& kernel, const MenuExtensions& taken, Plan& plan) const {
  const MenuQuestion question = question_of(kernel, settings());
  for (const MenuCase& x : instances::cases_besides(question, taken, effort()))
    plan.inputs.push_back({x.generator, x.request, x.threads, 0, true});
  plan.reach.push_back(reach_besides(taken));
}

void KernelInputs::add_equal_rows(const KernelInfo& kernel, const MenuExtensions& taken, Plan& plan) const {
  const InstanceSettings said = settings();
  Request request = request_for(kernel);
  request.batches = 2, request.heads = 3, request.queries = 7, request.keys = 19;
  request.width = 5, request.value_width = 6;
  const auto add = [&](const Request& shape, bool one_key) {
    Generated generated{"random", shape, 0, 0, true};
    generated.one_key = one_key, generated.one_row_of_queries = !one_key;
    plan.inputs.push_back(generated);
  };
  add(request, true);
  if (!said.mask && !said.window_left) request.mask = ATTEST_MASK_BYTES;
  if (request.bias != ATTEST_TERM_NONE && !said.bias) request.bias = ATTEST_TERM_DENSE;
  if (request.factor != ATTEST_TERM_NONE && !said.factor) request.factor = ATTEST_TERM_DENSE;
  if (taken.dropout && request.factor == ATTEST_TERM_NONE) request.keep_scale = 1.25;
  add(request, false);
  plan.reach.push_back("Reached: row strides of 0 of key, and of what there is of mask, dense terms and dropout");
}

void KernelInputs::add_menu(const Request& request, const KernelInfo& kernel, const MenuExtensions& taken,
                            Plan& plan) const {
  const Effort effort = this->effort();
  // Every kind of number besides where the bound is sharpest, and over many tiles of keys.
  const auto add_at = [&](std::int64_t batches, std::int64_t heads, std::int64_t queries, std::int64_t keys,
                          std::int64_t width, std::int64_t value_width) {
    Request shape = request;
    shape.batches = batches, shape.heads = heads, shape.queries = queries, shape.keys = keys;
    shape.width = width, shape.value_width = value_width;
    for (const Generator& generator : generators()) plan.inputs.push_back({generator.name, shape, 0, 0, true});
  };
  add_at(1, 2, 3, 2, 1, 2);
  add_at(1, 3, 5, 6, 4, 3);
  if (effort != Effort::quick) add_at(1, 1, 35, 391, 24, 9);
  if (effort == Effort::thorough) add_at(1, 2, 260, 1283, 80, 72);
  const std::size_t kinds = generators().size();
  plan.reach.push_back("Reached: every one of " + std::to_string(kinds) + " kinds of numbers at " +
                       (effort == Effort::quick      ? "2, 6 and 67 keys"
                        : effort == Effort::standard ? "2, 6, 67 and 391 keys"
                                                     : "2, 6, 67, 391 and 1,283 keys"));
  const MenuQuestion question = question_of(kernel, settings());
  const Menu menu = covering_menu(question, effort);
  for (const MenuCase& x : menu.cases) plan.inputs.push_back({x.generator, x.request, x.threads, 0, true});
  plan.reach.push_back(reach_of_design(menu, effort));
  add_extensions(kernel, taken, plan);
  if (effort == Effort::quick) {
    add_besides(kernel, taken, plan);
    add_equal_rows(kernel, taken, plan);
    plan.reach.push_back("Not reached: counts and indices beyond 16 bits (a longer effort), and beyond 32");
    return;
  }
  const bool is_narrow = kernel.dtype != ATTEST_FLOAT64 && kernel.dtype != ATTEST_FLOAT32;
  if (is_narrow && request.operation != ATTEST_POSITIONAL && request.operation != ATTEST_HARDMAX) {
    // So many that exp which is always low by 2^-13 leans in log_sum_exp by more than chance does (B.2).
    Request rows = request;
    rows.batches = 1, rows.heads = 20, rows.queries = 20'000, rows.keys = 33, rows.width = 8, rows.value_width = 1;
    plan.inputs.push_back({"random", rows, 0, 0, true});
    plan.reach.push_back("Reached: 400,000 rows of random numbers, for errors that lean to one side");
  }
  for (const MenuCase& x : index_probes(question)) plan.inputs.push_back({x.generator, x.request, 0, 0, true});
  add_besides(kernel, taken, plan);
  add_equal_rows(kernel, taken, plan);
  plan.reach.push_back(
      "Reached: 32,769 to 66,000 keys, 65,537 and 66,000 queries, 65,537 heads, with few numbers each");
  plan.reach.push_back("Not reached: arrays of 2^31 elements and more");
}

KernelInputs::Plan KernelInputs::plan_for(const KernelInfo& kernel, const MenuExtensions& taken) const {
  Plan plan;
  const Request request = request_for(kernel);
  (void)effort();  // a bad one is said, whatever is generated
  add_generators(request, kernel, plan);
  if (is_menu()) add_menu(request, kernel, taken, plan);
  for (std::size_t k = 0; k < plan.inputs.size(); ++k) plan.inputs[k].number = static_cast<int>(k) + 1;
  choose_case(plan, kernel);
  return plan;
}

void KernelInputs::choose_case(Plan& plan, const KernelInfo& kernel) const {
  if (case_ == 0) return;
  if (static_cast<std::size_t>(case_) > plan.inputs.size())
    throw InputError("--case", "expected a number up to " + std::to_string(plan.inputs.size()) + " for " + kernel.name);
  plan.inputs = {plan.inputs[static_cast<std::size_t>(case_) - 1]};
  plan.reach.clear();
}

bool KernelInputs::Generated::has_independent_rows() const {
  const Request& r = request;
  const auto is_own = [](const instances::OneForAll& one) { return !one.batches && !one.heads; };
  return generator == "random" && !one_key && !one_row_of_queries && r.operation != ATTEST_POSITIONAL &&
         r.operation != ATTEST_HARDMAX && r.width > 0 && is_own(r.query) && is_own(r.key) && is_own(r.value);
}

bool KernelInputs::Generated::begins_on_other_numbers() const { return !in_menu || number % 8 != 5; }

Instance KernelInputs::make(const Generated& generated) const {
  // Neighbours in the menu have different numbers, not the first ones of the same.
  const std::uint64_t seed = seed_ + (generated.in_menu ? 1000 * static_cast<std::uint64_t>(generated.number) : 0);
  Instance instance = generate(generated.generator, aligned(generated, seed), seed);
  if (generated.one_key && instance.width > 0) instances::share_rows(instance.key);
  if (generated.one_row_of_queries) instances::share_rows_of_queries(instance);
  if (generated.in_menu)
    instance.name =
        generated.generator + ", seed " + std::to_string(seed_) + ", case " + std::to_string(generated.number);
  return instance;
}

}  // namespace attest::verify::command
