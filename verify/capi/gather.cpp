// SPDX-License-Identifier: Apache-2.0
#include "verify/capi/gather.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "theory/error.hpp"
#include "verify/capi/dense.hpp"
#include "verify/instances/sequences.hpp"
#include "verify/instances/stored.hpp"

namespace attest::verify::capi {

using arrays::Element;
using arrays::printable;
using arrays::StoredArray;
using instances::assemble;
using instances::FloatArray;
using instances::InstanceSettings;
using instances::NamedArrays;
using instances::StoredInstance;

namespace {

constexpr const char* place = "the arrays";

std::int64_t length_from_the_end(const StoredArray& array, std::size_t axis) {
  return array.shape.size() < axis ? 1 : array.shape[array.shape.size() - axis];
}

/// Which keys a query sees: [batches or 1, heads or 1, queries, keys].
class Visible {
 public:
  Visible(std::int64_t queries, std::int64_t keys)
      : queries_(queries), keys_(keys), bytes_(static_cast<std::size_t>(queries * keys), 1) {}

  /// Hides what `hidden(index)` says of the numbers of an array [.., .., queries, keys].
  template <class Hidden>
  void hide(const StoredArray& array, Hidden hidden) {
    if (array.shape.size() < 2 || array.shape.size() > 4 || length_from_the_end(array, 1) != keys_ ||
        length_from_the_end(array, 2) != queries_)
      array.fail("expected the shape [batches, heads, " + std::to_string(queries_) + ", " + std::to_string(keys_) +
                 "], found " + arrays::shape_words(array.shape));
    const std::int64_t heads = length_from_the_end(array, 3), batches = length_from_the_end(array, 4);
    grow(batches, heads);
    if ((batches != 1 && batches != batches_) || (heads != 1 && heads != heads_))
      array.fail("expected batches and heads of 1, or those of the other masks, " + std::to_string(batches_) + " and " +
                 std::to_string(heads_) + ", found " + arrays::shape_words(array.shape));
    const std::int64_t plane = queries_ * keys_;
    for (std::int64_t b = 0; b < batches_; ++b)
      for (std::int64_t h = 0; h < heads_; ++h)
        for (std::int64_t k = 0; k < plane; ++k)
          if (hidden(((batches == 1 ? 0 : b) * heads + (heads == 1 ? 0 : h)) * plane + k))
            bytes_[static_cast<std::size_t>((b * heads_ + h) * plane + k)] = 0;
  }

  /// Leaves the keys j of query i with first <= j - i <= last.
  void leave(std::int64_t first, std::int64_t last) {
    for (std::size_t k = 0; k < bytes_.size(); ++k) {
      const auto index = static_cast<std::int64_t>(k);
      const std::int64_t distance = index % keys_ - index / keys_ % queries_;
      if (distance < first || distance > last) bytes_[k] = 0;
    }
  }

  StoredArray array() const { return owned("mask", Element::uint8, {batches_, heads_, queries_, keys_}, bytes_); }

 private:
  void grow(std::int64_t batches, std::int64_t heads) {
    const auto taken = [](std::int64_t own, std::int64_t wanted) { return own == 1 ? wanted : own; };
    const std::int64_t more = taken(batches_, batches), wider = taken(heads_, heads);
    if (more == batches_ && wider == heads_) return;
    std::string grown;
    const auto plane = static_cast<std::size_t>(queries_ * keys_);
    for (std::int64_t b = 0; b < more; ++b)
      for (std::int64_t h = 0; h < wider; ++h)
        grown.append(bytes_, plane * static_cast<std::size_t>((batches_ == 1 ? 0 : b) * heads_ + (heads_ == 1 ? 0 : h)),
                     plane);
    bytes_ = std::move(grown);
    batches_ = more;
    heads_ = wider;
  }

  std::int64_t batches_ = 1, heads_ = 1, queries_, keys_;
  std::string bytes_;
};

std::int64_t window_side(const std::string& name, const std::string& value) {
  std::int64_t number = -1;
  const auto [next, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || next != value.data() + value.size() || number < 0 || number > std::int64_t{1} << 40)
    throw InputError(name, "expected an integer from 0 to 2^40, found " + printable(value));
  return number;
}

/// A dense bias that holds -infinity.
std::optional<FloatArray> hiding_bias(const NamedArrays& arrays, const InstanceSettings& settings) {
  const auto found = arrays.find("bias");
  if (found == arrays.end() || found->second.shape.size() < 2 || arrays.contains("bucket")) return std::nullopt;
  if (settings.bias.value_or(ATTEST_TERM_DENSE) != ATTEST_TERM_DENSE) return std::nullopt;
  const std::optional<attest_dtype> dtype = instances::dtype_of(found->second.element);
  if (!dtype) return std::nullopt;
  FloatArray floats = instances::to_floats(found->second, *dtype);
  for (std::int64_t k = 0; k < floats.size(); ++k)
    if (floats[k] == -std::numeric_limits<double>::infinity()) return floats;
  return std::nullopt;
}

struct Window {
  std::optional<std::int64_t> left, right;
  bool is_open() const { return !left && !right; }
};

/// Where more than one of mask, causal, window and a bias's -infinity hide keys, one mask that says it all.
void unite_masks(NamedArrays& arrays, InstanceSettings& settings, const Window& window) {
  const bool causal = settings.mask == ATTEST_MASK_CAUSAL;
  std::optional<FloatArray> bias = hiding_bias(arrays, settings);
  const bool has_mask = arrays.contains("mask");
  if (!bias && !has_mask && !window.is_open()) {
    settings.window_left = std::min(window.left.value_or(ATTEST_WINDOW_OPEN), ATTEST_WINDOW_OPEN);
    settings.window_right = std::min(window.right.value_or(ATTEST_WINDOW_OPEN), ATTEST_WINDOW_OPEN);
  }
  if (!bias && !(has_mask && (causal || !window.is_open()))) return;
  const auto value = arrays.find("value"), query = arrays.find("query");
  if (value == arrays.end() || (query == arrays.end() && !settings.queries)) return;  // assemble says what is missing
  const std::int64_t queries = settings.queries ? *settings.queries : length_from_the_end(query->second, 2);
  Visible visible(queries, length_from_the_end(value->second, 2));
  if (bias) {
    StoredArray& stored = arrays.at("bias");
    visible.hide(stored, [&](std::int64_t k) { return (*bias)[k] == -std::numeric_limits<double>::infinity(); });
    for (std::int64_t k = 0; k < bias->size(); ++k)
      if ((*bias)[k] == -std::numeric_limits<double>::infinity()) bias->set(k, 0);
    stored = owned("bias", stored.element, stored.shape,
                   std::string(static_cast<const char*>(bias->data()), stored.bytes.size()));
  }
  if (has_mask) {
    const std::vector<std::uint8_t> mask = instances::to_bytes(arrays.at("mask"));
    visible.hide(arrays.at("mask"), [&](std::int64_t k) { return mask[static_cast<std::size_t>(k)] == 0; });
  }
  constexpr std::int64_t far = std::int64_t{1} << 41;
  const std::int64_t keys = length_from_the_end(value->second, 2);
  const std::int64_t diagonal = settings.diagonal.value_or(settings.bottom_right ? keys - queries : 0);
  settings.bottom_right = false;
  const std::int64_t right = window.right.value_or(far), left = window.left.value_or(far);
  visible.leave(diagonal - left, diagonal + (causal ? std::min<std::int64_t>(right, 0) : right));
  settings.mask = ATTEST_MASK_BYTES;
  settings.diagonal.reset();
  arrays.insert_or_assign("mask", visible.array());
}

}  // namespace

StoredInstance gather(std::span<const attest_judge_array> given, std::span<const attest_judge_setting> words) {
  NamedArrays arrays;
  for (const attest_judge_array& array : given) {
    StoredArray stored = dense(array);
    arrays.insert_or_assign(stored.name, std::move(stored));
  }
  InstanceSettings settings;
  Window window;
  std::optional<std::int64_t> sequence;
  for (const attest_judge_setting& word : words) {
    const std::string name = word.name ? word.name : "", value = word.value ? word.value : "";
    if (name == "window_left")
      window.left = window_side(name, value);
    else if (name == "window_right")
      window.right = window_side(name, value);
    else if (name == "sequence")
      sequence = window_side(name, value);
    else
      settings.set(name, value, name);
  }
  if (sequence) arrays = instances::sequence_of(arrays, *sequence, settings, place);
  unite_masks(arrays, settings, window);
  if (settings.name.empty()) settings.name = place;
  return assemble(arrays, settings, place);
}

}  // namespace attest::verify::capi
