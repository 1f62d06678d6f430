// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace attest::verify::report {

/// Harmless MathML (markup.hpp) as lines that a narrow page can break: each row of the outermost table is a line, and
/// a line is cut before relations and behind separators into pieces between which it may be broken. What decides no
/// glyph is left out: groups that group nothing, forms that are the default. `--w` is a line's widest piece in
/// digits' widths, by which the style sheet shrinks the line if it would still be cut off.
std::string html_formula(const std::string& mathml);

}  // namespace attest::verify::report
