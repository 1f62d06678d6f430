// SPDX-License-Identifier: Apache-2.0
// Runs the CUDA kernels on a machine that has nothing but nvcc and a GPU, and writes what they computed as files that
// `attest kernels validate` judges on any other machine (docs/cuda.md).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "kernels/cuda/attest_cuda.h"
#include "kernels/cuda/device_problem.hpp"
#include "kernels/cuda/standalone/instance.hpp"
#include "kernels/cuda/standalone/timing.hpp"
#include "kernels/problem.hpp"

using namespace attest;
using namespace attest::cuda::standalone;

namespace {

constexpr const char* kUsage =
    "usage: attest_cuda_standalone [--out DIR] [--kernels WORD | --kernel NAME] [--seed N] [--repeats N] [--times] "
    "[--gradient-times] [--list]\n"
    "  --out DIR       the folder for the files and for validate.sh, which judges them; it exists (default: the "
    "present one)\n"
    "  --kernels WORD  those whose names contain WORD (default: all that this device can run)\n"
    "  --kernel NAME   this one alone\n"
    "  --seed N        of the numbers (default 1)\n"
    "  --repeats N     run each case so many times from device memory, over poisoned outputs, for the same bits "
    "(default 1)\n"
    "  --times         measure with CUDA events instead of writing files\n"
    "  --gradient-times  the same of the backward kernels\n"
    "  --list          print the kernels' names, and nothing else\n";

struct Options {
  std::string out = ".", kernels, kernel;
  std::uint64_t seed = 1, repeats = 1;
  bool times = false, gradient_times = false, list = false;

  bool choose(const std::string& name) const {
    return name.find(kernels) != std::string::npos && (kernel.empty() || name == kernel);
  }
};

bool parse(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--times" || word == "--gradient-times" || word == "--list") {
      (word == "--times" ? options.times : word == "--list" ? options.list : options.gradient_times) = true;
      continue;
    }
    if (i + 1 == count) return false;
    const std::string value = words[++i];
    char* end = nullptr;
    if (word == "--out")
      options.out = value;
    else if (word == "--kernels")
      options.kernels = value;
    else if (word == "--kernel")
      options.kernel = value;
    else if (word == "--seed" && (options.seed = std::strtoull(value.c_str(), &end, 10), !value.empty() && *end == 0))
      continue;
    else if (word == "--repeats" &&
             (options.repeats = std::strtoull(value.c_str(), &end, 10), !value.empty() && *end == 0))
      continue;
    else
      return false;
  }
  return true;
}

/// The same problem from device memory must give the same bits, whatever the outputs held before. False, with a line,
/// if it does not.
bool same_on_device(const attest_kernel& kernel, Instance& instance, unsigned char poison, attest_message why) {
  Instance again(instance.shape(), instance.operation(), instance.dtype(), instance.ties(), 0);
  for (std::size_t i = 0; i < again.outputs().size(); ++i)
    std::memset(again.outputs()[i].bytes.data(), poison, again.outputs()[i].bytes.size());
  attest_problem problem = instance.problem();
  const attest_problem outputs = again.problem();
  problem.output = outputs.output;
  problem.row_sum = outputs.row_sum;
  problem.log_sum_exp = outputs.log_sum_exp;
  cuda::DeviceProblem device(nullptr);
  attest_status status = device.copy_in(problem, why);
  attest_problem moved = device.problem();
  if (status == ATTEST_OK && moved.bias.kind == ATTEST_TERM_BUCKETS) return true;  // enqueue takes none
  if (status == ATTEST_OK) status = static_cast<attest_status>(attest_cuda_enqueue(&kernel, &moved, nullptr, why));
  if (status == ATTEST_OK) status = device.copy_out(why);
  if (status != ATTEST_OK) return false;
  for (std::size_t i = 0; i < again.outputs().size(); ++i)
    if (again.outputs()[i].bytes != instance.outputs()[i].bytes) {
      kernels::refuse(why, ATTEST_FAILED, "%s: a second run, from device memory, gave other bits",
                      again.outputs()[i].name.c_str());
      return false;
    }
  return true;
}

bool same_every_time(const attest_kernel& kernel, Instance& instance, std::uint64_t repeats, attest_message why) {
  constexpr unsigned char kPoisons[] = {0x7e, 0xff, 0x00, 0x3f};
  for (std::uint64_t i = 0; i < repeats; ++i)
    if (!same_on_device(kernel, instance, kPoisons[i % 4], why)) return false;
  return true;
}

/// A kernel's error class in the words of `attest kernels validate`.
std::string class_words(const attest_error_class& e) {
  char text[400];
  std::snprintf(text, sizeof text,
                "--error input_round=%a --error accumulate=%a --error exp_argument=%g --error exp_relative=%a "
                "--error weight_round=%a --error output_round=%a --error underflow=%a --error weight_underflow=%a "
                "--error key_block=%lld --error reference_lag=%g",
                e.input_round, e.accumulate, e.exp_argument, e.exp_relative, e.weight_round, e.output_round,
                e.underflow, e.weight_underflow, static_cast<long long>(e.key_block), e.reference_lag);
  return text;
}

/// The script that judges all files, each by the class of the kernel that computed it.
constexpr const char* kScriptStart =
    "#!/usr/bin/env bash\n"
    "# Judges the files beside it. ATTEST: the program `attest`, where it is not in the path.\n"
    "cd \"$(dirname \"$0\")\"\n"
    "worst=0\n"
    "judge() { \"${ATTEST:-attest}\" kernels validate \"$@\" || worst=1; }\n";

/// Ends the program with a line if the file cannot be written.
void write_file(const std::string& path, const std::string& text) {
  if ((std::ofstream(path, std::ios::binary) << text).flush()) return;
  std::fprintf(stderr, "attest_cuda_standalone: %s: cannot be written\n", path.c_str());
  std::exit(3);
}

/// Files of one kernel, and their lines in the script; how many cases failed.
int write_files(const attest_kernel& kernel, const Options& options, std::string& script) {
  int failures = 0;
  const auto operation = static_cast<attest_operation>(kernel.operation);
  const std::vector<attest_ties> all_ties{ATTEST_TIES_UNIFORM, ATTEST_TIES_FIRST, ATTEST_TIES_ALL};
  std::size_t turn = 0;
  for (const Case& shape : cases_of(operation)) {
    const attest_ties ties = operation == ATTEST_HARDMAX ? all_ties[turn++ % 3] : ATTEST_TIES_UNIFORM;
    Instance instance(shape, operation, static_cast<attest_dtype>(kernel.dtype), ties, options.seed);
    const attest_problem problem = instance.problem();
    char text[300] = "";
    const attest_message why{text, sizeof text};
    const std::string name = std::string(kernel.name) + "_" + shape.name;
    const int supported = kernel.supports(&problem, why);
    if (supported == ATTEST_UNSUPPORTED) {
      std::printf("  %s: unsupported: %s\n", shape.name, text);
      continue;
    }
    const bool good = supported == ATTEST_OK && kernel.run(&problem, nullptr, 1, why) == ATTEST_OK &&
                      same_every_time(kernel, instance, options.repeats, why);
    if (!good) {
      std::printf("  %s: FAILED: %s\n", shape.name, text);
      ++failures;
      continue;
    }
    write_file(options.out + "/" + name + ".safetensors", to_safetensors(instance, name));
    script += "judge " + name + ".safetensors " + class_words(kernel.error) + "\n";
    std::printf("  %s\n", shape.name);
  }
  return failures;
}

/// How many backward kernels ran, and how many of their shapes failed.
void time_gradients(const Options& options, int& ran, int& failures) {
  const attest_gradient_kernel_library* library = attest_gradient_kernels(ATTEST_GRADIENT_ABI);
  for (std::size_t i = 0; i < library->count; ++i) {
    const attest_gradient_kernel& kernel = library->kernels[i];
    if (!options.choose(kernel.name) || !kernel.available()) continue;
    std::printf("%s\n", kernel.name);
    ++ran;
    failures += print_gradient_times(kernel);
  }
}

}  // namespace

int main(int count, char** words) {
  Options options;
  if (!parse(count, words, options)) {
    std::fputs(kUsage, stderr);
    return 64;
  }
  const attest_kernel_library* library = attest_kernels(ATTEST_KERNEL_ABI);
  std::string script = kScriptStart;
  int ran = 0, failures = 0;
  if (options.gradient_times) time_gradients(options, ran, failures);
  for (std::size_t i = 0; i < library->count && !options.gradient_times; ++i) {
    const attest_kernel& kernel = library->kernels[i];
    if (!options.choose(kernel.name)) continue;
    if (options.list) {
      std::puts(kernel.name);
      continue;
    }
    if (!kernel.available()) {
      std::printf("%s: no device here that runs it\n", kernel.name);
      continue;
    }
    std::printf("%s\n", kernel.name);
    ++ran;
    failures += options.times ? print_times(kernel) : write_files(kernel, options, script);
  }
  if (options.list) return 0;
  if (ran == 0) {
    std::fputs("attest_cuda_standalone: no kernel of this name runs on this machine\n", stderr);
    return 2;
  }
  if (!options.times && !options.gradient_times) write_file(options.out + "/validate.sh", script + "exit $worst\n");
  return failures > 0 ? 1 : 0;
}
