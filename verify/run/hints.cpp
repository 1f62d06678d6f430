// SPDX-License-Identifier: Apache-2.0
#include "verify/run/hints.hpp"

#include <algorithm>
#include <map>
#include <regex>

#include "verify/usage/suggestion.hpp"

namespace attest::verify::run {

namespace fs = std::filesystem;

namespace {

/// Where a name is defined: file by file, the user's first.
std::map<std::string, std::vector<std::string>> defined(const std::vector<fs::path>& folders) {
  static const std::regex definition(R"((?:^|\n)def (\w+))");
  std::map<std::string, std::vector<std::string>> files;
  for (const fs::path& folder : folders)
    for (const fs::path& file : system::sorted_files(folder, ".stm")) {
      if (!fs::is_regular_file(file)) continue;
      const std::string text = system::read_file(file);
      for (auto at = std::sregex_iterator(text.begin(), text.end(), definition); at != std::sregex_iterator(); ++at)
        files[(*at)[1]].push_back(file.stem());
    }
  return files;
}

std::string of_name(const std::string& name, const std::vector<fs::path>& folders) {
  const auto files = defined(folders);
  if (const auto found = files.find(name); found != files.end())
    return "; use \"" + found->second.front() + "\" has a definition of it";
  std::vector<std::string> names;
  for (const auto& [known, where] : files) names.push_back(known);
  for (const char* builtin : {"sum", "product", "max", "min", "all", "any", "count", "len", "abs", "floor", "ceil",
                              "sqrt", "exp", "log", "permutations", "tuples"})
    names.emplace_back(builtin);
  return usage::did_you_mean(usage::nearest(name, names));
}

std::string of_file(const std::string& name, const std::vector<fs::path>& folders) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders)
    for (const fs::path& file : system::sorted_files(folder, ".stm")) names.push_back(file.stem());
  return usage::did_you_mean(usage::nearest(name, names));
}

/// How other languages write it, and how this one does.
std::string of_notation(const std::string& message) {
  static const std::vector<std::pair<const char*, const char*>> known = {
      {"found '|'", "abs(x) is the absolute value, `or` the disjunction"},
      {"found '&'", "`and` is the conjunction"},
      {"found '!'", "`not` is the negation, != unequal"},
      {"found the byte 0x", "outside strings and comments the language is ASCII: <=, >=, !=, forall, exists, in"},
      {"expected an expression, found '='", "= alone compares"},
      {"expected an expression, found '>'", "=> is the implication"},
      {"expected an expression, found '*'", "x^2 is a power"},
      {"found U+0009", "a tab; blanks are blanks here"},
      {"expected 'for' in the call of", "over a list it is written with its elements, as in sum(x for x in list)"}};
  for (const auto& [found, words] : known)
    if (message.find(found) != std::string::npos) return std::string("; ") + words;
  return "";
}

}  // namespace

std::string hint(const std::string& message, const std::vector<fs::path>& folders, const system::Places& places) {
  std::vector<fs::path> all = folders;
  all.push_back(places.source / "theory/definitions");
  static const std::regex unknown(
      R"(expected a bound name, an earlier definition or a built-in function, found '(\w+)')");
  static const std::regex not_bound(R"(expected a name that is bound or defined, not '(\w+)')");
  static const std::regex taken(R"(expected a name that is not taken, found the definition '(\w+)')");
  static const std::regex no_file(R"(expected the file .*?([\w-]+)\.stm, found none)");
  std::smatch found;
  if (std::regex_search(message, found, unknown) || std::regex_search(message, found, not_bound))
    return of_name(found[1], all);
  if (std::regex_search(message, found, no_file))
    return of_file(found[1], all) +
           "; definitions are looked for beside the claim, in definitions/ there and beside "
           "its folder, and among ours";
  if (std::regex_search(message, found, taken)) {
    const auto files = defined(all);
    const auto where = files.find(found[1]);
    return where == files.end() ? "" : "; " + where->second.front() + ".stm has one: take another name";
  }
  return of_notation(message);
}

}  // namespace attest::verify::run
