// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace attest::verify::report {

/// Text as HTML or XML text and as the value of a quoted attribute.
std::string escaped(std::string_view text);

enum class Dialect { mathml, svg };

/// Whether `markup` is one well-formed element of the dialect (<math>, <svg>) that can do nothing but be seen:
/// presentation elements only, no script, style sheet, event handler, embedded page, animation or address outside
/// itself. Results are read from files, so a report embeds no markup that this function does not know to be harmless.
bool is_harmless(std::string_view markup, Dialect dialect);

/// A reader of HTML ends a cell, a row, an item and a paragraph where the next block begins; a report has ten thousand.
std::string without_optional_tags(const std::string& html);

}  // namespace attest::verify::report
