// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace checker {

/// A value of RFC 8259, with the byte at which it begins. Numbers and null are read, so that what is wrong can be said
/// where it is wrong.
struct Json {
  enum class Kind { kNull, kBoolean, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  bool boolean = false;
  std::string text;  ///< kString: decoded; kNumber: as it stands
  std::vector<Json> items;
  std::vector<std::pair<std::string, Json>> members;  ///< in the order written, keys are different
  std::size_t at = 0;

  const Json* find(const std::string& key) const;
};

/// Reads one JSON text and nothing after it. Malformed names `file` and the byte: not UTF-8, a duplicate key, nesting
/// over 200.
Json parse_json(const std::string& text, const std::string& file);

}  // namespace checker
