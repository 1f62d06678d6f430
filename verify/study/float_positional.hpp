// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "theory/attention/positional_transformer.hpp"
#include "verify/instances/array.hpp"

namespace attest::verify::study {

/// A positional Transformer (theory/attention/positional_transformer.hpp) as a float program runs it, on many inputs at
/// once. rows: [inputs, 1, n, d] in the format that every parameter and every result is rounded to. Attention is what
/// the scalar kernel `positional` of the format computes from P WQ and P WK, with the scores times
/// `inverse_temperature`; without one, the scalar kernel `hardmax`, which gives every greatest score a 1 (eq. 6). Sums
/// of products (values, W_O, each map of the MLP) are added in float64 and rounded once. Nothing if a number overflows.
std::optional<instances::FloatArray> run_positional(const theory::PositionalTransformer& network,
                                                    const instances::FloatArray& rows,
                                                    std::optional<double> inverse_temperature);

/// Whether a program's answers, integers in column 0 after the last layer, can be read off a float run of its compiled
/// network: all within 1/2, decided in exact arithmetic.
struct SimulationStudy {
  std::string task;
  long n, greatest;                                    ///< inputs are integers of absolute value up to this
  theory::PositionalTransformer network;               ///< with T = 1
  std::vector<theory::Matrix<theory::Rational>> rows;  ///< inputs
  std::vector<std::vector<theory::Rational>> answers;
};
/// One of our tasks (constructions/machines/pcoc_programs.hpp) with integer inputs; at most 9 for tokens, and with one
/// input of start distances up to `greatest` for graphs.
SimulationStudy simulation_study(const std::string& task, long n, long greatest);
bool is_computed(const SimulationStudy& study, attest_dtype dtype, std::optional<double> inverse_temperature);

struct ExponentRange {
  int from, to;
};
/// The longest run of k, least <= k <= greatest, such that scores times 2^k compute the program; nothing if none does.
std::optional<ExponentRange> computing_temperatures(const SimulationStudy& study, attest_dtype dtype, int least,
                                                    int greatest);

}  // namespace attest::verify::study
