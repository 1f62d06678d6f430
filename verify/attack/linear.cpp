// SPDX-License-Identifier: Apache-2.0
#include "verify/attack/linear.hpp"

namespace attest::verify::attack {

using theory::Rational;

namespace {

/// value + small * (a positive number below all that matter): a strict bound is one a little above.
struct Bound {
  Rational value, small;
  friend Bound operator+(const Bound& a, const Bound& b) { return {a.value + b.value, a.small + b.small}; }
  friend Bound operator-(const Bound& a, const Bound& b) { return {a.value - b.value, a.small - b.small}; }
  friend Bound operator*(const Rational& factor, const Bound& a) { return {factor * a.value, factor * a.small}; }
  friend bool operator<(const Bound& a, const Bound& b) {
    return a.value < b.value || (a.value == b.value && a.small < b.small);
  }
};

/// Variables, free, and a row for each difference without its constant, which has a least value. Each row's basic
/// variable is written by those that are not basic (the simplex of satisfiability solvers: Dutertre and de Moura 2006).
class Simplex {
 public:
  Simplex(const std::vector<Question>& wanted, std::size_t variables)
      : variables_(variables), values_(variables + wanted.size()), least_(wanted.size()) {
    for (std::size_t j = 0; j < variables; ++j) outside_.push_back(j);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      std::vector<Rational> row(variables);
      for (const auto& [monomial, coefficient] : wanted[i].difference.terms())
        if (!monomial.empty()) row[monomial.front()] = coefficient;
      rows_.push_back(std::move(row));
      basic_.push_back(variables + i);
      least_[i] = {-wanted[i].difference.constant(), wanted[i].strict ? 1 : 0};
    }
  }

  /// Whether all rows reach their least values. The smallest index goes first (Bland), so that it ends.
  bool solve() {
    for (;;) {
      std::optional<std::size_t> row;
      for (std::size_t i = 0; i < rows_.size(); ++i)
        if (is_below(basic_[i]) && (!row || basic_[i] < basic_[*row])) row = i;
      if (!row) return true;
      std::optional<std::size_t> column;
      for (std::size_t j = 0; j < outside_.size(); ++j) {
        const int sign = rows_[*row][j].sign();
        if ((sign > 0 || (sign < 0 && may_fall(outside_[j]))) && (!column || outside_[j] < outside_[*column]))
          column = j;
      }
      if (!column) return false;
      exchange(*row, *column);
    }
  }

  /// With `small` for the positive number.
  std::vector<Rational> point(const Rational& small) const {
    std::vector<Rational> result;
    for (std::size_t j = 0; j < variables_; ++j) result.push_back(values_[j].value + small * values_[j].small);
    return result;
  }

 private:
  bool is_below(std::size_t variable) const {
    return variable >= variables_ && values_[variable] < least_[variable - variables_];
  }
  bool may_fall(std::size_t variable) const {
    return variable < variables_ || least_[variable - variables_] < values_[variable];
  }

  /// The row's basic variable takes its least value and leaves for the column's.
  void exchange(std::size_t row, std::size_t column) {
    const std::size_t leaves = basic_[row], enters = outside_[column];
    const Rational pivot = rows_[row][column];
    const Bound way = (Rational(1) / pivot) * (least_[leaves - variables_] - values_[leaves]);
    values_[leaves] = least_[leaves - variables_];
    values_[enters] = values_[enters] + way;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (i != row) values_[basic_[i]] = values_[basic_[i]] + rows_[i][column] * way;
    // leaves = pivot enters + rest, so enters = (leaves - rest) / pivot.
    for (Rational& entry : rows_[row]) entry = -(entry / pivot);
    rows_[row][column] = Rational(1) / pivot;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (i == row || rows_[i][column].sign() == 0) continue;
      const Rational factor = rows_[i][column];
      rows_[i][column] = Rational();
      for (std::size_t j = 0; j < outside_.size(); ++j) rows_[i][j] += factor * rows_[row][j];
    }
    basic_[row] = enters;
    outside_[column] = leaves;
  }

  std::size_t variables_;
  std::vector<std::size_t> outside_, basic_;  ///< which variable a column, a row stands for
  std::vector<std::vector<Rational>> rows_;
  std::vector<Bound> values_, least_;
};

}  // namespace

std::optional<std::vector<Rational>> point_of(const std::vector<Question>& wanted, std::size_t variables) {
  constexpr int kMostHalvings = 200;
  Simplex simplex(wanted, variables);
  if (!simplex.solve()) return std::nullopt;
  Rational small = 1;
  for (int i = 0; i < kMostHalvings; ++i, small *= Rational(1, 2)) {
    std::vector<Rational> point = simplex.point(small);
    bool fits = true;
    for (const Question& question : wanted)
      fits = fits && question.difference.at(point).sign() >= (question.strict ? 1 : 0);
    if (fits) return point;
  }
  return std::nullopt;
}

}  // namespace attest::verify::attack
