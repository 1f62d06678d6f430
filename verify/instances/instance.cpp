// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/instance.hpp"

#include <cmath>
#include <limits>

#include "kernels/problem.hpp"
#include "theory/error.hpp"

namespace attest::verify::instances {

namespace {

using Shape = std::vector<std::int64_t>;

std::string words(const Shape& shape) {
  std::string text = "[";
  for (std::int64_t length : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(length);
  return text + "]";
}

/// Whether `shape` is `wanted`, but for a 1 in the place of one of the first `shared` axes.
bool fits(const Shape& shape, const Shape& wanted, std::size_t shared) {
  if (shape.size() != wanted.size()) return false;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] != wanted[axis] && !(axis < shared && shape[axis] == 1)) return false;
  return true;
}

/// The coordinates of an element, for an error.
std::string place(std::int64_t index, const Shape& shape) {
  Shape at(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; index /= shape[axis]) at[axis] = index % shape[axis];
  return words(at);
}

void expect(const std::string& part, const FloatArray& array, attest_dtype dtype, const Shape& wanted,
            std::size_t shared) {
  if (array.dtype() != dtype)
    throw InputError(
        part, std::string("expected ") + kernels::dtype_name(dtype) + ", found " + kernels::dtype_name(array.dtype()));
  if (!fits(array.shape(), wanted, shared))
    throw InputError(part, "expected shape " + words(wanted) + (shared > 0 ? " (or 1 for a shared axis)" : "") +
                               ", found " + words(array.shape()));
  for (std::int64_t i = 0; i < array.size(); ++i)
    if (!std::isfinite(array[i])) throw InputError(part + place(i, array.shape()), "expected a finite number");
}

void expect_term(const std::string& part, const Instance& instance, const Term& term) {
  const attest_dtype dtype = instance.dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  const std::int64_t positions = std::max<std::int64_t>(instance.queries + instance.keys - 1, 0);
  switch (term.kind) {
    case ATTEST_TERM_NONE:
      return;
    case ATTEST_TERM_TOEPLITZ:
      return expect(part, term.values, dtype, {instance.heads, positions}, 1);
    case ATTEST_TERM_DENSE:
      return expect(part, term.values, dtype, {instance.batches, instance.heads, instance.queries, instance.keys}, 2);
    case ATTEST_TERM_ALIBI:
      return expect(part, term.values, dtype, {instance.heads}, 1);
    case ATTEST_TERM_BUCKETS:
      if (term.values.shape().size() != 2 || term.values.shape()[0] < 1)
        throw InputError(part, "expected shape [buckets, heads], found " + words(term.values.shape()));
      expect(part, term.values, dtype, {term.values.shape()[0], instance.heads}, 0);
      if (static_cast<std::int64_t>(term.bucket.size()) != positions)
        throw InputError("bucket", "expected queries + keys - 1 = " + std::to_string(positions) + " numbers, found " +
                                       std::to_string(term.bucket.size()));
  }
}

/// A tensor over a dense array of four axes; an axis of length 1 that stands for many has stride 0.
attest_tensor tensor(const void* data, const Shape& shape) {
  const auto stride = [&](std::size_t axis) {
    std::int64_t product = 1;
    for (std::size_t inner = axis + 1; inner < shape.size(); ++inner) product *= shape[inner];
    return shape[axis] == 1 ? 0 : product;
  };
  return {const_cast<void*>(data), stride(0), stride(1), stride(2)};
}

/// One number for each batch and head, or for each head.
attest_tensor numbers(const std::optional<FloatArray>& array) {
  if (!array) return {};
  const Shape& shape = array->shape();
  auto* const data = const_cast<void*>(array->data());
  if (shape.size() == 1) return {data, 0, shape[0] == 1 ? 0 : 1, 0};
  return {data, shape[0] == 1 ? 0 : shape[1], shape[1] == 1 ? 0 : 1, 0};
}

/// The scales of query, key or value.
void expect_scale(const std::string& part, const std::optional<FloatArray>& scale, std::int64_t batches,
                  std::int64_t heads) {
  if (!scale) return;
  expect(part, *scale, ATTEST_FLOAT32, {batches, heads}, 2);
  for (std::int64_t k = 0; k < scale->size(); ++k)
    if (!((*scale)[k] > 0)) throw InputError(part + place(k, scale->shape()), "expected a number greater than 0");
}

attest_tensor tensor(const FloatArray& array) {
  return array.shape().size() == 4 ? tensor(array.data(), array.shape()) : attest_tensor{};
}

attest_term as_term(const Term& term) {
  attest_term result{};
  result.kind = term.kind;
  const Shape& shape = term.values.shape();
  auto* const data = const_cast<void*>(term.values.data());
  switch (term.kind) {
    case ATTEST_TERM_NONE:
      break;
    case ATTEST_TERM_TOEPLITZ:
      result.values = {data, 0, shape[0] == 1 ? 0 : shape[1], 0};
      break;
    case ATTEST_TERM_DENSE:
      result.values = tensor(term.values);
      break;
    case ATTEST_TERM_ALIBI:
      result.values = {data, 0, shape[0] == 1 ? 0 : 1, 0};
      break;
    case ATTEST_TERM_BUCKETS:
      result.values = {data, 0, 1, shape[1]};
      result.buckets = static_cast<std::int32_t>(shape[0]);
      result.bucket = term.bucket.data();
      break;
  }
  return result;
}

/// A row output: [batches, heads, queries].
attest_tensor row_tensor(const std::optional<FloatArray>& array) {
  if (!array) return {};
  const Shape& shape = array->shape();
  return {const_cast<void*>(array->data()), shape[1] * shape[2], shape[2], 0};
}

}  // namespace

attest_problem as_problem(const Instance& instance, Outputs& outputs) {
  attest_problem p{};
  p.struct_size = sizeof p;
  p.operation = instance.operation;
  p.dtype = instance.dtype;
  p.ties = instance.ties;
  p.batches = instance.batches;
  p.heads = instance.heads;
  p.queries = instance.queries;
  p.keys = instance.keys;
  p.width = instance.width;
  p.value_width = instance.value_width;
  p.scale = instance.scale;
  p.query = tensor(instance.query);
  p.key = tensor(instance.key);
  p.value = tensor(instance.value);
  p.bias = as_term(instance.bias);
  p.factor = as_term(instance.factor);
  p.mask_kind = instance.mask_kind;
  p.diagonal = instance.diagonal;
  if (instance.mask_kind == ATTEST_MASK_BYTES)
    p.mask =
        tensor(instance.mask.data(), {instance.mask_batches, instance.mask_heads, instance.queries, instance.keys});
  p.kv_heads = instance.kv_heads;
  p.window_left = instance.window_left;
  p.window_right = instance.window_right;
  p.softcap = instance.softcap;
  p.sinks = numbers(instance.sinks);
  p.keep_scale = instance.dropout.scale;
  if (instance.dropout.scale != 0)
    p.keep = tensor(instance.dropout.keep.data(),
                    {instance.dropout.batches, instance.dropout.heads, instance.queries, instance.keys});
  p.query_scale = numbers(instance.query_scale);
  p.key_scale = numbers(instance.key_scale);
  p.value_scale = numbers(instance.value_scale);
  const std::int64_t matrix = instance.queries * instance.value_width;
  p.output = {outputs.output.data(), instance.heads * matrix, matrix, instance.value_width};
  p.row_sum = row_tensor(outputs.row_sum);
  p.log_sum_exp = row_tensor(outputs.log_sum_exp);
  return p;
}

void Instance::check() const {
  for (const auto& [part, size] : {std::pair{"batches", batches},
                                   {"heads", heads},
                                   {"queries", queries},
                                   {"keys", keys},
                                   {"width", width},
                                   {"value_width", value_width}})
    if (size < 0) throw InputError(part, "expected a number that is not negative, found " + std::to_string(size));
  const std::int64_t groups = heads_of_keys();
  if (width > 0) {
    expect("query", query, dtype, {batches, heads, queries, width}, 2);
    expect("key", key, dtype, {batches, groups, keys, width}, 2);
  }
  expect("value", value, dtype, {batches, groups, keys, value_width}, 2);
  expect_term("bias", *this, bias);
  expect_term("factor", *this, factor);
  const auto expect_bytes = [&](const char* part, const std::vector<std::uint8_t>& bytes, const Shape& shape) {
    std::int64_t size = 1;
    for (std::int64_t length : shape) size *= length;
    if (!fits(shape, {batches, heads, queries, keys}, 2) || static_cast<std::int64_t>(bytes.size()) != size)
      throw InputError(part, "expected shape " + words({batches, heads, queries, keys}) + " (or 1 for a shared axis)");
  };
  if (mask_kind == ATTEST_MASK_BYTES) expect_bytes("mask", mask, {mask_batches, mask_heads, queries, keys});
  if (dropout.scale != 0) expect_bytes("keep", dropout.keep, {dropout.batches, dropout.heads, queries, keys});
  if (sinks) expect("sinks", *sinks, dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32, {heads}, 1);
  expect_scale("query_scale", query_scale, batches, heads);
  expect_scale("key_scale", key_scale, batches, groups);
  expect_scale("value_scale", value_scale, batches, groups);
  // What is left (which terms an operation has, buckets' numbers) is said once, in kernels/problem.cpp.
  Outputs outputs = blank_outputs(*this, false, false);
  const attest_problem problem = as_problem(*this, outputs);
  char why[256] = "";
  if (kernels::check_problem(problem, {why, sizeof why}) != ATTEST_OK) throw InputError("instance", why);
}

bool Instance::visible(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const {
  if (mask_kind == ATTEST_MASK_NONE) return true;
  if (mask_kind == ATTEST_MASK_CAUSAL) return j <= i + diagonal;
  if (mask_kind == ATTEST_MASK_WINDOW) {
    const std::int64_t ahead = j - (i + diagonal);
    return -window_left <= ahead && ahead <= window_right;
  }
  const std::int64_t mb = mask_batches == 1 ? 0 : b, mh = mask_heads == 1 ? 0 : h;
  return mask[static_cast<std::size_t>(((mb * mask_heads + mh) * queries + i) * keys + j)] != 0;
}

Outputs blank_outputs(const Instance& instance, bool with_row_sum, bool with_log_sum_exp) {
  const auto blank = [](attest_dtype dtype, Shape shape) {
    FloatArray array(dtype, std::move(shape));
    for (std::int64_t i = 0; i < array.size(); ++i) array.set(i, std::numeric_limits<double>::quiet_NaN());
    return array;
  };
  const attest_dtype row_dtype = instance.dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  const Shape rows{instance.batches, instance.heads, instance.queries};
  Outputs outputs;
  outputs.output = blank(instance.dtype, {rows[0], rows[1], rows[2], instance.value_width});
  if (with_row_sum) outputs.row_sum = blank(row_dtype, rows);
  if (with_log_sum_exp) outputs.log_sum_exp = blank(row_dtype, rows);
  return outputs;
}

}  // namespace attest::verify::instances
