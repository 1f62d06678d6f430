// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/universal/block_value.hpp"
#include "constructions/universal/relabel.hpp"

namespace attest::constructions {

/// An RPE Transformer with T5's bias that computes a table exactly.
struct RpeNetwork {
  /// exp of the bias: m_{i-j} = log w_{i-j}, 2n-1 positive integers, from w_{-(n-1)} on. The head holds the attention
  /// matrix that this gives for every X: A_ij = w_{i-j} / sum_k w_{i-k}, positive and right stochastic.
  theory::Vector<theory::Rational> w;
  std::vector<theory::Block<theory::Rational>> blocks;
};

/// Whether all rows agree.
bool has_identical_rows(const theory::Matrix<theory::Rational>& X);

/// A network that gives outputs[k] at inputs[k]: one head adds a multiple of sum_j A_ij (number of row j) to the first
/// column, which tells every position of every input from every other, as long as the weights w are general enough and
/// the rows of the input are not all the same; bumps turn that into the row of the output. Such a w is found by trying
/// random integers from a growing range.
///
/// That it is found: were sum_j A_ij a_j = sum_j A_i'j a'_j for all w > 0, then, times both denominators,
///   (sum_j w_{i-j} a_j) (sum_k w_{i'-k}) = (sum_j w_{i'-j} a'_j) (sum_k w_{i-k})
/// as polynomials in w. For i != i' the two denominators are no multiples of each other, so each linear form on the one
/// side is a multiple of the denominator there: a and a' are constant, and equal. For i = i' it says a = a'.
///
/// Domain: inputs pairwise different, n x d, at least one; outputs of the same shape, with identical rows wherever the
/// input has identical rows. std::invalid_argument otherwise.
RpeNetwork rpe_network(const Table& table, Layout layout);

/// `is_t5_network`.
HeadFields t5_fields(const theory::Vector<theory::Rational>& w);

}  // namespace attest::constructions
