// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "verify/report/outline.hpp"

namespace attest::verify::report {

/// Reads the subset of Markdown in which the claims' pages are written: headings, paragraphs, lists, fenced and
/// indented code, tables, and within a line bold, emphasis, code and links. Everything else is text. A heading opens a
/// Section that holds what follows up to the next heading of its level. A report is read away from the repository, so a
/// link becomes its words with its address behind them.
Blocks read_page(const std::string& markdown);

}  // namespace attest::verify::report
