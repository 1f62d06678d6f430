// SPDX-License-Identifier: Apache-2.0
// `attest kernels validate --gradients`, and the inputs that it generates.
#include "verify/command/kernels_gradients.hpp"

#include <algorithm>
#include <iostream>

#include "kernels/problem.hpp"
#include "theory/error.hpp"
#include "verify/command/kernels_command.hpp"
#include "verify/instances/gradient_menu.hpp"
#include "verify/system/progress.hpp"
#include "verify/validate/validate_gradients.hpp"
#include "verify/validate/validation_text.hpp"
#include "verify/validate/verdict_text.hpp"

namespace attest::verify::command {

using instances::Effort;
using instances::generate_gradient;
using instances::Generator;
using instances::generators;
using instances::gradient_kinds;
using instances::gradient_menu;
using instances::GradientInstance;
using instances::Menu;
using instances::MenuCase;
using instances::MenuQuestion;
using instances::Request;
using instances::StoredGradient;
using sandbox::KernelInfo;
using sandbox::list_gradient_kernels;
using sandbox::RunOptions;
using system::interrupted;
using system::Progress;
using validate::Decided;
using validate::kLeastDecided;
using validate::Validation;

namespace {

using Json = nlohmann::ordered_json;

std::vector<KernelInfo> chosen(const GradientsOptions& options) {
  std::vector<KernelInfo> kernels = list_gradient_kernels(options.library, options.run);
  if (options.kernel.empty() || options.kernel == "all") return kernels;
  const auto found = std::ranges::find(kernels, options.kernel, &KernelInfo::name);
  if (found == kernels.end()) {
    std::string names;
    for (const KernelInfo& kernel : kernels) names += ", " + kernel.name;
    throw InputError("--kernel", "expected all" + names + ", found " + options.kernel);
  }
  return {*found};
}

std::vector<Validation> on_arrays(const GradientsOptions& options) {
  const StoredGradient stored = options.inputs.read_gradient();
  const instances::Instance& forward = stored.instance.forward;
  if (options.kernel.empty() && options.library.empty()) {
    const auto is_there = [&](const instances::GradientPart& part) { return (stored.computed.*part.part).has_value(); };
    if (std::ranges::none_of(instances::gradient_parts, is_there))
      throw InputError(forward.name,
                       "expected one or more of grad_query, grad_key, grad_value, grad_bias, grad_factor, or --kernel "
                       "or --library to compute them");
    return {validate_gradients(stored.instance, stored.computed, {}, options.error, options.judge)};
  }
  std::vector<Validation> all;
  const std::vector<KernelInfo> kernels = chosen(options);
  for (const KernelInfo& kernel : kernels)
    if (kernels.size() == 1 || (kernel.operation == forward.operation && kernel.dtype == forward.dtype))
      all.push_back(validate_gradient_kernel(options.library, kernel, stored.instance, options.error, options.run,
                                             options.judge));
  if (all.empty())
    throw InputError(forward.name, std::string("expected a backward kernel of ") +
                                       kernels::operation_name(forward.operation) + " in " +
                                       kernels::dtype_name(forward.dtype));
  return all;
}

std::vector<Validation> on_generated(const GradientsOptions& options, std::vector<std::string>& reach) {
  struct Task {
    KernelInfo kernel;
    KernelInputs::Generated generated;
  };
  std::vector<Task> tasks;
  for (const KernelInfo& kernel : chosen(options)) {
    const KernelInputs::Plan plan = options.inputs.gradient_plan_for(kernel);
    for (const KernelInputs::Generated& generated : plan.inputs) tasks.push_back({kernel, generated});
    reach = plan.reach;
  }
  std::vector<Validation> all;
  Progress progress(tasks.size(), false);
  for (const Task& task : tasks) {
    if (interrupted()) break;
    if (!task.kernel.available && !all.empty() && all.back().kernel == task.kernel.name) continue;
    progress.started(task.kernel.name + " on " + task.generated.generator);
    RunOptions how = options.run;
    if (task.generated.threads > 0 && !options.threads_are_said) how.threads = task.generated.threads;
    Validation validation = validate_gradient_kernel(
        options.library, task.kernel, options.inputs.make_gradient(task.generated), options.error, how, options.judge);
    validation.number = task.generated.number;
    validation.in_menu = task.generated.in_menu;
    if (!interrupted()) all.push_back(std::move(validation));
    progress.finished(task.kernel.name, "");
  }
  return all;
}

}  // namespace

KernelInputs::Plan KernelInputs::gradient_plan_for(const KernelInfo& kernel) const {
  Plan plan;
  const Request request = request_for(kernel);
  const Effort how_many = effort();
  const auto add = [&plan](const std::string& generator, const Request& shape, bool in_menu, int threads) {
    plan.inputs.push_back({generator, shape, threads, static_cast<int>(plan.inputs.size()) + 1, in_menu});
  };
  if (!generators_.empty() || !shape_.empty()) {
    const bool all = generators_.empty() || std::ranges::find(generators_, "all") != generators_.end();
    if (!all)
      for (const std::string& name : generators_) add(name, request, false, 0);
    else
      for (const Generator& generator : generators()) add(generator.name, request, false, 0);
  } else {
    // Every kind of number where the bound is sharpest, then the covering design.
    for (const MenuCase& x : gradient_kinds(request)) add(x.generator, x.request, true, 0);
    const instances::InstanceSettings said = settings();
    MenuQuestion question;
    question.operation = kernel.operation;
    question.dtype = kernel.dtype;
    question.scale = said.scale, question.bias = said.bias, question.factor = said.factor;
    question.mask = said.mask, question.diagonal = said.diagonal;
    const Menu menu = gradient_menu(question, how_many);
    for (const MenuCase& x : menu.cases) add(x.generator, x.request, true, x.threads);
    plan.reach.push_back("Reached: every one of " + std::to_string(generators().size()) +
                         " kinds of numbers at 2, 6 and 35 keys; " + std::to_string(menu.cases.size()) +
                         " problems that take " + std::to_string(menu.covered) + " of " +
                         std::to_string(menu.combinations) +
                         " pairs of lengths up to 257, widths up to 128, batches, heads, terms, masks, strides of 0, "
                         "threads and scales" +
                         (menu.times > 1 ? ", each " + std::to_string(menu.times) + " times" : ""));
  }
  if (case_ > 0) {
    if (static_cast<std::size_t>(case_) > plan.inputs.size())
      throw InputError("--case",
                       "expected a number up to " + std::to_string(plan.inputs.size()) + " for " + kernel.name);
    plan.inputs = {plan.inputs[static_cast<std::size_t>(case_) - 1]};
    plan.reach.clear();
  }
  return plan;
}

GradientInstance KernelInputs::make_gradient(const Generated& generated) const {
  const std::uint64_t seed = seed_ + (generated.in_menu ? 1000 * static_cast<std::uint64_t>(generated.number) : 0);
  GradientInstance instance = generate_gradient(generated.generator, generated.request, seed);
  if (generated.in_menu)
    instance.forward.name =
        generated.generator + ", seed " + std::to_string(seed_) + ", case " + std::to_string(generated.number);
  return instance;
}

int validate_gradients_command(const GradientsOptions& options) {
  std::vector<std::string> reach;
  const std::vector<Validation> all = options.inputs.has_arrays() ? on_arrays(options) : on_generated(options, reach);
  std::map<std::string, std::int64_t> counts;
  std::map<std::string, Decided> decided;
  for (const Validation& validation : all) {
    ++counts[outcome_name(validation.outcome)];
    decided[validation.kernel].add(validation);
  }
  if (options.json) {
    Json list = Json::array();
    for (const Validation& validation : all) list.push_back(validate::to_json(validation));
    std::cout << Json{{"schema", "attest.kernels/1"},
                      {"interrupted", interrupted().load()},
                      {"warnings", Json::array()},
                      {"validations", list}}
                     .dump()
              << "\n";
  } else {
    print_validations(all, std::cout);
    for (const std::string& line : reach) std::cout << line << "\n";
    std::string words;
    for (const auto& [name, count] : counts) words += (words.empty() ? "" : ", ") + std::to_string(count) + " " + name;
    if (all.size() > 1) std::cout << "\n" << words << "\n";
  }
  if (counts.contains("outside") || counts.contains("failed")) return kRejected;
  if (interrupted()) return kInterrupted;
  const bool enough = std::ranges::all_of(decided, [](const auto& one) { return one.second.share() >= kLeastDecided; });
  return counts.contains("undecided") || !counts.contains("inside") || !enough ? kOpen : kSuccess;
}

}  // namespace attest::verify::command
