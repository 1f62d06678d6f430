// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "constructions/universal/grid.hpp"
#include "theory/attention/transformer.hpp"

namespace attest::constructions {

/// How the feed-forward parts of a network are laid out: `narrow` keeps to r <= 4 hidden units, as the class
/// Omega^{2,1,4} of URPE's theorems asks, and takes one block for each step; `wide` puts all steps into one layer.
enum class Layout { narrow, wide };

/// Rows whose first entry is `at` get `change` added.
struct RowChange {
  theory::Rational at;
  theory::Vector<theory::Rational> change;  ///< d
};

/// The changes that turn each row of each states[k] into the same row of targets[k]. Sorted by `at`, each once.
/// std::logic_error if two rows with one first entry need different changes, so that no map of the first entry serves;
/// if two values of `at` are less than 2 apart; or if a target's first entry is above the least `at` minus 1, where it
/// might be changed again.
std::vector<RowChange> row_changes(const std::vector<theory::Matrix<theory::Rational>>& states,
                                   const std::vector<theory::Matrix<theory::Rational>>& targets);

/// Blocks without heads that make the changes: URPE Lemma 11 with ReLU in place of a step. To the row x is added
///   sum_k bump(x_1 - at_k) change_k,  bump(t) = relu(2t+2) - relu(2t+1) - relu(2t-1) + relu(2t-2),
/// where bump is 1 for |t| <= 1/2 and 0 for |t| >= 1: four hidden units, whose weights are integers where the changes
/// are. The narrow layout makes one change after the other, in ascending order. A row that was changed by the bump at
/// at_k ends between its target and its place, below at_{k+1} - 1, where no later bump is: both layouts compute the
/// same function wherever the targets are at most at_1 - 1.
std::vector<theory::Block<theory::Rational>> relabel(const std::vector<RowChange>& changes, std::size_t d,
                                                     Layout layout);

/// A block that does nothing: no heads, r hidden units with weights 0.
theory::Block<theory::Rational> idle_block(std::size_t d, std::size_t r);

}  // namespace attest::constructions
