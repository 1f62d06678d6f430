// SPDX-License-Identifier: Apache-2.0
#include "verify/json/exact_json.hpp"

#include <algorithm>

#include "theory/error.hpp"

namespace attest::verify::json {

namespace {

using SortedJson = nlohmann::json;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

/// Builds the tree from the parser's events, because the library's own builder drops duplicate keys and rounds long
/// integers.
class Builder : public nlohmann::json_sax<SortedJson> {
 public:
  explicit Builder(std::string name) : name_(std::move(name)) {}
  SortedJson take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& token) override {
    const bool is_integer = token.find_first_of(".eE") == std::string::npos;
    return is_integer ? add(token) : add(value);
  }
  bool string(string_t& value) override { return add(value); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(SortedJson::object()); }
  bool start_array(std::size_t) override { return open(SortedJson::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    if (open_.back()->contains(value)) throw InputError(name_, "expected the key \"" + value + "\" once in an object");
    keys_.back() = value;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    // Without the library's own "[json.exception.parse_error.101] ".
    const std::string what = error.what();
    const std::size_t bracket = what.find("] ");
    std::string words = bracket == std::string::npos ? what : what.substr(bracket + 2);
    // It quotes the text that it stumbled over, which may be any bytes.
    for (char& c : words) {
      if (c < ' ' || c > '~') c = '?';
    }
    throw InputError(name_, "expected JSON: " + words);
  }

 private:
  SortedJson* place(SortedJson value) {
    if (open_.empty()) return &(root_ = std::move(value));
    if (open_.back()->is_array()) return &open_.back()->emplace_back(std::move(value));
    return &((*open_.back())[keys_.back()] = std::move(value));
  }
  bool add(SortedJson value) {
    place(std::move(value));
    return true;
  }
  bool open(SortedJson value) {
    open_.push_back(place(std::move(value)));
    keys_.emplace_back();
    return true;
  }
  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  std::string name_;
  SortedJson root_;
  std::vector<SortedJson*> open_;  ///< the objects and arrays around the next value, from the outside in
  std::vector<std::string> keys_;  ///< the last key of each
};

/// The library refuses a number that no double comes near, before it hands over its digits: an integer of more digits
/// than any machine integer is handed to it as the string that Builder makes of such integers anyway.
std::string with_long_integers_as_strings(const std::string& text) {
  constexpr std::size_t kDigits = 20;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string result;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size();) {
    if (in_string || !(is_digit(text[i]) || text[i] == '-')) {
      if (in_string && text[i] == '\\' && i + 1 < text.size())
        result += text[i++];
      else if (text[i] == '"')
        in_string = !in_string;
      result += text[i++];
      continue;
    }
    const std::size_t first = i + (text[i] == '-' ? 1 : 0);
    std::size_t end = first;
    while (end < text.size() && is_digit(text[end])) ++end;
    const bool goes_on = end < text.size() && std::string(".eE").find(text[end]) != std::string::npos;
    const bool is_long = !goes_on && end - first >= kDigits && text[first] != '0';
    std::size_t stop = end;  // of the whole number, so that an exponent's digits are no integer
    while (goes_on && stop < text.size() &&
           (is_digit(text[stop]) || std::string(".eE+-").find(text[stop]) != std::string::npos))
      ++stop;
    const std::string number = text.substr(i, std::max(stop, i + 1) - i);
    result += is_long ? '"' + number + '"' : number;
    i += number.size();
  }
  return result;
}

}  // namespace

SortedJson parse_strictly(const std::string& text, const std::string& name) {
  Builder builder(name);
  SortedJson::sax_parse(with_long_integers_as_strings(text), &builder);
  return builder.take();
}

std::string Node::place() const { return pointer_.empty() ? file_ : file_ + ": " + pointer_; }

void Node::fail(const std::string& expected) const { throw InputError(place(), expected); }

void Node::expect_keys(const std::vector<std::string>& keys) const {
  if (!value_->is_object()) fail("expected an object, found " + std::string(value_->type_name()));
  for (const auto& item : value_->items()) {
    if (std::find(keys.begin(), keys.end(), item.key()) != keys.end()) continue;
    std::string known;
    for (const std::string& key : keys) known += (known.empty() ? "" : ", ") + key;
    fail("unknown key " + SortedJson(item.key()).dump(-1, ' ', true) + ": expected one of " + known);
  }
}

Node Node::at(const std::string& key) const {
  if (!has(key)) fail("expected the key \"" + key + "\"");
  return {value_->at(key), file_, pointer_ + "/" + key};
}

std::optional<Node> Node::find(const std::string& key) const {
  return has(key) ? std::optional<Node>(at(key)) : std::nullopt;
}

std::vector<Node> Node::list() const { return list_of({}, "elements"); }

std::vector<Node> Node::list_of(std::optional<std::size_t> length, const std::string& what) const {
  const std::string expected = "expected a list" + (length ? " of " + std::to_string(*length) + " " + what : "");
  if (!value_->is_array()) fail(expected + ", found " + value_->type_name());
  if (length && value_->size() != *length) fail(expected + ", found " + std::to_string(value_->size()));
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < value_->size(); ++i) {
    nodes.emplace_back((*value_)[i], file_, pointer_ + "/" + std::to_string(i));
  }
  return nodes;
}

std::string Node::text() const {
  if (!value_->is_string()) fail("expected a string, found " + std::string(value_->type_name()));
  return value_->get<std::string>();
}

bool Node::boolean() const {
  if (!value_->is_boolean()) fail("expected true or false, found " + std::string(value_->type_name()));
  return value_->get<bool>();
}

long Node::integer(long least, long greatest) const {
  const Rational value = number();
  if (!value.is_integer() || value < least || value > greatest) {
    fail("expected an integer from " + std::to_string(least) + " to " + std::to_string(greatest) + ", found " +
         value.to_string());
  }
  return value.to_long();
}

Rational Node::number() const {
  if (value_->is_string()) return Rational::parse(value_->get<std::string>(), place());
  if (value_->is_number_float()) return Rational::from_double(value_->get<double>());
  if (value_->is_number_integer()) return Rational::parse(value_->dump());
  fail("expected a number, found " + std::string(value_->type_name()));
}

Vector<Rational> Node::vector(std::optional<std::size_t> length) const {
  Vector<Rational> result;
  for (const Node& entry : list_of(length, "numbers")) result.push_back(entry.number());
  return result;
}

Matrix<Rational> Node::matrix(std::optional<std::size_t> rows, std::optional<std::size_t> columns) const {
  const std::vector<Node> nodes = list_of(rows, "rows");
  if (nodes.empty()) fail("expected at least one row");
  std::vector<Vector<Rational>> entries;
  for (const Node& node : nodes) {
    entries.push_back(node.vector(columns));
    columns = entries.back().size();
    if (*columns == 0) node.fail("expected at least one number");
  }
  return Matrix<Rational>::from_rows(entries);
}

}  // namespace attest::verify::json
