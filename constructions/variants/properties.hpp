// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "constructions/variants/parameters.hpp"

namespace attest::constructions {

/// Numbers that show a property: one head and its input, of the smallest n for which the search found one, d = 1.
struct Witness {
  Parameters parameters;
  RationalMatrix X;
  RationalMatrix later;  ///< causality: what replaces the tokens behind the first one
};

/// A property of an attention, decided by an argument over its description, with the numbers where numbers show it.
struct Property {
  bool holds = false;
  std::string reason;
  std::optional<Witness> witness;
};

/// A(X) 1 = 1 and A(X) >= 0 for every X and every parameter. False: the witness's row sums are not all 1, or an entry
/// is negative.
Property right_stochastic(const Attention& attention);

/// n identical rows go to n identical rows, for every parameter. The map is that of the layer's input, before encodings
/// and extra tokens are added to it. False: the witness's X has identical rows, its output has not. (With sinusoidal
/// encodings there is no rational witness: the rows of the sinusoids themselves differ.)
Property identical_rows_stay_identical(const Attention& attention);

/// Some parameters and some v with distinct entries give A(X) 1 = v for every X, at each n (Theorem 3 of URPE, second
/// condition). Holds: the witness's parameters, whose A does not depend on X. False: at the witness's X every choice of
/// the parameters gives two equal row sums.
Property position_aware(const Attention& attention);
/// The parameters of the witness at any n and d; nothing where the property is false.
std::optional<Parameters> position_aware_parameters(const Attention& attention, long n, long d);

/// No output depends on a later token, for every parameter. False: putting `later` behind the first token changes the
/// first token's output.
Property causal(const Attention& attention);

/// An answer that an argument gives, or that is not decided.
struct Answer {
  std::optional<bool> holds;
  std::string reason;
};
/// Whether for every n, u and c some parameters give A(X) = softmax(Xu (Xu - c 1)^T) for every X (Theorem 3 of URPE,
/// first condition, as printed). Softmax does not see c there: it is on the side of the keys.
Answer attentive(const Attention& attention);

/// Heads and inputs at which an entry may be irrational, n from `from` to 3: where a property has no exact witness one
/// of these may show it, and an enclosure tells. Those of search's own order, at most `most`.
std::vector<Witness> irrational_witnesses(const Attention& attention, long from, std::size_t most);

/// Whether a permutation of the tokens permutes the outputs alike, for every parameter: then the layer sees a set.
bool permutation_equivariant(const Attention& attention);
/// A head and an input at which exchanging the first two tokens does more than exchange the first two outputs; nothing
/// where the search finds none.
std::optional<Witness> order_matters(const Attention& attention);

}  // namespace attest::constructions
