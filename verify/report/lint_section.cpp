// SPDX-License-Identifier: Apache-2.0
#include "verify/report/lint_section.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "verify/system/files.hpp"

namespace attest::verify::report {

namespace {

using Json = nlohmann::json;
using results::ClaimResult;
using results::StatementResult;

constexpr const char* kTitle = "\n\n## The statement itself\n";

std::string text_of(const Json& object, const char* key) {
  return object.is_object() && object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : "";
}

Json list_of(const Json& object, const char* key) {
  return object.is_object() && object.contains(key) && object[key].is_array() ? object[key] : Json::array();
}

// Text from a file is code in the page, and so no markup.
std::string code(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '`' || c == '\n'; }, ' ');
  return text.empty() ? "" : "`" + text + "`";
}

std::string item(const Json& statement) {
  std::string text = "* " + code(text_of(statement, "name")) + ": " + code(text_of(statement, "comes_out")) +
                     " as far as lint searched";
  if (const std::string met = text_of(statement, "satisfied_by"); !met.empty())
    text += "; its hypotheses are met by " + code(met);
  for (const Json& hypothesis : list_of(statement, "hypotheses"))
    text += "; without " + code(text_of(hypothesis, "hypothesis")) + ": " + code(text_of(hypothesis, "without"));
  if (const Json slips = statement.value("slips", Json::object());
      slips.is_object() && slips.contains("tried") && slips["tried"].is_number_unsigned() &&
      slips.contains("noticed") && slips["noticed"].is_number_unsigned())
    text += "; " + slips["noticed"].dump() + " of " + slips["tried"].dump() + " slips of the pen noticed";
  text += ".\n";
  for (const Json& finding : list_of(statement, "findings"))
    text += "* In " + code(text_of(statement, "name")) +
            (text_of(finding, "level") == "defect" ? ", a defect: " : ", to be looked at: ") +
            code(text_of(finding, "text")) + ".\n";
  return text;
}

std::string section(const ClaimResult& claim, const Json& linted) {
  std::string items;
  for (const Json& statement : list_of(linted, "statements")) {
    const StatementResult* decided = claim.find(text_of(statement, "name"));
    if (decided && decided->hash == text_of(statement, "hash")) items += item(statement);
  }
  if (items.empty()) return "";
  return std::string(kTitle) +
         "What `attest lint` found of the formal statements: found by searching, so that what it did not find may be "
         "there.\n\n" +
         items;
}

}  // namespace

std::map<std::string, std::string> lint_sections(const results::Results& results, const std::filesystem::path& file) {
  std::map<std::string, std::string> sections;
  for (const ClaimResult& claim : results.claims)
    sections[claim.id] = std::string(kTitle) + "Not attacked here: `attest lint " + claim.id +
                         "` asks whether a statement is vacuous, trivial or wrongly quantified.\n";
  if (!std::filesystem::is_regular_file(file)) return sections;
  const Json document = Json::parse(system::read_file(file), nullptr, false);
  if (text_of(document, "schema") != "attest.lint/1") return sections;
  for (const Json& linted : list_of(document, "claims"))
    for (const ClaimResult& claim : results.claims)
      if (const std::string found = section(claim, linted); claim.id == text_of(linted, "id") && !found.empty())
        sections[claim.id] = found;
  return sections;
}

}  // namespace attest::verify::report
