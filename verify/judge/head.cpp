// SPDX-License-Identifier: Apache-2.0
#include "verify/judge/head.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "kernels/problem.hpp"

namespace attest::verify::judge {

using instances::FloatArray;
using instances::Instance;
using instances::Term;
using instances::to_doubles;

namespace {

/// Where the rows of (batch, head) begin in an array [batches or 1, heads or 1, ...], in elements.
std::int64_t offset(const std::vector<std::int64_t>& shape, std::int64_t batch, std::int64_t head) {
  const std::int64_t b = shape[0] == 1 ? 0 : batch, h = shape[1] == 1 ? 0 : head;
  return (b * shape[1] + h) * shape[2] * shape[3];
}

const void* at(const FloatArray& array, std::int64_t element) {
  return static_cast<const std::byte*>(array.data()) + element * kernels::size_of(array.dtype());
}

std::vector<double> rows(const FloatArray& array, std::int64_t batch, std::int64_t head, std::int64_t size) {
  std::vector<double> result(static_cast<std::size_t>(size));
  if (size > 0) to_doubles(array.dtype(), at(array, offset(array.shape(), batch, head)), size, result.data());
  return result;
}

}  // namespace

/// The norms of the magnitudes added so far, rounded upwards.
class Head::Norms {
 public:
  void add(double magnitude) {
    sum_ += magnitude;
    squares_ += magnitude * magnitude;
    ++count_;
  }
  double sum() const { return std::min(sum_ * upwards(2), std::numeric_limits<double>::max()); }
  /// Squares may be out of range where the numbers are not; the sum of magnitudes is an upper bound, too.
  double root() const {
    const bool in_range = squares_ >= 0x1p-900 && std::isfinite(squares_);
    return in_range ? std::sqrt(squares_) * upwards(4) : sum();
  }

 private:
  double upwards(std::int64_t more) const { return 1 + static_cast<double>(count_ + more) * 0x1p-52; }

  double sum_ = 0, squares_ = 0;
  std::int64_t count_ = 0;
};

Head::Head(const Instance& instance, std::int64_t batch, std::int64_t head, double lambda)
    : sinks(instance.sinks ? 1 : 0),
      queries(instance.queries),
      keys(instance.keys + sinks),
      width(instance.width),
      value_width(instance.value_width),
      random_roundings(lambda),
      query(rows(instance.query, batch, head, queries * width)),
      key(rows(instance.key, batch, instance.kv_head(head), instance.keys * width)),
      value(rows(instance.value, batch, instance.kv_head(head), instance.keys * value_width)),
      instance_(instance),
      batch_(batch),
      head_(head),
      bias_(spread(instance.bias, &bias_rest_)),
      factor_(spread(instance.factor, nullptr)) {
  if (std::all_of(bias_rest_.begin(), bias_rest_.end(), [](double x) { return x == 0; })) bias_rest_.clear();
  read_numbers();
  spread_mask();

  for (std::int64_t j = 0; j < keys; ++j)
    greatest_key_norm = std::max(greatest_key_norm, norm(key.data() + j * width, width, 1));
  const auto is_finite = [](double x) { return x < std::numeric_limits<double>::max(); };
  norms_are_finite = is_finite(greatest_key_norm);
  for (std::int64_t i = 0; i < queries; ++i) norms_are_finite = norms_are_finite && is_finite(norm_of_query(i));
  const bool by_prefix = instance.operation == ATTEST_POSITIONAL && instance.mask_kind == ATTEST_MASK_CAUSAL;
  if (by_prefix) prefix_roots_.reserve(static_cast<std::size_t>(keys * value_width));
  for (std::int64_t c = 0; c < value_width; ++c) {
    Column column;
    Norms norms;
    for (std::int64_t j = 0; j < keys; ++j) {
      const double v = std::fabs(value[static_cast<std::size_t>(j * value_width + c)]);
      column.greatest = std::max(column.greatest, v);
      norms.add(v);
      if (by_prefix) prefix_roots_.push_back(norms.root());
    }
    column.norm = norms.sum();
    column.root = norms.root();
    norms_are_finite = norms_are_finite && is_finite(column.norm);
    columns.push_back(column);
  }
}

/// The scales of query, key and value, and the sink in front of its keys.
void Head::read_numbers() {
  // A float of at most 24 bits times another is a double.
  const auto scale = [&](const std::optional<FloatArray>& scales, std::int64_t head, std::vector<double>& numbers) {
    if (!scales) return 1.0;
    const std::vector<std::int64_t>& shape = scales->shape();
    const double by = (*scales)[(shape[0] == 1 ? 0 : batch_) * shape[1] + (shape[1] == 1 ? 0 : head)];
    for (double& x : numbers) x *= by;
    return by;
  };
  query_scale = scale(instance_.query_scale, head_, query);
  key_scale = scale(instance_.key_scale, instance_.kv_head(head_), key);
  value_scale = scale(instance_.value_scale, instance_.kv_head(head_), value);
  if (sinks == 0) return;
  key.insert(key.begin(), static_cast<std::size_t>(width), 0);
  value.insert(value.begin(), static_cast<std::size_t>(value_width), 0);
  if (bias_rest_.empty()) return;
  std::vector<double> whole;
  for (std::int64_t i = 0; i < queries; ++i) {
    whole.push_back(0);
    const double* rest = slice(bias_rest_, i);
    whole.insert(whole.end(), rest, rest + instance_.keys);
  }
  bias_rest_ = std::move(whole);
}

void Head::spread_mask() {
  const bool is_window = instance_.mask_kind == ATTEST_MASK_WINDOW;
  if (sinks > 0 && (is_window || instance_.mask_kind == ATTEST_MASK_BYTES)) {
    for (std::int64_t i = 0; i < queries; ++i) {
      mask_.push_back(1);
      for (std::int64_t j = 0; j < instance_.keys; ++j) mask_.push_back(instance_.visible(batch_, head_, i, j) ? 1 : 0);
    }
  } else if (is_window) {
    for (std::int64_t t = 0; t < queries + keys - 1; ++t) {  // j - i = t - (queries - 1)
      const std::int64_t ahead = t - (queries - 1) - instance_.diagonal;
      mask_.push_back(-instance_.window_left <= ahead && ahead <= instance_.window_right ? 1 : 0);
    }
  }
}

const double* Head::bias_row(std::int64_t i, double* buffer) const {
  if (sinks == 0) return row(instance_.bias, bias_, i, buffer);
  const FloatArray& scores = *instance_.sinks;
  buffer[0] = scores[scores.size() == 1 ? 0 : head_];
  if (instance_.bias.kind == ATTEST_TERM_NONE) {
    std::fill(buffer + 1, buffer + keys, 0.0);
  } else if (const double* own = row(instance_.bias, bias_, i, buffer + 1); own != buffer + 1) {
    std::copy(own, own + instance_.keys, buffer + 1);
  }
  return buffer;
}

const double* Head::factor_row(std::int64_t i, double* buffer) const {
  const instances::Dropout& dropout = instance_.dropout;
  if (sinks == 0 && dropout.scale == 0) return row(instance_.factor, factor_, i, buffer);
  if (sinks > 0) buffer[0] = 0;
  double* const own = buffer + sinks;
  if (dropout.scale != 0) {
    const std::int64_t b = dropout.batches == 1 ? 0 : batch_, h = dropout.heads == 1 ? 0 : head_;
    const std::uint8_t* keep = dropout.keep.data() + ((b * dropout.heads + h) * queries + i) * instance_.keys;
    for (std::int64_t j = 0; j < instance_.keys; ++j) own[j] = keep[j] != 0 ? dropout.scale : 0;
  } else if (instance_.factor.kind == ATTEST_TERM_NONE) {
    std::fill(own, own + instance_.keys, 1.0);
  } else if (const double* found = row(instance_.factor, factor_, i, own); found != own) {
    std::copy(found, found + instance_.keys, own);
  }
  return buffer;
}

Head::Column Head::column_of_row(const attest_error_class& error, std::int64_t i, std::int64_t c) const {
  Column column = columns[static_cast<std::size_t>(c)];
  const std::int64_t last = end(i);
  const std::uint8_t* mask = mask_row(i);
  if (error.method != ATTEST_METHOD_FFT || (mask == nullptr && last == keys)) return column;
  if (!prefix_roots_.empty()) {
    column.root = last > 0 ? prefix_roots_[static_cast<std::size_t>(c * keys + last - 1)] : 0;
    return column;
  }
  Norms norms;
  for (std::int64_t j = 0; j < last; ++j)
    if (mask == nullptr || mask[j] != 0) norms.add(std::fabs(value[static_cast<std::size_t>(j * value_width + c)]));
  column.root = norms.root();
  return column;
}

double Head::norm(const double* numbers, std::int64_t count, std::int64_t stride) {
  Norms norms;
  for (std::int64_t t = 0; t < count; ++t) norms.add(std::fabs(numbers[t * stride]));
  return norms.sum();
}

std::vector<double> Head::spread(const Term& term, std::vector<double>* rest) const {
  if (term.kind == ATTEST_TERM_NONE || term.kind == ATTEST_TERM_DENSE) return {};
  const std::int64_t positions = queries + instance_.keys > 0 ? queries + instance_.keys - 1 : 0;
  std::vector<double> result(static_cast<std::size_t>(positions));
  if (rest != nullptr) rest->assign(result.size(), 0);
  const std::int64_t head = term.kind != ATTEST_TERM_BUCKETS && term.values.shape()[0] == 1 ? 0 : head_;
  for (std::int64_t t = 0; t < positions; ++t) {  // t = j - i + queries - 1
    const std::int64_t back = positions - 1 - t;  // i - j + keys - 1
    double& to = result[static_cast<std::size_t>(t)];
    if (term.kind == ATTEST_TERM_TOEPLITZ) {
      to = term.values[head * positions + back];
    } else if (term.kind == ATTEST_TERM_BUCKETS) {
      to = term.values[term.bucket[static_cast<std::size_t>(back)] * term.values.shape()[1] + head_];
    } else {
      const double slope = term.values[head], distance = static_cast<double>(std::abs(t - (queries - 1)));
      to = -slope * distance;
      if (rest != nullptr) (*rest)[static_cast<std::size_t>(t)] = std::fma(-slope, distance, -to);
    }
  }
  return result;
}

const double* Head::row(const Term& term, const std::vector<double>& relative, std::int64_t i, double* buffer) const {
  if (term.kind != ATTEST_TERM_DENSE) return slice(relative, i);
  to_doubles(term.values.dtype(), at(term.values, offset(term.values.shape(), batch_, head_) + i * instance_.keys),
             instance_.keys, buffer);
  return buffer;
}

const std::uint8_t* Head::mask_row(std::int64_t i) const {
  if (!mask_.empty()) return mask_.data() + (sinks > 0 ? i * keys : queries - 1 - i);
  if (instance_.mask_kind != ATTEST_MASK_BYTES) return nullptr;
  const std::int64_t b = instance_.mask_batches == 1 ? 0 : batch_, h = instance_.mask_heads == 1 ? 0 : head_;
  return instance_.mask.data() + ((b * instance_.mask_heads + h) * queries + i) * keys;
}

std::int64_t Head::end(std::int64_t i) const {
  if (instance_.mask_kind == ATTEST_MASK_CAUSAL)
    return sinks + std::clamp<std::int64_t>(i + instance_.diagonal + 1, 0, instance_.keys);
  std::int64_t end = keys;
  if (const std::uint8_t* mask = mask_row(i)) {
    while (end > 0 && mask[end - 1] == 0) --end;
  }
  return end;
}

std::int64_t Head::visible_count(std::int64_t i) const {
  const std::int64_t last = end(i);
  const std::uint8_t* mask = mask_row(i);
  return mask == nullptr ? last : last - std::count(mask, mask + last, std::uint8_t{0});
}

}  // namespace attest::verify::judge
