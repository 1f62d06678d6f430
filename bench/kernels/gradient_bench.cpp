// SPDX-License-Identifier: Apache-2.0
// Gradients of attention, RPE and URPE: our backward kernels against our forward ones and the peers, in turns, medians
// of the turns' ratios.
//
//   bench_kernels_gradients [--dtype float32|bfloat16] [--threads N] [--shape 32x12x512x64]... [--seconds S] [--ours]
//
// Time is the processor's, of all threads, where there is one thread, so that other programs on the machine disturb
// less; else the clock's.
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "bench/kernels/backward.hpp"
#include "kernels/problem.hpp"

namespace attest::bench {

namespace {

double processor_time() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double median(std::vector<double> of) {
  if (of.empty()) return std::nan("");
  std::ranges::sort(of);
  return of[of.size() / 2];
}

/// The greatest difference over the greatest number.
double difference(const std::vector<float>& ours, const std::vector<float>& theirs) {
  double most = 0, greatest = 0;
  for (std::size_t k = 0; k < ours.size(); ++k) {
    most = std::max(most, std::fabs(static_cast<double>(ours[k]) - static_cast<double>(theirs[k])));
    greatest = std::max(greatest, std::fabs(static_cast<double>(ours[k])));
  }
  return ours.empty() ? 0 : most / greatest;
}

void measure(const Setting& s, double seconds, bool with_peers) {
  const auto clock = [&] { return s.threads == 1 ? processor_time() : now(); };
  const Inputs inputs(s);
  const std::unique_ptr<Contender> forward = make_ours(s, inputs);
  const Stored stored = run_our_forward(s, inputs);
  const std::unique_ptr<Backward> backward = make_our_backward(s, inputs, stored);
  std::unique_ptr<Backward> peer;
  std::string absent = "left out";
  if (with_peers) try {
      peer = make_onednn_backward(s, inputs, stored);
    } catch (const Absent& reason) {
      absent = reason.reason;
    }
  const auto timed = [&](const std::function<void()>& run) {
    const double start = clock();
    run();
    return clock() - start;
  };
  backward->run();
  double worst = 0;
  if (peer) {
    peer->run();
    const Gradients a = backward->gradients(), b = peer->gradients();
    for (const auto part :
         {&Gradients::query, &Gradients::key, &Gradients::value, &Gradients::bias, &Gradients::factor})
      worst = std::max(worst, difference(a.*part, b.*part));
  }
  forward->run();
  std::vector<double> of_forward, of_peer, rates;
  const double operations = 2.5 * s.operations(), end = now() + seconds;
  while (of_forward.size() < 3 || now() < end) {
    const double f = timed([&] { forward->run(); }), b = timed([&] { backward->run(); });
    of_forward.push_back(b / f);
    rates.push_back(operations / b);
    if (peer) of_peer.push_back(timed([&] { peer->run(); }) / b);
  }
  std::printf("| %s | %s | %.2f | %.0f | ", s.shape().c_str(), kernels::operation_name(s.operation), median(of_forward),
              median(rates) * 1e-9);
  peer ? std::printf("%.2f | %.1e |\n", median(of_peer), worst) : std::printf("%s | |\n", absent.c_str());
  std::fflush(stdout);
}

}  // namespace

}  // namespace attest::bench

int main(int argc, char** argv) {
  using namespace attest::bench;
  CLI::App program{"Gradients of attention, RPE and URPE: attest's kernels, and oneDNN composed by hand, in turns"};
  std::string dtype = "float32";
  int threads = 1;
  double seconds = 3;
  bool ours = false;
  std::vector<std::string> shapes = {"4x12x128x64",  "4x12x256x64", "2x12x512x64",
                                     "1x12x1024x64", "1x4x4096x64", "1x2x4096x128"};
  program.add_option("--dtype", dtype)->check(CLI::IsMember({"float32", "bfloat16"}))->capture_default_str();
  program.add_option("--threads", threads)->check(CLI::PositiveNumber)->capture_default_str();
  program.add_option("--shape", shapes, "BATCHESxHEADSxLENGTHxWIDTH")->capture_default_str();
  program.add_option("--seconds", seconds, "Of each row")->check(CLI::PositiveNumber)->capture_default_str();
  program.add_flag("--ours", ours, "No peers");
  CLI11_PARSE(program, argc, argv);
  std::printf("%s, %d thread%s\n\n", dtype.c_str(), threads, threads == 1 ? "" : "s");
  std::printf(
      "| batches x heads | operation | backward / forward | GFLOP/s of the five products | oneDNN / ours | greatest "
      "difference |\n");
  std::printf("| --- | --- | --- | --- | --- | --- |\n");
  for (const std::string& shape : shapes)
    for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE}) {
      Setting s{0, 0, 0, 0, operation, dtype == "bfloat16" ? ATTEST_BFLOAT16 : ATTEST_FLOAT32, threads};
      if (std::sscanf(shape.c_str(), "%ldx%ldx%ldx%ld", &s.batches, &s.heads, &s.length, &s.width) != 4) return 64;
      try {
        measure(s, seconds, !ours);
      } catch (const Absent& absent) {
        std::fprintf(stderr, "%s: %s\n", s.shape().c_str(), absent.reason.c_str());
        return 1;
      }
    }
  return 0;
}
