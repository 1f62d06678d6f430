// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/polynomial_map.hpp"

namespace attest::constructions {

using theory::Matrix;
using theory::Rational;
using theory::Value;

namespace {

long degree(const PolynomialMap::Monomial& monomial) {
  long sum = 0;
  for (const std::vector<long>& row : monomial.exponents) {
    for (const long exponent : row) sum += exponent;
  }
  return sum;
}

// The greatest, over the entries, of the sum of |coefficient| weight(monomial).
template <class F>
Rational greatest_sum(const PolynomialMap& f, F weight) {
  Rational greatest = 0;
  for (const auto& row : f.entries) {
    for (const PolynomialMap::Polynomial& entry : row) {
      Rational sum = 0;
      for (const PolynomialMap::Monomial& monomial : entry) sum += abs(monomial.coefficient) * weight(monomial);
      greatest = max(greatest, sum);
    }
  }
  return greatest;
}

std::vector<std::vector<PolynomialMap::Polynomial>> empty_entries(std::size_t n, std::size_t d) {
  return {n, std::vector<PolynomialMap::Polynomial>(d)};
}

}  // namespace

Matrix<Rational> PolynomialMap::at(const Matrix<Rational>& X) const {
  return Matrix<Rational>::from_function(X.shape(), [&](std::size_t i, std::size_t j) {
    Rational sum = 0;
    for (const Monomial& monomial : entries[i][j]) {
      Rational product = monomial.coefficient;
      for (std::size_t k = 0; k < n(); ++k) {
        for (std::size_t l = 0; l < d(); ++l) product *= pow(X(k, l), monomial.exponents[k][l]);
      }
      sum += product;
    }
    return sum;
  });
}

Rational PolynomialMap::lipschitz() const {
  return greatest_sum(*this, [](const Monomial& monomial) { return Rational(degree(monomial)); });
}

Rational PolynomialMap::size() const {
  return greatest_sum(*this, [](const Monomial&) { return Rational(1); });
}

Value PolynomialMap::to_value() const {
  Value::List rows;
  for (const auto& row : entries) {
    Value::List row_value;
    for (const Polynomial& entry : row) {
      Value::List monomials;
      for (const Monomial& monomial : entry) {
        Value::List exponents;
        for (const std::vector<long>& line : monomial.exponents)
          exponents.emplace_back(Value::List(line.begin(), line.end()));
        monomials.emplace_back(Value::Record{{"c", monomial.coefficient}, {"e", exponents}});
      }
      row_value.emplace_back(monomials);
    }
    rows.emplace_back(row_value);
  }
  return rows;
}

PolynomialMap constant_map(const Matrix<Rational>& value) {
  const std::size_t n = value.rows(), d = value.columns();
  PolynomialMap f{empty_entries(n, d)};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < d; ++j) f.entries[i][j] = {{value(i, j), {n, std::vector<long>(d, 0)}}};
  }
  return f;
}

PolynomialMap rearranging_map(std::size_t n, std::size_t d, const std::vector<std::size_t>& from,
                              const Rational& factor) {
  PolynomialMap f{empty_entries(n, d)};
  for (std::size_t k = 0; k < n * d; ++k) {
    PolynomialMap::Monomial monomial{factor, {n, std::vector<long>(d, 0)}};
    monomial.exponents[from[k] / d][from[k] % d] = 1;
    f.entries[k / d][k % d] = {monomial};
  }
  return f;
}

}  // namespace attest::constructions
