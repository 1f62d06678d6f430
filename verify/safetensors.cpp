// SPDX-License-Identifier: Apache-2.0
#include "verify/safetensors.hpp"

#include <bit>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>

namespace attest::verify {

namespace {

void append_little_endian(std::uint64_t word, std::string& text) {
  for (int byte = 0; byte < 8; ++byte) text.push_back(static_cast<char>(word >> (8 * byte) & 0xff));
}

}  // namespace

std::string to_safetensors(const std::vector<Tensor>& tensors, const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json header = {{"__metadata__", metadata}};
  std::string data;
  for (const Tensor& tensor : tensors) {
    const std::size_t count =
        std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::size_t{1}, std::multiplies<>());
    if (count != tensor.entries.size()) throw std::invalid_argument("tensor " + tensor.name + ": shape does not fit");
    if (header.contains(tensor.name)) throw std::invalid_argument("tensor " + tensor.name + " occurs twice");
    const std::size_t begin = data.size();
    for (const double entry : tensor.entries) append_little_endian(std::bit_cast<std::uint64_t>(entry), data);
    header[tensor.name] = {{"dtype", "F64"}, {"shape", tensor.shape}, {"data_offsets", {begin, data.size()}}};
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string file;
  append_little_endian(text.size(), file);
  return file + text + data;
}

}  // namespace attest::verify
