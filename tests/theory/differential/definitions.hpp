// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "theory/certificate/value.hpp"
#include "theory/matrix/matrix.hpp"

// The definitions of record (theory/definitions/*.stm), evaluated by the trusted checker, as the other side of a
// differential test of the C++ engine. The two sides share no code.

namespace attest::tests {

/// The working precision of both sides, in bits.
constexpr unsigned kPrecision = 256;

/// name(arguments) as the trusted checker evaluates it, in the certificate's JSON form: numbers are canonical strings,
/// enclosures {"lo": ..., "hi": ...}. Throws std::runtime_error with the checker's reason where there is no value.
nlohmann::json definition(const std::string& name, const std::vector<theory::Value>& arguments);
/// The same for a definition that stands in the file of one claim.
nlohmann::json definition_of_claim(const std::string& stem, const std::string& name,
                                   const std::vector<theory::Value>& arguments);
/// The same for one of the claim in this file.
nlohmann::json definition_in(const std::string& file, const std::string& name,
                             const std::vector<theory::Value>& arguments);

/// A value as an expression of the statement language.
std::string expression(const theory::Value& value);

inline theory::Value value(const theory::Vector<theory::Rational>& entries) { return theory::Value::vector(entries); }
inline theory::Value value(const theory::Matrix<theory::Rational>& a) { return theory::Value::matrix(a.to_rows()); }

/// An answer that must be exact, as the engine's type. Throws std::runtime_error for an enclosure.
theory::Rational exact(const nlohmann::json& number);
theory::Vector<theory::Rational> exact_vector(const nlohmann::json& list);
theory::Matrix<theory::Rational> exact_matrix(const nlohmann::json& rows);

/// How an enclosure of the engine's and the definition's answer stand to each other. They enclose one real number, so
/// they may never be disjoint; and where either has lost more than half of the working precision, that they overlap
/// would say nothing.
enum class Agreement { overlap, wide, disjoint };
Agreement compare(const theory::Enclosure& found, const nlohmann::json& expected);
/// Entry by entry, the worst of them; matrices of different shapes are disjoint.
Agreement compare(const theory::Matrix<theory::Enclosure>& found, const nlohmann::json& expected);

inline std::ostream& operator<<(std::ostream& out, Agreement agreement) {
  return out << (agreement == Agreement::overlap ? "overlap" : agreement == Agreement::wide ? "wide" : "disjoint");
}

}  // namespace attest::tests
