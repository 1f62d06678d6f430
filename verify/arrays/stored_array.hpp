// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attest::verify::arrays {

/// What a file says that an array's elements are. `bits16` and `bits8` are numbers of whose format the file tells the
/// width alone, as .npy does of bfloat16 and the float8 formats: the reader has to be told which they are.
enum class Element {
  float64,
  float32,
  float16,
  bfloat16,
  float8_e4m3,
  float8_e5m2,
  int64,
  int32,
  uint8,
  boolean,
  bits16,
  bits8
};

std::int64_t size_of(Element element);
const char* name_of(Element element);
bool is_float(Element element);  ///< one of the six floats

/// A dense array, row by row and little-endian, that lies somewhere in memory.
struct ArrayView {
  std::string name;  ///< empty in a .npy file
  Element element = Element::float32;
  std::vector<std::int64_t> shape;
  std::span<const std::byte> bytes;

  std::int64_t size() const;  ///< the product of the shape; 1 for a scalar
};

/// The bytes of a file, or of a member of one. Arrays that were read share them.
using Buffer = std::shared_ptr<const std::string>;

/// An array as a file holds it; nothing was converted.
struct StoredArray : ArrayView {
  std::string place;  ///< "FILE" or "FILE: /name": the head of every error about it
  Buffer buffer;      ///< keeps the bytes

  /// InputError that begins with the place.
  [[noreturn]] void fail(const std::string& expected) const;
};

/// The shape's product times the size of an element. InputError at `place` if it does not fit 62 bits.
std::int64_t byte_size(Element element, const std::vector<std::int64_t>& shape, const std::string& place);

/// "[2, 3]".
std::string shape_words(const std::vector<std::int64_t>& shape);
/// "[0, 2]": where the element of this index stands.
std::string coordinates(std::int64_t index, const std::vector<std::int64_t>& shape);
/// A name from a file as it may stand in one line of an error: unprintable bytes become '?', and long ones are cut.
std::string printable(std::string_view name);

}  // namespace attest::verify::arrays
