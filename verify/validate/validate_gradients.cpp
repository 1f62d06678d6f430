// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/validate_gradients.hpp"

#include "verify/judge/gradient_judge.hpp"

namespace attest::verify::validate {

using instances::GradientInstance;
using instances::Gradients;
using sandbox::KernelInfo;
using sandbox::KernelRun;

Validation validate_gradients(const GradientInstance& instance, const Gradients& computed,
                              const std::optional<attest_error_class>& stated, const ErrorSettings& settings,
                              const judge::JudgeOptions& options) {
  Validation result = describe(instance.forward);
  result.error = stated ? *stated : judge::default_error_class(instance.forward.dtype);
  result.error_source = stated ? "the class that the kernel states" : "the default class of " + result.dtype;
  if (!settings.constants.empty()) {
    settings.apply(result.error, "--error");
    result.error_source += ", with constants of the command line";
  }
  result.judgement = judge::judge_gradients(instance, computed, result.error, options);
  const judge::Judgement& judgement = *result.judgement;
  const bool is_void = judgement.unbounded > 0 && judgement.unbounded == judgement.elements;
  result.outcome = judgement.outside > 0                       ? Outcome::outside
                   : judgement.undecided > judgement.unbounded ? Outcome::undecided
                   : is_void                                   ? Outcome::unbounded
                                                               : Outcome::accepted;
  return result;
}

Validation validate_gradient_kernel(const std::filesystem::path& library, const KernelInfo& kernel,
                                    const GradientInstance& instance, const ErrorSettings& settings,
                                    const sandbox::RunOptions& run, const judge::JudgeOptions& options) {
  const KernelRun done = run_gradient_kernel(library, kernel.name, instance, run);
  Validation result;
  if (done.end == KernelRun::End::finished) {
    result = validate_gradients(instance, done.gradients, kernel.error, settings, options);
    result.findings = done.findings;
    result.dense_only = done.dense_only;
    if (!done.findings.empty() && result.outcome != Outcome::outside) result.outcome = Outcome::failed;
  } else {
    result = describe(instance.forward);
    result.outcome = done.end == KernelRun::End::unsupported   ? Outcome::unsupported
                     : done.end == KernelRun::End::unavailable ? Outcome::unavailable
                                                               : Outcome::failed;
    result.why = done.why;
  }
  result.kernel = kernel.name;
  result.library = library.string();
  return result;
}

}  // namespace attest::verify::validate
