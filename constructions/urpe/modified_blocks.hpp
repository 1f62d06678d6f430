// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "constructions/draw.hpp"
#include "theory/attention/modified_block.hpp"
#include "theory/certificate/value.hpp"

// The modified blocks that URPE's appendix A builds with, all of them in T_blocks^m(2, 1, 1), and their form as values
// of the statement language (theory/definitions/modified_blocks.stm). d is the dimension of a token.

namespace attest::constructions {

/// FFN(X) = X + phi(X w1) w2^T, the attention layer the identity. w1 and w2 have d entries.
theory::ModifiedBlock ffn_block(const RationalVector& w1, const RationalVector& w2, theory::PiecewiseLinear phi);

/// Lemma 6, [69]: X + a Psi(X; b, b2) for every X with no X_i z equal to b or b2. Two heads with values X z, one with
/// threshold b added, one with threshold b2 taken off. `shift` tells which reading of eq. 11 the heads have; only
/// `query` gives the shift. Domain: b < b2.
theory::ModifiedBlock selective_shift_block(const RationalVector& z, const theory::Rational& a,
                                            const theory::Rational& b, const theory::Rational& b2,
                                            theory::ModifiedHead::Shift shift = theory::ModifiedHead::Shift::query);

/// Lemma 7, eq. 15 with k = first, ..., first + m - 1 for each of the d columns: d m blocks, delta = 1/m. With first =
/// 0 they round every entry in [0, 1] down to a multiple of delta; `first` = 1 is the printed count from 1.
std::vector<theory::ModifiedBlock> quantizer(long d, long m, long first = 0);

/// One row of the table that Lemma 11 reads out: a row equal to `from` is to become `to`.
struct Readout {
  RationalVector from, to;
};
/// Lemma 11: sends each row `from` to its row `to`, where the numbers from . z are pairwise different. One block moves
/// every row far away along z, then one block for each row of the table puts it where it belongs. Rows whose values
/// under z are none of the table's end anywhere. std::invalid_argument where two values agree or the table is empty.
std::vector<theory::ModifiedBlock> read_out(const std::vector<Readout>& table, const RationalVector& z);
/// The same without the first block: a row that was put in its place may be moved again.
std::vector<theory::ModifiedBlock> read_out_in_place(const std::vector<Readout>& table, const RationalVector& z);

theory::Value value_of(const theory::PiecewiseLinear& phi);
theory::Value value_of(const theory::ModifiedBlock& block);
/// A network, as the list of its blocks.
theory::Value value_of(const std::vector<theory::ModifiedBlock>& blocks);

}  // namespace attest::constructions
