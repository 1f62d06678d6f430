// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include "constructions/urpe/contextual_mapping.hpp"
#include "constructions/urpe/contextual_stack.hpp"
#include "constructions/urpe/lemma_networks.hpp"
#include "theory/error.hpp"
#include "verify/study/float_network.hpp"
#include "verify/study/temperature.hpp"

namespace attest::verify::study {

using instances::FloatArray;
using instances::round_to;

namespace {

using constructions::GridKind;
using constructions::RationalMatrix;
using constructions::RationalVector;
using theory::Matrix;
using theory::Rational;

RationalMatrix positioned(RationalMatrix X, const RationalVector& u) {
  for (std::size_t i = 0; i < X.size(); ++i)
    for (Rational& entry : X[i]) entry += u[i];
  return X;
}

}  // namespace

ContextualStudy::ContextualStudy(const ContextualSizes& sizes, long most_inputs) : sizes_(sizes) {
  const auto& [form, n, m, d] = sizes;
  if (constructions::grid_size(GridKind::closed, n, d, m, most_inputs) > most_inputs)
    throw InputError("grid", "expected at most " + std::to_string(most_inputs) + " inputs");
  for (long i = n; i > 0; --i) u_.push_back(Rational(2 * i));
  if (form == ContextualForm::sweep) {
    const auto construction = constructions::closed_construction(u_, m, d);
    z_ = construction.z, blocks_ = constructions::sweep_blocks(construction);
  } else {
    const auto stack = constructions::contextual_stack(u_, m, d);
    z_ = stack.z, blocks_ = stack.blocks;
  }
  inputs_ = constructions::grid_inputs(GridKind::closed, n, d, m);
  for (RationalMatrix& X : inputs_) {
    X = positioned(std::move(X), u_);
    const Matrix<Rational> Y = theory::modified_network(blocks_, Matrix<Rational>::from_rows(X));
    for (std::size_t i = 0; i < Y.rows(); ++i) exact_.push_back(dot(Y.row(i), z_));
  }
  sorted_ = exact_;
  std::sort(sorted_.begin(), sorted_.end());
}

double ContextualStudy::bits() const {
  Rational least = sorted_.back() - sorted_.front() + Rational(1);
  for (std::size_t k = 1; k < sorted_.size(); ++k) least = min(least, sorted_[k] - sorted_[k - 1]);
  const Rational greatest = max(sorted_.back(), -sorted_.front());
  return std::log2((greatest / least).to_double());
}

Separation ContextualStudy::compare(const std::vector<Rational>& values) const {
  Separation result;
  result.finite = true;
  result.distinct = static_cast<std::int64_t>(std::set<Rational>(values.begin(), values.end()).size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto own = std::lower_bound(sorted_.begin(), sorted_.end(), exact_[k]);
    const Rational distance = abs(values[k] - exact_[k]);
    const bool below = own == sorted_.begin() || distance < abs(values[k] - *(own - 1));
    const bool above = own + 1 == sorted_.end() || distance < abs(values[k] - *(own + 1));
    result.decoded += below && above;
  }
  return result;
}

Separation ContextualStudy::rounded(attest_dtype dtype) const {
  std::vector<Rational> values;
  for (const Rational& value : exact_) {
    const double near = round_to(dtype, value.to_double());
    if (!std::isfinite(near)) return {};
    values.push_back(Rational::from_double(near));
  }
  return compare(values);
}

Separation ContextualStudy::computed(attest_dtype dtype, std::optional<double> inverse_temperature) const {
  const std::int64_t count = static_cast<std::int64_t>(inputs_.size());
  FloatArray tokens(dtype, {count, 1, sizes_.n, sizes_.d});
  std::int64_t place = 0;
  for (const RationalMatrix& X : inputs_)
    for (const RationalVector& token : X)
      for (const Rational& entry : token) tokens.set(place++, entry.to_double());
  const std::optional<FloatArray> result = run_network(blocks_, std::move(tokens), inverse_temperature);
  if (!result) return {};
  std::vector<Rational> values;
  for (std::int64_t token = 0; token < count * sizes_.n; ++token) {
    Rational q = 0;
    for (std::int64_t c = 0; c < sizes_.d; ++c)
      q += Rational::from_double((*result)[token * sizes_.d + c]) * z_[static_cast<std::size_t>(c)];
    values.push_back(q);
  }
  return compare(values);
}

std::optional<TemperatureRange> decoding_temperatures(const ContextualStudy& study, attest_dtype dtype, int least,
                                                      int greatest) {
  std::optional<TemperatureRange> best;
  int from = least;
  for (int k = least; k <= greatest; ++k) {
    const Separation separation = study.computed(dtype, std::ldexp(1.0, k));
    if (!separation.finite || separation.decoded < study.values()) {
      from = k + 1;
      continue;
    }
    if (!best || k - from > best->to - best->from) best = TemperatureRange{from, k};
  }
  return best;
}

}  // namespace attest::verify::study
