// SPDX-License-Identifier: Apache-2.0
#include "verify/scope.hpp"

#include <set>

namespace attest::verify {

namespace {

std::string words(const Coverage& entry) {
  if (entry.kind == "range") {
    return entry.from == entry.to ? entry.variable + " = " + entry.from
                                  : entry.variable + " = " + entry.from + ", ..., " + entry.to;
  }
  if (entry.kind == "instances") {
    return entry.count == "1" ? "one " + entry.variable + " of " + entry.domain
                              : entry.count + " cases of " + entry.variable + " in " + entry.domain;
  }
  if (entry.kind == "exhaustive") return "every " + entry.variable + " in " + entry.domain;
  if (entry.kind == "box") {
    return "every real " + entry.variable + " in " + entry.domain +
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
