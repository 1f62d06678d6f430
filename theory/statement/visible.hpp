// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace attest::theory {

/// Requires UTF-8 text that a reader sees as it is: without control characters other than newlines, marks of direction
/// and of width zero, separators of lines, variation selectors and tags. What a claim or its page shows could be
/// another text than the one that is read by programs otherwise (a carriage return in a comment once became a line of a
/// statement). Errors: InputError "FILE:LINE: ...".
void require_visible(std::string_view text, const std::string& file);

}  // namespace attest::theory
