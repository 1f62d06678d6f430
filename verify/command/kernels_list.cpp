// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>

#include "kernels/problem.hpp"
#include "verify/command/kernels_command.hpp"
#include "verify/sandbox/kernel_run.hpp"
#include "verify/validate/validation_text.hpp"

namespace attest::verify::command {

using sandbox::KernelInfo;
using sandbox::list_kernels;
using validate::short_number;
using validate::to_json;

namespace {

using Json = nlohmann::ordered_json;

/// "2^-24" where the constant is such a power, else its digits.
std::string constant_words(double value) {
  int exponent = 0;
  return std::frexp(value, &exponent) == 0.5 ? "2^" + std::to_string(exponent - 1) : short_number(value);
}

std::string promise(const KernelInfo& kernel) {
  if (!kernel.error) return "states no error class: held to the default one";
  const attest_error_class& error = *kernel.error;
  std::string words = std::string(error.method == ATTEST_METHOD_FFT ? "fft, " : "") + "sums " +
                      constant_words(error.accumulate) + ", exp " + constant_words(error.exp_relative) + ", weights " +
                      constant_words(error.weight_round) + ", output " + constant_words(error.output_round);
  if (error.norm_relative > 0) words += ", norms " + constant_words(error.norm_relative);
  if (error.input_round > 0) words += ", inputs " + constant_words(error.input_round);
  return words;
}

int list(const std::string& library, bool as_json) {
  const std::vector<KernelInfo> kernels = list_kernels(library);
  if (as_json) {
    Json entries = Json::array();
    for (const KernelInfo& kernel : kernels)
      entries.push_back({{"name", kernel.name},
                         {"operation", kernels::operation_name(kernel.operation)},
                         {"dtype", kernels::dtype_name(kernel.dtype)},
                         {"isa", kernel.isa},
                         {"available", kernel.available},
                         {"error_class", kernel.error ? to_json(*kernel.error) : Json(nullptr)}});
    std::cout << Json{{"schema", "attest.kernels/1"}, {"kernels", entries}}.dump() << "\n";
    return kSuccess;
  }
  // Two blanks at least between columns: a library of yours has names and instruction sets of its own.
  std::size_t name = 31, isa = 10;
  for (const KernelInfo& kernel : kernels) {
    name = std::max(name, kernel.name.size());
    isa = std::max(isa, kernel.isa.size());
  }
  for (const KernelInfo& kernel : kernels)
    std::cout << std::left << std::setw(static_cast<int>(name) + 2) << kernel.name
              << std::setw(static_cast<int>(isa) + 2) << kernel.isa << std::setw(15)
              << (kernel.available ? "runs here" : "not here") << promise(kernel) << "\n";
  return kSuccess;
}

}  // namespace

void add_kernels_list(CLI::App& kernels, Action& run) {
  auto* command = kernels.add_subcommand("list", "The kernels, whether this machine runs them, what they promise");
  struct Options {
    std::string library;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  command->add_option("--library", options->library,
                      "A shared library with the symbol attest_kernels, instead of our own");
  command->add_flag("--json", options->json, "One JSON object (schema attest.kernels/1)");
  command->footer(
      "Each line: the kernel's name, its instruction set, whether this machine runs it, and the relative errors that "
      "it\n"
      "promises: of each addition and multiplication, of exp, of the weights before the second product, of the output\n"
      "(docs/numerics.md derives the bound from them).\n\nExample:\n  attest kernels list --library ./libmykernel.so");
  command->callback([options, &run] { run = [options] { return list(options->library, options->json); }; });
}

}  // namespace attest::verify::command
