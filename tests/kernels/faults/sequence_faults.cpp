// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/faults/sequence_faults.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <span>

#include "kernels/problem.hpp"
#include "verify/instances/sequences.hpp"
#include "verify/instances/stored.hpp"

namespace attest::faults {

using verify::arrays::ArrayFile;
using verify::arrays::Element;
using verify::arrays::StoredArray;
using verify::instances::FloatArray;
using verify::instances::Instance;
using verify::instances::InstanceSettings;
using verify::instances::Outputs;
using verify::instances::StoredInstance;

namespace {

constexpr std::int64_t kHeads = 2, kWidth = 8, kPage = 4;

StoredArray stored(const std::string& name, Element element, std::vector<std::int64_t> shape, std::string bytes) {
  StoredArray array;
  array.name = array.place = name;
  array.element = element;
  array.shape = std::move(shape);
  array.buffer = std::make_shared<const std::string>(std::move(bytes));
  array.bytes = std::as_bytes(std::span(*array.buffer));
  return array;
}
StoredArray stored(const std::string& name, const FloatArray& floats) {
  const auto bytes = static_cast<std::size_t>(floats.size() * kernels::size_of(floats.dtype()));
  return stored(name, verify::instances::element_of(floats.dtype()), floats.shape(),
                {static_cast<const char*>(floats.data()), bytes});
}
StoredArray stored(const std::string& name, const std::vector<std::int32_t>& numbers, std::vector<std::int64_t> shape) {
  return stored(name, Element::int32, std::move(shape),
                {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::int32_t)});
}

/// Rows of query and key that a kernel reads for one sequence, and from which diagonal on.
struct Reading {
  std::vector<std::int64_t> queries, keys;
  std::int64_t diagonal;
};

FloatArray rows_of(const FloatArray& all, const std::vector<std::int64_t>& rows) {
  FloatArray result(all.dtype(), {1, kHeads, static_cast<std::int64_t>(rows.size()), kWidth});
  const std::int64_t count = static_cast<std::int64_t>(rows.size());
  for (std::int64_t h = 0; h < kHeads; ++h)
    for (std::int64_t r = 0; r < count; ++r)
      for (std::int64_t c = 0; c < kWidth; ++c)
        result.set((h * count + r) * kWidth + c, all[(rows[static_cast<std::size_t>(r)] * kHeads + h) * kWidth + c]);
  return result;
}

std::vector<std::int64_t> range(std::int64_t first, std::int64_t end, std::int64_t most) {
  std::vector<std::int64_t> all;
  for (std::int64_t k = std::max<std::int64_t>(first, 0); k < std::min(end, most); ++k) all.push_back(k);
  return all;
}

class Batch {
 public:
  Batch(Shipped fault, attest_dtype dtype, std::uint64_t seed) : fault_(fault), dtype_(dtype), random_(seed) {
    for (std::size_t s = 0; s < 4; ++s) {
      const auto rows = s == 1 ? 0 : s == 2 ? 1 : 2 + static_cast<std::int64_t>(random_() % 6);
      starts_q_.push_back(starts_q_.back() + static_cast<std::int32_t>(rows));
      lengths_.push_back(static_cast<std::int32_t>(rows + 1 + static_cast<std::int64_t>(random_() % 7)));
      starts_k_.push_back(starts_k_.back() + lengths_.back());
    }
    query_ = numbers(starts_q_.back());
  }

  ArrayFile ragged() {
    key_ = numbers(starts_k_.back());
    value_ = numbers(starts_k_.back());
    run([this](std::size_t s) { return ragged_reading(s); });
    return file({stored("key", key_), stored("value", value_), stored("cu_seqlens_k", starts_k_, {5})});
  }

  ArrayFile paged() {
    for (const std::int32_t length : lengths_)
      columns_ = std::max<std::int64_t>(columns_, (length + kPage - 1) / kPage);
    pages_ = 4 * columns_ + 3;
    std::vector<std::int32_t> order(static_cast<std::size_t>(pages_));
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::int32_t>(k);
    std::shuffle(order.begin(), order.end(), random_);
    table_.assign(order.begin(), order.begin() + 4 * columns_);
    key_ = numbers(pages_ * kPage);
    value_ = numbers(pages_ * kPage);
    run([this](std::size_t s) { return paged_reading(s); });
    const auto in_pages = [&](const char* name, const FloatArray& all) {
      StoredArray array = stored(name, all);
      array.shape = {pages_, kPage, kHeads, kWidth};
      return array;
    };
    return file({in_pages("key", key_), in_pages("value", value_), stored("seq_lens", lengths_, {4}),
                 stored("block_table", table_, {4, columns_})});
  }

 private:
  bool is(Shipped fault) const { return fault_ == fault; }

  FloatArray numbers(std::int64_t rows) {
    std::normal_distribution<double> normal;
    FloatArray array(dtype_, {rows, kHeads, kWidth});
    for (std::int64_t k = 0; k < array.size(); ++k) array.set(k, normal(random_));
    return array;
  }

  Reading ragged_reading(std::size_t s) const {
    const std::int64_t first_q = starts_q_[s], end_q = starts_q_[s + 1], all = starts_k_.back();
    std::int64_t first = starts_k_[s], end = starts_k_[s + 1], diagonal = (end - first) - (end_q - first_q);
    if (is(Shipped::ragged_as_one)) first = 0, end = all, diagonal = all;
    if (is(Shipped::ragged_first_boundary))
      first = s == 0 ? 0 : starts_k_[1], end = s == 0 ? starts_k_[1] : all, diagonal = all;
    if (is(Shipped::ragged_one_key_more)) ++end, ++diagonal;
    if (is(Shipped::ragged_one_key_less)) --end;
    if (is(Shipped::ragged_keys_of_queries)) end = first_q + (end - first), first = first_q;
    if (is(Shipped::ragged_diagonal_of_longest)) diagonal = *std::ranges::max_element(lengths_) - (end_q - first_q);
    return {range(first_q, end_q, end_q), range(first, end, all), diagonal};
  }

  Reading paged_reading(std::size_t s) const {
    const std::int64_t first_q = starts_q_[s], end_q = starts_q_[s + 1];
    const std::size_t own = is(Shipped::page_of_first_sequence) ? 0 : s;
    const std::int64_t stride = is(Shipped::page_table_stride) ? pages_ : columns_;
    std::int64_t count = lengths_[s];
    const std::int64_t diagonal = count - (end_q - first_q);
    if (is(Shipped::page_last_whole)) count = (count + kPage - 1) / kPage * kPage;
    std::vector<std::int64_t> keys;
    for (std::int64_t j = 0; j < count; ++j) {
      std::int64_t page = j / kPage;
      if (is(Shipped::page_next) && page > 0 && j % kPage == 0) --page;
      const auto entry = (own * static_cast<std::size_t>(stride) + static_cast<std::size_t>(page)) % table_.size();
      std::int64_t at = table_[entry];
      if (is(Shipped::pages_in_a_row)) at = (table_[own * static_cast<std::size_t>(stride)] + page) % pages_;
      keys.push_back(at * kPage + j % kPage);
    }
    // Keys behind the end are there for all queries.
    return {range(first_q, end_q, end_q), keys, is(Shipped::page_last_whole) ? count : diagonal};
  }

  template <typename Reader>
  void run(const Reader& reader) {
    output_ = FloatArray(dtype_, query_.shape());
    for (std::size_t s = 0; s < 4; ++s) {
      const Reading reading = reader(s);
      Instance x;
      x.dtype = dtype_;
      x.heads = kHeads, x.width = x.value_width = kWidth;
      x.queries = static_cast<std::int64_t>(reading.queries.size());
      x.keys = static_cast<std::int64_t>(reading.keys.size());
      x.scale = 1 / std::sqrt(static_cast<double>(kWidth));
      x.query = rows_of(query_, reading.queries), x.key = rows_of(key_, reading.keys);
      x.value = rows_of(value_, reading.keys);
      x.mask_kind = ATTEST_MASK_CAUSAL, x.diagonal = reading.diagonal;
      const Outputs outputs = run_shipped(x, Shipped::none);
      for (std::int64_t h = 0; h < kHeads; ++h)
        for (std::int64_t r = 0; r < x.queries; ++r)
          for (std::int64_t c = 0; c < kWidth; ++c)
            output_.set((reading.queries[static_cast<std::size_t>(r)] * kHeads + h) * kWidth + c,
                        outputs.output[(h * x.queries + r) * kWidth + c]);
    }
  }

  ArrayFile file(std::vector<StoredArray> keys) const {
    ArrayFile file;
    file.place = "the batch";
    file.arrays = std::move(keys);
    file.arrays.push_back(stored("query", query_));
    file.arrays.push_back(stored("output", output_));
    file.arrays.push_back(stored("cu_seqlens_q", starts_q_, {5}));
    return file;
  }

  const Shipped fault_;
  const attest_dtype dtype_;
  std::mt19937_64 random_;
  std::vector<std::int32_t> starts_q_{0}, starts_k_{0}, lengths_, table_;
  std::int64_t columns_ = 0, pages_ = 0;
  FloatArray query_, key_, value_, output_;
};

}  // namespace

std::vector<std::pair<StoredInstance, std::string>> run_on_sequences(Shipped fault, attest_dtype dtype,
                                                                     std::uint64_t seed) {
  InstanceSettings settings;
  settings.mask = ATTEST_MASK_CAUSAL;
  settings.bottom_right = true;
  std::vector<std::pair<StoredInstance, std::string>> all;
  for (StoredInstance& one : read_instances(Batch(fault, dtype, seed).ragged(), settings))
    all.emplace_back(std::move(one), "a ragged batch of 4 sequences");
  for (StoredInstance& one : read_instances(Batch(fault, dtype, seed).paged(), settings))
    all.emplace_back(std::move(one), "a paged batch of 4 sequences");
  return all;
}

}  // namespace attest::faults
