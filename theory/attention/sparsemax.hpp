// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "theory/matrix/matrix.hpp"

namespace attest::theory {

/// One row of sparsemax (Martins and Astudillo 2016, algorithm 1): max(s_j - t, 0) with the t at which they sum to 1.
/// std::invalid_argument for no scores; Undecided where enclosures leave open which entries are positive.
Vector<Rational> sparsemax_row(const Vector<Rational>& scores);
Vector<Enclosure> sparsemax_row(const Vector<Enclosure>& scores);

}  // namespace attest::theory
