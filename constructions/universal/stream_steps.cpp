// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/stream_steps.hpp"

namespace attest::constructions {

using theory::Matrix;
using theory::Rational;

Matrix<Rational> minus_identity(const Matrix<Rational>& M) {
  return Matrix<Rational>::from_function(M.shape(),
                                         [&](std::size_t i, std::size_t j) { return i == j ? M(i, j) - 1 : M(i, j); });
}

BrokenLine content(const Stream& stream, std::size_t i) {
  return BrokenLine::affine(stream.low(i), stream.high(i), 1, -stream.constant(i));
}

void absolute_second(Stream& stream) {
  stream.bend({content(stream, 0), BrokenLine::absolute(stream.low(1), stream.high(1), stream.constant(1))}, kApart);
}

Approximant exact(const Stream& stream, const Rational& high, std::size_t entries) {
  return {stream.blocks(), 0, high, {Cut::Kind::simplices, 1, 0}, theory::Vector<Rational>(entries, 0)};
}

}  // namespace attest::constructions
