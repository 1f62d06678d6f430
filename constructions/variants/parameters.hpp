// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "constructions/draw.hpp"
#include "constructions/variants/description.hpp"
#include "theory/certificate/value.hpp"

namespace attest::constructions {

/// The parameters of one head of an attention, for n tokens of dimension d. Members that the description does not call
/// for are empty. A family x_{i-j} has 2N-1 members, x_{i-j} at index i-j+N-1, where N counts the extra token too. The
/// names are those of theory/definitions/variants.stm.
struct Parameters {
  bool base_2 = false;  ///< weights 2^s (softmax in base e with every score multiplied by ln 2), or e^s
  RationalMatrix WQ, WK, WV, WQ2, WK2, WG;
  RationalMatrix P;  ///< N x d encodings, or N x dP positions
  RationalVector m;
  RationalMatrix r, s, WR, angles;
  RationalVector u, v;
  theory::Rational slope, r1, r2;
  long H = 0, W = 0;
  RationalMatrix table, G;
  RationalVector b;
  theory::Rational plus, minus;  ///< AT5's bias on either side: its networks with last weights 0
  RationalVector c, first;
  RationalMatrix a;
  theory::Rational sink, lambda;
  RationalMatrix U, V;          ///< TUPE's b_ij = U_i V_j^T
  RationalMatrix WD;            ///< d x 1, latent keys and values: WK and WV act on X WD
  theory::Rational gamma, cap;  ///< decay, softcap
  long width = 0;               ///< of a window
  RationalMatrix mix_before;    ///< 2 x 2: the scores of two heads
  RationalVector mix_after;     ///< 2: their matrices, as the first head hears them

  /// The head as the statements read it.
  theory::Value record(const Attention& attention) const;
};

/// Parameters whose free entries come from `entry`, called with the index i-j for the members of families (and 0 for
/// everything else). What must be positive (slopes, r1, r2) is 1, a rotation is a quarter turn, a graph is the path
/// 1 - 2 - ... - n, a window has 2 x 2 tokens for n = 4 and 1 x n otherwise. Base 2.
Parameters make_parameters(const Attention& attention, long n, long d,
                           const std::function<theory::Rational(long)>& entry);

/// Query and key weights 0, and every other free parameter 0 but lambda, which is 1/2.
Parameters zero_parameters(const Attention& attention, long n, long d);

/// Small integers, so that every weight in base 2 is rational.
Parameters drawn_parameters(const Attention& attention, long n, long d, Draw& draw);

}  // namespace attest::constructions
