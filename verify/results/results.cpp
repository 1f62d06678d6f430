// SPDX-License-Identifier: Apache-2.0
#include "verify/results/results.hpp"

#include "theory/error.hpp"
#include "verify/results/exhibit_json.hpp"
#include "verify/results/properties.hpp"
#include "verify/results/verdict.hpp"
#include "verify/results/vocabulary.hpp"

namespace attest::verify::results {

using json::Node;
using json::parse_strictly;

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
  if (certificate.is_proof) json["proof_bound_by_program"] = certificate.proof_bound_by_program;
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
  if (claim.own) json["own"] = true;
  json["header"] = header;
  json["header_hash"] = claim.header_hash;
  json["definitions"] = claim.definitions;
  json["statements"] = json["engine_checks"] = json["exhibits"] = Json::array();
  for (const StatementResult& statement : claim.statements) json["statements"].push_back(json_of(statement));
  for (const constructions::EngineCheck& check : claim.engine_checks) {
    json["engine_checks"].push_back({{"what", check.what}, {"passed", check.passed}, {"detail", check.detail}});
    if (!check.statement.empty()) json["engine_checks"].back()["statement"] = check.statement;
  }
  for (const constructions::Exhibit& exhibit : claim.exhibits) json["exhibits"].push_back(exhibit_to_json(exhibit));
  json["page"] = claim.page;
  json["error"] = claim.error;
  return json;
}

// Reading
// ----------------------------------------------------------------------------------------------------------------

std::vector<Coverage> read_coverage(const Node& json) {
  std::vector<Coverage> list;
  for (const Node& element : json.list()) {
    element.expect_keys({"kind", "variable", "domain", "part", "from", "to", "values", "count", "statement", "system",
                         "file", "theorem"});
    Coverage& entry = list.emplace_back();
    for (const auto& [key, field] : coverage_fields)
      if (element.has(key)) entry.*field = element.at(key).text();
  }
  return list;
}

CheckerReport read_checker(const Node& json) {
  json.expect_keys({"checker", "outcome", "reason", "because", "assumed", "covered", "evaluated", "precision"});
  return {json.at("checker").text(),   json.at("outcome").text(),         json.at("reason").text(),
          json.at("because").text(),   read_coverage(json.at("assumed")), read_coverage(json.at("covered")),
          json.at("evaluated").text(), json.at("precision").text()};
}

CheckedCertificate read_certificate(const Node& json) {
  json.expect_keys({"path", "sha256", "goal", "is_proof", "counterexample", "witness", "checkers", "proof_status",
                    "proof_checked", "proof_sha256", "example", "proof_bound_by_program"});
  CheckedCertificate certificate;
  certificate.path = json.at("path").text();
  certificate.sha256 = json.at("sha256").text();
  certificate.goal = json.at("goal").boolean();
  certificate.is_proof = json.at("is_proof").boolean();
  certificate.counterexample = json.at("counterexample").text();
  for (const Node& entry : json.at("witness").list()) {
    entry.expect_keys({"variable", "value"});
    certificate.witness.emplace_back(entry.at("variable").text(), entry.at("value").text());
  }
  for (const Node& report : json.at("checkers").list()) certificate.checkers.push_back(read_checker(report));
  certificate.proof_status = json.at("proof_status").text();
  certificate.proof_checked = json.at("proof_checked").boolean();
  certificate.proof_sha256 = json.at("proof_sha256").text();
  if (json.has("example")) certificate.example = json.at("example").text();
  certificate.proof_bound_by_program =
      json.has("proof_bound_by_program") && json.at("proof_bound_by_program").boolean();
  return certificate;
}

void require_word(const std::vector<Word>& words, const std::string& word, const Node& json) {
  if (find_word(words, word)) return;
  std::string known;
  for (const Word& entry : words) known += (known.empty() ? "" : ", ") + std::string(entry.word);
  throw InputError(json.place(), "expected one of " + known + ", found \"" + word + "\"");
}

StatementResult read_statement(const Node& json) {
  json.expect_keys({"name", "status", "assurance", "extent", "scope", "checked_by", "certificate", "alarm", "hash",
                    "formal", "mathml", "latex", "certificates"});
  StatementResult statement;
  for (const auto& [key, field] : statement_fields) statement.*field = json.at(key).text();
  require_word(statuses(), statement.status, json.at("status"));
  require_word(assurances(), statement.assurance, json.at("assurance"));
  for (const Node& certificate : json.at("certificates").list())
    statement.certificates.push_back(read_certificate(certificate));
  return statement;
}

/// A verdict is what follows from the checkers' answers, whatever a file says.
void require_derived(const ClaimResult& claim, const Node& json) {
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

ClaimResult read_claim(const Node& json, const Json& raw) {
  json.expect_keys({"id", "title", "printed", "repaired", "properties", "stem", "own", "header", "header_hash",
                    "definitions", "statements", "engine_checks", "exhibits", "page", "error"});
  ClaimResult claim;
  claim.id = json.at("id").text();
  claim.stem = json.at("stem").text();
  claim.own = json.has("own") && json.at("own").boolean();
  for (const auto& [key, value] : json.at("header").members()) claim.header.emplace_back(key, value.text());
  claim.header_hash = json.at("header_hash").text();
  claim.definitions = json.at("definitions").text();
  for (const Node& statement : json.at("statements").list()) claim.statements.push_back(read_statement(statement));
  for (const Node& check : json.at("engine_checks").list()) {
    check.expect_keys({"what", "passed", "detail", "statement"});
    claim.engine_checks.push_back({check.at("what").text(), check.at("passed").boolean(), check.at("detail").text(),
                                   check.has("statement") ? check.at("statement").text() : std::string()});
  }
  for (const Node& exhibit : json.at("exhibits").list()) claim.exhibits.push_back(read_exhibit(exhibit));
  claim.page = json.at("page").text();
  claim.error = json.at("error").text();
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
  const Json json = parse_strictly(text, file);
  const Node reader(json, file);
  if (const std::string found = reader.at("schema").text(); found != schema)
    throw InputError(reader.at("schema").place(), std::string("expected \"") + schema + "\", found \"" + found + "\"");
  reader.expect_keys({"schema", "version", "thorough", "interrupted", "checkers", "claims"});
  Results results;
  results.version = reader.at("version").text();
  results.thorough = reader.at("thorough").boolean();
  results.interrupted = reader.at("interrupted").boolean();
  for (const auto& [name, hash] : reader.at("checkers").members()) results.checkers.emplace_back(name, hash.text());
  const std::vector<Node> claims = reader.at("claims").list();
  for (std::size_t i = 0; i < claims.size(); ++i) results.claims.push_back(read_claim(claims[i], json["claims"][i]));
  return results;
}

}  // namespace attest::verify::results
