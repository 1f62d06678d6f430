// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace attest::theory {

/// A file of the statement language laid out as `attest format` leaves it: the same tokens and comments on the same
/// lines, hence the same hashes. Blanks between tokens are one or none, quantifiers stand in one column, at most one
/// line in a row is empty, none at either end. formatted(formatted(t)) = formatted(t). Errors: InputError "FILE:LINE:
/// ..." for what is not made of tokens.
std::string formatted(std::string_view text, const std::string& file);

}  // namespace attest::theory
