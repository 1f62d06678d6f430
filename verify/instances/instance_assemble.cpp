// SPDX-License-Identifier: Apache-2.0
// An instance from arrays of numbers that a user stored. What is not said is found from shapes, where they leave one
// reading; where they leave two, an error asks.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

#include "kernels/problem.hpp"
#include "theory/error.hpp"
#include "verify/instances/instance_file.hpp"
#include "verify/instances/stored.hpp"

namespace attest::verify::instances {

using arrays::name_of;
using arrays::shape_words;
using arrays::StoredArray;

namespace {

using Shape = std::vector<std::int64_t>;

constexpr const char* names[] = {"query",     "key",         "value",  "bias",    "bucket",
                                 "factor",    "mask",        "sinks",  "keep",    "query_scale",
                                 "key_scale", "value_scale", "output", "row_sum", "log_sum_exp"};

/// [batches, rows, heads, columns] as [batches, heads, rows, columns].
FloatArray heads_first(const FloatArray& array) {
  const Shape& from = array.shape();
  FloatArray result(array.dtype(), {from[0], from[2], from[1], from[3]});
  const std::int64_t bytes = from[3] * kernels::size_of(array.dtype());
  auto* to = static_cast<std::byte*>(result.data());
  for (std::int64_t b = 0; b < from[0]; ++b)
    for (std::int64_t h = 0; h < from[2]; ++h)
      for (std::int64_t i = 0; i < from[1]; ++i, to += bytes)
        std::memcpy(to, static_cast<const std::byte*>(array.data()) + ((b * from[1] + i) * from[2] + h) * bytes,
                    static_cast<std::size_t>(bytes));
  return result;
}

class Assembly {
 public:
  Assembly(const NamedArrays& arrays, const InstanceSettings& settings, const std::string& place)
      : arrays_(arrays), settings_(settings), place_(place) {}

  StoredInstance run() {
    for (const auto& [name, array] : arrays_)
      if (std::ranges::find(names, name) == std::end(names)) {
        std::string known;
        for (const char* one : names) known += (known.empty() ? "" : ", ") + std::string(one);
        array.fail("expected a name of " + known);
      }
    choose_dtype();
    read_products();
    read_terms();
    read_mask();
    read_extensions();
    choose_rest();
    expect_size();
    check();
    StoredInstance result{std::move(in_), {}};
    read_outputs(result);
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const { throw InputError(place_, expected); }

  const StoredArray* find(const char* name) const {
    const auto found = arrays_.find(name);
    return found == arrays_.end() ? nullptr : &found->second;
  }
  const StoredArray& need(const char* name) const {
    if (const StoredArray* array = find(name)) return *array;
    fail(std::string("expected an array ") + name);
  }

  /// The array with axes of length 1 put in front of its own, up to `axes`.
  static StoredArray with_axes(StoredArray array, std::size_t axes, const char* what) {
    if (array.shape.size() > axes || array.shape.size() + 2 < axes)
      array.fail("expected the shape " + std::string(what) + ", found " + shape_words(array.shape));
    array.shape.insert(array.shape.begin(), axes - array.shape.size(), 1);
    return array;
  }

  attest_dtype term_dtype() const { return in_.dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32; }

  void choose_dtype() {
    if (settings_.dtype) {
      in_.dtype = *settings_.dtype;
      return;
    }
    const StoredArray& value = need("value");
    const std::optional<attest_dtype> found = dtype_of(value.element);
    if (!found)
      value.fail(std::string("expected floats, or a dtype that names their format, found ") + name_of(value.element));
    in_.dtype = *found;
  }

  FloatArray read(const StoredArray& array, const char* what) {
    FloatArray floats = to_floats(with_axes(array, 4, what), in_.dtype);
    if (settings_.heads_after_rows && array.shape.size() > 2) floats = heads_first(floats);
    expect_finite(floats, array.place);
    in_.batches = std::max(in_.batches, floats.shape()[0]);
    in_.heads = std::max(in_.heads, floats.shape()[1]);
    return floats;
  }

  void read_products() {
    in_.value = read(need("value"), "[batches, heads, keys, value_width]");
    in_.keys = in_.value.shape()[2];
    in_.value_width = in_.value.shape()[3];
    const StoredArray *query = find("query"), *key = find("key");
    if (!query != !key) fail(std::string("expected query and key, or neither, found ") + (query ? "query" : "key"));
    if (query) {
      in_.query = read(*query, "[batches, heads, queries, width]");
      in_.key = read(*key, "[batches, heads, keys, width]");
      in_.queries = in_.query.shape()[2];
      in_.width = in_.query.shape()[3];
    }
    if (settings_.queries) in_.queries = *settings_.queries;
    if (!query && !settings_.queries) fail("expected query and key, or how many queries there are");
    if (settings_.batches) in_.batches = *settings_.batches;
    if (settings_.heads) in_.heads = *settings_.heads;
    in_.kv_heads = settings_.kv_heads.value_or(groups_of_shapes());
    expect_lengths();
  }

  /// How many heads key and value have, if that is neither one nor all.
  std::int64_t groups_of_shapes() const {
    const std::int64_t key = in_.width > 0 ? in_.key.shape()[1] : 1, groups = std::max(key, in_.value.shape()[1]);
    return groups > 1 && groups < in_.heads && in_.heads % groups == 0 ? groups : 0;
  }

  bool is_toeplitz(const Shape& shape) const {
    return (shape.size() == 1 || shape.size() == 2) && shape.back() == in_.queries + in_.keys - 1;
  }
  bool is_dense(const Shape& shape) const {
    return shape.size() >= 2 && shape.size() <= 4 && shape.back() == in_.keys && shape[shape.size() - 2] == in_.queries;
  }

  /// Lengths that arrays share, said of the array that differs and with its file's name. Which of two is wrong nobody
  /// knows; both are named.
  void expect_lengths() const {
    const StoredArray *query = find("query"), *key = find("key"), &value = need("value");
    const auto expect = [](const StoredArray& array, std::int64_t found, std::int64_t wanted, const std::string& what,
                           const StoredArray& other) {
      if (found != wanted)
        array.fail("expected " + std::to_string(wanted) + " " + what + ", as " + other.place +
                   " has, found the shape " + shape_words(array.shape) + " beside " + shape_words(other.shape));
    };
    if (query) {
      expect(value, in_.keys, in_.key.shape()[2], "keys", *key);
      expect(*key, in_.key.shape()[3], in_.width, "columns", *query);
    }
    for (const auto& [array, floats] : {std::pair(query, &in_.query), {key, &in_.key}, {&value, &in_.value}})
      for (const auto& [axis, wanted, what] :
           {std::tuple(std::size_t{0}, in_.batches, "batches"),
            {std::size_t{1}, array == query ? in_.heads : in_.heads_of_keys(), "heads"}})
        if (array && array != query && axis == 1 && floats->shape()[1] > 1 && floats->shape()[1] < in_.heads &&
            in_.kv_heads == 0)
          array->fail("expected " + std::to_string(in_.heads) + " heads, or heads that divide the query's " +
                      std::to_string(in_.heads) + ", found " + std::to_string(floats->shape()[1]));
        else if (array && floats->shape()[axis] != 1 && floats->shape()[axis] != wanted)
          array->fail("expected " + std::to_string(wanted) + " " + what + ", or 1 that serves all, found the shape " +
                      shape_words(array->shape));
  }

  attest_term_kind kind_of(const StoredArray& array, const std::string& part) const {
    if (part == "bias" && find("bucket")) return ATTEST_TERM_BUCKETS;
    const bool toeplitz = is_toeplitz(array.shape), dense = is_dense(array.shape);
    if (toeplitz && dense)
      array.fail("expected a setting " + part + ": toeplitz and dense values have this shape, " +
                 shape_words(array.shape));
    if (!toeplitz && !dense)
      array.fail("expected the shape [heads, " + std::to_string(in_.queries + in_.keys - 1) + "] (toeplitz) or [" +
                 std::to_string(in_.queries) + ", " + std::to_string(in_.keys) + "] (dense), or a setting " + part +
                 ", found " + shape_words(array.shape));
    return toeplitz ? ATTEST_TERM_TOEPLITZ : ATTEST_TERM_DENSE;
  }

  Term read_term(const char* part, const std::optional<attest_term_kind>& setting) {
    Term term;
    const StoredArray* array = find(part);
    if (setting && (*setting == ATTEST_TERM_NONE) == (array != nullptr))
      fail(std::string("expected an array ") + part + " exactly if the setting " + part + " is not none");
    if (!array) return term;
    term.kind = setting ? *setting : kind_of(*array, part);
    StoredArray shaped = *array;
    switch (term.kind) {
      case ATTEST_TERM_NONE:
        break;
      case ATTEST_TERM_TOEPLITZ:
        shaped = with_axes(shaped, 2, "[heads, queries + keys - 1]");
        in_.heads = settings_.heads.value_or(std::max(in_.heads, shaped.shape[0]));
        break;
      case ATTEST_TERM_DENSE:
        shaped = with_axes(shaped, 4, "[batches, heads, queries, keys]");
        in_.batches = settings_.batches.value_or(std::max(in_.batches, shaped.shape[0]));
        in_.heads = settings_.heads.value_or(std::max(in_.heads, shaped.shape[1]));
        break;
      case ATTEST_TERM_ALIBI:
        shaped = with_axes(shaped, 1, "[heads]");
        break;
      case ATTEST_TERM_BUCKETS:
        if (shaped.shape.size() == 1) shaped.shape.push_back(1);
        term.bucket = to_integers(need("bucket"));
        break;
    }
    term.values = to_floats(shaped, term_dtype());
    expect_finite(term.values, array->place);
    return term;
  }

  void read_terms() {
    in_.bias = read_term("bias", settings_.bias);
    in_.factor = read_term("factor", settings_.factor);
    if (in_.bias.kind != ATTEST_TERM_BUCKETS && find("bucket"))
      find("bucket")->fail("expected a bias by buckets beside it");
  }

  void read_mask() {
    const StoredArray* array = find("mask");
    in_.mask_kind = settings_.mask.value_or(array                   ? ATTEST_MASK_BYTES
                                            : settings_.window_left ? ATTEST_MASK_WINDOW
                                                                    : ATTEST_MASK_NONE);
    in_.diagonal = settings_.diagonal.value_or(settings_.bottom_right ? in_.keys - in_.queries : 0);
    if (settings_.window_left) read_window();
    if ((in_.mask_kind == ATTEST_MASK_BYTES) != (array != nullptr))
      fail("expected an array mask exactly if the setting mask is bytes");
    if (!array) return;
    const StoredArray shaped = with_axes(*array, 4, "[batches, heads, queries, keys]");
    if (shaped.shape[2] != in_.queries || shaped.shape[3] != in_.keys)
      array->fail("expected the shape [batches, heads, " + std::to_string(in_.queries) + ", " +
                  std::to_string(in_.keys) + "], found " + shape_words(array->shape));
    in_.mask = to_bytes(shaped);
    in_.mask_batches = shaped.shape[0];
    in_.mask_heads = shaped.shape[1];
  }

  /// A causal window ends at its diagonal.
  void read_window() {
    in_.window_left = *settings_.window_left;
    in_.window_right = *settings_.window_right;
    if (in_.mask_kind == ATTEST_MASK_CAUSAL) {
      in_.mask_kind = ATTEST_MASK_WINDOW;
      in_.window_right = std::min<std::int64_t>(in_.window_right, 0);
    }
    if (in_.mask_kind != ATTEST_MASK_WINDOW) fail("expected a window or an array mask, found both");
  }

  /// What came with ABI 2, but for groups of heads and windows.
  void read_extensions() {
    in_.softcap = settings_.softcap.value_or(0);
    const StoredArray* keep = find("keep");
    in_.dropout.scale = settings_.keep_scale.value_or(0);
    if ((in_.dropout.scale != 0) != (keep != nullptr))
      fail("expected an array keep exactly if there is a setting dropout, the share that is dropped");
    if (keep) {
      const StoredArray shaped = with_axes(*keep, 4, "[batches, heads, queries, keys]");
      in_.dropout = {in_.dropout.scale, to_bytes(shaped), shaped.shape[0], shaped.shape[1]};
    }
    const auto read_numbers = [&](const char* name, std::size_t axes, attest_dtype dtype,
                                  std::optional<FloatArray>& part) {
      const StoredArray* array = find(name);
      if (!array) return;
      StoredArray shaped = *array;
      // One number a head may come without its axis of batches, one number for all without any.
      while (shaped.shape.size() < axes) shaped.shape.insert(shaped.shape.begin(), 1);
      part = to_floats(shaped, dtype);
      expect_finite(*part, array->place);
    };
    read_numbers("sinks", 1, term_dtype(), in_.sinks);
    read_numbers("query_scale", 2, ATTEST_FLOAT32, in_.query_scale);
    read_numbers("key_scale", 2, ATTEST_FLOAT32, in_.key_scale);
    read_numbers("value_scale", 2, ATTEST_FLOAT32, in_.value_scale);
  }

  void choose_rest() {
    in_.operation = settings_.operation.value_or(in_.factor.kind != ATTEST_TERM_NONE ? ATTEST_URPE
                                                 : in_.bias.kind != ATTEST_TERM_NONE ? ATTEST_RPE
                                                                                     : ATTEST_ATTENTION);
    in_.ties = settings_.ties.value_or(ATTEST_TIES_UNIFORM);
    in_.scale = settings_.scale.value_or(in_.width > 0 ? 1 / std::sqrt(static_cast<double>(in_.width)) : 1);
    in_.name = settings_.name.empty() ? place_ : settings_.name;
  }

  /// Before anything of the outputs' size is allocated: a file of no bytes can state great lengths.
  void expect_size() const {
    constexpr std::int64_t most = std::int64_t{1} << 28;
    for (const std::int64_t last : {in_.value_width, in_.keys}) {
      std::int64_t product = 1;
      for (const std::int64_t length : {in_.batches, in_.heads, in_.queries, last})
        if (__builtin_mul_overflow(product, std::max<std::int64_t>(length, 1), &product) || product > most << 20)
          fail("expected sizes whose product fits 2^48");
    }
    if (in_.batches * in_.heads * in_.queries * std::max<std::int64_t>(in_.value_width, 1) > most)
      fail("expected at most 2^28 numbers of output");
  }

  /// What Instance::check says names the part, but not the file.
  void check() const {
    try {
      in_.check();
    } catch (const InputError& error) {
      throw InputError(place_, error.what());
    }
  }

  FloatArray read_output(const StoredArray& array, attest_dtype dtype, const Shape& wanted, const char* what) const {
    const StoredArray shaped = with_axes(array, wanted.size(), what);
    const bool swapped = settings_.heads_after_rows && wanted.size() == 4 && array.shape.size() > 2;
    Shape stored = wanted;
    if (swapped) std::swap(stored[1], stored[2]);
    if (shaped.shape != stored)
      array.fail("expected the shape " + shape_words(stored) + ", found " + shape_words(array.shape));
    return swapped ? heads_first(to_floats(shaped, dtype)) : to_floats(shaped, dtype);
  }

  void read_outputs(StoredInstance& result) const {
    const Instance& in = result.instance;
    const Shape rows{in.batches, in.heads, in.queries};
    const attest_dtype row_dtype = in.dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
    if (const StoredArray* output = find("output")) {
      result.outputs.emplace();
      result.outputs->output = read_output(*output, in.dtype, {rows[0], rows[1], rows[2], in.value_width},
                                           "[batches, heads, queries, value_width]");
    }
    const auto read_rows = [&](const char* name, std::optional<FloatArray> Outputs::*part) {
      const StoredArray* array = find(name);
      if (!array) return;
      if (!result.outputs) array->fail("expected an array output beside it");
      (*result.outputs).*part = read_output(*array, row_dtype, rows, "[batches, heads, queries]");
    };
    read_rows("row_sum", &Outputs::row_sum);
    read_rows("log_sum_exp", &Outputs::log_sum_exp);
  }

  const NamedArrays& arrays_;
  const InstanceSettings& settings_;
  const std::string& place_;
  Instance in_;
};

}  // namespace

StoredInstance assemble(const NamedArrays& arrays, const InstanceSettings& settings, const std::string& place) {
  return Assembly(arrays, settings, place).run();
}

}  // namespace attest::verify::instances
