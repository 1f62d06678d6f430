// SPDX-License-Identifier: Apache-2.0
// `attest kernels validate --gradients`, and the inputs that it generates.
#include "verify/command/kernels_gradients.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "kernels/problem.hpp"
#include "theory/error.hpp"
#include "verify/command/kernels_answer.hpp"
#include "verify/command/kernels_chosen.hpp"
#include "verify/command/kernels_command.hpp"
#include "verify/instances/gradient_menu.hpp"
#include "verify/system/progress.hpp"
#include "verify/validate/gradient_replay.hpp"
#include "verify/validate/validate_gradients.hpp"

namespace attest::verify::command {

using instances::Effort;
using instances::generate_gradient;
using instances::Generator;
using instances::generators;
using instances::gradient_besides;
using instances::gradient_extension_menu;
using instances::gradient_kinds;
using instances::gradient_menu;
using instances::GradientInstance;
using instances::Menu;
using instances::MenuCase;
using instances::MenuExtensions;
using instances::MenuQuestion;
using instances::Request;
using instances::StoredGradient;
using sandbox::KernelInfo;
using sandbox::KernelRun;
using sandbox::list_gradient_kernels;
using sandbox::RunOptions;
using system::interrupted;
using system::Progress;
using validate::is_failure;
using validate::ReplayOptions;
using validate::Validation;

namespace {

std::vector<KernelInfo> chosen_kernels(const GradientsOptions& options) {
  return chosen(list_gradient_kernels(options.library, options.run), options.kernel, options.library, options.error);
}

class GradientsRun {
 public:
  explicit GradientsRun(const GradientsOptions& options) : options_(options) {}

  void run_on_arrays() {
    const StoredGradient stored = options_.inputs.read_gradient();
    const instances::Instance& forward = stored.instance.forward;
    if (options_.kernel.empty() && options_.library.empty()) {
      const auto is_there = [&](const instances::GradientPart& part) {
        return (stored.computed.*part.part).has_value();
      };
      if (std::ranges::none_of(instances::gradient_parts, is_there))
        throw InputError(forward.name,
                         "expected one or more of grad_query, grad_key, grad_value, grad_bias, grad_factor, "
                         "grad_sinks, or --kernel or --library to compute them");
      answer_.add(validate_gradients(stored.instance, stored.computed, {}, options_.error, options_.judge));
      return;
    }
    const std::vector<KernelInfo> kernels = chosen_kernels(options_);
    for (const KernelInfo& kernel : kernels)
      if (kernels.size() == 1 || (kernel.operation == forward.operation && kernel.dtype == forward.dtype))
        run(kernel, stored.instance, {});
    if (answer_.validations.empty())
      throw InputError(forward.name, std::string("expected a backward kernel of ") +
                                         kernels::operation_name(forward.operation) + " in " +
                                         kernels::dtype_name(forward.dtype));
  }

  void run_on_generated() {
    struct Task {
      KernelInfo kernel;
      KernelInputs::Generated generated;
    };
    std::vector<Task> tasks;
    std::map<std::tuple<attest_operation, attest_dtype, std::vector<bool>>, KernelInputs::Plan> plans;
    for (const KernelInfo& kernel : chosen_kernels(options_)) {
      const auto [taken, flags] = extensions_of(kernel);
      const auto key = std::tuple(kernel.operation, kernel.dtype, flags);
      if (!plans.contains(key)) plans[key] = options_.inputs.gradient_plan_for(kernel, taken);
      for (const KernelInputs::Generated& generated : plans[key].inputs) tasks.push_back({kernel, generated});
    }
    if (plans.size() == 1) answer_.reach = plans.begin()->second.reach;
    answer_.planned = tasks.size();
    Progress progress(tasks.size(), false);
    for (const Task& task : tasks) {
      if (interrupted()) break;
      if (!task.kernel.available && !answer_.validations.empty() &&
          answer_.validations.back().kernel == task.kernel.name)
        continue;
      if (answer_.gives_up(task.kernel.name)) continue;
      progress.started(task.kernel.name + " on " + task.generated.generator);
      run(task.kernel, options_.inputs.make_gradient(task.generated), task.generated);
      progress.finished(task.kernel.name, "");
    }
  }

  int finish() const { return answer_.finish(options_.json, options_.strict, options_.report); }

 private:
  /// Which problems of what came with ABI 2 of attest_kernel.h a kernel takes: it is given a small one of each.
  std::pair<MenuExtensions, std::vector<bool>> extensions_of(const KernelInfo& kernel) const {
    MenuExtensions taken;
    std::vector<bool> flags;
    for (const instances::ExtensionProbe& probe : options_.inputs.probes_for(kernel)) {
      RunOptions how = options_.run;
      how.other_numbers_first = how.one_alone = false;
      const auto end =
          run_gradient_kernel(options_.library, kernel.name, generate_gradient("random", probe.request, 1), how).end;
      flags.push_back(end != KernelRun::End::unsupported && end != KernelRun::End::unavailable);
      taken.*probe.extension = flags.back();
    }
    return {taken, flags};
  }

  void run(const KernelInfo& kernel, const GradientInstance& instance, const KernelInputs::Generated& generated) {
    RunOptions how = options_.run;
    if (generated.threads > 0 && !options_.threads_are_said) how.threads = generated.threads;
    how.other_numbers_first = generated.begins_on_other_numbers();
    Validation validation =
        validate_gradient_kernel(options_.library, kernel, instance, options_.error, how, options_.judge);
    // What a run gives that the user ended is nobody's verdict.
    if (interrupted()) return;
    validation.number = generated.number;
    validation.in_menu = generated.in_menu;
    if (validation.judgement && generated.has_independent_rows())
      answer_.leanings.try_emplace(kernel.name, "grad_query").first->second.add(*validation.judgement);
    if (is_failure(validation) && !options_.shrink.empty() && shrunk_.insert(kernel.name).second) {
      ReplayOptions replay;
      replay.stopped = [] { return interrupted().load(); };
      validation.replay = write_gradient_replay(options_.shrink, options_.library, kernel, instance, validation,
                                                options_.error, how, options_.judge, replay)
                              .command;
    }
    answer_.add(std::move(validation));
  }

  const GradientsOptions& options_;
  KernelsAnswer answer_;
  std::set<std::string> shrunk_;  ///< kernels; each failure of one is mostly the same fault
};

}  // namespace

KernelInputs::Plan KernelInputs::gradient_plan_for(const KernelInfo& kernel, const MenuExtensions& taken) const {
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
    if (said.window_left) {
      question.mask = ATTEST_MASK_WINDOW;
      question.window_left = *said.window_left, question.window_right = *said.window_right;
    }
    const Menu menu = gradient_menu(question, how_many);
    for (const MenuCase& x : menu.cases) add(x.generator, x.request, true, x.threads);
    plan.reach.push_back("Reached: every one of " + std::to_string(generators().size()) +
                         " kinds of numbers at 2, 6 and 35 keys; " + std::to_string(menu.cases.size()) +
                         " problems that take " + std::to_string(menu.covered) + " of " +
                         std::to_string(menu.combinations) +
                         " pairs of lengths up to 1,025, widths up to 128, batches, heads, terms, masks, strides of 0, "
                         "threads and scales" +
                         (menu.times > 1 ? ", each " + std::to_string(menu.times) + " times" : ""));
    std::string asked, refused;
    for (const instances::ExtensionProbe& probe : probes_for(kernel)) {
      std::string& list = taken.*probe.extension ? asked : refused;
      list += (list.empty() ? "" : ", ") + probe.name;
    }
    if (taken.any()) {
      const Menu more = gradient_extension_menu(question, taken, how_many);
      for (const MenuCase& x : more.cases) add(x.generator, x.request, true, x.threads);
      plan.reach.push_back("Reached: " + asked + ": " + std::to_string(more.cases.size()) + " problems that take " +
                           std::to_string(more.covered) + " of " + std::to_string(more.combinations) +
                           " pairs of them, and of lengths, widths, heads, terms and masks");
    }
    // As of a quick effort, whose problems are small enough for the truth in any dtype.
    // A kernel may return at once without a batch, and leave the 0 of what all batches share to its caller.
    for (const MenuCase& x : instances::cases_besides(question, taken, Effort::quick))
      if (x.request.batches > 0) add(x.generator, x.request, true, x.threads);
    plan.reach.push_back(reach_besides(taken));
    for (const MenuCase& x : gradient_besides(question, request, taken)) add(x.generator, x.request, true, x.threads);
    plan.reach.push_back("Reached: sums over 3 batches and 10 heads; query, key and value that all of them share" +
                         std::string(taken.window ? "; a window over 300 rows" : "") + "; no problem without a batch");
    if (!refused.empty()) plan.reach.push_back("Not asked, since the kernel does not take it: " + refused);
  }
  choose_case(plan, kernel);
  return plan;
}

GradientInstance KernelInputs::make_gradient(const Generated& generated) const {
  const std::uint64_t seed = seed_ + (generated.in_menu ? 1000 * static_cast<std::uint64_t>(generated.number) : 0);
  GradientInstance instance = generate_gradient(generated.generator, aligned(generated, seed), seed);
  if (generated.in_menu)
    instance.forward.name =
        generated.generator + ", seed " + std::to_string(seed_) + ", case " + std::to_string(generated.number);
  return instance;
}

int validate_gradients_command(const GradientsOptions& options) {
  GradientsRun run(options);
  options.inputs.has_arrays() ? run.run_on_arrays() : run.run_on_generated();
  return run.finish();
}

}  // namespace attest::verify::command
