// SPDX-License-Identifier: Apache-2.0
#include "verify/usage/color.hpp"

#include <unistd.h>

#include <cstdlib>

namespace attest::verify::usage {

namespace {

std::string chosen_color = "auto";

/// The eight colours that every terminal has, so that the reader's own palette is used.
const char* color_of(std::string_view status) {
  if (status == "holds") return "\x1b[32m";
  if (status == "false") return "\x1b[31m";
  if (status == "supported") return "\x1b[36m";
  if (status == "gap" || status == "typo") return "\x1b[33m";
  if (status == "open") return "\x1b[35m";
  if (status == "ALARM") return "\x1b[1;31m";
  return nullptr;
}

constexpr const char* kEnd = "\x1b[0m";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

void use_color(const std::string& when) { chosen_color = when; }

bool is_colored(int descriptor) {
  if (chosen_color != "auto") return chosen_color == "always";
  const char *no_color = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  return isatty(descriptor) == 1 && !(no_color && *no_color) && terminal && *terminal &&
         std::string_view(terminal) != "dumb";
}

std::string painted(std::string_view status, const std::string& text) {
  const char* color = color_of(status);
  return color ? color + text + kEnd : text;
}

std::string painted_verdict(const std::string& words, bool is_colored) {
  if (!is_colored) return words;
  std::string out;
  int depth = 0;  // in parentheses stand assurances and ranges
  for (std::size_t i = 0; i < words.size();) {
    if (words[i] == '(') ++depth;
    if (words[i] == ')') --depth;
    if (!is_letter(words[i])) {
      out += words[i++];
      continue;
    }
    std::size_t end = i;
    while (end < words.size() && is_letter(words[end])) ++end;
    const std::string word = words.substr(i, end - i);
    out += depth == 0 ? painted(word, word) : word;
    i = end;
  }
  return out;
}

std::size_t color_bytes(const std::string& text) {
  std::size_t bytes = 0;
  for (std::size_t begin = text.find('\x1b'); begin != std::string::npos; begin = text.find('\x1b', begin + 1))
    bytes += text.find('m', begin) - begin + 1;
  return bytes;
}

}  // namespace attest::verify::usage
