// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "constructions/urpe/blocks.hpp"

namespace attest::constructions {

/// URPE heads (eq. 8, T5's encoding) with all scores and biases 0: the attention matrix is C/n, whatever the input. The
/// builders of the networks for URPE section 5.1 use them on rows whose first V columns hold the one-hot token. Columns
/// and hidden units count from 0. Shapes: n tokens, model dimension d.

/// WQ = WK = 0 and m = 0, dH columns of values; c_{i-j} = n where `chosen(i - j)`, else 0: the attention matrix has
/// entries 1 and 0. WV, bV and WO are 0.
Head uniform_head(long n, long d, long dH, const std::function<bool(long)>& chosen);

/// Writes i into `column` of row i: C is n on and below the diagonal, and the token columns of a row sum to 1.
Head counting_head(long n, long V, long d, long column);

/// Adds the V columns from `source` on of row i + distance to the V columns from `column` on of row i, and nothing
/// where there is no such row: C is n on the diagonal at `distance` > 0 above the main one.
Head shifting_head(long n, long V, long d, long distance, long source, long column);

/// Makes hidden unit `unit` max(row[a] + row[b] + constant, 0), without a bias: the token columns carry the constant.
/// b < 0: no such term.
void set_hidden_unit(Block& block, long unit, long V, long a, long b, long constant);

}  // namespace attest::constructions
