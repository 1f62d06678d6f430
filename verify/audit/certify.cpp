// SPDX-License-Identifier: Apache-2.0
#include "verify/audit/certify.hpp"

#include <set>

#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "verify/results/verdict.hpp"
#include "verify/run/checkers.hpp"

namespace attest::verify::audit {

using constructions::WrittenAnswer;
using system::Places;
using Json = nlohmann::ordered_json;

namespace fs = std::filesystem;

namespace {

// Letters, digits and single '-', at most 40: what an id may be made of.
std::string slug(const std::string& name) {
  std::string text;
  for (char c : name) {
    const bool keeps = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (keeps)
      text += c;
    else if (!text.empty() && text.back() != '-')
      text += '-';
    if (text.size() == 40) break;
  }
  while (!text.empty() && text.back() == '-') text.pop_back();
  return text.empty() ? "attention" : text;
}

std::string with(std::string text, char from, char to) {
  std::replace(text.begin(), text.end(), from, to);
  return text;
}

// Of several steps the first that attest-check accepts; it is asked about each before the run asks it about the one.
constructions::Findings findings(const WrittenAnswer& answer, const std::string& id, const std::string& stem,
                                 const fs::path& out, Places places, const constructions::Effort& effort) {
  theory::Certificate certificate{id, "printed", true, answer.steps.front()};
  if (answer.steps.size() == 1) return {{certificate}, {}, {}};
  places.own.insert_or_assign(stem, out / "own" / stem);
  const fs::path claim_file = places.claim_file(stem), tried = out / "own" / stem / "tried.json";
  const theory::LoadedClaim loaded = theory::load_claim(claim_file, places.definitions(stem));
  const theory::Binding binding{theory::header_hash(loaded), theory::statement_hash(loaded, "printed")};
  for (const theory::Step& step : answer.steps) {
    if (!effort.may_continue()) break;
    certificate.steps = step;
    system::write_file(tried, certificate.to_json(binding));
    const bool accepted = run::run_trusted_checker(places, claim_file, tried).outcome == "Accepted";
    fs::remove(tried);
    if (accepted) return {{certificate}, {}, {}};
  }
  return {};
}

std::string page(const WrittenAnswer& answer, const Json& audit) {
  std::string text = "# " + with(answer.question, '_', ' ') + "\n\n" + answer.asserted + "\n";
  const Json* reason = nullptr;
  if (audit.contains("properties") && audit["properties"].contains(answer.question))
    reason = &audit["properties"][answer.question]["reason"];
  else if (audit.contains(answer.question) && audit[answer.question].is_object())
    reason = &audit[answer.question]["reason"];
  if (reason) text += "\nThe audit's argument: " + reason->get<std::string>() + ".\n";
  if (!answer.difference.empty()) text += "\n" + answer.difference + "\n";
  return text;
}

Json shown(const results::ClaimResult& claim) {
  const results::StatementResult& statement = *claim.find("printed");
  Json json = {{"claim", claim.id},
               {"file", "audit/" + claim.stem + ".claim"},
               {"statement", "printed"},
               {"status", statement.status},
               {"assurance", statement.assurance},
               {"scope", statement.scope},
               {"verdict", results::verdict_in_words(statement)},
               {"checked_by", statement.checked_by}};
  json["certificate"] = statement.certificate.empty() ? Json(nullptr) : Json(statement.certificate);
  json["checkers"] = Json::array();
  for (const results::CheckedCertificate& certificate : statement.certificates)
    for (const results::CheckerReport& report : certificate.checkers)
      json["checkers"].push_back({{"checker", report.checker}, {"outcome", report.outcome}});
  return json;
}

}  // namespace

results::Results certify(std::vector<Audited>& audits, const Places& places, run::CheckOptions options) {
  struct Place {
    std::size_t audit;
    std::string question, id;
  };
  std::vector<Place> asked;
  std::set<std::string> names;
  for (std::size_t i = 0; i < audits.size(); ++i) {
    Audited& audited = audits[i];
    std::string name = slug(audited.name);
    while (!names.insert(with(name, '.', '-')).second) name = slug(audited.name) + "-" + std::to_string(i + 1);
    Json& certificates = audited.json["certificates"] = Json::object();
    for (const WrittenAnswer& answer : audited.answers()) {
      Json& entry = certificates[answer.question] = Json::object();
      if (audited.attention)
        if (const auto theorem = constructions::theorem_for(*audited.attention, answer.question))
          entry["theorem"] = {{"claim", theorem->claim},
                              {"statement", theorem->statement},
                              {"theorem", theorem->theorem},
                              {"file", theorem->file},
                              {"run", "attest check " + theorem->claim}};
      if (answer.steps.empty()) {
        entry["none"] = answer.without;
        continue;
      }
      const std::string id = "audit." + name + "." + with(answer.question, '_', '-'),
                        stem = with(with(id, '.', '_'), '-', '_');
      const fs::path file = options.out / "audit" / (stem + ".claim");
      system::write_file(file, claim_text(answer, id, name));
      system::write_file(fs::path(file).replace_extension(".md"), page(answer, audited.json));
      options.files.push_back(file);
      options.constructions[id] = [=, out = options.out](const constructions::Effort& effort) {
        return findings(answer, id, stem, out, places, effort);
      };
      asked.push_back({i, answer.question, id});
    }
  }
  if (options.files.empty()) return {};
  results::Results results = run::check(places, options);
  for (const Place& place : asked) {
    Json& entry = audits[place.audit].json["certificates"][place.question];
    for (const results::ClaimResult& claim : results.claims)
      if (claim.id == place.id) entry.update(shown(claim));
    if (!entry.contains("claim")) entry["none"] = "the run ended before it was decided";
  }
  return results;
}

}  // namespace attest::verify::audit
