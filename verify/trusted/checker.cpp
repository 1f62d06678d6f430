// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/checker.hpp"
#include <filesystem>
#include <new>
#include "verify/trusted/check.hpp"
namespace checker {
// What follows the first member of a JSON object: nothing where there is no text.
static std::string member(const std::string& key, const std::string& text) {
  return text.empty() ? "" : ", \"" + key + "\": " + json_string(text);
}

const char* outcome_name(Outcome outcome) {
  static const char* const names[] = {"Accepted", "Rejected", "Undecided", "Malformed"};
  return outcome == Outcome::kFailed ? "Failed" : names[static_cast<std::size_t>(outcome)];
}

Result failed(Outcome outcome, const std::string& reason, const std::string& because) {
  const std::string name = outcome_name(outcome);
  return {outcome, reason, name + ": " + reason, "{\"outcome\": \"" + name + "\"" + member("reason", reason) + "}",
          because};
}

namespace {
// Whatever is thrown becomes one of the outcomes; nothing but a complete run is an acceptance.
template <class Action>
Result guarded(Action action) {
  try {
    return action();
  } catch (const Failure& failure) {
    return failed(failure.outcome, failure.what(), failure.because);
  } catch (const std::bad_alloc&) {
    return failed(Outcome::kUndecided, kNoMemory);
  } catch (const std::exception& failure) {
    return failed(Outcome::kFailed, std::string("the checker itself failed: ") + failure.what());
  }
}

Program load(const std::string& claim_file, const Options& options) {
  const auto beside = std::filesystem::path(claim_file).parent_path() / ".." / "definitions";
  return load_program(claim_file, options.definitions.empty() ? beside.string() : options.definitions);
}
// What a program's text says of it.
template <class Question>
Result answered(const std::string& claim_file, const Options& options, Question question) {
  return guarded([&] {
    const std::string answer = question(load(claim_file, options));
    return Result{Outcome::kAccepted, "", answer, answer};
  });
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
    const bool assumed = entry.kind == "range" || entry.kind == "instances";
    // Ranges that have no element in common span nothing: what was decided are so many instances.
    const bool range = entry.kind == "range" && entry.from <= entry.to;
    std::string values;
    if (entry.lists_values) {
      for (const std::string& value : entry.values) values += (values.empty() ? "" : ", ") + value;
    }
    std::string& list = assumed ? report.assumed : report.covered;
    list += (list.empty() ? "" : ", ") + std::string(assumed ? "{\"kind\": \"" : "{\"rule\": \"") +
            (assumed && !range ? "instances" : entry.kind) + "\"" + member("variable", variable) +
            member("domain", domain) + member("part", entry.part) + member("from", range ? from : "") +
            member("to", range ? to : "") + member("values", values) + member("count", count) + "}";
    if (!assumed) continue;
    report.lines +=
        "\nassumed: only " +
        (range ? variable + " = " + from + ", ..., " + to + " of " : count + " values of " + variable + " in ") +
        domain;
    if (!entry.part.empty()) report.lines += " (part " + entry.part + ")";
  }
  for (const Citation& citation : check.cited) {
    report.assumed += (report.assumed.empty() ? "" : ", ") + std::string("{\"kind\": \"statement\", \"statement\": ") +
                      json_string(citation.name) + member("part", citation.part) + "}";
    report.lines += "\nassumed: the statement " + citation.name;
  }
  if (check.evaluated == 0 && check.cited.empty()) report.lines += "\nassumed: nothing was evaluated";
  return report;
}

Report decide(const Program& program, const Certificate& certificate, Check& check) {
  const Step& steps = certificate.steps;
  if (certificate.claim != program.id)
    throw Rejected("the certificate is for the claim " + certificate.claim + ", the file is " + program.id);
  const Item* statement = program.find(certificate.statement);
  if (!statement) throw Rejected("the claim has no statement " + certificate.statement);
  if (certificate.header != program.header_hash()) throw Rejected("the header's hash is not that of the claim");
  if (certificate.hash != program.hash(certificate.statement)) throw Rejected("the hash is not that of the statement");
  if (steps.rule == "proof")
    return {accept_proof(certificate.goal, steps), "",
            "\nassumed: the theorem " + steps.theorem + " in " + steps.file + " proves this statement"};
  check.interpreter.begin(statement->frame);
  check.meet(statement->formula, certificate.goal, steps);
  return report_of(check);
}
}  // namespace

Result check(const std::string& claim_file, const std::string& text, const Options& options, const std::string& name) {
  return guarded([&] {
    const Program program = load(claim_file, options);
    const Certificate certificate = parse_certificate(text, name);
    Check check(program, options.budget, certificate.precision);
    Report report;
    Result result = guarded([&] {
      report = decide(program, certificate, check);
      return Result{Outcome::kAccepted, "", "Accepted" + report.lines, ""};
    });
    if (result.outcome == Outcome::kMalformed || result.outcome == Outcome::kFailed) return result;
    result.json =
        std::string("{\"outcome\": \"") + outcome_name(result.outcome) +
        "\", \"claim\": " + json_string(certificate.claim) + ", \"statement\": " + json_string(certificate.statement) +
        ", \"goal\": " + (certificate.goal ? "true" : "false") + ", \"reason\": " + json_string(result.reason) +
        (result.because.empty() ? "" : ", \"because\": \"" + result.because + "\"") + ", \"assumed\": [" +
        report.assumed + "], \"covered\": [" + report.covered + "], \"evaluated\": \"" + check.evaluated.get_str() +
        "\", \"precision\": \"" + std::to_string(check.precision) + "\"}";
    return result;
  });
}

Result header_hash_of(const std::string& claim_file, const Options& options) {
  return answered(claim_file, options, [](const Program& program) { return program.header_hash(); });
}

Result statement_hash_of(const std::string& claim_file, const std::string& statement, const Options& options) {
  return answered(claim_file, options, [&](const Program& program) {
    if (!program.find(statement)) throw Malformed(claim_file + ": expected a statement named " + statement);
    return program.hash(statement);
  });
}

Result evaluate(const std::string& claim_file, const std::string& expression, unsigned precision,
                const Options& options) {
  return answered(claim_file, options, [&](const Program& program) {
    const Item parsed = parse_expression(program, expression);
    Interpreter interpreter(options.budget);
    interpreter.begin(parsed.frame);
    return interpreter.evaluate(*parsed.body, precision).to_json();
  });
}
}  // namespace checker
