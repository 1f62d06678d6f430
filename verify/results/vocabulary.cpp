// SPDX-License-Identifier: Apache-2.0
#include "verify/results/vocabulary.hpp"

#include <algorithm>

namespace attest::verify::results {

const std::vector<Word>& statuses() {
  static const std::vector<Word> words = {
      {"holds", "✓", "The statement is true: the evidence covers its own domains completely."},
      {"false", "✗",
       "The statement fails, on evidence that is complete: a counterexample, or no witness in all of its domain."},
      {"supported", "≈",
       "Everything that was tried agrees, at the instances or in the range named beside the word. Nothing is "
       "established beyond them."},
      {"gap", "◫", "The statement may hold; the printed step does not show it."},
      {"typo", "¶", "Only the text is garbled; what is meant is stated beside it and decided."},
      {"open", "?", "Not decided here."}};
  return words;
}

const std::vector<Word>& assurances() {
  static const std::vector<Word> words = {
      {"proved", "■",
       "All values: an exact decision over all reals of the domain, by enclosures or by sums of squares; or a theorem "
       "that Coq's kernel "
       "checked in "
       "this run, whose type is, for Coq, the meaning of the statement."},
      {"proved (bound by a reader)", "□",
       "All values: a theorem that Coq's kernel checked in this run. That the theorem says what the statement says was "
       "read "
       "by a person; no program compared the two."},
      {"exhaustive", "▲", "Every element of a domain that is finite in the statement, exactly."},
      {"certified", "◆",
       "Exact or enclosed: a witness or a counterexample, or at the instances or in the range beside the word."},
      {"sampled", "○",
       "Evidence only: some cases were tried, and they speak against the statement. It establishes nothing."},
      {"none", "–", "Nothing was established."}};
  return words;
}

std::string style_name(std::string_view word) {
  std::string name;
  for (const char c : word) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter)
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name;
}

const Word* find_word(const std::vector<Word>& words, std::string_view word) {
  const auto at = std::find_if(words.begin(), words.end(), [&](const Word& entry) { return entry.word == word; });
  return at == words.end() ? nullptr : &*at;
}

std::string spoken_name(const std::string& statement) {
  std::string name = statement == "printed" ? "as printed" : statement == "literal" ? "letter by letter" : statement;
  for (const std::string prefix : {"step_", "finding_", "property_"})
    if (statement.starts_with(prefix))
      name = prefix.substr(0, prefix.size() - 1) + ": " + statement.substr(prefix.size());
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string_view role(const std::string& statement) {
  if (statement == "printed") return "what the paper asserts, as it means it";
  if (statement == "literal") return "the printed text letter by letter, where that differs from what it means";
  if (statement == "repaired") return "our own statement, where the printed one fails";
  if (statement.starts_with("step_")) return "a step of the printed proof";
  if (statement.starts_with("property_not_")) return "contradicts the property, which is false only if this holds";
  if (statement.starts_with("property_")) return "a property of the variant";
  return "something else that was decided on the way";
}

bool has_role(const std::string& statement) {
  if (statement == "printed" || statement == "literal" || statement == "repaired") return true;
  for (const std::string_view prefix : {"step_", "property_not_", "property_", "finding_"})
    if (statement.starts_with(prefix)) return statement.size() > prefix.size();
  return false;
}

}  // namespace attest::verify::results
