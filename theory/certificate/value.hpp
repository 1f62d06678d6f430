// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "theory/scalar/rational.hpp"

namespace attest::theory {

/// A value of the statement language as a certificate carries it (docs/certificate_format.md, "Values"):
/// an exact number, a boolean, a symbol, a list or a record. There are no enclosures in certificates.
class Value {
 public:
  using List = std::vector<Value>;
  using Record = std::vector<std::pair<std::string, Value>>;  ///< in the order written

  Value(Rational number) : data_(std::move(number)) {}
  Value(int number) : data_(Rational(number)) {}
  Value(long number) : data_(Rational(number)) {}
  Value(bool truth) : data_(truth) {}
  Value(const char* symbol) : data_(std::string(symbol)) {}
  Value(std::string symbol) : data_(std::move(symbol)) {}
  Value(List list) : data_(std::move(list)) {}
  Value(Record record) : data_(std::move(record)) {}

  /// A vector: a list of numbers.
  static Value vector(const std::vector<Rational>& entries);
  /// A matrix: a list of rows.
  static Value matrix(const std::vector<std::vector<Rational>>& rows);

  const std::variant<Rational, bool, std::string, List, Record>& data() const { return data_; }

  /// The certificate's JSON form, on one line, numbers as canonical strings.
  std::string to_json() const;

 private:
  std::variant<Rational, bool, std::string, List, Record> data_;
};

}  // namespace attest::theory
