// SPDX-License-Identifier: Apache-2.0
// The bug benchmark: every fault, over every generator and request, under the three rules; then the same rules over
// correct runs. Prints Markdown, which stands in docs/bug_benchmark.md.
#include <dlfcn.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <set>
#include <span>

#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "kernels/threads.hpp"
#include "tests/kernels/faults/suite.hpp"

namespace attest::faults {

namespace {

using verify::instances::Generator;
using verify::instances::Instance;
using verify::instances::Outputs;

/// Counts of trials.
struct Tally {
  int runs = 0, changed = 0, judge = 0, undecided = 0, allclose = 0, twice = 0;
  double share = 0;
  void add(const Trial& t) {
    ++runs;
    changed += t.changed, judge += t.judge, undecided += t.undecided, allclose += t.allclose, twice += t.twice;
    share = std::max(share, t.share);
  }
};

std::vector<Case> make_cases(attest_dtype dtype, std::uint64_t seeds) {
  struct Plan {
    std::string generator;
    verify::instances::Request request;
    std::uint64_t seed;
  };
  std::vector<Plan> plans;
  for (const Generator& generator : verify::instances::generators()) {
    if (generator.name == "edge_keys" || generator.name == "lowest_scores") continue;  // in the two other tables
    for (const verify::instances::Request& request : requests(dtype))
      for (std::uint64_t seed = 0; seed < seeds; ++seed) plans.push_back({generator.name, request, seed});
  }
  std::vector<std::optional<Case>> made(plans.size());
  kernels::parallel_for(static_cast<std::int64_t>(plans.size()), 2, [&](std::int64_t k, int) {
    const Plan& plan = plans[static_cast<std::size_t>(k)];
    made[static_cast<std::size_t>(k)].emplace(make_case(plan.generator, plan.request, plan.seed));
  });
  std::vector<Case> cases;
  for (std::optional<Case>& one : made) cases.push_back(std::move(*one));
  return cases;
}

/// trial(case) for every case, some at a time, in the order of the cases.
template <typename Function>
std::vector<Trial> for_each_case(const std::vector<Case>& cases, Function trial, int at_a_time = 2) {
  std::vector<Trial> trials(cases.size());
  kernels::parallel_for(static_cast<std::int64_t>(cases.size()), at_a_time, [&](std::int64_t k, int) {
    trials[static_cast<std::size_t>(k)] = trial(cases[static_cast<std::size_t>(k)]);
  });
  return trials;
}

std::string joined(const std::set<std::string>& names) {
  if (names.size() == verify::instances::generators().size()) return "all";
  if (names.size() > 4) return std::to_string(names.size()) + " generators";
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void print_row(const FaultInfo& info, const Tally& all, const Tally& random, const std::set<std::string>& caught_on) {
  const auto mark = [](int hits) { return hits > 0 ? "yes" : "-"; };
  std::printf("| %s | %d | %d | %d | %d | %s | %s | %s | %.3g | %s |\n", info.name, all.changed, all.judge,
              all.allclose, all.twice, mark(random.judge), mark(random.allclose), mark(random.twice), all.share,
              joined(caught_on).c_str());
}

struct Found {
  int changing = 0, judge = 0, allclose = 0, twice = 0, random_judge = 0, random_allclose = 0, random_twice = 0;
  void add(const Tally& all, const Tally& random) {
    changing += all.changed > 0, judge += all.judge > 0, allclose += all.allclose > 0, twice += all.twice > 0;
    random_judge += random.judge > 0, random_allclose += random.allclose > 0, random_twice += random.twice > 0;
  }
};

void print_faults(const std::vector<Case>& cases, const std::string& only) {
  std::printf(
      "| fault | changed | ours | allclose | twice | ours, random | allclose, random | twice, random | share | ours "
      "caught it on |\n");
  std::printf("| --- | ---: | ---: | ---: | ---: | --- | --- | --- | ---: | --- |\n");
  Found found;
  for (const FaultInfo& info : all_faults()) {
    if (!only.empty() && only != info.name) continue;
    const std::vector<Trial> trials = for_each_case(cases, [&](const Case& c) { return try_fault(c, info.fault); });
    Tally all, random;
    std::set<std::string> caught_on;
    for (std::size_t k = 0; k < cases.size(); ++k) {
      all.add(trials[k]);
      if (cases[k].generator == "random") random.add(trials[k]);
      if (trials[k].judge) caught_on.insert(cases[k].generator);
    }
    print_row(info, all, random, caught_on);
    found.add(all, random);
  }
  std::printf(
      "\n%d faults change some result. Found: ours %d, allclose %d, twice %d; with random inputs alone: ours %d, "
      "allclose %d, twice %d.\n",
      found.changing, found.judge, found.allclose, found.twice, found.random_judge, found.random_allclose,
      found.random_twice);
}

/// The kernels of a shared library, in this process, for its rest: a library is trusted here, and not under
/// `attest kernels validate`.
std::span<const attest_kernel> kernels_of(const std::string& library) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw std::runtime_error(dlerror());
  const auto symbol = reinterpret_cast<decltype(&attest_kernels)>(dlsym(handle, "attest_kernels"));
  const attest_kernel_library* list = symbol != nullptr ? symbol(ATTEST_KERNEL_ABI) : nullptr;
  if (list == nullptr) throw std::runtime_error(library + ": expected a library of kernels of this interface");
  return {list->kernels, list->count};
}

/// The rules over the correct kernel above, and over those of `list` that this machine can run, some cases at a time.
void print_false_alarms(const std::vector<Case>& cases, attest_dtype dtype, std::span<const attest_kernel> list,
                        int at_a_time) {
  std::printf(
      "\n| correct kernel | runs | false alarms: ours | undecided | allclose | twice | greatest share | undecided on "
      "|\n");
  std::printf("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n");
  Tally total;
  std::set<std::string> undecided_on;
  const auto print = [](const char* name, const Tally& t, const std::set<std::string>& undecided) {
    std::printf("| %s | %d | %d | %d | %d | %d | %.3g | %s |\n", name, t.runs, t.judge, t.undecided, t.allclose,
                t.twice, t.share, joined(undecided).c_str());
  };
  const auto fold = [&](const char* name, const std::vector<Trial>& trials, const std::vector<bool>& ran) {
    Tally tally;
    std::set<std::string> undecided;
    for (std::size_t k = 0; k < trials.size(); ++k) {
      if (!ran[k]) continue;
      tally.add(trials[k]), total.add(trials[k]);
      if (trials[k].undecided) undecided.insert(cases[k].generator), undecided_on.insert(cases[k].generator);
    }
    if (tally.runs > 0) print(name, tally, undecided);
  };
  fold("the benchmark's own",
       for_each_case(cases, [&](const Case& c) { return try_rules(c.instance, c.rules, c.correct, promised(dtype)); }),
       std::vector<bool>(cases.size(), true));
  for (const attest_kernel& kernel : list) {
    if (kernel.dtype != static_cast<std::uint32_t>(dtype) || kernel.available() == 0) continue;
    std::vector<bool> ran(cases.size());
    std::vector<char> did(cases.size());
    const auto trial = [&](const Case& c) -> Trial {
      Outputs outputs = verify::instances::blank_outputs(c.instance, true, c.instance.operation != ATTEST_HARDMAX);
      const attest_problem problem = verify::instances::as_problem(c.instance, outputs);
      std::string why;
      if (kernel.supports(&problem, {nullptr, 0}) != ATTEST_OK) return {};
      if (kernels::run_kernel(kernel, problem, 1, why) != ATTEST_OK) return {};
      did[static_cast<std::size_t>(&c - cases.data())] = 1;
      return try_rules(c.instance, c.rules, outputs, kernel.error);
    };
    const std::vector<Trial> trials = for_each_case(cases, trial, at_a_time);
    for (std::size_t k = 0; k < ran.size(); ++k) ran[k] = did[k] != 0;
    fold(kernel.name, trials, ran);
  }
  print("all", total, undecided_on);
}

int main_with(int argc, char** argv) {
  CLI::App program(
      "Seeded faults under three rules: the judge's derived bound, allclose, twice the error of a naive run.");
  std::string only_dtype, only_fault, library;
  std::uint64_t seeds = 2;
  bool correct = false;
  program.add_option("--dtype", only_dtype, "float64, float32 or bfloat16 alone");
  program.add_option("--fault", only_fault, "one fault alone");
  program.add_option("--seeds", seeds, "instances of each generator and request");
  program.add_flag("--correct", correct, "correct runs alone");
  program.add_option("--library", library, "correct runs alone, of a shared library's kernels instead of ours")
      ->check(CLI::ExistingFile);
  CLI11_PARSE(program, argc, argv);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // a line when it is known
  const std::span<const attest_kernel> list = library.empty() ? kernels::all_kernels() : kernels_of(library);
  for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16, ATTEST_FLOAT64}) {
    const std::string name = kernels::dtype_name(dtype);
    if (!only_dtype.empty() && only_dtype != name) continue;
    const std::vector<Case> cases = make_cases(dtype, seeds);
    std::printf("\n### %s: %zu inputs\n\n", name.c_str(), cases.size());
    if (library.empty() && !correct) print_faults(cases, only_fault);
    if (only_fault.empty()) print_false_alarms(cases, dtype, list, library.empty() ? 2 : 1);  // a device has one queue
  }
  return 0;
}

}  // namespace

}  // namespace attest::faults

int main(int argc, char** argv) try {
  return attest::faults::main_with(argc, argv);
} catch (const std::exception& error) {
  std::fprintf(stderr, "fault_table: %s\n", error.what());
  return 3;
}
