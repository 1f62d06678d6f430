// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/composed.hpp"

#include <algorithm>
#include <cmath>

namespace attest::bench {

void softmax_rows(float* scores, std::int64_t length, const float* bias, const float* factor, int threads) {
#pragma omp parallel for num_threads(threads)
  for (std::int64_t i = 0; i < length; ++i) {
    float* const row = scores + i * length;
    if (bias != nullptr)
      for (std::int64_t j = 0; j < length; ++j) row[j] += bias[i * length + j];
    float greatest = row[0];
    for (std::int64_t j = 0; j < length; ++j) greatest = std::max(greatest, row[j]);
    float sum = 0;
    for (std::int64_t j = 0; j < length; ++j) {
      row[j] = std::exp(row[j] - greatest);
      sum += row[j];
    }
    const float inverse = 1 / sum;
    if (factor != nullptr)
      for (std::int64_t j = 0; j < length; ++j) row[j] *= inverse * factor[i * length + j];
    else
      for (std::int64_t j = 0; j < length; ++j) row[j] *= inverse;
  }
}

}  // namespace attest::bench
