// SPDX-License-Identifier: Apache-2.0
#include "verify/capi/dense.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "theory/error.hpp"

namespace attest::verify::capi {

using arrays::byte_size;
using arrays::Element;
using arrays::name_of;
using arrays::printable;
using arrays::size_of;
using arrays::StoredArray;

namespace {

constexpr Element elements[] = {Element::float64,     Element::float32,     Element::float16, Element::bfloat16,
                                Element::float8_e4m3, Element::float8_e5m2, Element::int64,   Element::int32,
                                Element::uint8,       Element::boolean};

Element element_named(const char* dtype, const std::string& name) {
  std::string known;
  for (const Element element : elements) {
    if (dtype && std::strcmp(dtype, name_of(element)) == 0) return element;
    known += (known.empty() ? "" : ", ") + std::string(name_of(element));
  }
  throw InputError(name, "expected a dtype of " + known + ", found " + printable(dtype ? dtype : "none"));
}

/// Four axes, the innermost last; axes that the array lacks have length 1.
struct Walk {
  std::array<std::int64_t, 4> shape{1, 1, 1, 1}, strides{};

  Walk(const attest_judge_array& array) {
    const auto missing = static_cast<std::size_t>(4 - array.rank);
    for (std::size_t axis = 0; axis + missing < 4; ++axis) {
      shape[axis + missing] = array.shape[axis];
      strides[axis + missing] = array.strides[axis];
    }
  }
};

void copy(const Walk& walk, std::int64_t size, const char* from, char* to) {
  const auto [batches, heads, rows, columns] = walk.shape;
  for (std::int64_t b = 0; b < batches; ++b)
    for (std::int64_t h = 0; h < heads; ++h)
      for (std::int64_t i = 0; i < rows; ++i) {
        const char* row = from + (b * walk.strides[0] + h * walk.strides[1] + i * walk.strides[2]) * size;
        if (walk.strides[3] == 1) {
          std::memcpy(to, row, static_cast<std::size_t>(columns * size));
          to += columns * size;
        } else {
          for (std::int64_t c = 0; c < columns; ++c, to += size)
            std::memcpy(to, row + c * walk.strides[3] * size, static_cast<std::size_t>(size));
        }
      }
}

}  // namespace

StoredArray owned(const std::string& name, Element element, std::vector<std::int64_t> shape, std::string bytes) {
  StoredArray result;
  result.name = result.place = name;
  result.element = element;
  result.shape = std::move(shape);
  result.buffer = std::make_shared<const std::string>(std::move(bytes));
  result.bytes = std::as_bytes(std::span(*result.buffer));
  return result;
}

StoredArray dense(const attest_judge_array& array) {
  const std::string name = array.name ? array.name : "array";
  const Element element = element_named(array.dtype, name);
  if (array.rank < 0 || array.rank > 4)
    throw InputError(name, "expected at most 4 axes, found " + std::to_string(array.rank));
  std::vector<std::int64_t> shape(array.shape, array.shape + array.rank);
  if (std::ranges::any_of(shape, [](std::int64_t length) { return length < 0; }))
    throw InputError(name, "expected lengths that are not negative, found " + arrays::shape_words(shape));
  const std::int64_t bytes = byte_size(element, shape, name);
  if (bytes > 0 && !array.data) throw InputError(name, "expected a pointer to its numbers");
  std::string text(static_cast<std::size_t>(bytes), '\0');
  if (bytes > 0) copy(Walk(array), size_of(element), static_cast<const char*>(array.data), text.data());
  return owned(name, element, std::move(shape), std::move(text));
}

}  // namespace attest::verify::capi
