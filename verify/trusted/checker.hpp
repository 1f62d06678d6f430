// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include "verify/trusted/failure.hpp"
namespace checker {
struct Options {
  std::string definitions;  ///< the folder of definitions; empty: ../definitions beside the claim's folder
  std::uint64_t budget = 2000000000;
};

struct Result {
  Outcome outcome = Outcome::kAccepted;
  std::string reason = {};   ///< empty if Accepted
  std::string text = {};     ///< what the program prints without --json
  std::string json = {};     ///< what it prints with --json
  std::string because = {};  ///< Rejected: "opposite", "undefined" or "form" (docs/certificate_format.md)
};
inline constexpr const char* kNoMemory = "not enough memory";
// None of these throws for bad input: a failure is a Result, too.
/// Decides a certificate (its text; `name` is for messages) against a claim's file.
Result check(const std::string& claim_file, const std::string& certificate, const Options& options,
             const std::string& name = "certificate");
/// The hash of a claim's header or of a statement, or the value of an expression in JSON form.
Result header_hash_of(const std::string& claim_file, const Options& options);
Result statement_hash_of(const std::string& claim_file, const std::string& statement, const Options& options);
Result evaluate(const std::string& claim_file, const std::string& expression, unsigned precision,
                const Options& options);
/// The result of what is not accepted.
Result failed(Outcome outcome, const std::string& reason, const std::string& because = "");
const char* outcome_name(Outcome outcome);
}  // namespace checker
