// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "theory/attention/positional_transformer.hpp"
#include "theory/machines/local_function.hpp"

namespace attest::constructions::simulation {

/// The MLP that computes a straight-line program exactly, on every real input: one hidden layer for each level of
/// min, max, relu, abs, less and gate (their ReLU formulas; min and max take three units, as in
/// positional.relu-min-max's finding), affine numbers in between for free, and two units, relu(x) - relu(-x), for a
/// number that is handed on. One hidden layer at least. Errors: InputError, with the line's name, for a discontinuous
/// operation: no MLP computes a jump, nor comes closer to it than half its height (positional.lemma-b2-approximation).
std::vector<theory::AffineMap> relu_network(const theory::machines::LocalFunction& function);

/// Hidden units in all.
std::size_t hidden_units(const std::vector<theory::AffineMap>& mlp);

}  // namespace attest::constructions::simulation
