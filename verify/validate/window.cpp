// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/window.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/problem.hpp"

namespace attest::verify::validate {

using instances::FloatArray;
using instances::Instance;
using instances::Term;

namespace {

using Shape = std::vector<std::int64_t>;

/// A range of indices of one axis.
struct Range {
  std::int64_t from, count;
};

/// Copies that range of an array of this shape, whose elements have so many bytes.
void copy_range(const void* source, const Shape& shape, std::int64_t element, std::size_t axis, Range range,
                void* target) {
  std::int64_t outer = 1, inner = element;
  for (std::size_t k = 0; k < axis; ++k) outer *= shape[k];
  for (std::size_t k = axis + 1; k < shape.size(); ++k) inner *= shape[k];
  if (range.count == 0 || outer == 0 || inner == 0) return;
  for (std::int64_t k = 0; k < outer; ++k)
    std::memcpy(static_cast<std::byte*>(target) + k * range.count * inner,
                static_cast<const std::byte*>(source) + (k * shape[axis] + range.from) * inner,
                static_cast<std::size_t>(range.count * inner));
}

void cut(FloatArray& array, std::size_t axis, Range range) {
  Shape shape = array.shape();
  shape[axis] = range.count;
  FloatArray part(array.dtype(), shape);
  copy_range(array.data(), array.shape(), kernels::size_of(array.dtype()), axis, range, part.data());
  array = std::move(part);
}
/// The same for an axis that is shared where its length is 1 and the instance's is not.
void cut_shared(FloatArray& array, std::size_t axis, Range range, std::int64_t length) {
  if (array.shape()[axis] == length) cut(array, axis, range);
}

void cut_heads(Term& term, Range range, std::int64_t heads) {
  if (term.kind == ATTEST_TERM_DENSE || term.kind == ATTEST_TERM_BUCKETS) cut_shared(term.values, 1, range, heads);
  if (term.kind == ATTEST_TERM_TOEPLITZ || term.kind == ATTEST_TERM_ALIBI) cut_shared(term.values, 0, range, heads);
}

/// axis is that of a dense term; positions are the differences i - j that are left, as indices.
void cut_positions(Term& term, std::size_t axis, Range range, Range positions) {
  if (term.kind == ATTEST_TERM_DENSE) cut(term.values, axis, range);
  if (term.kind == ATTEST_TERM_TOEPLITZ) cut(term.values, 1, positions);
  if (term.kind == ATTEST_TERM_BUCKETS) {
    const auto begin = term.bucket.begin() + positions.from;
    term.bucket = std::vector<std::int32_t>(begin, begin + positions.count);
  }
}

/// Bytes of a mask or of dropout, [batches, heads, queries, keys]. An axis of batches or heads that is shared stays.
void cut_bytes(std::vector<std::uint8_t>& bytes, Shape shape, const Shape& lengths, std::size_t axis, Range range) {
  if (axis < 2 && shape[axis] != lengths[axis]) return;
  std::vector<std::uint8_t> part(shape[axis] > 0 ? bytes.size() / static_cast<std::size_t>(shape[axis]) *
                                                       static_cast<std::size_t>(range.count)
                                                 : 0);
  copy_range(bytes.data(), shape, 1, axis, range, part.data());
  bytes = std::move(part);
}

void cut_mask(Instance& x, std::size_t axis, Range range) {
  const Shape lengths{x.batches, x.heads, x.queries, x.keys};
  const auto cut_both = [&](std::vector<std::uint8_t>& bytes, std::int64_t& batches, std::int64_t& heads) {
    cut_bytes(bytes, {batches, heads, x.queries, x.keys}, lengths, axis, range);
    if (axis == 0 && batches == x.batches) batches = range.count;
    if (axis == 1 && heads == x.heads) heads = range.count;
  };
  if (x.mask_kind == ATTEST_MASK_BYTES) cut_both(x.mask, x.mask_batches, x.mask_heads);
  if (x.dropout.scale != 0) cut_both(x.dropout.keep, x.dropout.batches, x.dropout.heads);
}

/// Key and value once for each head instead of once for a group.
void spread_groups(Instance& x) {
  if (x.kv_heads == 0) return;
  const auto spread = [&](FloatArray& array) {
    if (array.shape().size() < 2 || array.shape()[1] != x.kv_heads) return;
    Shape shape = array.shape();
    shape[1] = x.heads;
    FloatArray all(array.dtype(), shape);
    for (std::int64_t h = 0; h < x.heads; ++h) {
      FloatArray one = array;
      cut(one, 1, {x.kv_head(h), 1});
      const std::int64_t batch = one.size() / std::max<std::int64_t>(shape[0], 1);
      for (std::int64_t b = 0; b < shape[0]; ++b)
        for (std::int64_t k = 0; k < batch; ++k) all.set((b * x.heads + h) * batch + k, one[b * batch + k]);
    }
    array = std::move(all);
  };
  if (x.width > 0) spread(x.key);
  spread(x.value);
  for (std::optional<FloatArray>* scale : {&x.key_scale, &x.value_scale})
    if (*scale) spread(**scale);
  x.kv_heads = 0;
}

void cut_batches(Instance& x, Range range) {
  for (FloatArray* array : {&x.query, &x.key, &x.value}) cut_shared(*array, 0, range, x.batches);
  for (Term* term : {&x.bias, &x.factor})
    if (term->kind == ATTEST_TERM_DENSE) cut_shared(term->values, 0, range, x.batches);
  for (std::optional<FloatArray>* scale : {&x.query_scale, &x.key_scale, &x.value_scale})
    if (*scale) cut_shared(**scale, 0, range, x.batches);
  cut_mask(x, 0, range);
  x.batches = range.count;
}

void cut_heads(Instance& x, Range range) {
  // Whole groups stay groups.
  const std::int64_t group = x.kv_heads == 0 ? 1 : x.heads / x.kv_heads;
  if (range.from % group != 0 || range.count % group != 0) spread_groups(x);
  const std::int64_t of_keys = x.heads_of_keys(), per = x.heads / std::max<std::int64_t>(of_keys, 1);
  const Range groups{range.from / std::max<std::int64_t>(per, 1), range.count / std::max<std::int64_t>(per, 1)};
  cut_shared(x.query, 1, range, x.heads);
  for (FloatArray* array : {&x.key, &x.value}) cut_shared(*array, 1, groups, of_keys);
  for (Term* term : {&x.bias, &x.factor}) cut_heads(*term, range, x.heads);
  if (x.sinks) cut_shared(*x.sinks, 0, range, x.heads);
  if (x.query_scale) cut_shared(*x.query_scale, 1, range, x.heads);
  for (std::optional<FloatArray>* scale : {&x.key_scale, &x.value_scale})
    if (*scale) cut_shared(**scale, 1, groups, of_keys);
  cut_mask(x, 1, range);
  if (x.kv_heads != 0) x.kv_heads = groups.count;
  x.heads = range.count;
}

void cut_queries(Instance& x, Range range) {
  const Range positions{range.from, std::max<std::int64_t>(range.count + x.keys - 1, 0)};
  if (x.width > 0) cut(x.query, 2, range);
  for (Term* term : {&x.bias, &x.factor}) cut_positions(*term, 2, range, positions);
  cut_mask(x, 2, range);
  if (x.mask_kind == ATTEST_MASK_CAUSAL || x.mask_kind == ATTEST_MASK_WINDOW) x.diagonal += range.from;
  x.queries = range.count;
}

void cut_keys(Instance& x, Range range) {
  const Range positions{x.keys - range.count - range.from, std::max<std::int64_t>(x.queries + range.count - 1, 0)};
  if (x.width > 0) cut(x.key, 2, range);
  cut(x.value, 2, range);
  for (Term* term : {&x.bias, &x.factor}) cut_positions(*term, 3, range, positions);
  cut_mask(x, 3, range);
  if (x.mask_kind == ATTEST_MASK_CAUSAL || x.mask_kind == ATTEST_MASK_WINDOW) x.diagonal -= range.from;
  x.keys = range.count;
}

}  // namespace

std::int64_t length(const Instance& x, Axis axis) {
  switch (axis) {
    case Axis::batches:
      return x.batches;
    case Axis::heads:
      return x.heads;
    case Axis::queries:
      return x.queries;
    case Axis::keys:
      return x.keys;
    case Axis::width:
      return x.width;
    default:
      return x.value_width;
  }
}

Instance window(const Instance& instance, Axis axis, std::int64_t from, std::int64_t count) {
  Instance x = instance;
  const Range range{from, count};
  switch (axis) {
    case Axis::batches:
      cut_batches(x, range);
      break;
    case Axis::heads:
      cut_heads(x, range);
      break;
    case Axis::queries:
      cut_queries(x, range);
      break;
    case Axis::keys:
      cut_keys(x, range);
      break;
    case Axis::width:
      cut(x.query, 3, range);
      cut(x.key, 3, range);
      x.width = count;
      break;
    case Axis::value_width:
      cut(x.value, 3, range);
      x.value_width = count;
      break;
  }
  return x;
}

FloatArray output_window(const FloatArray& array, Axis axis, std::int64_t from, std::int64_t count) {
  FloatArray result = array;
  switch (axis) {
    case Axis::batches:
      cut(result, 0, {from, count});
      break;
    case Axis::heads:
      cut(result, 1, {from, count});
      break;
    case Axis::queries:
      cut(result, 2, {from, count});
      break;
    case Axis::value_width:
      cut(result, 3, {from, count});
      break;
    case Axis::keys:
    case Axis::width:
      break;
  }
  return result;
}

}  // namespace attest::verify::validate
