// SPDX-License-Identifier: Apache-2.0
#include "verify/run/checkers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "theory/statement/sha256.hpp"
#include "verify/system/process.hpp"

namespace attest::verify::run {

using results::CheckerReport;
using results::Coverage;
using system::Places;
using system::ProcessOptions;
using system::read_file;
using system::run_process;
using system::sorted_files;

namespace {

using nlohmann::json;

std::string text_of(const json& object, const char* key) {
  return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : std::string();
}

std::vector<Coverage> coverage_list(const json& list, const char* kind_key) {
  std::vector<Coverage> result;
  for (const json& entry : list) {
    result.push_back({text_of(entry, kind_key), text_of(entry, "variable"), text_of(entry, "domain"),
                      text_of(entry, "part"), text_of(entry, "from"), text_of(entry, "to"), text_of(entry, "values"),
                      text_of(entry, "count"), text_of(entry, "statement"), text_of(entry, "system"),
                      text_of(entry, "file"), text_of(entry, "theorem")});
  }
  return result;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

constexpr const char* kSecondChecker = "second checker (Python)";

// No certificate of ours comes near; one that does is ended, and that is what its outcome says.
constexpr std::chrono::seconds kTrustedLimit{600}, kSecondLimit{1800}, kProofLimit{7200};

std::vector<std::string> second_command(const Places& places, const std::filesystem::path& claim_file,
                                        const std::vector<std::filesystem::path>& certificates) {
  // -S: without the packages of the installation, of which it needs none.
  std::vector<std::string> command = {"python3", "-S", places.second_checker().string(), "--json", claim_file.string()};
  for (const std::filesystem::path& certificate : certificates) command.push_back(certificate.string());
  return command;
}

CheckerReport run_checker(const std::string& name, const std::vector<std::string>& command, std::chrono::seconds limit,
                          const std::string& cannot_start) {
  CheckerReport report;
  report.checker = name;
  report.outcome = "not run";
  ProcessOptions options;
  options.limit = limit;
  const auto result = run_process(command, options);
  if (!result || result->exit_code == 127) {
    report.reason = cannot_start;
  } else if (result->timed_out) {
    report.outcome = "Undecided";
    report.reason = "ended after " + std::to_string(limit.count()) + " s";
  } else if (result->signal != 0) {
    report.outcome = "Failed";
    report.reason = "the checker was ended by signal " + std::to_string(result->signal);
  } else {
    return read_checker_output(name, result->output, result->errors);
  }
  return report;
}

}  // namespace

CheckerReport read_checker_output(const std::string& checker, const std::string& output, const std::string& errors) {
  CheckerReport report;
  report.checker = checker;
  report.outcome = "not run";
  const json object = json::parse(output, nullptr, false);
  if (!object.is_object() || !object.contains("outcome")) {
    report.reason = "no answer: " + first_line(errors.empty() ? output : errors);
    return report;
  }
  report.outcome = text_of(object, "outcome");
  report.reason = text_of(object, "reason");
  report.because = text_of(object, "because");
  report.evaluated = text_of(object, "evaluated");
  report.precision = text_of(object, "precision");
  if (object.contains("assumed")) report.assumed = coverage_list(object["assumed"], "kind");
  if (object.contains("covered")) report.covered = coverage_list(object["covered"], "rule");
  return report;
}

CheckerReport run_trusted_checker(const Places& places, const std::filesystem::path& claim_file,
                                  const std::filesystem::path& certificate) {
  return run_checker("attest-check",
                     {places.attest_check.string(), "--json", claim_file.string(), certificate.string()}, kTrustedLimit,
                     "the program " + places.attest_check.string() + " cannot be started");
}

CheckerReport run_second_checker(const Places& places, const std::filesystem::path& claim_file,
                                 const std::filesystem::path& certificate) {
  return run_checker(kSecondChecker, second_command(places, claim_file, {certificate}), kSecondLimit,
                     "python3 is not installed");
}

std::vector<CheckerReport> run_second_checker(const Places& places, const std::filesystem::path& claim_file,
                                              const std::vector<std::filesystem::path>& certificates) {
  std::vector<CheckerReport> reports;
  if (certificates.size() > 1) {
    ProcessOptions options;
    options.limit = kSecondLimit;
    const auto result = run_process(second_command(places, claim_file, certificates), options);
    std::istringstream lines(result ? result->output : std::string());
    for (std::string line; reports.size() < certificates.size() && std::getline(lines, line);) {
      CheckerReport report = read_checker_output(kSecondChecker, line, "");
      if (report.outcome == "not run") break;
      reports.push_back(std::move(report));
    }
  }
  while (reports.size() < certificates.size())
    reports.push_back(run_second_checker(places, claim_file, certificates[reports.size()]));
  return reports;
}

std::vector<std::pair<std::string, std::string>> checker_hashes(const Places& places) {
  std::string second;
  for (const std::filesystem::path& file : sorted_files(places.second_checker().parent_path(), ".py"))
    second += theory::sha256(read_file(file)) + "  " + file.filename().string() + "\n";
  std::string proof_checker;
  for (const auto& [folder, extension] :
       {std::pair(places.proofs(), ".py"), std::pair(places.semantics(), ".py"), std::pair(places.semantics(), ".v")})
    for (const std::filesystem::path& file : sorted_files(folder, extension))
      proof_checker += theory::sha256(read_file(file)) + "  " + file.filename().string() + "\n";
  return {{"attest-check", theory::sha256(read_file(places.attest_check))},
          {"second checker", theory::sha256(second)},
          {"proof checker", theory::sha256(proof_checker)}};
}

std::vector<std::string> proof_files(const Places& places, const std::string& claim) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(places.proofs())) {
    if (entry.path().extension() == ".v" &&
        read_file(entry.path()).find("(* attest: " + claim + " ") != std::string::npos)
      files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

ProofReports run_proof_checker(const Places& places, const std::filesystem::path& work,
                               const std::vector<std::string>& files) {
  std::vector<std::string> command = {"python3", (places.proofs() / "check.py").string(), "--work", work.string(),
                                      "--only"};
  command.insert(command.end(), files.begin(), files.end());
  return run_proof_checker(std::move(command));
}

ProofReports run_proof_checker(std::vector<std::string> command) {
  ProofReports reports;
  command.emplace_back("--json");
  ProcessOptions options;
  options.limit = kProofLimit;
  const auto result = run_process(command, options);
  if (!result || result->exit_code == 127) {
    reports.reason = "python3 is not installed";
    return reports;
  }
  if (result->timed_out) {
    reports.reason = "Coq was ended after " + std::to_string(kProofLimit.count()) + " s";
    return reports;
  }
  if (result->exit_code == 77) {
    reports.reason = "coqc is not installed";
    return reports;
  }
  const json list = json::parse(result->output, nullptr, false);
  if (!list.is_array()) {
    reports.reason = "theory/proofs/check.py gave no answer: " + first_line(result->errors);
    return reports;
  }
  for (const json& entry : list) {
    ProofReport report;
    report.ok = entry.contains("ok") && entry["ok"].is_boolean() && entry["ok"].get<bool>();
    report.hash = text_of(entry, "hash");
    report.file_sha256 = text_of(entry, "file_sha256");
    report.bound_by_program = report.ok && text_of(entry, "bound_by") == "program";
    std::string axioms;
    if (entry.contains("axioms") && entry["axioms"].is_array()) {
      for (const json& axiom : entry["axioms"]) axioms += (axioms.empty() ? "" : ", ") + axiom.get<std::string>();
    }
    const std::string evaluated_by = text_of(entry, "evaluated_by");
    report.words = report.ok ? "checked by Coq " + text_of(entry, "coqc") +
                                   (axioms.empty() ? ", no axioms" : ", axioms: " + axioms) +
                                   (evaluated_by.empty() ? "" : ", by " + evaluated_by) +
                                   (report.bound_by_program ? ", bound by a program" : "")
                             : std::string(results::kNotAccepted) + text_of(entry, "reason");
    reports.theorems[text_of(entry, "claim") + " " + text_of(entry, "statement") + " " + text_of(entry, "theorem")] =
        report;
  }
  return reports;
}

}  // namespace attest::verify::run
