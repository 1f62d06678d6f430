// SPDX-License-Identifier: Apache-2.0
#include "verify/usage/suggestion.hpp"

#include <algorithm>
#include <cctype>

namespace attest::verify::usage {

namespace {

constexpr std::size_t kMost = 3;  ///< more than that is a list, which --help and `attest claims` print better

/// One edit in three letters, and never more than three: "chekc" is check, "fold" is no "bold".
std::size_t allowed(const std::string& word) { return word.size() < 3 ? 0 : std::min<std::size_t>(3, word.size() / 3); }

std::string folded(std::string word) {
  for (char& c : word) c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

std::string paper_part(const std::string& id) { return id.substr(0, id.find('.')); }
std::string claim_part(const std::string& id) { return id.substr(id.find('.') + 1); }

std::string without_dashes(const std::string& option) {
  const std::size_t first = option.find_first_not_of('-');
  return first == std::string::npos ? "" : option.substr(first);
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

/// A command's options and those of the commands above it, which may stand behind it, too.
std::vector<const CLI::Option*> options_at(const CLI::App* at) {
  std::vector<const CLI::Option*> options;
  for (; at; at = at->get_parent())
    for (const CLI::Option* option : at->get_options())
      if (option->nonpositional()) options.push_back(option);
  return options;
}

std::vector<const CLI::App*> commands_at(const CLI::App& at) {
  return at.get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
}

std::string path_of(const CLI::App& app) {
  return app.get_parent() ? path_of(*app.get_parent()) + " " + app.get_name() : app.get_name();
}

std::string see_help_of(const CLI::App& app) { return " (see " + path_of(app) + " --help)"; }

std::string unknown_option(const CLI::App& at, const std::string& option) {
  std::vector<std::string> names, meant;
  for (const CLI::Option* known : options_at(&at))
    if (!known->get_group().empty())
      for (const std::string& name : known->get_lnames()) names.push_back(name);
  for (const std::string& name : nearest(without_dashes(option), names)) meant.push_back("--" + name);
  return "unknown option '" + option + "' of " + path_of(at) + did_you_mean(meant) + see_help_of(at);
}

std::string unknown_command(const CLI::App& at, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_at(at))
    if (!command->get_group().empty()) names.push_back(command->get_name());
  const std::string above = at.get_parent() ? at.get_name() + " " : "";
  return "unknown command '" + above + word + "'" + did_you_mean(nearest(word, names)) + see_help_of(at);
}

}  // namespace

std::size_t edit_distance(const std::string& one, const std::string& other) {
  // Row i holds the distances of one's first i letters to each beginning of the other; a swap looks two rows back.
  std::vector<std::vector<std::size_t>> rows(one.size() + 1, std::vector<std::size_t>(other.size() + 1));
  for (std::size_t i = 0; i <= one.size(); ++i) {
    for (std::size_t j = 0; j <= other.size(); ++j) {
      if (i == 0 || j == 0) {
        rows[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = rows[i - 1][j - 1] + (one[i - 1] != other[j - 1]);
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.size()][other.size()];
}

std::vector<std::string> nearest(const std::string& word, const std::vector<std::string>& names) {
  const std::string asked = folded(word);
  std::vector<std::pair<std::size_t, std::string>> near;
  std::vector<std::string> begun;
  for (const std::string& name : names) {
    const std::string known = folded(name);
    const std::size_t distance = edit_distance(asked, known);
    if (distance <= allowed(asked)) near.emplace_back(distance, name);
    if (asked.size() > 1 && known.starts_with(asked)) begun.push_back(name);
  }
  // What is one edit away is not shown beside what is the same but for its case.
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> found;
  for (const auto& [distance, name] : near)
    if (distance == near.front().first && found.size() < kMost) found.push_back(name);
  return found.empty() && begun.size() <= kMost ? begun : found;
}

std::vector<std::string> nearest_claims(const std::string& id, const std::vector<std::string>& ids) {
  const auto among = [&](const auto& is_candidate) {
    std::vector<std::string> names, found;
    for (const std::string& known : ids)
      if (is_candidate(known)) names.push_back(claim_part(known));
    const std::vector<std::string> near = nearest(claim_part(id), names);
    for (const std::string& known : ids)
      if (is_candidate(known) && std::find(near.begin(), near.end(), claim_part(known)) != near.end())
        found.push_back(known);
    return found.size() <= kMost ? found : std::vector<std::string>();
  };
  // The paper's part is no reason to find two ids near each other: it is compared by itself.
  if (id.find('.') == std::string::npos) return among([](const std::string&) { return true; });
  const std::string asked = folded(paper_part(id));
  return among([&](const std::string& known) { return edit_distance(asked, paper_part(known)) <= allowed(asked); });
}

std::string did_you_mean(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string words = "; did you mean ";
  for (std::size_t i = 0; i < names.size(); ++i)
    words += (i == 0 ? "'" : i + 1 == names.size() ? " or '" : ", '") + names[i] + "'";
  return words + "?";
}

std::string see_help(const CLI::App& program) {
  const CLI::App* at = &program;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return see_help_of(*at);
}

std::optional<std::string> unknown_word(const CLI::App& program, const std::vector<std::string>& words) {
  const CLI::App* at = &program;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return std::nullopt;
    if (word.size() > 1 && word[0] == '-') {
      const std::string option = word.substr(0, word.find('='));
      const auto options = options_at(at);
      const auto known = std::find_if(options.begin(), options.end(), [&](const CLI::Option* candidate) {
        const auto names = names_of(*candidate);
        return std::find(names.begin(), names.end(), option) != names.end();
      });
      if (known == options.end()) return unknown_option(*at, option);
      if ((*known)->get_items_expected_max() > 0 && option == word) ++i;  // its value
      continue;
    }
    const auto commands = commands_at(*at);
    if (commands.empty()) continue;
    const auto command = std::find_if(commands.begin(), commands.end(),
                                      [&](const CLI::App* known) { return known->get_name() == word; });
    if (command == commands.end()) return unknown_command(*at, word);
    at = *command;
  }
  return std::nullopt;
}

}  // namespace attest::verify::usage
