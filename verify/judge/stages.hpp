// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>

#include "verify/judge/judge.hpp"

namespace attest::verify::judge {

/// What a kernel of softmax does one after another.
enum class Stage {
  scores,       ///< each score, relative to the magnitudes of its products and bias
  exponential,  ///< each weight, the same in numerator and denominator
  denominator,  ///< the sum of a row, the same for all columns
  product,      ///< each term of the numerator: weights as they are multiplied, factor, value, sums
  output        ///< each finished element
};
inline constexpr std::array kStages{Stage::scores, Stage::exponential, Stage::denominator, Stage::product,
                                    Stage::output};

/// How wrong one stage alone, on top of what the class permits everywhere, would have to be for every element of the
/// rows that were added to be inside (docs/numerics.md, "The stage to blame"). Numbers are in double: a diagnosis, on
/// which no verdict depends.
class StageErrors {
 public:
  /// Rows in which an element is outside, of `Judgement::wrong_rows`. lambda: as Head's random_roundings.
  void add(const instances::Instance& instance, const attest_error_class& error,
           const std::vector<std::vector<ElementVerdict>>& rows, double lambda);

  struct Found {
    double least = 0;      ///< relative error of the stage beside the class; infinity: no error of it explains all
    double permitted = 0;  ///< what the class permits the stage in the row that decides
    /// log2 of what all elements may be off by, with `least`, in sum: of stages that explain everything, the one that
    /// leaves the least room fits best.
    double room = 0;
  };
  Found of(Stage stage) const;

 private:
  struct Tally {
    double least = 0, permitted = 0, logarithms = 0;
    std::map<int, std::int64_t> ratios;  ///< of bound and effect: how many elements have log2 from k to k + 1
  };
  class Row;
  std::array<Tally, kStages.size()> tallies_;
};

}  // namespace attest::verify::judge
