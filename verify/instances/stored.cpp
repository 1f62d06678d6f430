// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/stored.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/problem.hpp"
#include "theory/error.hpp"

namespace attest::verify::instances {

using arrays::ArrayView;
using arrays::coordinates;
using arrays::Element;
using arrays::name_of;
using arrays::size_of;
using arrays::StoredArray;

namespace {

std::string decimal(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

bool is_named_by_width(Element element, attest_dtype dtype) {
  const std::int64_t width = kernels::size_of(dtype);
  // uint8 is the other way in which bits of float8 are stored.
  return (element == Element::bits16 && width == 2) ||
         ((element == Element::bits8 || element == Element::uint8) && width == 1);
}

}  // namespace

std::optional<attest_dtype> dtype_of(Element element) {
  switch (element) {
    case Element::float64:
      return ATTEST_FLOAT64;
    case Element::float32:
      return ATTEST_FLOAT32;
    case Element::float16:
      return ATTEST_FLOAT16;
    case Element::bfloat16:
      return ATTEST_BFLOAT16;
    case Element::float8_e4m3:
      return ATTEST_FLOAT8_E4M3;
    case Element::float8_e5m2:
      return ATTEST_FLOAT8_E5M2;
    default:
      return std::nullopt;
  }
}

Element element_of(attest_dtype dtype) {
  switch (dtype) {
    case ATTEST_FLOAT64:
      return Element::float64;
    case ATTEST_FLOAT32:
      return Element::float32;
    case ATTEST_FLOAT16:
      return Element::float16;
    case ATTEST_BFLOAT16:
      return Element::bfloat16;
    case ATTEST_FLOAT8_E4M3:
      return Element::float8_e4m3;
    case ATTEST_FLOAT8_E5M2:
      break;
  }
  return Element::float8_e5m2;
}

FloatArray to_floats(const StoredArray& array, attest_dtype dtype) {
  const std::string wanted = kernels::dtype_name(dtype);
  const std::optional<attest_dtype> found = dtype_of(array.element);
  const bool as_it_is = found == dtype || is_named_by_width(array.element, dtype);
  if (!as_it_is && !found) array.fail("expected numbers of " + wanted + ", found " + name_of(array.element));
  FloatArray stored(as_it_is ? dtype : *found, array.shape);
  if (!array.bytes.empty()) std::memcpy(stored.data(), array.bytes.data(), array.bytes.size());
  if (as_it_is) return stored;
  FloatArray result(dtype, array.shape);
  for (std::int64_t i = 0; i < stored.size(); ++i) {
    result.set(i, stored[i]);
    if (result[i] != stored[i] && !std::isnan(stored[i]))
      array.fail("expected numbers of " + wanted + ", found " + decimal(stored[i]) + " (" + name_of(array.element) +
                 ") at " + coordinates(i, array.shape));
  }
  return result;
}

std::vector<std::int32_t> to_integers(const StoredArray& array) {
  if (array.element != Element::int32 && array.element != Element::int64)
    array.fail(std::string("expected int32, found ") + name_of(array.element));
  const std::int64_t width = size_of(array.element);
  std::vector<std::int32_t> result(static_cast<std::size_t>(array.size()));
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::int32_t narrow = 0;
    std::int64_t number = 0;
    const std::byte* at = array.bytes.data() + static_cast<std::int64_t>(i) * width;
    if (width == 4) {
      std::memcpy(&narrow, at, sizeof narrow);
      number = narrow;
    } else {
      std::memcpy(&number, at, sizeof number);
    }
    if (number < std::numeric_limits<std::int32_t>::min() || number > std::numeric_limits<std::int32_t>::max())
      array.fail("expected numbers of 32 bits, found " + std::to_string(number) + " at " +
                 coordinates(static_cast<std::int64_t>(i), array.shape));
    result[i] = static_cast<std::int32_t>(number);
  }
  return result;
}

std::vector<std::uint8_t> to_bytes(const StoredArray& array) {
  if (array.element != Element::boolean && array.element != Element::uint8)
    array.fail(std::string("expected bool or uint8, found ") + name_of(array.element));
  std::vector<std::uint8_t> result(array.bytes.size());
  if (!result.empty()) std::memcpy(result.data(), array.bytes.data(), result.size());
  return result;
}

void expect_finite(const FloatArray& array, const std::string& place) {
  for (std::int64_t i = 0; i < array.size(); ++i)
    if (const double number = array[i]; !std::isfinite(number))
      throw InputError(place, "expected finite numbers, found " +
                                  std::string(std::isnan(number) ? "NaN" : "an infinity") + " at " +
                                  coordinates(i, array.shape()));
}

ArrayView view(const std::string& name, const FloatArray& array) {
  const std::size_t bytes = static_cast<std::size_t>(array.size() * kernels::size_of(array.dtype()));
  return {name, element_of(array.dtype()), array.shape(), {static_cast<const std::byte*>(array.data()), bytes}};
}

ArrayView view(const std::string& name, const std::vector<std::int32_t>& numbers) {
  return {name, Element::int32, {static_cast<std::int64_t>(numbers.size())}, std::as_bytes(std::span(numbers))};
}

ArrayView view(const std::string& name, const std::vector<std::uint8_t>& bytes, std::vector<std::int64_t> shape) {
  return {name, Element::uint8, std::move(shape), std::as_bytes(std::span(bytes))};
}

ArrayView view(const std::string& name, const std::vector<double>& numbers, std::vector<std::int64_t> shape) {
  return {name, Element::float64, std::move(shape), std::as_bytes(std::span(numbers))};
}

}  // namespace attest::verify::instances
