// SPDX-License-Identifier: Apache-2.0
#include "verify/audit/arrays.hpp"

#include <catch2/catch.hpp>

#include "theory/error.hpp"

namespace {

using namespace attest;
using theory::Rational;
using verify::RationalArray;

std::string npy(const std::string& header, const std::string& data) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  return bytes + header + data;
}

std::string header(const std::string& type, const std::string& shape, const std::string& order = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': (" + shape + "), }\n";
}

std::string tensors(const std::string& header, const std::string& data) {
  std::string bytes(8, '\0');
  bytes[0] = static_cast<char>(header.size() & 255);
  bytes[1] = static_cast<char>(header.size() >> 8);
  return bytes + header + data;
}

// What is wrong, without the file's name; "" if nothing is.
template <class Read>
std::string complaint(Read read) {
  try {
    read();
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).starts_with("FILE"));
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "";
}

std::string npy_complaint(const std::string& bytes) {
  return complaint([&] { verify::read_npy(bytes, "FILE"); });
}
std::string tensors_complaint(const std::string& bytes) {
  return complaint([&] { verify::read_safetensors(bytes, "FILE"); });
}

const std::string half("\x00\x3c\x00\xc0\x01\x00\xff\x7b", 8);                     // 1, -2, 2^-24, 65504
const std::string single("\x00\x00\x80\x3f\xcd\xcc\xcc\x3d\x01\x00\x00\x00", 12);  // 1, 0.1f, 2^-149

}  // namespace

TEST_CASE("a .npy file is read as the exact numbers that its floats are") {
  const RationalArray halves = verify::read_npy(npy(header("<f2", "2, 2"), half), "FILE");
  CHECK(halves.shape == std::vector<std::size_t>{2, 2});
  CHECK(halves.values == std::vector<Rational>{1, -2, pow(Rational(2), -24), 65504});
  const RationalArray singles = verify::read_npy(npy(header("<f4", "3,"), single), "FILE");
  CHECK(singles.values == std::vector<Rational>{1, Rational(13421773, 134217728), pow(Rational(2), -149)});
  const std::string tenth("\x9a\x99\x99\x99\x99\x99\xb9\x3f", 8);
  CHECK(verify::read_npy(npy(header("<f8", ""), tenth), "FILE").values ==
        std::vector<Rational>{Rational(3602879701896397, 36028797018963968)});
  CHECK(verify::read_npy(npy(header("<f4", "0, 3"), ""), "FILE").values.empty());
  CHECK(halves.slice(1).values == std::vector<Rational>{pow(Rational(2), -24), 65504});
}

TEST_CASE("what is not such a .npy file is one clear line") {
  CHECK(npy_complaint("") != "");
  CHECK(npy_complaint("PK\x03\x04 a zip file, say") != "");
  const std::string good = npy(header("<f4", "3,"), single);
  for (std::size_t length = 0; length < good.size(); ++length) CHECK(npy_complaint(good.substr(0, length)) != "");
  CHECK(npy_complaint(good + "x").find("expected 12 bytes") != std::string::npos);
  CHECK(npy_complaint(npy(header(">f4", "3,"), single)).find("found >f4") != std::string::npos);
  CHECK(npy_complaint(npy(header("<i4", "3,"), single)).find("found <i4") != std::string::npos);
  CHECK(npy_complaint(npy(header("<f4", "3,", "True"), single)).find("Fortran") != std::string::npos);
  CHECK(npy_complaint(npy(header("<f4", "99999999, 99999999"), single)).find("2^24") != std::string::npos);
  CHECK(npy_complaint(npy(header("<f4", "99999999999999999999"), single)).find("2^24") != std::string::npos);
  CHECK(npy_complaint(npy("{}\n", single)).find("header") != std::string::npos);
  const std::string nan("\x00\x00\xc0\x7f", 4), infinite("\x00\x00\x80\xff", 4);
  CHECK(npy_complaint(npy(header("<f4", "2,"), single.substr(0, 4) + nan)).find("NaN at index 1") != std::string::npos);
  CHECK(npy_complaint(npy(header("<f4", "1,"), infinite)).find("an infinity at index 0") != std::string::npos);
  CHECK(npy_complaint(npy(header("<f2", "1,"), std::string("\x00\x7c", 2))).find("an infinity") != std::string::npos);
}

TEST_CASE("a .safetensors file is read tensor by tensor") {
  const std::string bfloats("\x80\x3f\xc0\xbf", 4);
  const auto arrays = verify::read_safetensors(
      tensors(R"({"b":{"dtype":"BF16","shape":[2],"data_offsets":[12,16]},"__metadata__":{"format":"pt"},)"
              R"("a":{"dtype":"F32","shape":[1,3],"data_offsets":[0,12]}})",
              single + bfloats),
      "FILE");
  REQUIRE(arrays.size() == 2);
  CHECK(arrays[0].name == "a");
  CHECK(arrays[0].shape == std::vector<std::size_t>{1, 3});
  CHECK(arrays[1].values == std::vector<Rational>{1, Rational(-3, 2)});
}

TEST_CASE("what is not such a .safetensors file is one clear line") {
  const auto one = [](const std::string& fields) { return R"({"a":{)" + fields + "}}"; };
  const std::string good = one(R"("dtype":"F32","shape":[3],"data_offsets":[0,12])");
  CHECK(tensors_complaint(tensors(good, single)) == "");
  for (std::size_t length = 0; length < good.size() + 20; ++length)
    CHECK(tensors_complaint(tensors(good, single).substr(0, length)) != "");
  CHECK(tensors_complaint(std::string(8, '\xff') + good) != "");
  CHECK(tensors_complaint(tensors(good, single + "x")).find("fill the file") != std::string::npos);
  for (const auto& [fields, expected] :
       {std::pair(R"("dtype":"I64","shape":[3],"data_offsets":[0,12])", "found I64"),
        {R"("dtype":"F32","shape":[2],"data_offsets":[0,12])", "expected 8 bytes"},
        {R"("dtype":"F32","shape":[3],"data_offsets":[0,13])", "expected an integer"},
        {R"("dtype":"F32","shape":[3],"data_offsets":[12,0])", "expected 12 bytes"},
        {R"("dtype":"F32","shape":[-3],"data_offsets":[0,12])", "expected an integer"},
        {R"("dtype":"F32","shape":[9000000,9000000],"data_offsets":[0,12])", "2^24"},
        {R"("dtype":"F32","shape":[2],"data_offsets":[4,12])", "gaps"},
        {R"("dtype":"F32","shape":[3],"data_offsets":[0])", "two numbers"},
        {R"("dtype":"F32","shape":[3])", "data_offsets"},
        {R"("dtype":"F32","dtype":"F32","shape":[3],"data_offsets":[0,12])", "once"},
        {R"("dtype":"F32","shape":[3],"data_offsets":[0,12],"extra":1)", "unknown key"}}) {
    INFO(fields);
    CHECK(tensors_complaint(tensors(one(fields), single)).find(expected) != std::string::npos);
  }
}
