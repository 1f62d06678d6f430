// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "verify/capi/attest_judge.h"

extern "C" unsigned attest_test_abi_of_header(void);

namespace {

using Settings = std::vector<attest_judge_setting>;

std::string taken(char* text) {
  const std::string words = text ? text : "";
  attest_judge_free_text(text);
  return words;
}

attest_judge_array array(const char* name, const float* data, std::vector<std::int64_t> shape,
                         std::vector<std::int64_t> strides = {}) {
  attest_judge_array result{};
  result.name = name;
  result.dtype = "float32";
  result.data = data;
  result.rank = static_cast<std::int64_t>(shape.size());
  std::int64_t step = 1;
  for (std::size_t axis = shape.size(); axis-- > 0; step *= shape[axis]) {
    result.shape[axis] = shape[axis];
    result.strides[axis] = strides.empty() ? step : strides[axis];
  }
  return result;
}

struct Held {
  attest_judge_case* one = nullptr;
  ~Held() { attest_judge_free(one); }
};

/// Two keys of equal scores: the output is the mean of their values.
const float query[] = {1, 0, 0, 1}, key[] = {0, 0, 0, 0}, value[] = {1, 10, 3, 30}, mean[] = {2, 20, 2, 20};

nlohmann::json verdict_on(const std::vector<attest_judge_array>& arrays, const attest_judge_array& output,
                          const Settings& settings = {}) {
  Held held;
  char* text = nullptr;
  const int made = attest_judge_make(arrays.data(), arrays.size(), settings.data(), settings.size(), &held.one, &text);
  INFO(taken(text));
  REQUIRE(made == ATTEST_JUDGE_OK);
  REQUIRE(attest_judge_take(held.one, &output, 1, &text) == ATTEST_JUDGE_OK);
  REQUIRE(attest_judge_verdict(held.one, nullptr, 0, &text) == ATTEST_JUDGE_OK);
  return nlohmann::json::parse(taken(text));
}

std::vector<attest_judge_array> inputs() {
  return {array("query", query, {2, 2}), array("key", key, {2, 2}), array("value", value, {2, 2})};
}

}  // namespace

TEST_CASE("capi: a result is judged where it lies") {
  CHECK(verdict_on(inputs(), array("output", mean, {2, 2}))["outcome"] == "inside");
  const float wrong[] = {2, 20, 2, 21};
  const nlohmann::json verdict = verdict_on(inputs(), array("output", wrong, {2, 2}));
  CHECK(verdict["outcome"] == "outside");
  CHECK(verdict["worst"]["column"] == 1);
  CHECK(verdict["blame"].get<std::string>().starts_with("product off by 2^-4 (the class says "));
  CHECK(verdict["cluster"] == "query 1 (of 2); column 1 (of 2)");
  // Columns first, backwards, and one row for both.
  const float turned[] = {2, 2, 20, 20}, backwards[] = {20, 2, 20, 2};
  CHECK(verdict_on(inputs(), array("output", turned, {2, 2}, {1, 2}))["outcome"] == "inside");
  CHECK(verdict_on(inputs(), array("output", backwards + 3, {2, 2}, {-2, -1}))["outcome"] == "inside");
  CHECK(verdict_on(inputs(), array("output", mean, {2, 2}, {0, 1}))["outcome"] == "inside");
}

TEST_CASE("capi: masks, windows and -infinity are one mask") {
  const float low = -std::numeric_limits<float>::infinity();
  const float first[] = {1, 10, 1, 10}, causal[] = {1, 10, 2, 20}, bias[] = {0, low, 0, 0};
  std::vector<attest_judge_array> arrays = inputs();
  CHECK(verdict_on(arrays, array("output", causal, {2, 2}), {{"mask", "causal"}})["outcome"] == "inside");
  CHECK(verdict_on(arrays, array("output", causal, {2, 2}), {{"window_right", "0"}})["outcome"] == "inside");
  const float diagonal[] = {1, 10, 3, 30};
  const Settings narrow = {{"window_left", "0"}, {"window_right", "0"}};
  CHECK(verdict_on(arrays, array("output", diagonal, {2, 2}), narrow)["outcome"] == "inside");
  arrays.push_back(array("bias", bias, {2, 2}));
  CHECK(verdict_on(arrays, array("output", causal, {2, 2}))["outcome"] == "inside");
  const std::uint8_t bytes[] = {1, 0, 1, 0};
  attest_judge_array mask = array("mask", nullptr, {1, 1, 2, 2});
  mask.dtype = "uint8";
  mask.data = bytes;
  arrays.push_back(mask);
  CHECK(verdict_on(arrays, array("output", first, {2, 2}))["outcome"] == "inside");
}

TEST_CASE("capi: masks of different heads do not meet") {
  const float low = -std::numeric_limits<float>::infinity();
  const std::vector<float> bias(12, low);
  const std::vector<std::uint8_t> bytes(8, 1);
  for (const std::int64_t heads : {2, 0}) {
    std::vector<attest_judge_array> arrays = inputs();
    arrays.push_back(array("bias", bias.data(), {1, 3, 2, 2}));
    attest_judge_array mask = array("mask", nullptr, {1, heads, 2, 2});
    mask.dtype = "bool";
    mask.data = bytes.data();
    arrays.push_back(mask);
    Held held;
    char* text = nullptr;
    CHECK(attest_judge_make(arrays.data(), arrays.size(), nullptr, 0, &held.one, &text) == ATTEST_JUDGE_BAD_INPUT);
    CHECK(taken(text).find("mask: expected batches and heads of 1, or those of the other masks, 1 and 3") == 0);
  }
}

TEST_CASE("capi: bad input is a line and a status") {
  Held held;
  char* text = nullptr;
  std::vector<attest_judge_array> arrays = inputs();
  const auto fails = [&](const std::string& words, const Settings& settings = {}) {
    const int status =
        attest_judge_make(arrays.data(), arrays.size(), settings.data(), settings.size(), &held.one, &text);
    const std::string found = taken(text);
    INFO(found);
    CHECK(status == ATTEST_JUDGE_BAD_INPUT);
    CHECK(found.find(words) != std::string::npos);
    CHECK(held.one == nullptr);
  };
  fails("window_left: expected an integer", {{"window_left", "-1"}});
  fails("speed: expected one of", {{"speed", "1"}});
  arrays[0].dtype = "float31";
  fails("query: expected a dtype of float64");
  arrays[0].dtype = "float32";
  arrays[0].rank = 5;
  fails("query: expected at most 4 axes");
  arrays[0].rank = 2;
  arrays[0].data = nullptr;
  fails("query: expected a pointer");
  arrays[0].data = query;
  arrays[1].shape[0] = -2;
  fails("key: expected lengths that are not negative");
  const float three[] = {0, 0, 0, 0, 0, 0};
  arrays[1] = array("key", three, {3, 2});
  fails("value: expected 3 keys, as key has");
  arrays.pop_back();
  fails("expected an array value");
  CHECK(attest_judge_menu("attention", "float33", &text) == ATTEST_JUDGE_BAD_INPUT);
  CHECK(taken(text).find("dtype: expected one of") == 0);
  CHECK(attest_judge_read("PK", 2, nullptr, 0, &held.one, &text) == ATTEST_JUDGE_BAD_INPUT);
  CHECK(taken(text).find("the file.npz") == 0);
}

TEST_CASE("capi: a generated case is its file") {
  CHECK(attest_judge_abi() == attest_test_abi_of_header());
  Held made, read;
  char *text = nullptr, *bytes = nullptr;
  std::size_t size = 0;
  const Settings settings = {{"operation", "urpe"}, {"bias", "buckets"}, {"factor", "toeplitz"},
                             {"queries", "3"},      {"keys", "4"},       {"heads", "2"}};
  REQUIRE(attest_judge_generate("ties", 5, settings.data(), settings.size(), &made.one, &text) == ATTEST_JUDGE_OK);
  REQUIRE(attest_judge_write(made.one, &bytes, &size, &text) == ATTEST_JUDGE_OK);
  REQUIRE(attest_judge_read(bytes, size, nullptr, 0, &read.one, &text) == ATTEST_JUDGE_OK);
  attest_judge_free_text(bytes);
  std::array<attest_judge_array, 10> first{}, second{};
  const std::size_t count = attest_judge_arrays(made.one, first.data(), first.size());
  REQUIRE(count == 6);
  REQUIRE(attest_judge_arrays(read.one, second.data(), second.size()) == count);
  CHECK(attest_judge_arrays(made.one, nullptr, 0) == count);
  std::string names;
  for (std::size_t k = 0; k < count; ++k) {
    names += std::string(first[k].name) + " ";
    CHECK(std::string(first[k].name) == second[k].name);
    CHECK(std::vector(first[k].shape, first[k].shape + first[k].rank) ==
          std::vector(second[k].shape, second[k].shape + second[k].rank));
  }
  CHECK(names == "query key value bias bucket factor ");
  REQUIRE(attest_judge_settings(made.one, &text) == ATTEST_JUDGE_OK);
  const nlohmann::json told = nlohmann::json::parse(taken(text));
  CHECK(told["bias"] == "buckets");
  CHECK(told["queries"] == "3");
}
