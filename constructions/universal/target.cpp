// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/target.hpp"

#include <numeric>

namespace attest::constructions {

using theory::Matrix;
using theory::Rational;
using theory::Value;
using Monomial = Target::Monomial;

namespace {

// c x_1^e_1 ... x_n^e_n in tokens of dimension 1.
Monomial term(const Rational& c, std::initializer_list<long> exponents) {
  Monomial result{c, {}};
  for (const long e : exponents) result.exponents.push_back({e});
  return result;
}

Target::Entry polynomial(Target::Polynomial q) { return {{std::move(q)}}; }

std::string lifted(const Rational& lift) { return lift == 0 ? "" : " + " + lift.to_string(); }

Rational value(const Target::Polynomial& q, const Matrix<Rational>& X) {
  Rational sum = 0;
  for (const Monomial& t : q) {
    Rational product = t.coefficient;
    for (std::size_t k = 0; k < X.rows(); ++k) {
      for (std::size_t l = 0; l < X.columns(); ++l) product *= pow(X(k, l), t.exponents[k][l]);
    }
    sum += product;
  }
  return sum;
}

Value polynomial_value(const Target::Polynomial& q) {
  Value::List monomials;
  for (const Monomial& t : q) {
    Value::List exponents;
    for (const std::vector<long>& row : t.exponents) exponents.emplace_back(Value::List(row.begin(), row.end()));
    monomials.emplace_back(Value::Record{{"c", t.coefficient}, {"e", exponents}});
  }
  return monomials;
}

}  // namespace

Matrix<Rational> Target::at(const Matrix<Rational>& X) const {
  return Matrix<Rational>::from_function(X.shape(), [&](std::size_t i, std::size_t j) {
    std::optional<Rational> greatest;
    for (const std::vector<Polynomial>& choice : entries[i][j]) {
      std::optional<Rational> least;
      for (const Polynomial& q : choice) least = least ? min(*least, value(q, X)) : value(q, X);
      greatest = greatest ? max(*greatest, *least) : *least;
    }
    return *greatest;
  });
}

Rational Target::largest() const {
  Rational result = 0;
  for (const auto& row : entries) {
    for (const Entry& entry : row) {
      for (const auto& choice : entry) {
        for (const Polynomial& q : choice) {
          Rational sum = 0;
          for (const Monomial& t : q) sum += abs(t.coefficient);
          result = max(result, sum);
        }
      }
    }
  }
  return result;
}

Rational Target::curvature(std::size_t i, std::size_t j) const {
  Rational result = 0;
  for (const auto& choice : entries[i][j]) {
    for (const Polynomial& q : choice) {
      Rational sum = 0;
      for (const Monomial& t : q) {
        long degree = 0;
        for (const std::vector<long>& row : t.exponents) degree = std::accumulate(row.begin(), row.end(), degree);
        sum += abs(t.coefficient) * Rational(degree * (degree - 1));
      }
      result = max(result, sum);
    }
  }
  return result;
}

Value Target::to_value() const {
  Value::List rows;
  for (const auto& row : entries) {
    Value::List row_value;
    for (const Entry& entry : row) {
      Value::List choices;
      for (const auto& choice : entry) {
        Value::List polynomials;
        for (const Polynomial& q : choice) polynomials.push_back(polynomial_value(q));
        choices.emplace_back(polynomials);
      }
      row_value.emplace_back(choices);
    }
    rows.emplace_back(row_value);
  }
  return rows;
}

Target quarter_turn(std::size_t d) {
  const auto entry_of = [&](std::size_t token, std::size_t column, const Rational& c) {
    Monomial result{c, {2, std::vector<long>(d, 0)}};
    result.exponents[token][column] = 1;
    return result;
  };
  Target f{"quarter turn, n = 2, d = " + std::to_string(d), {2, std::vector<Target::Entry>(d)}};
  for (std::size_t j = 0; j < d; ++j) {
    f.entries[0][j] = polynomial({{1, {2, std::vector<long>(d, 0)}}, entry_of(1, j, -1)});
    f.entries[1][j] = polynomial({entry_of(0, j, 1)});
  }
  return f;
}

Target rotated_squares() {
  return {"rotation and square, n = 3",
          {{polynomial({term(1, {0, 2, 0})})}, {polynomial({term(1, {0, 0, 2})})}, {polynomial({term(1, {2, 0, 0})})}}};
}

Target product_and_mean_square() {
  const Rational half(1, 2);
  return {"product and mean square, n = 2",
          {{polynomial({term(1, {1, 1})})}, {polynomial({term(half, {2, 0}), term(half, {0, 2})})}}};
}

Target product_and_rest() {
  return {"product and 1 - product, n = 2",
          {{polynomial({term(1, {1, 1})})}, {polynomial({term(1, {0, 0}), term(-1, {1, 1})})}}};
}

Target running_maximum(const Rational& lift) {
  const Target::Polynomial x1 = {term(1, {1, 0}), term(lift, {0, 0})}, x2 = {term(1, {0, 1}), term(lift, {0, 0})};
  return {"running maximum" + lifted(lift) + ", n = 2", {{polynomial({term(1, {1, 0})})}, {{{x1}, {x2}}}}};
}

Target sorted_pair(const Rational& lift) {
  const Target::Polynomial x1 = {term(1, {1, 0}), term(lift, {0, 0})}, x2 = {term(1, {0, 1}), term(lift, {0, 0})};
  return {"sorting" + lifted(lift) + ", n = 2", {{{{{term(1, {1, 0})}, {term(1, {0, 1})}}}}, {{{x1}, {x2}}}}};
}

Target weighted_sums() {
  const Rational half(1, 2), quarter(1, 4);
  return {
      "weighted sums, n = 3",
      {{polynomial({term(half, {1, 0, 0}), term(quarter, {0, 1, 0}), term(quarter, {0, 0, 1})})},
       {polynomial({term(1, {0, 0, 0}), term(-quarter, {1, 0, 0}), term(-half, {0, 1, 0}), term(-quarter, {0, 0, 1})})},
       {polynomial({term(quarter, {1, 0, 0}), term(quarter, {0, 1, 0}), term(half, {0, 0, 1})})}}};
}

Target constant_target(const Matrix<Rational>& Y) {
  Target f{"constant", {Y.rows(), std::vector<Target::Entry>(Y.columns())}};
  const std::vector<std::vector<long>> exponents(Y.rows(), std::vector<long>(Y.columns(), 0));
  for (std::size_t i = 0; i < Y.rows(); ++i) {
    for (std::size_t j = 0; j < Y.columns(); ++j) f.entries[i][j] = polynomial({{Y(i, j), exponents}});
  }
  return f;
}

}  // namespace attest::constructions
