// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attest::verify::results {

/// A word of a verdict, with a shape of its own, so that no verdict is told by colour alone.
struct Word {
  std::string_view word, symbol, meaning;
};

const std::vector<Word>& statuses();    ///< holds, false, supported, gap, typo, open
const std::vector<Word>& assurances();  ///< the strongest first: proved, ..., exhaustive, certified, sampled, none

/// A word as a name in a style sheet: "proved (bound by a reader)" is "proved-bound-by-a-reader".
std::string style_name(std::string_view word);

/// The entry for `word`, or null if the vocabulary does not know it.
const Word* find_word(const std::vector<Word>& words, std::string_view word);

/// A statement's name as a reader says it: "step_first_bound" is "step: first bound".
std::string spoken_name(const std::string& statement);

/// What a statement of this name is (docs/statement_language.md, "Files").
std::string_view role(const std::string& statement);

/// Whether the name tells a role; and the names that do, for a message.
bool has_role(const std::string& statement);
inline constexpr const char* kRoles =
    "printed, literal, repaired, step_..., property_..., property_not_... or finding_...";

}  // namespace attest::verify::results
