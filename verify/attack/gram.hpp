// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "verify/attack/polynomial.hpp"

namespace attest::verify::attack {

/// Squares that are multiplied with one product of signs: its Gram matrix stands over this basis.
struct Block {
  std::vector<std::size_t> signs;  ///< their places
  Polynomial multiplier;
  std::vector<Polynomial> basis;
  bool shows_strict = false;  ///< a weight > 0 of it alone makes the sum > 0
};

/// Symmetric matrices, one a block, by columns.
using Matrices = std::vector<std::vector<long double>>;

/// The linear equations that say: the blocks' sum is the target, coefficient by coefficient.
class Equations {
 public:
  struct Entry {
    std::size_t block, row, column;  ///< row <= column
    std::map<std::size_t, theory::Rational> coefficients;
  };

  /// Drops elements of the bases that no sum can use: where a monomial comes from squares of one sign alone and is not
  /// in the target, or nothing else could cancel it.
  Equations(const Polynomial& target, std::vector<Block> blocks);

  const std::vector<Block>& blocks() const { return blocks_; }
  const std::vector<Entry>& entries() const { return entries_; }
  const std::vector<theory::Rational>& target() const { return target_; }
  bool is_possible() const { return possible_; }  ///< false: a monomial of the target comes from nowhere

 private:
  void collect(const Polynomial& target);

  std::vector<Block> blocks_;
  std::vector<Entry> entries_;
  std::vector<theory::Rational> target_;
  bool possible_ = true;
};

/// Positive definite matrices near the middle of those that solve the equations, up to a remainder that goes to 0;
/// where only singular ones do, matrices near them. Nothing if there seem to be none.
std::optional<Matrices> middle(const Equations& equations);

/// Eigenvalues and, by columns, eigenvectors of a symmetric matrix.
struct Eigen {
  std::vector<long double> values, vectors;
};
Eigen eigen(std::vector<long double> matrix, std::size_t size);

}  // namespace attest::verify::attack
