// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/trusted/case_files.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace cases {

namespace fs = std::filesystem;

checker::Outcome Case::outcome() const {
  static const std::map<std::string, checker::Outcome> outcomes = {{"accept", checker::Outcome::kAccepted},
                                                                   {"reject", checker::Outcome::kRejected},
                                                                   {"undecided", checker::Outcome::kUndecided},
                                                                   {"malformed", checker::Outcome::kMalformed}};
  return outcomes.at(folder);
}

const fs::path& folder() {
  static const fs::path path = "tests/verify/trusted/cases";
  return path;
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error(file.string() + ": expected a file that can be read");
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::map<std::string, std::string> read_table(const fs::path& file) {
  std::map<std::string, std::string> table;
  std::istringstream lines(read(file));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    // An empty expectation would be met by every reason.
    if (tab == std::string::npos || tab + 1 == line.size() ||
        !table.emplace(line.substr(0, tab), line.substr(tab + 1)).second)
      throw std::runtime_error(file.string() + ": expected a new name, a tab and a text, found '" + line + "'");
  }
  return table;
}

std::vector<Case> all() {
  std::vector<Case> result;
  for (const auto& rule : fs::directory_iterator(folder())) {
    if (!fs::exists(rule.path() / "expected.tsv") || rule.path().filename() == "claims_malformed") continue;
    std::map<std::string, std::string> expected = read_table(rule.path() / "expected.tsv");
    for (const auto& entry : fs::recursive_directory_iterator(rule.path())) {
      if (entry.path().extension() != ".json") continue;
      Case found;
      found.rule = rule.path().filename().string();
      found.folder = entry.path().parent_path().filename().string();
      found.file = entry.path();
      found.claim = folder() / "claims" / (found.rule + ".claim");
      const auto line = expected.find(found.folder + "/" + entry.path().filename().string());
      if ((found.folder == "accept") != (line == expected.end()))
        throw std::runtime_error(found.name() + ": expected a line of expected.tsv unless it is accepted");
      if (line != expected.end()) {
        found.expected = line->second;
        expected.erase(line);
      }
      result.push_back(std::move(found));
    }
    if (!expected.empty())
      throw std::runtime_error(expected.begin()->first + ": a line of expected.tsv without a file");
  }
  std::sort(result.begin(), result.end(), [](const Case& a, const Case& b) { return a.name() < b.name(); });
  return result;
}

}  // namespace cases
