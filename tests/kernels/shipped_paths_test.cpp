// SPDX-License-Identifier: Apache-2.0
// What language models that are shipped ask of attention, in our own kernels: groups of heads, windows, softcap, sinks,
// and decoding from pages. Where two problems are the same by definition, the bits are the same; where nothing rounds,
// the bits are the specification's; and each comparison notices the mistake that it is for.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
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

/// Sizes and settings of a drawn problem.
struct Asked {
  std::uint32_t operation = ATTEST_ATTENTION;
  std::int64_t batches = 2, heads = 6, kv_heads = 2, queries = 5, keys = 70, width = 40, value_width = 24;
  std::uint32_t bias = ATTEST_TERM_NONE, mask = ATTEST_MASK_NONE;
  std::int64_t diagonal = 0, left = 0, right = 0;
  double scale = 0.3, softcap = 0;
  bool sinks = false, whole = false;  ///< whole: small whole numbers
};

template <typename T>
T as(float x) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(x);
  else
    return round_from<T>(x);
}

/// A problem of format T with terms of Real, with its arrays.
template <typename T, typename Real>
struct Problem {
  attest_problem p{};
  std::vector<T> query, key, value, output;
  std::vector<Real> bias, factor, sinks, row_sum, log_sum_exp;
  std::vector<std::uint8_t> bytes;

  Problem(const Asked& a, std::uint32_t dtype) {
    std::mt19937 random(7);
    const auto number = [&] {
      const auto n = static_cast<float>(random() % 1024) / 256 - 2;
      return a.whole ? std::floor(n) : n;
    };
    const auto draw = [&](auto& array, std::int64_t size) {
      using Element = typename std::decay_t<decltype(array)>::value_type;
      for (std::int64_t i = 0; i < size; ++i) array.push_back(as<Element>(number()));
    };
    draw(query, a.batches * a.heads * a.queries * a.width);
    draw(key, a.batches * a.kv_heads * a.keys * a.width);
    draw(value, a.batches * a.kv_heads * a.keys * a.value_width);
    draw(bias, a.heads * (a.queries + a.keys - 1));
    draw(factor, a.heads * (a.queries + a.keys - 1));
    for (std::int64_t h = 0; h < a.heads; ++h) sinks.push_back(static_cast<Real>(a.whole ? 0 : number()));
    output.resize(static_cast<std::size_t>(a.batches * a.heads * a.queries * a.value_width));
    row_sum.resize(static_cast<std::size_t>(a.batches * a.heads * a.queries));
    log_sum_exp.resize(row_sum.size());

    p.struct_size = sizeof p, p.operation = a.operation, p.dtype = dtype;
    p.batches = a.batches, p.heads = a.heads, p.kv_heads = a.kv_heads, p.queries = a.queries, p.keys = a.keys;
    p.width = a.width, p.value_width = a.value_width, p.scale = a.scale, p.softcap = a.softcap;
    const auto rows = [](auto& array, std::int64_t heads, std::int64_t count, std::int64_t width) {
      return attest_tensor{array.data(), heads * count * width, count * width, width};
    };
    p.query = rows(query, a.heads, a.queries, a.width), p.output = rows(output, a.heads, a.queries, a.value_width);
    p.key = rows(key, a.kv_heads, a.keys, a.width), p.value = rows(value, a.kv_heads, a.keys, a.value_width);
    p.row_sum = rows(row_sum, a.heads, a.queries, 1);
    if (a.operation != ATTEST_HARDMAX) p.log_sum_exp = rows(log_sum_exp, a.heads, a.queries, 1);
    p.mask_kind = a.mask, p.diagonal = a.diagonal, p.window_left = a.left, p.window_right = a.right;
    if (a.sinks) p.sinks = {sinks.data(), 0, 1, 0};
    p.bias.kind = a.bias;
    p.bias.values = {bias.data(), 0, a.bias == ATTEST_TERM_ALIBI ? 1 : a.queries + a.keys - 1, 0};
    if (a.operation == ATTEST_URPE)
      p.factor = {ATTEST_TERM_TOEPLITZ, 0, nullptr, {factor.data(), 0, a.queries + a.keys - 1, 0}};
  }

  /// The same with a head of keys and values for each head of queries: of(h) says which one.
  template <class F>
  void repeat(F of) {
    const auto copies = [&](std::vector<T>& array, std::int64_t width, attest_tensor& t) {
      std::vector<T> all;
      for (std::int64_t b = 0; b < p.batches; ++b)
        for (std::int64_t h = 0; h < p.heads; ++h) {
          const T* const from = row_of<T>(t, b, of(h), 0);
          all.insert(all.end(), from, from + p.keys * width);
        }
      array = std::move(all);
      t = {array.data(), p.heads * p.keys * width, p.keys * width, width};
    };
    copies(key, p.width, p.key), copies(value, p.value_width, p.value);
    p.kv_heads = p.heads;
  }

  /// The same window as bytes.
  void write_bytes() {
    for (std::int64_t i = 0; i < p.queries; ++i)
      for (std::int64_t j = 0; j < p.keys; ++j)
        bytes.push_back(i + p.diagonal - p.window_left <= j && j <= i + p.diagonal + p.window_right);
    p.mask_kind = ATTEST_MASK_BYTES, p.mask = {bytes.data(), 0, 0, p.keys};
  }

  /// The bits of a run by this kernel.
  std::string run(const attest_kernel& kernel, int threads = 1, bool logarithm = true) {
    std::memset(static_cast<void*>(output.data()), 0xff, output.size() * sizeof(T));
    std::fill(row_sum.begin(), row_sum.end(), Real{-77}), std::fill(log_sum_exp.begin(), log_sum_exp.end(), Real{-77});
    std::string why;
    REQUIRE(run_kernel(kernel, p, threads, why) == ATTEST_OK);
    std::string all(reinterpret_cast<const char*>(output.data()), output.size() * sizeof(T));
    all.append(reinterpret_cast<const char*>(row_sum.data()), row_sum.size() * sizeof(Real));
    if (logarithm) all.append(reinterpret_cast<const char*>(log_sum_exp.data()), log_sum_exp.size() * sizeof(Real));
    return all;
  }
};

/// Calls f(kernel, a maker of problems of its format) for our own kernels of a method with blocks.
template <class F>
void each_kernel(std::uint32_t operation, F f) {
  for (const attest_kernel& kernel : all_kernels()) {
    if (kernel.operation != operation || !kernel.available() || std::string(kernel.isa) == "scalar") continue;
    INFO(kernel.name);
    if (kernel.dtype == ATTEST_FLOAT64)
      f(kernel, [](const Asked& a) { return Problem<double, double>(a, ATTEST_FLOAT64); });
    if (kernel.dtype == ATTEST_FLOAT32)
      f(kernel, [](const Asked& a) { return Problem<float, float>(a, ATTEST_FLOAT32); });
    if (kernel.dtype == ATTEST_FLOAT16)
      f(kernel, [](const Asked& a) { return Problem<Float16, float>(a, ATTEST_FLOAT16); });
    if (kernel.dtype == ATTEST_BFLOAT16)
      f(kernel, [](const Asked& a) { return Problem<BFloat16, float>(a, ATTEST_BFLOAT16); });
  }
}

bool decodes(const attest_kernel& kernel) { return std::string(kernel.name).find("_decode") != std::string::npos; }

}  // namespace

TEST_CASE("a group of heads: the bits of keys and values that are repeated") {
  for (const std::uint32_t operation : {ATTEST_ATTENTION, ATTEST_RPE, ATTEST_URPE, ATTEST_HARDMAX})
    for (const std::int64_t queries : {1, 5, 29})
      for (const std::int64_t width : {40, 130})
        each_kernel(operation, [&](const attest_kernel& kernel, auto make) {
          Asked a;
          a.operation = operation, a.queries = queries, a.keys = 70 + width, a.width = width;
          a.mask = ATTEST_MASK_CAUSAL, a.diagonal = a.keys - queries;
          if (operation != ATTEST_ATTENTION) a.bias = queries == 5 ? ATTEST_TERM_ALIBI : ATTEST_TERM_TOEPLITZ;
          if (operation != ATTEST_HARDMAX && queries == 5) a.sinks = true, a.softcap = 2;
          auto groups = make(a), repeated = make(a), wrong = make(a);
          repeated.repeat([&](std::int64_t h) { return h / (a.heads / a.kv_heads); });
          wrong.repeat([&](std::int64_t h) { return h % a.kv_heads; });
          const std::string found = groups.run(kernel);
          REQUIRE(found == repeated.run(kernel));
          REQUIRE(found == groups.run(kernel, 3));
          REQUIRE(found != wrong.run(kernel));
        });
}

TEST_CASE("a window: the bits of the same mask in bytes, with blocks before it left out") {
  for (const std::uint32_t operation : {ATTEST_ATTENTION, ATTEST_URPE, ATTEST_HARDMAX})
    for (const auto& [left, right] : {std::pair{0, 0}, {40, 0}, {300, 7}, {0, 1000}})
      each_kernel(operation, [&](const attest_kernel& kernel, auto make) {
        if (decodes(kernel)) return;  // begins its blocks where the window does
        for (const std::int64_t diagonal : {0, 690, -9, 2000}) {
          Asked a;
          a.operation = operation, a.batches = 1, a.heads = 2, a.kv_heads = 1, a.queries = 30, a.keys = 720;
          a.width = 8, a.value_width = 16, a.mask = ATTEST_MASK_WINDOW;
          a.diagonal = diagonal, a.left = left, a.right = right;
          if (operation == ATTEST_URPE) a.bias = ATTEST_TERM_TOEPLITZ, a.sinks = true;
          auto window = make(a), bytes = make(a);
          bytes.write_bytes();
          const std::string found = window.run(kernel);
          REQUIRE(found == bytes.run(kernel));
          if (diagonal != 690) continue;
          a.left += left == 300 ? 0 : 1, a.right += left == 300 ? 1 : 0;  // one key more
          auto more = make(a);
          REQUIRE((found != more.run(kernel) || operation == ATTEST_HARDMAX));
        }
      });
}

TEST_CASE("softcap and sinks: the specification's bits where nothing rounds") {
  each_kernel(ATTEST_ATTENTION, [](const attest_kernel& kernel, auto make) {
    Asked a;
    a.whole = true, a.scale = 0, a.softcap = 5, a.sinks = true;  // every score is 0, and so is the sink
    const std::string scalar = std::string("attention_") + dtype_name(kernel.dtype) + "_scalar";
    for (const std::int64_t keys : {7, 63, 511}) {
      a.keys = keys;
      auto ours = make(a), specification = make(a), none = make(a);
      const std::string found = ours.run(kernel, 1, false);
      REQUIRE(found == specification.run(*find_kernel(scalar), 1, false));
      none.p.sinks = {};
      REQUIRE(found != none.run(kernel, 1, false));
    }
    a.whole = false, a.scale = 0.3;
    auto capped = make(a), open = make(a);
    open.p.softcap = 0;
    REQUIRE(capped.run(kernel) != open.run(kernel));
  });
}

TEST_CASE("decoding from pages: the bits of the same keys without pages") {
  const std::vector<std::int64_t> lengths{0, 1, 63, 64, 65, 200};
  each_kernel(ATTEST_ATTENTION, [&](const attest_kernel& kernel, auto make) {
    if (!decodes(kernel)) return;
    std::string why;
    for (const std::int64_t page_rows : {1, 7, 16, 64})
      for (const bool plain : {false, true}) {
        Asked a;
        a.batches = static_cast<std::int64_t>(lengths.size()), a.heads = 15, a.kv_heads = 3, a.queries = 1,
        a.keys = 200;
        a.width = 72, a.value_width = plain ? 64 : 72;
        if (!plain) a.sinks = true, a.softcap = 3;
        auto whole = make(a);
        using T = typename std::decay_t<decltype(whole.output)>::value_type;

        // Page n of all is [row][head][column]; pages lie in a drawn order.
        const std::int64_t pages = (a.keys + page_rows - 1) / page_rows;
        std::vector<std::int32_t> page_of(static_cast<std::size_t>(pages * a.batches));
        std::iota(page_of.begin(), page_of.end(), 0);
        std::shuffle(page_of.begin(), page_of.end(), std::mt19937(3));
        const auto pool = [&](const attest_tensor& from, std::int64_t width) {
          std::vector<T> to(page_of.size() * static_cast<std::size_t>(page_rows * a.kv_heads * width));
          for (std::int64_t s = 0; s < a.batches; ++s)
            for (std::int64_t j = 0; j < a.keys; ++j)
              for (std::int64_t h = 0; h < a.kv_heads; ++h) {
                const std::int64_t row = page_of[s * pages + j / page_rows] * page_rows + j % page_rows;
                std::copy_n(row_of<T>(from, s, h, j), width, to.data() + (row * a.kv_heads + h) * width);
              }
          return to;
        };
        const std::vector<T> keys = pool(whole.p.key, a.width), values = pool(whole.p.value, a.value_width);
        std::vector<T> output(whole.output.size());
        PagedDecode d;
        d.dtype = kernel.dtype, d.sequences = a.batches, d.heads = a.heads, d.kv_heads = a.kv_heads;
        d.width = a.width, d.value_width = a.value_width, d.scale = a.scale, d.softcap = a.softcap;
        d.window_left = plain ? 90 : ATTEST_WINDOW_OPEN, d.sinks = whole.p.sinks;
        d.query = whole.p.query, d.output = whole.p.output, d.output.data = output.data();
        d.key = {keys.data(), page_rows * a.kv_heads * a.width, a.kv_heads * a.width, a.width};
        d.value = {values.data(), page_rows * a.kv_heads * a.value_width, a.kv_heads * a.value_width, a.value_width};
        d.page_rows = page_rows, d.page_of = page_of.data(), d.pages_row = pages, d.lengths = lengths.data();
        if (check_paged_decode(d, {}) != ATTEST_OK) return;
        const auto run = [&](int threads) {
          std::fill(output.begin(), output.end(), as<T>(77));
          void* const scratch = std::aligned_alloc(64, paged_decode_scratch(d, threads) + 64 & ~std::size_t{63});
          REQUIRE(paged_decode(d, scratch, threads, {}) == ATTEST_OK);
          std::free(scratch);
          return std::string(reinterpret_cast<const char*>(output.data()), output.size() * sizeof(T));
        };
        // By the instruction set that paged_decode() takes: the first of these kernels.
        const std::string name = std::string("attention_") + dtype_name(kernel.dtype) + "_";
        const attest_kernel* same = find_kernel(name + "avx512_decode");
        if (same == nullptr || !same->available()) same = find_kernel(name + "avx2_decode");
        const std::string found = run(1);
        std::string expected;
        for (std::int64_t s = 0; s < a.batches; ++s) {
          attest_problem one = whole.p;
          one.batches = 1, one.keys = lengths[static_cast<std::size_t>(s)];
          for (attest_tensor* t : {&one.query, &one.key, &one.value, &one.output}) t->data = row_of<T>(*t, s, 0, 0);
          if (plain) one.mask_kind = ATTEST_MASK_WINDOW, one.window_left = 90, one.diagonal = one.keys - 1;
          REQUIRE(run_kernel(*same, one, 1, why) == ATTEST_OK);
          expected.append(static_cast<const char*>(one.output.data), a.heads * a.value_width * sizeof(T));
        }
        REQUIRE(found == expected);
        // Three heads of keys take turns with one thread, two and one with two, none with three.
        REQUIRE(found == run(2));
        REQUIRE(found == run(3));
        std::swap(page_of[static_cast<std::size_t>(4 * pages)], page_of[static_cast<std::size_t>(5 * pages)]);
        REQUIRE((found != run(1) || (plain && page_rows != 64)));  // a window may hide the first page
      }
  });
}
