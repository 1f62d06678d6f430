// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>
namespace checker {
struct JsonMember;
/// A JSON value (RFC 8259) as certificates may have it: no numbers, no null, no escape sequences in strings.
struct Json {
  enum class Kind { kBoolean, kString, kArray, kObject };
  Kind kind = Kind::kBoolean;
  bool boolean = false;
  std::string text;
  std::vector<Json> items;
  std::vector<JsonMember> members;  ///< in the order written; keys are different
  std::size_t at = 0;               ///< the byte at which it begins

  const Json* find(const std::string& key) const;
};
struct JsonMember {
  std::string key;
  Json value;
};
/// Reads one JSON text and nothing after it. Malformed names `file`, the byte and what was expected there.
Json parse_json(const std::string& text, const std::string& file);
}  // namespace checker
