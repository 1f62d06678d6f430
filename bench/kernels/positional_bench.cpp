// SPDX-License-Identifier: Apache-2.0
// Positional Attention on one thread: our A V against OpenBLAS's sgemm, and the Fourier kernel against the direct one.
// Ratios of medians over interleaved rounds of the same run:  bench_positional [ROUNDS]
#include <cblas.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "kernels/cpu.hpp"
#include "kernels/cpu/shared_weights/engine.hpp"
#include "kernels/registry.hpp"

extern "C" void openblas_set_num_threads(int);

namespace {

using namespace attest::kernels;

/// Of this thread's processor time: other programs on the machine do not count, though they disturb its caches.
double seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Median seconds of each of several works, one after another in every round; each is repeated for some 5 ms a round.
std::vector<double> interleaved(const std::vector<std::function<void()>>& works, int rounds) {
  std::vector<std::vector<double>> times(works.size());
  std::vector<int> repeats;
  for (const auto& work : works) {
    work();
    const double start = seconds();
    work();
    repeats.push_back(std::max(1, static_cast<int>(0.005 / std::max(seconds() - start, 1e-7))));
  }
  for (int round = 0; round < rounds; ++round)
    for (std::size_t w = 0; w < works.size(); ++w) {
      const double start = seconds();
      for (int r = 0; r < repeats[w]; ++r) works[w]();
      times[w].push_back((seconds() - start) / repeats[w]);
    }
  std::vector<double> medians;
  for (auto& t : times) {
    std::nth_element(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(t.size() / 2), t.end());
    medians.push_back(t[t.size() / 2]);
  }
  return medians;
}

std::vector<float> numbers(std::int64_t count) {
  std::vector<float> list(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = static_cast<float>(i * 2654435761u % 1024) / 1024 - 0.5f;
  return list;
}

struct Shape {
  int batches, n, width;
};

/// A V of one head in each instruction set; OpenBLAS on V side by side, as it likes it best, and batch by batch, as V
/// lies.
void compare_products(int rounds) {
  std::printf(
      "A V of one head: rate over OpenBLAS's sgemm in the same run\n"
      "%-26s %-8s %12s %16s %16s\n",
      "shape", "isa", "side by side", "batch by batch", "sgemm of 2048^3");
  const std::vector<float> a2048 = numbers(2048 * 2048);
  std::vector<float> c2048(2048 * 2048);
  for (const Shape& s : {Shape{32, 128, 64}, Shape{32, 256, 64}, Shape{32, 512, 64}, Shape{1, 1024, 64},
                         Shape{8, 1024, 64}, Shape{1, 4096, 64}, Shape{1, 4096, 128}}) {
    const std::int64_t n = s.n, columns = s.batches * s.width, stride = (n + 15) / 16 * 16 + 16;
    const std::vector<float> a = numbers(n * stride);
    float* v = new (std::align_val_t{64}) float[static_cast<std::size_t>(n * columns)];
    std::ranges::copy(numbers(n * columns), v);
    std::vector<float> out(static_cast<std::size_t>(n * columns)), scratch(1 << 17);
    const auto sgemm = [&](std::int64_t width, const float* right, float* to) {
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, s.n, static_cast<int>(width), s.n, 1, a.data(),
                  static_cast<int>(stride), right, static_cast<int>(width), 0, to, static_cast<int>(width));
    };
    std::vector<std::function<void()>> works{[&] { sgemm(columns, v, out.data()); },
                                             [&] {
                                               for (int b = 0; b < s.batches; ++b)
                                                 sgemm(s.width, v + b * n * s.width, out.data() + b * n * s.width);
                                             },
                                             [&] {
                                               cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 2048, 2048, 2048,
                                                           1, a2048.data(), 2048, a2048.data(), 2048, 0, c2048.data(),
                                                           2048);
                                             }};
    std::vector<std::string> names;
    const auto add = [&](const char* name, const shared_weights::Engine<float>& code) {
      names.push_back(name);
      works.push_back([&, code] {
        code.product(
            {n, n, s.width, s.batches, a.data(), stride, v, n * s.width, s.width, out.data(), n * s.width, s.width},
            scratch.data());
      });
    };
    if (cpu().avx2) add("avx2", shared_weights::avx2_float32);
    if (cpu().avx512) add("avx512", shared_weights::avx512_float32);
    const std::vector<double> t = interleaved(works, rounds);
    const double work = static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(columns);
    for (std::size_t i = 0; i < names.size(); ++i)
      std::printf("%2d x n %4d, width %3d %5s %-8s %12.2f %16.2f %16.2f\n", s.batches, s.n, s.width, "",
                  names[i].c_str(), t[0] / t[3 + i], t[1] / t[3 + i], work / t[3 + i] / (2048. * 2048 * 2048 / t[2]));
    ::operator delete[](v, std::align_val_t{64});
  }
}

template <typename T>
void methods(const Shape& s, int rounds) {
  const std::int64_t n = s.n;
  const auto typed = [](std::int64_t count, double scale) {
    std::vector<T> list;
    for (float x : numbers(count)) list.push_back(static_cast<T>(scale * x));
    return list;
  };
  std::vector<T> bias = typed(2 * n - 1, 2), factor = typed(2 * n - 1, 1), value = typed(s.batches * n * s.width, 1),
                 output(value.size());
  attest_problem p{};
  p.struct_size = sizeof p;
  p.operation = ATTEST_POSITIONAL;
  p.dtype = sizeof(T) == 8 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  p.batches = s.batches, p.heads = 1, p.queries = n, p.keys = n, p.value_width = s.width;
  p.scale = 1;
  p.value = {value.data(), n * s.width, 0, s.width};
  p.output = {output.data(), n * s.width, n * s.width, s.width};
  p.bias.kind = p.factor.kind = ATTEST_TERM_TOEPLITZ;
  p.bias.values = {bias.data(), 0, 2 * n - 1, 0};
  p.factor.values = {factor.data(), 0, 2 * n - 1, 0};
  p.mask_kind = ATTEST_MASK_CAUSAL;
  const std::string name = sizeof(T) == 8 ? "positional_float64_" : "positional_float32_";
  const auto run = [&](const std::string& isa) {
    std::string why;
    if (run_problem(p, name + isa, 1, why) != ATTEST_OK) std::printf("%s\n", why.c_str());
  };
  if (find_kernel(name + "fft")->supports(&p, {}) != ATTEST_OK) {
    std::printf(" %12s", "direct");  // by sizes alone, so the Fourier kernel leaves it to the direct one
    return;
  }
  const std::string isa = cpu().avx512 ? "avx512" : "avx2";
  const std::vector<double> t = interleaved({[&] { run(isa); }, [&] { run("fft"); }}, rounds);
  std::printf(" %12.2f", t[0] / t[1]);
}

/// The whole operation, width = 0, by the Fourier kernel and by the direct one.
void compare_methods(int rounds) {
  std::printf(
      "\nwidth = 0, Toeplitz B and C, causal: time of the direct kernel over the Fourier kernel's\n"
      "%-26s %12s %12s\n",
      "shape", "float32", "float64");
  for (const Shape& s :
       {Shape{32, 128, 64}, Shape{32, 256, 64}, Shape{32, 512, 64}, Shape{1, 256, 64}, Shape{1, 512, 64},
        Shape{1, 1024, 64}, Shape{1, 2048, 64}, Shape{1, 4096, 64}, Shape{1, 4096, 128}, Shape{1, 16384, 64}}) {
    std::printf("%2d x n %5d, width %3d %4s", s.batches, s.n, s.width, "");
    methods<float>(s, rounds);
    methods<double>(s, rounds);
    std::printf("\n");
  }
}

}  // namespace

int main(int count, char** words) {
  openblas_set_num_threads(1);
  const int rounds = count > 1 ? std::max(1, std::atoi(words[1])) : 15;
  compare_products(rounds);
  compare_methods(rounds);
}
