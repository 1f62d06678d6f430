// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/universal/block_value.hpp"
#include "constructions/universal/grid.hpp"
#include "constructions/universal/target.hpp"
#include "theory/certificate/certificate.hpp"

namespace attest::constructions {

/// How the cube is cut where the error of a network is added up (`is_cut` of theory/definitions/approximation.stm).
struct Cut {
  enum class Kind { boxes, simplices } kind;
  long m;
  theory::Rational margin;  ///< boxes: the strip; simplices: the gap between tokens

  theory::Rational covered(std::size_t n, std::size_t d) const;
  theory::Value to_value() const;
};

/// A network for a target, before the clamp to [low, high].
struct Approximant {
  std::vector<theory::Block<theory::Rational>> blocks;
  theory::Rational low, high;
  Cut cut;
  std::vector<theory::Rational> misses;  ///< on the cells each entry of f is missed by this at most: n d numbers, or
  long kinds = 1;                        ///< n d for each of so many kinds of cells, which are equally frequent

  /// The p-th power of the L^p error, at most.
  theory::Rational error(const Target& f, long p) const;
};

/// Networks for one target: finer ones with larger m, and with a smaller margin.
using Family = std::function<Approximant(long m, const theory::Rational& margin)>;

/// A member of the family with an error below eps^p: the least m for which that is possible with no margin at all, and
/// then, where the family needs one, the widest margin 1/2^s that leaves room for it.
Approximant within(const Family& family, const Target& f, long p, const theory::Rational& eps, bool needs_margin);

/// Steps for `body`, `range` and `cut`, and then `then`.
theory::Step approximant_step(const Approximant& network, std::size_t n, const HeadFields& fields, theory::Step then);

/// Hidden units and blocks of a network with its clamp.
std::string cost(const Approximant& network, std::size_t d);

/// Our form of the printed construction, for polynomial targets and any kind of network: in front of
/// `values_to_network`, which makes one that has given values on the half-open grid, a quantizer rounds every entry
/// down to it, off a strip. On a cell the network has f's value in the middle.
using TableNetwork = std::function<std::vector<theory::Block<theory::Rational>>(
    const Grid&, const std::vector<theory::Matrix<theory::Rational>>& outputs)>;
Approximant by_the_grid(const Target& f, const TableNetwork& values_to_network, long m, const theory::Rational& strip,
                        bool equal_rows = false);

// --- Families: exact on the cells but for squares, which are interpolated at multiples of 1/m
// ------------------------------

/// URPE: attention matrices are any Toeplitz matrices, one head of dimension 1 for each column.
Approximant urpe_quarter_turn(std::size_t d);
Approximant urpe_rotated_squares(long m);
Approximant urpe_product_and_mean_square(long m);
Approximant urpe_running_maximum();
Approximant urpe_sorted_pair();

/// Theorem 3's two conditions, for two tokens but in the last one: a position-aware head with A 1 = v adds v once,
/// after that there is the mean.
Approximant conditions_quarter_turn(const theory::Vector<theory::Rational>& v);
Approximant conditions_product_and_rest(const theory::Vector<theory::Rational>& v, long m);
Approximant conditions_running_maximum(const theory::Vector<theory::Rational>& v);
Approximant conditions_sorted_pair(const theory::Vector<theory::Rational>& v);
Approximant conditions_weighted_sums(const theory::Vector<theory::Rational>& v);  ///< v_2 is not the least

/// The same with an absolute encoding in place of the position-aware head: E is what that head adds.
struct EncodedApproximant {
  theory::Matrix<theory::Rational> E;  ///< n x 1
  Approximant network;
};
EncodedApproximant with_encoding(Approximant conditions_network);

/// T5's biases for two tokens, where these differ by the gap at least: the sign of x_2 - x_1 tells positions apart.
Approximant t5_quarter_turn(const theory::Rational& gap);
Approximant t5_product_and_rest(long m, const theory::Rational& gap);
Approximant t5_running_maximum(const theory::Rational& gap);  ///< lifted by 1
Approximant t5_sorted_pair(const theory::Rational& gap);      ///< lifted by 1

/// What a head consists of in the claims that take these networks.
theory::Value::Record toeplitz_fields(const theory::Head<theory::Rational>& head, std::size_t n);  ///< c
theory::Value::Record mean_fields(const theory::Head<theory::Rational>& head, std::size_t n);      ///< kind
theory::Value::Record weight_fields(const theory::Head<theory::Rational>& head, std::size_t n);    ///< w

}  // namespace attest::constructions
