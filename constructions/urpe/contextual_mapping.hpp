// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "constructions/draw.hpp"
#include "constructions/urpe/contextual_instances.hpp"

// Is q(X) = g3(X + u 1^T) z a contextual mapping of a whole grid? Decided exactly, input by input: URPE, Definition 9
// and Lemma 10 (appendix A.4). Meant for grids of many millions of inputs; the statement of record, and its definition,
// is theory/definitions/contextual_mapping.stm.

namespace attest::constructions {

/// X -> X + multiplier Psi(X; from, to), eq. 13: tokens with from < X_i z < to get the multiple of greatest minus
/// least.
struct SelectiveShift {
  theory::Rational from, to, multiplier;
};
/// X -> X + factor * (the greatest X_k z for X_i z > threshold, the least for X_i z < threshold, the mean at the
/// threshold) in the first column: one head of Definition 5 that takes c from the query, ties shared.
struct GlobalShift {
  theory::Rational threshold, factor;
};

/// g3, z, u and the grid. n = u.size() tokens, d = z.size() columns, delta = 1/m.
struct ContextualConstruction {
  GridKind grid = GridKind::closed;
  long m = 2;
  RationalVector z, u;
  std::vector<SelectiveShift> shifts;  ///< in order; each window begins where the one before ends, or above
  std::optional<GlobalShift> last;
};

/// Which integers the values, scaled to a common denominator, are computed in. Every operation is checked; `automatic`
/// begins with 64 bits and starts again with wider ones after an overflow. The result is the same for all.
enum class Integers { automatic, bits_64, bits_128, unbounded };

struct ContextualOptions {
  unsigned threads = 1;
  Integers integers = Integers::automatic;
  std::uint64_t most_inputs = std::uint64_t{1} << 26;  ///< a larger grid is an InputError that says how large it is
  std::uint64_t memory = std::uint64_t{2} << 30;       ///< for the values, in bytes; with less, more passes are made
  std::optional<std::size_t> token = std::nullopt;  ///< look at this token's values only (from 0), not at all tokens'
  const std::atomic<bool>* interrupted = nullptr;   ///< when set: std::runtime_error
};

/// Where a value occurs. Inputs are numbered as grid_inputs lists them: the last entry runs fastest.
struct TokenOfInput {
  std::uint64_t input;
  std::size_t token;
  RationalMatrix X;
};
struct Collision {
  theory::Rational value;
  TokenOfInput first, second;  ///< the first two places at which the value occurs
};
struct ContextualResult {
  std::uint64_t inputs, values, distinct;
  std::optional<Collision> collision;  ///< at the least value that occurs twice
  Integers integers;                   ///< which were wide enough

  bool is_contextual_mapping() const { return distinct == values; }
};

/// Domain: n, d, m >= 1; multipliers times z_1 are integers. InputError for windows out of order, for a multiplier that
/// is none, for shapes, for a grid over `most_inputs`; std::overflow_error where 64 or 128 bits were asked for and are
/// not enough. The result depends on neither threads nor memory.
ContextualResult check_contextual_mapping(const ContextualConstruction& construction,
                                          const ContextualOptions& options = {});

/// The construction as printed, with this multiplier in the place of the missing one: z = (1, m, ..., m^(d-1)), windows
/// of width delta at u_(r) (1 + ... + m^(d-1)) + k delta, 0 <= k < m^d, factor n m^((n+1)d+1), threshold 0.
/// Domain: gaps of u above 1.
ContextualConstruction printed_construction(GridKind grid, const RationalVector& u, long m, long d,
                                            const theory::Rational& multiplier);
/// The repaired constructions of the claim urpe.lemma-10, for every u with gaps above 1.
ContextualConstruction half_open_construction(const RationalVector& u, long m, long d);
ContextualConstruction closed_construction(const RationalVector& u, long m, long d);

/// q on one input, in plain rationals, block by block: slow, and the measure for the engine in tests and benchmarks.
RationalVector contextual_values(const ContextualConstruction& construction, const RationalMatrix& X);

}  // namespace attest::constructions
