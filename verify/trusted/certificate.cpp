// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/certificate.hpp"

#include <algorithm>
#include <initializer_list>

#include "verify/trusted/failure.hpp"
#include "verify/trusted/json.hpp"
#include "verify/trusted/tokens.hpp"

namespace checker {

namespace {

const char* kind_name(Json::Kind kind) {
  static const char* const names[] = {"null", "a boolean", "a JSON number", "a string", "an array", "an object"};
  return names[static_cast<std::size_t>(kind)];
}

class CertificateReader {
 public:
  explicit CertificateReader(std::string file) : file_(std::move(file)) {}

  Certificate read(const Json& root) {
    Certificate result;
    keys(root, "the certificate", {"format", "claim", "statement", "hash", "goal", "precision", "steps"});
    if (string(root, "format", "format") != "attest.certificate/1")
      fail("format", "\"attest.certificate/1\"", *root.find("format"));
    result.claim = string(root, "claim", "claim");
    result.statement = string(root, "statement", "statement");
    result.hash = string(root, "hash", "hash");
    const bool digits = std::all_of(result.hash.begin(), result.hash.end(),
                                    [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
    if (result.hash.size() != 64 || !digits) fail("hash", "64 hexadecimal digits in lower case", *root.find("hash"));
    if (root.find("goal")->kind != Json::Kind::kBoolean) fail("goal", "true or false", *root.find("goal"));
    result.goal = root.find("goal")->boolean;
    const mpz_class bits = integer(root, "precision", "precision");
    if (bits < 64 || bits > 8192) fail("precision", "an integer from 64 to 8192", *root.find("precision"));
    result.precision = static_cast<unsigned>(bits.get_ui());
    result.steps = step(*root.find("steps"), "steps");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& place, const std::string& expected, const Json& found) const {
    throw Malformed(file_ + ": " + place + " (byte " + std::to_string(found.at + 1) + "): expected " + expected +
                    ", found " + kind_name(found.kind));
  }

  // An object with just these keys. "?a" is optional.
  void keys(const Json& object, const std::string& place, std::initializer_list<const char*> names) const {
    if (object.kind != Json::Kind::kObject) fail(place, "an object", object);
    std::size_t known = 0;
    for (const char* name : names) {
      const bool optional = *name == '?';
      const bool present = object.find(optional ? name + 1 : name) != nullptr;
      if (!present && !optional) throw Malformed(file_ + ": " + place + ": expected the key \"" + name + "\"");
      known += present;
    }
    if (known != object.members.size()) {
      for (const auto& [key, value] : object.members) {
        const bool listed = std::any_of(names.begin(), names.end(),
                                        [&](const char* name) { return key == (*name == '?' ? name + 1 : name); });
        if (!listed) throw Malformed(file_ + ": " + place + ": unknown key \"" + key + "\"");
      }
    }
  }

  const std::string& string(const Json& object, const char* key, const std::string& place) const {
    const Json& value = *object.find(key);
    if (value.kind != Json::Kind::kString) fail(place, "a string", value);
    return value.text;
  }

  // A number in canonical form: lowest terms, no sign +, no leading zeros, no -0, no denominator 1.
  mpq_class number(const Json& json, const std::string& place) const {
    auto digits = [](const std::string& text) {
      return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
             (text[0] != '0' || text == "0");
    };
    const char* const expected = "a canonical number such as \"-3\" or \"7/2\"";
    if (json.kind != Json::Kind::kString) fail(place, expected, json);
    const std::string& text = json.text;
    const std::size_t begin = text.starts_with("-") ? 1 : 0, slash = text.find('/');
    const std::string numerator = text.substr(begin, slash == std::string::npos ? slash : slash - begin);
    if (!digits(numerator) || (begin == 1 && numerator == "0")) fail(place, expected, json);
    mpq_class result((begin == 1 ? "-" : "") + numerator);
    if (slash == std::string::npos) return result;
    const std::string denominator = text.substr(slash + 1);
    if (!digits(denominator) || denominator == "0" || denominator == "1") fail(place, expected, json);
    const mpz_class divisor(denominator);
    if (gcd(result.get_num(), divisor) != 1) fail(place, std::string(expected) + ", in lowest terms", json);
    return mpq_class(result.get_num(), divisor);
  }

  mpz_class integer(const Json& object, const char* key, const std::string& place) const {
    const mpq_class result = number(*object.find(key), place);
    if (result.get_den() != 1) fail(place, "an integer", *object.find(key));
    return result.get_num();
  }

  Value value(const Json& json, const std::string& place) const {
    switch (json.kind) {
      case Json::Kind::kBoolean: return truth(json.boolean);
      case Json::Kind::kString: {
        const char first = json.text.empty() ? '\0' : json.text[0];
        if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z')) return json.text;
        return number(json, place);
      }
      case Json::Kind::kArray: {
        List items;
        for (std::size_t i = 0; i < json.items.size(); ++i)
          items.push_back(value(json.items[i], place + "[" + std::to_string(i) + "]"));
        return items;
      }
      case Json::Kind::kObject: {
        Record fields;
        for (const auto& [name, field] : json.members) {
          if (!is_name(name)) fail(place, "names of the language as keys", field);
          fields.emplace_back(name, value(field, place + "." + name));
        }
        return fields;
      }
      default: fail(place, "a value (numbers are canonical strings)", json);
    }
  }

  CellEnd cell_end(const Json& json, const std::string& place, const char* infinity, int sign) const {
    if (json.kind == Json::Kind::kString && json.text == infinity) return {0, sign};
    return {number(json, place), 0};
  }

  void children(const Json& json, Step& result) const {
    const Json* then = json.find("then");
    const Json* cases = json.find("cases");
    if ((then == nullptr) == (cases == nullptr))
      throw Malformed(file_ + ": " + result.place + ": expected either \"then\" or \"cases\"");
    if (then) {
      result.children.push_back(step(*then, result.place + ".then"));
      return;
    }
    if (cases->kind != Json::Kind::kArray) fail(result.place + ".cases", "an array", *cases);
    result.has_cases = true;
    for (std::size_t i = 0; i < cases->items.size(); ++i) {
      result.children.push_back(step(cases->items[i], result.place + ".cases[" + std::to_string(i) + "]"));
    }
  }

  Step step(const Json& json, const std::string& place) const {
    Step result;
    result.place = place;
    if (json.kind != Json::Kind::kObject || !json.find("rule")) fail(place, "an object with \"rule\"", json);
    const std::string& rule = string(json, "rule", place + ".rule");
    if (rule == "witness") {
      keys(json, place, {"rule", "var", "value", "then"});
      result.rule = Rule::kWitness;
      result.value = value(*json.find("value"), place + ".value");
      children(json, result);
    } else if (rule == "exhaustive") {
      keys(json, place, {"rule", "var", "?then", "?cases"});
      result.rule = Rule::kExhaustive;
      children(json, result);
    } else if (rule == "instances") {
      instances(json, result);
    } else if (rule == "box") {
      box(json, result);
    } else if (rule == "split") {
      split(json, result);
    } else if (rule == "evaluate") {
      keys(json, place, {"rule"});
    } else if (rule == "proof") {
      keys(json, place, {"rule", "system", "file", "theorem"});
      result.rule = Rule::kProof;
      result.system = string(json, "system", place + ".system");
      result.file = string(json, "file", place + ".file");
      result.theorem = string(json, "theorem", place + ".theorem");
      if (result.system != "coq") fail(place + ".system", "\"coq\"", *json.find("system"));
    } else {
      fail(place + ".rule", "the name of a rule", *json.find("rule"));
    }
    if (json.find("var")) result.variable = string(json, "var", place + ".var");
    return result;
  }

  void instances(const Json& json, Step& result) const {
    result.rule = Rule::kInstances;
    if (json.find("values")) {
      keys(json, result.place, {"rule", "var", "values", "?then", "?cases"});
      const Json& list = *json.find("values");
      if (list.kind != Json::Kind::kArray) fail(result.place + ".values", "an array", list);
      for (std::size_t i = 0; i < list.items.size(); ++i) {
        result.values.push_back(value(list.items[i], result.place + ".values[" + std::to_string(i) + "]"));
      }
    } else {
      keys(json, result.place, {"rule", "var", "from", "to", "?then", "?cases"});
      result.is_range = true;
      result.from = integer(json, "from", result.place + ".from");
      result.to = integer(json, "to", result.place + ".to");
    }
    children(json, result);
  }

  void box(const Json& json, Step& result) const {
    keys(json, result.place, {"rule", "var", "cells", "?then", "?cases"});
    result.rule = Rule::kBox;
    const Json& cells = *json.find("cells");
    if (cells.kind != Json::Kind::kArray) fail(result.place + ".cells", "an array", cells);
    for (std::size_t i = 0; i < cells.items.size(); ++i) {
      const Json& cell = cells.items[i];
      const std::string place = result.place + ".cells[" + std::to_string(i) + "]";
      if (cell.kind != Json::Kind::kArray || cell.items.size() != 2) fail(place, "two ends", cell);
      result.cells.emplace_back(cell_end(cell.items[0], place, "-inf", -1), cell_end(cell.items[1], place, "inf", 1));
      if (compare(result.cells.back().first, result.cells.back().second) > 0) fail(place, "ends in order", cell);
    }
    children(json, result);
  }

  void split(const Json& json, Step& result) const {
    result.rule = Rule::kSplit;
    if (json.find("part")) {
      keys(json, result.place, {"rule", "part", "then"});
      result.part = string(json, "part", result.place + ".part");
      children(json, result);
      return;
    }
    keys(json, result.place, {"rule", "parts"});
    const Json& parts = *json.find("parts");
    if (parts.kind != Json::Kind::kObject) fail(result.place + ".parts", "an object", parts);
    for (const auto& [name, part] : parts.members) {
      result.part_names.push_back(name);
      result.children.push_back(step(part, result.place + ".parts." + name));
    }
  }

  std::string file_;
};

}  // namespace

Certificate parse_certificate(const std::string& text, const std::string& file) {
  return CertificateReader(file).read(parse_json(text, file));
}

}  // namespace checker
