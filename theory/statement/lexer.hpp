// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attest::theory::syntax {

/// A token of the statement language (docs/statement_language.md, "Grammar") and where it stands.
struct Token {
  enum class Kind { name, keyword, integer, string, symbol, end };
  Kind kind;
  std::string text;        ///< as written, a string with its quotes; empty at the end
  int line;                ///< from 1
  std::size_t begin, end;  ///< offsets in bytes
};

/// The tokens of a file, the last one of kind `end`. `file` is named in errors.
/// Errors: InputError "FILE:LINE: ..." for what begins no token, a string without its end, text that is not UTF-8.
std::vector<Token> tokenize(std::string_view text, const std::string& file);

/// Whether a word has a meaning of its own in the grammar, so that it cannot be a name.
bool is_keyword(std::string_view word);
/// Whether the whole text is one name.
bool is_name(std::string_view text);

/// "FILE:LINE", as errors name a place.
std::string place(const std::string& file, int line);

}  // namespace attest::theory::syntax
