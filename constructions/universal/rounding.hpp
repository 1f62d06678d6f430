// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "constructions/universal/grid.hpp"
#include "theory/attention/transformer.hpp"

namespace attest::constructions {

/// A binary floating-point format: significands of `bits` bits (the leading one counted), normal numbers from
/// 2^least_exponent to below 2^(greatest_exponent + 1), and subnormal ones below.
struct FloatFormat {
  std::string name;
  long bits, least_exponent, greatest_exponent;

  static FloatFormat float64() { return {"float64", 53, -1022, 1023}; }
  static FloatFormat float32() { return {"float32", 24, -126, 127}; }
  static FloatFormat float16() { return {"float16", 11, -14, 15}; }
  static FloatFormat bfloat16() { return {"bfloat16", 8, -126, 127}; }
  /// So many bits and exponents without limits.
  static FloatFormat significand(long bits) { return {std::to_string(bits) + " bits", bits, -(1L << 40), 1L << 40}; }
};

/// The number of the format that is nearest to x, ties to the even significand; nothing where that is an infinity.
std::optional<theory::Rational> rounded(const theory::Rational& x, const FloatFormat& format);

/// A network whose heads are all `toeplitz_head`s, computed in the format: weights and input are rounded, and so is the
/// result of every multiplication, addition and division, sums from the first term to the last and their bias at the
/// end, and the input of a layer first. No hardware is asked; the result is the same everywhere. Nothing where a number
/// exceeds the format.
std::optional<theory::Matrix<theory::Rational>> evaluate_rounded(
    const std::vector<theory::Block<theory::Rational>>& blocks, const theory::Matrix<theory::Rational>& X,
    const FloatFormat& format);

/// How the network in a format compares with a table.
enum class Agreement {
  exact,      ///< every output is the format's number nearest to the table's
  decodable,  ///< every output is nearer to the right value than to any other value that the table has in its column
  lost,       ///< some output is not
};
Agreement agreement(const std::vector<theory::Block<theory::Rational>>& blocks, const Table& table,
                    const FloatFormat& format);

/// The least number of significand bits, with exponents without limits, such that with it and with every greater number
/// up to `most` nothing is lost. Nothing if `most` bits lose something. More bits are not always better: whether 1/3 is
/// rounded up or down decides on which side of a grid hyperplane it lies.
std::optional<long> least_bits(const std::vector<theory::Block<theory::Rational>>& blocks, const Table& table,
                               long most);

}  // namespace attest::constructions
