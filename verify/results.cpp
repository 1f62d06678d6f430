// SPDX-License-Identifier: Apache-2.0
#include "verify/results.hpp"

#include "theory/error.hpp"
#include "verify/properties.hpp"
#include "verify/report/exhibit_json.hpp"
#include "verify/report/vocabulary.hpp"

namespace attest::verify {
namespace {

using Json = nlohmann::ordered_json;
using Pairs = std::vector<std::pair<std::string, std::string>>;

constexpr const char* schema = "attest.results/1";

constexpr std::pair<const char*, std::string Coverage::*> coverage_fields[] = {
    {"kind", &Coverage::kind},      {"variable", &Coverage::variable},
    {"domain", &Coverage::domain},  {"from", &Coverage::from},
    {"to", &Coverage::to},          {"count", &Coverage::count},
    {"system", &Coverage::system},  {"file", &Coverage::file},
    {"theorem", &Coverage::theorem}};

constexpr std::pair<const char*, std::string StatementResult::*> statement_fields[] = {
    {"name", &StatementResult::name},
    {"status", &StatementResult::status},
    {"assurance", &StatementResult::assurance},
    {"scope", &StatementResult::scope},
    {"checked_by", &StatementResult::checked_by},
    {"formal", &StatementResult::formal},
    {"mathml", &StatementResult::mathml},
    {"latex", &StatementResult::latex}};

// Writing
// ----------------------------------------------------------------------------------------------------------------

Json json_of(const std::vector<Coverage>& coverage) {
  Json list = Json::array();
  for (const Coverage& entry : coverage) {
    Json json = Json::object();
    for (const auto& [key, field] : coverage_fields)
      if (!(entry.*field).empty()) json[key] = entry.*field;
    list.push_back(json);
  }
  return list;
}

Json json_of(const CheckedCertificate& certificate) {
  Json witness = Json::array(), checkers = Json::array();
  for (const auto& [variable, value] : certificate.witness)
    witness.push_back({{"variable", variable}, {"value", value}});
  for (const CheckerReport& report : certificate.checkers)
    checkers.push_back({{"checker", report.checker},
                        {"outcome", report.outcome},
                        {"reason", report.reason},
                        {"assumed", json_of(report.assumed)},
                        {"covered", json_of(report.covered)},
                        {"precision", report.precision}});
  Json json = {{"path", certificate.path},
               {"goal", certificate.goal},
               {"is_proof", certificate.is_proof},
               {"counterexample", certificate.counterexample},
               {"witness", witness},
               {"checkers", checkers},
               {"proof_status", certificate.proof_status},
               {"proof_checked", certificate.proof_checked}};
  if (!certificate.example.empty()) json["example"] = certificate.example;
  return json;
}

Json json_of(const StatementResult& statement) {
  Json json = Json::object(), certificates = Json::array();
  for (const auto& [key, field] : statement_fields) json[key] = statement.*field;
  for (const CheckedCertificate& certificate : statement.certificates) certificates.push_back(json_of(certificate));
  json["certificates"] = certificates;
  return json;
}

/// The verdict alone, for a reader who wants no more.
Json digest(const StatementResult* statement) {
  if (!statement) return {{"status", "open"}, {"assurance", "none"}, {"scope", ""}, {"certificate", nullptr}};
  Json json = {{"status", statement->status},
               {"assurance", statement->assurance},
               {"scope", statement->scope},
               {"certificate", nullptr}};
  if (const CheckedCertificate* certificate = deciding_certificate(*statement)) {
    json["certificate"] = certificate->path;
    if (statement->status == "false") json["counterexample"] = certificate->counterexample;
  }
  return json;
}

/// A property's verdict, with the numbers that show it.
Json digest(const Property& property) {
  Json json = digest(property.statement);
  json["status"] = property.status;
  if (property.status != "open") json[property.status == "false" ? "counterexample" : "example"] = shown_by(property);
  return json;
}

Json json_of(const ClaimResult& claim) {
  Json json = {{"id", claim.id}}, header = Json::object();
  for (const auto& [key, value] : claim.header) header[key] = value;
  json["title"] = header.value("title", "");
  json["printed"] = digest(claim.find("printed"));
  if (const StatementResult* repaired = claim.find("repaired")) json["repaired"] = digest(repaired);
  for (const Property& property : properties(claim)) json["properties"][property.name] = digest(property);
  json["stem"] = claim.stem;
  json["header"] = header;
  json["definitions"] = claim.definitions;
  json["statements"] = json["engine_checks"] = json["exhibits"] = Json::array();
  for (const StatementResult& statement : claim.statements) json["statements"].push_back(json_of(statement));
  for (const constructions::EngineCheck& check : claim.engine_checks)
    json["engine_checks"].push_back({{"what", check.what}, {"passed", check.passed}, {"detail", check.detail}});
  for (const constructions::Exhibit& exhibit : claim.exhibits) json["exhibits"].push_back(exhibit_to_json(exhibit));
  json["page"] = claim.page;
  json["error"] = claim.error;
  return json;
}

// Reading
// ----------------------------------------------------------------------------------------------------------------

std::vector<Coverage> read_coverage(const JsonReader& json) {
  std::vector<Coverage> list;
  for (const JsonReader& element : json.elements()) {
    element.only({"kind", "variable", "domain", "from", "to", "count", "system", "file", "theorem"});
    Coverage& entry = list.emplace_back();
    for (const auto& [key, field] : coverage_fields)
      if (element.has(key)) entry.*field = element.at(key).string();
  }
  return list;
}

CheckerReport read_checker(const JsonReader& json) {
  json.only({"checker", "outcome", "reason", "assumed", "covered", "precision"});
  return {json.at("checker").string(),       json.at("outcome").string(),       json.at("reason").string(),
          read_coverage(json.at("assumed")), read_coverage(json.at("covered")), json.at("precision").string()};
}

CheckedCertificate read_certificate(const JsonReader& json) {
  json.only({"path", "goal", "is_proof", "counterexample", "witness", "checkers", "proof_status", "proof_checked",
             "example"});
  CheckedCertificate certificate;
  certificate.path = json.at("path").string();
  certificate.goal = json.at("goal").boolean();
  certificate.is_proof = json.at("is_proof").boolean();
  certificate.counterexample = json.at("counterexample").string();
  for (const JsonReader& entry : json.at("witness").elements()) {
    entry.only({"variable", "value"});
    certificate.witness.emplace_back(entry.at("variable").string(), entry.at("value").string());
  }
  for (const JsonReader& report : json.at("checkers").elements()) certificate.checkers.push_back(read_checker(report));
  certificate.proof_status = json.at("proof_status").string();
  certificate.proof_checked = json.at("proof_checked").boolean();
  if (json.has("example")) certificate.example = json.at("example").string();
  return certificate;
}

void require_word(const std::vector<Word>& words, const std::string& word, const JsonReader& json) {
  if (find_word(words, word)) return;
  std::string known;
  for (const Word& entry : words) known += (known.empty() ? "" : ", ") + std::string(entry.word);
  throw InputError(json.place(), "expected one of " + known + ", found \"" + word + "\"");
}

StatementResult read_statement(const JsonReader& json) {
  json.only({"name", "status", "assurance", "scope", "checked_by", "formal", "mathml", "latex", "certificates"});
  StatementResult statement;
  for (const auto& [key, field] : statement_fields) statement.*field = json.at(key).string();
  require_word(statuses(), statement.status, json.at("status"));
  require_word(assurances(), statement.assurance, json.at("assurance"));
  for (const JsonReader& certificate : json.at("certificates").elements())
    statement.certificates.push_back(read_certificate(certificate));
  return statement;
}

ClaimResult read_claim(const JsonReader& json, const Json& raw) {
  json.only({"id", "title", "printed", "repaired", "properties", "stem", "header", "definitions", "statements",
             "engine_checks", "exhibits", "page", "error"});
  ClaimResult claim;
  claim.id = json.at("id").string();
  claim.stem = json.at("stem").string();
  for (const auto& [key, value] : json.at("header").members()) claim.header.emplace_back(key, value.string());
  claim.definitions = json.at("definitions").string();
  for (const JsonReader& statement : json.at("statements").elements())
    claim.statements.push_back(read_statement(statement));
  for (const JsonReader& check : json.at("engine_checks").elements()) {
    check.only({"what", "passed", "detail"});
    claim.engine_checks.push_back(
        {check.at("what").string(), check.at("passed").boolean(), check.at("detail").string()});
  }
  for (const JsonReader& exhibit : json.at("exhibits").elements()) claim.exhibits.push_back(read_exhibit(exhibit));
  claim.page = json.at("page").string();
  claim.error = json.at("error").string();
  // The digest is derived from the statements; a file in which the two differ says two things at once.
  const Json derived = json_of(claim);
  for (const char* key : {"title", "printed", "repaired", "properties"})
    if (raw.contains(key) != derived.contains(key) || (raw.contains(key) && raw[key] != derived[key]))
      throw InputError(json.place() + "/" + key, "expected what the statements say, " +
                                                     (derived.contains(key) ? derived[key].dump() : "nothing") +
                                                     ", found " + (raw.contains(key) ? raw[key].dump() : "nothing"));
  return claim;
}

}  // namespace

const StatementResult* ClaimResult::find(const std::string& name) const {
  for (const StatementResult& statement : statements)
    if (statement.name == name) return &statement;
  return nullptr;
}

std::string Results::to_json() const {
  Json json = {{"schema", schema}, {"version", version}, {"thorough", thorough}, {"interrupted", interrupted}};
  json["claims"] = Json::array();
  for (const ClaimResult& claim : claims) json["claims"].push_back(json_of(claim));
  try {
    return json.dump(1) + "\n";
  } catch (const Json::type_error& error) {
    throw InputError("results", std::string("expected UTF-8 text in every field: ") + error.what());
  }
}

Results Results::from_json(const std::string& text, const std::string& file) {
  const Json json = parse_json(text, file);
  const JsonReader reader(json, file);
  if (const std::string found = reader.at("schema").string(); found != schema)
    throw InputError(reader.at("schema").place(), std::string("expected \"") + schema + "\", found \"" + found + "\"");
  reader.only({"schema", "version", "thorough", "interrupted", "claims"});
  Results results;
  results.version = reader.at("version").string();
  results.thorough = reader.at("thorough").boolean();
  results.interrupted = reader.at("interrupted").boolean();
  const std::vector<JsonReader> claims = reader.at("claims").elements();
  for (std::size_t i = 0; i < claims.size(); ++i) results.claims.push_back(read_claim(claims[i], json["claims"][i]));
  return results;
}

}  // namespace attest::verify
