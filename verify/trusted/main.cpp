// SPDX-License-Identifier: Apache-2.0
#include <gmp.h>
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include "verify/trusted/checker.hpp"
#include "verify/trusted/program.hpp"

static const char* const kHelp =
    R"(attest-check - decides whether a certificate shows a statement of a claim to be true or false
Usage:
  attest-check [--definitions DIR] [--budget STEPS] [--json] CLAIM CERTIFICATE
  attest-check [--definitions DIR] --hash CLAIM STATEMENT
  attest-check [--definitions DIR] --header CLAIM
  attest-check [--definitions DIR] [--precision BITS] --eval CLAIM EXPRESSION
  attest-check --version

  --definitions DIR  where a .claim file's definitions are (default: ../definitions beside the claim's folder)
  --budget STEPS     give up as Undecided after so many evaluation steps (default 2000000000)
  --memory MIB       give up as Undecided beyond so much memory (default 4096; 0: no limit)
  --json             print one JSON object
  --precision BITS   the working precision of --eval, from 64 to 8192 (default 64)
  --hash, --header   print the hash of a statement, of a claim's header
Exit codes: 0 Accepted, 1 Rejected (which never means refuted), 2 Undecided, 3 Malformed, 64 wrong usage, 70 Failed.
Example: attest-check theory/papers/urpe/claims/urpe_lemma_8.claim attest-out/certificates/urpe_lemma_8.printed.2.json)";

static int usage(const std::string& problem) {
  std::cerr << "attest-check: " << problem << " (see attest-check --help)\n";
  return 64;
}

static int finish(const checker::Result& result, bool json) {
  const bool is_error = static_cast<int>(result.outcome) >= 3 && !json;
  (is_error ? std::cerr : std::cout) << (json ? result.json : result.text) << std::endl;
  return std::cout ? static_cast<int>(result.outcome) : 3;  // a full device, say
}

// GMP ends the program without a word where it gets no memory; here it ends with the outcome.
static bool g_json = false;
static void* no_memory() {
  const checker::Result result = checker::failed(checker::Outcome::kUndecided, checker::kNoMemory);
  const std::string text = (g_json ? result.json : result.text) + "\n";
  if (write(STDOUT_FILENO, text.data(), text.size()) < 0) _exit(3);
  _exit(static_cast<int>(result.outcome));
}

static void* reallocated(void* old, std::size_t, std::size_t size) {
  void* const memory = std::realloc(old, size);
  return memory ? memory : no_memory();
}

static void limit_memory(unsigned long long mebibytes) {
  mp_set_memory_functions([](std::size_t size) { return reallocated(nullptr, 0, size); }, reallocated, nullptr);
  rlimit limit{};
  if (mebibytes == 0 || getrlimit(RLIMIT_AS, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, static_cast<rlim_t>(mebibytes) << 20);
#ifndef __SANITIZE_ADDRESS__  // whose shadow takes more address space than any limit
  setrlimit(RLIMIT_AS, &limit);
#endif
}

static int run(const std::vector<std::string>& arguments) {
  std::map<std::string, bool> flags = {{"--json", false}, {"--hash", false}, {"--header", false}, {"--eval", false}};
  std::map<std::string, std::string> values = {
      {"--definitions", ""}, {"--budget", "2000000000"}, {"--memory", "4096"}, {"--precision", "64"}};
  std::vector<std::string> operands;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--help") return finish({.text = kHelp}, false);
    if (argument == "--version") return finish({.text = "attest-check " ATTEST_VERSION}, false);
    if (flags.contains(argument)) {
      flags[argument] = true;
    } else if (values.contains(argument)) {
      if (i + 1 == arguments.size()) return usage(argument + " expects a value");
      values[argument] = arguments[++i];
    } else if (argument.size() > 1 && argument[0] == '-' && !flags["--eval"]) {
      return usage("unknown option " + argument);
    } else {
      operands.push_back(argument);
    }
  }
  for (const char* name : {"--budget", "--memory", "--precision"}) {
    const std::string& text = values[name];
    if (text.empty() || text.size() > (name == std::string("--memory") ? 9 : 18) ||
        text.find_first_not_of("0123456789") != std::string::npos)
      return usage(std::string(name) + " expects a number");
  }
  const checker::Options options{values["--definitions"], std::stoull(values["--budget"])};
  const auto precision = std::stoull(values["--precision"]);
  if (precision < 64 || precision > 8192) return usage("--precision expects bits from 64 to 8192");
  const bool json = flags["--json"], hash = flags["--hash"], header = flags["--header"], eval = flags["--eval"];
  if (hash + header + eval > 1) return usage("expected one of --hash, --header and --eval");
  const std::size_t expected = header ? 1 : 2;
  if (operands.size() != expected)
    return usage("expected " + std::to_string(expected) + " operands, found " + std::to_string(operands.size()));
  g_json = json && !hash && !header && !eval;
  limit_memory(std::stoull(values["--memory"]));
  if (header) return finish(header_hash_of(operands[0], options), false);
  if (hash) return finish(statement_hash_of(operands[0], operands[1], options), false);
  if (eval) return finish(evaluate(operands[0], operands[1], static_cast<unsigned>(precision), options), false);
  return finish(check(operands[0], checker::read_file(operands[1]), options, operands[1]), json);
}

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const checker::Failure& failure) {  // a certificate that cannot be read
    return finish(checker::failed(failure.outcome, failure.what()), g_json);
  } catch (const std::bad_alloc&) {
    return finish(checker::failed(checker::Outcome::kUndecided, checker::kNoMemory), g_json);
  } catch (const std::exception& failure) {
    std::cerr << "Failed: " << failure.what() << "\n";
    return 70;
  }
}
