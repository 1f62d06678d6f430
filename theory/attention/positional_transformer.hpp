// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/attention/softmax.hpp"
#include "theory/matrix/matrix.hpp"

namespace attest::theory {

/// The positional Transformer of Positional Attention (Back de Luca et al. 2025), section 4, with rational weights.
/// Shapes: n nodes, encodings P of n x dP; a layer takes n x d to n x e.

/// x W + b for each row x.
struct AffineMap {
  Matrix<Rational> W;
  Vector<Rational> b;
};
/// Eq. 3: the scores are (P WQ)(P WK)^T; WQ and WK are dP x m, WV is d x dV.
struct PositionalHead {
  Matrix<Rational> WQ, WK, WV;
};
/// Eq. 1: the heads side by side times WO, beside X, through the MLP (ReLU after every map but the last).
struct PositionalLayer {
  std::vector<PositionalHead> heads;
  Matrix<Rational> WO;
  std::vector<AffineMap> mlp;
};
struct PositionalTransformer {
  Matrix<Rational> P;
  std::vector<PositionalLayer> layers;
};

/// The attention matrix of each head of each layer: no input is needed for it.
template <class S>
using PositionalPatterns = std::vector<std::vector<Matrix<S>>>;
/// Hardmax, exact: that of eq. 6, ones at all maxima of a row, or one that shares ties (then equal scores are what
/// softmax makes of them, too).
PositionalPatterns<Rational> hardmax_patterns(const PositionalTransformer& network,
                                              Weighting ties = Weighting::hardmax_all);
/// Softmax of the scores times `temperature_factor`, enclosed at `precision` bits.
PositionalPatterns<Enclosure> softmax_patterns(const PositionalTransformer& network, const Rational& temperature_factor,
                                               long precision);

/// What a layer's attention brings (the heads times WO), and what the layer puts out.
template <class S>
struct PositionalOutput {
  Matrix<S> received, output;
};
/// Each layer's, for the input X (n x d). std::invalid_argument for shapes that do not fit.
std::vector<PositionalOutput<Rational>> run(const PositionalTransformer& network,
                                            const PositionalPatterns<Rational>& patterns, const Matrix<Rational>& X);
std::vector<PositionalOutput<Enclosure>> run(const PositionalTransformer& network,
                                             const PositionalPatterns<Enclosure>& patterns, const Matrix<Rational>& X);

/// The MLP of each row.
Matrix<Rational> apply_mlp(const std::vector<AffineMap>& mlp, Matrix<Rational> X);

}  // namespace attest::theory
