// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <iostream>

#include "theory/error.hpp"
#include "theory/scalar/enclosure.hpp"
#include "theory/statement/sugar.hpp"
#include "verify/command/command.hpp"
#include "verify/command/work_folder.hpp"
#include "verify/json/parse.hpp"
#include "verify/run/hints.hpp"
#include "verify/run/own_claims.hpp"
#include "verify/system/process.hpp"

namespace attest::verify::command {

using system::find_places;
using system::Places;
using theory::Rational;

namespace {

namespace fs = std::filesystem;

bool is_enclosure(const json::Value& value) {
  return value.is_object() && value.size() == 2 && value.contains("lo") && value.contains("hi");
}
bool is_number(const std::string& text) {
  return !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
}

std::string decimal(const Rational& low, const Rational& high, long digits) {
  std::string text = theory::Enclosure::hull(low, high, 64 + 4 * digits).to_string(digits);
  return text;
}

/// A value as the language writes it; numbers exactly, or as decimals with what they may be off by.
std::string rendered(const json::Value& value, std::optional<long> digits) {
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_string()) {
    const std::string text = value.get<std::string>();
    if (!is_number(text)) return text == "unknown" ? text : "\"" + text + "\"";
    if (!digits) return text;
    const Rational number = Rational::parse(text);
    return number.is_integer() ? text : decimal(number, number, *digits);
  }
  if (is_enclosure(value)) {
    return decimal(Rational::parse(value["lo"].get<std::string>()), Rational::parse(value["hi"].get<std::string>()),
                   digits.value_or(20));
  }
  std::string text;
  for (const auto& [key, element] : value.items())
    text += (text.empty() ? "" : ", ") + (value.is_object() ? key + ": " : "") + rendered(element, digits);
  return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

struct Options {
  std::string expression;
  std::vector<std::string> use;
  unsigned precision = 128;
  bool json = false;
};

int evaluate(const Options& options) {
  const Places places = find_places();
  const WorkFolder folder;
  std::string claim = "claim { \"id\": \"eval\" }\n";
  for (const std::string& name : options.use) claim += "use \"" + name + "\";\n";
  run::take_definitions(options.use, ".", places, folder.path() / "definitions");
  const fs::path file = folder.path() / "claims/eval.claim";
  system::write_file(file, claim + "statement printed = true;\n");
  const auto answer =
      system::run_process({places.attest_check.string(), "--precision", std::to_string(options.precision), "--eval",
                           file.string(), theory::syntax::unfold_shorthand(options.expression, "the expression")});
  if (!answer || answer->exit_code == 127)
    throw InputError(places.attest_check.string(), "expected a program that can be started");
  if (answer->exit_code != 0) {
    std::string reason = answer->output + answer->errors;
    reason = reason.substr(0, reason.find('\n'));
    for (const std::string& known : {std::string("Malformed: "), std::string("Rejected: "), std::string("Undecided: ")})
      if (reason.starts_with(known)) reason = reason.substr(known.size());
    throw InputError("the expression", "expected one that has a value: " + reason +
                                           run::hint(reason, {".", "definitions", "../definitions"}, places));
  }
  const json::Value value = json::parse_strictly(answer->output, "attest-check --eval");
  if (options.json) {
    std::cout << value.dump() << "\n";
    return kSuccess;
  }
  const std::string exact = rendered(value, std::nullopt), rounded = rendered(value, 12);
  std::cout << exact << "\n";
  if (rounded != exact) std::cout << rounded << "\n";
  return kSuccess;
}

}  // namespace

void add_eval_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand("eval", "The value of an expression of the statement language");
  auto options = std::make_shared<Options>();
  command->add_option("EXPR", options->expression, "The expression, quoted")->required();
  command
      ->add_option(
          "--use", options->use,
          "Files of definitions, as `use` names them: beside you, in ./definitions, in ../definitions, or ours")
      ->type_name("NAME");
  command->add_option("--precision", options->precision, "Bits of what cannot be computed exactly (default 128)")
      ->check(CLI::Range(64, 8192));
  command->add_flag("--json", options->json, "Print the value as in certificates");
  command->footer(
      "Prints the value exactly, and below as decimals where that is another text. attest-check computes it.\n\n"
      "Examples:\n  attest eval 'softmax([0, 1/2])' --use attention\n  attest eval 'sum(1/n for n in 1..10)'");
  command->callback([options, &run] { run = [options] { return evaluate(*options); }; });
}

}  // namespace attest::verify::command
