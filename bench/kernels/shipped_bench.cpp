// SPDX-License-Identifier: Apache-2.0
// What language models that are shipped ask of attention, as ratios within one run, on one thread, in processor time:
//   1. our kernels on groups of heads, windows, softcap and sinks beside what a caller would do without (keys and
//   values
//      repeated, a mask in bytes, no such thing), and beside the scalar specification;
//   2. decoding from pages beside reading the same pages and nothing else, and beside memcpy of them, in bytes a
//   second.
// Contenders run in turns; a line has the median over the rounds.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "kernels/formats.hpp"
#include "kernels/paged_decode.hpp"
#include "kernels/problem.hpp"
#include "kernels/registry.hpp"

using namespace attest::kernels;

namespace {

double seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Median seconds of each, all in turns, after one turn that does not count. `calls` each turn.
std::vector<double> in_turns(int rounds, const std::vector<std::function<void()>>& contenders) {
  std::vector<std::vector<double>> times(contenders.size());
  for (int round = -1; round < rounds; ++round)
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const double start = seconds();
      contenders[i]();
      if (round >= 0) times[i].push_back(seconds() - start);
    }
  std::vector<double> medians;
  for (auto& of : times) {
    std::nth_element(of.begin(), of.begin() + of.size() / 2, of.end());
    medians.push_back(of[of.size() / 2]);
  }
  return medians;
}

/// Random numbers in a format, as bytes.
std::vector<char> numbers(std::uint32_t dtype, std::int64_t count, std::uint32_t seed) {
  std::vector<char> bytes(static_cast<std::size_t>(count * size_of(dtype)));
  std::mt19937 random(seed);
  for (std::int64_t i = 0; i < count; ++i) {
    const float x = static_cast<float>(random() % 4096) / 1024 - 2;
    if (dtype == ATTEST_FLOAT32)
      std::memcpy(bytes.data() + 4 * i, &x, 4);
    else {
      const auto half = round_from<BFloat16>(x);
      std::memcpy(bytes.data() + 2 * i, &half, 2);
    }
  }
  return bytes;
}

struct Shape {
  std::uint32_t dtype;
  std::int64_t heads, kv_heads, queries, keys, width;
};

/// A problem of attention over random numbers, the last query aligned with the last key.
struct Problem {
  attest_problem p{};
  std::vector<char> query, key, value, output;
  std::vector<std::uint8_t> bytes;
  std::vector<float> sinks;

  explicit Problem(const Shape& s) : sinks(static_cast<std::size_t>(s.heads), 0.5f) {
    query = numbers(s.dtype, s.heads * s.queries * s.width, 1), output = query;
    key = numbers(s.dtype, s.kv_heads * s.keys * s.width, 2),
    value = numbers(s.dtype, s.kv_heads * s.keys * s.width, 3);
    p.struct_size = sizeof p, p.operation = ATTEST_ATTENTION, p.dtype = s.dtype, p.batches = 1;
    p.heads = s.heads, p.kv_heads = s.kv_heads, p.queries = s.queries, p.keys = s.keys;
    p.width = p.value_width = s.width, p.scale = 1 / std::sqrt(static_cast<double>(s.width));
    p.query = {query.data(), 0, s.queries * s.width, s.width}, p.output = p.query, p.output.data = output.data();
    p.key = {key.data(), 0, s.keys * s.width, s.width}, p.value = p.key, p.value.data = value.data();
    p.mask_kind = ATTEST_MASK_CAUSAL, p.diagonal = s.keys - s.queries;
  }

  void run(const char* forced = "") {
    std::string why;
    if (run_problem(p, forced, 1, why) != ATTEST_OK) std::fprintf(stderr, "%s\n", why.c_str()), std::exit(1);
  }
};

void line(const std::string& what, double ours, double other, const char* against) {
  std::printf("%-72s %9.3f ms  %6.2f of %s\n", what.c_str(), ours * 1e3, ours / other, against);
}

std::string text(const Shape& s) {
  return std::string(dtype_name(s.dtype)) + " " + std::to_string(s.heads) + "/" + std::to_string(s.kv_heads) +
         " heads, " + std::to_string(s.queries) + " x " + std::to_string(s.keys) + ", d = " + std::to_string(s.width);
}

void groups(const Shape& s, int rounds) {
  Shape all = s;
  all.kv_heads = s.heads;
  Problem ours(s), repeated(all);
  const auto t = in_turns(rounds, {[&] { ours.run(); }, [&] { repeated.run(); }});
  line("groups: " + text(s), t[0], t[1], "the same with keys and values repeated (not counted)");
}

void options(const Shape& s, std::int64_t left, int rounds) {
  Problem plain(s), window(s), bytes(s), capped(s), sunk(s);
  window.p.mask_kind = bytes.p.mask_kind = ATTEST_MASK_WINDOW, window.p.window_left = left;
  bytes.p.mask_kind = ATTEST_MASK_BYTES;
  for (std::int64_t i = 0; i < s.queries; ++i)
    for (std::int64_t j = 0, at = i + plain.p.diagonal; j < s.keys; ++j)
      bytes.bytes.push_back(at - left <= j && j <= at);
  bytes.p.mask = {bytes.bytes.data(), 0, 0, s.keys};
  capped.p.softcap = 50, sunk.p.sinks = {sunk.sinks.data(), 0, 1, 0};
  const auto t = in_turns(rounds, {[&] { plain.run(); }, [&] { window.run(); }, [&] { bytes.run(); },
                                   [&] { capped.run(); }, [&] { sunk.run(); }});
  const std::string window_text = "window of " + std::to_string(left + 1) + ": " + text(s);
  line(window_text, t[1], t[2], "the same as a mask in bytes");
  line(window_text, t[1], t[0], "causal");
  line("softcap: " + text(s), t[3], t[0], "causal without");
  line("sinks: " + text(s), t[4], t[0], "causal without");
}

void scalar(const Shape& s, int rounds) {
  Problem ours(s);
  ours.p.mask_kind = ATTEST_MASK_WINDOW, ours.p.window_left = 127, ours.p.softcap = 50;
  ours.p.sinks = {ours.sinks.data(), 0, 1, 0};
  const std::string name = std::string("attention_") + dtype_name(s.dtype) + "_scalar";
  const auto t = in_turns(rounds, {[&] { ours.run(); }, [&] { ours.run(name.c_str()); }});
  line("window of 128, softcap, sinks: " + text(s), t[0], t[1], "the scalar specification");
}

/// The sum of all numbers of pages, in 8 registers: what reading alone costs.
[[gnu::noinline]] std::uint64_t read_all(const char* bytes, std::size_t size) {
  typedef std::uint64_t Vector __attribute__((vector_size(64), aligned(64)));
  Vector sum[8] = {};
  for (std::size_t at = 0; at + 512 <= size; at += 512)
    for (int i = 0; i < 8; ++i) sum[i] ^= *reinterpret_cast<const Vector*>(bytes + at + 64 * i);
  std::uint64_t all = 0;
  for (const Vector& of : sum)
    for (int i = 0; i < 8; ++i) all ^= of[i];
  return all;
}

struct Pages {
  void* data;
  explicit Pages(std::size_t bytes) : data(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096)) {}
  ~Pages() { std::free(data); }
  Pages(const Pages&) = delete;
};

void decode(std::uint32_t dtype, std::int64_t heads, std::int64_t kv_heads, std::int64_t width, std::int64_t page_rows,
            int rounds) {
  const std::int64_t sequences = 8, element = size_of(dtype);
  // 256 MiB of keys and values: far more than the caches.
  const std::int64_t length = (std::int64_t{128} << 20) / (sequences * kv_heads * width * element);
  const std::int64_t pages = (length + page_rows - 1) / page_rows, page = page_rows * kv_heads * width;
  const auto bytes = static_cast<std::size_t>(pages * sequences * page * element);
  const Pages keys(bytes), values(bytes), copy(bytes);
  const std::vector<char> some = numbers(dtype, page, 5), query = numbers(dtype, sequences * heads * width, 6);
  for (std::int64_t i = 0; i < pages * sequences; ++i) {
    std::memcpy(static_cast<char*>(keys.data) + i * page * element, some.data(), some.size());
    std::memcpy(static_cast<char*>(values.data) + i * page * element, some.data(), some.size());
  }
  std::memset(copy.data, 1, bytes);
  std::vector<std::int32_t> page_of(static_cast<std::size_t>(pages * sequences));
  std::iota(page_of.begin(), page_of.end(), 0);
  std::shuffle(page_of.begin(), page_of.end(), std::mt19937(9));
  const std::vector<std::int64_t> lengths(static_cast<std::size_t>(sequences), length);
  std::vector<char> output(query.size());
  PagedDecode d;
  d.dtype = dtype, d.sequences = sequences, d.heads = heads, d.kv_heads = kv_heads;
  d.width = d.value_width = width, d.scale = 1 / std::sqrt(static_cast<double>(width));
  d.query = {const_cast<char*>(query.data()), heads * width, width, 0}, d.output = d.query;
  d.output.data = output.data();
  d.key = {keys.data, page, kv_heads * width, width}, d.value = {values.data, page, kv_heads * width, width};
  d.page_rows = page_rows, d.page_of = page_of.data(), d.pages_row = pages, d.lengths = lengths.data();
  const Pages scratch(paged_decode_scratch(d, 1) + 64);
  std::uint64_t read = 0;
  const auto t =
      in_turns(rounds, {[&] {
                          if (paged_decode(d, scratch.data, 1, {}) != ATTEST_OK) std::exit(1);
                        },
                        [&] {
                          read ^= read_all(static_cast<const char*>(keys.data), bytes);
                          read ^= read_all(static_cast<const char*>(values.data), bytes);
                        },
                        [&] { std::memcpy(copy.data, keys.data, bytes), std::memcpy(copy.data, values.data, bytes); }});
  const double all = 2 * static_cast<double>(bytes) / 1e9;
  std::printf(
      "decode: %-8s %lld/%lld heads, d = %lld, pages of %-3lld %7.1f GB/s   %5.2f of reading (%.1f)   %5.2f of memcpy "
      "(%.1f)%s\n",
      dtype_name(dtype), static_cast<long long>(heads), static_cast<long long>(kv_heads), static_cast<long long>(width),
      static_cast<long long>(page_rows), all / t[0], t[1] / t[0], all / t[1], t[2] / t[0], all / t[2],
      read == 1 ? " " : "");
}

}  // namespace

int main(int count, char** arguments) {
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 7;
  const bool decode_only = count > 2 && std::strcmp(arguments[2], "decode") == 0;
  if (rounds < 1 || count > 3 || (count == 3 && !decode_only)) {
    std::fprintf(stderr, "usage: bench_kernels_shipped [rounds [decode]]\n");
    return 64;
  }
  for (const std::uint32_t dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16}) {
    if (decode_only) break;
    groups({dtype, 16, 2, 1024, 1024, 64}, rounds);
    groups({dtype, 16, 2, 16, 4096, 64}, rounds);
    groups({dtype, 16, 2, 16, 4096, 128}, rounds);
    options({dtype, 2, 2, 4096, 4096, 64}, 511, rounds);
    scalar({dtype, 2, 1, 512, 512, 64}, std::min(rounds, 3));
  }
  for (const std::uint32_t dtype : {ATTEST_FLOAT32, ATTEST_BFLOAT16})
    for (const std::int64_t group : {1, 4, 8})
      for (const std::int64_t width : {64, 128}) decode(dtype, 8 * group, 8, width, 16, rounds);
  decode(ATTEST_BFLOAT16, 32, 8, 128, 1, rounds);
  decode(ATTEST_BFLOAT16, 32, 8, 128, 256, rounds);
}
