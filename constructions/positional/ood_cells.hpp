// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "constructions/draw.hpp"
#include "theory/certificate/certificate.hpp"
#include "theory/scalar/enclosure.hpp"

namespace attest::constructions {

// Positional Attention, appendix E: the partitions whose lower and upper sums decide the integrals of
// theory/definitions/ood.stm, and p_in in floating point for drawing and for searches. What a partition shows is for
// the checkers to decide.

/// Partitions of [-1, 1], [-c, -1] and [1, c], `count` cells each.
struct OodCells {
  RationalVector s, u, t;
};
/// Equal cells of [a, b]; count >= 1, a < b.
RationalVector equal_cells(const theory::Rational& a, const theory::Rational& b, long count);
/// Equal cells for s; cells of t (and of -u) whose ends are 1 + (c-1)(j/count)^2, finer towards 1; c > 1.
OodCells graded_cells(const theory::Rational& c, long count);

/// (overlap of [s, t] with [-1, 1] / (t - s))^n, s < t.
theory::Rational ood_inside(long n, const theory::Rational& s, const theory::Rational& t);
/// The sums of equations 27 and 28, exactly; event B.2's (equation 26) alone.
theory::Rational ood_lower_in(long n, const theory::Rational& c, const OodCells& cells);
theory::Rational ood_upper_in(long n, const theory::Rational& c, const OodCells& cells);
theory::Rational ood_lower_b2(long n, const theory::Rational& c, const OodCells& cells);
/// The sum of equation 24's outer integral at the left ends, over 2 (c-1): an upper sum of p_A.
theory::Rational ood_outer_upper_a(long n, const theory::Rational& c, const RationalVector& s);

/// The fewest cells, from 1 on, that `decides` accepts.
OodCells fewest_cells(const theory::Rational& c, const std::function<bool(const OodCells&)>& decides);

/// Steps that name the partitions: `size` points under the name of the length, then the points.
theory::Step partition_witness(const char* size, const char* name, const RationalVector& points, theory::Step then);
theory::Step partition_instance(const char* size, const char* name, const RationalVector& points, theory::Step then);
/// m, S, l, U, k, T in this order, as p_in's statements have them.
theory::Step cells_witness(const OodCells& cells, theory::Step then);
theory::Step cells_instance(const OodCells& cells, theory::Step then);

/// Cells of [low, high] on each of which `holds` is decided to be true, found by halving and doubling; `holds` gets an
/// enclosure of the cell.
std::vector<std::pair<std::string, std::string>> deciding_cells(
    const theory::Rational& low, const theory::Rational& high,
    const std::function<bool(const theory::Enclosure&)>& holds);

/// p_A, p_B.2 and p_in, for drawing: n >= 2, c > 1.
double ood_p_a(long n, double c);
double ood_p_b2(long n, double c);
double ood_p_in(long n, double c);
/// 2 log(c+1) - log c - 2 log 2.
double ood_logs(double c);
/// A decimal with `digits` places, rounded, for tables.
std::string decimal(double x, int digits);

}  // namespace attest::constructions
