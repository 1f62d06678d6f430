// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/modified_block.hpp"

#include "theory/attention/hardmax.hpp"
#include "theory/error.hpp"

namespace attest::theory {

namespace {

void require(bool holds, const std::string& place, const std::string& expected) {
  if (!holds) throw InputError(place, expected);
}

void require_length(const Vector<Rational>& x, std::size_t length, const std::string& place) {
  require(x.size() == length, place,
          "expected " + std::to_string(length) + " entries, found " + std::to_string(x.size()));
}

void require_shape(const Matrix<Rational>& a, Shape shape, const std::string& place) {
  require(a.shape() == shape, place, "expected a " + shape.to_string() + " matrix, found " + a.shape().to_string());
}

void require_phi(const PiecewiseLinear& phi) {
  phi.require_valid("phi");
  require(phi.pieces() <= 3, "phi", "expected at most 3 pieces, found " + std::to_string(phi.pieces()));
}

}  // namespace

Matrix<Rational> hard_attention(const ModifiedHead& head, const Matrix<Rational>& X, Weighting ties) {
  std::vector<Rational> s;
  for (std::size_t i = 0; i < X.rows(); ++i) s.push_back(dot(X.row(i), head.u));
  const bool on_key = head.shift == ModifiedHead::Shift::key;
  Matrix<Rational> A({X.rows(), X.rows()});
  for (std::size_t i = 0; i < X.rows(); ++i) {
    Vector<Rational> scores;
    for (const Rational& key : s) scores.push_back(on_key ? s[i] * (key - head.c) : (s[i] - head.c) * key);
    A.set_row(i, hardmax_row(scores, ties));
  }
  return A;
}

Matrix<Rational> modified_attention(const std::vector<ModifiedHead>& heads, const Matrix<Rational>& X, Weighting ties) {
  Matrix<Rational> Y = X;
  for (const ModifiedHead& head : heads) Y = Y + hard_attention(head, X, ties) * X * head.WV * head.WO;
  return Y;
}

Matrix<Rational> modified_ffn(const ModifiedBlock& block, const Matrix<Rational>& X) {
  return X + (X * block.W1).map([&](const Rational& t) { return block.phi(t); }) * block.W2;
}

Matrix<Rational> modified_block(const ModifiedBlock& block, const Matrix<Rational>& X, Weighting ties) {
  return modified_ffn(block, modified_attention(block.heads, X, ties));
}

Matrix<Rational> modified_network(const std::vector<ModifiedBlock>& blocks, const Matrix<Rational>& X, Weighting ties) {
  Matrix<Rational> Y = X;
  for (const ModifiedBlock& block : blocks) Y = modified_block(block, Y, ties);
  return Y;
}

void require_modified_block(const ModifiedBlock& block, std::size_t d, const ModifiedClass& sizes) {
  require(block.heads.size() <= sizes.heads, "heads",
          "expected at most " + std::to_string(sizes.heads) + ", found " + std::to_string(block.heads.size()));
  for (std::size_t h = 0; h < block.heads.size(); ++h) {
    const std::string place = "heads[" + std::to_string(h) + "].";
    require_length(block.heads[h].u, d, place + "u");
    require_shape(block.heads[h].WV, {d, sizes.head_dimension}, place + "WV");
    require_shape(block.heads[h].WO, {sizes.head_dimension, d}, place + "WO");
  }
  require_shape(block.W1, {d, sizes.hidden}, "W1");
  require_shape(block.W2, {sizes.hidden, d}, "W2");
  require_phi(block.phi);
}

}  // namespace attest::theory
