// SPDX-License-Identifier: Apache-2.0
#include "kernels/problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <vector>

namespace attest::kernels {

attest_status refuse(attest_message why, attest_status status, const char* format, ...) {
  if (why.text != nullptr && why.size > 0) {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(why.text, why.size, format, arguments);
    va_end(arguments);
  }
  return status;
}

std::int64_t size_of(std::uint32_t dtype) {
  switch (dtype) {
    case ATTEST_FLOAT64:
      return 8;
    case ATTEST_FLOAT32:
      return 4;
    case ATTEST_FLOAT16:
    case ATTEST_BFLOAT16:
      return 2;
    case ATTEST_FLOAT8_E4M3:
    case ATTEST_FLOAT8_E5M2:
      return 1;
    default:
      return 0;
  }
}

namespace {

template <std::size_t N>
const char* word(const std::array<const char*, N>& words, std::uint32_t index) {
  return index < N ? words[index] : nullptr;
}

}  // namespace

const char* operation_name(std::uint32_t operation) {
  return word(std::array<const char*, 6>{nullptr, "attention", "rpe", "urpe", "positional", "hardmax"}, operation);
}
const char* dtype_name(std::uint32_t dtype) {
  return word(
      std::array<const char*, 7>{nullptr, "float64", "float32", "float16", "bfloat16", "float8_e4m3", "float8_e5m2"},
      dtype);
}
const char* term_name(std::uint32_t kind) {
  return word(std::array<const char*, 5>{"none", "toeplitz", "dense", "alibi", "buckets"}, kind);
}
const char* mask_name(std::uint32_t kind) {
  return word(std::array<const char*, 4>{"none", "causal", "bytes", "window"}, kind);
}
const char* ties_name(std::uint32_t ties) { return word(std::array<const char*, 3>{"uniform", "first", "all"}, ties); }

namespace {

/// One axis of a tensor.
struct Axis {
  std::int64_t length, stride;
};

/// A tensor as the problem uses it: its axes from the outermost, the last contiguous, and the size of an element.
struct View {
  const char* name;
  const void* data;
  std::int64_t element;
  std::vector<Axis> axes;
};

/// The bytes [begin, end) that a view touches, or false if they do not fit an address.
bool extent(const View& view, std::intptr_t& begin, std::intptr_t& end) {
  std::int64_t low = 0, high = 0;
  for (const auto& [length, stride] : view.axes) {
    std::int64_t span;
    if (__builtin_mul_overflow(length - 1, stride, &span) ||
        __builtin_add_overflow(span < 0 ? low : high, span, span < 0 ? &low : &high))
      return false;
  }
  const auto base = reinterpret_cast<std::intptr_t>(view.data);
  return !__builtin_mul_overflow(low, view.element, &low) && !__builtin_add_overflow(high, 1, &high) &&
         !__builtin_mul_overflow(high, view.element, &high) && !__builtin_add_overflow(base, low, &begin) &&
         !__builtin_add_overflow(base, high, &end);
}

/// Whether every element has an address of its own: sorted by stride, each axis steps over all that lie inside it.
bool distinct(const View& view) {
  std::vector<Axis> axes = view.axes;
  std::sort(axes.begin(), axes.end(), [](const Axis& a, const Axis& b) { return a.stride < b.stride; });
  std::int64_t inside = 1;
  for (const auto& [length, stride] : axes) {
    if (length == 1) continue;
    if (stride < inside) return false;
    inside += (length - 1) * stride;
  }
  return true;
}

/// Collects the tensors of a problem and finds the first thing wrong with them.
class Tensors {
 public:
  explicit Tensors(attest_message why) : why_(why) {}

  /// false after the first error, which status() tells.
  bool add(const char* name, const attest_tensor& t, std::int64_t element, std::vector<Axis> axes, bool written) {
    for (const Axis& axis : axes)
      if (axis.length == 0) return true;
    if (t.data == nullptr) return fail("%s: expected data, found a null pointer", name);
    if (reinterpret_cast<std::uintptr_t>(t.data) % static_cast<std::uintptr_t>(element) != 0)
      return fail("%s: expected an address that is a multiple of %d bytes", name, static_cast<int>(element));
    const View view{name, t.data, element, std::move(axes)};
    std::intptr_t begin, end;
    if (!extent(view, begin, end)) return fail("%s: strides and shape leave the address space", name);
    if (written && !distinct(view)) return fail("%s: two elements of this output share an address", name);
    for (const Range& other : ranges_)
      if ((written || other.written) && begin < other.end && other.begin < end)
        return fail("%s overlaps %s", name, other.name);
    ranges_.push_back({name, begin, end, written});
    return true;
  }

  attest_status status() const { return status_; }

 private:
  struct Range {
    const char* name;
    std::intptr_t begin, end;
    bool written;
  };

  template <typename... Arguments>
  bool fail(const char* format, Arguments... arguments) {
    status_ = refuse(why_, ATTEST_INVALID, format, arguments...);
    return false;
  }

  attest_message why_;
  attest_status status_ = ATTEST_OK;
  std::vector<Range> ranges_;
};

attest_status check_sizes(const attest_problem& p, attest_message why) {
  const std::array<std::pair<const char*, std::int64_t>, 6> sizes{{{"batches", p.batches},
                                                                   {"heads", p.heads},
                                                                   {"queries", p.queries},
                                                                   {"keys", p.keys},
                                                                   {"width", p.width},
                                                                   {"value_width", p.value_width}}};
  constexpr std::int64_t most = std::int64_t{1} << 31;
  for (const auto& [name, size] : sizes)
    if (size < 0 || size > most)
      return refuse(why, ATTEST_INVALID, "%s: expected a number from 0 to 2^31, found %lld", name,
                    static_cast<long long>(size));
  std::int64_t product = 8;
  for (std::int64_t size :
       {p.batches, p.heads, std::max(p.queries, p.keys), std::max({p.width, p.value_width, p.keys})})
    if (__builtin_mul_overflow(product, std::max<std::int64_t>(size, 1), &product))
      return refuse(why, ATTEST_INVALID, "the shape has more elements than an address space holds");
  if (!std::isfinite(p.scale)) return refuse(why, ATTEST_INVALID, "scale: expected a finite number");
  if ((p.mask_kind == ATTEST_MASK_CAUSAL || p.mask_kind == ATTEST_MASK_WINDOW) &&
      (p.diagonal < -most || p.diagonal > most))
    return refuse(why, ATTEST_INVALID, "diagonal: expected a number from -2^31 to 2^31");
  return ATTEST_OK;
}

attest_status check_words(const attest_problem& p, attest_message why) {
  if (p.struct_size != sizeof(attest_problem))
    return refuse(why, ATTEST_INVALID, "struct_size: expected %zu, found %u", sizeof(attest_problem), p.struct_size);
  if (operation_name(p.operation) == nullptr) return refuse(why, ATTEST_INVALID, "operation: %u is none", p.operation);
  if (size_of(p.dtype) == 0) return refuse(why, ATTEST_INVALID, "dtype: %u is none", p.dtype);
  if (ties_name(p.ties) == nullptr) return refuse(why, ATTEST_INVALID, "ties: %u is no rule", p.ties);
  if (mask_name(p.mask_kind) == nullptr) return refuse(why, ATTEST_INVALID, "mask: %u is no kind", p.mask_kind);
  if (term_name(p.bias.kind) == nullptr) return refuse(why, ATTEST_INVALID, "bias: %u is no kind", p.bias.kind);
  if (p.factor.kind > ATTEST_TERM_DENSE)
    return refuse(why, ATTEST_INVALID, "factor: expected none, toeplitz or dense, found kind %u", p.factor.kind);
  if (p.reserved != 0) return refuse(why, ATTEST_INVALID, "reserved: expected 0");
  return ATTEST_OK;
}

/// What came with ABI 2.
attest_status check_extensions(const attest_problem& p, attest_message why) {
  const char* extension = extension_beyond(p, Extensions::none);
  if (extension == nullptr) return ATTEST_OK;
  const char* name = operation_name(p.operation);
  if (p.operation == ATTEST_POSITIONAL) return refuse(why, ATTEST_INVALID, "%s takes no %s", name, extension);
  if (p.kv_heads < 0 || p.kv_heads > p.heads || (p.kv_heads > 0 && p.heads % p.kv_heads != 0))
    return refuse(why, ATTEST_INVALID, "kv_heads: expected a divisor of heads, %lld, found %lld",
                  static_cast<long long>(p.heads), static_cast<long long>(p.kv_heads));
  if (p.mask_kind == ATTEST_MASK_WINDOW)
    for (const std::int64_t side : {p.window_left, p.window_right})
      if (side < 0 || side > ATTEST_WINDOW_OPEN)
        return refuse(why, ATTEST_INVALID, "window: expected numbers from 0 to 2^32, found %lld",
                      static_cast<long long>(side));
  const bool has_scores_alone = p.softcap == 0 && p.sinks.data == nullptr && p.keep_scale == 0;
  if (p.operation == ATTEST_HARDMAX && !has_scores_alone)
    return refuse(why, ATTEST_INVALID, "%s takes no softcap, sinks or dropout", name);
  // Beyond these a reciprocal or a quotient could leave a float's range.
  if (p.softcap != 0 && !(p.softcap >= 0x1p-60 && p.softcap <= 0x1p60))
    return refuse(why, ATTEST_INVALID, "softcap: expected a number from 2^-60 to 2^60, or 0 for none");
  if (p.keep_scale != 0 && !(p.keep_scale >= 1 && p.keep_scale <= 0x1p20))
    return refuse(why, ATTEST_INVALID, "keep_scale: expected a number from 1 to 2^20, or 0 for none");
  if (p.keep_scale != 0 && p.factor.kind != ATTEST_TERM_NONE)
    return refuse(why, ATTEST_INVALID, "dropout: expected no factor beside it");
  const bool scaled = p.query_scale.data != nullptr || p.key_scale.data != nullptr || p.value_scale.data != nullptr;
  if (scaled && (p.dtype == ATTEST_FLOAT64 || p.operation == ATTEST_HARDMAX))
    return refuse(why, ATTEST_INVALID, "%s of %s takes no scales of query, key and value", name, dtype_name(p.dtype));
  return ATTEST_OK;
}

/// Which terms an operation has.
attest_status check_operation(const attest_problem& p, attest_message why) {
  const bool bias = p.bias.kind != ATTEST_TERM_NONE, factor = p.factor.kind != ATTEST_TERM_NONE;
  const char* name = operation_name(p.operation);
  if (p.operation == ATTEST_ATTENTION && bias) return refuse(why, ATTEST_INVALID, "%s takes no bias", name);
  if (p.operation == ATTEST_RPE && !bias) return refuse(why, ATTEST_INVALID, "%s: expected a bias", name);
  if ((p.operation == ATTEST_ATTENTION || p.operation == ATTEST_RPE) && factor)
    return refuse(why, ATTEST_INVALID, "%s takes no factor", name);
  if (p.operation == ATTEST_URPE && !factor) return refuse(why, ATTEST_INVALID, "%s: expected a factor", name);
  if (p.operation == ATTEST_POSITIONAL && p.batches > 1 && p.width > 0 && (p.query.batch != 0 || p.key.batch != 0))
    return refuse(why, ATTEST_INVALID,
                  "positional: expected batch strides 0 for query and key, which are made of positions");
  const auto shared = [](const attest_term& term) { return term.kind != ATTEST_TERM_DENSE || term.values.batch == 0; };
  if (p.operation == ATTEST_POSITIONAL && p.batches > 1 &&
      (!shared(p.bias) || !shared(p.factor) || (p.mask_kind == ATTEST_MASK_BYTES && p.mask.batch != 0)))
    return refuse(why, ATTEST_INVALID, "positional: expected batch strides 0 for bias, factor and mask");
  if (p.operation == ATTEST_HARDMAX && p.log_sum_exp.data != nullptr)
    return refuse(why, ATTEST_INVALID, "log_sum_exp is not defined for hardmax");
  return ATTEST_OK;
}

bool add_term(Tensors& tensors, const char* name, const attest_problem& p, const attest_term& term) {
  const std::int64_t element = size_of(term_dtype(p));
  const attest_tensor& t = term.values;
  switch (term.kind) {
    case ATTEST_TERM_TOEPLITZ:
      return p.queries == 0 || p.keys == 0 ||
             tensors.add(name, t, element, {{p.heads, t.head}, {p.queries + p.keys - 1, 1}}, false);
    case ATTEST_TERM_DENSE:
      return tensors.add(name, t, element, {{p.batches, t.batch}, {p.heads, t.head}, {p.queries, t.row}, {p.keys, 1}},
                         false);
    case ATTEST_TERM_ALIBI:
      return tensors.add(name, t, element, {{p.heads, t.head}}, false);
    case ATTEST_TERM_BUCKETS:
      return tensors.add(name, t, element, {{term.buckets, t.row}, {p.heads, t.head}}, false);
    default:
      return true;
  }
}

attest_status check_buckets(const attest_problem& p, attest_message why) {
  if (p.bias.kind != ATTEST_TERM_BUCKETS || p.queries == 0 || p.keys == 0) return ATTEST_OK;
  if (p.bias.buckets < 1) return refuse(why, ATTEST_INVALID, "buckets: expected at least 1, found %d", p.bias.buckets);
  if (p.bias.bucket == nullptr) return refuse(why, ATTEST_INVALID, "bucket: expected data, found a null pointer");
  for (std::int64_t t = 0; t < p.queries + p.keys - 1; ++t)
    if (p.bias.bucket[t] < 0 || p.bias.bucket[t] >= p.bias.buckets)
      return refuse(why, ATTEST_INVALID, "bucket[%lld]: expected a number from 0 to %d, found %d",
                    static_cast<long long>(t), p.bias.buckets - 1, p.bias.bucket[t]);
  return ATTEST_OK;
}

}  // namespace

attest_status check_problem(const attest_problem& p, attest_message why) {
  for (const auto check : {check_words, check_sizes, check_operation, check_extensions, check_buckets})
    if (const attest_status status = check(p, why); status != ATTEST_OK) return status;

  const std::int64_t element = size_of(p.dtype), term = size_of(term_dtype(p));
  const auto matrix = [&](const attest_tensor& t, std::int64_t rows, std::int64_t columns) {
    return std::vector<Axis>{{p.batches, t.batch}, {p.heads, t.head}, {rows, t.row}, {columns, 1}};
  };
  const std::int64_t kv_heads = p.kv_heads == 0 ? p.heads : p.kv_heads;
  const auto rows_of_keys = [&](const attest_tensor& t, std::int64_t columns) {
    return std::vector<Axis>{{p.batches, t.batch}, {kv_heads, t.head}, {p.keys, t.row}, {columns, 1}};
  };
  const auto vector = [&](const attest_tensor& t) {
    return std::vector<Axis>{{p.batches, t.batch}, {p.heads, t.head}, {p.queries, 1}};
  };
  const auto scales = [&](Tensors& tensors, const char* name, const attest_tensor& t, std::int64_t heads) {
    return t.data == nullptr || tensors.add(name, t, 4, {{p.batches, t.batch}, {heads, t.head}}, false);
  };
  Tensors tensors(why);
  tensors.add("query", p.query, element, matrix(p.query, p.queries, p.width), false) &&
      tensors.add("key", p.key, element, rows_of_keys(p.key, p.width), false) &&
      tensors.add("value", p.value, element, rows_of_keys(p.value, p.value_width), false) &&
      add_term(tensors, "bias", p, p.bias) && add_term(tensors, "factor", p, p.factor) &&
      (p.mask_kind != ATTEST_MASK_BYTES || tensors.add("mask", p.mask, 1, matrix(p.mask, p.queries, p.keys), false)) &&
      (p.sinks.data == nullptr || tensors.add("sinks", p.sinks, term, {{p.heads, p.sinks.head}}, false)) &&
      (p.keep_scale == 0 || tensors.add("keep", p.keep, 1, matrix(p.keep, p.queries, p.keys), false)) &&
      scales(tensors, "query_scale", p.query_scale, p.heads) && scales(tensors, "key_scale", p.key_scale, kv_heads) &&
      scales(tensors, "value_scale", p.value_scale, kv_heads) &&
      tensors.add("output", p.output, element, matrix(p.output, p.queries, p.value_width), true) &&
      (p.row_sum.data == nullptr || tensors.add("row_sum", p.row_sum, term, vector(p.row_sum), true)) &&
      (p.log_sum_exp.data == nullptr || tensors.add("log_sum_exp", p.log_sum_exp, term, vector(p.log_sum_exp), true));
  return tensors.status();
}

const char* extension_beyond(const attest_problem& p, Extensions known) {
  const auto unknown = [known](Extensions one) {
    return (static_cast<unsigned>(known) & static_cast<unsigned>(one)) == 0;
  };
  if (unknown(Extensions::groups) && p.kv_heads != 0 && p.kv_heads != p.heads) return "groups of heads";
  if (unknown(Extensions::window) && p.mask_kind == ATTEST_MASK_WINDOW) return "window";
  if (unknown(Extensions::softcap) && p.softcap != 0) return "softcap";
  if (unknown(Extensions::sinks) && p.sinks.data != nullptr) return "sinks";
  if (unknown(Extensions::dropout) && p.keep_scale != 0) return "dropout";
  const bool scaled = p.query_scale.data != nullptr || p.key_scale.data != nullptr || p.value_scale.data != nullptr;
  if (unknown(Extensions::scales) && scaled) return "scales of query, key and value";
  return nullptr;
}

attest_status check_computes(const attest_problem& p, std::uint32_t operation, std::uint32_t dtype, Extensions known,
                             attest_message why) {
  if (const attest_status status = check_problem(p, why); status != ATTEST_OK) return status;
  if (const char* extension = extension_beyond(p, known); extension != nullptr)
    return refuse(why, ATTEST_UNSUPPORTED, "this kernel knows no %s", extension);
  if (p.operation == operation && p.dtype == dtype) return ATTEST_OK;
  return refuse(why, ATTEST_UNSUPPORTED, "this kernel computes %s of %s", operation_name(operation), dtype_name(dtype));
}

}  // namespace attest::kernels
