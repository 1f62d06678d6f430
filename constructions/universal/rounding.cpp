// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/rounding.hpp"

#include <algorithm>
#include <set>

namespace attest::constructions {

using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

namespace {

// The greatest k with 2^k <= x, for x > 0.
long exponent_of(const Rational& x) {
  const long k =
      static_cast<long>(fmpz_bits(fmpq_numref(x.raw()))) - static_cast<long>(fmpz_bits(fmpq_denref(x.raw())));
  return pow(Rational(2), k) <= x ? k : k - 1;
}

// Whether x is seen at once to be a normal number of the format, as most numbers are.
bool fits(const Rational& x, const FloatFormat& format) {
  const auto numerator = static_cast<long>(fmpz_bits(fmpq_numref(x.raw())));
  const auto denominator = static_cast<long>(fmpz_bits(fmpq_denref(x.raw())));
  const bool dyadic = static_cast<long>(fmpz_val2(fmpq_denref(x.raw()))) == denominator - 1;
  const long exponent = numerator - denominator;
  return dyadic && numerator <= format.bits && format.least_exponent <= exponent &&
         exponent <= format.greatest_exponent;
}

struct Overflow {};

// Matrices in a format. Where a factor or a term is 0 nothing is rounded, so those are passed over.
class Machine {
 public:
  explicit Machine(const FloatFormat& format) : format_(format) {}

  Rational round(const Rational& x) const {
    const std::optional<Rational> result = rounded(x, format_);
    if (!result) throw Overflow();
    return *result;
  }
  Matrix<Rational> round(const Matrix<Rational>& X) const {
    return X.map([this](const Rational& x) { return round(x); });
  }
  Rational plus(const Rational& a, const Rational& b) const { return round(a + b); }
  Matrix<Rational> plus(const Matrix<Rational>& a, const Matrix<Rational>& b) const {
    return Matrix<Rational>::from_function(a.shape(),
                                           [&](std::size_t i, std::size_t j) { return plus(a(i, j), b(i, j)); });
  }
  Matrix<Rational> times(const Matrix<Rational>& a, const Matrix<Rational>& b) const {
    return Matrix<Rational>::from_function({a.rows(), b.columns()}, [&](std::size_t i, std::size_t j) {
      Rational sum = 0;
      for (std::size_t k = 0; k < a.columns(); ++k) {
        if (a(i, k) != 0 && b(k, j) != 0) sum = plus(sum, round(a(i, k) * b(k, j)));
      }
      return sum;
    });
  }
  Matrix<Rational> plus_row(const Matrix<Rational>& X, const std::optional<Vector<Rational>>& b) const {
    if (!b) return X;
    return Matrix<Rational>::from_function(X.shape(),
                                           [&](std::size_t i, std::size_t j) { return plus(X(i, j), round((*b)[j])); });
  }

  Matrix<Rational> head(const Head<Rational>& head, const Matrix<Rational>& X) const {
    // Equal scores: every weight is 1 / n.
    const Rational weight = round(Rational(1, static_cast<long>(X.rows())));
    const Matrix<Rational> A = head.C->map([&](const Rational& c) { return round(weight * round(c)); });
    return times(times(A, plus_row(times(X, round(head.WV)), head.bV)), round(head.WO));
  }
  Matrix<Rational> block(const Block<Rational>& block, const Matrix<Rational>& X) const {
    Matrix<Rational> Y = X;
    for (const Head<Rational>& h : block.heads) Y = plus(Y, head(h, X));
    Y = plus_row(Y, block.bO);
    const Matrix<Rational> hidden = relu(plus_row(times(Y, round(block.ffn.W1)), block.ffn.b1));
    return plus(Y, plus_row(times(hidden, round(block.ffn.W2)), block.ffn.b2));
  }

 private:
  const FloatFormat& format_;
};

// Nearer to `right` than to any other of the values.
bool decodes(const Rational& output, const Rational& right, const std::set<Rational>& values) {
  return std::all_of(values.begin(), values.end(), [&](const Rational& other) {
    return other == right || abs(output - right) < abs(output - other);
  });
}

}  // namespace

std::optional<Rational> rounded(const Rational& x, const FloatFormat& format) {
  if (x == 0 || fits(x, format)) return x;
  const long exponent = std::max(exponent_of(abs(x)), format.least_exponent);
  const Rational unit = pow(Rational(2), exponent - format.bits + 1), quotient = x / unit;
  Rational whole = floor(quotient);
  const Rational rest = quotient - whole, half(1, 2);
  const bool odd = !(whole / 2).is_integer();
  if (rest > half || (rest == half && odd)) whole += 1;
  Rational result = whole * unit;
  if (result != 0 && exponent_of(abs(result)) > format.greatest_exponent) return {};
  return result;
}

std::optional<Matrix<Rational>> evaluate_rounded(const std::vector<Block<Rational>>& blocks, const Matrix<Rational>& X,
                                                 const FloatFormat& format) {
  const Machine machine(format);
  try {
    Matrix<Rational> Y = machine.round(X);
    for (const Block<Rational>& block : blocks) Y = machine.block(block, Y);
    return Y;
  } catch (const Overflow&) {
    return {};
  }
}

Agreement agreement(const std::vector<Block<Rational>>& blocks, const Table& table, const FloatFormat& format) {
  std::set<Rational> values;
  for (const Matrix<Rational>& Y : table.outputs) {
    for (std::size_t i = 0; i < Y.rows(); ++i) {
      for (std::size_t j = 0; j < Y.columns(); ++j) values.insert(Y(i, j));
    }
  }
  bool exact = true;
  for (std::size_t k = 0; k < table.inputs.size(); ++k) {
    const std::optional<Matrix<Rational>> output = evaluate_rounded(blocks, table.inputs[k], format);
    if (!output) return Agreement::lost;
    for (std::size_t i = 0; i < output->rows(); ++i) {
      for (std::size_t j = 0; j < output->columns(); ++j) {
        const Rational& right = table.outputs[k](i, j);
        const bool same = rounded(right, format) == (*output)(i, j);
        if (!same && (values.size() == 1 || !decodes((*output)(i, j), right, values))) return Agreement::lost;
        exact = exact && same;
      }
    }
  }
  return exact ? Agreement::exact : Agreement::decodable;
}

std::optional<long> least_bits(const std::vector<Block<Rational>>& blocks, const Table& table, long most) {
  std::optional<long> least;
  for (long bits = most; bits >= 1; --bits) {
    if (agreement(blocks, table, FloatFormat::significand(bits)) == Agreement::lost) break;
    least = bits;
  }
  return least;
}

}  // namespace attest::constructions
