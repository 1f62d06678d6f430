// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "constructions/variants/properties.hpp"
#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// A range over n = from, ..., to and d = 1, 2, one step for each.
theory::Step for_every_size(long from, long to, const std::function<theory::Step(long n, long d)>& step);

// The certificates' steps of the statements property_... in theory/papers/variants/claims/*.claim. Where the property
// has a witness against it they follow that; otherwise they go through n (up to largest_n), d = 1, 2, and heads and
// inputs at which everything is rational.

theory::Step right_stochastic_step(const Attention& attention, const Property& property, long largest_n);
theory::Step identical_rows_step(const Attention& attention, const Property& property, long largest_n);
/// Parameters for every n, each for every real X at once.
theory::Step position_aware_step(const Attention& attention, long largest_n);
/// Two row sums agree at X = 0.
theory::Step not_position_aware_step(const Attention& attention, long largest_n);
/// Where the property holds, every real value of the later tokens at once.
theory::Step causal_step(const Attention& attention, const Property& property, long largest_n);

// The steps of the other questions of an audit (constructions/variants/answers.hpp). std::domain_error where exact
// numbers do not show it.

/// Permuted tokens give permuted outputs: every order of n tokens.
theory::Step permutation_step(const Attention& attention, long largest_n);
/// The first two tokens exchanged, at a witness of order_matters.
theory::Step permutation_step(const Attention& attention, const Witness& witness);
/// For every u and c some head has A(X) = softmax(Xu (Xu - c 1)^T), in base 2: u and c of small integers.
theory::Step attentive_step(const Attention& attention, long largest_n);
/// Heads, each with an X at which that is not so, for n = 2, d = 1, u = 1, c = 0.
theory::Step not_attentive_step(const Attention& attention);
/// The same as attentive_step for rotated queries and keys with n angles for n tokens, n <= 3: weights of the angles
/// are Lagrange's polynomials through their cosines, at 1, so that no score depends on the distance.
theory::Step rotated_attentive_step(const Attention& attention, long largest_n);
/// Heads at one token and an extra one, which takes a share of the row.
theory::Step not_attentive_beside_extra_step(const Attention& attention);
/// For the sinusoids of n = d = 2, u = (1, 0) and c = 0: heads, each at one X. `seen` is the attention without them.
theory::Step sinusoidal_not_attentive(const Attention& seen);

/// X = 0, and one of small natural numbers.
std::vector<theory::Value> some_inputs(long n, long d, Draw& draw);
/// The sinusoids of n = d = 2 are (0, 1) and (sin 1, cos 1): the step for every (s, c) of a rectangle that contains
/// (sin 1, cos 1).
theory::Step in_rectangle(theory::Step inside);

/// For the sinusoids of n = d = 2 and the simplest head: identical rows come apart, or the order of the tokens matters.
theory::Step sinusoidal_heads(const Attention& attention, bool order);

/// For the sinusoids themselves, n = d = 2.
theory::Step sinusoidal_identical_rows();
theory::Step sinusoidal_causal();

}  // namespace attest::constructions
