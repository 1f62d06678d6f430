// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/gradient_file.hpp"

#include "theory/error.hpp"
#include "verify/instances/stored.hpp"

namespace attest::verify::instances {

using arrays::ArrayFile;
using arrays::shape_words;
using arrays::StoredArray;

namespace {

/// The array as floats of this dtype and shape, axes of length 1 put in front of its own.
FloatArray read(const StoredArray& array, attest_dtype dtype, const std::vector<std::int64_t>& shape) {
  StoredArray shaped = array;
  while (shaped.shape.size() < shape.size()) shaped.shape.insert(shaped.shape.begin(), 1);
  if (shaped.shape != shape)
    array.fail("expected the shape " + shape_words(shape) + ", found " + shape_words(array.shape));
  return to_floats(shaped, dtype);
}

}  // namespace

StoredGradient assemble_gradient(const NamedArrays& arrays, const InstanceSettings& settings,
                                 const std::string& place) {
  NamedArrays forward = arrays;
  const auto take = [&](const char* name) {
    const auto found = forward.extract(name);
    return found.empty() ? std::optional<StoredArray>() : std::optional(found.mapped());
  };
  const std::optional<StoredArray> grad = take("grad_output");
  if (!grad) throw InputError(place, "expected an array grad_output");
  std::optional<StoredArray> parts[std::size(gradient_parts)];
  for (std::size_t p = 0; p < std::size(gradient_parts); ++p) parts[p] = take(gradient_parts[p].name);
  for (const char* unused : {"output", "row_sum", "log_sum_exp"}) (void)take(unused);

  StoredGradient result{{assemble(forward, settings, place).instance, {}}, {}};
  const Instance& in = result.instance.forward;
  result.instance.grad_output = read(*grad, in.dtype, {in.batches, in.heads, in.queries, in.value_width});
  expect_finite(result.instance.grad_output, grad->place);
  for (std::size_t p = 0; p < std::size(gradient_parts); ++p) {
    if (!parts[p]) continue;
    const FloatArray* array = differentiated(in, gradient_parts[p]);
    if (!array)
      parts[p]->fail(std::string("expected an array ") + gradient_parts[p].array + " that it is a gradient of");
    result.computed.*gradient_parts[p].part = read(*parts[p], array->dtype(), array->shape());
  }
  try {
    result.instance.check();
  } catch (const InputError& error) {
    throw InputError(place, error.what());
  }
  return result;
}

StoredGradient read_gradient(const ArrayFile& file, const InstanceSettings& over) {
  return assemble_gradient(named_arrays(file), settings_of(file, over), file.place);
}

std::string to_file(const GradientInstance& instance) {
  return to_file(instance.forward, nullptr, &instance.grad_output);
}

}  // namespace attest::verify::instances
