// SPDX-License-Identifier: Apache-2.0
#include "verify/audit/arrays.hpp"

#include "verify/instances/stored.hpp"

namespace attest::verify::audit {

using arrays::name_of;
using arrays::printable;
using arrays::shape_words;
using arrays::StoredArray;
using instances::dtype_of;
using instances::expect_finite;
using instances::FloatArray;
using instances::to_floats;

using theory::Rational;

RationalArray RationalArray::slice(std::size_t index) const {
  RationalArray result{name + "[" + std::to_string(index) + "]", {shape.begin() + 1, shape.end()}, {}};
  const std::size_t size = values.size() / shape.front();
  result.values.assign(values.begin() + static_cast<long>(index * size),
                       values.begin() + static_cast<long>((index + 1) * size));
  return result;
}

RationalArray to_rationals(const StoredArray& array) {
  constexpr std::int64_t most_numbers = std::int64_t{1} << 24;
  for (const std::int64_t length : array.shape)
    if (length > most_numbers || array.size() > most_numbers)
      array.fail("expected at most 2^24 numbers, found the shape " + shape_words(array.shape));
  const std::optional<attest_dtype> dtype = dtype_of(array.element);
  if (!dtype) array.fail(std::string("expected floats of a named format, found ") + name_of(array.element));
  const FloatArray floats = to_floats(array, *dtype);
  expect_finite(floats, array.place);
  RationalArray result{printable(array.name), {array.shape.begin(), array.shape.end()}, {}};
  result.values.reserve(static_cast<std::size_t>(floats.size()));
  for (std::int64_t i = 0; i < floats.size(); ++i) result.values.push_back(Rational::from_double(floats[i]));
  return result;
}

}  // namespace attest::verify::audit
