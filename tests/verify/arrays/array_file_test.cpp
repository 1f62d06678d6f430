// SPDX-License-Identifier: Apache-2.0
#include "verify/arrays/array_file.hpp"

#include <rapidcheck.h>

#include <cstring>

#include "tests/verify/arrays/files.hpp"
#include "tests/verify/arrays/zip_files.hpp"
#include "verify/arrays/npy.hpp"
#include "verify/arrays/safetensors.hpp"

namespace {

using namespace attest::verify::arrays;
using namespace array_files;
using zip_files::Member;
using zip_files::zip;

std::string text_of(const ArrayView& array) {
  return {reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size()};
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a .npy file of each type and version is read as its bytes") {
  for (const auto& [descr, element] : {std::pair("<f8", Element::float64),
                                       {"<f4", Element::float32},
                                       {"<f2", Element::float16},
                                       {"<V2", Element::bits16},
                                       {"|V2", Element::bits16},
                                       {"<u2", Element::bits16},
                                       {"|V1", Element::bits8},
                                       {"<f1", Element::bits8},
                                       {"<i4", Element::int32},
                                       {"<i8", Element::int64},
                                       {"|u1", Element::uint8},
                                       {"|b1", Element::boolean}}) {
    INFO(descr);
    const std::string data(static_cast<std::size_t>(6 * size_of(element)), '\x01');
    for (const int version : {1, 2, 3}) {
      const ArrayFile file = parse(npy(npy_header(descr, "2, 3"), data, version), "FILE.npy");
      REQUIRE(file.arrays.size() == 1);
      CHECK(file.arrays[0].element == element);
      CHECK(file.arrays[0].shape == std::vector<std::int64_t>{2, 3});
      CHECK(text_of(file.arrays[0]) == data);
    }
  }
}

TEST_CASE("headers as other programs write them are read, too") {
  for (const char* header : {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
                             "{'descr':'<f4','fortran_order':False,'shape':(3,),}   \n",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (3), }"})
    CHECK(parse(npy(header, single), "FILE.npy").arrays[0].shape == std::vector<std::int64_t>{3});
}

TEST_CASE("what is not such a .npy file is one clear line") {
  CHECK(has(complaint_of("", "FILE.npy"), ".npy file"));
  CHECK(has(complaint_of("PK\x03\x04 a zip file, say", "FILE.npy"), ".npy file"));
  const std::string good = npy(npy_header("<f4", "3,"), single);
  CHECK(complaint_of(good, "FILE.npy") == "");
  for (std::size_t length = 0; length < good.size(); ++length)
    CHECK(complaint_of(good.substr(0, length), "FILE.npy") != "");
  CHECK(has(complaint_of(good + "x", "FILE.npy"), "expected 12 bytes"));
  for (const auto& [header, expected] :
       {std::pair(npy_header(">f4", "3,"), "little-endian"),
        {npy_header("<c8", "3,"), "found <c8"},
        {npy_header("<f4", "3,", "True"), "Fortran"},
        {npy_header("<f4", "99999999999, 99999999999"), "62 bits"},
        {npy_header("<f4", "0, 99999999999, 99999999999"), "62 bits"},
        {npy_header("<f4", "99999999999999999999"), "62 bits"},
        {npy_header("<f4", "-3,"), "header"},
        {npy_header("<f4", "3 3"), "header"},
        {std::string("{}\n"), "header"},
        {std::string(5000, ' '), "4096"},
        {std::string("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,), }\n"), "header"}}) {
    INFO(header);
    CHECK(has(complaint_of(npy(header, single), "FILE.npy"), expected));
  }
  CHECK(has(complaint_of(npy(npy_header("<f4", "3,"), single, 4), "FILE.npy"), "version"));
}

TEST_CASE("a .safetensors file is read tensor by tensor, with its metadata") {
  const std::string bfloats("\x80\x3f\xc0\xbf", 4);
  const ArrayFile file =
      parse(safetensors(R"({"b":{"dtype":"BF16","shape":[2],"data_offsets":[12,16]},"__metadata__":{"format":"pt"},)"
                        R"("a":{"dtype":"F32","shape":[1,3],"data_offsets":[0,12]},"e":{"dtype":"F8_E4M3","shape":[0],)"
                        R"("data_offsets":[16,16]}})",
                        single + bfloats),
            "FILE.safetensors");
  REQUIRE(file.arrays.size() == 3);
  CHECK(file.metadata.at("format") == "pt");
  CHECK(file.arrays[0].name == "a");
  CHECK(file.arrays[0].shape == std::vector<std::int64_t>{1, 3});
  CHECK(file.arrays[1].element == Element::bfloat16);
  CHECK(text_of(file.arrays[1]) == bfloats);
  CHECK(file.arrays[2].element == Element::float8_e4m3);
}

TEST_CASE("what is not such a .safetensors file is one clear line") {
  const auto one = [](const std::string& fields) { return R"({"a":{)" + fields + "}}"; };
  const auto complaint_about = [](const std::string& header, const std::string& data) {
    return complaint_of(safetensors(header, data), "FILE.safetensors");
  };
  const std::string good = one(R"("dtype":"F32","shape":[3],"data_offsets":[0,12])");
  CHECK(complaint_about(good, single) == "");
  for (std::size_t length = 0; length < good.size() + 20; ++length)
    CHECK(complaint_of(safetensors(good, single).substr(0, length), "FILE.safetensors") != "");
  CHECK(has(complaint_of(std::string(8, '\xff') + good, "FILE.safetensors"), "header of the length"));
  CHECK(has(complaint_about(good, single + "x"), "fill the file"));
  CHECK(has(complaint_about("[]", ""), "object"));
  CHECK(has(complaint_about(R"({"__metadata__":{"a":1}})", ""), "/__metadata__/a"));
  for (const auto& [fields, expected] :
       {std::pair(R"("dtype":"C64","shape":[3],"data_offsets":[0,12])", "found C64"),
        {R"("dtype":"F32","shape":[2],"data_offsets":[0,12])", "expected 8 bytes"},
        {R"("dtype":"F32","shape":[3],"data_offsets":[0,13])", "expected an integer"},
        {R"("dtype":"F32","shape":[3],"data_offsets":[12,0])", "expected 12 bytes"},
        {R"("dtype":"F32","shape":[-3],"data_offsets":[0,12])", "expected an integer"},
        {R"("dtype":"F32","shape":[9000000000,9000000000],"data_offsets":[0,12])", "62 bits"},
        {R"("dtype":"F32","shape":[99999999999999999999999],"data_offsets":[0,12])", "expected an integer"},
        {R"("dtype":"F32","shape":[2],"data_offsets":[4,12])", "gaps"},
        {R"("dtype":"F32","shape":[3],"data_offsets":[0])", "two numbers"},
        {R"("dtype":"F32","shape":[3])", "data_offsets"},
        {R"("dtype":"F32","dtype":"F32","shape":[3],"data_offsets":[0,12])", "once"},
        {R"("dtype":"F32","shape":[3],"data_offsets":[0,12],"extra":1)", "unknown key"}}) {
    INFO(fields);
    CHECK(has(complaint_about(one(fields), single), expected));
  }
  CHECK(has(complaint_about(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                            R"("b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
                            single),
            "overlaps"));
}

TEST_CASE("a .npz archive is read, stored, deflated and with 64-bit sizes") {
  const std::string q = npy(npy_header("<f4", "3,"), single), k = npy(npy_header("<f2", "2, 2"), half);
  for (const bool deflate : {false, true})
    for (const bool wide : {false, true}) {
      Member first{"query.npy", q}, second{"key.npy", k};
      first.deflate = deflate;
      second.wide = wide;
      const ArrayFile file = parse(zip({first, second}), "FILE.npz");
      REQUIRE(file.arrays.size() == 2);
      CHECK(file.arrays[0].name == "query");
      CHECK(text_of(file.arrays[0]) == single);
      CHECK(file.arrays[1].name == "key");
      CHECK(text_of(file.arrays[1]) == half);
    }
  CHECK(parse(zip({}), "FILE.npz").arrays.empty());
}

TEST_CASE("what is not such a .npz archive is one clear line, and a bomb is not unpacked") {
  const std::string q = npy(npy_header("<f4", "3,"), single);
  const auto complaint_about = [](const std::vector<Member>& members) {
    return complaint_of(zip(members), "FILE.npz");
  };
  const Member plain{"query.npy", q};
  Member member = plain;
  member.crc = 1;
  CHECK(has(complaint_about({member}), "query.npy: expected bytes of the CRC"));
  (member = plain).deflate = true;
  for (const std::size_t size : {q.size() + 1, q.size() - 1}) {
    member.size = size;
    CHECK(has(complaint_about({member}), "query.npy: expected 12 bytes for the shape [3]"));
  }
  // Headers that agree with the archive, and bytes that do not.
  for (const char* shape : {"4,", "2,"}) {
    member.text = npy(npy_header("<f4", shape), single);
    member.size = static_cast<std::size_t>(member.text.size() + (shape[0] == '4' ? 4 : -4));
    CHECK(has(complaint_about({member}), "deflated bytes that give"));
  }
  member.text = q;
  member.size = 1u << 31;
  CHECK(has(complaint_about({member}), "deflate can reach"));
  (member = plain).flags = 1;
  CHECK(has(complaint_about({member}), "not encrypted"));
  (member = plain).method = 12;
  CHECK(has(complaint_about({member}), "found method 12"));
  (member = plain).compressed = 1u << 30;
  member.size = member.compressed;
  CHECK(has(complaint_about({member}), "cut off"));
  (member = plain).header = 0;
  member.name = "other.npy";
  CHECK(has(complaint_about({plain, member}), "share no bytes"));
  CHECK(has(complaint_about({plain, plain}), "each name once"));
  CHECK(has(complaint_about({{"query.txt", q}}), "ends in .npy"));
  CHECK(has(complaint_about({{"query.npy", "x"}}), "FILE.npz: query.npy: expected a .npy file"));
  // More than 4 GiB in all is refused before anything is unpacked.
  Member zeros{"z.npy", std::string(1 << 20, '\0'), true};
  zeros.size = std::uint64_t{1} << 31;
  CHECK(has(complaint_about({zeros, zeros, zeros}), "at most 4 GiB"));
  const std::string good = zip({plain});
  for (std::size_t length = 0; length < good.size(); ++length)
    CHECK(complaint_of(good.substr(0, length), "FILE.npz") != "");
}

TEST_CASE("an unknown ending is one clear line") {
  CHECK(has(complaint_of("", "FILE.txt"), ".npy, .npz or .safetensors"));
}

TEST_CASE("what is written is read again") {
  rc::check("for arrays of any shape", [] {
    std::vector<std::int64_t> shape =
        *rc::gen::resize(4, rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 5)));
    const auto element = static_cast<Element>(*rc::gen::inRange(0, 10));
    std::string data(static_cast<std::size_t>(byte_size(element, shape, "")), '\0');
    for (char& c : data) c = static_cast<char>(*rc::gen::inRange(0, 256));
    const ArrayView array{"a \xc3\xa9 \"b\"", element, shape, std::as_bytes(std::span(data))};
    const ArrayFile one = parse(to_npy(array), "FILE.npy");
    RC_ASSERT(one.arrays.at(0).shape == shape);
    RC_ASSERT(text_of(one.arrays[0]) == data);
    const ArrayFile two = parse(to_safetensors({array}, {{"key", "value"}}), "FILE.safetensors");
    RC_ASSERT(two.arrays.at(0).name == array.name);
    RC_ASSERT(two.arrays[0].element == element);
    RC_ASSERT(two.arrays[0].shape == shape);
    RC_ASSERT(text_of(two.arrays[0]) == data);
    RC_ASSERT(two.metadata.at("key") == "value");
  });
  CHECK_THROWS_AS(to_safetensors({{"a", Element::float32, {2}, {}}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(to_safetensors({{"a", Element::float32, {0}, {}}, {"a", Element::float32, {0}, {}}}, {}),
                  std::invalid_argument);
}
