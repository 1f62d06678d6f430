// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/gradients.hpp"

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

}  // namespace attest::verify::instances
