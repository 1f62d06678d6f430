// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "kernels/formats.hpp"
#include "kernels/problem.hpp"

namespace attest::kernels {

/// The type of intermediate numbers.
template <typename T>
using Accumulator = std::conditional_t<std::is_same_v<T, double>, double, float>;

/// What one row (b, h, i) of a problem reads, as attest_kernel.h says it.
template <typename T>
struct RowTerms {
  using Real = Accumulator<T>;

  const attest_problem& p;
  std::int64_t b, h, i;

  bool visible(std::int64_t j) const {
    if (p.mask_kind == ATTEST_MASK_BYTES) return row_of<const std::uint8_t>(p.mask, b, h, i)[j] != 0;
    if (p.mask_kind == ATTEST_MASK_WINDOW) {
      const std::int64_t ahead = j - (i + p.diagonal);
      return -p.window_left <= ahead && ahead <= p.window_right;
    }
    return j < visible_keys(p, i);
  }

  /// B_ij or C_ij; `absent` where there is no such term.
  Real term(const attest_term& t, std::int64_t j, Real absent) const {
    const Real* values = row_of<const Real>(t.values, 0, h, 0);
    switch (t.kind) {
      case ATTEST_TERM_TOEPLITZ:
        return values[i - j + p.keys - 1];
      case ATTEST_TERM_DENSE:
        return row_of<const Real>(t.values, b, h, i)[j];
      case ATTEST_TERM_ALIBI:
        return -values[0] * static_cast<Real>(i < j ? j - i : i - j);
      case ATTEST_TERM_BUCKETS:
        return values[t.values.row * t.bucket[i - j + p.keys - 1]];
      default:
        return absent;
    }
  }

  /// C_ij of a factor or of dropout.
  Real factor(std::int64_t j) const {
    if (p.keep_scale == 0) return term(p.factor, j, 1);
    return row_of<const std::uint8_t>(p.keep, b, h, i)[j] != 0 ? static_cast<Real>(p.keep_scale) : Real{0};
  }

  /// What query, key or value is multiplied by; 1 where there is no scale.
  Real scale_of(const attest_tensor& t, std::int64_t head) const {
    return t.data == nullptr ? Real{1} : static_cast<Real>(row_of<const float>(t, b, head, 0)[0]);
  }
  Real query_scale() const { return scale_of(p.query_scale, h); }
  Real key_scale() const { return scale_of(p.key_scale, kv_head(p, h)); }
  Real value_scale() const { return scale_of(p.value_scale, kv_head(p, h)); }

  const T* query() const { return row_of<const T>(p.query, b, h, i); }
  const T* key(std::int64_t j) const { return row_of<const T>(p.key, b, kv_head(p, h), j); }
  const T* value(std::int64_t j) const { return row_of<const T>(p.value, b, kv_head(p, h), j); }

  bool has_sink() const { return p.sinks.data != nullptr; }
  Real sink() const { return row_of<const Real>(p.sinks, 0, h, 0)[0]; }

  bool is_capped() const { return p.softcap != 0; }
  /// tanh of the capped product over the cap.
  Real tanh(std::int64_t j) const { return std::tanh(product(j) / static_cast<Real>(p.softcap)); }

  /// S_ij = scale * <query_i, key_j> + B_ij, the first term capped where there is a cap.
  Real score(std::int64_t j) const {
    const Real first = is_capped() ? static_cast<Real>(p.softcap) * tanh(j) : product(j);
    return first + term(p.bias, j, 0);
  }

 private:
  Real product(std::int64_t j) const {
    Real sum = 0;
    for (std::int64_t c = 0; c < p.width; ++c) sum += to_accumulator(query()[c]) * to_accumulator(key(j)[c]);
    sum *= static_cast<Real>(p.scale);
    if (p.query_scale.data != nullptr) sum *= query_scale();
    if (p.key_scale.data != nullptr) sum *= key_scale();
    return sum;
  }
};

}  // namespace attest::kernels
