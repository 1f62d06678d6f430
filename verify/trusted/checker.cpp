// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/checker.hpp"

#include <filesystem>
#include <new>

#include "verify/trusted/check.hpp"
#include "verify/trusted/failure.hpp"
#include "verify/trusted/parser.hpp"
#include "verify/trusted/program.hpp"
#include "verify/trusted/rules/proof.hpp"

namespace checker {

namespace {

Result failed(Outcome outcome, const std::string& reason) {
  Result result;
  result.outcome = outcome;
  result.reason = reason;
  result.text = std::string(outcome_name(outcome)) + ": " + reason;
  result.json =
      std::string("{\"outcome\": \"") + outcome_name(outcome) + "\", \"reason\": " + json_string(reason) + "}";
  return result;
}

// Whatever is thrown becomes one of the outcomes; nothing but a complete run is an acceptance.
template <class Action>
Result guarded(Action action) {
  try {
    return action();
  } catch (const Malformed& failure) {
    return failed(Outcome::kMalformed, failure.what());
  } catch (const Rejected& failure) {
    return failed(Outcome::kRejected, failure.what());
  } catch (const Unknown& failure) {
    return failed(Outcome::kUndecided, failure.what());
  } catch (const Undecided& failure) {
    return failed(Outcome::kUndecided, failure.what());
  } catch (const std::bad_alloc&) {
    return failed(Outcome::kUndecided, "not enough memory");
  } catch (const std::exception& failure) {
    return failed(Outcome::kMalformed, failure.what());
  }
}

std::string folder_of_definitions(const std::string& claim_file, const Options& options) {
  if (!options.definitions.empty()) return options.definitions;
  const auto folder = std::filesystem::path(claim_file).parent_path();
  return (folder / ".." / "definitions").string();
}

struct Lists {
  std::string assumed, covered, lines;
};

void append(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

Lists describe(const Check& check) {
  Lists lists;
  for (const Coverage& entry : check.covered()) {
    const bool assumed = entry.kind == "range" || entry.kind == "instances";
    const std::string &variable = entry.quantifier->variable, &domain = entry.quantifier->domain.text;
    std::string item = std::string("{\"") + (assumed ? "kind" : "rule") + "\": \"" + entry.kind +
                       "\", \"variable\": " + json_string(variable) + ", \"domain\": " + json_string(domain);
    if (entry.kind == "range")
      item += ", \"from\": \"" + entry.from.get_str() + "\", \"to\": \"" + entry.to.get_str() + "\"";
    append(assumed ? lists.assumed : lists.covered, item + ", \"count\": \"" + entry.count.get_str() + "\"}");
    if (entry.kind == "range")
      lists.lines += "\nassumed: only " + variable + " = " + entry.from.get_str() + ", ..., " + entry.to.get_str() +
                     " of " + domain;
    if (entry.kind == "instances")
      lists.lines += "\nassumed: only " + entry.count.get_str() + " values of " + variable + " in " + domain;
  }
  return lists;
}

}  // namespace

const char* outcome_name(Outcome outcome) {
  static const char* const names[] = {"Accepted", "Rejected", "Undecided", "Malformed"};
  return names[static_cast<std::size_t>(outcome)];
}

Result malformed(const std::string& reason) { return failed(Outcome::kMalformed, reason); }

Result check(const std::string& claim_file, const std::string& text, const Options& options, const std::string& name) {
  return guarded([&] {
    const Program program = load_program(claim_file, folder_of_definitions(claim_file, options));
    const Certificate certificate = parse_certificate(text, name);
    Check run(options.budget, certificate.precision);
    Lists lists;
    Result result = guarded([&] {
      if (certificate.claim != program.id)
        throw Rejected("the certificate is for the claim " + certificate.claim + ", the file is " + program.id);
      const Statement* statement = program.find(certificate.statement);
      if (!statement) throw Rejected("the claim has no statement " + certificate.statement);
      if (certificate.hash != program.hash(certificate.statement))
        throw Rejected("the hash is not that of the statement");
      if (certificate.steps.rule == Rule::kProof) {
        lists.assumed = accept_proof(certificate);
        lists.lines = "\nassumed: the theorem " + certificate.steps.theorem + " in " + certificate.steps.file +
                      " proves this statement";
      } else {
        run.interpreter.begin(statement->frame);
        run.meet(*statement->formula, certificate.goal, certificate.steps);
        lists = describe(run);
      }
      Result accepted;
      accepted.outcome = Outcome::kAccepted;
      accepted.text = "Accepted" + lists.lines;
      return accepted;
    });
    if (result.outcome == Outcome::kMalformed) return result;
    if (result.outcome != Outcome::kAccepted) lists = {};
    result.json =
        std::string("{\"outcome\": \"") + outcome_name(result.outcome) +
        "\", \"claim\": " + json_string(certificate.claim) + ", \"statement\": " + json_string(certificate.statement) +
        ", \"goal\": " + (certificate.goal ? "true" : "false") + ", \"reason\": " + json_string(result.reason) +
        ", \"assumed\": [" + lists.assumed + "], \"covered\": [" + lists.covered + "], \"precision\": \"" +
        std::to_string(run.precision()) + "\"}";
    return result;
  });
}

Result statement_hash_of(const std::string& claim_file, const std::string& statement, const Options& options) {
  return guarded([&] {
    const Program program = load_program(claim_file, folder_of_definitions(claim_file, options));
    if (!program.find(statement)) throw Malformed(claim_file + ": expected a statement named " + statement);
    Result result;
    result.outcome = Outcome::kAccepted;
    result.text = result.json = program.hash(statement);
    return result;
  });
}

std::string statement_hash(const std::string& claim_file, const std::string& statement) {
  const Result result = statement_hash_of(claim_file, statement, {});
  return result.outcome == Outcome::kAccepted ? result.text : std::string();
}

Result evaluate(const std::string& claim_file, const std::string& expression, unsigned precision,
                const Options& options) {
  return guarded([&] {
    Program program = load_program(claim_file, folder_of_definitions(claim_file, options));
    const Definition parsed = parse_expression(program, expression);
    Interpreter interpreter(options.budget);
    interpreter.begin(parsed.frame);
    Result result;
    result.outcome = Outcome::kAccepted;
    result.text = result.json = interpreter.evaluate(*parsed.body, precision).to_json();
    return result;
  });
}

}  // namespace checker
