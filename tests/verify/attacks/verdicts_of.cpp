// SPDX-License-Identifier: Apache-2.0
// verdicts_of ATTEST_CHECK SOURCE CLAIM [--proved THEOREM]... CERTIFICATE...
// What attest says of a claim's statements on the evidence of these certificates alone: both checkers are run on each,
// and verdicts are derived as `attest check` derives them. --proved: as if Coq had accepted that theorem. Prints a JSON
// object: statement -> {status, assurance, extent, scope, alarm}, and "property p" -> {status}.
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "theory/error.hpp"
#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "verify/results/properties.hpp"
#include "verify/results/verdict.hpp"
#include "verify/run/checkers.hpp"

using namespace attest;
using namespace attest::verify::results;
using namespace attest::verify::run;
using namespace attest::verify::system;
using Json = nlohmann::ordered_json;

namespace {

CheckedCertificate checked(const Places& places, const std::string& claim, const std::string& file, const Json& json,
                           const std::set<std::string>& proved) {
  CheckedCertificate certificate;
  certificate.path = file;
  certificate.goal = json.value("goal", true);
  certificate.checkers = {run_trusted_checker(places, claim, file), run_second_checker(places, claim, file)};
  const Json steps = json.value("steps", Json::object());
  certificate.is_proof = steps.is_object() && steps.value("rule", "") == "proof";
  certificate.proof_checked = certificate.is_proof && proved.contains(steps.value("theorem", ""));
  certificate.proof_status = certificate.proof_checked ? "checked" : "not checked";
  return certificate;
}

int run(const std::vector<std::string>& arguments) {
  Places places;
  places.attest_check = arguments.at(0);
  places.source = arguments.at(1);
  const std::string& file = arguments.at(2);
  const theory::LoadedClaim loaded = theory::load_claim(file, places.source / "theory/definitions");
  ClaimResult claim;
  for (const auto& statement : loaded.statements) claim.statements.emplace_back().name = statement.name;
  std::set<std::string> proved;
  for (std::size_t i = 3; i < arguments.size(); ++i) {
    if (arguments[i] == "--proved") {
      proved.insert(arguments.at(++i));
      continue;
    }
    const Json json = Json::parse(read_file(arguments[i]), nullptr, false);
    if (!json.is_object()) continue;
    for (StatementResult& statement : claim.statements)
      if (statement.name == json.value("statement", ""))
        statement.certificates.push_back(checked(places, file, arguments[i], json, proved));
  }
  derive_verdicts(claim);
  Json verdicts = Json::object();
  for (const StatementResult& statement : claim.statements)
    verdicts[statement.name] = {{"status", statement.status},
                                {"assurance", statement.assurance},
                                {"extent", statement.extent},
                                {"scope", statement.scope},
                                {"alarm", statement.alarm}};
  for (const Property& property : properties(claim))
    verdicts["property " + property.name] = {{"status", property.status}};
  std::cout << verdicts.dump() << "\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const InputError& error) {
    std::cerr << error.what() << "\n";
    return 3;
  }
}
