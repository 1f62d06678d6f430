// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <deque>
#include <iostream>
#include <nlohmann/json.hpp>

#include "kernels/problem.hpp"
#include "kernels/registry.hpp"
#include "theory/error.hpp"
#include "verify/command/kernels_command.hpp"
#include "verify/instances/generate.hpp"
#include "verify/study/speed.hpp"
#include "verify/system/progress.hpp"

namespace attest::verify::command {

using instances::as_problem;
using instances::blank_outputs;
using instances::generate;
using instances::Instance;
using instances::Outputs;
using instances::Request;
using study::Contestant;
using study::time_kernels;
using study::Timing;
using system::catch_interrupts;
using system::interrupted;
using system::Progress;

namespace {

using Json = nlohmann::ordered_json;

struct BenchOptions {
  std::vector<std::string> kernels;
  std::string dtype = "float32", shape = "1x12x512x64";
  int threads = 1, rounds = 7;
  bool causal = false, json = false;
};

Request request_for(const BenchOptions& options) {
  Request request;
  char rest = 0;
  if (std::sscanf(options.shape.c_str(), "%ldx%ldx%ldx%ld%c", &request.batches, &request.heads, &request.queries,
                  &request.width, &rest) != 4 ||
      std::min({request.batches, request.heads, request.queries, request.width}) < 1)
    throw InputError("--shape", "expected BATCHESxHEADSxLENGTHxWIDTH, found " + options.shape);
  request.keys = request.queries;
  request.value_width = request.width;
  if (options.causal) request.mask = ATTEST_MASK_CAUSAL;
  return request;
}

/// The named kernels; or every one of the dtype that this machine runs, but the slow specification where there is
/// another.
std::vector<const attest_kernel*> chosen(const BenchOptions& options) {
  std::vector<const attest_kernel*> list;
  for (const std::string& name : options.kernels) {
    const attest_kernel* kernel = kernels::find_kernel(name);
    if (kernel == nullptr)
      throw InputError("--kernel", "expected a name that attest kernels list shows, found " + name);
    if (!kernel->available()) throw InputError("--kernel", name + ": this machine has no " + kernel->isa);
    list.push_back(kernel);
  }
  if (!list.empty()) return list;
  for (const attest_kernel& kernel : kernels::all_kernels())
    if (options.dtype == kernels::dtype_name(kernel.dtype) && kernel.available() && kernel.isa != std::string("scalar"))
      list.push_back(&kernel);
  // Plain attention first: the others are compared with it.
  std::stable_partition(list.begin(), list.end(),
                        [](const attest_kernel* kernel) { return kernel->operation == ATTEST_ATTENTION; });
  if (list.empty()) throw InputError("--dtype", "this machine has no fast kernel of " + options.dtype);
  return list;
}

Instance instance_for(const attest_kernel& kernel, Request request) {
  request.operation = static_cast<attest_operation>(kernel.operation);
  request.dtype = static_cast<attest_dtype>(kernel.dtype);
  if (kernel.operation != ATTEST_ATTENTION) request.bias = ATTEST_TERM_TOEPLITZ;
  if (kernel.operation == ATTEST_URPE) request.factor = ATTEST_TERM_TOEPLITZ;
  if (kernel.isa == std::string("fft")) request.width = 0;
  return generate("random", request, 1);
}

/// Why a kernel does not take an instance; empty if it does.
std::string refusal(const attest_kernel& kernel, const Instance& instance) {
  Outputs outputs = blank_outputs(instance, false, false);
  const attest_problem problem = as_problem(instance, outputs);
  char why[256] = "";
  return kernel.supports(&problem, {why, sizeof why}) == ATTEST_OK ? "" : why;
}

int bench(const BenchOptions& options) {
  const Request request = request_for(options);
  std::deque<Instance> instances;
  std::vector<Contestant> contestants;
  for (const attest_kernel* kernel : chosen(options)) {
    instances.push_back(instance_for(*kernel, request));
    // One that was named and refuses is bad input; one of all is left out.
    if (const std::string why = refusal(*kernel, instances.back()); options.kernels.empty() && !why.empty()) {
      std::cerr << "attest: not timed: " << kernel->name << ": " << why << "\n";
      continue;
    }
    contestants.push_back({kernel, &instances.back()});
  }
  if (contestants.empty()) throw InputError("--shape", "no kernel of " + options.dtype + " takes it");
  catch_interrupts();
  struct Interrupted {};
  Progress progress(contestants.size() * static_cast<std::size_t>(options.rounds + 1), false);
  std::vector<Timing> timings;
  try {
    timings = time_kernels(contestants, options.threads, options.rounds, [&](int round) {
      if (interrupted()) throw Interrupted{};
      progress.started("round " + std::to_string(round + 1));
      progress.finished("", "");
    });
  } catch (const Interrupted&) {
    std::cerr << "attest: interrupted; nothing was measured to the end\n";
    return kInterrupted;
  }
  if (options.json) {
    Json list = Json::array();
    for (const Timing& timing : timings)
      list.push_back({{"kernel", timing.kernel}, {"median_seconds", timing.seconds}, {"ratio", timing.ratio}});
    std::cout << Json{{"schema", "attest.kernels/1"},
                      {"shape", options.shape},
                      {"threads", options.threads},
                      {"rounds", options.rounds},
                      {"timings", list}}
                     .dump()
              << "\n";
    return kSuccess;
  }
  std::printf("%-32s %12s   over %s\n", ("BxHxNxD = " + options.shape).c_str(), "median ms", timings[0].kernel.c_str());
  for (const Timing& timing : timings)
    std::printf("%-32s %12.3f   %.3f\n", timing.kernel.c_str(), timing.seconds * 1e3, timing.ratio);
  return kSuccess;
}

}  // namespace

void add_kernels_bench(CLI::App& kernels, Action& run) {
  auto* command = kernels.add_subcommand("bench", "Time our kernels against one another, interleaved");
  auto options = std::make_shared<BenchOptions>();
  command->add_option("--kernel", options->kernels,
                      "Kernels by name; the first is what the others are compared with (default: all fast ones of\n"
                      "--dtype, compared with plain attention)");
  command->add_option("--dtype", options->dtype, "float64, float32, float16 or bfloat16")
      ->check(CLI::IsMember({"float64", "float32", "float16", "bfloat16"}))
      ->capture_default_str();
  command->add_option("--shape", options->shape, "BATCHESxHEADSxLENGTHxWIDTH")->capture_default_str();
  command->add_flag("--causal", options->causal, "With a causal mask");
  command->add_option("--threads", options->threads, "Threads of every kernel")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--rounds", options->rounds, "Each round runs every kernel once")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object (schema attest.kernels/1)");
  command->footer(
      "RPE, URPE and hardmax have a Toeplitz B, URPE a Toeplitz C; medians over the rounds, ratios within each round.\n"
      "Times are this machine's at this moment; a ratio of two of them is what to quote, with the command. The peers\n"
      "(oneDNN, ONNX Runtime, OpenBLAS, Eigen) are measured by bench/kernels: see docs/measurements/cpu_kernels.md.\n\n"
      "Examples:\n"
      "  attest kernels bench --shape 32x12x512x64\n"
      "  attest kernels bench --kernel attention_float32_avx2 --kernel urpe_float32_avx2");
  command->callback([options, &run] { run = [options] { return bench(*options); }; });
}

}  // namespace attest::verify::command
