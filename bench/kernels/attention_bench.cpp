// SPDX-License-Identifier: Apache-2.0
// Attention, RPE and URPE: our kernels and the peers, interleaved in one run, medians, ratios.
//
//   bench_kernels_attention [--dtype float32|bfloat16] [--threads N] [--shape 32x12x512x64]... [--repetitions N]
//                           [--contender NAME]... [--processor-time] [--json FILE]
//
// Contenders that are absent are named with the reason. Every setting is one Google Benchmark family that runs with
// random interleaving; its peers' outputs are compared with ours and the greatest difference is printed.
#include <benchmark/benchmark.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "bench/kernels/contender.hpp"
#include "bench/kernels/products.hpp"
#include "kernels/problem.hpp"

namespace attest::bench {

namespace {

struct Options {
  std::string dtype = "float32", json;
  int threads = 1, repetitions = 5;
  std::vector<std::string> shapes, contenders;
  bool processor_time = false;
};

const std::string kOperations[] = {"attention/", "rpe/", "urpe/"};

/// The threads of OpenMP and OpenBLAS spin for some milliseconds after a call, on processors that the next contender
/// wants.
constexpr std::chrono::milliseconds kOthersSpin(100);

constexpr std::int64_t kProductLength = 4096;
constexpr double kProductOperations = 2.0 * kProductLength * kProductLength * kProductLength;

/// Median seconds by benchmark name, silently.
class Medians final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Aggregate && run.aggregate_name == "median")
        seconds[run.run_name.function_name] = run.GetAdjustedRealTime() * 1e-9;
  }
  std::map<std::string, double> seconds;
};

void enroll(const std::string& name, const std::function<double()>& timed, int repetitions) {
  timed();  // pages, plans and code are warm
  double once = timed();
  const auto iterations = static_cast<benchmark::IterationCount>(std::min(50.0, std::max(1.0, std::ceil(0.05 / once))));
  benchmark::RegisterBenchmark(name.c_str(),
                               [timed](benchmark::State& state) {
                                 std::this_thread::sleep_for(kOthersSpin);
                                 timed();
                                 for (auto _ : state) state.SetIterationTime(timed());
                               })
      ->UseManualTime()
      ->Unit(benchmark::kNanosecond)
      ->Iterations(iterations)
      ->Repetitions(repetitions)
      ->ReportAggregatesOnly(true);
}

double greatest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::fabs(static_cast<double>(a[k]) - b[k]));
  return most;
}

std::string key(const Setting& s, const std::string& contender) {
  return std::string(kernels::operation_name(s.operation)) + "/" + contender;
}

/// One shape: all operations and contenders.
class Family {
 public:
  Family(const Setting& base, const Options& options) : base_(base), options_(options) {
    std::vector<std::unique_ptr<Contender>> contenders;
    const Inputs inputs(base);
    for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE}) {
      Setting s = base;
      s.operation = operation;
      std::vector<float> ours;
      for (const Maker& maker : makers()) {
        if (!wanted(maker.name)) continue;
        try {
          contenders.push_back(maker.make(s, inputs));
          Contender* const contender = contenders.back().get();
          enroll(
              key(s, maker.name), [contender] { return contender->run(); }, options.repetitions);
          const std::vector<float> output = contender->output();
          if (maker.name == "attest") ours = output;
          if (!ours.empty()) difference_[key(s, maker.name)] = greatest_difference(ours, output);
        } catch (const Absent& absent) {
          absent_[key(s, maker.name)] = absent.reason;
        }
      }
    }
    products();
    Medians medians;
    benchmark::RunSpecifiedBenchmarks(&medians);
    benchmark::ClearRegisteredBenchmarks();
    seconds_ = medians.seconds;
  }

  void print() const {
    std::printf("\n### %s, %s, %d thread%s\n\n", base_.shape().c_str(), kernels::dtype_name(base_.dtype), base_.threads,
                base_.threads == 1 ? "" : "s");
    const double rate = product_rate();
    std::printf("Products of 4096^3, GFLOP/s:");
    for (const LargeProduct& product : large_products()) {
      if (product.dtype != base_.dtype) continue;
      if (const auto found = absent_.find(product_key(product)); found != absent_.end())
        std::printf(" %s absent (%s);", product.name.c_str(), found->second.c_str());
      else
        std::printf(" %s %.1f;", product.name.c_str(), kProductOperations / time(product_key(product)) * 1e-9);
    }
    std::printf(" the yardstick is the best of them.\n\n");
    std::printf(
        "| contender | attention, ms | rpe, ms | urpe, ms | attention over ours | rpe over ours | urpe over ours | "
        "urpe / attention | attention, of the best product | urpe, of the best product | greatest difference |\n");
    std::printf("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const Maker& maker : makers()) {
      if (!wanted(maker.name)) continue;
      const auto cell = [](const char* format, double value) {
        std::isfinite(value) ? std::printf(format, value) : std::printf(" |");
      };
      double times[3];
      std::printf("| %s |", maker.name.c_str());
      for (int k = 0; k < 3; ++k) cell(" %.2f |", 1e3 * (times[k] = time(kOperations[k] + maker.name)));
      for (int k = 0; k < 3; ++k) cell(" %.2f |", times[k] / time(kOperations[k] + "attest"));
      cell(" %.3f |", times[2] / times[0]);
      for (const double seconds : {times[0], times[2]})
        cell(" %.3f |", rate > 0 ? base_.operations() / seconds / rate : std::nan(""));
      double difference = std::nan("");
      for (const std::string& operation : kOperations)
        if (const auto found = difference_.find(operation + maker.name); found != difference_.end())
          difference = std::fmax(difference, found->second);
      cell(" %.1e |\n", difference);
      if (!std::isfinite(difference)) std::printf("\n");
    }
    for (const auto& [name, reason] : absent_) std::printf("%s is absent: %s\n", name.c_str(), reason.c_str());
    std::fflush(stdout);
  }

  nlohmann::json as_json() const {
    return {{"shape", base_.shape()},
            {"dtype", kernels::dtype_name(base_.dtype)},
            {"threads", base_.threads},
            {"seconds", seconds_},
            {"absent", absent_},
            {"operations", base_.operations()},
            {"large_product_rate", product_rate()},
            {"greatest_difference", difference_}};
  }

 private:
  bool wanted(const std::string& name) const {
    return options_.contenders.empty() ||
           std::find(options_.contenders.begin(), options_.contenders.end(), name) != options_.contenders.end();
  }
  static std::string product_key(const LargeProduct& product) { return "large product/" + product.name; }

  void products() {
    for (const LargeProduct& product : large_products()) {
      if (product.dtype != base_.dtype) continue;
      try {
        enroll(
            product_key(product),
            [seconds = product.seconds, threads = base_.threads] { return seconds(kProductLength, threads); },
            options_.repetitions);
      } catch (const Absent& absent) {
        absent_[product_key(product)] = absent.reason;
      }
    }
  }

  double time(const std::string& name) const {
    const auto found = seconds_.find(name);
    return found == seconds_.end() ? std::nan("") : found->second;
  }
  /// The best that any library reached in this run.
  double product_rate() const {
    double most = 0;
    for (const LargeProduct& product : large_products()) {
      const double seconds = time(product_key(product));
      if (product.dtype == base_.dtype && seconds > 0) most = std::max(most, kProductOperations / seconds);
    }
    return most;
  }

  Setting base_;
  const Options& options_;
  std::map<std::string, double> seconds_, difference_;
  std::map<std::string, std::string> absent_;
};

Setting parse(const std::string& shape, const Options& options) {
  Setting s{
      0, 0, 0, 0, ATTEST_ATTENTION, options.dtype == "bfloat16" ? ATTEST_BFLOAT16 : ATTEST_FLOAT32, options.threads};
  char rest = 0;
  if (std::sscanf(shape.c_str(), "%ldx%ldx%ldx%ld%c", &s.batches, &s.heads, &s.length, &s.width, &rest) != 4 ||
      s.batches < 1 || s.heads < 1 || s.length < 1 || s.width < 1)
    throw CLI::ValidationError("--shape", "expected BATCHESxHEADSxLENGTHxWIDTH, found '" + shape + "'");
  return s;
}

}  // namespace

}  // namespace attest::bench

int main(int argc, char** argv) {
  using namespace attest::bench;
  Options options;
  CLI::App program{"Attention, RPE and URPE: attest's kernels and their peers, interleaved, medians"};
  program.add_option("--dtype", options.dtype, "float32 or bfloat16")
      ->check(CLI::IsMember({"float32", "bfloat16"}))
      ->capture_default_str();
  program.add_option("--threads", options.threads, "Threads of every contender")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  program.add_option("--repetitions", options.repetitions, "Interleaved repetitions of each, at least 2")
      ->check(CLI::Range(2, 1000))
      ->capture_default_str();
  program.add_option("--shape", options.shapes, "BATCHESxHEADSxLENGTHxWIDTH (default: the six of docs/measurements)");
  program.add_option("--contender", options.contenders, "Only these");
  program.add_flag("--processor-time", options.processor_time,
                   "Time by the process's processor time: one thread, on a machine that others use");
  program.add_option("--json", options.json, "Write the medians to this file, too");
  std::vector<Setting> settings;
  try {
    program.parse(argc, argv);
    if (options.shapes.empty())
      options.shapes = {"32x12x128x64", "32x12x256x64", "32x12x512x64", "1x12x1024x64", "1x12x4096x64", "1x8x4096x128"};
    if (options.processor_time && options.threads != 1)
      throw CLI::ValidationError("--processor-time", "expected one thread");
    if (options.processor_time) count_processor_time();
    for (const std::string& shape : options.shapes) settings.push_back(parse(shape, options));
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 64;
  }
  std::string name = argv[0], interleave = "--benchmark_enable_random_interleaving=true";
  char* arguments[] = {name.data(), interleave.data(), nullptr};
  int count = 2;
  benchmark::Initialize(&count, arguments);
  nlohmann::json all = nlohmann::json::array();
  for (const Setting& setting : settings) {
    const Family family(setting, options);
    family.print();
    all.push_back(family.as_json());
  }
  if (!options.json.empty()) std::ofstream(options.json) << all.dump(1) << "\n";
  return 0;
}
