// SPDX-License-Identifier: Apache-2.0
// Every seeded fault of a backward kernel is found by the inputs that the command generates, and the right ways are
// inside on all of them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "tests/kernels/gradient_faults/faults.hpp"
#include "verify/instances/gradient_file.hpp"
#include "verify/instances/gradient_menu.hpp"
#include "verify/validate/gradient_replay.hpp"
#include "verify/validate/validate_gradients.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::validate;
using verify::judge::JudgeOptions;
using verify::sandbox::KernelInfo;
using verify::sandbox::list_gradient_kernels;
using verify::sandbox::RunOptions;

namespace {

constexpr const char* names[] = {
#define X(name, what) #name,
    ATTEST_GRADIENT_FAULTS(X)
#undef X
};

RunOptions options() {
  RunOptions options;
  options.program = ATTEST_PROGRAM;
  return options;
}

/// An input and its number in the list of the command.
struct Numbered {
  MenuCase input;
  int number;
};

/// The inputs of `attest kernels validate --gradients --effort quick` with seed 1, small ones first; those with what
/// came with ABI 2 before them, if they are `wanted_first`.
std::vector<Numbered> inputs(const KernelInfo& kernel, Effort effort, bool wanted_first) {
  Request plain;
  plain.operation = kernel.operation;
  plain.dtype = kernel.dtype;
  if (kernel.operation == ATTEST_URPE) plain.bias = plain.factor = ATTEST_TERM_TOEPLITZ;
  std::vector<Numbered> all;
  int number = 0;
  for (const MenuCase& x : gradient_kinds(plain)) all.push_back({x, ++number});
  MenuQuestion question;
  question.operation = kernel.operation;
  question.dtype = kernel.dtype;
  for (const MenuCase& x : gradient_menu(question, effort).cases) all.push_back({x, ++number});
  const auto basic = static_cast<std::ptrdiff_t>(all.size());
  const MenuExtensions taken{true, true, true, true, kernel.operation != ATTEST_URPE, true};
  for (const MenuCase& x : gradient_extension_menu(question, taken, effort).cases) all.push_back({x, ++number});
  if (wanted_first) std::rotate(all.begin(), all.begin() + basic, all.end());
  return all;
}

/// Whether it shows in problems of ABI 2 alone.
bool needs_extensions(const std::string& name) {
  for (const char* prefix : {"cap_", "keep_", "delta_before_keep", "sink_", "group_", "window_", "key_scale_",
                             "query_scale_", "value_scale_"})
    if (name.starts_with(prefix)) return true;
  return false;
}

/// What this fault cannot show in this operation or dtype.
bool applies(const std::string& name, const KernelInfo& kernel) {
  static const std::set<std::string> of_terms = {
      "delta_without_factor", "bias_last_tile",       "bias_shifted",         "bias_reversed",
      "bias_overwritten",     "bias_batches_lost",    "bias_scaled",          "bias_of_weights",
      "slopes_unweighted",    "slopes_sign",          "buckets_clamped",      "factor_of_product",
      "factor_of_gradient",   "factor_diagonal_zero", "value_without_factor", "score_with_factor"};
  // Their errors are smaller than what bfloat16 is allowed.
  static const std::set<std::string> of_float32 = {"delta_bfloat16",        "half_sums_of_key",
                                                   "half_sums_of_query",    "weak_exp",
                                                   "small_weights_dropped", "small_gradients_dropped"};
  if (kernel.operation == ATTEST_ATTENTION && (of_terms.contains(name) || name == "cap_of_score")) return false;
  // Dropout stands beside no factor.
  if (kernel.operation == ATTEST_URPE && (name.starts_with("keep_") || name == "delta_before_keep")) return false;
  return kernel.dtype == ATTEST_FLOAT32 || !of_float32.contains(name);
}

/// The number of the first input that shows it; 0: none does.
int first_found(const KernelInfo& kernel, Effort effort, bool wanted_first) {
  for (const auto& [x, number] : inputs(kernel, effort, wanted_first)) {
    const GradientInstance instance =
        generate_gradient(x.generator, x.request, 1 + 1000 * static_cast<std::uint64_t>(number));
    RunOptions how = options();
    if (x.threads > 0) how.threads = x.threads;
    const Validation v = validate_gradient_kernel(ATTEST_FAULTS, kernel, instance, {}, how, JudgeOptions{});
    if (v.outcome == Outcome::outside || v.outcome == Outcome::failed) return number;
  }
  return 0;
}

void check(bool all) {
  int found = 0;
  for (const KernelInfo& kernel : list_gradient_kernels(ATTEST_FAULTS, options())) {
    const std::string name = kernel.name.substr(
        kernel.name.find("32_") != std::string::npos ? kernel.name.find("32_") + 3 : kernel.name.find("16_") + 3);
    const bool is_right = name.starts_with("right_");
    if (!applies(name, kernel) || (!all && kernel.operation == ATTEST_ATTENTION)) continue;
    INFO(kernel.name);
    const int number = first_found(kernel, Effort::quick, needs_extensions(name));
    if (std::getenv("ATTEST_TABLE")) std::printf("%-45s %d\n", kernel.name.c_str(), number);
    if (is_right)
      CHECK(number == 0);
    else
      CHECK(number > 0);
    found += !is_right && number > 0;
  }
  CHECK(found == (all ? 216 : 150));
}

}  // namespace

TEST_CASE("seeded faults of URPE's gradients are found, the right ways are not") { check(false); }
TEST_CASE("all seeded faults of gradients", "[.all]") { check(true); }
TEST_CASE("a wrong backward kernel's failure is made small and shows again from its file") {
  const std::string name = "urpe_float32_cap_forgotten";
  KernelInfo kernel;
  for (const KernelInfo& one : list_gradient_kernels(ATTEST_FAULTS, options()))
    if (one.name == name) kernel = one;
  Request r;
  r.operation = ATTEST_URPE, r.bias = r.factor = ATTEST_TERM_TOEPLITZ;
  r.heads = 2, r.queries = 5, r.keys = 6, r.width = 4, r.value_width = 3, r.softcap = 1.5;
  const GradientInstance instance = generate_gradient("random", r, 1);
  const Validation failure = validate_gradient_kernel(ATTEST_FAULTS, kernel, instance, {}, options(), JudgeOptions{});
  REQUIRE(failure.outcome == Outcome::outside);
  const auto folder = std::filesystem::temp_directory_path() / "attest-gradient-replay";
  std::filesystem::create_directories(folder);
  const Replay replay =
      write_gradient_replay(folder, ATTEST_FAULTS, kernel, instance, failure, {}, options(), JudgeOptions{});
  CHECK_THAT(replay.command, Catch::StartsWith("attest kernels validate --gradients "));
  const StoredGradient again = read_gradient(attest::verify::arrays::read_array_file(replay.file), {});
  CHECK(again.instance.forward.queries == 1);
  CHECK(again.instance.forward.softcap == 1.5);
  const Validation found =
      validate_gradient_kernel(ATTEST_FAULTS, kernel, again.instance, {}, options(), JudgeOptions{});
  CHECK(found.outcome == Outcome::outside);
  std::filesystem::remove_all(folder);
}

/// The customary rule: every element within 1e-2 of a reference's, on normal random numbers of one shape.
bool passes_by_rule(const Gradients& computed, const Gradients& reference) {
  for (const GradientPart& part : gradient_parts) {
    const auto &a = computed.*part.part, &b = reference.*part.part;
    for (std::int64_t k = 0; a && k < a->size(); ++k)
      if (!(std::fabs((*a)[k] - (*b)[k]) <= 1e-2)) return false;
  }
  return true;
}

TEST_CASE("a tolerance of 1e-2 on random inputs passes wrong kernels", "[.all]") {
  int passed = 0, wrong = 0;
  Gradients reference;
  for (const KernelInfo& kernel : list_gradient_kernels(ATTEST_FAULTS, options())) {
    if (!kernel.name.starts_with("urpe_float32")) continue;
    if (needs_extensions(kernel.name.substr(std::string("urpe_float32_").size()))) continue;  // no fault there
    Request r;
    r.operation = ATTEST_URPE, r.batches = r.heads = 2, r.queries = r.keys = 64, r.width = r.value_width = 64;
    r.bias = r.factor = ATTEST_TERM_TOEPLITZ;
    const Gradients computed =
        run_gradient_kernel(ATTEST_FAULTS, kernel.name, generate_gradient("random", r, 1), options()).gradients;
    if (kernel.name.ends_with("right_softmax")) reference = computed;
    if (kernel.name.find("_right_") != std::string::npos) {
      CHECK(passes_by_rule(computed, reference));
      continue;
    }
    ++wrong;
    const bool passes = passes_by_rule(computed, reference);
    passed += passes;
    if (std::getenv("ATTEST_TABLE")) std::printf("%-45s %s\n", kernel.name.c_str(), passes ? "passes" : "fails");
  }
  CHECK(wrong == 60);
  CHECK(passed == 30);
}

TEST_CASE("every fault has a kernel") {
  CHECK(list_gradient_kernels(ATTEST_FAULTS, options()).size() == 3 * std::size(names));
}
