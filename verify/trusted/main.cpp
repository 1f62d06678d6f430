// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "verify/trusted/checker.hpp"
#include "verify/trusted/failure.hpp"
#include "verify/trusted/program.hpp"

namespace {

constexpr int kUsage = 64;

const char* const kHelp =
    R"(attest-check - decides whether a certificate shows a statement of a claim to be true or false

Usage:
  attest-check [--definitions DIR] [--budget STEPS] [--json] CLAIM CERTIFICATE
  attest-check [--definitions DIR] --hash CLAIM STATEMENT
  attest-check [--definitions DIR] [--precision BITS] --eval CLAIM EXPRESSION

CLAIM is a .claim file, CERTIFICATE a file of the format attest.certificate/1. Definitions are looked for in DIR, by default the
folder ../definitions beside the claim's folder. The checker evaluates the claim's own statement; of the certificate it takes values,
witnesses and subdivisions, and no word.

  --json            print one JSON object
  --budget STEPS    give up as Undecided after so many evaluation steps (default 2000000000)
  --hash            print the hash of a statement
  --eval            print the value of an expression that may use the claim's definitions
  --precision BITS  the working precision of --eval (default 64)
  --version         print the version

Exit codes: 0 Accepted, 1 Rejected (which never means refuted), 2 Undecided, 3 Malformed, 64 wrong usage.

Example:
  attest-check theory/claims/urpe_lemma_8.claim attest-out/certificates/urpe_lemma_8.printed.2.json
)";

int usage(const std::string& problem) {
  std::cerr << "attest-check: " << problem << " (see attest-check --help)\n";
  return kUsage;
}

bool read_number(const std::string& text, std::uint64_t& number) {
  if (text.empty() || text.size() > 18 ||
      !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return false;
  number = std::stoull(text);
  return true;
}

int finish(const checker::Result& result, bool json) {
  if (result.outcome == checker::Outcome::kMalformed && !json) {
    std::cerr << result.text << "\n";
  } else {
    std::cout << (json ? result.json : result.text) << "\n";
  }
  return static_cast<int>(result.outcome);
}

int run(const std::vector<std::string>& arguments) {
  checker::Options options;
  bool json = false;
  std::string mode;
  std::uint64_t precision = 64;
  std::vector<std::string> operands;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--help") {
      std::cout << kHelp;
      return 0;
    }
    if (argument == "--version") {
      std::cout << "attest-check " << ATTEST_VERSION << "\n";
      return 0;
    }
    const bool takes_value = argument == "--definitions" || argument == "--budget" || argument == "--precision";
    if (takes_value && i + 1 == arguments.size()) return usage(argument + " expects a value");
    if (argument == "--json") {
      json = true;
    } else if (argument == "--hash" || argument == "--eval") {
      if (!mode.empty() && mode != argument) return usage("expected one of --hash and --eval");
      mode = argument;
    } else if (argument == "--definitions") {
      options.definitions = arguments[++i];
    } else if (argument == "--budget") {
      if (!read_number(arguments[++i], options.budget)) return usage("--budget expects a number of steps");
    } else if (argument == "--precision") {
      if (!read_number(arguments[++i], precision) || precision < 64 || precision > 8192)
        return usage("--precision expects bits from 64 to 8192");
    } else if (argument.size() > 1 && argument[0] == '-' && mode != "--eval") {
      return usage("unknown option " + argument);
    } else {
      operands.push_back(argument);
    }
  }
  if (operands.size() != 2) return usage("expected two operands, found " + std::to_string(operands.size()));
  if (mode == "--hash") return finish(checker::statement_hash_of(operands[0], operands[1], options), false);
  if (mode == "--eval")
    return finish(checker::evaluate(operands[0], operands[1], static_cast<unsigned>(precision), options), false);
  std::string text;
  try {
    text = checker::read_file(operands[1]);
  } catch (const checker::Malformed& failure) {
    return finish(checker::malformed(failure.what()), json);
  }
  return finish(checker::check(operands[0], text, options, operands[1]), json);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& failure) {
    std::cerr << "Malformed: " << failure.what() << "\n";
    return 3;
  }
}
