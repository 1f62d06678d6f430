// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "theory/matrix/matrix.hpp"

namespace attest::verify::json {

/// Parses JSON without losing anything: a duplicate key is an error, and an integer of any size is kept (as a string of
/// its digits where it does not fit 64 bits). `name` stands at the head of the errors, which are InputErrors.
nlohmann::json parse_strictly(const std::string& text, const std::string& name);

/// A place in a JSON document, for reading with errors that name it: "FILE: /heads/0/WQ: expected ...".
class Node {
 public:
  Node(const nlohmann::json& value, std::string file, std::string pointer = "")
      : value_(&value), file_(std::move(file)), pointer_(std::move(pointer)) {}

  [[noreturn]] void fail(const std::string& expected) const;

  /// Checks that it is an object with no keys other than these.
  void expect_keys(const std::vector<std::string>& keys) const;
  bool has(const std::string& key) const { return value_->contains(key); }
  Node at(const std::string& key) const;
  std::optional<Node> find(const std::string& key) const;
  std::vector<Node> list() const;

  bool is_text() const { return value_->is_string(); }
  bool is_list() const { return value_->is_array(); }
  bool is_null() const { return value_->is_null(); }
  std::string text() const;
  bool boolean() const;
  long integer(long least, long greatest) const;
  /// A canonical "p/q" string, a JSON integer, or a JSON float (the exact dyadic that it is).
  theory::Rational number() const;
  /// A list of numbers; of this length, where one is given.
  theory::Vector<theory::Rational> vector(std::optional<std::size_t> length = {}) const;
  /// A non-empty list of rows of equal, positive length; of this shape, where it is given.
  theory::Matrix<theory::Rational> matrix(std::optional<std::size_t> rows = {},
                                          std::optional<std::size_t> columns = {}) const;

  /// "FILE: /heads/0/WQ", or the file alone for the whole document.
  std::string place() const;

 private:
  std::vector<Node> list_of(std::optional<std::size_t> length, const std::string& what) const;

  const nlohmann::json* value_;
  std::string file_, pointer_;
};

}  // namespace attest::verify::json
