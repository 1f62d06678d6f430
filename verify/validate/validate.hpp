// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  accepted,     ///< every element is certainly inside its bound
  outside,      ///< an element is certainly outside its bound
  failed,       ///< the kernel crashed, hung, or broke its interface
  undecided,    ///< an element could be on either side, or has no finite bound
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
  bool dense_only = false;            ///< the kernel supports no strides but those of dense arrays
  std::optional<judge::Judgement> judgement;
  std::string replay;  ///< a command that shows the failure on the smallest instance that was found
};

/// Judges outputs that are there. Without `stated` the class is the default one of the dtype; then `settings` apply.
Validation validate_outputs(const instances::Instance& instance, const instances::Outputs& outputs,
                            const std::optional<attest_error_class>& stated, const ErrorSettings& settings,
                            const judge::JudgeOptions& options);

/// Runs a kernel and judges what it computed. InputError as run_kernel.
Validation validate_kernel(const std::filesystem::path& library, const sandbox::KernelInfo& kernel,
                           const instances::Instance& instance, const ErrorSettings& settings,
                           const sandbox::RunOptions& run, const judge::JudgeOptions& options);

}  // namespace attest::verify::validate
