// SPDX-License-Identifier: Apache-2.0
#include "verify/json/node.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "theory/error.hpp"

namespace attest::verify::json {

using theory::Matrix;
using theory::Rational;
using theory::Vector;

std::string Node::place() const { return pointer_.empty() ? file_ : file_ + ": " + pointer_; }

void Node::fail(const std::string& expected) const { throw InputError(place(), expected); }

void Node::expect_keys(const std::vector<std::string>& keys) const {
  if (!value_->is_object()) fail("expected an object, found " + std::string(value_->type_name()));
  for (const auto& item : value_->items()) {
    if (std::find(keys.begin(), keys.end(), item.key()) != keys.end()) continue;
    std::string known;
    for (const std::string& key : keys) known += (known.empty() ? "" : ", ") + key;
    fail("unknown key " + Value(item.key()).dump(-1, ' ', true) + ": expected one of " + known);
  }
}

bool Node::has(const std::string& key) const {
  if (!value_->is_object()) fail("expected an object, found " + std::string(value_->type_name()));
  return value_->contains(key);
}

Node Node::at(const std::string& key) const {
  if (!has(key)) fail("expected the key \"" + key + "\"");
  return {value_->at(key), file_, pointer_ + pointer_part(key)};
}

std::optional<Node> Node::find(const std::string& key) const {
  return has(key) ? std::optional<Node>(at(key)) : std::nullopt;
}

std::vector<Node> Node::list() const { return list_of({}, "elements"); }

std::vector<std::pair<std::string, Node>> Node::members() const {
  if (!value_->is_object()) fail("expected an object, found " + std::string(value_->type_name()));
  std::vector<std::pair<std::string, Node>> nodes;
  for (const auto& item : value_->items())
    nodes.emplace_back(item.key(), Node(item.value(), file_, pointer_ + pointer_part(item.key())));
  return nodes;
}

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

std::vector<std::string> Node::texts() const {
  std::vector<std::string> result;
  for (const Node& entry : list()) result.push_back(entry.text());
  return result;
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

double Node::floating() const {
  if (value_->is_number()) return value_->get<double>();
  if (*value_ == "inf") return std::numeric_limits<double>::infinity();
  if (*value_ == "-inf") return -std::numeric_limits<double>::infinity();
  if (*value_ == "nan") return std::numeric_limits<double>::quiet_NaN();
  fail("expected a number, \"inf\", \"-inf\" or \"nan\", found " + std::string(value_->type_name()));
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

Value from_double(double x) {
  if (std::isfinite(x)) return x;
  return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf";
}

}  // namespace attest::verify::json
