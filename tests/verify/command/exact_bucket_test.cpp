// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "verify/command/exact.hpp"

using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

std::string bucket(const std::string& text, bool json) {
  const auto file = std::filesystem::temp_directory_path() / ("attest_bucket_" + std::to_string(getpid()) + ".json");
  std::ofstream(file) << text;
  std::ostringstream out;
  attest::verify::command::exact_bucket(file.string(), json, out);
  std::filesystem::remove(file);
  return out.str();
}

}  // namespace

TEST_CASE("exact bucket: a disagreement is listed, and so is what hangs on the last bit") {
  const Json answer =
      Json::parse(bucket(R"({"buckets": 20, "distance": 160, "positions": [0, 1, -10, 10, 11]})", true));
  CHECK(answer["exact"] == Json({0, 11, 6, 16, 16}));
  CHECK(answer["float32"] == answer["exact"]);
  CHECK(answer["float64"] == Json({0, 11, 5, 15, 16}));
  CHECK(answer["disagreements"] == Json({-10, 10}));
  CHECK(answer["hang_on_last_bit"] == Json({-10, 10}));
  CHECK(answer["bidirectional"] == true);
}

TEST_CASE("exact bucket: positions with the same answer share a line") {
  const std::string text = bucket(
      R"({"buckets": 32, "distance": 128, "bidirectional": false, "positions": {"from": -130, "to": 3}})", false);
  CHECK_THAT(text, Contains("one-sided, 32 buckets, distance 128"));
  CHECK_THAT(text, Contains("-130 to -113     31"));
  CHECK_THAT(text, Contains("0 to 3      0"));
  CHECK_THAT(text, Contains("134 positions, 0 with a disagreement"));
  CHECK_THAT(bucket(R"({"buckets": 20, "distance": 160, "positions": [10]})", false), Contains("15  disagree"));
}
