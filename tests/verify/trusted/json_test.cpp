// SPDX-License-Identifier: Apache-2.0
// The reader of JSON texts. What it must refuse is told in cases/file/malformed; here: what it reads, and where it says
// that a text goes wrong.
#include "verify/trusted/json.hpp"

#include <catch2/catch.hpp>

#include "verify/trusted/failure.hpp"

namespace {

using Catch::Matchers::Contains;
using checker::Json;
using checker::parse_json;

Json read(const std::string& text) { return parse_json(text, "text.json"); }

std::string failure(const std::string& text) {
  try {
    read(text);
  } catch (const checker::Malformed& malformed) {
    return malformed.what();
  }
  return "no failure";
}

}  // namespace

TEST_CASE("values of each kind") {
  CHECK(read("true").boolean);
  CHECK(read("true").kind == Json::Kind::kBoolean);
  CHECK_FALSE(read(" false\n").boolean);
  CHECK(read("\"\"").kind == Json::Kind::kString);
  CHECK(read("\"7/2\"").text == "7/2");
  CHECK(read("[]").kind == Json::Kind::kArray);
  CHECK(read("[ ]").items.empty());
  CHECK(read("{}").kind == Json::Kind::kObject);
  const Json nested = read(R"({"a": ["1", {"b": true}], "c": {}})");
  REQUIRE(nested.members.size() == 2);
  CHECK(nested.members[0].key == "a");
  CHECK(nested.members[0].value.items.size() == 2);
  REQUIRE(nested.find("c") != nullptr);
  CHECK(nested.find("c")->members.empty());
  CHECK(nested.find("d") == nullptr);
}

TEST_CASE("members keep their order, values the byte at which they begin") {
  const Json object = read(" {\"b\": \"x\", \"a\":  [true]}");
  CHECK(object.at == 1);
  CHECK(object.members[0].key == "b");
  CHECK(object.members[0].value.at == 7);
  CHECK(object.members[1].value.at == 18);
  CHECK(object.members[1].value.items[0].at == 19);
}

TEST_CASE("strings hold UTF-8 of every length") {
  for (const char* text : {"a", "\xc3\xa9", "\xe2\x88\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xf0\x9f\x99\x82",
                           "\xf4\x8f\xbf\xbf", "/", "'", "~"}) {
    CHECK(read("\"" + std::string(text) + "\"").text == text);
  }
}

TEST_CASE("characters that a reader does not see are refused, with the byte") {
  // C0, DEL and C1 controls, soft hyphen, marks of direction, of width zero, line separators, variation selectors,
  // tags.
  for (const char* text : {"\x01", "\r", "\n", "\t", "\x1b[31m", "\x7f", "\xc2\x80", "\xc2\x9f", "\xc2\xad", "\xd8\x9c",
                           "\xe2\x80\x8b", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xae", "\xe2\x81\xa6",
                           "\xef\xb8\x8f", "\xef\xbb\xbf", "\xf3\xa0\x80\x81"}) {
    INFO(text);
    CHECK_THAT(failure("[true, \"" + std::string(text) + "\"]"), Contains("byte ") && Contains("expected"));
  }
  CHECK_THAT(failure("[true, \"a\rb\"]"), Contains("byte 10: expected text without control characters"));
}

TEST_CASE("bytes that are no UTF-8 are refused") {
  for (const char* text : {"\x80", "\xbf", "\xc3", "\xc3(", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf",
                           "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
                           "\xf5\x80\x80\x80", "\xff", "\xe2\x88", "\xf0\x9f\x99"}) {
    CHECK_THAT(failure("\"" + std::string(text) + "\""), Contains("UTF-8"));
  }
}

TEST_CASE("a failure names the file and the byte") {
  CHECK_THAT(failure("[true,, true]"), Contains("text.json: byte 7: expected"));
  CHECK_THAT(failure("{\"a\" true}"), Contains("text.json: byte 6: expected ':'"));
  CHECK_THAT(failure("[true"), Contains("text.json: byte 6: expected ',' or ']'"));
  CHECK_THAT(failure(""), Contains("text.json: byte 1: expected"));
  CHECK_THAT(failure("true false"), Contains("byte 6: expected the end of the file"));
  CHECK_THAT(failure("\"abc"), Contains("expected the end of the string"));
  CHECK_THAT(failure("{\"a\": true, \"b\": true, \"a\": false}"), Contains("'a'"));
}

TEST_CASE("nesting of 200 is read, of many more is refused") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(read(nested(200)).kind == Json::Kind::kArray);
  CHECK_THAT(failure(nested(202)), Contains("nesting"));
  CHECK_THAT(failure(std::string(1000000, '[')), Contains("nesting"));
}

TEST_CASE("every beginning of a text is refused") {
  const std::string text = R"({"a": ["1", "-7/2", true], "b": {"c": false}})";
  CHECK(read(text).members.size() == 2);
  for (std::size_t length = 0; length < text.size(); ++length) {
    INFO(text.substr(0, length));
    CHECK_THAT(failure(text.substr(0, length)), Contains("text.json: byte "));
  }
}
