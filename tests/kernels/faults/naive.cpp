// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/faults/naive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attest::faults {

using verify::instances::FloatArray;
using verify::instances::Instance;
using verify::instances::Term;

namespace {

std::vector<double> doubles(const FloatArray& array) {
  std::vector<double> result(static_cast<std::size_t>(array.size()));
  verify::instances::to_doubles(array.dtype(), array.data(), array.size(), result.data());
  return result;
}

/// The rows of a dense array of four axes, of which the first two may be shared.
class Rows {
 public:
  explicit Rows(const FloatArray& array) : numbers_(doubles(array)), shape_(array.shape()) {}
  const double* operator()(std::int64_t b, std::int64_t h, std::int64_t row) const {
    const std::int64_t batch = shape_[0] == 1 ? 0 : b, head = shape_[1] == 1 ? 0 : h;
    return numbers_.data() + ((batch * shape_[1] + head) * shape_[2] + row) * shape_[3];
  }

 private:
  std::vector<double> numbers_;
  std::vector<std::int64_t> shape_;
};

/// B or C.
class Elements {
 public:
  Elements(const Instance& instance, const Term& term)
      : x_(instance), term_(term), numbers_(doubles(term.values)), shape_(term.values.shape()) {}

  double operator()(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j, double absent) const {
    const std::int64_t place = i - j + x_.keys - 1;
    const auto at = [&](std::int64_t index) { return numbers_[static_cast<std::size_t>(index)]; };
    const auto shared = [&](std::size_t axis, std::int64_t index) { return shape_[axis] == 1 ? 0 : index; };
    switch (term_.kind) {
      case ATTEST_TERM_TOEPLITZ:
        return at(shared(0, h) * shape_[1] + place);
      case ATTEST_TERM_DENSE:
        return at(((shared(0, b) * shape_[1] + shared(1, h)) * x_.queries + i) * x_.keys + j);
      case ATTEST_TERM_ALIBI:
        return -at(shared(0, h)) * static_cast<double>(std::abs(i - j));
      case ATTEST_TERM_BUCKETS:
        return at(term_.bucket[static_cast<std::size_t>(place)] * shape_[1] + h);
      default:
        return absent;
    }
  }

 private:
  const Instance& x_;
  const Term& term_;
  std::vector<double> numbers_;
  std::vector<std::int64_t> shape_;
};

template <typename Real>
class Naive {
 public:
  Naive(const Instance& instance, attest_dtype stored)
      : x_(instance),
        stored_(stored),
        query_(instance.query),
        key_(instance.key),
        value_(instance.value),
        bias_(instance, instance.bias),
        factor_(instance, instance.factor) {}

  Results run() {
    for (std::int64_t b = 0; b < x_.batches; ++b)
      for (std::int64_t h = 0; h < x_.heads; ++h)
        for (std::int64_t i = 0; i < x_.queries; ++i) row(b, h, i);
    return std::move(results_);
  }

 private:
  Real stored(Real x) const {
    if (stored_ == ATTEST_FLOAT64) return x;
    return static_cast<Real>(verify::instances::round_to(stored_, static_cast<double>(x)));
  }

  /// One number of each batch and head, or of each head; 1 where there is no array.
  static double number(const std::optional<FloatArray>& array, std::int64_t b, std::int64_t h) {
    if (!array) return 1;
    const std::vector<std::int64_t>& shape = array->shape();
    const std::int64_t heads = shape.back(), batches = shape.size() == 2 ? shape[0] : 1;
    return (*array)[(batches == 1 ? 0 : b) * heads + (heads == 1 ? 0 : h)];
  }

  std::int64_t group(std::int64_t h) const { return x_.kv_heads == 0 ? h : h * x_.kv_heads / x_.heads; }

  bool sees(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const {
    if (x_.mask_kind != ATTEST_MASK_WINDOW) return x_.visible(b, h, i, j);
    const std::int64_t here = i + x_.diagonal;
    return j + x_.window_left >= here && j <= here + x_.window_right;
  }

  /// What dropout leaves of a weight.
  Real dropped(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j, Real weight) const {
    const auto& d = x_.dropout;
    if (d.scale == 0) return weight;
    const std::int64_t batch = d.batches == 1 ? 0 : b, head = d.heads == 1 ? 0 : h;
    const std::int64_t at = ((batch * d.heads + head) * x_.queries + i) * x_.keys + j;
    return d.keep[static_cast<std::size_t>(at)] == 0 ? Real{0} : weight * static_cast<Real>(d.scale);
  }

  void row(std::int64_t b, std::int64_t h, std::int64_t i) {
    scores_.assign(static_cast<std::size_t>(x_.keys), -std::numeric_limits<Real>::infinity());
    for (std::int64_t j = 0; j < x_.keys; ++j)
      if (sees(b, h, i, j)) scores_[static_cast<std::size_t>(j)] = score(b, h, i, j);
    Real greatest = -std::numeric_limits<Real>::infinity();
    for (const Real s : scores_) greatest = std::max(greatest, s);
    const bool none = greatest == -std::numeric_limits<Real>::infinity();
    if (x_.sinks) greatest = std::max(greatest, static_cast<Real>(number(x_.sinks, b, h)));
    if (none) return nothing_visible(greatest);
    const Real sink = x_.sinks ? std::exp(static_cast<Real>(number(x_.sinks, b, h)) - greatest) : Real{0};
    x_.operation == ATTEST_HARDMAX ? hardmax(greatest) : softmax(greatest, sink);
    Real row_sum = 0;
    for (std::int64_t j = 0; j < x_.keys; ++j) {
      Real& weight = scores_[static_cast<std::size_t>(j)];
      weight = stored(dropped(b, h, i, j, weight * static_cast<Real>(factor_(b, h, i, j, 1))));
      row_sum += weight;
    }
    results_.row_sum.push_back(row_sum);
    sums_.assign(static_cast<std::size_t>(x_.value_width), 0);
    for (std::int64_t j = 0; j < x_.keys; ++j) {
      const double* value = value_(b, group(h), j);
      for (std::size_t c = 0; c < sums_.size(); ++c)
        sums_[c] += scores_[static_cast<std::size_t>(j)] * static_cast<Real>(value[c]);
    }
    const Real by = static_cast<Real>(number(x_.value_scale, b, group(h)));
    for (const Real sum : sums_) results_.output.push_back(stored(sum * by));
  }

  Real score(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const {
    Real sum = 0;
    if (x_.width > 0) {
      const double *query = query_(b, h, i), *key = key_(b, group(h), j);
      for (std::int64_t c = 0; c < x_.width; ++c) sum += static_cast<Real>(query[c]) * static_cast<Real>(key[c]);
    }
    const double scale_of_query = number(x_.query_scale, b, h), scale_of_key = number(x_.key_scale, b, group(h));
    Real scaled = stored(static_cast<Real>(x_.scale) * static_cast<Real>(scale_of_query * scale_of_key) * stored(sum));
    if (const auto cap = static_cast<Real>(x_.softcap); cap != 0) scaled = stored(cap * std::tanh(scaled / cap));
    return x_.bias.kind == ATTEST_TERM_NONE ? scaled : stored(scaled + static_cast<Real>(bias_(b, h, i, j, 0)));
  }

  void softmax(Real greatest, Real sink) {
    Real sum = sink;
    for (Real& s : scores_) sum += s = std::exp(s - greatest);
    for (Real& s : scores_) s = stored(s / sum);
    results_.log_sum_exp.push_back(greatest + std::log(sum));
  }

  void hardmax(Real greatest) {
    Real winners = 0;
    for (Real& s : scores_) {
      s = s == greatest && (x_.ties != ATTEST_TIES_FIRST || winners == 0) ? Real{1} : Real{0};
      winners += s;
    }
    if (x_.ties == ATTEST_TIES_UNIFORM)
      for (Real& s : scores_) s = stored(s / winners);
  }

  void nothing_visible(Real greatest) {
    for (std::int64_t c = 0; c < x_.value_width; ++c) results_.output.push_back(0);
    results_.row_sum.push_back(0);
    if (x_.operation != ATTEST_HARDMAX) results_.log_sum_exp.push_back(static_cast<long double>(greatest));
  }

  const Instance& x_;
  const attest_dtype stored_;
  Rows query_, key_, value_;
  Elements bias_, factor_;
  std::vector<Real> scores_, sums_;
  Results results_;
};

}  // namespace

Results naive_attention(const Instance& instance, Arithmetic arithmetic, attest_dtype stored) {
  switch (arithmetic) {
    case Arithmetic::float32:
      return Naive<float>(instance, stored).run();
    case Arithmetic::float64:
      return Naive<double>(instance, stored).run();
    default:
      return Naive<long double>(instance, stored).run();
  }
}

Results results_of(const verify::instances::Outputs& outputs) {
  const auto numbers = [](const FloatArray& array) {
    const std::vector<double> exact = doubles(array);
    return std::vector<long double>(exact.begin(), exact.end());
  };
  Results results;
  results.output = numbers(outputs.output);
  if (outputs.row_sum) results.row_sum = numbers(*outputs.row_sum);
  if (outputs.log_sum_exp) results.log_sum_exp = numbers(*outputs.log_sum_exp);
  return results;
}

}  // namespace attest::faults
