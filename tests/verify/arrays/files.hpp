// SPDX-License-Identifier: Apache-2.0
// Files of arrays, written by hand for tests.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "theory/error.hpp"
#include "verify/arrays/array_file.hpp"
#include "verify/arrays/little_endian.hpp"

namespace array_files {

using attest::verify::arrays::append;

inline std::string npy_header(const std::string& type, const std::string& shape, const std::string& order = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': (" + shape + "), }\n";
}

inline std::string npy(const std::string& header, const std::string& data, int version = 1) {
  std::string bytes("\x93NUMPY");
  bytes += static_cast<char>(version);
  bytes += '\0';
  version == 1 ? append<std::uint16_t>(bytes, header.size()) : append<std::uint32_t>(bytes, header.size());
  return bytes + header + data;
}

inline std::string safetensors(const std::string& header, const std::string& data) {
  std::string bytes;
  append<std::uint64_t>(bytes, header.size());
  return bytes + header + data;
}

const std::string half("\x00\x3c\x00\xc0\x01\x00\xff\x7b", 8);                     // 1, -2, 2^-24, 65504
const std::string single("\x00\x00\x80\x3f\xcd\xcc\xcc\x3d\x01\x00\x00\x00", 12);  // 1, 0.1f, 2^-149

/// What is wrong in one line that begins with the file's name; "" if nothing is.
template <class Read>
std::string complaint(Read read) {
  try {
    read();
  } catch (const attest::InputError& error) {
    CHECK(std::string(error.what()).starts_with("FILE"));
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "";
}

inline attest::verify::arrays::ArrayFile parse(const std::string& bytes, const std::string& name) {
  return attest::verify::arrays::parse_array_file(std::make_shared<const std::string>(bytes), name);
}

inline std::string complaint_of(const std::string& bytes, const std::string& name) {
  return complaint([&] { parse(bytes, name); });
}

}  // namespace array_files
