// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <thread>

#include "kernels/problem.hpp"
#include "theory/error.hpp"
#include "verify/command/kernels_answer.hpp"
#include "verify/command/kernels_chosen.hpp"
#include "verify/command/kernels_command.hpp"
#include "verify/command/kernels_gradients.hpp"
#include "verify/command/kernels_input.hpp"
#include "verify/system/progress.hpp"
#include "verify/validate/hint.hpp"
#include "verify/validate/invariance.hpp"
#include "verify/validate/replay.hpp"

namespace attest::verify::command {

using instances::Instance;
using instances::MenuExtensions;
using instances::Outputs;
using instances::StoredInstance;
using judge::JudgeOptions;
using sandbox::KernelInfo;
using sandbox::list_kernels;
using sandbox::run_kernel;
using sandbox::RunOptions;
using system::catch_interrupts;
using system::interrupted;
using system::Progress;
using validate::broken_invariances;
using validate::ErrorSettings;
using validate::Invariances;
using validate::is_failure;
using validate::Outcome;
using validate::ReplayOptions;
using validate::setting_hint;
using validate::validate_kernel;
using validate::validate_outputs;
using validate::Validation;
using validate::write_replay;

namespace {

struct ValidateOptions {
  KernelInputs inputs;
  std::string kernel, library, report, shrink;
  ErrorSettings error;
  RunOptions run;
  JudgeOptions judge;
  double timeout = 60, memory = 0;
  std::vector<std::string> invariant;
  Invariances declared;
  bool json = false, threads_are_said = false, strict = false, gradients = false;
};

std::vector<KernelInfo> chosen_kernels(const ValidateOptions& options) {
  return chosen(list_kernels(options.library, options.run), options.kernel, options.library, options.error);
}

/// What there is to do, one kernel and one instance each.
struct Task {
  KernelInfo kernel;
  KernelInputs::Generated generated;
};

class Run {
 public:
  explicit Run(const ValidateOptions& options) : options_(options) {}

  void judge_arrays(const StoredInstance& stored) {
    if (!stored.outputs)
      throw InputError(stored.instance.name, "expected an array output, or --kernel or --library to compute it");
    Validation validation = validate_outputs(stored.instance, *stored.outputs, {}, options_.error, options_.judge);
    hint(validation, stored.instance, *stored.outputs);
    answer_.blames[validation.kernel].add(validation, stored.instance, *stored.outputs, options_.judge);
    answer_.add(std::move(validation));
  }

  void run_on_arrays(const Instance& instance) {
    std::vector<KernelInfo> kernels = chosen_kernels(options_);
    const bool one = kernels.size() == 1;
    std::erase_if(kernels, [&](const KernelInfo& kernel) {
      return !one && (kernel.operation != instance.operation || kernel.dtype != instance.dtype);
    });
    if (kernels.empty())
      throw InputError(instance.name, std::string("expected a kernel of ") +
                                          kernels::operation_name(instance.operation) + " in " +
                                          kernels::dtype_name(instance.dtype));
    Progress progress(kernels.size(), false);
    for (const KernelInfo& kernel : kernels) {
      if (interrupted()) break;
      progress.started(kernel.name);
      run(kernel, instance, {});
      progress.finished(kernel.name, "");
    }
  }

  /// Which problems of ABI 2 a kernel takes: it is given a small one of each. What it makes of them is not judged here.
  std::pair<MenuExtensions, std::vector<bool>> extensions_of(const KernelInfo& kernel) const {
    MenuExtensions taken;
    std::vector<bool> flags;
    for (const instances::ExtensionProbe& probe : options_.inputs.probes_for(kernel)) {
      const Instance instance = instances::generate("random", probe.request, 1);
      sandbox::RunOptions how = options_.run;
      how.other_numbers_first = how.one_alone = false;
      const sandbox::KernelRun::End end = run_kernel(options_.library, kernel.name, instance, how).end;
      flags.push_back(end != sandbox::KernelRun::End::unsupported && end != sandbox::KernelRun::End::unavailable);
      taken.*probe.extension = flags.back();
    }
    return {taken, flags};
  }

  void run_on_generated() {
    std::vector<Task> tasks;
    std::vector<std::string> reach;
    std::map<std::tuple<attest_operation, attest_dtype, std::vector<bool>>, KernelInputs::Plan> plans;
    for (const KernelInfo& kernel : chosen_kernels(options_)) {
      const auto [extensions, flags] = extensions_of(kernel);
      const auto key = std::tuple(kernel.operation, kernel.dtype, flags);
      if (!plans.contains(key)) plans[key] = options_.inputs.plan_for(kernel, extensions);
      for (const KernelInputs::Generated& generated : plans[key].inputs) tasks.push_back({kernel, generated});
      reach = plans[key].reach;
    }
    answer_.reach = plans.size() == 1 ? reach : std::vector<std::string>{};
    answer_.planned = tasks.size();
    Progress progress(tasks.size(), false);
    for (const Task& task : tasks) {
      if (interrupted()) break;
      progress.started(task.kernel.name + " on " + task.generated.generator);
      // A kernel that says that it cannot run here is asked once.
      if (!task.kernel.available && !answer_.validations.empty() &&
          answer_.validations.back().kernel == task.kernel.name)
        continue;
      if (answer_.gives_up(task.kernel.name)) continue;
      run(task.kernel, options_.inputs.make(task.generated), task.generated);
      progress.finished(task.kernel.name, "");
    }
  }

  int finish() const { return answer_.finish(options_.json, options_.strict, options_.report); }

 private:
  void run(const KernelInfo& kernel, const Instance& instance, const KernelInputs::Generated& generated) {
    RunOptions how = options_.run;
    if (generated.threads > 0 && !options_.threads_are_said) how.threads = generated.threads;
    // What a kernel keeps from call to call shows in smaller problems, too.
    how.one_alone = instances::work(generated.request) <= 2e7 || !generated.in_menu;
    how.other_numbers_first = how.one_alone && generated.begins_on_other_numbers();
    Outputs outputs;
    Validation validation =
        validate_kernel(options_.library, kernel, instance, options_.error, how, options_.judge, &outputs);
    // What a run gives that the user ended is nobody's verdict.
    if (interrupted()) return;
    if (options_.declared.any()) check_invariances(validation, kernel, instance, outputs, how);
    if (interrupted()) return;
    validation.number = generated.number;
    validation.in_menu = generated.in_menu;
    if (validation.judgement && generated.has_independent_rows())
      answer_.leanings[kernel.name].add(*validation.judgement);
    hint(validation, instance, outputs);
    answer_.blames[validation.kernel].add(validation, instance, outputs, options_.judge);
    if (is_failure(validation) && !options_.shrink.empty() && shrunk_.insert(kernel.name).second) {
      ReplayOptions replay;
      replay.stopped = [] { return interrupted().load(); };
      validation.replay = write_replay(options_.shrink, options_.library, kernel, instance, validation, options_.error,
                                       options_.run, options_.judge, replay)
                              .command;
    }
    answer_.add(std::move(validation));
  }

  /// Of a run that failed otherwise nothing more is asked.
  void check_invariances(Validation& validation, const KernelInfo& kernel, const Instance& instance,
                         const Outputs& outputs, RunOptions how) const {
    if (!validation.judgement || is_failure(validation)) return;
    how.other_numbers_first = how.one_alone = false;
    validation.findings = broken_invariances(
        options_.declared, instance, outputs, [&](const Instance& changed) -> std::optional<Outputs> {
          sandbox::KernelRun run = run_kernel(options_.library, kernel.name, changed, how);
          if (run.end != sandbox::KernelRun::End::finished) return {};
          return std::move(run.outputs);
        });
    if (!validation.findings.empty()) validation.outcome = Outcome::failed;
  }

  /// Other settings are tried for a kernel's first failures alone.
  void hint(Validation& validation, const Instance& instance, const Outputs& outputs) {
    if (validation.outcome != Outcome::outside || hinted_[validation.kernel]++ >= 4) return;
    validation.hint = setting_hint(instance, outputs, validation.error, *validation.judgement, options_.judge);
  }

  const ValidateOptions& options_;
  std::set<std::string> shrunk_;  ///< kernels; each failure of one is mostly the same fault
  std::map<std::string, int> hinted_;
  KernelsAnswer answer_;
};

int validate(ValidateOptions& options) {
  options.run.limit = std::chrono::milliseconds(static_cast<std::int64_t>(options.timeout * 1000));
  options.run.memory = static_cast<std::uint64_t>(options.memory * 0x1p30);
  options.run.threads = std::max(2, options.judge.threads);
  catch_interrupts();
  const std::filesystem::path folder = std::filesystem::path(options.report).parent_path();
  if (!options.report.empty() && !folder.empty() && !std::filesystem::is_directory(folder))
    throw InputError(options.report, "expected a place in a folder that is there");
  const bool has_kernel = !options.kernel.empty() || !options.library.empty();
  options.declared = Invariances::parse(options.invariant, "--invariant");
  if (options.declared.any() && (options.gradients || !has_kernel))
    throw InputError("--invariant", "expected --kernel or --library beside it, and no --gradients");
  if (options.gradients && (has_kernel || options.inputs.has_arrays()))
    return validate_gradients_command({options.inputs, options.kernel, options.library, options.error, options.run,
                                       options.judge, options.json, options.threads_are_said, options.strict,
                                       options.report, options.shrink});
  Run run(options);
  if (options.inputs.has_arrays()) {
    for (const StoredInstance& stored : options.inputs.read())
      has_kernel ? run.run_on_arrays(stored.instance) : run.judge_arrays(stored);
  } else if (has_kernel) {
    run.run_on_generated();
  } else {
    std::cerr << "attest: expected a FILE or arrays, --kernel, or --library (see attest kernels validate --help)\n";
    return kBadUsage;
  }
  return run.finish();
}

}  // namespace

void add_kernels_validate(CLI::App& kernels, Action& run) {
  auto* command = kernels.add_subcommand("validate", "Hold a kernel to a bound that is derived from its arithmetic");
  auto options = std::make_shared<ValidateOptions>();
  options->judge.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  options->inputs.add_options(*command);
  command->add_option("--kernel", options->kernel,
                      "One of our own by name, or all; with --library one of that library");
  command->add_option("--library", options->library,
                      "A shared library with the symbol attest_kernels (kernels/attest_kernel.h)");
  command->add_flag("--gradients", options->gradients,
                    "Of a backward kernel: grad_query, grad_key, grad_value, grad_bias, grad_factor for a grad_output\n"
                    "(kernels/attest_gradient_kernel.h)");
  command
      ->add_option("--error", options->error.constants,
                   "A constant of the kernel's error class, as accumulate=2^-24; also input_round, exp_argument,\n"
                   "exp_relative, weight_round, output_round, underflow, weight_underflow, reference_lag,\n"
                   "norm_relative, tanh_relative, tanh_absolute,\n"
                   "unnormalized_weights, method, key_block")
      ->group("Error class");
  command->add_option("--threads", options->judge.threads, "Of the judgement and of a kernel's second run")
      ->check(CLI::Range(1, 256));
  command
      ->add_option("--timeout", options->timeout, "Seconds for a kernel's runs on one instance together (default 60)")
      ->check(CLI::Range(0.1, 1e6));
  command->add_option("--memory", options->memory, "GiB that a kernel may allocate (default: any number)")
      ->check(CLI::Range(0.0, 1e6));
  command->add_option("--shrink", options->shrink,
                      "A folder: for each kernel's first failure the smallest instance that still fails, as a file");
  command->add_option("--list", options->judge.listed, "How many elements outside are listed (default 8)");
  command
      ->add_option(
          "--invariant", options->invariant,
          "What the kernel's author declares of its bits, as batch,runs: batch and queries (an entry alone\n"
          "has the bits that it has among others), neighbours (other numbers in other batch entries and heads\n"
          "change nothing), runs (another process gives the same)")
      ->delimiter(',');
  command->add_flag("--strict", options->strict, "A warning is as bad as an element outside: exit code 1");
  command->add_flag("--json", options->json, "One JSON object (schema attest.kernels/1)");
  command->add_option("--report", options->report, "A self-contained HTML file with histograms and heat maps");
  command->footer(
      "The inputs are exact numbers; the exact result is enclosed, and the bound of each element is derived from the\n"
      "kernel's error class and the data (docs/numerics.md). No tolerance is chosen. A kernel runs four times in a\n"
      "child process, with guard pages around its arrays: a crash, a hang, a write out of place, an element never\n"
      "written, and other bits with more threads or with other strides are answers.\n\n"
      "Exit codes: 0 every element that has a finite bound is inside it, and at least half of each kernel's elements "
      "have\n"
      "one; 1 an element is outside, or a kernel failed; 2 undecided, too few with a bound, or nothing could be run;\n"
      "3 bad input; 64 usage; 130 interrupted.\n\n"
      "Examples:\n"
      "  attest kernels validate --operation urpe --query q.npy --key k.npy --value v.npy --factor c.npy --output "
      "o.npy\n"
      "  attest kernels validate --library ./libmykernel.so --report kernel.html\n"
      "  attest kernels validate --kernel all");
  command->callback([options, command, &run] {
    options->threads_are_said = command->count("--threads") > 0;
    run = [options] { return validate(*options); };
  });
}

}  // namespace attest::verify::command
