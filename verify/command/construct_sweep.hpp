// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/universal/grid.hpp"
#include "constructions/urpe/contextual_mapping.hpp"
#include "constructions/urpe/lemma_networks.hpp"
#include "constructions/urpe/modified_blocks.hpp"
#include "verify/command/construct_lemmas.hpp"

namespace attest::verify::command {

/// A version of Lemma 10's construction, as blocks and as its definition.
struct Sweep {
  constructions::Grid grid;
  theory::Vector<theory::Rational> u, z;
  std::vector<theory::ModifiedBlock> blocks;
  Network network;                 ///< the same, and the literal last step, which is no modified block
  std::vector<std::string> names;  ///< of its blocks
  /// The selective and the global shift, where the version is made of them: what the blocks are compared with.
  std::optional<constructions::ContextualConstruction> construction;
  std::optional<theory::Rational> literal_factor;  ///< the version without hardmax in the last step
  bool needs_every_input = false;                  ///< no faster engine decides whether it is a contextual mapping

  /// X z.
  theory::Vector<theory::Rational> values(const Rows& X) const;
  /// q(X) by the definitions.
  theory::Vector<theory::Rational> expected(const Rows& X) const;
};

/// InputError for a grid over the budget, for a version that does not go with the grid asked for, for gaps of u that do
/// not exceed 1, for too many blocks: before anything is built.
Sweep build_sweep(const SweepOptions& options);

}  // namespace attest::verify::command
