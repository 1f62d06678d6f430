// SPDX-License-Identifier: Apache-2.0
#include "verify/arrays/safetensors.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "theory/error.hpp"
#include "verify/arrays/little_endian.hpp"
#include "verify/json/node.hpp"

namespace attest::verify::arrays {

using json::Node;
using json::parse_strictly;

namespace {

constexpr std::uint64_t longest_safetensors_header = 100'000'000;
constexpr const char* metadata_key = "__metadata__";

struct Dtype {
  std::string_view dtype;
  Element element;
};
constexpr Dtype dtypes[] = {
    {"F64", Element::float64},   {"F32", Element::float32},         {"F16", Element::float16},
    {"BF16", Element::bfloat16}, {"F8_E4M3", Element::float8_e4m3}, {"F8_E5M2", Element::float8_e5m2},
    {"I64", Element::int64},     {"I32", Element::int32},           {"U8", Element::uint8},
    {"BOOL", Element::boolean},  {"U16", Element::bits16}};

Element element_of(const Node& dtype) {
  const std::string text = dtype.text();
  std::string known;
  for (const Dtype& type : dtypes) {
    if (type.dtype == text) return type.element;
    known += (known.empty() ? "" : ", ") + std::string(type.dtype);
  }
  dtype.fail("expected one of " + known + ", found " + printable(text));
}

StoredArray read_tensor(const std::string& name, const Node& node, std::string_view data, const std::string& place) {
  node.expect_keys({"dtype", "shape", "data_offsets"});
  StoredArray tensor;
  tensor.name = name;
  tensor.place = place + ": /" + printable(name);
  tensor.element = element_of(node.at("dtype"));
  for (const Node& length : node.at("shape").list()) tensor.shape.push_back(length.integer(0, 1L << 62));
  const std::int64_t expected = byte_size(tensor.element, tensor.shape, tensor.place);
  const std::vector<Node> offsets = node.at("data_offsets").list();
  if (offsets.size() != 2) node.at("data_offsets").fail("expected two numbers");
  const long from = offsets[0].integer(0, static_cast<long>(data.size()));
  const long to = offsets[1].integer(0, static_cast<long>(data.size()));
  if (to < from || to - from != expected)
    node.at("data_offsets")
        .fail("expected " + std::to_string(expected) + " bytes for the shape " + shape_words(tensor.shape));
  tensor.bytes =
      std::as_bytes(std::span(data.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(expected))));
  return tensor;
}

}  // namespace

Tensors parse_safetensors(const Buffer& file, const std::string& place) {
  const std::string_view bytes = *file;
  if (bytes.size() < 8) throw InputError(place, "expected a .safetensors file: 8 bytes with the header's length");
  const auto length = load<std::uint64_t>(bytes, 0);
  if (length > std::min<std::uint64_t>(bytes.size() - 8, longest_safetensors_header))
    throw InputError(place, "expected a header of the length that the first 8 bytes state, " + std::to_string(length) +
                                ", and of at most 100 MB");
  const json::Value header = parse_strictly(std::string(bytes.substr(8, length)), place + ": header");
  if (!header.is_object()) throw InputError(place + ": header", "expected an object");
  const std::string_view data = bytes.substr(8 + length);
  Tensors result;
  for (const auto& item : header.items()) {
    const Node node(item.value(), place, "/" + printable(item.key()));
    if (item.key() == metadata_key) {
      if (!item.value().is_object()) node.fail("expected an object");
      for (const auto& entry : item.value().items())
        result.metadata[entry.key()] = Node(entry.value(), place, "/__metadata__/" + printable(entry.key())).text();
    } else {
      result.tensors.push_back(read_tensor(item.key(), node, data, place));
      result.tensors.back().buffer = file;
    }
  }
  std::ranges::sort(result.tensors, {},
                    [](const StoredArray& tensor) { return std::pair(tensor.bytes.data(), tensor.bytes.size()); });
  const std::byte* next = reinterpret_cast<const std::byte*>(data.data());
  for (const StoredArray& tensor : result.tensors) {
    if (tensor.bytes.data() != next) tensor.fail("expected tensors without gaps or overlaps");
    next += tensor.bytes.size();
  }
  if (next != reinterpret_cast<const std::byte*>(data.data() + data.size()))
    throw InputError(place, "expected the tensors to fill the file");
  return result;
}

std::string to_safetensors(const std::vector<ArrayView>& tensors, const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json header = {{metadata_key, metadata}};
  std::size_t end = 0;
  for (const ArrayView& tensor : tensors) {
    const Dtype* type = std::ranges::find(dtypes, tensor.element, &Dtype::element);
    if (type == std::end(dtypes)) throw std::invalid_argument("tensor " + tensor.name + ": no named format");
    if (tensor.size() * size_of(tensor.element) != static_cast<std::int64_t>(tensor.bytes.size()))
      throw std::invalid_argument("tensor " + tensor.name + ": shape does not fit");
    if (header.contains(tensor.name)) throw std::invalid_argument("tensor " + tensor.name + " occurs twice");
    const std::size_t begin = end;
    end += tensor.bytes.size();
    header[tensor.name] = {{"dtype", type->dtype}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string file;
  file.reserve(8 + text.size() + end);
  append<std::uint64_t>(file, text.size());
  file += text;
  for (const ArrayView& tensor : tensors)
    file.append(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
  return file;
}

}  // namespace attest::verify::arrays
