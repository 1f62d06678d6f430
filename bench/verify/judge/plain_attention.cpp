// SPDX-License-Identifier: Apache-2.0
#include "bench/verify/judge/plain_attention.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>

namespace attest::bench {

namespace {

/// The weights of one row of scores; returns their sum.
double exponentials(double* row, std::int64_t keys) {
  const double top = *std::max_element(row, row + keys);
  double sum = 0;
  for (std::int64_t j = 0; j < keys; ++j) row[j] = std::exp(row[j] - top);
  for (std::int64_t j = 0; j < keys; ++j) sum += row[j];
  return sum;
}

}  // namespace

void plain_loops(PlainHead& h) {
  std::vector<double> transposed(h.key.size()), row(static_cast<std::size_t>(h.keys));
  for (std::int64_t j = 0; j < h.keys; ++j)
    for (std::int64_t c = 0; c < h.width; ++c) transposed[c * h.keys + j] = h.key[j * h.width + c];
  h.output.assign(static_cast<std::size_t>(h.queries * h.value_width), 0);
  for (std::int64_t i = 0; i < h.queries; ++i) {
    std::fill(row.begin(), row.end(), 0);
    for (std::int64_t c = 0; c < h.width; ++c) {
      const double q = h.scale * h.query[i * h.width + c];
      for (std::int64_t j = 0; j < h.keys; ++j) row[j] += q * transposed[c * h.keys + j];
    }
    const double sum = exponentials(row.data(), h.keys);
    double* out = h.output.data() + i * h.value_width;
    for (std::int64_t j = 0; j < h.keys; ++j)
      for (std::int64_t c = 0; c < h.value_width; ++c) out[c] += row[j] * h.value[j * h.value_width + c];
    for (std::int64_t c = 0; c < h.value_width; ++c) out[c] /= sum;
  }
}

void plain_blas(PlainHead& h) {
  const auto n = static_cast<int>(h.queries), m = static_cast<int>(h.keys), w = static_cast<int>(h.width),
             v = static_cast<int>(h.value_width);
  std::vector<double> weights(static_cast<std::size_t>(h.queries * h.keys));
  h.output.assign(static_cast<std::size_t>(h.queries * h.value_width), 0);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, m, w, h.scale, h.query.data(), w, h.key.data(), w, 0,
              weights.data(), m);
  for (std::int64_t i = 0; i < h.queries; ++i) {
    double* row = weights.data() + i * h.keys;
    const double sum = exponentials(row, h.keys);
    for (std::int64_t j = 0; j < h.keys; ++j) row[j] /= sum;
  }
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, v, m, 1, weights.data(), m, h.value.data(), v, 0,
              h.output.data(), v);
}

}  // namespace attest::bench
