// SPDX-License-Identifier: Apache-2.0
// Peak memory above inputs and outputs: each contender runs URPE once in a process of its own, whose greatest resident
// set less the one before, less inputs and output, is printed in MiB. `bench_kernels_memory [SHAPE...]`, one thread.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include "bench/kernels/contender.hpp"

namespace attest::bench {

namespace {

double greatest_resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

/// In the child: a small run first, so that libraries and their pools are there; then the one that is measured.
void measure(const Maker& maker, const Setting& setting) {
  Setting small = setting;
  small.batches = small.heads = 1;
  small.length = 64;
  {
    const Inputs inputs(small);
    maker.make(small, inputs)->run();
  }
  const double before = greatest_resident_bytes();
  const Inputs inputs(setting);
  double known = 0;
  for (const auto* values : {&inputs.query, &inputs.key, &inputs.value, &inputs.bias, &inputs.factor})
    known += static_cast<double>(values->size() * sizeof(float));
  for (const auto* bits : {&inputs.query_bits, &inputs.key_bits, &inputs.value_bits})
    known += static_cast<double>(bits->size() * sizeof(std::uint16_t));
  const std::unique_ptr<Contender> contender = maker.make(setting, inputs);
  contender->run();
  std::printf("%.1f MiB",
              (greatest_resident_bytes() - before - known - static_cast<double>(contender->held())) / (1 << 20));
}

void measure_apart(const Maker& maker, const Setting& setting) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    try {
      measure(maker, setting);
    } catch (const Absent& absent) {
      std::printf("absent: %s", absent.reason.c_str());
    }
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) std::printf("ended by a signal");
}

}  // namespace

}  // namespace attest::bench

int main(int argc, char** argv) {
  using namespace attest::bench;
  std::vector<const char*> shapes(argv + 1, argv + argc);
  if (shapes.empty())
    shapes = {"32x12x128x64", "32x12x256x64", "32x12x512x64", "1x12x1024x64", "1x12x4096x64", "1x8x4096x128"};
  std::printf("| shape | dtype |");
  for (const Maker& maker : makers()) std::printf(" %s |", maker.name.c_str());
  std::printf("\n| --- | --- |");
  for (std::size_t k = 0; k < makers().size(); ++k) std::printf(" --- |");
  std::printf("\n");
  for (const char* shape : shapes) {
    Setting s{0, 0, 0, 0, ATTEST_URPE, ATTEST_FLOAT32, 1};
    char rest = 0;
    if (std::sscanf(shape, "%ldx%ldx%ldx%ld%c", &s.batches, &s.heads, &s.length, &s.width, &rest) != 4 ||
        s.batches < 1 || s.heads < 1 || s.length < 1 || s.width < 1) {
      std::fprintf(stderr, "bench_kernels_memory: expected BATCHESxHEADSxLENGTHxWIDTH, found '%s'\n", shape);
      return 64;
    }
    for (const attest_dtype dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16}) {
      s.dtype = dtype;
      std::printf("| %s | %s |", s.shape().c_str(), dtype == ATTEST_FLOAT32 ? "float32" : "bfloat16");
      for (const Maker& maker : makers()) {
        std::printf(" ");
        measure_apart(maker, s);
        std::printf(" |");
      }
      std::printf("\n");
    }
  }
  return 0;
}
