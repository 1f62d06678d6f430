// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace attest::verify::json {

/// A place in a JSON file. Every reading names what it expects; anything else, a missing key, or a key that nobody
/// reads, is an InputError with the file, the JSON pointer and what was expected.
class JsonReader {
 public:
  using Json = nlohmann::ordered_json;

  /// `json` must outlive the reader.
  JsonReader(const Json& json, std::string file, std::string pointer = "")
      : json_(json), file_(std::move(file)), pointer_(std::move(pointer)) {}

  [[noreturn]] void fail(const std::string& expected) const;
  std::string place() const { return file_ + ": " + (pointer_.empty() ? "/" : pointer_); }

  std::string string() const;
  bool boolean() const;
  double number() const;  ///< a JSON number, or "inf", "-inf", "nan"
  bool is_null() const { return json_.is_null(); }
  std::vector<JsonReader> elements() const;                         ///< of an array
  std::vector<std::pair<std::string, JsonReader>> members() const;  ///< of an object, in order
  std::vector<std::string> strings() const;                         ///< an array of strings

  bool has(const std::string& key) const;
  JsonReader at(const std::string& key) const;
  /// Fails on the first key that is not among `keys`.
  void only(const std::set<std::string>& keys) const;

 private:
  const Json& json_;
  std::string file_, pointer_;
};

/// Parses a file's text; a syntax error or a duplicate key is an InputError.
JsonReader::Json parse_json(const std::string& text, const std::string& file);

/// A double as JSON: a number, or "inf", "-inf", "nan", which JSON numbers cannot say.
JsonReader::Json json_number(double value);

}  // namespace attest::verify::json
