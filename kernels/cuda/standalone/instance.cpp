// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/standalone/instance.hpp"

#include <cmath>
#include <cstring>

#include "kernels/formats.hpp"
#include "kernels/problem.hpp"

namespace attest::cuda::standalone {
namespace {

constexpr attest_term_kind none = ATTEST_TERM_NONE, toeplitz = ATTEST_TERM_TOEPLITZ, dense = ATTEST_TERM_DENSE,
                           alibi = ATTEST_TERM_ALIBI, buckets = ATTEST_TERM_BUCKETS;
constexpr attest_mask_kind all = ATTEST_MASK_NONE, causal = ATTEST_MASK_CAUSAL, bytes = ATTEST_MASK_BYTES;
constexpr std::int32_t kBuckets = 32;

/// A number from its place alone (SplitMix64's finalizer).
std::uint64_t hash(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// Four uniform numbers added: near a normal one of mean 0 and variance 4/3, and exact on every machine.
float bell(std::uint64_t place) {
  const std::uint64_t bits = hash(place);
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += static_cast<int>(bits >> 16 * i & 0xffff) - 32768;
  return static_cast<float>(sum) / 32768.0f;
}

std::int64_t product(const std::vector<std::int64_t>& shape) {
  std::int64_t size = 1;
  for (const std::int64_t length : shape) size *= length;
  return size;
}

void store(Array& array, std::int64_t index, float value) {
  const auto put = [&](auto number) {
    std::memcpy(array.bytes.data() + index * static_cast<std::int64_t>(sizeof number), &number, sizeof number);
  };
  if (array.dtype == ATTEST_FLOAT32) put(value);
  if (array.dtype == ATTEST_FLOAT16) put(kernels::round_from<kernels::Float16>(value));
  if (array.dtype == ATTEST_BFLOAT16) put(kernels::round_from<kernels::BFloat16>(value));
  if (array.dtype == kInt32) put(static_cast<std::int32_t>(value));
  if (array.dtype == kBytes) put(static_cast<std::uint8_t>(value));
}

std::int64_t size_of(std::uint32_t dtype) {
  return dtype == kInt32 ? 4 : dtype == kBytes ? 1 : kernels::size_of(dtype);
}

}  // namespace

std::vector<Case> cases_of(attest_operation operation) {
  const bool bias = operation != ATTEST_ATTENTION;
  const bool factor = operation == ATTEST_URPE || operation == ATTEST_POSITIONAL || operation == ATTEST_HARDMAX;
  const auto b = [&](attest_term_kind kind) { return bias ? kind : none; };
  const auto c = [&](attest_term_kind kind) { return factor ? kind : none; };
  std::vector<Case> cases{
      {"width32", 1, 2, 129, 129, 32, 32, b(toeplitz), c(toeplitz), all, 0},
      {"width64", 2, 3, 200, 200, 64, 64, b(toeplitz), c(toeplitz), all, 0},
      {"width96", 1, 1, 127, 128, 96, 96, b(toeplitz), c(toeplitz), causal, 1},
      {"width128", 1, 2, 192, 192, 128, 128, b(dense), c(toeplitz), causal, 0},
      {"width256", 1, 1, 65, 193, 256, 256, b(toeplitz), c(dense), all, 0},
      {"odd_widths", 1, 2, 63, 70, 37, 19, b(toeplitz), c(toeplitz), all, 0},
      {"one_query", 2, 2, 1, 300, 64, 64, b(alibi), c(toeplitz), all, 0},
      {"rows_hidden", 1, 2, 140, 100, 64, 64, b(alibi), c(dense), causal, -3},
      {"bytes", 1, 2, 97, 161, 64, 64, b(buckets), c(toeplitz), bytes, 0},
  };
  if (operation == ATTEST_POSITIONAL)
    cases.push_back({"bias_alone", 2, 2, 150, 150, 0, 64, toeplitz, toeplitz, all, 0});
  return cases;
}

Instance::Instance(const Case& shape, attest_operation operation, attest_dtype dtype, attest_ties ties,
                   std::uint64_t seed)
    : case_(shape),
      operation_(operation),
      dtype_(dtype),
      ties_(ties),
      seed_(seed),
      scale_(shape.width > 0 ? 1 / std::sqrt(static_cast<double>(shape.width)) : 1) {
  const Case& s = case_;
  const std::int64_t position_batches = operation == ATTEST_POSITIONAL ? 1 : s.batches;
  if (s.width > 0) {
    add("query", dtype, {position_batches, s.heads, s.queries, s.width});
    add("key", dtype, {position_batches, s.heads, s.keys, s.width});
  }
  add("value", dtype, {s.batches, s.heads, s.keys, s.value_width});
  add_term("bias", s.bias);
  add_term("factor", s.factor);
  if (s.mask == ATTEST_MASK_BYTES) add("mask", kBytes, {1, s.heads, s.queries, s.keys});
  std::swap(inputs_, outputs_);
  add("output", dtype, {s.batches, s.heads, s.queries, s.value_width});
  add("row_sum", ATTEST_FLOAT32, {s.batches, s.heads, s.queries});
  if (operation != ATTEST_HARDMAX) add("log_sum_exp", ATTEST_FLOAT32, {s.batches, s.heads, s.queries});
  std::swap(inputs_, outputs_);
  for (Array& output : outputs_) std::memset(output.bytes.data(), 0xff, output.bytes.size());
}

void Instance::add(const char* name, std::uint32_t dtype, std::vector<std::int64_t> shape) {
  Array array{name, dtype, std::move(shape), {}};
  const std::int64_t size = product(array.shape);
  array.bytes.resize(static_cast<std::size_t>(size * size_of(dtype)));
  // Hardmax is defined by ties: small integers have them, and their scores are exact in every format.
  const bool integers = operation_ == ATTEST_HARDMAX && (array.name == "query" || array.name == "key");
  for (std::int64_t i = 0; i < size; ++i) {
    const std::uint64_t place = seed_ ^ hash(static_cast<std::uint64_t>(i) + (inputs_.size() << 40));
    float value = bell(place);
    if (integers) value = static_cast<float>(static_cast<int>(hash(place) % 3) - 1);
    if (dtype == kInt32) value = static_cast<float>(hash(place) % kBuckets);
    if (dtype == kBytes) value = static_cast<float>(hash(place) % 3 != 0 && i / case_.keys % 50 != 7);
    store(array, i, value);
  }
  inputs_.push_back(std::move(array));
}

void Instance::add_term(const char* name, attest_term_kind kind) {
  const Case& s = case_;
  if (kind == toeplitz) add(name, ATTEST_FLOAT32, {s.heads, s.queries + s.keys - 1});
  if (kind == dense) add(name, ATTEST_FLOAT32, {1, s.heads, s.queries, s.keys});
  if (kind == alibi) add(name, ATTEST_FLOAT32, {s.heads});
  if (kind == buckets) {
    add(name, ATTEST_FLOAT32, {kBuckets, s.heads});
    add("bucket", kInt32, {s.queries + s.keys - 1});
  }
}

attest_problem Instance::problem() {
  const Case& s = case_;
  attest_problem p{};
  p.struct_size = sizeof p;
  p.operation = operation_;
  p.dtype = dtype_;
  p.ties = ties_;
  p.batches = s.batches;
  p.heads = s.heads;
  p.queries = s.queries;
  p.keys = s.keys;
  p.width = s.width;
  p.value_width = s.value_width;
  p.scale = scale_;
  p.mask_kind = s.mask;
  p.diagonal = s.diagonal;
  p.bias.kind = s.bias;
  p.factor.kind = s.factor;
  // Strides of a dense array of up to four axes; 0 for an axis of length 1.
  const auto tensor = [](Array& array) {
    attest_tensor t{array.bytes.data(), 0, 0, 0};
    const auto& shape = array.shape;
    const auto stride = [&](std::size_t axis) {
      std::int64_t step = 1;
      for (std::size_t i = axis + 1; i < shape.size(); ++i) step *= shape[i];
      return shape[axis] == 1 ? 0 : step;
    };
    if (shape.size() >= 3) t.batch = stride(0), t.head = stride(1);
    if (shape.size() == 4) t.row = stride(2);
    return t;
  };
  for (auto* arrays : {&inputs_, &outputs_})
    for (Array& array : *arrays) {
      attest_tensor t = tensor(array);
      if (array.name == "query") p.query = t;
      if (array.name == "key") p.key = t;
      if (array.name == "value") p.value = t;
      if (array.name == "mask") p.mask = t;
      if (array.name == "output") p.output = t;
      if (array.name == "row_sum") p.row_sum = t;
      if (array.name == "log_sum_exp") p.log_sum_exp = t;
      if (array.name == "bucket") p.bias.bucket = reinterpret_cast<const std::int32_t*>(array.bytes.data());
      if (array.name != "bias" && array.name != "factor") continue;
      attest_term& term = array.name == "bias" ? p.bias : p.factor;
      if (term.kind == toeplitz) t.head = s.queries + s.keys - 1;
      if (term.kind == alibi) t.head = 1;
      if (term.kind == buckets) t.head = 1, t.row = s.heads;
      term.values = t;
    }
  p.bias.buckets = s.bias == buckets ? kBuckets : 0;
  return p;
}

}  // namespace attest::cuda::standalone
