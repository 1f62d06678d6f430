// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "constructions/draw.hpp"
#include "theory/certificate/value.hpp"

namespace attest::constructions {

/// Values for the rule `instances`, which allows no repetition (docs/certificate_format.md).

/// The values without repetitions, in the order of their first occurrence.
std::vector<theory::Value> distinct_values(const std::vector<theory::Value>& values);
/// At most `count` different vectors of length n.
std::vector<theory::Value> sample_vectors(Draw& draw, long n, int count);
/// At most `count` different matrices.
std::vector<theory::Value> sample_matrices(Draw& draw, long rows, long columns, int count);

}  // namespace attest::constructions
