// SPDX-License-Identifier: Apache-2.0
#include "verify/arrays/stored_array.hpp"

#include <bit>

#include "theory/error.hpp"

namespace attest::verify::arrays {

// Arrays are taken from files, and written to them, as they lie in memory.
static_assert(std::endian::native == std::endian::little);

std::int64_t size_of(Element element) {
  switch (element) {
    case Element::float64:
    case Element::int64:
      return 8;
    case Element::float32:
    case Element::int32:
      return 4;
    case Element::float16:
    case Element::bfloat16:
    case Element::bits16:
      return 2;
    default:
      return 1;
  }
}

const char* name_of(Element element) {
  switch (element) {
    case Element::float64:
      return "float64";
    case Element::float32:
      return "float32";
    case Element::float16:
      return "float16";
    case Element::bfloat16:
      return "bfloat16";
    case Element::float8_e4m3:
      return "float8_e4m3";
    case Element::float8_e5m2:
      return "float8_e5m2";
    case Element::int64:
      return "int64";
    case Element::int32:
      return "int32";
    case Element::uint8:
      return "uint8";
    case Element::boolean:
      return "bool";
    case Element::bits16:
      return "16 bits of unnamed format";
    case Element::bits8:
      return "8 bits of unnamed format";
  }
  return "";
}

bool is_float(Element element) { return element <= Element::float8_e5m2; }

std::int64_t ArrayView::size() const {
  std::int64_t product = 1;
  for (const std::int64_t length : shape) product *= length;
  return product;
}

void StoredArray::fail(const std::string& expected) const { throw InputError(place, expected); }

std::int64_t byte_size(Element element, const std::vector<std::int64_t>& shape, const std::string& place) {
  // Lengths beside a 0 count, too: a kernel's problem multiplies them with others.
  std::int64_t all = size_of(element), nonzero = all;
  for (const std::int64_t length : shape) {
    all *= length == 0 ? 0 : 1;
    if (length != 0 && (__builtin_mul_overflow(nonzero, length, &nonzero) || nonzero >> 62 != 0))
      throw InputError(place, "expected a size that fits 62 bits, found the shape " + shape_words(shape));
  }
  return all == 0 ? 0 : nonzero;
}

std::string shape_words(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (const std::int64_t length : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(length);
  return text + "]";
}

std::string coordinates(std::int64_t index, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> place(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; index /= shape[axis]) place[axis] = index % shape[axis];
  return shape_words(place);
}

std::string printable(std::string_view name) {
  constexpr std::size_t longest = 200;
  std::string text(name.substr(0, longest));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return name.size() > longest ? text + "..." : text;
}

}  // namespace attest::verify::arrays
