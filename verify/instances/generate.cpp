// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/generate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "theory/error.hpp"
#include "verify/instances/counter_random.hpp"
#include "verify/instances/generate_kinds.hpp"

namespace attest::verify::instances {

namespace {

void same(Request&, std::uint64_t) {}
void nothing(Instance&, std::uint64_t) {}

/// A generator changes the request (sizes, mask), then the instance of random numbers that is made for it.
struct Kind {
  Generator info;
  void (*reshape)(Request&, std::uint64_t seed);
  void (*edit)(Instance&, std::uint64_t seed);
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {{"random", "every number near a standard normal one"}, same, nothing},
      {{"ties", "few different keys, small integers: many scores are exactly equal"}, same, make_ties},
      {{"huge_scores", "scores of some thousands, of both signs"}, same, make_huge_scores},
      {{"tiny_scores", "scores near 2^-30: the weights are nearly uniform"}, same, make_tiny_scores},
      {{"rising_scores", "scores grow with the key: the running maximum changes in every block"},
       same,
       make_rising_scores},
      {{"low_scores", "all scores near -200: exp without the maximum is 0"}, same, make_low_scores},
      {{"lowest_scores", "all scores near -100,000: a maximum that begins at a finite number stays there"},
       same,
       make_lowest_scores},
      {{"small_weights", "values grow as weights fall: what a weight of e^-25 carries counts"},
       same,
       make_small_weights},
      {{"dominant_key", "the first key outweighs all others some 32 times: a coarse sum loses what they add"},
       same,
       make_dominant_key},
      {{"edge_keys", "the first and last keys of blocks of 16, 32, ..., 65,536 keys outweigh the others"},
       same,
       make_edge_keys},
      {{"cancellation", "signs of C (without C: of the values) alternate, so that sums cancel"},
       same,
       make_cancellation},
      {{"denormals", "subnormal values and factors among ordinary ones"}, same, make_denormals},
      {{"one_hot", "query, key and value rows with one entry that is not 0"}, same, make_one_hot},
      {{"masked_rows", "rows that may see no key, at the start, in the middle and at the end"},
       ask_for_mask,
       make_masked_rows},
      {{"block_edges", "lengths and widths that are 1, 8, 16, 32, ... or one off, at most those asked for"},
       take_block_edges,
       nothing},
      {{"cross_lengths", "one query for many keys, or few keys for many queries"}, take_cross_lengths, nothing},
      {{"empty", "no query, or no key (every output is then 0)"}, take_empty, nothing},
      {{"witness_contextual_mapping", "tokens, positions and heads of URPE's Lemma 10, as floats"},
       same,
       make_witness_contextual_mapping},
      {{"witness_hardmax_temperature", "softmax on its way to hardmax: each row doubles the inverse temperature"},
       same,
       make_witness_hardmax_temperature},
  };
  return all;
}

std::string known_names() {
  std::string names;
  for (const Generator& generator : generators()) names += (names.empty() ? "" : ", ") + generator.name;
  return names;
}

attest_dtype term_dtype(attest_dtype dtype) { return dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32; }

std::int64_t parts(bool one_for_all, std::int64_t count) { return one_for_all ? 1 : count; }

/// Buckets have numbers for every head; ALiBi's slopes and relative terms may be one for all heads.
Term blank_term(const Request& r, attest_term_kind kind, const OneForAll& one) {
  Term term;
  term.kind = kind;
  const attest_dtype dtype = term_dtype(r.dtype);
  const std::int64_t differences = r.queries + r.keys > 0 ? r.queries + r.keys - 1 : 0;
  const std::int64_t heads = parts(one.heads, r.heads);
  switch (kind) {
    case ATTEST_TERM_NONE:
      break;
    case ATTEST_TERM_TOEPLITZ:
      term.values = FloatArray(dtype, {heads, differences});
      break;
    case ATTEST_TERM_DENSE:
      term.values = FloatArray(dtype, {parts(one.batches, r.batches), heads, r.queries, r.keys});
      break;
    case ATTEST_TERM_ALIBI:
      term.values = FloatArray(dtype, {heads});
      break;
    case ATTEST_TERM_BUCKETS:
      term.values = FloatArray(dtype, {r.buckets, r.heads});
      for (std::int64_t t = 0; t < differences; ++t) {
        const std::int64_t difference = t - (r.keys - 1);
        term.bucket.push_back(static_cast<std::int32_t>(
            std::clamp<std::int64_t>(difference + r.buckets / 2, 0, std::int64_t{r.buckets} - 1)));
      }
      break;
  }
  return term;
}

// What blank_instance could not work with; the rest is said by Instance::check.
void check(const Request& r) {
  if (std::min({r.batches, r.heads, r.queries, r.keys, r.width, r.value_width}) < 0)
    throw InputError("request", "expected sizes that are not negative");
  if (r.kv_heads != 0 && (r.kv_heads < 0 || r.heads % r.kv_heads != 0))
    throw InputError("request: kv_heads", "expected a divisor of heads");
  if (r.bias == ATTEST_TERM_BUCKETS && r.buckets < 1) throw InputError("request: buckets", "expected at least 1");
}

/// All arrays with the right shapes. Positional attention has one query and key for all batches.
Instance blank_instance(const Request& r) {
  Instance instance;
  instance.operation = r.operation;
  instance.dtype = r.dtype;
  instance.ties = r.ties;
  instance.batches = r.batches, instance.heads = r.heads, instance.queries = r.queries, instance.keys = r.keys;
  instance.width = r.width, instance.value_width = r.value_width;
  instance.scale = r.scale.value_or(r.width > 0 ? 1 / std::sqrt(static_cast<double>(r.width)) : 1.0);
  const bool positional = r.operation == ATTEST_POSITIONAL;
  const auto of = [&](const OneForAll& one, bool is_value = false) {
    return OneForAll{one.batches || (positional && !is_value), one.heads};
  };
  const auto tensor = [&](const OneForAll& one, std::int64_t rows, std::int64_t columns) {
    return FloatArray(r.dtype, {parts(one.batches, r.batches), parts(one.heads, r.heads), rows, columns});
  };
  instance.query = tensor(of(r.query), r.queries, r.width);
  const std::int64_t groups = r.kv_heads == 0 ? r.heads : r.kv_heads;
  const auto of_keys = [&](const OneForAll& one, std::int64_t columns) {
    return FloatArray(r.dtype, {parts(one.batches, r.batches), parts(one.heads, groups), r.keys, columns});
  };
  instance.key = of_keys(of(r.key), r.width);
  instance.value = of_keys(of(r.value, true), r.value_width);
  instance.bias = blank_term(r, r.bias, of(r.bias_parts));
  instance.factor = blank_term(r, r.factor, of(r.factor_parts));
  instance.mask_kind = r.mask;
  instance.diagonal = r.mask == ATTEST_MASK_CAUSAL || r.mask == ATTEST_MASK_WINDOW ? r.diagonal : 0;
  if (r.mask == ATTEST_MASK_WINDOW) instance.window_left = r.window_left, instance.window_right = r.window_right;
  instance.kv_heads = r.kv_heads;
  instance.softcap = r.softcap;
  if (r.sinks) instance.sinks = FloatArray(term_dtype(r.dtype), {parts(r.sink_parts.heads, r.heads)});
  if (r.scales) {
    const auto numbers = [&](std::int64_t heads) {
      return FloatArray(ATTEST_FLOAT32, {parts(r.scale_parts.batches, r.batches), parts(r.scale_parts.heads, heads)});
    };
    instance.query_scale = numbers(r.heads);
    instance.key_scale = numbers(groups);
    instance.value_scale = numbers(groups);
  }
  if (r.keep_scale != 0) {
    const std::int64_t batches = parts(r.keep_parts.batches, r.batches), heads = parts(r.keep_parts.heads, r.heads);
    instance.dropout = {r.keep_scale, {}, batches, heads};
    instance.dropout.keep.assign(static_cast<std::size_t>(batches * heads * r.queries * r.keys), 1);
  }
  if (r.mask == ATTEST_MASK_BYTES) {
    instance.mask_batches = parts(of(r.mask_parts).batches, r.batches);
    instance.mask_heads = parts(r.mask_parts.heads, r.heads);
    instance.mask.assign(static_cast<std::size_t>(instance.mask_batches * instance.mask_heads * r.queries * r.keys), 1);
  }
  return instance;
}

/// A byte that is not 0 hides nothing, whatever it is.
constexpr std::array<std::uint8_t, 4> kVisible = {1, 2, 255, 128};

void fill_mask(Instance& instance, bool stretches, std::uint64_t seed) {
  const CounterRandom random(seed, "mask"), bytes(seed, "mask bytes");
  for (std::size_t k = 0; k < instance.mask.size(); ++k) {
    const std::int64_t at = static_cast<std::int64_t>(k), key = at % instance.keys, row = at / instance.keys % 3;
    const bool first_half = key < (instance.keys + 1) / 2;
    const bool visible = stretches && row > 0 ? first_half == (row == 1) : random.below(k, 4) > 0;
    instance.mask[k] = visible ? kVisible[static_cast<std::size_t>(bytes.below(k, 4))] : 0;
  }
}

/// Kept with a chance of 1 / scale.
void fill_dropout(Dropout& dropout, std::uint64_t seed) {
  const CounterRandom random(seed, "dropout"), bytes(seed, "dropout bytes");
  const auto kept = static_cast<std::int64_t>(std::ldexp(1 / dropout.scale, 20));
  for (std::size_t k = 0; k < dropout.keep.size(); ++k)
    dropout.keep[k] =
        random.below(k, 1 << 20) < kept ? kVisible[static_cast<std::size_t>(bytes.below(k, 4))] : std::uint8_t{0};
}

/// Sinks that weigh as much as a key, some more and some less; scales from 1/4 to 4, as quantization has them.
void fill_extensions(Instance& instance, std::uint64_t seed) {
  if (instance.dropout.scale != 0) fill_dropout(instance.dropout, seed);
  if (instance.sinks) {
    const CounterRandom random(seed, "sinks");
    fill(*instance.sinks, [&](std::int64_t k) { return 2 * random.normal(static_cast<std::uint64_t>(k)) + 1; });
  }
  for (const auto& [stream, scale] : {std::pair("query scale", &instance.query_scale),
                                      {"key scale", &instance.key_scale},
                                      {"value scale", &instance.value_scale}}) {
    if (!*scale) continue;
    const CounterRandom random(seed, stream);
    fill(**scale, [&](std::int64_t k) {
      return std::exp2(static_cast<double>(random.below(static_cast<std::uint64_t>(k), 4000)) / 1000 - 2);
    });
  }
}

void fill_random(Instance& instance, bool mask_stretches, std::uint64_t seed) {
  const auto fill_normal = [seed](FloatArray& array, const char* stream, double width) {
    const CounterRandom random(seed, stream);
    fill(array, [&](std::int64_t k) { return width * random.normal(static_cast<std::uint64_t>(k)); });
  };
  fill_normal(instance.query, "query", 1);
  fill_normal(instance.key, "key", 1);
  fill_normal(instance.value, "value", 1);
  fill_normal(instance.bias.values, "bias", 1);
  fill_normal(instance.factor.values, "factor", 1);
  // ALiBi's own slopes, 2^(-8 k / heads), which are powers of two for few numbers of heads; the last of three or more
  // is negative, so that what is far away counts.
  if (instance.bias.kind == ATTEST_TERM_ALIBI) {
    const std::int64_t heads = instance.bias.values.size();
    fill(instance.bias.values, [heads](std::int64_t head) {
      const double slope = std::exp2(-8 * static_cast<double>(head + 1) / static_cast<double>(heads));
      return heads > 2 && head == heads - 1 ? -slope : slope;
    });
  }
  fill_mask(instance, mask_stretches, seed);
  fill_extensions(instance, seed);
}

}  // namespace

void set_finite(FloatArray& array, std::int64_t index, double value) {
  const double greatest = format_of(array.dtype()).greatest;
  array.set(index, std::clamp(value, -greatest, greatest));
}

const std::vector<Generator>& generators() {
  static const std::vector<Generator> infos = [] {
    std::vector<Generator> result;
    for (const Kind& kind : kinds()) result.push_back(kind.info);
    return result;
  }();
  return infos;
}

Instance generate(const std::string& generator, const Request& request, std::uint64_t seed) {
  const auto kind =
      std::find_if(kinds().begin(), kinds().end(), [&](const Kind& k) { return k.info.name == generator; });
  if (kind == kinds().end()) throw InputError("generator '" + generator + "'", "expected one of " + known_names());
  Request reshaped = request;
  kind->reshape(reshaped, seed);
  check(reshaped);
  Instance instance = blank_instance(reshaped);
  fill_random(instance, reshaped.mask_stretches, seed);
  kind->edit(instance, seed);
  instance.name = generator + ", seed " + std::to_string(seed);
  instance.check();
  return instance;
}

}  // namespace attest::verify::instances
