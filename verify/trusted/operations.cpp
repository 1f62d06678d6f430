// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/operations.hpp"

#include <algorithm>
#include <numeric>

#include "verify/trusted/failure.hpp"

namespace checker {

namespace {

constexpr std::uint64_t kLargestBits = 1ULL << 27;  // of an exact number

std::uint64_t bits_of(const mpq_class& x) {
  return mpz_sizeinbase(x.get_num_mpz_t(), 2) + mpz_sizeinbase(x.get_den_mpz_t(), 2);
}

[[noreturn]] void wrong_kind(const char* expected, const Value& found) {
  throw Undefined(std::string("expected ") + expected + ", found " + found.kind());
}

Value exact_result(const mpq_class& number, Context context) {
  context.budget.charge(bits_of(number) / 64);
  return Value(number);
}

mpz_class floor_of(const mpq_class& x) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return result;
}

Value rounding(bool up, const Value& x) {
  auto round = [up](const mpq_class& q) { return up ? mpz_class(-floor_of(-q)) : floor_of(q); };
  if (x.is_exact()) return Value(mpq_class(round(x.exact())));
  const Enclosure value = x.enclosure();
  if (!value.is_finite()) throw Unknown("floor or ceil of an enclosure with an infinite end");
  const mpz_class low = round(value.lo.value);
  if (low != round(value.hi.value)) throw Unknown("floor or ceil of an enclosure around an integer");
  return Value(mpq_class(low));
}

// Of an enclosure: false if no integer lies in it, otherwise unknown.
Truth is_integer(const Value& x) {
  if (x.is_exact()) return truth(x.exact().get_den() == 1);
  if (!x.is_number()) return Truth::kFalse;
  const Enclosure value = x.enclosure();
  const bool none = value.is_finite() && floor_of(value.hi.value) < value.lo.value;
  return none ? Truth::kFalse : Truth::kUnknown;
}

Value elementary(Op op, const Value& x, Context context) {
  if (x.is_exact()) {
    const mpq_class value = x.exact();
    if (op == Op::kLog && sgn(value) <= 0) throw Undefined("log of " + value.get_str());
    if (op == Op::kSqrt && sgn(value) < 0) throw Undefined("sqrt of " + value.get_str());
    const bool square = mpz_perfect_square_p(value.get_num_mpz_t()) && mpz_perfect_square_p(value.get_den_mpz_t());
    if (op == Op::kSqrt && square) return Value(mpq_class(sqrt(value.get_num()), sqrt(value.get_den())));
  }
  context.budget.charge(std::uint64_t{context.bits} * 4);
  const auto at = op == Op::kExp ? exponential : op == Op::kLog ? logarithm : square_root;
  return at(x.enclosure(), context.bits);
}

}  // namespace

void Budget::charge(std::uint64_t steps) {
  if (steps > left) {
    left = 0;
    throw Undecided("the budget of steps is spent");
  }
  left -= steps;
}

mpz_class integer(const Value& value) {
  const mpq_class number = value.exact();
  if (number.get_den() != 1) throw Undefined("expected an integer, found " + number.get_str());
  return number.get_num();
}

const List& list_of(const Value& value) {
  if (const List* items = value.list()) return *items;
  wrong_kind("a list", value);
}

Truth boolean_of(const Value& value) {
  if (const Truth* truth = value.boolean()) return *truth;
  wrong_kind("a boolean", value);
}

Value arithmetic(Op op, const Value& a, const Value& b, Context context) {
  if (a.small() && b.small() && op != Op::kDivide) {
    std::int64_t result = 0;
    const bool overflow = op == Op::kAdd        ? __builtin_add_overflow(*a.small(), *b.small(), &result)
                          : op == Op::kSubtract ? __builtin_sub_overflow(*a.small(), *b.small(), &result)
                                                : __builtin_mul_overflow(*a.small(), *b.small(), &result);
    if (!overflow) return result;
  }
  if (!a.is_number() || !b.is_number()) wrong_kind("numbers", a.is_number() ? b : a);
  auto is_zero = [](const Value& v) { return v.small() && *v.small() == 0; };
  if (op == Op::kDivide && is_zero(b)) throw Undefined("division by 0");
  if (a.is_exact() && b.is_exact()) {
    const mpq_class x = a.exact(), y = b.exact();
    if (bits_of(x) + bits_of(y) > kLargestBits) throw Undecided("an exact number that is too large");
    if (op == Op::kAdd) return exact_result(x + y, context);
    if (op == Op::kSubtract) return exact_result(x - y, context);
    return exact_result(op == Op::kMultiply ? mpq_class(x * y) : mpq_class(x / y), context);
  }
  context.budget.charge(context.bits / 16);
  if (op == Op::kMultiply && (is_zero(a) || is_zero(b))) return std::int64_t{0};  // 0 times anything is 0
  const auto on = op == Op::kAdd ? add : op == Op::kSubtract ? subtract : op == Op::kMultiply ? multiply : divide;
  return on(a.enclosure(), b.enclosure(), context.bits);
}

Value power(const Value& base, const Value& exponent, Context context) {
  if (!base.is_number()) wrong_kind("a number", base);
  const mpz_class wanted = integer(exponent);
  const bool negative = sgn(wanted) < 0;
  if (base.is_exact()) {
    const mpq_class x = base.exact();
    if (negative && sgn(x) == 0) throw Undefined("division by 0");
    if (sgn(wanted) == 0 || x == 1) return std::int64_t{1};
    if (abs(wanted) * mpz_class(static_cast<unsigned long>(bits_of(x))) >
        mpz_class(static_cast<unsigned long>(kLargestBits))) {
      throw Undecided("a power that is too large");
    }
    mpz_class numerator, denominator;
    mpz_pow_ui(numerator.get_mpz_t(), x.get_num_mpz_t(), mpz_class(abs(wanted)).get_ui());
    mpz_pow_ui(denominator.get_mpz_t(), x.get_den_mpz_t(), mpz_class(abs(wanted)).get_ui());
    const mpq_class result(numerator, denominator);  // in lowest terms, as the base was
    return exact_result(negative ? mpq_class(1 / result) : result, context);
  }
  if (abs(wanted) > 1000000000) throw Undecided("an exponent that is too large");
  context.budget.charge(context.bits);
  const Enclosure raised = power(base.enclosure(), mpz_class(abs(wanted)).get_ui(), context.bits);
  return negative ? divide(point(1), raised, context.bits) : raised;
}

Value integer_division(Op op, const Value& a, const Value& b) {
  const mpz_class dividend = integer(a), divisor = integer(b);
  if (divisor == 0) throw Undefined("division by 0");
  // GMP's remainder has the sign of the divisor, as a - b floor(a/b) has.
  mpz_class quotient, remainder;
  mpz_fdiv_qr(quotient.get_mpz_t(), remainder.get_mpz_t(), dividend.get_mpz_t(), divisor.get_mpz_t());
  return Value(mpq_class(op == Op::kDiv ? quotient : remainder));
}

Truth related(Relation relation, const Value& a, const Value& b) {
  if (relation == Relation::kEqual) return equal(a, b);
  if (relation == Relation::kNotEqual) return !equal(a, b);
  if (relation == Relation::kGreater) return related(Relation::kLess, b, a);
  if (relation == Relation::kGreaterEqual) return related(Relation::kLessEqual, b, a);
  const int order = compare(a, b);
  if (order != 2) return truth(relation == Relation::kLess ? order < 0 : order <= 0);
  // The enclosures touch. a.hi <= b.lo still decides <=, and a.lo >= b.hi decides <.
  const Enclosure x = a.enclosure(), y = b.enclosure();
  if (relation == Relation::kLessEqual && compare(x.hi, y.lo) <= 0) return Truth::kTrue;
  if (relation == Relation::kLess && compare(x.lo, y.hi) >= 0) return Truth::kFalse;
  return Truth::kUnknown;
}

Value extremum(bool greatest, const Value& a, const Value& b) {
  const int order = compare(a, b);
  if (order != 2) return (order < 0) == greatest ? b : a;
  return (greatest ? maximum : minimum)(a.enclosure(), b.enclosure());
}

Value function(Op op, const Value& x, Context context) {
  switch (op) {
    case Op::kLen: return static_cast<std::int64_t>(list_of(x).size());
    case Op::kAbs: return x.is_exact() ? Value(mpq_class(abs(x.exact()))) : Value(absolute(x.enclosure()));
    case Op::kFloor: return rounding(false, x);
    case Op::kCeil: return rounding(true, x);
    case Op::kPermutations: return permutations(x, context);
    case Op::kIsNumber: return truth(x.is_number());
    case Op::kIsInteger: return is_integer(x);
    case Op::kIsBoolean: return truth(x.boolean() != nullptr);
    case Op::kIsSymbol: return truth(x.symbol() != nullptr);
    case Op::kIsList: return truth(x.list() != nullptr);
    case Op::kIsRecord: return truth(x.record() != nullptr);
    default: return elementary(op, x, context);
  }
}

Value range(const Value& first, const Value& last, Context context) {
  const mpz_class from = integer(first), to = integer(last), length = to - from + 1;
  if (length > 1UL << 40) throw Undecided("a list that is too long");
  List items;
  if (length > 0) context.budget.charge_list(length.get_ui());
  for (mpz_class i = from; i <= to; ++i) items.push_back(Value(mpq_class(i)));
  return items;
}

Value concatenation(const Value& a, const Value& b, Context context) {
  const List &left = list_of(a), &right = list_of(b);
  context.budget.charge_list(left.size() + right.size());
  List items = left;
  items.insert(items.end(), right.begin(), right.end());
  return items;
}

Value permutations(const Value& n, Context context) {
  const mpz_class length = integer(n);
  if (length < 0) throw Undefined("permutations of " + length.get_str());
  if (length > 20) throw Undecided("a list of permutations that is too long");
  std::vector<std::int64_t> current(length.get_ui());
  std::iota(current.begin(), current.end(), 1);
  std::uint64_t count = 1;
  for (std::int64_t factor : current) count *= static_cast<std::uint64_t>(factor);
  context.budget.charge_list(count * (current.size() + 1));
  List result;
  do {
    result.push_back(List(current.begin(), current.end()));
  } while (std::next_permutation(current.begin(), current.end()));
  return result;
}

Value tuples(const Value& items, const Value& length, Context context) {
  const List& choices = list_of(items);
  const mpz_class places = integer(length);
  if (places < 0) throw Undefined("tuples of length " + places.get_str());
  if (choices.empty() && places > 0) return List();
  if (places > 1000000) throw Undecided("tuples that are too long");
  std::uint64_t count = 1;
  for (std::uint64_t i = 0; i < places.get_ui(); ++i) {
    if (count > (1ULL << 40) / choices.size()) throw Undecided("a list of tuples that is too long");
    count *= choices.size();
  }
  context.budget.charge_list(count * (places.get_ui() + 1));
  std::vector<std::size_t> digits(places.get_ui(), 0);
  List result;
  for (std::uint64_t i = 0; i < count; ++i) {
    List tuple;
    for (std::size_t digit : digits) tuple.push_back(choices[digit]);
    result.push_back(std::move(tuple));
    for (std::size_t place = digits.size(); place-- > 0;) {
      if (++digits[place] < choices.size()) break;
      digits[place] = 0;
    }
  }
  return result;
}

}  // namespace checker
