// SPDX-License-Identifier: Apache-2.0
#include "verify/run/decide.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <map>

#include "theory/error.hpp"
#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "theory/statement/notation.hpp"
#include "theory/statement/sha256.hpp"
#include "theory/statement/visible.hpp"
#include "verify/results/verdict.hpp"
#include "verify/run/own_proofs.hpp"

namespace attest::verify::run {

using results::CheckedCertificate;
using results::ClaimResult;
using results::derive_verdicts;
using results::StatementResult;
using system::Places;
using system::read_file;
using system::write_file;

namespace fs = std::filesystem;

namespace {

// "x^2 - 1/2 * x * y + 3" of a polynomial's terms as certificates have them.
std::string polynomial_in_words(const theory::Value& terms) {
  const auto factors_of = [](const theory::Value& term) { return std::get<theory::Value::List>(term.data()); };
  auto list = std::get<theory::Value::List>(terms.data());
  std::stable_partition(list.begin(), list.end(), [&](const auto& term) { return factors_of(term).size() > 1; });
  std::string text;
  for (const theory::Value& term : list) {
    const theory::Value::List factors = factors_of(term);
    const auto& coefficient = std::get<theory::Rational>(factors.front().data());
    const bool falls = coefficient.sign() < 0;
    const std::string size = (falls ? -coefficient : coefficient).to_string();
    std::string product = size == "1" && factors.size() > 1 ? "" : size;
    for (std::size_t i = 1; i < factors.size();) {
      const std::string& name = std::get<std::string>(factors[i].data());
      std::size_t count = 0;
      for (; i < factors.size() && std::get<std::string>(factors[i].data()) == name; ++i) ++count;
      product += (product.empty() ? "" : " * ") + name + (count == 1 ? "" : "^" + std::to_string(count));
    }
    text += (text.empty() ? (falls ? "-" : "") : falls ? " - " : " + ") + product;
  }
  return text.empty() ? "0" : text;
}

// The values that the outermost witness steps choose, until the first step of another rule, and behind quantifiers that
// are met by polynomials the witnesses that depend on their variables. In a refutation a box or an
// enumeration with one step for all elements, beside them, means that they refute at every element of it; of a
// conjunction the part that fails is named.
std::vector<std::pair<std::string, std::string>> chosen_values(const theory::Step& steps, bool refutation) {
  std::vector<std::pair<std::string, std::string>> values;
  bool for_all = false;  // behind a quantifier of which all elements are met
  for (const theory::Step* step = &steps; step;) {
    if (const auto* witness = std::get_if<theory::Step::Witness>(&step->rule)) {
      if (!for_all) values.emplace_back(witness->variable, witness->value.to_json());
    } else if (const auto* function = std::get_if<theory::Step::Function>(&step->rule)) {
      values.emplace_back(function->variable, polynomial_in_words(function->value));
    } else if (!refutation && std::holds_alternative<theory::Step::Polynomial>(step->rule)) {
      for_all = true;
    } else if (const auto* split = std::get_if<theory::Step::Split>(&step->rule)) {
      if (refutation) values.emplace_back("part", theory::Value(split->parts.front()).to_json());
    } else if (!(refutation && (std::holds_alternative<theory::Step::Box>(step->rule) ||
                                std::holds_alternative<theory::Step::Polynomial>(step->rule) ||
                                std::holds_alternative<theory::Step::Exhaustive>(step->rule)))) {
      break;
    }
    step = step->children.size() == 1 ? &step->children.front() : nullptr;
  }
  return values;
}

// One instance that the steps go through: of ranges and lists the last element, or the first.
std::vector<std::pair<std::string, std::string>> one_instance(const theory::Step& steps, bool last) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const theory::Step* step = &steps; step;) {
    if (const auto* witness = std::get_if<theory::Step::Witness>(&step->rule)) {
      values.emplace_back(witness->variable, witness->value.to_json());
    } else if (const auto* function = std::get_if<theory::Step::Function>(&step->rule)) {
      values.emplace_back(function->variable, polynomial_in_words(function->value));
    } else if (const auto* instances = std::get_if<theory::Step::Instances>(&step->rule)) {
      values.emplace_back(instances->variable, (last ? instances->values.back() : instances->values.front()).to_json());
    } else if (const auto* range = std::get_if<theory::Step::Range>(&step->rule)) {
      values.emplace_back(range->variable, std::to_string(last ? range->to : range->from));
    } else if (const auto* box = std::get_if<theory::Step::Box>(&step->rule)) {
      values.emplace_back(box->variable, "any");
    } else if (const auto* polynomial = std::get_if<theory::Step::Polynomial>(&step->rule)) {
      values.emplace_back(polynomial->variable, "any");
    }
    step = step->children.empty() ? nullptr : last ? &step->children.back() : &step->children.front();
  }
  return values;
}

// "n = 3, x = [1, 1, 0]": numbers without the quotation marks of JSON.
std::string in_words(const std::vector<std::pair<std::string, std::string>>& values) {
  std::string text;
  for (const auto& [variable, json] : values) {
    text += (text.empty() ? "" : ", ") + variable + " = ";
    for (char c : json) {
      if (c != '"') text += c;
    }
  }
  return text;
}

// A certificate's file, and what needs no checker.
CheckedCertificate write_certificate(const fs::path& out, const constructions::Claim& claim,
                                     const theory::Certificate& certificate, const theory::Binding& binding,
                                     int number) {
  CheckedCertificate checked;
  checked.path = "certificates/" + claim.stem + "." + certificate.statement + "." + std::to_string(number) + ".json";
  checked.goal = certificate.goal;
  checked.witness = chosen_values(certificate.steps, !certificate.goal);
  if (!certificate.goal) checked.counterexample = in_words(checked.witness);
  if (certificate.goal && certificate.statement.starts_with("property_"))
    checked.example = in_words(one_instance(certificate.steps, !certificate.statement.starts_with("property_not_")));
  const std::string text = certificate.to_json(binding);
  checked.sha256 = theory::sha256(text);
  write_file(out / checked.path, text);
  return checked;
}

// Both checkers at once: one start of Python for all certificates of the claim, which takes longer than most checks,
// while attest-check goes through them.
void run_checkers(const Places& places, const fs::path& claim_file, const fs::path& out, ClaimResult& result,
                  const std::function<void(const std::string&)>& doing) {
  std::vector<fs::path> files;
  for (const StatementResult& statement : result.statements)
    for (const CheckedCertificate& certificate : statement.certificates) files.push_back(out / certificate.path);
  auto second = std::async(std::launch::async, [&] { return run_second_checker(places, claim_file, files); });
  for (StatementResult& statement : result.statements) {
    int number = 0;
    for (CheckedCertificate& certificate : statement.certificates) {
      doing("attest-check on " + statement.name + ", certificate " + std::to_string(++number));
      certificate.checkers = {run_trusted_checker(places, claim_file, out / certificate.path)};
    }
  }
  doing("second checker on " + std::to_string(files.size()) + " certificates");
  std::vector<results::CheckerReport> reports = second.get();
  auto report = reports.begin();
  for (StatementResult& statement : result.statements)
    for (CheckedCertificate& certificate : statement.certificates) certificate.checkers.push_back(std::move(*report++));
}

// Last, since it may wait for Coq.
void ask_for_proofs(const std::vector<std::string>& theorems, ClaimResult& result, ProofRun& proofs,
                    const std::function<void(const std::string&)>& doing) {
  auto theorem = theorems.begin();
  for (StatementResult& statement : result.statements) {
    for (CheckedCertificate& certificate : statement.certificates) {
      const std::string& name = *theorem++;
      if (!certificate.is_proof) continue;
      doing("Coq");
      const ProofReport report = proofs.find(result.id, statement.name, name, statement.hash);
      certificate.proof_checked = report.ok;
      certificate.proof_status = report.words;
      certificate.proof_sha256 = report.file_sha256;
      certificate.proof_bound_by_program = report.bound_by_program;
    }
  }
}

// The theorems that the user's files bind to a claim of the user's, each as a certificate.
void add_own_proofs(const Places& places, const constructions::Claim& claim, constructions::Findings& findings) {
  for (const OwnProof& proof : own_proofs(places, claim.id, claim.stem))
    findings.certificates.push_back(
        {claim.id, proof.statement, true, theory::proof(own_proof_path(claim.stem, proof.file), proof.theorem)});
}

std::vector<std::string> own_proof_files(const Places& places, const constructions::Claim& claim) {
  std::set<std::string> files;
  for (const OwnProof& proof : own_proofs(places, claim.id, claim.stem)) files.insert(proof.file);
  return {files.begin(), files.end()};
}

}  // namespace

ProofRun::ProofRun(const Places& places, const fs::path& work, const std::vector<constructions::Claim>& claims,
                   bool ask_coq) {
  std::promise<ProofReports> nothing;
  nothing.set_value({.theorems = {}, .reason = results::kWithoutProofs});
  const std::shared_future<ProofReports> not_asked = nothing.get_future();
  std::set<std::string> files;
  for (const constructions::Claim& claim : claims) {
    const bool own = places.own.contains(claim.stem);
    std::vector<std::string> found = own ? own_proof_files(places, claim) : proof_files(places, claim.id);
    if (found.empty()) continue;
    with_proofs_.insert(claim.id);
    if (!own) {
      files.insert(found.begin(), found.end());
      continue;
    }
    own_reports_[claim.id] = ask_coq
                                 ? std::async(std::launch::deferred,
                                              [command = own_proof_command(places, claim.stem, found, kept_library())] {
                                                return run_proof_checker(command);
                                              })
                                       .share()
                                 : not_asked;
  }
  if (files.empty()) return;
  const std::vector<std::string> ours(files.begin(), files.end());
  reports_ = ask_coq ? std::async(std::launch::async, [=] { return run_proof_checker(places, work, ours); }).share()
                     : not_asked;
}

ProofReport ProofRun::find(const std::string& claim, const std::string& statement, const std::string& theorem,
                           const std::string& hash) {
  if (!has_proofs(claim)) return {false, "", "no file of theory/proofs binds a theorem to this claim"};
  const auto own = own_reports_.find(claim);
  const std::shared_future<ProofReports>& answer = own == own_reports_.end() ? reports_ : own->second;
  if (tell_ && answer.wait_for(std::chrono::seconds(0)) != std::future_status::ready) std::call_once(is_told_, tell_);
  const ProofReports& reports = answer.get();  // waits for Coq
  if (!reports.reason.empty()) return {false, "", reports.reason};
  const auto found = reports.theorems.find(claim + " " + statement + " " + theorem);
  if (found == reports.theorems.end())
    return {false, "",
            own == own_reports_.end()
                ? "no file of theory/proofs binds " + theorem + " to this statement"
                : results::kNotAccepted + ("nothing that check.py reads binds " + theorem) + " to it"};
  if (found->second.ok && found->second.hash != hash) {
    return {false, found->second.hash,
            results::kNotAccepted +
                ("it is bound to another statement (hash " + found->second.hash.substr(0, 12) + "...)")};
  }
  return found->second;
}

ClaimResult decide(const Places& places, const fs::path& out, const constructions::Claim& claim,
                   const constructions::Effort& effort, ProofRun& proofs,
                   const std::function<void(const std::string&)>& doing) {
  const theory::LoadedClaim loaded = theory::load_claim(places.claim_file(claim.stem), places.definitions(claim.stem));
  ClaimResult result;
  result.id = claim.id;
  result.stem = claim.stem;
  result.own = places.own.contains(claim.stem);
  result.header = loaded.header;
  result.definitions = theory::reached_source(loaded);
  result.header_hash = theory::header_hash(loaded);
  result.page = read_file(places.page(claim.stem));
  theory::require_visible(result.page, places.page(claim.stem).string());

  doing(places.own.contains(claim.stem) ? "searching" : "building its certificates");
  constructions::Effort told = effort;
  told.doing = [&](const std::string& what) { doing("searching: " + what); };
  constructions::Findings findings = claim.construct(told);
  add_own_proofs(places, claim, findings);
  result.engine_checks = std::move(findings.engine_checks);
  result.exhibits = std::move(findings.exhibits);

  const fs::path claim_file = places.claim_file(claim.stem);
  std::map<std::string, int> numbers;
  std::vector<std::string> theorems;  // of each certificate, "" if it is no proof
  for (const auto& loaded_statement : loaded.statements) {
    StatementResult statement;
    statement.name = loaded_statement.name;
    statement.formal = loaded_statement.source;
    statement.mathml = theory::to_mathml(loaded, loaded_statement.name);
    statement.latex = theory::to_latex(loaded, loaded_statement.name);
    statement.hash = theory::statement_hash(loaded, loaded_statement.name);
    const theory::Binding binding{result.header_hash, statement.hash};
    for (const theory::Certificate& certificate : findings.certificates) {
      if (certificate.statement != statement.name) continue;
      const int number = ++numbers[certificate.statement];
      CheckedCertificate checked = write_certificate(out, claim, certificate, binding, number);
      const auto* proof = std::get_if<theory::Step::Proof>(&certificate.steps.rule);
      checked.is_proof = proof != nullptr;
      theorems.push_back(proof ? proof->theorem : "");
      statement.certificates.push_back(std::move(checked));
    }
    result.statements.push_back(std::move(statement));
  }
  for (const theory::Certificate& certificate : findings.certificates) {
    if (!numbers.contains(certificate.statement)) {
      throw std::logic_error(claim.id + " has no statement '" + certificate.statement + "'");
    }
  }
  run_checkers(places, claim_file, out, result, doing);
  ask_for_proofs(theorems, result, proofs, doing);
  derive_verdicts(result);
  return result;
}

}  // namespace attest::verify::run
