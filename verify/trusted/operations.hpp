// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "verify/trusted/syntax.hpp"

namespace checker {

/// The steps that are left. They are taken before the work that they pay for is done, so that no input can ask for
/// more.
struct Budget {
  std::uint64_t left;

  void charge(std::uint64_t steps);  ///< Undecided when it is spent
  void charge_list(std::uint64_t length) { charge(32 * length); }
};

/// What an operation is carried out in: the working precision of enclosures, and the budget.
struct Context {
  Budget& budget;
  unsigned bits;
};

// The language's operations on values (docs/statement_language.md, "Values"). Undefined and Unknown as said there.

/// An exact integer; Undefined for another exact value, Unknown for an enclosure.
mpz_class integer(const Value& value);
const List& list_of(const Value& value);
Truth boolean_of(const Value& value);

Value arithmetic(Op op, const Value& a, const Value& b, Context context);  ///< + - * /
Value power(const Value& base, const Value& exponent, Context context);
Value integer_division(Op op, const Value& a, const Value& b);  ///< div and mod
Truth related(Relation relation, const Value& a, const Value& b);
Value extremum(bool greatest, const Value& a, const Value& b);
Value function(Op op, const Value& x, Context context);  ///< built-in functions of one value
Value range(const Value& first, const Value& last, Context context);
Value concatenation(const Value& a, const Value& b, Context context);
Value permutations(const Value& n, Context context);
Value tuples(const Value& items, const Value& length, Context context);

}  // namespace checker
