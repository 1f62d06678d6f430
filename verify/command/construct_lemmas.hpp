// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "verify/command/construct.hpp"
#include "verify/command/lemma_network.hpp"

// The networks of URPE's appendix A, lemma by lemma, at the user's parameters: docs/construct_lemmas.md.

namespace attest::verify::command {

/// Lemma 6: X + a Psi(X; from, to), one modified block with two heads.
struct ShiftOptions : LemmaOptions {
  std::string z, a = "1", from, to, version = "repaired", ties = "uniform";
  long n = 2;  ///< tokens of the inputs that are made where none is given
};
int construct_shift(const ShiftOptions& options, std::ostream& out);

/// Lemma 7: d m blocks that round entries of [0, 1] down.
struct QuantizerOptions : LemmaOptions {
  long d = 1, count_from = 0;
  std::string delta;
};
int construct_quantizer(const QuantizerOptions& options, std::ostream& out);

/// Lemma 8: a URPE block that adds u 1^T.
struct PositionsOptions : LemmaOptions {
  std::optional<std::string> v;
  std::optional<long> n;  ///< in place of v: (1, (n-1)/n, ..., 1/n)
  long d = 1, heads = 2;
};
int construct_positions(const PositionsOptions& options, std::ostream& out);

/// Lemma 10: a contextual mapping of a grid.
struct SweepOptions : LemmaOptions {
  std::optional<std::string> u;
  std::optional<long> n;  ///< in place of u: (2n, ..., 4, 2)
  long d = 1, budget = 65536;
  std::string delta, version = "repaired";
  std::optional<std::string> grid;
};
int construct_sweep(const SweepOptions& options, std::ostream& out);

/// Theorem 3 with modified blocks: Lemmas 7, 8, 10 and 11 one after the other.
struct ModifiedOptions : LemmaOptions {
  UniversalOptions function;
  std::string contextual = "stack";
};
int construct_modified(const ModifiedOptions& options, std::ostream& out);

}  // namespace attest::verify::command
