// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/checker.hpp"
#include <filesystem>
#include <new>
#include "verify/trusted/check.hpp"
#include "verify/trusted/program.hpp"
namespace checker {
namespace {
Result failed(Outcome outcome, const std::string& reason) {
  const std::string name = outcome_name(outcome);
  return {outcome, reason, name + ": " + reason,
          "{\"outcome\": \"" + name + "\", \"reason\": " + json_string(reason) + "}"};
}
// Whatever is thrown becomes one of the outcomes; nothing but a complete run is an acceptance.
template <class Action>
Result guarded(Action action) {
  try {
    return action();
  } catch (const Failure& failure) {
    return failed(failure.outcome, failure.what());
  } catch (const std::bad_alloc&) {
    return failed(Outcome::kUndecided, "not enough memory");
  } catch (const std::exception& failure) {
    return failed(Outcome::kMalformed, failure.what());
  }
}

Program load(const std::string& claim_file, const Options& options) {
  const auto beside = std::filesystem::path(claim_file).parent_path() / ".." / "definitions";
  return load_program(claim_file, options.definitions.empty() ? beside.string() : options.definitions);
}
// What an acceptance says beside the word: the two lists of the JSON form, and the lines of the text form.
struct Report {
  std::string assumed, covered, lines;
};

Report report_of(const Check& check) {
  Report report;
  for (const Coverage& entry : check.covered) {
    const std::string &variable = entry.quantifier->variable, &domain = entry.quantifier->domain.text;
    const std::string count = entry.count.get_str(), from = entry.from.get_str(), to = entry.to.get_str();
    const bool range = entry.kind == "range", assumed = range || entry.kind == "instances";
    std::string& list = assumed ? report.assumed : report.covered;
    list += (list.empty() ? "" : ", ") + std::string("{\"") + (assumed ? "kind" : "rule") + "\": \"" + entry.kind +
            "\", \"variable\": " + json_string(variable) + ", \"domain\": " + json_string(domain) +
            (range ? ", \"from\": \"" + from + "\", \"to\": \"" + to + "\"" : "") + ", \"count\": \"" + count + "\"}";
    if (range) report.lines += "\nassumed: only " + variable + " = " + from + ", ..., " + to + " of " + domain;
    if (assumed && !range) report.lines += "\nassumed: only " + count + " values of " + variable + " in " + domain;
  }
  return report;
}

Report decide(const Program& program, const Certificate& certificate, Check& check) {
  const Step& steps = certificate.steps;
  if (certificate.claim != program.id)
    throw Rejected("the certificate is for the claim " + certificate.claim + ", the file is " + program.id);
  const Item* statement = program.find(certificate.statement);
  if (!statement) throw Rejected("the claim has no statement " + certificate.statement);
  if (certificate.hash != program.hash(certificate.statement)) throw Rejected("the hash is not that of the statement");
  if (steps.rule == "proof")
    return {accept_proof(certificate.goal, steps), "",
            "\nassumed: the theorem " + steps.theorem + " in " + steps.file + " proves this statement"};
  check.interpreter.begin(statement->frame);
  check.meet(statement->formula, certificate.goal, steps);
  return report_of(check);
}
}  // namespace

const char* outcome_name(Outcome outcome) {
  static const char* const names[] = {"Accepted", "Rejected", "Undecided", "Malformed"};
  return names[static_cast<std::size_t>(outcome)];
}

Result malformed(const std::string& reason) { return failed(Outcome::kMalformed, reason); }

Result check(const std::string& claim_file, const std::string& text, const Options& options, const std::string& name) {
  return guarded([&] {
    const Program program = load(claim_file, options);
    const Certificate certificate = parse_certificate(text, name);
    Check check(options.budget, certificate.precision);
    Report report;
    Result result = guarded([&] {
      report = decide(program, certificate, check);
      return Result{Outcome::kAccepted, "", "Accepted" + report.lines, ""};
    });
    if (result.outcome == Outcome::kMalformed) return result;
    result.json =
        std::string("{\"outcome\": \"") + outcome_name(result.outcome) +
        "\", \"claim\": " + json_string(certificate.claim) + ", \"statement\": " + json_string(certificate.statement) +
        ", \"goal\": " + (certificate.goal ? "true" : "false") + ", \"reason\": " + json_string(result.reason) +
        ", \"assumed\": [" + report.assumed + "], \"covered\": [" + report.covered + "], \"precision\": \"" +
        std::to_string(check.precision) + "\"}";
    return result;
  });
}

Result statement_hash_of(const std::string& claim_file, const std::string& statement, const Options& options) {
  return guarded([&] {
    const Program program = load(claim_file, options);
    if (!program.find(statement)) throw Malformed(claim_file + ": expected a statement named " + statement);
    const std::string hash = program.hash(statement);
    return Result{Outcome::kAccepted, "", hash, hash};
  });
}

Result evaluate(const std::string& claim_file, const std::string& expression, unsigned precision,
                const Options& options) {
  return guarded([&] {
    const Program program = load(claim_file, options);
    const Item parsed = parse_expression(program, expression);
    Interpreter interpreter(options.budget);
    interpreter.begin(parsed.frame);
    const std::string value = interpreter.evaluate(*parsed.body, precision).to_json();
    return Result{Outcome::kAccepted, "", value, value};
  });
}
}  // namespace checker
