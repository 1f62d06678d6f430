// SPDX-License-Identifier: Apache-2.0
// Files of what came with ABI 2, the layout [batch, row, head, column], and batches of sequences.
#include "verify/instances/sequences.hpp"

#include <catch2/catch.hpp>

#include "tests/kernels/faults/sequence_faults.hpp"
#include "theory/error.hpp"
#include "verify/arrays/array_file.hpp"
#include "verify/instances/generate.hpp"
#include "verify/instances/stored.hpp"

using namespace attest;
using namespace attest::verify::arrays;
using namespace attest::verify::instances;

namespace {

Instance extended() {
  Request r;
  r.batches = 2, r.heads = 6, r.queries = 5, r.keys = 7, r.width = 4, r.value_width = 3;
  r.kv_heads = 3;
  r.sinks = r.scales = true;
  r.keep_scale = 1 / (1 - 0.3), r.softcap = 2.5;
  r.mask = ATTEST_MASK_WINDOW;
  r.window_left = 2, r.diagonal = -1;
  return generate("random", r, 4);
}

ArrayFile file_of(const std::string& text) {
  return parse_array_file(std::make_shared<const std::string>(text), "the case.safetensors");
}

bool same(const FloatArray& a, const FloatArray& b) {
  if (a.shape() != b.shape() || a.dtype() != b.dtype()) return false;
  for (std::int64_t k = 0; k < a.size(); ++k)
    if (a[k] != b[k]) return false;
  return true;
}

/// [batches, heads, rows, columns] as [batches, rows, heads, columns].
StoredArray rows_first(const std::string& name, const FloatArray& array) {
  const std::vector<std::int64_t>& s = array.shape();
  std::vector<double> numbers;
  for (std::int64_t b = 0; b < s[0]; ++b)
    for (std::int64_t i = 0; i < s[2]; ++i)
      for (std::int64_t h = 0; h < s[1]; ++h)
        for (std::int64_t c = 0; c < s[3]; ++c) numbers.push_back(array[((b * s[1] + h) * s[2] + i) * s[3] + c]);
  StoredArray result;
  static_cast<ArrayView&>(result) = view(name, numbers, {s[0], s[2], s[1], s[3]});
  result.buffer =
      std::make_shared<const std::string>(reinterpret_cast<const char*>(result.bytes.data()), result.bytes.size());
  result.bytes = std::as_bytes(std::span(*result.buffer));
  result.place = name;
  return result;
}

}  // namespace

TEST_CASE("an instance of everything that came with ABI 2 is its file") {
  const Instance in = extended();
  const Instance read = read_instance(file_of(to_file(in)), {}).instance;
  CHECK(read.kv_heads == 3);
  CHECK(read.mask_kind == ATTEST_MASK_WINDOW);
  CHECK(read.window_left == 2);
  CHECK(read.window_right == ATTEST_WINDOW_OPEN);
  CHECK(read.diagonal == -1);
  CHECK(read.softcap == 2.5);
  CHECK(read.dropout.scale == in.dropout.scale);
  CHECK(read.dropout.keep == in.dropout.keep);
  CHECK(same(*read.sinks, *in.sinks));
  CHECK(same(*read.key_scale, *in.key_scale));
  CHECK(same(*read.query_scale, *in.query_scale));
  CHECK(same(*read.value_scale, *in.value_scale));
  CHECK(to_file(read) == to_file(in));
}

TEST_CASE("arrays may be [batch, row, head, column]") {
  Request r;
  r.dtype = ATTEST_FLOAT64;
  r.batches = 2, r.heads = 4, r.kv_heads = 2, r.queries = 3, r.keys = 5;
  const Instance in = generate("random", r, 2);
  ArrayFile file;
  file.place = "the arrays";
  file.arrays = {rows_first("query", in.query), rows_first("key", in.key), rows_first("value", in.value)};
  InstanceSettings settings;
  settings.set("layout", "bshd", "--layout");
  const Instance read = read_instance(file, settings).instance;
  CHECK(same(read.query, in.query));
  CHECK(same(read.value, in.value));
  CHECK(read.kv_heads == 2);
  CHECK(read.keys == 5);
}

TEST_CASE("each sequence of a ragged and of a paged batch is an instance") {
  const auto all = faults::run_on_sequences(faults::Shipped::none, ATTEST_FLOAT32, 3);
  REQUIRE(all.size() == 8);
  for (std::size_t s = 0; s < 4; ++s) {
    const Instance &ragged = all[s].first.instance, &paged = all[s + 4].first.instance;
    CHECK(ragged.queries == paged.queries);
    CHECK(ragged.keys == paged.keys);
    CHECK(ragged.diagonal == ragged.keys - ragged.queries);
    CHECK(ragged.heads == 2);
    CHECK(ragged.name.find(", sequence " + std::to_string(s)) != std::string::npos);
  }
  CHECK(all[1].first.instance.queries == 0);
  CHECK(all[2].first.instance.queries == 1);
}

TEST_CASE("sequences that do not fit are one line") {
  const auto array = [](const std::string& name, std::vector<std::int64_t> shape, std::vector<double> numbers) {
    numbers.resize(64, 1);
    StoredArray result;
    std::int64_t size = 1;
    for (const std::int64_t length : shape) size *= length;
    numbers.resize(static_cast<std::size_t>(size));
    static_cast<ArrayView&>(result) = view(name, numbers, shape);
    result.buffer =
        std::make_shared<const std::string>(reinterpret_cast<const char*>(result.bytes.data()), result.bytes.size());
    result.bytes = std::as_bytes(std::span(*result.buffer));
    result.place = name;
    return result;
  };
  const auto integers = [](const std::string& name, const std::vector<std::int32_t>& numbers,
                           std::vector<std::int64_t> shape) {
    StoredArray result;
    static_cast<ArrayView&>(result) = view(name, numbers);
    result.shape = std::move(shape);
    result.buffer = std::make_shared<const std::string>(reinterpret_cast<const char*>(numbers.data()),
                                                        numbers.size() * sizeof(std::int32_t));
    result.bytes = std::as_bytes(std::span(*result.buffer));
    result.place = name;
    return result;
  };
  const auto fails = [&](std::vector<StoredArray> more, const std::string& words) {
    ArrayFile file;
    file.place = "the arrays";
    file.arrays = std::move(more);
    file.arrays.push_back(array("query", {3, 1, 2}, {}));
    file.arrays.push_back(array("key", {4, 1, 2}, {}));
    file.arrays.push_back(array("value", {4, 1, 2}, {}));
    CHECK_THROWS_WITH(read_instances(file, {}), Catch::Contains(words));
  };
  const StoredArray q = integers("cu_seqlens_q", {0, 2, 3}, {3}), k = integers("cu_seqlens_k", {0, 1, 4}, {3});
  fails({q}, "expected cu_seqlens_k or seq_lens");
  fails({q, integers("cu_seqlens_k", {0, 1}, {2})}, "cu_seqlens_q: expected 2 numbers, found 3");
  fails({q, integers("cu_seqlens_k", {0, 3, 1}, {3})}, "expected numbers that do not fall");
  fails({q, integers("cu_seqlens_k", {0, 3, 9}, {3})}, "up to the 4 rows, found 9");
  fails({q, k, integers("seq_lens", {1, 3}, {2})}, "found both");
  fails({q, integers("block_table", {0, 1}, {2, 1})}, "expected seq_lens beside it");
  fails({q, k, array("mask", {3, 4}, {})}, "mask: expected none beside sequences");
}
