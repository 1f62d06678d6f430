// SPDX-License-Identifier: Apache-2.0
#include "verify/scope.hpp"

#include <cctype>
#include <set>

namespace attest::verify {

namespace {

// A domain's tokens stand joined by spaces ("permutations ( 2 ^ k )"); people write "permutations(2^k)".
std::string written(const std::string& tokens) {
  static const std::string closing = ")],.^*/", opening = "([.^*/";
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == ' ' && !text.empty() && i + 1 < tokens.size()) {
      const char before = text.back(), after = tokens[i + 1];
      const bool call = after == '(' && (std::isalnum(static_cast<unsigned char>(before)) || before == '_');
      if (call || opening.find(before) != std::string::npos || closing.find(after) != std::string::npos) continue;
    }
    text += tokens[i];
  }
  return text;
}

std::string words(const Coverage& entry) {
  const std::string domain = written(entry.domain);
  if (entry.kind == "range") {
    return entry.from == entry.to ? entry.variable + " = " + entry.from
                                  : entry.variable + " = " + entry.from + ", ..., " + entry.to;
  }
  if (entry.kind == "instances") {
    return entry.count == "1" ? "one " + entry.variable + " of " + domain
                              : entry.count + " cases of " + entry.variable + " in " + domain;
  }
  if (entry.kind == "exhaustive") return "every " + entry.variable + " in " + domain;
  if (entry.kind == "box") {
    return "every real " + entry.variable + " in " + domain +
           (entry.count == "1" ? "" : " (" + entry.count + " cells)");
  }
  return {};
}

}  // namespace

std::string scope_in_words(const CheckedCertificate& certificate) {
  if (certificate.checkers.empty()) return {};
  const CheckerReport& report = certificate.checkers.front();
  if (certificate.is_proof) {
    std::string text = "all values";
    for (const Coverage& entry : report.assumed) text += ": theorem " + entry.theorem + " in " + entry.file;
    return text;
  }
  if (!certificate.goal && !certificate.counterexample.empty() && report.assumed.empty()) {
    return "refuted at " + certificate.counterexample;
  }
  std::string text;
  std::set<std::string> said;
  for (const auto* list : {&report.assumed, &report.covered}) {
    for (const Coverage& entry : *list) {
      const std::string next = words(entry);
      if (next.empty() || !said.insert(next).second) continue;
      text += (text.empty() ? "" : "; ") + next;
    }
  }
  return text.empty() ? "by witness" : text;
}

}  // namespace attest::verify
