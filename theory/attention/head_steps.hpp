// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/matrix/matrix.hpp"

namespace attest::theory {

// Steps of a head that only some published variants take (theory/attention/attention.hpp, Head).

/// Each row divided by its sum. std::invalid_argument if a weight is below 0 or a row is all 0; over enclosures, if it
/// may be.
template <class S>
Matrix<S> divide_rows(const Matrix<S>& weights);

/// t tanh(s/t), entry by entry. Over Rational InputError for a score that is not 0, since its tanh is irrational;
/// std::invalid_argument unless t > 0.
Matrix<Rational> capped(const Matrix<Rational>& scores, const Rational& t);
Matrix<Enclosure> capped(const Matrix<Enclosure>& scores, const Enclosure& t);

/// phi(x) = x + 1 for x >= 0 and e^x below (elu + 1), entry by entry: the features of linear attention (Katharopoulos
/// et al. 2020, eq. 7). Over Rational InputError for a number below 0, whose power of e is irrational.
Matrix<Rational> features(const Matrix<Rational>& X);
Matrix<Enclosure> features(const Matrix<Enclosure>& X);

/// Row i, i = 1, ..., with the coordinates 2p-1 and 2p turned i times by the angle whose [cos, sin] is row p (Su et al.
/// 2021, eq. 34, theory/definitions/variants.stm). std::invalid_argument if there are not two coordinates to an angle.
template <class S>
Matrix<S> rotated(Matrix<S> Q, const Matrix<S>& angles);

/// sum_j A_ij a_{i-j}, a_{i-j} at row i-j+m-1 for m keys (Shaw et al. 2018, eq. 3). std::invalid_argument for a family
/// of another number of members than n+m-1.
template <class S>
Matrix<S> relative_values(const Matrix<S>& A, const Matrix<S>& a);

}  // namespace attest::theory
