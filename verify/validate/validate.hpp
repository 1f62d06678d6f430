// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify/judge/judge.hpp"
#include "verify/sandbox/kernel_run.hpp"

// The room validate: a kernel, or what it computed, is held to its bound; a failure is made small (shrink.hpp,
// replay.hpp); the outcome becomes text, JSON or a page.
namespace attest::verify::validate {

/// Constants of an error class that the user names instead of the kernel: "accumulate=2^-24", "exp_relative=1e-7",
/// "weight_round=0x1p-8", "method=fft", "key_block=64".
struct ErrorSettings {
  std::vector<std::string> constants;

  /// InputError at `place` for an unknown constant or a value that is none.
  void apply(attest_error_class& error, const std::string& place) const;
};

enum class Outcome {
  accepted,     ///< every element that has a finite bound is certainly inside it
  outside,      ///< an element is certainly outside its bound
  failed,       ///< the kernel crashed, hung, or broke its interface
  undecided,    ///< an element has a finite bound and could be on either side of it
  unbounded,    ///< no element has a finite bound, nothing could be decided
  unsupported,  ///< the kernel does not do this problem
  unavailable   ///< the machine lacks what the kernel needs
};
const char* outcome_name(Outcome outcome);

/// One kernel on one instance.
struct Validation {
  std::string kernel;   ///< empty: arrays that somebody's kernel computed
  std::string library;  ///< empty: our own
  std::string instance, operation, dtype;
  std::string terms;                ///< "bias toeplitz, factor dense, causal"
  std::vector<std::int64_t> sizes;  ///< batches, heads, queries, keys, width, value_width
  attest_error_class error{};
  std::string error_source;  ///< whose promise it is
  Outcome outcome = Outcome::failed;
  std::string why;                    ///< failed, unsupported, unavailable: one line
  std::vector<std::string> findings;  ///< how the kernel broke its interface though it finished
  std::int64_t beyond_random = 0;     ///< inside the bound, but outside what roundings at random leave
  double random_share = 0;            ///< the greatest error over that bound
  std::string hint;                   ///< with which other setting every element would be inside (hint.hpp)
  int number = 0;                     ///< of a generated input, for --case
  bool in_menu = false;               ///< one of many generated inputs, which are reported together
  bool dense_only = false;            ///< the kernel supports no strides but those of dense arrays
  bool hung = false;                  ///< failed, since it gave no answer within its time
  std::optional<judge::Judgement> judgement;
  std::string replay;  ///< a command that shows the failure on the smallest instance that was found
};

/// What was asked, without an answer.
Validation describe(const instances::Instance& instance);

/// The class that something is held to, `stated` or the default one of its dtype, and then `settings`.
void set_class(Validation& validation, attest_dtype dtype, const std::optional<attest_error_class>& stated,
               const ErrorSettings& settings);
/// What was found, and the outcome that follows.
void set_judgement(Validation& validation, judge::Judgement judgement);
/// Of a kernel's run: `judged` if it finished, with the ways in which it broke its interface, else why it did not.
Validation of_run(const sandbox::KernelRun& run, const Validation& described,
                  const std::function<Validation()>& judged);

/// Outputs that have other bits where nothing else is asked for, each by `judged`: one that is outside its bound is a
/// finding.
void add_alone(const sandbox::KernelRun& run,
               const std::function<judge::Judgement(const sandbox::KernelRun::Alone&)>& judged, Validation& result);

/// How much of what a kernel computed could be held to a finite bound, over all its runs.
struct Decided {
  std::int64_t elements = 0, unbounded = 0;
  void add(const Validation& validation);
  double share() const;
};
/// A kernel is accepted if every decided element is inside, and at least this share of its elements is decided.
constexpr double kLeastDecided = 0.5;

/// Judges outputs that are there. Without `stated` the class is the default one of the dtype; then `settings` apply.
Validation validate_outputs(const instances::Instance& instance, const instances::Outputs& outputs,
                            const std::optional<attest_error_class>& stated, const ErrorSettings& settings,
                            const judge::JudgeOptions& options);

/// Runs a kernel and judges what it computed, which `outputs` receives if there is one. InputError as run_kernel.
Validation validate_kernel(const std::filesystem::path& library, const sandbox::KernelInfo& kernel,
                           const instances::Instance& instance, const ErrorSettings& settings,
                           const sandbox::RunOptions& run, const judge::JudgeOptions& options,
                           instances::Outputs* outputs = nullptr);

}  // namespace attest::verify::validate
