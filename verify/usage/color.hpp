// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace attest::verify::usage {

/// --color: "auto" (the default), "always" or "never".
void use_color(const std::string& when);

/// Whether what goes to this descriptor may be coloured. By itself only on a terminal that is not dumb, and never where
/// NO_COLOR is set and not empty.
bool is_colored(int descriptor);

/// A word of a status in its colour, the same text otherwise. The words and symbols say all that the colours say.
std::string painted(std::string_view status, const std::string& text);

/// A verdict in words ("false (certified), repaired holds (exhaustive)") with its statuses in their colours.
std::string painted_verdict(const std::string& words, bool is_colored);

/// How many bytes of a text are colours, which take no room on a line.
std::size_t color_bytes(const std::string& text);

}  // namespace attest::verify::usage
