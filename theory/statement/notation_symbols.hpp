// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace attest::theory::notation {

/// A symbol in both spellings.
struct Symbol {
  const char* key;
  const char* mathml;  ///< a whole element
  const char* latex;
  std::size_t width;  ///< in letters, roughly, with the space around it
};
/// Domain: a key of the table. Errors: std::logic_error for any other.
const Symbol& find_symbol(const std::string& key);
std::size_t symbol_width(const std::string& key);

/// A Greek letter by the name that the language writes for it.
struct GreekLetter {
  const char* name;
  const char* character;  ///< UTF-8
  const char* latex;
};
/// Null if the name is not that of a Greek letter.
const GreekLetter* greek_letter(const std::string& name);

/// The two characters of a fence.
struct Fence {
  const char* key;
  const char *mathml_left, *mathml_right;
  const char *latex_left, *latex_right;
};
/// Domain: "()", "[]", "{}", "||", "floor", "ceil". Errors: std::logic_error for any other.
const Fence& find_fence(const std::string& key);

}  // namespace attest::theory::notation
