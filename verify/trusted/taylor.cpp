// SPDX-License-Identifier: Apache-2.0
// Taylor models (docs/certificate_format.md, `box`): polynomials of variables between 0 and 1 whose coefficients are
// enclosures. At every point a value is such a polynomial, with coefficients from these enclosures.
#include "verify/trusted/interpreter.hpp"
namespace checker {
// The coefficients of Taylor's series of an operation around x, up to the order; of kDivide: of 1/x. Each is a number
// that is rounded, a power of x but for exp, times one that is exact.
static List series(Op op, const Value& x, Budget& budget) {
  const Value one = std::int64_t{1};
  Value power = op == Op::kDivide ? arithmetic(op, one, x, budget) : function(op, x, budget);
  const mpq_class exponent = op == Op::kDivide ? mpq_class(-1) : op == Op::kSqrt ? mpq_class(1, 2) : mpq_class(0);
  mpq_class factor = 1;
  List result = {power};
  for (unsigned k = 1; k <= budget.order; ++k) {
    const bool first_of_log = op == Op::kLog && k == 1;  // its derivative is a power
    if (!first_of_log) factor *= op == Op::kExp ? mpq_class(1, k) : mpq_class((exponent - k + 1) / k);
    if (op != Op::kExp) power = arithmetic(Op::kDivide, first_of_log ? one : power, x, budget);
    result.push_back(arithmetic(Op::kMultiply, power, factor, budget));
  }
  return result;
}

PolynomialPtr composed(Op op, const Value& x, Budget& budget) {
  if (budget.order == 0 || !x.polynomial()) return nullptr;
  Polynomial rest = *x.polynomial();
  const auto constant = rest.extract(Polynomial::key_type());
  const Value center = constant ? constant.mapped() : Value();
  const Enclosure all = x.enclosure(), middle = center.enclosure();
  const Value distance(subtract(all, middle, budget.bits), std::make_shared<const Polynomial>(std::move(rest)));
  // What is left of the series is its last term, taken somewhere between the center and x.
  Value sum = series(op, Enclosure{minimum(all, middle).lo, maximum(all, middle).hi}, budget).back();
  const List coefficients = series(op, center, budget);
  for (std::size_t k = budget.order; k-- > 0;)
    sum = arithmetic(Op::kAdd, arithmetic(Op::kMultiply, sum, distance, budget), coefficients[k], budget);
  return sum.polynomial();
}
}  // namespace checker
