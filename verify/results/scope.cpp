// SPDX-License-Identifier: Apache-2.0
#include "verify/results/scope.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>

namespace attest::verify::results {

namespace {

// A domain's tokens stand joined by spaces ("permutations ( 2 ^ k )"); people write "permutations(2^k)".
std::string written(const std::string& tokens) {
  static const std::string closing = ")],.^*/", opening = "([.^*/";
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == ' ' && !text.empty() && i + 1 < tokens.size()) {
      const char before = text.back(), after = tokens[i + 1];
      const bool call = after == '(' && (std::isalnum(static_cast<unsigned char>(before)) || before == '_');
      const bool sign = text.ends_with(" to -") || text.ends_with(" from -");  // of an end
      if (call || sign || opening.find(before) != std::string::npos || closing.find(after) != std::string::npos)
        continue;
    }
    text += tokens[i];
  }
  return text;
}

void append(std::string& text, const std::string& next, const char* separator = "; ") {
  if (!next.empty()) text += (text.empty() ? "" : separator) + next;
}

std::string range(const Coverage& entry) {
  return entry.variable + " = " + entry.from + (entry.from == entry.to ? "" : ", ..., " + entry.to);
}

bool is_try(const Coverage& entry) { return entry.kind == "instances" || entry.kind == "range"; }
bool tries_some(const std::vector<const Coverage*>& entries) {
  return std::any_of(entries.begin(), entries.end(), [](const Coverage* entry) { return is_try(*entry); });
}

// How many, where these values were not all tried beside each element of the quantifier in front.
std::string in_all(const std::vector<const Coverage*>& entries, std::size_t i) {
  if (i == 0 || !is_try(*entries[i - 1])) return "";
  const auto count = [](const Coverage& entry) { return std::strtol(entry.count.c_str(), nullptr, 10); };
  const long listed = 1 + std::count(entries[i]->values.begin(), entries[i]->values.end(), ',');
  return count(*entries[i]) == listed * count(*entries[i - 1]) ? "" : " (" + entries[i]->count + " in all)";
}

// Entries of one part, in their order; neighbouring choices of the same number are one choice of several variables.
std::string of_one_part(const std::vector<const Coverage*>& entries) {
  std::string text, chosen;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Coverage& entry = *entries[i];
    const std::string domain = written(entry.domain);
    const bool choice = entry.kind == "instances" && entry.values.empty();
    if (choice) {
      append(chosen, entry.variable, ", ");
      const Coverage* next = i + 1 < entries.size() ? entries[i + 1] : nullptr;
      if (next && next->kind == entry.kind && next->values.empty() && next->count == entry.count) continue;
      append(text, entry.count + (entry.count == "1" ? " choice of " : " choices of ") + chosen);
      chosen.clear();
    } else if (entry.kind == "range") {
      append(text, range(entry));
    } else if (entry.kind == "instances") {
      append(text, entry.variable + " = " + entry.values + in_all(entries, i));
    } else if (entry.kind == "witness") {
      // What was chosen once for all that was tried: it is as good as the instances that it was tried at.
      if (!entry.values.empty() && entry.values.find(',') == std::string::npos && tries_some(entries))
        append(text, "with " + entry.variable + " = " + entry.values);
    } else if (entry.kind == "function") {
      append(text, "with " + entry.variable + (entry.values.empty() ? " as a polynomial" : " = " + entry.values));
    } else if (entry.kind == "exhaustive") {
      append(text, "every " + entry.variable + " in " + domain);
    } else if (entry.kind == "box" || entry.kind == "polynomial") {
      const std::string cells = entry.kind == "polynomial" || entry.count == "1" ? "" : " (" + entry.count + " cells)";
      append(text, (domain.starts_with("reals") ? "every real " : "every ") + entry.variable +
                       (domain == "reals"              ? ""
                        : domain.starts_with("reals ") ? domain.substr(5)
                                                       : " in " + domain) +
                       cells);
    } else if (entry.kind == "statement") {
      append(text, "by " + entry.statement);
    } else if (entry.kind == "proof") {
      append(text, "the theorem " + entry.theorem + " in " + entry.file);
    }
  }
  return text;
}

struct Part {
  std::string name;
  std::vector<const Coverage*> entries;
};

// In the order in which the parts are first met.
void add_by_part(const std::vector<Coverage>& entries, std::vector<Part>& parts) {
  for (const Coverage& entry : entries) {
    auto part = std::find_if(parts.begin(), parts.end(), [&](const Part& p) { return p.name == entry.part; });
    if (part == parts.end()) part = parts.insert(part, {entry.part, {}});
    part->entries.push_back(&entry);
  }
}

std::string in_words(const std::vector<Part>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string words = of_one_part(parts[i].entries);
    if (words.empty()) continue;
    // Parts that were met alike are named together.
    std::string names = parts[i].name;
    const auto alike = [&](const Part& part) { return !names.empty() && of_one_part(part.entries) == words; };
    if (std::any_of(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(i), alike)) continue;
    for (std::size_t j = i + 1; j < parts.size(); ++j)
      if (alike(parts[j])) names += ", " + parts[j].name;
    append(text, (names.empty() ? "" : "[" + names + "] ") + words);
  }
  return text;
}

// How far the instances and ranges of one part reach.
struct Reach {
  std::string span;    ///< "to n = 6", "for n = 3, ..., 6", "at n = 2, 3"; empty where instances are only counted
  long instances = 0;  ///< how many, where they are only counted
};

Reach reach_of(const std::vector<const Coverage*>& entries) {
  constexpr long kMostValues = 4;
  std::string ends, spans, values;
  bool from_the_first = true, counted = false;
  long most = 0;
  for (const Coverage* entry : entries) {
    if (entry->kind == "range") {
      from_the_first = from_the_first && entry->domain == "naturals from " + entry->from;
      append(ends, entry->variable + " = " + entry->to, ", ");
      append(spans, range(*entry), ", ");
    } else if (entry->kind == "instances") {
      most = std::max(most, std::strtol(entry->count.c_str(), nullptr, 10));
      const bool few = std::count(entry->values.begin(), entry->values.end(), ',') < kMostValues;
      counted = counted || entry->values.empty() || !few;
      append(values, entry->variable + " = " + entry->values, ", ");
    }
  }
  if (counted) return {"", most};
  Reach reach;
  if (!values.empty()) reach.span = "at " + values;
  if (!spans.empty()) append(reach.span, from_the_first ? "to " + ends : "for " + spans, ", ");
  return reach;
}

}  // namespace

std::string coverage_in_words(const std::vector<Coverage>& entries) {
  std::vector<Part> parts;
  add_by_part(entries, parts);
  return in_words(parts);
}

std::string scope_in_words(const CheckedCertificate& certificate) {
  if (certificate.checkers.empty()) return {};
  const CheckerReport& report = certificate.checkers.front();
  if (certificate.is_proof) {
    std::string text = "all values";
    for (const Coverage& entry : report.assumed) text += ": theorem " + entry.theorem + " in " + entry.file;
    return text;
  }
  if (!certificate.goal && !certificate.counterexample.empty() && report.assumed.empty())
    return "refuted at " + certificate.counterexample;
  // What stands for all that was tried is named, where it is short: it may be all that is wrong.
  constexpr std::size_t kShort = 40;
  std::vector<Coverage> covered = report.covered;
  for (Coverage& entry : covered)
    if ((entry.kind == "witness" || entry.kind == "function") && entry.count == "1" && entry.values.empty())
      for (const auto& [variable, json] : certificate.witness)
        if (variable == entry.variable && json.size() <= kShort && json.find(',') == std::string::npos)
          std::copy_if(json.begin(), json.end(), std::back_inserter(entry.values), [](char c) { return c != '"'; });
  std::vector<Part> parts;
  add_by_part(report.assumed, parts);
  add_by_part(covered, parts);
  const std::string text = in_words(parts);
  return text.empty() ? (report.covered.empty() ? "by evaluation" : "by witness") : text;
}

std::string extent_in_words(const std::vector<Coverage>& assumed) {
  std::vector<Part> parts;
  add_by_part(assumed, parts);
  std::vector<std::string> spans;
  long instances = 0;
  for (const Part& part : parts) {
    const Reach reach = reach_of(part.entries);
    instances += reach.instances;
    const bool is_new = std::find(spans.begin(), spans.end(), reach.span) == spans.end();
    if (!reach.span.empty() && is_new) spans.push_back(reach.span);
  }
  std::string text;
  if (instances > 0) text = "at " + std::to_string(instances) + (instances == 1 ? " instance" : " instances");
  for (const std::string& span : spans) append(text, span);
  return text;
}

}  // namespace attest::verify::results
