// SPDX-License-Identifier: Apache-2.0
// Reads a certificate, and finds all of it to be of the format before anything is evaluated.
#include <algorithm>
#include "verify/trusted/check.hpp"
#include "verify/trusted/json.hpp"
#include "verify/trusted/tokens.hpp"
namespace checker {
namespace {
using Keys = std::set<std::string>;
// The keys of an object: one of these sets.
const Keys kTop = {"format", "claim", "header", "statement", "hash", "goal", "precision", "steps"};
// clang-format off
const std::map<std::string, std::vector<Keys>> kSteps = {
    {"witness", {{"rule", "var", "value", "then"}}},
    {"function", {{"rule", "var", "value", "then"}}},
    {"exhaustive", {{"rule", "var", "then"}, {"rule", "var", "cases"}}},
    {"instances", {{"rule", "var", "values", "then"}, {"rule", "var", "values", "cases"},
                   {"rule", "var", "from", "to", "then"}, {"rule", "var", "from", "to", "cases"}}},
    {"box", {{"rule", "var", "cells", "then"}, {"rule", "var", "cells", "cases"}}},
    {"polynomial", {{"rule", "var", "then"}}},
    {"split", {{"rule", "parts"}, {"rule", "part", "then"}}},
    {"evaluate", {{"rule"}}},
    {"squares", {{"rule", "signs"}}},
    {"statement", {{"rule", "name"}}},
    {"proof", {{"rule", "system", "file", "theorem"}}}};
// clang-format on

struct Reader {
  std::string file;
  [[noreturn]] void fail(const std::string& place, const std::string& expected, const Json& found) const {
    static const char* const kinds[] = {"a boolean", "a string", "an array", "an object"};
    throw Malformed(file + ": " + place + " (byte " + std::to_string(found.at + 1) + "): expected " + expected +
                    ", found " + kinds[static_cast<std::size_t>(found.kind)]);
  }
  void require_keys(const Json& object, const std::string& place, const std::vector<Keys>& allowed) const {
    Keys found;
    for (const auto& [key, value] : object.members) found.insert(key);
    if (object.kind == Json::Kind::kObject && std::count(allowed.begin(), allowed.end(), found) > 0) return;
    std::string expected;
    for (const Keys& keys : allowed) {
      expected += expected.empty() ? "an object with just the keys" : ", or";
      for (const std::string& key : keys) expected += " \"" + key + "\"";
    }
    fail(place, expected, object);
  }
  const std::string& string(const Json& json, const std::string& place) const {
    if (json.kind != Json::Kind::kString) fail(place, "a string", json);
    return json.text;
  }
  // Canonical is what GMP writes.
  mpq_class number(const Json& json, const std::string& place, bool whole = false) const {
    mpq_class result;
    if (json.kind == Json::Kind::kString && result.set_str(json.text, 10) == 0 && result.get_den() != 0) {
      result.canonicalize();
      if (result.get_str() == json.text && (!whole || result.get_den() == 1)) return result;
    }
    fail(place, whole ? "a canonical integer such as \"-3\"" : "a canonical number such as \"-3\" or \"7/2\"", json);
  }
  // The items of an array, each read by `read`.
  template <class Item>
  std::vector<Item> list(const Json& json, const std::string& place,
                         Item (Reader::*read)(const Json&, const std::string&) const) const {
    std::vector<Item> result;
    if (json.kind != Json::Kind::kArray) fail(place, "an array", json);
    for (const Json& item : json.items)
      result.push_back((this->*read)(item, place + "[" + std::to_string(result.size()) + "]"));
    return result;
  }
  Value value(const Json& json, const std::string& place) const {
    if (json.kind == Json::Kind::kBoolean) return truth(json.boolean);
    if (json.kind == Json::Kind::kString) {
      const char first = json.text.empty() ? '0' : static_cast<char>(json.text[0] | 0x20);
      return first >= 'a' && first <= 'z' ? Value(json.text) : Value(number(json, place));
    }
    if (json.kind == Json::Kind::kArray) return list(json, place, &Reader::value);
    Record fields;
    for (const auto& [name, field] : json.members) {
      if (!is_name(name)) fail(place, "names of the language as keys", json);
      fields.emplace(name, value(field, place + "." + name));
    }
    return fields;
  }
  Value cell(const Json& json, const std::string& place) const {
    const std::size_t size = json.items.size();  // with an order 3
    if (json.kind != Json::Kind::kArray || size < 2 || size > 3) fail(place, "two ends", json);
    const auto end = [&](const Json& item, const std::string& infinity, int sign) {
      return item.text == infinity ? End{0, sign} : End{number(item, place), 0};
    };
    Enclosure result{end(json.items[0], "-inf", -1), end(json.items[1], "inf", 1)};
    if (compare(result.lo, result.hi) > 0) fail(place, "ends in order", json);
    const mpq_class order = size == 3 ? number(json.items[2], place, true) : mpq_class(0);
    if (size == 3 && (order == 0 || abs(order) > 16 || !result.is_finite()))
      fail(place, "finite ends and an order from -16 to 16, not 0", json);
    return List{result, order};
  }
  Step step(const Json& json, const std::string& place) const {
    const Json* const rule = json.find("rule");
    if (!rule) fail(place, "an object with \"rule\"", json);
    const auto keys = kSteps.find(string(*rule, place + ".rule"));
    if (keys == kSteps.end()) fail(place + ".rule", "the name of a rule", *rule);
    require_keys(json, place, keys->second);
    Step result;
    result.place = place;
    result.is_range = json.find("from") != nullptr;
    result.has_cases = json.find("cases") != nullptr;
    for (const auto& [key, item] : json.members) member(key, item, place + "." + key, result);
    return result;
  }
  // What a key holds does not depend on the rule.
  void member(const std::string& key, const Json& json, const std::string& place, Step& result) const {
    static const std::map<std::string, std::string Step::*> strings = {
        {"rule", &Step::rule}, {"var", &Step::variable},    {"part", &Step::part}, {"system", &Step::system},
        {"file", &Step::file}, {"theorem", &Step::theorem}, {"name", &Step::name}};
    if (const auto text = strings.find(key); text != strings.end()) result.*text->second = string(json, place);
    if (key == "system" && result.system != "coq") fail(place, "\"coq\"", json);
    if (key == "value") result.values = {value(json, place)};
    if (key == "values" || key == "signs") result.values = list(json, place, &Reader::value);
    if (key == "cells") result.values = list(json, place, &Reader::cell);
    if (key == "from") result.from = number(json, place, true).get_num();
    if (key == "to") result.to = number(json, place, true).get_num();
    if (key == "then") result.children = {step(json, place)};
    if (key == "cases") result.children = list(json, place, &Reader::step);
    if (key == "parts" && json.kind != Json::Kind::kObject) fail(place, "an object", json);
    if (key != "parts") return;
    for (const auto& [name, part] : json.members) {
      result.names.push_back(name);
      result.children.push_back(step(part, place + "." + name));
    }
  }
};
}  // namespace

Certificate parse_certificate(const std::string& text, const std::string& file) {
  const Reader reader{file};
  const Json json = parse_json(text, file);
  reader.require_keys(json, "the certificate", {kTop});
  const auto string = [&](const char* key) { return reader.string(*json.find(key), key); };
  if (string("format") != "attest.certificate/2")
    reader.fail("format", "\"attest.certificate/2\"", *json.find("format"));
  Certificate result;
  result.claim = string("claim");
  result.statement = string("statement");
  result.header = string("header");
  result.hash = string("hash");
  for (const char* key : {"header", "hash"}) {
    const std::string& digest = json.find(key)->text;
    if (digest.size() != 64 || digest.find_first_not_of("0123456789abcdef") != std::string::npos)
      reader.fail(key, "64 hexadecimal digits in lower case", *json.find(key));
  }
  if (json.find("goal")->kind != Json::Kind::kBoolean) reader.fail("goal", "true or false", *json.find("goal"));
  result.goal = json.find("goal")->boolean;
  const mpq_class bits = reader.number(*json.find("precision"), "precision", true);
  if (bits < 64 || bits > 8192) reader.fail("precision", "an integer from 64 to 8192", *json.find("precision"));
  result.precision = static_cast<unsigned>(bits.get_num().get_ui());
  result.steps = reader.step(*json.find("steps"), "steps");
  return result;
}
}  // namespace checker
