// SPDX-License-Identifier: Apache-2.0
#include "verify/json/json_reader.hpp"

#include <cmath>
#include <limits>

#include "theory/error.hpp"

namespace attest::verify::json {
namespace {

/// A key as part of a JSON pointer (RFC 6901).
std::string pointer_part(const std::string& key) {
  std::string part = "/";
  for (const char c : key) part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return part;
}

}  // namespace

void JsonReader::fail(const std::string& expected) const {
  throw InputError(place(), "expected " + expected + ", found " + std::string(json_.type_name()));
}

std::string JsonReader::string() const {
  if (!json_.is_string()) fail("a string");
  return json_.get<std::string>();
}

bool JsonReader::boolean() const {
  if (!json_.is_boolean()) fail("true or false");
  return json_.get<bool>();
}

double JsonReader::number() const {
  if (json_.is_number()) return json_.get<double>();
  if (json_ == "inf") return std::numeric_limits<double>::infinity();
  if (json_ == "-inf") return -std::numeric_limits<double>::infinity();
  if (json_ == "nan") return std::numeric_limits<double>::quiet_NaN();
  fail("a number, \"inf\", \"-inf\" or \"nan\"");
}

std::vector<JsonReader> JsonReader::elements() const {
  if (!json_.is_array()) fail("an array");
  std::vector<JsonReader> result;
  for (std::size_t i = 0; i < json_.size(); ++i)
    result.emplace_back(json_[i], file_, pointer_ + "/" + std::to_string(i));
  return result;
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
  if (!json_.is_object()) fail("an object");
  std::vector<std::pair<std::string, JsonReader>> result;
  for (const auto& [key, value] : json_.items())
    result.emplace_back(key, JsonReader(value, file_, pointer_ + pointer_part(key)));
  return result;
}

std::vector<std::string> JsonReader::strings() const {
  std::vector<std::string> result;
  for (const JsonReader& element : elements()) result.push_back(element.string());
  return result;
}

bool JsonReader::has(const std::string& key) const {
  if (!json_.is_object()) fail("an object");
  return json_.contains(key);
}

JsonReader JsonReader::at(const std::string& key) const {
  if (!has(key)) throw InputError(place(), "expected the key \"" + key + "\"");
  return JsonReader(json_.at(key), file_, pointer_ + pointer_part(key));
}

void JsonReader::only(const std::set<std::string>& keys) const {
  for (const auto& [key, value] : members())
    if (!keys.contains(key)) {
      std::string known;
      for (const std::string& name : keys) known += (known.empty() ? "\"" : ", \"") + name + "\"";
      throw InputError(value.place(), "unknown key; expected one of " + known);
    }
}

JsonReader::Json parse_json(const std::string& text, const std::string& file) {
  std::vector<std::set<std::string>> keys;
  std::string duplicate;
  const auto watch = [&](int, JsonReader::Json::parse_event_t event, JsonReader::Json& parsed) {
    if (event == JsonReader::Json::parse_event_t::object_start) keys.emplace_back();
    if (event == JsonReader::Json::parse_event_t::object_end) keys.pop_back();
    if (event == JsonReader::Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
      duplicate = parsed.get<std::string>();
    return true;
  };
  try {
    JsonReader::Json json = JsonReader::Json::parse(text, watch);
    if (!duplicate.empty())
      throw InputError(file, "expected each key once, found \"" + duplicate + "\" twice in one object");
    return json;
  } catch (const JsonReader::Json::parse_error& error) {
    // The library's message ends with its own words on what it expected, behind "parse error at line L, column C: ".
    std::string what = error.what();
    const std::size_t begin = what.find("parse error");
    throw InputError(file, "expected JSON: " + (begin == std::string::npos ? what : what.substr(begin)));
  }
}

JsonReader::Json json_number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

}  // namespace attest::verify::json
