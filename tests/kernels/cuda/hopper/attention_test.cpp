// SPDX-License-Identifier: Apache-2.0
// The Hopper kernels' device code, instruction by instruction on the host, against sums in double.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "tests/kernels/cuda/hopper/emulation/device.hpp"
// After the emulation: device code.
#include "kernels/cuda/hopper/attention.cuh"
#include "kernels/cuda/hopper/spread.cuh"

using namespace attest::cuda;
using namespace attest::cuda::hopper;

namespace {

struct Case {
  int batches = 1, heads = 1, queries = 64, keys = 64, width = 64;
  bool causal = false;
  std::int64_t diagonal = 0;
  std::uint32_t bias = ATTEST_TERM_NONE, factor = ATTEST_TERM_NONE;
  float scale = 0.125f;
};

template <class Tile>
struct Run {
  explicit Run(const Case& given) : c(given) {}
  Case c;
  std::mt19937 random{7};
  std::vector<std::uint16_t> query, key, value, output;
  std::vector<float> bias, factor, bias_spread, factor_spread, row_sum, log_sum_exp;

  float uniform(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random); }
  using Number = typename Tile::Number;

  std::vector<std::uint16_t> numbers(int rows) {
    std::vector<std::uint16_t> all(static_cast<std::size_t>(c.batches * c.heads * rows * c.width) + 8);
    for (auto& x : all) x = from_float<Number>(uniform(-1, 1)).bits;
    return all;
  }
  Input input(const std::vector<std::uint16_t>& data, int rows, int box_rows) {
    const auto w = static_cast<std::uint64_t>(2 * c.width), r = static_cast<std::uint64_t>(rows);
    Input in;
    in.map =
        emulation::sm90::encode({data.data(),
                                 {w / 2, r, static_cast<std::uint64_t>(c.heads), static_cast<std::uint64_t>(c.batches)},
                                 {w, w * r, w * r * static_cast<std::uint64_t>(c.heads)},
                                 {Tile::kChunk, static_cast<std::uint32_t>(box_rows)},
                                 Tile::kSwizzle});
    return in;
  }
  Term term(std::uint32_t kind, std::vector<float>& values, std::vector<float>& spread, float unit, float low,
            float high) {
    Term t;
    if (kind == ATTEST_TERM_NONE) return t;
    const int n = c.queries + c.keys - 1;
    if (kind == ATTEST_TERM_DENSE) {
      values.resize(static_cast<std::size_t>(c.batches * c.heads * c.queries * c.keys));
      for (auto& x : values) x = uniform(low, high);
      t.kind = Term::kDense;
      t.values = values.data();
      t.row = c.keys;
      t.head = t.row * c.queries;
      t.batch = t.head * c.heads;
      return t;
    }
    values.resize(static_cast<std::size_t>(n * c.heads));
    for (auto& x : values) x = uniform(low, high);
    const int origin = (c.queries + Tile::kQueries - 1) / Tile::kQueries * Tile::kQueries;
    const int length = origin + (c.keys + Tile::kKeys - 1) / Tile::kKeys * Tile::kKeys;
    spread.assign(static_cast<std::size_t>(2 * length * c.heads) + 4, NAN);
    float* at = spread.data() + (16 - reinterpret_cast<std::uintptr_t>(spread.data()) % 16) / 4 % 4;
    attest_term from = {};
    from.kind = kind;
    from.values = {values.data(), 0, n, 0};
    launch(spread_terms, dim3(2, static_cast<unsigned>(c.heads)), 64, 0, nullptr, from, c.queries, c.keys, origin,
           length, unit, at);
    t.kind = Term::kRelative;
    t.values = at;
    t.head = 2 * length;
    t.row = length;
    return t;
  }

  void run(unsigned blocks) {
    query = numbers(c.queries);
    key = numbers(c.keys);
    value = numbers(c.keys);
    Arguments a;
    a.query = input(query, c.queries, Tile::kQueries);
    a.key = input(key, c.keys, Tile::kKeys);
    a.value = input(value, c.keys, Tile::kKeys);
    a.batches = c.batches;
    a.heads = c.heads;
    a.queries = c.queries;
    a.keys = c.keys;
    a.value_width = c.width;
    a.scale_log2 = c.scale * kLog2E;
    a.causal = c.causal;
    a.diagonal = c.diagonal;
    a.bias = term(c.bias, bias, bias_spread, kLog2E, -2, 2);
    a.factor = term(c.factor, factor, factor_spread, 1, -1, 1);
    const std::size_t rows = static_cast<std::size_t>(c.batches * c.heads * c.queries);
    output.assign(rows * static_cast<std::size_t>(c.width), 0xffff);
    row_sum.assign(rows, NAN);
    log_sum_exp.assign(rows, NAN);
    a.output = output.data();
    a.output_row = c.width;
    a.output_head = c.width * c.queries;
    a.output_batch = a.output_head * c.heads;
    a.row_sum = {row_sum.data(), c.heads * c.queries, c.queries};
    a.log_sum_exp = {log_sum_exp.data(), c.heads * c.queries, c.queries};
    emulation::run_grid(blocks, Tile::kThreads, sizeof(Shared<Tile>), [&] { attention_kernel<Tile>(a); });
  }

  double term_at(std::uint32_t kind, const std::vector<float>& values, int b, int h, int i, int j, double none) {
    if (kind == ATTEST_TERM_NONE) return none;
    if (kind == ATTEST_TERM_DENSE)
      return values[static_cast<std::size_t>(((b * c.heads + h) * c.queries + i) * c.keys + j)];
    return values[static_cast<std::size_t>(h * (c.queries + c.keys - 1) + i - j + c.keys - 1)];
  }
  double at(const std::vector<std::uint16_t>& data, int rows, int b, int h, int i, int column) {
    return to_float(Number{data[static_cast<std::size_t>(((b * c.heads + h) * rows + i) * c.width + column)]});
  }

  /// The greatest difference.
  double worst() {
    double worst = 0;
    const auto note = [&worst](double is, double should) {
      const double d = is == should ? 0 : std::fabs(is - should);
      if (!(d <= worst)) worst = d;
    };
    for (int b = 0; b < c.batches; ++b)
      for (int h = 0; h < c.heads; ++h)
        for (int i = 0; i < c.queries; ++i) {
          const std::int64_t end = c.causal ? std::min<std::int64_t>(c.keys, i + c.diagonal + 1) : c.keys;
          std::vector<double> p;
          double sum = 0, weighted = 0;
          for (int j = 0; j < end; ++j) {
            double s = 0;
            for (int k = 0; k < c.width; ++k) s += at(query, c.queries, b, h, i, k) * at(key, c.keys, b, h, j, k);
            s = std::exp(s * c.scale + term_at(c.bias, bias, b, h, i, j, 0));
            sum += s;
            s *= term_at(c.factor, factor, b, h, i, j, 1);
            weighted += s;
            p.push_back(s);
          }
          const std::size_t row = static_cast<std::size_t>((b * c.heads + h) * c.queries + i);
          note(row_sum[row], sum > 0 ? weighted / sum : 0);
          note(log_sum_exp[row], std::log(sum));
          for (int k = 0; k < c.width; ++k) {
            double o = 0;
            for (std::size_t j = 0; j < p.size(); ++j) o += p[j] * at(value, c.keys, b, h, static_cast<int>(j), k);
            note(at(output, c.queries, b, h, i, k), sum > 0 ? o / sum : 0);
          }
        }
    return worst;
  }
};

}  // namespace

TEST_CASE("first") {
  using T = Tile<Bfloat16, 64, true>;
  Run<T> r{Case{1, 2, 200, 300, 64, true, 30, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_TOEPLITZ}};
  r.run(2);
  std::printf("worst %g\n", r.worst());
  Run<Tile<Half, 128, false>> s{Case{1, 1, 130, 300, 128}};
  s.run(1);
  std::printf("worst %g\n", s.worst());
}
