// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/json.hpp"
#include <algorithm>
#include "verify/trusted/tokens.hpp"
namespace checker {
static std::string read_string(TokenReader& tokens) {
  const std::string text = tokens.string("a string");
  if (text.find('\\') != std::string::npos) tokens.fail_before("a string without escape sequences");
  return text;
}
// Whether a bracketed list goes on after an element.
static bool another(TokenReader& tokens, const char* closing) {
  if (tokens.accept(",")) return true;
  if (!tokens.accept(closing)) tokens.fail(std::string("',' or '") + closing + "'");
  return false;
}

static Json read_value(TokenReader& tokens, int depth) {
  Json result;
  result.at = tokens.next().at;
  if (depth == 200 && (tokens.is("{") || tokens.is("["))) tokens.fail("nesting of at most 200");
  if (tokens.accept("{")) {
    result.kind = Json::Kind::kObject;
    for (bool more = !tokens.accept("}"); more; more = another(tokens, "}")) {
      const std::string key = read_string(tokens);
      if (result.find(key)) tokens.fail_before("different keys; '" + key + "' is there twice");
      tokens.expect(":");
      result.members.push_back({key, read_value(tokens, depth + 1)});
    }
  } else if (tokens.accept("[")) {
    result.kind = Json::Kind::kArray;
    for (bool more = !tokens.accept("]"); more; more = another(tokens, "]"))
      result.items.push_back(read_value(tokens, depth + 1));
  } else if (tokens.kind() == Token::Kind::kString) {
    result.kind = Json::Kind::kString;
    result.text = read_string(tokens);
  } else {
    result.boolean = tokens.accept("true");
    if (!result.boolean && !tokens.accept("false")) tokens.fail("an object, an array, a string, true or false");
  }
  return result;
}

const Json* Json::find(const std::string& key) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.key == key; });
  return found == members.end() ? nullptr : &found->value;
}

Json parse_json(const std::string& text, const std::string& file) {
  TokenReader tokens(text, file, TokenReader::Syntax::kJson);
  Json result = read_value(tokens, 0);
  if (!tokens.at_end()) tokens.fail("the end of the file");
  return result;
}
}  // namespace checker
