// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "constructions/urpe/contextual_instances.hpp"
#include "theory/attention/modified_block.hpp"
#include "verify/instances/array.hpp"

// At which temperature and in which format constructions stop computing their theorems. Temperatures are powers of two:
// an exponent k stands for scores multiplied by 2^k.

// The room study: where floats stop computing a theorem (this file, float_positional.hpp), and how fast kernels are
// (speed.hpp).
namespace attest::verify::study {

/// Softmax on its way to hardmax: one key scores `gap` above all others, whose scores are equal (for this gap the
/// slowest case). The scalar kernel of the format computes two outputs: the winner's weight, 1 under hardmax, and the
/// sum of all others', 0 under hardmax.
struct HardmaxLimit {
  attest_dtype dtype;
  std::int64_t keys;
  double gap;
  int exact_from;  ///< the least k at which the exact weight of the winner, 1 / (1 + (keys - 1) exp(-2^k gap)), rounds
                   ///< to 1
  std::optional<int> winner_from;  ///< the least k from which on the kernel's output is 1
  std::optional<int> others_from;  ///< the least k from which on the kernel's output is 0
  int finite_to;                   ///< the greatest k at which both are finite
};
/// exact_from is certain: an enclosure decides it. Domain: a format of the scalar kernels, keys >= 2, gap > 0 a number
/// of the format.
HardmaxLimit hardmax_limit(attest_dtype dtype, std::int64_t keys, double gap);

/// Lemma 10 of URPE in two forms: the repaired construction (selective shifts, then a global shift), and the stack of
/// n + 1 blocks of one head.
enum class ContextualForm { sweep, stack };

/// A contextual mapping of the grid {0, 1/m, ..., 1}^(n x d) to which u = (2n, ..., 4, 2) is added (Lemma 8).
struct ContextualSizes {
  ContextualForm form;
  long n, m, d;
};

/// What is left of a contextual mapping in floats. It is read out exactly: q = sum_c X_ic z_c of the rounded tokens.
struct Separation {
  bool finite = false;        ///< no number overflowed
  std::int64_t distinct = 0;  ///< how many of the values are different from one another (Definition 9: all)
  std::int64_t decoded = 0;   ///< how many are nearest to their own exact value among all exact values
};

/// The mapping of one size: its inputs and its exact values are computed once.
class ContextualStudy {
 public:
  /// InputError for a grid of more than most_inputs matrices.
  explicit ContextualStudy(const ContextualSizes& sizes, long most_inputs = 4096);

  std::int64_t values() const { return static_cast<std::int64_t>(exact_.size()); }
  /// log2 of the greatest magnitude over the least distance of two exact values: what fixed point would need.
  double bits() const;
  /// The exact values, each rounded to the format.
  Separation rounded(attest_dtype dtype) const;
  /// The network run in the format (float_network.hpp), with hardmax or with softmax at an inverse temperature.
  Separation computed(attest_dtype dtype, std::optional<double> inverse_temperature = {}) const;

 private:
  Separation compare(const std::vector<theory::Rational>& values) const;

  ContextualSizes sizes_;
  std::vector<theory::ModifiedBlock> blocks_;
  constructions::RationalVector z_, u_;
  std::vector<constructions::RationalMatrix> inputs_;
  std::vector<theory::Rational> exact_, sorted_;  ///< token by token, input by input; and in order
};

/// The inverse temperatures 2^k, least <= k <= greatest, at which softmax decodes every value: the longest run of k
/// that does, or nothing.
struct TemperatureRange {
  int from, to;
};
std::optional<TemperatureRange> decoding_temperatures(const ContextualStudy& study, attest_dtype dtype, int least,
                                                      int greatest);

}  // namespace attest::verify::study
