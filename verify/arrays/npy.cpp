// SPDX-License-Identifier: Apache-2.0
#include "verify/arrays/npy.hpp"

#include <algorithm>
#include <charconv>
#include <regex>

#include "theory/error.hpp"
#include "verify/arrays/little_endian.hpp"

namespace attest::verify::arrays {

namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
// NumPy pads to 64 bytes; the headers of plain arrays are far below this.
constexpr std::size_t longest_npy_header = 4096;

struct Descr {
  std::string_view descr;
  Element element;
};
// The first of an element is the one that is written.
constexpr Descr descrs[] = {{"<f8", Element::float64},  {"<f4", Element::float32},     {"<f2", Element::float16},
                            {"<V2", Element::bfloat16}, {"|V1", Element::float8_e4m3}, {"|V1", Element::float8_e5m2},
                            {"<i8", Element::int64},    {"<i4", Element::int32},       {"|u1", Element::uint8},
                            {"|b1", Element::boolean},  {"<V2", Element::bits16},      {"|V2", Element::bits16},
                            {"<u2", Element::bits16},   {"|V1", Element::bits8},       {"<V1", Element::bits8},
                            {"|f1", Element::bits8},    {"<f1", Element::bits8}};

bool is_told_by_descr(Element element) {
  return element != Element::bfloat16 && element != Element::float8_e4m3 && element != Element::float8_e5m2;
}

Element element_of(const std::string& descr, const std::string& place) {
  for (const Descr& type : descrs)
    if (type.descr == descr && is_told_by_descr(type.element)) return type.element;
  if (descr.starts_with(">")) throw InputError(place, "expected little-endian numbers, found the type " + descr);
  throw InputError(place, "expected the type <f2, <f4, <f8, <V2, |V1, <i4, <i8, |u1 or |b1, found " + printable(descr));
}

std::vector<std::int64_t> shape_of(const std::string& text, const std::string& place) {
  std::vector<std::int64_t> shape;
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    std::int64_t length = 0;
    const auto [next, error] = std::from_chars(at, end, length);
    if (error != std::errc()) throw InputError(place, "expected a shape that fits 62 bits, found (" + text + ")");
    shape.push_back(length);
    at = next;
  }
  return shape;
}

/// An array without its numbers, and where these begin.
std::size_t read_header(std::string_view bytes, const std::string& place, StoredArray& array) {
  if (!bytes.starts_with(magic) || bytes.size() < 10)
    throw InputError(place, "expected a .npy file, which begins with \\x93NUMPY, a version and its header's length");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) throw InputError(place, "expected version 1, 2 or 3 of .npy");
  const std::size_t start = version == 1 ? 10 : 12;
  if (bytes.size() < start) throw InputError(place, "expected a header, found the end of the file");
  const std::uint64_t length = version == 1 ? load<std::uint16_t>(bytes, 8) : load<std::uint32_t>(bytes, 8);
  if (length > std::min(bytes.size() - start, longest_npy_header))
    throw InputError(place, "expected a header of at most " + std::to_string(longest_npy_header) +
                                " bytes inside the file, found the length " + std::to_string(length));
  const std::string header(bytes.substr(start, length));
  // The three keys in the order in which NumPy and its imitators write them.
  static const std::regex form(
      R"(\{'descr': *'([^']*)', *'fortran_order': *(True|False), *'shape': *\(((?:[0-9]+(?:, *[0-9]+)*,? *)?)\),? *\} *\n?)");
  std::smatch match;
  if (!std::regex_match(header, match, form))
    throw InputError(place, "expected the header {'descr': ..., 'fortran_order': ..., 'shape': ...} of a plain array");

  array.place = place;
  array.element = element_of(match[1], place);
  if (match[2] == "True")
    throw InputError(place, "expected C order, found Fortran order (numpy.ascontiguousarray changes it)");
  array.shape = shape_of(match[3], place);
  return start + length;
}

void expect_size(const StoredArray& array, std::uint64_t found) {
  const std::int64_t expected = byte_size(array.element, array.shape, array.place);
  if (found != static_cast<std::uint64_t>(expected))
    throw InputError(array.place, "expected " + std::to_string(expected) + " bytes for the shape " +
                                      shape_words(array.shape) + ", found " + std::to_string(found));
}

}  // namespace

StoredArray parse_npy(Buffer buffer, std::string_view bytes, const std::string& place) {
  StoredArray array;
  const std::string_view data = bytes.substr(read_header(bytes, place, array));
  expect_size(array, data.size());
  array.bytes = std::as_bytes(std::span(data));
  array.buffer = std::move(buffer);
  return array;
}

void expect_npy_size(std::string_view first, std::uint64_t size, const std::string& place) {
  StoredArray array;
  expect_size(array, size - read_header(first, place, array));
}

std::string to_npy(const ArrayView& array) {
  const Descr& type = *std::ranges::find(descrs, array.element, &Descr::element);
  std::string shape;
  for (const std::int64_t length : array.shape) shape += std::to_string(length) + ", ";
  if (array.shape.size() > 1) shape.resize(shape.size() - 2);
  std::string header =
      "{'descr': '" + std::string(type.descr) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  // Numbers begin at a multiple of 64 bytes.
  constexpr std::size_t before = 10;
  header.resize((before + header.size() + 1 + 63) / 64 * 64 - before - 1, ' ');
  header += '\n';
  std::string text(magic);
  text += std::string("\x01\x00", 2);
  append<std::uint16_t>(text, header.size());
  text += header;
  return text.append(reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size());
}

}  // namespace attest::verify::arrays
