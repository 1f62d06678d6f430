// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "verify/instances/gradients.hpp"

// The room sandbox: kernels of unknown origin are run in a child process, their arrays between pages that may not be
// touched, so that a crash, a hang and a write out of place are answers.
namespace attest::verify::sandbox {

/// A kernel as its library describes it.
struct KernelInfo {
  std::string name, isa;
  attest_operation operation;
  attest_dtype dtype;
  bool available;                           ///< this machine can run it
  std::optional<attest_error_class> error;  ///< what it promises; nothing: it does not say
};

struct RunOptions {
  int threads = 2;  ///< of the second run; the others have one
  /// Before the first run a call with the first half of the queries and keys, then one with the same shape, both with
  /// the same addresses and the numbers of every array in reverse (but for the first and last row of each head). Their
  /// results are dropped: what a kernel keeps from call to call, numbers or sizes, shows in the first run. False: the
  /// library's first call is the second run, so that what its threads do once for all is looked at.
  bool other_numbers_first = true;
  /// A fourth run that asks for `output` alone; of a backward kernel, on few products, one for each gradient alone.
  bool one_alone = true;
  std::chrono::milliseconds limit{60'000};  ///< for loading the library and all runs together
  std::uint64_t memory = 0;                 ///< bytes that the library may allocate; 0: any number
  bool row_sum = true, log_sum_exp = true;  ///< outputs asked for beside `output` (log_sum_exp not of hardmax)
  std::string program = "/proc/self/exe";   ///< attest, which the library runs in
};

struct KernelRun {
  enum class End {
    finished,
    unsupported,  ///< the kernel does not do this problem
    unavailable,  ///< the machine lacks what the kernel needs
    failed        ///< it crashed, hung, ended the process, or broke its interface
  };
  End end = End::failed;
  std::string why;                 ///< unless finished: the reason, one line
  instances::Outputs outputs;      ///< finished: what it computed
  instances::Gradients gradients;  ///< the same of a backward kernel
  /// Finished, but not as the interface promises: other bits in the second run (with more threads, other contents of
  /// scratch, other addresses), the third or fourth (other strides) or in a later call, elements never written, writes
  /// beside an array, scratch as large as queries x keys. One line each.
  std::vector<std::string> findings;
  /// Finished: outputs that have other bits where nothing else is asked for, by name. They may be right, too.
  struct Alone {
    std::string name;
    instances::FloatArray array;
  };
  std::vector<Alone> alone;
  bool dense_only = false;  ///< there was no third run: the kernel does not support its strides
  bool hung = false;        ///< failed, since it gave no answer within the limit
};

/// The kernels of a shared library, or, for an empty path, our own. The library is loaded in a child process.
/// InputError if it cannot be loaded, crashes or hangs while it is asked, lacks the symbol attest_kernels, or has
/// another ABI.
std::vector<KernelInfo> list_kernels(const std::filesystem::path& library, const RunOptions& options = {});
/// The same of backward kernels and the symbol attest_gradient_kernels.
std::vector<KernelInfo> list_gradient_kernels(const std::filesystem::path& library, const RunOptions& options = {});

/// Runs a kernel on an instance four times (and on other numbers before, of half of it and of all), in a child
/// process, where inputs cannot be written and every array lies between guard pages: a crash, a hang or a write out of
/// place is an answer. In the third run tensors lie with their heads interleaved and with gaps between rows; in the
/// fourth, inputs besides with their last row first, or with one row where all are equal, and value by heads, and
/// `output` alone is asked for. A problem of few products is then called 24 times more. InputError as list_kernels, and
/// for an unknown name.
KernelRun run_kernel(const std::filesystem::path& library, const std::string& kernel,
                     const instances::Instance& instance, const RunOptions& options = {});

/// The same of a backward kernel, which is asked for every gradient that the problem has.
KernelRun run_gradient_kernel(const std::filesystem::path& library, const std::string& kernel,
                              const instances::GradientInstance& instance, const RunOptions& options = {});

}  // namespace attest::verify::sandbox
