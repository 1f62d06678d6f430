// SPDX-License-Identifier: Apache-2.0
// What it costs to judge one head of float32, beside computing it in float64 without any guarantee and beside Arb.
// Rounds of all contenders follow one another; each contender's time is the least of its rounds.
//   bench_judge [N] [D] [ROUNDS] [THREADS]      default 4096 128 5 1
//   bench_judge N D ROUNDS THREADS alone        the judge's seconds and nothing else, for judge_numpy.py
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>

#include "bench/verify/judge/plain_attention.hpp"
#include "kernels/registry.hpp"
#include "verify/judge/judge.hpp"
#include "verify/judge/precise_row.hpp"

extern "C" void openblas_set_num_threads(int);

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::judge;

namespace {

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

FloatArray normal(attest_dtype dtype, std::int64_t rows, std::int64_t columns, std::mt19937_64& random) {
  std::normal_distribution<double> draw;
  FloatArray array(dtype, {1, 1, rows, columns});
  for (std::int64_t t = 0; t < array.size(); ++t) array.set(t, draw(random));
  return array;
}

/// What the fastest kernel made of normal numbers.
struct Judged {
  Judged(attest_operation operation, attest_dtype dtype, std::int64_t n, std::int64_t d, int threads) {
    std::mt19937_64 random(1);
    instance.operation = operation;
    instance.dtype = dtype;
    instance.queries = instance.keys = n;
    instance.width = instance.value_width = d;
    instance.scale = 1 / std::sqrt(static_cast<double>(d));
    instance.query = normal(dtype, n, d, random);
    instance.key = normal(dtype, n, d, random);
    instance.value = normal(dtype, n, d, random);
    outputs = blank_outputs(instance, false, false);
    const attest_problem problem = as_problem(instance, outputs);
    std::string why;
    if (kernels::run_problem(problem, "", threads, why, &kernel) != ATTEST_OK) throw std::runtime_error(why);
    error = kernels::find_kernel(kernel)->error;
  }
  /// The least of its rounds.
  void judge(const JudgeOptions& options) {
    least = std::min(least, seconds([&] { judgement = verify::judge::judge(instance, outputs, error, options); }));
  }

  Instance instance;
  Outputs outputs;
  std::string kernel;
  attest_error_class error;
  Judgement judgement;
  double least = std::numeric_limits<double>::infinity();
};

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int position, long absent) { return argc > position ? std::atol(argv[position]) : absent; };
  const std::int64_t n = number(1, 4096), d = number(2, 128);
  const auto rounds = static_cast<int>(number(3, 5)), threads = static_cast<int>(number(4, 1));
  openblas_set_num_threads(threads);

  JudgeOptions options;
  options.threads = threads;
  Judged single(ATTEST_ATTENTION, ATTEST_FLOAT32, n, d, threads);
  if (argc > 5) {
    for (int round = 0; round < rounds; ++round) single.judge(options);
    return std::printf("%.6f\n", single.least), single.judgement.accepted() ? 0 : 1;
  }
  Judged wide(ATTEST_ATTENTION, ATTEST_FLOAT64, n, d, threads), hardmax(ATTEST_HARDMAX, ATTEST_FLOAT32, n, d, threads);
  const Head head(single.instance, 0, 0);
  bench::PlainHead plain{n, n, d, d, single.instance.scale, head.query, head.key, head.value};
  Wanted all;
  for (std::int64_t c = 0; c < d; ++c) all.columns.push_back(c);
  const std::int64_t arb_rows = 2;

  double loops = std::numeric_limits<double>::infinity(), blas = loops, arb = loops;
  for (int round = 0; round < rounds; ++round) {
    single.judge(options);
    blas = std::min(blas, seconds([&] { bench::plain_blas(plain); }));
    if (threads == 1) loops = std::min(loops, seconds([&] { bench::plain_loops(plain); }));
    wide.judge(options);
    hardmax.judge(options);
    const PreciseHead precise(head, single.error);
    arb = std::min(arb, seconds([&] {
                     for (std::int64_t i = 0; i < arb_rows; ++i) precise.row(i, all, PreciseHead::least_precision);
                   }));
  }
  arb *= static_cast<double>(n) / static_cast<double>(arb_rows) / threads;

  for (const Judged* judged : {&single, &wide, &hardmax})
    std::printf("%s: %s, worst share of the bound %.3g; %ld of %ld elements refined\n", judged->kernel.c_str(),
                judged->judgement.accepted() ? "accepted" : "rejected", judged->judgement.worst.share(),
                static_cast<long>(judged->judgement.refined), static_cast<long>(judged->judgement.elements));
  std::printf("n = %ld, d = %ld, %d thread(s), least of %d interleaved rounds:\n", static_cast<long>(n),
              static_cast<long>(d), threads, rounds);
  std::printf("  judge / plain float64 with dgemm   %6.2f\n", single.least / blas);
  if (threads == 1) std::printf("  judge / plain float64 loops        %6.2f\n", single.least / loops);
  std::printf("  Arb / judge                        %6.0f   (Arb: %ld rows measured, extrapolated)\n",
              arb / single.least, static_cast<long>(arb_rows));
  std::printf("  judge of float64 / of float32      %6.2f\n", wide.least / single.least);
  std::printf("  judge of hardmax / of softmax      %6.2f\n", hardmax.least / single.least);
}
