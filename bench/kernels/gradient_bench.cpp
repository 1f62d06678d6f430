// SPDX-License-Identifier: Apache-2.0
// Gradients of attention, RPE and URPE: our backward kernels against our forward ones and the peers, in turns, medians
// of the turns' ratios.
//
//   bench_kernels_gradients [--dtype float32|bfloat16] [--threads N] [--shape 32x12x512x64]... [--seconds S] [--ours]
//
// Time is the processor's, of all threads, where there is one thread, so that other programs on the machine disturb
// less; else the clock's.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "bench/kernels/backward.hpp"
#include "bench/kernels/python_peers.hpp"
#include "kernels/problem.hpp"

namespace attest::bench {

namespace {

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

struct Peer {
  const char* name;
  std::unique_ptr<Backward> (*make)(const Setting&, const Inputs&, const Stored&);
};
constexpr Peer kPeers[] = {{"oneDNN", make_onednn_backward},
                           {"PyTorch", make_torch_backward},
                           {"PyTorch SDPA", make_torch_sdpa_backward},
                           {"JAX", make_jax_backward}};

/// A peer in its turns: its time over ours, and how far its gradients are from ours.
struct Turns {
  std::unique_ptr<Backward> peer;
  std::vector<double> over_ours;
  double difference = 0;
};

void measure(const Setting& s, double seconds, bool with_peers, std::map<std::string, std::string>& absent) {
  const Inputs inputs(s);
  const std::unique_ptr<Contender> forward = make_ours(s, inputs);
  const Stored stored = run_our_forward(s, inputs);
  const std::unique_ptr<Backward> backward = make_our_backward(s, inputs, stored);
  backward->run();
  const Gradients ours = backward->gradients();
  std::vector<Turns> turns;
  for (const Peer& peer : kPeers) {
    turns.emplace_back();
    if (with_peers) try {
        turns.back().peer = peer.make(s, inputs, stored);
        turns.back().peer->run();
        const Gradients theirs = turns.back().peer->gradients();
        for (const auto part :
             {&Gradients::query, &Gradients::key, &Gradients::value, &Gradients::bias, &Gradients::factor})
          turns.back().difference = std::max(turns.back().difference, difference(ours.*part, theirs.*part));
      } catch (const Absent& reason) {
        turns.back().peer = nullptr;
        absent[std::string(peer.name) + ", " + kernels::operation_name(s.operation)] = reason.reason;
      }
  }
  forward->run();
  std::vector<double> of_forward, rates;
  const double operations = 2.5 * s.operations(), end = now() + seconds;
  while (of_forward.size() < 3 || now() < end) {
    const double f = forward->run(), b = backward->run();
    of_forward.push_back(b / f);
    rates.push_back(operations / b);
    for (Turns& turn : turns)
      if (turn.peer) turn.over_ours.push_back(turn.peer->run() / b);
  }
  std::printf("| %s | %s | %.2f | %.0f |", s.shape().c_str(), kernels::operation_name(s.operation), median(of_forward),
              median(rates) * 1e-9);
  double worst = 0;
  for (const Turns& turn : turns) {
    turn.peer ? std::printf(" %.2f |", median(turn.over_ours)) : std::printf(" |");
    worst = std::max(worst, turn.difference);
  }
  std::printf(" %.1e |\n", worst);
  std::fflush(stdout);
}

}  // namespace

}  // namespace attest::bench

int main(int argc, char** argv) {
  using namespace attest::bench;
  CLI::App program{"Gradients of attention, RPE and URPE: attest's kernels, and their peers, in turns"};
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
  if (threads == 1) count_processor_time();
  std::printf("%s, %d thread%s\n\n", dtype.c_str(), threads, threads == 1 ? "" : "s");
  std::printf("| batches x heads | operation | backward / forward | GFLOP/s of the five products |");
  for (const Peer& peer : kPeers) std::printf(" %s / ours |", peer.name);
  std::printf(" greatest difference |\n| --- | --- | --- | --- |");
  for (std::size_t k = 0; k < std::size(kPeers); ++k) std::printf(" --- |");
  std::printf(" --- |\n");
  std::map<std::string, std::string> absent;
  for (const std::string& shape : shapes)
    for (const attest_operation operation : {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE}) {
      Setting s{0, 0, 0, 0, operation, dtype == "bfloat16" ? ATTEST_BFLOAT16 : ATTEST_FLOAT32, threads};
      if (std::sscanf(shape.c_str(), "%ldx%ldx%ldx%ld", &s.batches, &s.heads, &s.length, &s.width) != 4) return 64;
      try {
        measure(s, seconds, !ours, absent);
      } catch (const Absent& missing) {
        std::fprintf(stderr, "%s: %s\n", s.shape().c_str(), missing.reason.c_str());
        return 1;
      }
    }
  std::printf("\n");
  for (const auto& [name, reason] : absent) std::printf("%s is absent: %s\n", name.c_str(), reason.c_str());
  return 0;
}
