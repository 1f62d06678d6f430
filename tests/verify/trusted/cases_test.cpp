// SPDX-License-Identifier: Apache-2.0
// The certificates and claims of cases/: the outcome of each, and that the reason given is the reason of its name.
#include <catch2/catch.hpp>

#include "tests/verify/trusted/case_files.hpp"

namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

// The member "assumed" or "covered" of the report about an accepted case.
std::string report(const std::string& name, const std::string& key) {
  const std::string rule = name.substr(0, name.find('/'));
  const auto result = checker::check(
      (cases::folder() / "claims" / (rule + ".claim")).string(),
      cases::read(cases::folder() / rule / "accept" / (name.substr(rule.size() + 1) + ".json")), cases::options());
  REQUIRE(result.outcome == checker::Outcome::kAccepted);
  const std::string opening = "\"" + key + "\": [";
  const std::size_t begin = result.json.find(opening);
  REQUIRE(begin != std::string::npos);
  return result.json.substr(begin + opening.size(), result.json.find(']', begin) - begin - opening.size());
}

}  // namespace

TEST_CASE("every case ends in the outcome of its folder, for the reason expected of it") {
  for (const cases::Case& c : cases::all()) {
    const auto result = checker::check(c.claim.string(), cases::read(c.file), cases::options(), "the certificate");
    INFO(c.name() << "\n" << result.text);
    CHECK(result.outcome == c.outcome());
    CHECK_THAT(result.reason, Contains(c.expected));
    CHECK(result.reason.empty() == (c.folder == "accept"));
    CHECK_THAT(result.json, Contains(std::string("\"outcome\": \"") + checker::outcome_name(c.outcome()) + "\""));
    if (c.folder == "malformed") CHECK_THAT(result.reason, Contains("the certificate"));
  }
}

TEST_CASE("each rule has at least as many cases to reject as to accept") {
  std::map<std::string, std::map<std::string, int>> count;
  for (const cases::Case& c : cases::all()) ++count[c.rule][c.folder];
  for (const char* rule : {"witness", "function", "exhaustive", "instances", "box", "polynomial", "split", "evaluate",
                           "squares", "statement", "proof", "file"}) {
    INFO(rule);
    CHECK(count[rule]["accept"] > 0);
    CHECK(count[rule]["reject"] >= count[rule]["accept"]);
    CHECK(count[rule]["malformed"] > 0);
  }
}

TEST_CASE("a certificate accepted for one goal is not accepted for the other") {
  for (const cases::Case& c : cases::all()) {
    if (c.folder != "accept") continue;
    std::string text = cases::read(c.file);
    const std::size_t goal = text.find("\"goal\""), value = text.find_first_of("tf", goal + 6);
    const bool was_true = text[value] == 't';
    text.replace(value, was_true ? 4 : 5, was_true ? "false" : "true");
    INFO(c.name());
    REQUIRE(text != cases::read(c.file));
    CHECK(checker::check(c.claim.string(), text, cases::options()).outcome == checker::Outcome::kRejected);
  }
}

TEST_CASE("the smallest budget that decides a case is the same in every run, and one step less is Undecided") {
  for (const cases::Case& c : cases::all()) {
    if (c.folder != "accept" || c.rule == "proof" || c.rule == "statement") continue;
    const std::string text = cases::read(c.file);
    const auto outcome = [&](std::uint64_t budget) {
      return checker::check(c.claim.string(), text, {.definitions = "", .budget = budget}).outcome;
    };
    std::uint64_t few = 0, enough = cases::options().budget;
    while (enough - few > 1) {
      const std::uint64_t middle = few + (enough - few) / 2;
      (outcome(middle) == checker::Outcome::kAccepted ? enough : few) = middle;
    }
    INFO(c.name() << " with " << enough << " steps");
    CHECK(outcome(enough) == checker::Outcome::kAccepted);
    CHECK(outcome(few) == checker::Outcome::kUndecided);
  }
}

TEST_CASE("what is accepted for some elements only comes back with the assumption") {
  const auto assumed = [](const std::string& name) { return report(name, "assumed"); };
  CHECK(assumed("instances/values") ==
        R"({"kind": "instances", "variable": "n", "domain": "naturals from 3", "values": "3, 10", "count": "2"})");
  CHECK(assumed("instances/range") ==
        R"({"kind": "range", "variable": "n", "domain": "naturals from 3", "from": "3", "to": "8", "count": "6"})");
  // Those that the guard leaves out are not counted.
  CHECK(assumed("instances/range_with_cases_for_those_with_guard") ==
        R"({"kind": "range", "variable": "n", "domain": "naturals from 0", "from": "0", "to": "4", "count": "3"})");
  // "There is none" asks for all elements, as "for all" does.
  CHECK(assumed("instances/exists_under_goal_false_is_assumed") ==
        R"({"kind": "instances", "variable": "x", "domain": "reals", "values": "0, 1/2, -1", "count": "3"})");
  CHECK(assumed("instances/exists_in_a_list_under_goal_false_is_assumed") ==
        R"({"kind": "instances", "variable": "x", "domain": "1 .. 10", "values": "1, 10", "count": "2"})");
  CHECK(assumed("instances/ranges_within_a_range") ==
        R"({"kind": "range", "variable": "n", "domain": "naturals from 1", "from": "1", "to": "3", "count": "3"}, )"
        R"({"kind": "range", "variable": "m", "domain": "naturals from n", "from": "3", "to": "5", "count": "9"})");
  // Ranges that have no element in common span nothing: five instances.
  CHECK(assumed("instances/ranges_without_a_common_element") ==
        R"({"kind": "range", "variable": "n", "domain": "naturals from 1", "from": "1", "to": "2", "count": "2"}, )"
        R"({"kind": "instances", "variable": "m", "domain": "naturals from n", "count": "5"})");
  CHECK(assumed("statement/the_whole") == R"({"kind": "statement", "statement": "one"})");
  CHECK(assumed("statement/a_part_of_a_part") == R"({"kind": "statement", "statement": "one", "part": "outer.inner"}, )"
                                                 R"({"kind": "statement", "statement": "plain", "part": "plain"})");
  CHECK(assumed("proof/statement") ==
        R"({"kind": "proof", "system": "coq", "file": "theory/proofs/gauss.v", "theorem": "gauss"})");
  for (const char* complete :
       {"witness/nested", "exhaustive/none_exists", "box/whole_line", "split/nested", "evaluate/true",
        "exhaustive/empty_domain", "squares/means", "squares/natural_numbers"}) {
    CHECK(assumed(complete).empty());
  }
}

TEST_CASE("what was covered is counted without what was passed over") {
  const auto covered = [](const std::string& name) { return report(name, "covered"); };
  CHECK(covered("exhaustive/empty_domain") ==
        R"({"rule": "exhaustive", "variable": "x", "domain": "5 .. 4", "count": "0"})");
  CHECK(covered("exhaustive/every_element_filtered") ==
        R"({"rule": "exhaustive", "variable": "x", "domain": "1 .. 3", "count": "0"})");
  CHECK(covered("exhaustive/cases_of_those_with_guard") ==
        R"({"rule": "exhaustive", "variable": "x", "domain": "1 .. 6", "count": "3"}, )"
        R"({"rule": "witness", "variable": "y", "domain": "naturals from 0", "count": "3"})");
  CHECK(covered("box/cell_without_an_element_passed_over") ==
        R"({"rule": "box", "variable": "x", "domain": "reals from - 1 to 1", "count": "1"})");
  CHECK(covered("box/four_cells") ==
        R"({"rule": "box", "variable": "x", "domain": "reals from 0 to 1", "count": "4"})");
  CHECK(covered("polynomial/guard_false_everywhere") ==
        R"({"rule": "polynomial", "variable": "x", "domain": "reals from 0 to 1", "count": "0"})");
  CHECK(covered("squares/inside_a_list") ==
        R"({"rule": "polynomial", "variable": "x", "domain": "reals", "count": "1"}, )"
        R"({"rule": "exhaustive", "variable": "k", "domain": "1 .. 3", "count": "3"})");
  CHECK(covered("proof/statement").empty());
}

TEST_CASE("the precision reported is the largest that was needed") {
  const auto json = [](const char* rule, const char* name) {
    const std::string certificate = cases::read(cases::folder() / rule / "accept" / (std::string(name) + ".json"));
    return checker::check((cases::folder() / "claims" / (std::string(rule) + ".claim")).string(), certificate,
                          cases::options())
        .json;
  };
  CHECK_THAT(json("evaluate", "true"), EndsWith("\"precision\": \"64\"}"));
  CHECK_THAT(json("evaluate", "limit_between_two_powers"), EndsWith("\"precision\": \"128\"}"));
  CHECK_THAT(json("exhaustive", "domain_known_at_128_bits"), EndsWith("\"precision\": \"128\"}"));
}

TEST_CASE("a malformed claim is refused with its file, its line and what is wrong there") {
  const std::filesystem::path folder = cases::folder() / "claims_malformed";
  const auto expected = cases::read_table(folder / "expected.tsv");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files += entry.path().extension() == ".claim";
  CHECK(files == expected.size());
  const std::string certificate = cases::read(cases::folder() / "file/accept/plain.json");
  for (const auto& [name, reason] : expected) {
    const std::string claim = (folder / name).string();
    const auto result = checker::check(claim, certificate, cases::options());
    INFO(name << "\n" << result.text);
    CHECK(result.outcome == checker::Outcome::kMalformed);
    CHECK_THAT(result.reason, Contains(reason));
    // The place is the claim itself, or the file that it uses.
    const bool used = name.starts_with("use_");
    CHECK_THAT(result.reason, Contains(claim + ":") || Contains(used ? ".stm:" : claim + ":"));
    CHECK(checker::evaluate(claim, "1", 64, cases::options()).outcome == checker::Outcome::kMalformed);
    CHECK(checker::statement_hash_of(claim, "printed", cases::options()).outcome == checker::Outcome::kMalformed);
  }
}
