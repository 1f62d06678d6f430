// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

// The room usage: how the command line describes itself (description.hpp: manual pages, completion), what a mistyped
// word probably meant (this file), and colour on a terminal (color.hpp).
namespace attest::verify::usage {

/// Insertions, deletions, substitutions and swaps of neighbours, no part edited twice (optimal string alignment).
std::size_t edit_distance(const std::string& one, const std::string& other);

/// Those of the names that `word` was probably meant to be, at most three, the nearest first: an edit or two away, or
/// begun and not finished. None where nothing is near: a wrong guess is worse than none.
std::vector<std::string> nearest(const std::string& word, const std::vector<std::string>& names);

/// The same among claims' ids. The paper's part may be missing: lemma-b3 is positional.lemma-b3.
std::vector<std::string> nearest_claims(const std::string& id, const std::vector<std::string>& ids);

/// "; did you mean 'a' or 'b'?", or nothing.
std::string did_you_mean(const std::vector<std::string>& names);

/// " (see attest kernels validate --help)": the help of the innermost command that a line has named so far.
std::string see_help(const CLI::App& program);

/// The first word of a command line that names neither a command nor an option, with what was probably meant: a
/// message.
std::optional<std::string> unknown_word(const CLI::App& program, const std::vector<std::string>& words);

}  // namespace attest::verify::usage
