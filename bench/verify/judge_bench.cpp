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

#include "bench/verify/plain_attention.hpp"
#include "kernels/registry.hpp"
#include "verify/kernels/judge.hpp"
#include "verify/kernels/precise_row.hpp"

extern "C" void openblas_set_num_threads(int);

using namespace attest;
using namespace attest::verify;

namespace {

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

FloatArray normal(std::int64_t rows, std::int64_t columns, std::mt19937_64& random) {
  std::normal_distribution<double> draw;
  FloatArray array(ATTEST_FLOAT32, {1, 1, rows, columns});
  for (std::int64_t t = 0; t < array.size(); ++t) array.set(t, draw(random));
  return array;
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int position, long absent) { return argc > position ? std::atol(argv[position]) : absent; };
  const std::int64_t n = number(1, 4096), d = number(2, 128);
  const auto rounds = static_cast<int>(number(3, 5)), threads = static_cast<int>(number(4, 1));
  openblas_set_num_threads(threads);

  std::mt19937_64 random(1);
  Instance instance;
  instance.queries = instance.keys = n;
  instance.width = instance.value_width = d;
  instance.scale = 1 / std::sqrt(static_cast<double>(d));
  instance.query = normal(n, d, random);
  instance.key = normal(n, d, random);
  instance.value = normal(n, d, random);
  Outputs outputs = blank_outputs(instance, false, false);
  const attest_problem problem = as_problem(instance, outputs);
  std::string why, ran;
  if (kernels::run_problem(problem, "", threads, why, &ran) != ATTEST_OK) return std::puts(why.c_str()), 1;
  const attest_error_class error = kernels::find_kernel(ran)->error;

  const Head head(instance, 0, 0);
  bench::PlainHead plain{n, n, d, d, instance.scale, head.query, head.key, head.value};
  Wanted all;
  for (std::int64_t c = 0; c < d; ++c) all.columns.push_back(c);
  const std::int64_t arb_rows = 2;

  double judged = std::numeric_limits<double>::infinity(), loops = judged, blas = judged, arb = judged;
  Judgement judgement;
  JudgeOptions options;
  options.threads = threads;
  const bool alone = argc > 5;
  for (int round = 0; round < rounds; ++round) {
    judged = std::min(judged, seconds([&] { judgement = judge(instance, outputs, error, options); }));
    if (alone) continue;
    blas = std::min(blas, seconds([&] { bench::plain_blas(plain); }));
    if (threads == 1) loops = std::min(loops, seconds([&] { bench::plain_loops(plain); }));
    const PreciseHead precise(head, error);
    arb = std::min(arb, seconds([&] {
                     for (std::int64_t i = 0; i < arb_rows; ++i) precise.row(i, all, PreciseHead::least_precision);
                   }));
  }
  if (alone) return std::printf("%.6f\n", judged), judgement.accepted() ? 0 : 1;
  arb *= static_cast<double>(n) / static_cast<double>(arb_rows) / threads;

  std::printf("kernel %s: %s, worst share of the bound %.3g, %.3g ulps; %ld of %ld elements refined\n", ran.c_str(),
              judgement.accepted() ? "accepted" : "rejected", judgement.worst.share(), judgement.greatest_ulps,
              static_cast<long>(judgement.refined), static_cast<long>(judgement.elements));
  std::printf("n = %ld, d = %ld, %d thread(s), least of %d interleaved rounds:\n", static_cast<long>(n),
              static_cast<long>(d), threads, rounds);
  std::printf("  judge / plain float64 with dgemm   %6.2f\n", judged / blas);
  if (threads == 1) std::printf("  judge / plain float64 loops        %6.2f\n", judged / loops);
  std::printf("  Arb / judge                        %6.0f   (Arb: %ld rows measured, extrapolated)\n", arb / judged,
              static_cast<long>(arb_rows));
}
