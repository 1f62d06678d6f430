// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/hint.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "kernels/problem.hpp"
#include "theory/error.hpp"

namespace attest::verify::validate {

using instances::FloatArray;
using instances::Instance;
using instances::Outputs;
using instances::Term;
using judge::judge;
using judge::Judgement;
using judge::JudgeOptions;

namespace {

/// A problem that somebody may have solved instead.
struct Other {
  std::string words;
  std::function<void(Instance&)> change;
};

void set_causal(Instance& x, std::int64_t diagonal) {
  x.mask_kind = ATTEST_MASK_CAUSAL;
  x.diagonal = diagonal;
  x.mask.clear();
  x.mask_batches = x.mask_heads = 1;
}
void remove_mask(Instance& x) {
  set_causal(x, 0);
  x.mask_kind = ATTEST_MASK_NONE;
}

void add_windows(const Instance& in, std::vector<Other>& all) {
  const auto moved = [&](const char* words, std::int64_t Instance::*side, std::int64_t by) {
    if (in.*side < ATTEST_WINDOW_OPEN && in.*side + by >= 0)
      all.push_back({words, [=](Instance& x) { x.*side += by; }});
  };
  moved("with a window of one key less on the left", &Instance::window_left, -1);
  moved("with a window of one key more on the left", &Instance::window_left, 1);
  moved("with a window of one key less on the right", &Instance::window_right, -1);
  moved("with a window of one key more on the right", &Instance::window_right, 1);
  for (const std::int64_t diagonal : {std::int64_t{0}, in.keys - in.queries})
    if (diagonal != in.diagonal)
      all.push_back({diagonal == 0 ? "with the window from the first key (--align top-left)"
                                   : "with the window from the last key (--align bottom-right)",
                     [=](Instance& x) { x.diagonal = diagonal; }});
}

/// Key and value, or their scales, with one head for each of query's: head h % kv_heads.
void spread_by_remainder(FloatArray& array, std::int64_t heads, std::int64_t kv_heads) {
  std::vector<std::int64_t> shape = array.shape();
  if (shape.size() < 2 || shape[1] != kv_heads) return;  // one for all
  shape[1] = heads;
  FloatArray all(array.dtype(), shape);
  const std::int64_t inner = shape[0] > 0 ? array.size() / (shape[0] * kv_heads) : 0;
  for (std::int64_t k = 0; k < all.size(); ++k) {
    const std::int64_t b = k / inner / heads, h = k / inner % heads;
    all.set(k, array[(b * kv_heads + h % kv_heads) * inner + k % inner]);
  }
  array = std::move(all);
}

void add_groups(const Instance& in, std::vector<Other>& all) {
  if (in.kv_heads <= 1 || in.kv_heads == in.heads) return;
  const std::string of = std::to_string(in.kv_heads), group = std::to_string(in.heads / in.kv_heads);
  all.push_back({"if head h read head h % " + of + " of key and value: it is h / " + group, [](Instance& x) {
                   for (FloatArray* array : {&x.key, &x.value}) spread_by_remainder(*array, x.heads, x.kv_heads);
                   for (std::optional<FloatArray>* scale : {&x.key_scale, &x.value_scale})
                     if (*scale) spread_by_remainder(**scale, x.heads, x.kv_heads);
                   x.kv_heads = 0;
                 }});
}

/// Without what came with ABI 2, one after the other.
void add_extensions(const Instance& in, std::vector<Other>& all) {
  if (in.softcap != 0) all.push_back({"without the softcap", [](Instance& x) { x.softcap = 0; }});
  if (in.sinks) all.push_back({"without the sinks", [](Instance& x) { x.sinks.reset(); }});
  if (in.dropout.scale != 0) {
    all.push_back({"without dropout", [](Instance& x) { x.dropout = {}; }});
    all.push_back({"with dropout that does not divide by 1 - p", [](Instance& x) { x.dropout.scale = 1; }});
  }
  for (const auto& [words, part] : {std::pair{"without the scale of query", &Instance::query_scale},
                                    {"without the scale of key", &Instance::key_scale},
                                    {"without the scale of value", &Instance::value_scale}})
    if (in.*part) all.push_back({words, [part = part](Instance& x) { (x.*part).reset(); }});
}

void add_masks(const Instance& in, std::vector<Other>& all) {
  const auto causal = [&](std::int64_t diagonal) {
    if (in.mask_kind == ATTEST_MASK_CAUSAL && in.diagonal == diagonal) return;
    const std::string words = diagonal == 0 ? "with --causal" : "with --causal --diagonal " + std::to_string(diagonal);
    all.push_back({words, [diagonal](Instance& x) { set_causal(x, diagonal); }});
  };
  causal(0);
  if (in.keys != in.queries) causal(in.keys - in.queries);
  if (in.mask_kind == ATTEST_MASK_CAUSAL) causal(in.diagonal + 1), causal(in.diagonal - 1);
  if (in.mask_kind == ATTEST_MASK_WINDOW) add_windows(in, all);
  if (in.mask_kind != ATTEST_MASK_NONE) all.push_back({"without the mask", remove_mask});
  if (in.mask_kind == ATTEST_MASK_BYTES)
    all.push_back({"with the mask the other way, 0 for a key that is seen", [](Instance& x) {
                     for (std::uint8_t& byte : x.mask) byte = byte == 0;
                   }});
}

/// Whether products by this, or by its root, are as exact as those by another: it is a power of 4 times it, or itself
/// one.
bool is_as_exact(double scale, double other) {
  const auto is_power = [](double number) {
    int exponent = 0;
    return std::fabs(std::frexp(number, &exponent)) == 0.5 && exponent % 2 != 0;
  };
  return is_power(scale) || is_power(scale / other);
}

/// Of hardmax, whose winners a scale of the same sign leaves without a bias, and where scores that are equal become
/// near ones by a scale that rounds, so that whatever a kernel makes of ties is inside, those alone that tell.
bool tells_of_hardmax(const Instance& in, double scale) {
  const bool has_bias = in.bias.kind != ATTEST_TERM_NONE;
  return (has_bias || scale * in.scale <= 0) && is_as_exact(scale, in.scale);
}

void add_scales(const Instance& in, std::vector<Other>& all) {
  if (in.width == 0) return;
  const double width = static_cast<double>(in.width), root = 1 / std::sqrt(width);
  const std::pair<double, const char*> scales[] = {{root, "1/sqrt(width)"},
                                                   {1, "1"},
                                                   {1 / width, "1/width"},
                                                   {root * root * root, "1/sqrt(width), and again 1/width"},
                                                   {in.scale * in.scale, "the scale twice"},
                                                   {in.scale * 1.4426950408889634, "the scale times log2(e)"},
                                                   {in.scale * 0.6931471805599453, "the scale times log(2)"},
                                                   {-in.scale, "the other sign"}};
  for (const auto& [scale, words] : scales)
    if (std::fabs(scale - in.scale) > 1e-6 * std::fabs(in.scale) &&
        (in.operation != ATTEST_HARDMAX || tells_of_hardmax(in, scale))) {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%.17g", scale);
      all.push_back({std::string("with --scale ") + digits + " (" + words + ")",
                     [scale = scale](Instance& x) { x.scale = scale; }});
    }
}

void negate(FloatArray& array) {
  for (std::int64_t k = 0; k < array.size(); ++k) array.set(k, -array[k]);
}

void add_terms(const Instance& in, std::vector<Other>& all) {
  if (in.bias.kind != ATTEST_TERM_NONE) {
    all.push_back({"without the bias", [](Instance& x) {
                     x.bias = Term{};
                     if (x.operation == ATTEST_RPE) x.operation = ATTEST_ATTENTION;
                   }});
    all.push_back({"with the bias subtracted", [](Instance& x) { negate(x.bias.values); }});
  }
  if (in.factor.kind != ATTEST_TERM_NONE)
    all.push_back({"without the factor", [](Instance& x) {
                     x.factor = Term{};
                     if (x.operation == ATTEST_URPE)
                       x.operation = x.bias.kind == ATTEST_TERM_NONE ? ATTEST_ATTENTION : ATTEST_RPE;
                   }});
}

/// Axes 1 and 2 of a tensor change places.
FloatArray transposed(const FloatArray& array) {
  const std::vector<std::int64_t>& s = array.shape();
  FloatArray result(array.dtype(), {s[0], s[2], s[1], s[3]});
  const auto bytes = static_cast<std::size_t>(s[3] * kernels::size_of(array.dtype()));
  for (std::int64_t b = 0; b < s[0]; ++b)
    for (std::int64_t h = 0; h < s[1]; ++h)
      for (std::int64_t i = 0; i < s[2]; ++i)
        std::memcpy(
            static_cast<std::byte*>(result.data()) + static_cast<std::size_t>((b * s[2] + i) * s[1] + h) * bytes,
            static_cast<const std::byte*>(array.data()) + static_cast<std::size_t>((b * s[1] + h) * s[2] + i) * bytes,
            bytes);
  return result;
}

/// Whether the same arrays can be [batches, queries, heads, columns].
bool may_be_transposed(const Instance& in) {
  const auto whole = [&](const FloatArray& array, std::int64_t rows) {
    return array.shape().size() == 4 && array.shape()[1] == in.heads && array.shape()[2] == rows;
  };
  return in.queries == in.keys && in.heads > 1 && in.queries > 1 && in.width > 0 && in.bias.kind == ATTEST_TERM_NONE &&
         in.factor.kind == ATTEST_TERM_NONE && in.mask_kind != ATTEST_MASK_BYTES && in.dropout.scale == 0 &&
         whole(in.query, in.queries) && whole(in.key, in.keys) && whole(in.value, in.keys);
}

bool fits(const Instance& instance, const Outputs& outputs, const attest_error_class& error,
          const JudgeOptions& options) {
  try {
    const Judgement other = judge(instance, outputs, error, options);
    return other.inside > 0 && other.outside == 0 && other.undecided == other.unbounded &&
           2 * other.unbounded <= other.elements;
  } catch (const InputError&) {
    return false;  // no problem of this operation
  }
}

}  // namespace

std::string setting_hint(const Instance& instance, const Outputs& outputs, const attest_error_class& error,
                         const Judgement& judgement, const JudgeOptions& options) {
  const double work = static_cast<double>(judgement.elements) * static_cast<double>(instance.keys + instance.width);
  if (8 * judgement.outside < judgement.elements || work > 1e8) return "";
  std::vector<Other> all;
  add_masks(instance, all);
  add_scales(instance, all);
  add_terms(instance, all);
  add_extensions(instance, all);
  add_groups(instance, all);
  for (const Other& other : all) {
    Instance changed = instance;
    other.change(changed);
    if (fits(changed, outputs, error, options)) return other.words;
  }
  if (!may_be_transposed(instance) || outputs.row_sum || outputs.log_sum_exp) return "";
  Instance changed = instance;
  std::swap(changed.heads, changed.queries);
  changed.keys = changed.queries;
  for (FloatArray Instance::*array : {&Instance::query, &Instance::key, &Instance::value})
    changed.*array = transposed(instance.*array);
  if (fits(changed, {transposed(outputs.output), {}, {}}, error, options))
    return "if the arrays are [batches, queries, heads, columns]: the axes of heads and queries have to change places";
  return "";
}

}  // namespace attest::verify::validate
