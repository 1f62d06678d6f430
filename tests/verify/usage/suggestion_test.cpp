// SPDX-License-Identifier: Apache-2.0
#include "verify/usage/suggestion.hpp"

#include <catch2/catch.hpp>

#include "verify/usage/color.hpp"

using namespace attest::verify::usage;

TEST_CASE("the distance of two words counts edits and swaps of neighbours") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("check", "check") == 0);
  CHECK(edit_distance("check", "chekc") == 1);
  CHECK(edit_distance("check", "chec") == 1);
  CHECK(edit_distance("", "check") == 5);
  CHECK(edit_distance("kernel", "colonel") == edit_distance("colonel", "kernel"));
}

TEST_CASE("what is near is named, the nearest first; what is far is not") {
  const std::vector<std::string> names = {"check", "claims", "construct", "report", "recheck"};
  CHECK(nearest("chekc", names).front() == "check");
  CHECK(nearest("zzzzzz", names).empty());
  CHECK(nearest("check", {}).empty());
  const std::vector<std::string> ids = {"positional.lemma-b3", "urpe.theorem-1", "urpe.theorem-2"};
  CHECK(nearest_claims("lemma-b3", ids) == std::vector<std::string>{"positional.lemma-b3"});
  CHECK(did_you_mean({}).empty());
  CHECK(did_you_mean({"a", "b"}) == "; did you mean 'a' or 'b'?");
}

TEST_CASE("colours take no room and change no word") {
  const std::string words = "false (certified)";
  CHECK(painted_verdict(words, false) == words);
  const std::string colored = painted_verdict(words, true);
  CHECK(color_bytes(words) == 0);
  CHECK(colored.size() == words.size() + color_bytes(colored));
}
