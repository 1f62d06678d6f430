// SPDX-License-Identifier: Apache-2.0
#include "verify/results/results.hpp"

#include "theory/error.hpp"
#include "verify/results/exhibit_json.hpp"
#include "verify/results/properties.hpp"
#include "verify/results/verdict.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::results {

using json::JsonReader;
using json::parse_json;

namespace {

using Json = nlohmann::ordered_json;
using Pairs = std::vector<std::pair<std::string, std::string>>;

constexpr const char* schema = "attest.results/2";

constexpr std::pair<const char*, std::string Coverage::*> coverage_fields[] = {
    {"kind", &Coverage::kind},     {"variable", &Coverage::variable}, {"domain", &Coverage::domain},
    {"part", &Coverage::part},     {"from", &Coverage::from},         {"to", &Coverage::to},
    {"values", &Coverage::values}, {"count", &Coverage::count},       {"statement", &Coverage::statement},
    {"system", &Coverage::system}, {"file", &Coverage::file},         {"theorem", &Coverage::theorem}};

constexpr std::pair<const char*, std::string StatementResult::*> statement_fields[] = {
    {"name", &StatementResult::name},
    {"status", &StatementResult::status},
    {"assurance", &StatementResult::assurance},
    {"extent", &StatementResult::extent},
    {"scope", &StatementResult::scope},
    {"checked_by", &StatementResult::checked_by},
    {"certificate", &StatementResult::certificate},
    {"alarm", &StatementResult::alarm},
    {"hash", &StatementResult::hash},
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
                        {"because", report.because},
                        {"assumed", json_of(report.assumed)},
                        {"covered", json_of(report.covered)},
                        {"evaluated", report.evaluated},
                        {"precision", report.precision}});
  Json json = {{"path", certificate.path},
               {"sha256", certificate.sha256},
               {"goal", certificate.goal},
               {"is_proof", certificate.is_proof},
               {"counterexample", certificate.counterexample},
               {"witness", witness},
               {"checkers", checkers},
               {"proof_status", certificate.proof_status},
               {"proof_checked", certificate.proof_checked},
               {"proof_sha256", certificate.proof_sha256}};
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
  if (!statement)
    return {{"status", "open"}, {"assurance", "none"}, {"extent", ""}, {"scope", ""}, {"certificate", nullptr}};
  Json json = {{"status", statement->status},
               {"assurance", statement->assurance},
               {"extent", statement->extent},
               {"scope", statement->scope},
               {"certificate", nullptr}};
  if (!statement->alarm.empty()) json["alarm"] = statement->alarm;
  if (const CheckedCertificate* certificate = deciding_certificate(*statement)) {
    json["certificate"] = certificate->path;
    if (statement->status == "false") json["counterexample"] = certificate->counterexample;
  }
  return json;
}

/// A property's verdict, with the numbers that show it. One that says "some parameters" is refuted by no instance, but
/// by a statement about all of them; an instance of that is an example.
Json digest(const Property& property) {
  Json json = digest(property.statement);
  json["status"] = property.status;
  json.erase("counterexample");
  if (property.negated) json["shown_by"] = property.statement->name;
  if (const std::string numbers = counterexample(property); !numbers.empty()) json["counterexample"] = numbers;
  if (const std::string numbers = example(property); !numbers.empty()) json["example"] = numbers;
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
  json["header_hash"] = claim.header_hash;
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
    element.only({"kind", "variable", "domain", "part", "from", "to", "values", "count", "statement", "system", "file",
                  "theorem"});
    Coverage& entry = list.emplace_back();
    for (const auto& [key, field] : coverage_fields)
      if (element.has(key)) entry.*field = element.at(key).string();
  }
  return list;
}

CheckerReport read_checker(const JsonReader& json) {
  json.only({"checker", "outcome", "reason", "because", "assumed", "covered", "evaluated", "precision"});
  return {json.at("checker").string(),   json.at("outcome").string(),       json.at("reason").string(),
          json.at("because").string(),   read_coverage(json.at("assumed")), read_coverage(json.at("covered")),
          json.at("evaluated").string(), json.at("precision").string()};
}

CheckedCertificate read_certificate(const JsonReader& json) {
  json.only({"path", "sha256", "goal", "is_proof", "counterexample", "witness", "checkers", "proof_status",
             "proof_checked", "proof_sha256", "example"});
  CheckedCertificate certificate;
  certificate.path = json.at("path").string();
  certificate.sha256 = json.at("sha256").string();
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
  certificate.proof_sha256 = json.at("proof_sha256").string();
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
  json.only({"name", "status", "assurance", "extent", "scope", "checked_by", "certificate", "alarm", "hash", "formal",
             "mathml", "latex", "certificates"});
  StatementResult statement;
  for (const auto& [key, field] : statement_fields) statement.*field = json.at(key).string();
  require_word(statuses(), statement.status, json.at("status"));
  require_word(assurances(), statement.assurance, json.at("assurance"));
  for (const JsonReader& certificate : json.at("certificates").elements())
    statement.certificates.push_back(read_certificate(certificate));
  return statement;
}

/// A verdict is what follows from the checkers' answers, whatever a file says.
void require_derived(const ClaimResult& claim, const JsonReader& json) {
  ClaimResult derived = claim;
  derive_verdicts(derived);
  for (std::size_t i = 0; i < claim.statements.size(); ++i) {
    for (const auto& [key, field] : statement_fields) {
      const std::string &found = claim.statements[i].*field, &expected = derived.statements[i].*field;
      if (found == expected) continue;
      throw InputError(json.place() + "/statements/" + std::to_string(i) + "/" + key,
                       "expected what follows from the certificates, \"" + expected + "\", found \"" + found + "\"");
    }
  }
}

ClaimResult read_claim(const JsonReader& json, const Json& raw) {
  json.only({"id", "title", "printed", "repaired", "properties", "stem", "header", "header_hash", "definitions",
             "statements", "engine_checks", "exhibits", "page", "error"});
  ClaimResult claim;
  claim.id = json.at("id").string();
  claim.stem = json.at("stem").string();
  for (const auto& [key, value] : json.at("header").members()) claim.header.emplace_back(key, value.string());
  claim.header_hash = json.at("header_hash").string();
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
  require_derived(claim, json);
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
  json["checkers"] = Json::object();
  for (const auto& [name, hash] : checkers) json["checkers"][name] = hash;
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
  reader.only({"schema", "version", "thorough", "interrupted", "checkers", "claims"});
  Results results;
  results.version = reader.at("version").string();
  results.thorough = reader.at("thorough").boolean();
  results.interrupted = reader.at("interrupted").boolean();
  for (const auto& [name, hash] : reader.at("checkers").members()) results.checkers.emplace_back(name, hash.string());
  const std::vector<JsonReader> claims = reader.at("claims").elements();
  for (std::size_t i = 0; i < claims.size(); ++i) results.claims.push_back(read_claim(claims[i], json["claims"][i]));
  return results;
}

}  // namespace attest::verify::results
