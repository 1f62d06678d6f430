// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

// The room json: reading JSON that somebody else wrote, strictly and without losing anything. Everything in verify/
// that reads JSON from a file reads it here.
namespace attest::verify::json {

/// A document. Objects keep the order of their text.
using Value = nlohmann::ordered_json;

/// How deep objects and lists may stand in one another: as deep as in a certificate (verify/trusted).
constexpr std::size_t kDeepest = 200;

/// Parses a text without losing anything: an integer that does not fit 64 bits is kept as the string of its digits.
/// InputError, which begins with `name` and says where (line and column, or the object as a JSON pointer), for what is
/// not JSON in UTF-8, a number that no double comes near, a key that stands twice in one object, a key with control
/// characters or invisible ones in it, and more than kDeepest levels.
Value parse_strictly(const std::string& text, const std::string& name);

/// A key or an index as the part of a JSON pointer (RFC 6901) that leads to it, with its "/".
std::string pointer_part(const std::string& key);

}  // namespace attest::verify::json
