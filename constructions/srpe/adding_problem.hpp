// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/draw.hpp"

namespace attest::constructions {

/// An instance of SRPE's adding problem (section Artificial Tasks): T values in [-1, 1], T markers, and the target
/// 1/2 + (v_j + v_k) / 4 for the two marked places. Places count from 1: j <= min(10, T-1), k <= T/2 - 1, j != k; the
/// first and the last marker are -1 where they are not marked, the others 0. T >= 4.
struct AddingProblem {
  RationalVector values, markers;
  theory::Rational target;
};

/// Throws std::invalid_argument for places outside these ranges.
AddingProblem adding_problem(const RationalVector& values, long j, long k);
/// Random values and places.
AddingProblem draw_adding_problem(Draw& draw, long T);
/// The target from the elements in any order: 1/2 + the sum of v_i / 4 over the marked ones.
theory::Rational sum_of_marked(const RationalVector& values, const RationalVector& markers);

}  // namespace attest::constructions
