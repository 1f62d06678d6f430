// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/validate_gradients.hpp"

#include <algorithm>

#include "verify/judge/gradient_judge.hpp"

namespace attest::verify::validate {

namespace {

/// From so many terms on the bound for roundings at random is looked at, as a forward kernel's from so many keys.
constexpr std::int64_t kManyTerms = 256;

}  // namespace

using instances::GradientInstance;
using instances::Gradients;
using sandbox::KernelInfo;
using sandbox::KernelRun;

Validation validate_gradients(const GradientInstance& instance, const Gradients& computed,
                              const std::optional<attest_error_class>& stated, const ErrorSettings& settings,
                              const judge::JudgeOptions& options) {
  Validation result = describe(instance.forward);
  set_class(result, instance.forward.dtype, stated, settings);
  set_judgement(result, judge::judge_gradients(instance, computed, result.error, options));
  if (result.outcome == Outcome::accepted && std::max(instance.forward.queries, instance.forward.keys) >= kManyTerms) {
    judge::JudgeOptions random = options;
    random.random_roundings = true;
    random.listed = 0;
    const judge::Judgement second = judge::judge_gradients(instance, computed, result.error, random);
    result.beyond_random = second.outside;
    result.random_share = second.worst.share();
  }
  return result;
}

Validation validate_gradient_kernel(const std::filesystem::path& library, const KernelInfo& kernel,
                                    const GradientInstance& instance, const ErrorSettings& settings,
                                    const sandbox::RunOptions& run, const judge::JudgeOptions& options) {
  const KernelRun done = run_gradient_kernel(library, kernel.name, instance, run);
  Validation result = of_run(done, describe(instance.forward), [&] {
    return validate_gradients(instance, done.gradients, kernel.error, settings, options);
  });
  add_alone(
      done,
      [&](const KernelRun::Alone& alone) {
        Gradients one;
        for (const instances::GradientPart& part : instances::gradient_parts)
          if (alone.name == part.name) one.*part.part = alone.array;
        return judge::judge_gradients(instance, one, result.error, options);
      },
      result);
  result.kernel = kernel.name;
  result.library = library.string();
  return result;
}

}  // namespace attest::verify::validate
