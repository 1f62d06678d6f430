// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <set>

#include "constructions/srpe/reber.hpp"
#include "tests/claims/accepted.hpp"
#include "tests/claims/rejected_evidence.hpp"

using namespace attest::constructions;
using attest::tests::outcome_of;
using attest::tests::require_accepted;
using attest::tests::require_rejected;
using attest::theory::Rational;

// Another route to the grammar: a regular expression, tried on every string of letters.
TEST_CASE("srpe.reber: the enumerated strings are those of a regular expression") {
  const std::string b = "(T+VPX)*T+V(PSE|VE)";
  const std::regex grammar("B(TS*X(X" + b + "|SE)|P" + b + ")");
  const std::string letters = "BTSXPVE";
  std::set<std::string> matched, enumerated;
  for (long length = 1; length <= 6; ++length) {
    long words = 1;
    for (long i = 0; i < length; ++i) words *= 7;
    for (long code = 0; code < words; ++code) {
      std::string word;
      for (long i = 0, rest = code; i < length; ++i, rest /= 7) word += letters[static_cast<std::size_t>(rest % 7)];
      if (word.front() == 'B' && word.back() == 'E' && std::regex_match(word, grammar)) matched.insert(word);
    }
  }
  for (const ReberString& reber : reber_strings(6)) enumerated.insert(reber.text);
  CHECK(enumerated == matched);
  CHECK(enumerated.size() == 3);
  for (const ReberString& reber : reber_strings(12)) CHECK(std::regex_match(reber.text, grammar));
}

namespace {

Rational half_to(long k) { return pow(Rational(1, 2), k); }

// The probability that the phrase b takes at most n letters, by its parts: T T* V, then V E, P S E or P X b.
Rational phrase_b(long n) {
  Rational total = 0;
  for (long t = 1; t + 1 < n; ++t) {
    const long left = n - t - 1;
    if (left >= 2) total += half_to(t) * Rational(1, 2);
    if (left >= 3) total += half_to(t) * Rational(1, 4);
    if (left >= 3) total += half_to(t) * Rational(1, 4) * phrase_b(left - 2);
  }
  return total;
}

// The same for a whole string: B P b, or B T S* X, then S E or X b.
Rational whole_string(long n) {
  Rational total = Rational(1, 2) * phrase_b(n - 2);
  for (long s = 0; s + 3 < n; ++s) {
    const long left = n - s - 3;
    if (left >= 2) total += half_to(s + 1) * Rational(1, 4);
    total += half_to(s + 1) * Rational(1, 4) * phrase_b(left - 1);
  }
  return total;
}

}  // namespace

TEST_CASE("srpe.reber: the probabilities add up, drawn strings obey the grammar") {
  for (long longest = 1; longest <= 16; ++longest) {
    Rational total = 0;
    for (const ReberString& reber : reber_strings(longest)) total += reber.probability;
    INFO("at most " << longest << " letters");
    CHECK(total == whole_string(longest));
  }
  std::map<std::string, Rational> known;
  for (const ReberString& reber : reber_strings(9)) known.emplace(reber.text, reber.probability);
  Draw draw(105);
  for (int k = 0; k < 500; ++k) {
    const std::string text = draw_reber_string(draw);
    if (text.size() <= 9) CHECK(known.count(text) == 1);
  }
}

TEST_CASE("srpe.reber: labels by neighbours, and the same letters for either label") {
  for (const ReberString& first : reber_strings(10)) {
    for (const ReberString& second : reber_strings(9)) {
      const ReberExample p = embedded_reber('P', first.text, second.text),
                         t = embedded_reber('T', first.text, second.text);
      CHECK(label_from_neighbours(p.input) == 'P');
      CHECK(label_from_neighbours(t.input) == 'T');
      CHECK(std::is_permutation(p.input.begin(), p.input.end(), t.input.begin(), t.input.end()));
    }
  }
  CHECK(label_from_neighbours("BTXSE") == '?');
  CHECK(label_from_neighbours("BTXS") == '?');
}

// Examples with equal labels are no evidence that order is needed, and no others with equal letters are shorter.
TEST_CASE("srpe.reber: equal labels are rejected") {
  using attest::theory::Value;
  const auto letters = [](const std::string& text) {
    Value::List list;
    for (const char letter : text) list.emplace_back(std::string(1, letter));
    return list;
  };
  const Value example = Value::Record{{"string", letters("BPBTXSETBTXSEP")},
                                      {"text", letters("PBTXSETBTXSE")},
                                      {"label", "P"},
                                      {"p", Rational(1, 128)}};
  const auto pair = [&](const Value& s, const Value& t) {
    return attest::theory::split(
        {{"label_is_second_letter",
          attest::theory::range("N", 5, 5, attest::theory::exhaustive("s", attest::theory::evaluate()))},
         {"not_without_order",
          attest::theory::range(
              "N", 5, 5,
              attest::theory::witness("s", s, attest::theory::witness("t", t, attest::theory::evaluate())))}});
  };
  require_rejected("srpe.reber", "printed", true, pair(example, example));
}

TEST_CASE("srpe.reber: every certificate is accepted") {
  const auto shown = require_accepted("srpe.reber");
  CHECK(shown.at("printed"));
  CHECK(shown.at("finding_neighbours_tell"));
  CHECK(shown.at("finding_pair_counts_settle_the_control"));
  CHECK(shown.at("finding_which_pairs_settle_reber"));
  CHECK(!shown.at("finding_which_pairs_settle_the_control"));
  CHECK(!shown.at("finding_pair_counts_settle_the_second_letter"));
  for (long n = 2; n <= 3; ++n) {  // four letters are the least number
    CHECK(outcome_of("srpe.reber", "finding_pair_counts_settle_the_second_letter", false,
                     attest::theory::witness("n", n, attest::theory::evaluate())) == checker::Outcome::kRejected);
  }
  CHECK(shown.at("finding_without_order_it_is_chance"));
  CHECK(!shown.at("finding_classical_is_chance"));
}
