// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/gradients.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "theory/error.hpp"
#include "verify/instances/counter_random.hpp"
#include "verify/instances/generate_kinds.hpp"

namespace attest::verify::instances {

void GradientInstance::check() const {
  forward.check();
  if (forward.operation == ATTEST_HARDMAX)
    throw InputError("operation", "expected one with a softmax: hardmax has no derivative");
  const std::vector<std::int64_t> shape{forward.batches, forward.heads, forward.queries, forward.value_width};
  if (grad_output.dtype() != forward.dtype) throw InputError("grad_output", "expected the dtype of value");
  if (grad_output.shape() != shape)
    throw InputError("grad_output", "expected the shape [batches, heads, queries, value_width]");
  for (std::int64_t k = 0; k < grad_output.size(); ++k)
    if (!std::isfinite(grad_output[k])) throw InputError("grad_output", "expected finite numbers");
}

const FloatArray* differentiated(const Instance& instance, const GradientPart& part) {
  const std::string_view array = part.array;
  if (array == "value") return &instance.value;
  if (array == "query") return instance.width > 0 ? &instance.query : nullptr;
  if (array == "key") return instance.width > 0 ? &instance.key : nullptr;
  if (array == "sinks") return instance.sinks ? &*instance.sinks : nullptr;
  const Term& term = array == "bias" ? instance.bias : instance.factor;
  return term.kind == ATTEST_TERM_NONE ? nullptr : &term.values;
}

Gradients blank_gradients(const GradientInstance& instance) {
  Gradients result;
  for (const GradientPart& part : gradient_parts) {
    const FloatArray* array = differentiated(instance.forward, part);
    if (!array) continue;
    FloatArray blank(array->dtype(), array->shape());
    for (std::int64_t k = 0; k < blank.size(); ++k) blank.set(k, std::numeric_limits<double>::quiet_NaN());
    result.*part.part = std::move(blank);
  }
  return result;
}

GradientInstance generate_gradient(const std::string& generator, const Request& request, std::uint64_t seed) {
  GradientInstance result{generate(generator, request, seed), {}};
  const Instance& in = result.forward;
  result.grad_output = FloatArray(in.dtype, {in.batches, in.heads, in.queries, in.value_width});
  const CounterRandom random(seed, "grad_output"), rows(seed, "grad_output rows");
  fill(result.grad_output, [&](std::int64_t k) {
    const auto row = static_cast<std::uint64_t>(k / in.value_width);
    return std::ldexp(random.normal(static_cast<std::uint64_t>(k)), static_cast<int>(rows.below(row, 7)) - 3);
  });
  return result;
}

Outputs stored_outputs(const Instance& in) {
  using Wide = long double;  // two formats wider than float32; of float64 it leaves a rounding
  Outputs stored = blank_outputs(in, false, true);
  const auto at = [](const FloatArray& array, std::int64_t b, std::int64_t h) {
    const std::vector<std::int64_t>& s = array.shape();
    return ((s[0] == 1 ? 0 : b) * s[1] + (s[1] == 1 ? 0 : h)) * s[2] * s[3];
  };
  const auto term = [&](const Term& t, std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) -> Wide {
    const std::vector<std::int64_t>& s = t.values.shape();
    const std::int64_t back = i - j + in.keys - 1;
    switch (t.kind) {
      case ATTEST_TERM_DENSE:
        return t.values[at(t.values, b, h) + i * in.keys + j];
      case ATTEST_TERM_ALIBI:
        return -static_cast<Wide>(t.values[s[0] == 1 ? 0 : h]) * static_cast<Wide>(i < j ? j - i : i - j);
      case ATTEST_TERM_BUCKETS:
        return t.values[t.bucket[static_cast<std::size_t>(back)] * s[1] + h];
      default:
        return t.values[(s[0] == 1 ? 0 : h) * s[1] + back];
    }
  };
  const auto scale_of = [&](const std::optional<FloatArray>& scales, std::int64_t b, std::int64_t h) -> Wide {
    if (!scales) return 1;
    const std::vector<std::int64_t>& s = scales->shape();
    return (*scales)[(s[0] == 1 ? 0 : b) * s[1] + (s[1] == 1 ? 0 : h)];
  };
  const auto kept = [&](std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) -> Wide {
    const Dropout& d = in.dropout;
    const std::int64_t head = (d.batches == 1 ? 0 : b) * d.heads + (d.heads == 1 ? 0 : h);
    return d.keep[static_cast<std::size_t>((head * in.queries + i) * in.keys + j)] != 0 ? d.scale : 0;
  };
  std::vector<Wide> weight(static_cast<std::size_t>(in.keys)), sums(static_cast<std::size_t>(in.value_width));
  for (std::int64_t b = 0; b < in.batches; ++b)
    for (std::int64_t h = 0; h < in.heads; ++h) {
      const std::int64_t of = in.kv_head(h), value = at(in.value, b, of);
      const std::int64_t query = in.width > 0 ? at(in.query, b, h) : 0, key = in.width > 0 ? at(in.key, b, of) : 0;
      const Wide scale = in.scale * scale_of(in.query_scale, b, h) * scale_of(in.key_scale, b, of), cap = in.softcap,
                 sink = in.sinks ? (*in.sinks)[in.sinks->size() == 1 ? 0 : h] : 0;
      for (std::int64_t i = 0; i < in.queries; ++i) {
        const std::int64_t row = (b * in.heads + h) * in.queries + i;
        Wide top = in.sinks ? sink : -std::numeric_limits<Wide>::infinity(), total = 0;
        for (std::int64_t j = 0; j < in.keys; ++j) {
          if (!in.visible(b, h, i, j)) continue;
          Wide dot = 0;
          for (std::int64_t c = 0; c < in.width; ++c)
            dot += static_cast<Wide>(in.query[query + i * in.width + c]) * in.key[key + j * in.width + c];
          dot *= scale;
          if (cap != 0) dot = cap * std::tanh(dot / cap);
          if (in.bias.kind != ATTEST_TERM_NONE) dot += term(in.bias, b, h, i, j);
          weight[static_cast<std::size_t>(j)] = dot;
          top = std::max(top, dot);
        }
        if (in.sinks) total = std::exp(sink - top);
        std::fill(sums.begin(), sums.end(), Wide{0});
        for (std::int64_t j = 0; j < in.keys; ++j) {
          if (!in.visible(b, h, i, j)) continue;
          Wide w = std::exp(weight[static_cast<std::size_t>(j)] - top);
          total += w;
          if (in.factor.kind != ATTEST_TERM_NONE) w *= term(in.factor, b, h, i, j);
          if (in.dropout.scale != 0) w *= kept(b, h, i, j);
          for (std::int64_t c = 0; c < in.value_width; ++c)
            sums[static_cast<std::size_t>(c)] += w * in.value[value + j * in.value_width + c];
        }
        const Wide by = scale_of(in.value_scale, b, of);
        for (std::int64_t c = 0; c < in.value_width; ++c)
          stored.output.set(row * in.value_width + c,
                            total > 0 ? static_cast<double>(by * sums[static_cast<std::size_t>(c)] / total) : 0);
        stored.log_sum_exp->set(row, static_cast<double>(top + std::log(total)));
      }
    }
  return stored;
}

attest_gradient_problem as_gradient_problem(const GradientInstance& instance, Outputs& stored, Gradients& gradients) {
  const Instance& in = instance.forward;
  attest_gradient_problem g{};
  g.struct_size = sizeof g;
  g.forward = as_problem(in, stored);
  g.grad_output = g.forward.output;
  g.grad_output.data = const_cast<void*>(instance.grad_output.data());
  // Dense arrays of one shape have one set of strides.
  const auto like = [](attest_tensor strides, std::optional<FloatArray>& array) {
    strides.data = array ? array->data() : nullptr;
    return strides;
  };
  g.grad_query = like(g.forward.query, gradients.query);
  g.grad_key = like(g.forward.key, gradients.key);
  g.grad_value = like(g.forward.value, gradients.value);
  g.grad_bias = like(g.forward.bias.values, gradients.bias);
  g.grad_factor = like(g.forward.factor.values, gradients.factor);
  g.grad_sinks = like(g.forward.sinks, gradients.sinks);
  return g;
}

}  // namespace attest::verify::instances
