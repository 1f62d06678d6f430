// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "theory/matrix/matrix.hpp"
#include "verify/json/parse.hpp"

namespace attest::verify::json {

/// A place in a JSON document, for reading with errors that name it: "FILE: /heads/0/WQ: expected ...". Anything but
/// what is asked for is an InputError.
class Node {
 public:
  /// The document must outlive its nodes.
  Node(const Value& value, std::string file, std::string pointer = "")
      : value_(&value), file_(std::move(file)), pointer_(std::move(pointer)) {}
  Node(Value&& value, std::string file, std::string pointer = "") = delete;

  [[noreturn]] void fail(const std::string& expected) const;

  /// Checks that it is an object with no keys other than these.
  void expect_keys(const std::vector<std::string>& keys) const;
  bool has(const std::string& key) const;  ///< of an object
  Node at(const std::string& key) const;
  std::optional<Node> find(const std::string& key) const;
  std::vector<Node> list() const;
  std::vector<std::pair<std::string, Node>> members() const;  ///< of an object, in order

  bool is_text() const { return value_->is_string(); }
  bool is_object() const { return value_->is_object(); }
  bool is_list() const { return value_->is_array(); }
  bool is_null() const { return value_->is_null(); }
  std::string text() const;
  std::vector<std::string> texts() const;  ///< a list of strings
  bool boolean() const;
  long integer(long least, long greatest) const;
  /// A canonical "p/q" string, a JSON integer, or a JSON float (the exact dyadic that it is).
  theory::Rational number() const;
  /// What from_double wrote: a JSON number, or "inf", "-inf", "nan".
  double floating() const;
  /// A list of numbers; of this length, where one is given.
  theory::Vector<theory::Rational> vector(std::optional<std::size_t> length = {}) const;
  /// A non-empty list of rows of equal, positive length; of this shape, where it is given.
  theory::Matrix<theory::Rational> matrix(std::optional<std::size_t> rows = {},
                                          std::optional<std::size_t> columns = {}) const;

  /// "FILE: /heads/0/WQ", or the file alone for the whole document.
  std::string place() const;

 private:
  std::vector<Node> list_of(std::optional<std::size_t> length, const std::string& what) const;

  const Value* value_;
  std::string file_, pointer_;
};

/// A double as JSON: a number, or "inf", "-inf", "nan", which JSON numbers cannot say.
Value from_double(double x);

}  // namespace attest::verify::json
