// SPDX-License-Identifier: Apache-2.0
#include "verify/audit/arrays.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <regex>

#include "theory/error.hpp"
#include "verify/command/exact_json.hpp"

namespace attest::verify {

namespace {

using theory::Rational;

constexpr std::size_t most_numbers = std::size_t{1} << 24;

enum class Float { half, bfloat, single, real };

std::size_t size_of(Float type) { return type == Float::real ? 8 : type == Float::single ? 4 : 2; }

std::uint64_t little_endian(const char* bytes, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// Every float of at most 64 bits is a double.
double number(const char* bytes, Float type) {
  const std::uint64_t bits = little_endian(bytes, size_of(type));
  switch (type) {
    case Float::real:
      return std::bit_cast<double>(bits);
    case Float::single:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case Float::bfloat:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
    case Float::half:
      break;
  }
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const double fraction = static_cast<double>(bits & 1023), sign = bits >> 15 ? -1 : 1;
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VAL : NAN;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

/// A name as it may stand in one line of an error.
std::string printable(std::string name) {
  for (char& c : name)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return name;
}

std::string words(const std::vector<std::size_t>& shape) {
  std::string text = "[";
  for (std::size_t length : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(length);
  return text + "]";
}

/// How many numbers a shape holds; InputError above the limit.
std::size_t count(const std::vector<std::size_t>& shape, const std::string& place) {
  std::size_t product = 1;
  for (std::size_t length : shape) {
    if (length > most_numbers || product * length > most_numbers)
      throw InputError(place, "expected at most 2^24 numbers, found the shape " + words(shape));
    product *= length;
  }
  return product;
}

std::vector<Rational> numbers(const char* bytes, std::size_t count, Float type, const std::string& place) {
  std::vector<Rational> values;
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double value = number(bytes + i * size_of(type), type);
    if (!std::isfinite(value))
      throw InputError(place, "expected finite numbers, found " +
                                  std::string(std::isnan(value) ? "NaN" : "an infinity") + " at index " +
                                  std::to_string(i));
    values.push_back(Rational::from_double(value));
  }
  return values;
}

}  // namespace

RationalArray RationalArray::slice(std::size_t index) const {
  RationalArray result{name + "[" + std::to_string(index) + "]", {shape.begin() + 1, shape.end()}, {}};
  const std::size_t size = values.size() / shape.front();
  result.values.assign(values.begin() + static_cast<long>(index * size),
                       values.begin() + static_cast<long>((index + 1) * size));
  return result;
}

RationalArray read_npy(const std::string& bytes, const std::string& file) {
  if (bytes.size() < 10 || bytes.compare(0, 6, "\x93NUMPY") != 0)
    throw InputError(file, "expected a .npy file, which begins with \\x93NUMPY");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) throw InputError(file, "expected version 1, 2 or 3 of .npy");
  const std::size_t start = version == 1 ? 10 : 12;
  if (bytes.size() < start) throw InputError(file, "expected a header, found the end of the file");
  const std::size_t length = little_endian(bytes.data() + 8, start - 8);
  // NumPy pads to 64 bytes; the headers of plain arrays are far below this.
  if (length > std::min<std::size_t>(bytes.size() - start, 4096))
    throw InputError(file, "expected a header of at most 4096 bytes inside the file");
  const std::string header = bytes.substr(start, length);
  // What NumPy writes, and nothing else.
  static const std::regex form(
      R"(\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\), \} *\n?)");
  std::smatch match;
  if (!std::regex_match(header, match, form))
    throw InputError(file, "expected the header {'descr': ..., 'fortran_order': ..., 'shape': ...}");
  const std::string type = match[1];
  if (type != "<f2" && type != "<f4" && type != "<f8")
    throw InputError(file, "expected the type <f2, <f4 or <f8, found " + type);
  const Float kind = type == "<f2" ? Float::half : type == "<f4" ? Float::single : Float::real;
  if (match[2] == "True") throw InputError(file, "expected C order, found Fortran order");
  RationalArray array;
  const std::string lengths = match[3];
  static const std::regex digits("[0-9]+");
  for (std::sregex_iterator it(lengths.begin(), lengths.end(), digits), end; it != end; ++it) {
    if (it->length() > 9) throw InputError(file, "expected at most 2^24 numbers");
    array.shape.push_back(std::stoul(it->str()));
  }
  const std::size_t expected = count(array.shape, file) * size_of(kind), found = bytes.size() - start - length;
  if (found != expected)
    throw InputError(file, "expected " + std::to_string(expected) + " bytes for the shape " + words(array.shape) +
                               ", found " + std::to_string(found));
  array.values = numbers(bytes.data() + start + length, count(array.shape, file), kind, file);
  return array;
}

std::vector<RationalArray> read_safetensors(const std::string& bytes, const std::string& file) {
  if (bytes.size() < 8) throw InputError(file, "expected a .safetensors file: 8 bytes with the header's length");
  const std::uint64_t length = little_endian(bytes.data(), 8);
  if (length > bytes.size() - 8) throw InputError(file, "expected a header of the length it states");
  const nlohmann::json header = parse_strictly(bytes.substr(8, length), file + ": header");
  const std::size_t data = bytes.size() - 8 - length;
  if (!header.is_object()) throw InputError(file + ": header", "expected an object");
  struct Tensor {
    std::size_t from, to;
    std::string name;
    Float type;
    std::vector<std::size_t> shape;
  };
  std::vector<Tensor> tensors;
  for (const auto& item : header.items()) {
    if (item.key() == "__metadata__") continue;
    const Node node(item.value(), file, "/" + printable(item.key()));
    node.expect_keys({"dtype", "shape", "data_offsets"});
    Tensor tensor{0, 0, printable(item.key()), Float::real, {}};
    const std::string type = node.at("dtype").text();
    if (type != "F16" && type != "BF16" && type != "F32" && type != "F64")
      node.at("dtype").fail("expected F16, BF16, F32 or F64, found " + type);
    tensor.type = type == "F16"    ? Float::half
                  : type == "BF16" ? Float::bfloat
                  : type == "F32"  ? Float::single
                                   : Float::real;
    for (const Node& entry : node.at("shape").list())
      tensor.shape.push_back(static_cast<std::size_t>(entry.integer(0, static_cast<long>(most_numbers))));
    const std::vector<Node> offsets = node.at("data_offsets").list();
    if (offsets.size() != 2) node.at("data_offsets").fail("expected two numbers");
    tensor.from = static_cast<std::size_t>(offsets[0].integer(0, static_cast<long>(data)));
    tensor.to = static_cast<std::size_t>(offsets[1].integer(0, static_cast<long>(data)));
    const std::size_t expected = count(tensor.shape, file + ": /" + tensor.name) * size_of(tensor.type);
    if (tensor.to < tensor.from || tensor.to - tensor.from != expected)
      node.at("data_offsets")
          .fail("expected " + std::to_string(expected) + " bytes for the shape " + words(tensor.shape));
    tensors.push_back(std::move(tensor));
  }
  std::sort(tensors.begin(), tensors.end(),
            [](const Tensor& a, const Tensor& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); });
  std::size_t next = 0;
  std::vector<RationalArray> arrays;
  for (const Tensor& tensor : tensors) {
    if (tensor.from != next) throw InputError(file + ": /" + tensor.name, "expected tensors without gaps or overlaps");
    next = tensor.to;
    arrays.push_back({tensor.name, tensor.shape,
                      numbers(bytes.data() + 8 + length + tensor.from, count(tensor.shape, file), tensor.type,
                              file + ": /" + tensor.name)});
  }
  if (next != data) throw InputError(file, "expected the tensors to fill the file");
  return arrays;
}

}  // namespace attest::verify
