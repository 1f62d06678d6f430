// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/sequences.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>

#include "theory/error.hpp"
#include "verify/instances/stored.hpp"

namespace attest::verify::instances {

using arrays::shape_words;
using arrays::StoredArray;

namespace {

using Shape = std::vector<std::int64_t>;

constexpr const char* kSequences[] = {"cu_seqlens_q", "cu_seqlens_k", "seq_lens", "block_table"};

const StoredArray* find(const NamedArrays& arrays, const char* name) {
  const auto found = arrays.find(name);
  return found == arrays.end() ? nullptr : &found->second;
}

StoredArray made(const StoredArray& like, Shape shape, std::string bytes) {
  StoredArray result = like;
  result.shape = std::move(shape);
  result.buffer = std::make_shared<const std::string>(std::move(bytes));
  result.bytes = std::as_bytes(std::span(*result.buffer));
  return result;
}

/// Bytes of what lies behind the first index.
std::size_t step_of(const StoredArray& array) {
  return array.shape.empty() || array.shape[0] == 0 ? 0 : array.bytes.size() / static_cast<std::size_t>(array.shape[0]);
}

std::string part_of(const StoredArray& array, std::int64_t first, std::int64_t count) {
  const std::size_t step = step_of(array);
  return {reinterpret_cast<const char*>(array.bytes.data()) + static_cast<std::size_t>(first) * step,
          static_cast<std::size_t>(count) * step};
}

/// Indices first, ..., first + count - 1 of the first axis.
StoredArray slice(const StoredArray& array, std::int64_t first, std::int64_t count) {
  Shape shape = array.shape;
  shape[0] = count;
  return made(array, shape, part_of(array, first, count));
}

void expect_axes(const StoredArray& array, std::size_t axes, const char* what) {
  if (array.shape.size() != axes)
    array.fail(std::string("expected the shape ") + what + ", found " + shape_words(array.shape));
}

/// The index s of an array whose first axis is that of sequences, without that axis.
StoredArray of_sequence(const StoredArray& array, std::int64_t s, std::int64_t sequences, std::size_t axes,
                        const char* what) {
  expect_axes(array, axes, what);
  if (array.shape[0] != sequences)
    array.fail("expected " + std::to_string(sequences) + " sequences, found the shape " + shape_words(array.shape));
  StoredArray one = slice(array, s, 1);
  one.shape.erase(one.shape.begin());
  return one;
}

/// Where the rows of a sequence begin, and how many there are.
struct Rows {
  std::int64_t first, count;
};
Rows rows_of(const StoredArray& starts, std::int64_t s, std::int64_t total) {
  const std::vector<std::int32_t> at = to_integers(starts);
  for (std::size_t k = 0; k < at.size(); ++k)
    if (at[k] < (k == 0 ? 0 : at[k - 1]) || at[k] > total)
      starts.fail("expected numbers that do not fall, up to the " + std::to_string(total) + " rows, found " +
                  std::to_string(at[k]) + " at [" + std::to_string(k) + "]");
  const auto index = static_cast<std::size_t>(s);
  return {at[index], at[index + 1] - at[index]};
}

/// The rows of one sequence out of pages.
StoredArray from_pages(const StoredArray& pages, const StoredArray& table, std::int64_t s, std::int64_t count) {
  expect_axes(pages, 4, "[pages, rows of a page, heads, columns]");
  const std::vector<std::int32_t> entries = to_integers(table);
  const std::int64_t per_page = pages.shape[1], row_of_table = table.shape[1];
  const std::size_t page_bytes = step_of(pages),
                    row_bytes = per_page == 0 ? 0 : page_bytes / static_cast<std::size_t>(per_page);
  std::string bytes;
  for (std::int64_t j = 0; j < count; ++j) {
    const std::int64_t at = per_page == 0 ? row_of_table : j / per_page;
    if (at >= row_of_table)
      table.fail("expected pages for " + std::to_string(count) + " keys of sequence " + std::to_string(s));
    const std::int64_t page = entries[static_cast<std::size_t>(s * row_of_table + at)];
    if (page < 0 || page >= pages.shape[0])
      table.fail("expected a page from 0 to " + std::to_string(pages.shape[0] - 1) + ", found " + std::to_string(page) +
                 " at [" + std::to_string(s) + ", " + std::to_string(at) + "]");
    bytes.append(reinterpret_cast<const char*>(pages.bytes.data()) + static_cast<std::size_t>(page) * page_bytes +
                     static_cast<std::size_t>(j % per_page) * row_bytes,
                 row_bytes);
  }
  return made(pages, {count, pages.shape[2], pages.shape[3]}, std::move(bytes));
}

/// [heads, rows] of row outputs, of a ragged batch: the rows of one sequence.
StoredArray columns_of(const StoredArray& array, const Rows& rows) {
  expect_axes(array, 2, "[heads, rows]");
  if (rows.first + rows.count > array.shape[1])
    array.fail("expected as many rows as query has, found the shape " + shape_words(array.shape));
  std::string bytes;
  const std::size_t step = step_of(array),
                    size = array.shape[1] == 0 ? 0 : step / static_cast<std::size_t>(array.shape[1]);
  for (std::int64_t h = 0; h < array.shape[0]; ++h)
    bytes.append(reinterpret_cast<const char*>(array.bytes.data()) + static_cast<std::size_t>(h) * step +
                     static_cast<std::size_t>(rows.first) * size,
                 static_cast<std::size_t>(rows.count) * size);
  return made(array, {array.shape[0], rows.count}, std::move(bytes));
}

}  // namespace

bool has_sequences(const NamedArrays& arrays) {
  return std::ranges::any_of(kSequences, [&](const char* name) { return arrays.contains(name); });
}

std::int64_t count_sequences(const NamedArrays& arrays, const std::string& place) {
  const StoredArray *q = find(arrays, "cu_seqlens_q"), *k = find(arrays, "cu_seqlens_k"),
                    *lengths = find(arrays, "seq_lens"), *table = find(arrays, "block_table");
  if (k && (lengths || table)) k->fail("expected seq_lens or cu_seqlens_k, found both");
  if (table && !lengths) table->fail("expected seq_lens beside it");
  if (!k && !lengths) throw InputError(place, "expected cu_seqlens_k or seq_lens: how many keys each sequence has");
  for (const StoredArray* array : {q, k, lengths})
    if (array) expect_axes(*array, 1, array == lengths ? "[sequences]" : "[sequences + 1]");
  if (table) expect_axes(*table, 2, "[sequences, pages of a sequence]");
  const std::int64_t count = lengths ? lengths->shape[0] : k->shape[0] - 1;
  if (count < 0) k->fail("expected at least one number");
  if (q && q->shape[0] != count + 1)
    q->fail("expected " + std::to_string(count + 1) + " numbers, found " + std::to_string(q->shape[0]));
  if (table && table->shape[0] != count)
    table->fail("expected " + std::to_string(count) + " sequences, found " + std::to_string(table->shape[0]));
  return count;
}

NamedArrays sequence_of(const NamedArrays& arrays, std::int64_t s, InstanceSettings& settings,
                        const std::string& place) {
  const std::int64_t n = count_sequences(arrays, place);
  if (s < 0 || s >= n) throw InputError(place, "expected a sequence from 0 to " + std::to_string(n - 1));
  for (const char* name : {"mask", "keep", "factor", "bucket"})
    if (const StoredArray* array = find(arrays, name))
      array->fail("expected none beside sequences of different lengths");
  if (const StoredArray* bias = find(arrays, "bias"); bias && settings.bias != ATTEST_TERM_ALIBI)
    bias->fail("expected slopes (bias alibi), or none, beside sequences of different lengths");
  const StoredArray *starts_q = find(arrays, "cu_seqlens_q"), *starts_k = find(arrays, "cu_seqlens_k"),
                    *lengths = find(arrays, "seq_lens"), *table = find(arrays, "block_table"),
                    *query = find(arrays, "query");
  NamedArrays one;
  std::optional<Rows> rows_q;
  if (starts_q) {
    if (!query) throw InputError(place, "expected query beside cu_seqlens_q");
    expect_axes(*query, 3, "[rows, heads, columns]");
    rows_q = rows_of(*starts_q, s, query->shape[0]);
  }
  const auto of_keys = [&](const StoredArray& array) {
    if (starts_k) {
      expect_axes(array, 3, "[rows, heads, columns]");
      const Rows rows = rows_of(*starts_k, s, array.shape[0]);
      return slice(array, rows.first, rows.count);
    }
    const std::int64_t count = to_integers(*lengths)[static_cast<std::size_t>(s)];
    if (count < 0) lengths->fail("expected lengths from 0 on, found " + std::to_string(count));
    if (table) return from_pages(array, *table, s, count);
    const StoredArray whole = of_sequence(array, s, n, 4, "[sequences, rows, heads, columns]");
    if (count > whole.shape[0])
      lengths->fail("expected at most " + std::to_string(whole.shape[0]) + " keys, found " + std::to_string(count));
    return slice(whole, 0, count);
  };
  for (const auto& [name, array] : arrays) {
    if (std::ranges::find(kSequences, name) != std::end(kSequences)) continue;
    if (name == "query" || name == "output") {
      if (rows_q) {
        expect_axes(array, 3, "[rows, heads, columns]");
        if (array.shape[0] != query->shape[0])
          array.fail("expected " + std::to_string(query->shape[0]) + " rows, as query has, found the shape " +
                     shape_words(array.shape));
      }
      one.emplace(name, rows_q ? slice(array, rows_q->first, rows_q->count)
                               : of_sequence(array, s, n, 4, "[sequences, rows, heads, columns]"));
    } else if (name == "key" || name == "value") {
      one.emplace(name, of_keys(array));
    } else if (name == "row_sum" || name == "log_sum_exp") {
      one.emplace(name, rows_q ? columns_of(array, *rows_q) : of_sequence(array, s, n, 3, "[sequences, heads, rows]"));
    } else if (name.ends_with("_scale") && array.shape.size() == 2 && array.shape[0] == n) {
      one.emplace(name, slice(array, s, 1));
    } else {
      one.emplace(name, array);
    }
  }
  settings.heads_after_rows = true;
  settings.name = (settings.name.empty() ? place : settings.name) + ", sequence " + std::to_string(s);
  return one;
}

std::vector<StoredInstance> read_instances(const arrays::ArrayFile& file, const InstanceSettings& over) {
  NamedArrays arrays;
  for (const StoredArray& array : file.arrays) arrays.emplace(array.name, array);
  std::vector<StoredInstance> all;
  if (!has_sequences(arrays)) {
    all.push_back(read_instance(file, over));
    return all;
  }
  const std::int64_t n = count_sequences(arrays, file.place);
  const InstanceSettings settings = settings_of(file, over);
  for (std::int64_t s = 0; s < n; ++s) {
    InstanceSettings own = settings;
    const NamedArrays one = sequence_of(arrays, s, own, file.place);
    all.push_back(assemble(one, own, file.place));
  }
  return all;
}

}  // namespace attest::verify::instances
