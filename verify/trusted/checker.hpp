// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace checker {

enum class Outcome { kAccepted = 0, kRejected = 1, kUndecided = 2, kMalformed = 3 };

struct Options {
  std::string definitions;  ///< the folder of definitions; empty: ../definitions beside the claim's folder
  std::uint64_t budget = 2000000000;
};

struct Result {
  Outcome outcome = Outcome::kMalformed;
  std::string reason;  ///< empty if Accepted
  std::string text;    ///< what the program prints without --json
  std::string json;    ///< what it prints with --json
};

/// Decides a certificate (its text; `name` is for messages) against a claim's file. Never throws for bad input.
Result check(const std::string& claim_file, const std::string& certificate, const Options& options,
             const std::string& name = "certificate");

/// The hash of a statement, or the value of an expression in JSON form (Result::text). Outcome Accepted, or what went
/// wrong.
Result statement_hash_of(const std::string& claim_file, const std::string& statement, const Options& options);
Result evaluate(const std::string& claim_file, const std::string& expression, unsigned precision,
                const Options& options);

/// The hash alone; empty if there is none.
std::string statement_hash(const std::string& claim_file, const std::string& statement);

/// The result for a file that cannot be read.
Result malformed(const std::string& reason);

const char* outcome_name(Outcome outcome);

}  // namespace checker
