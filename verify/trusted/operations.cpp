// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include "verify/trusted/interpreter.hpp"
namespace checker {
static constexpr std::uint64_t kLargestBits = 1ULL << 26, kLongestList = 1ULL << 28;  // of an exact number; of numbers

static std::uint64_t bits_of(const mpq_class& x) {
  return mpz_sizeinbase(x.get_num_mpz_t(), 2) + mpz_sizeinbase(x.get_den_mpz_t(), 2);
}
[[noreturn]] static void wrong_kind(const char* expected, const Value& found) {
  throw Undefined(std::string("expected ") + expected + ", found " + found.kind());
}

mpz_class integer(const Value& value) {
  if (value.small()) return static_cast<long>(*value.small());
  const mpq_class number = value.exact();
  if (number.get_den() != 1) throw Undefined("expected an integer, found " + number.get_str());
  return number.get_num();
}
const List& list_of(const Value& value) {
  if (!value.list()) wrong_kind("a list", value);
  return *value.list();
}
Truth boolean_of(const Value& value) {
  if (!value.boolean()) wrong_kind("a boolean", value);
  return *value.boolean();
}

Truth related(Op relation, const Value& a, const Value& b, Budget& budget) {
  switch (relation) {
    case Op::kEqual: return equal(a, b, budget);
    case Op::kNotEqual: return !equal(a, b, budget);
    case Op::kLess: return less(a, b, budget);
    case Op::kGreater: return less(b, a, budget);
    case Op::kLessEqual: return !less(b, a, budget);
    default: return !less(a, b, budget);
  }
}

static Value extremum(Op op, const Value& a, const Value& b, Budget& budget) {
  const Truth order = less(a, b, budget);
  if (order != Truth::kUnknown) return (order == Truth::kTrue) == (op == Op::kMax) ? b : a;
  return (op == Op::kMax ? maximum : minimum)(a.enclosure(), b.enclosure());
}

static Value extremum(Op op, const List& items, Budget& budget) {
  budget.charge(items.size());
  if (items.empty()) throw Undefined("max or min of nothing");
  if (!items.front().is_number()) wrong_kind("numbers", items.front());
  Value result = items.front();
  for (auto item = items.begin() + 1; item != items.end(); ++item) result = extremum(op, result, *item, budget);
  return result;
}
// r.name, and has(r, "name").
static Value field(Op op, const Value& value, const Value& name) {
  if (!value.record()) wrong_kind("a record", value);
  if (!name.symbol()) wrong_kind("the name of a field", name);
  const auto found = value.record()->find(*name.symbol());
  if (op == Op::kHas) return truth(found != value.record()->end());
  if (found == value.record()->end()) throw Undefined("a record without the field '" + *name.symbol() + "'");
  return found->second;
}

// a + b, a - b or a * b as a polynomial; null if one of them is not known to be one.
static PolynomialPtr combined(Op op, const Value& a, const Value& b, Budget& budget) {
  const auto is_known = [&](const Value& v) { return v.is_exact() || v.polynomial() || budget.order > 0; };
  if ((!a.polynomial() && !b.polynomial()) || !is_known(a) || !is_known(b)) return nullptr;
  const auto terms = [](const Value& v) { return v.polynomial() ? *v.polynomial() : Polynomial{{{}, v}}; };
  Polynomial result;
  const auto add = [&](Op sign, std::vector<std::size_t> monomial, Value coefficient) {
    budget.charge_list(1 + monomial.size());
    if (budget.order > 0 && monomial.size() > budget.order) {
      monomial.resize(budget.order);
      coefficient = arithmetic(Op::kMultiply, coefficient, unit_interval, budget);
    }
    const auto term = result.emplace(monomial, Value()).first;
    term->second = arithmetic(sign, term->second, coefficient, budget);
    if (term->second.small() && *term->second.small() == 0) result.erase(term);
  };
  const Polynomial left = terms(a), right = terms(b);
  for (const auto& [monomial, x] : left) {
    if (op != Op::kMultiply) add(Op::kAdd, monomial, x);
    for (auto other = right.begin(); op == Op::kMultiply && other != right.end(); ++other) {
      std::vector<std::size_t> both = monomial;
      both.insert(both.end(), other->first.begin(), other->first.end());
      std::sort(both.begin(), both.end());
      add(Op::kAdd, both, arithmetic(op, x, other->second, budget));
    }
  }
  for (auto other = right.begin(); op != Op::kMultiply && other != right.end(); ++other)
    add(op, other->first, other->second);
  return std::make_shared<const Polynomial>(std::move(result));
}

Truth less_by_sign(const Value& a, const Value& b, Budget& budget) {
  if (!a.polynomial() && !b.polynomial()) return Truth::kUnknown;
  const Value above = arithmetic(Op::kSubtract, b, a, budget);
  if (above.is_exact()) return truth(sgn(above.exact()) > 0);
  for (const auto& [known, strict] : budget.signs) {
    const Value more = arithmetic(Op::kSubtract, above, known, budget),
                sum = arithmetic(Op::kAdd, above, known, budget);
    if (more.is_exact() && sgn(more.exact()) >= (strict ? 0 : 1)) return Truth::kTrue;
    if (sum.is_exact() && sgn(sum.exact()) <= 0) return Truth::kFalse;
  }
  if (budget.order == 0 || !above.polynomial()) return Truth::kUnknown;
  Value range;  // of the Taylor model
  for (const auto& [monomial, coefficient] : *above.polynomial()) {
    const Value term = monomial.empty() ? coefficient : arithmetic(Op::kMultiply, coefficient, unit_interval, budget);
    range = arithmetic(Op::kAdd, range, term, budget);
  }
  return less(Value(), range, budget);
}

Value arithmetic(Op op, const Value& a, const Value& b, Budget& budget) {
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
  budget.charge_numbers(a, b);
  if (a.is_exact() && b.is_exact()) {
    const mpq_class x = a.exact(), y = b.exact();
    if (bits_of(x) + bits_of(y) > kLargestBits) throw Undecided("an exact number that is too large");
    if (op == Op::kAdd) return mpq_class(x + y);
    if (op == Op::kSubtract) return mpq_class(x - y);
    return op == Op::kMultiply ? mpq_class(x * y) : mpq_class(x / y);
  }
  budget.charge(budget.bits / 16);
  if (op == Op::kMultiply && (is_zero(a) || is_zero(b))) return std::int64_t{0};  // 0 times anything is 0
  if (op == Op::kDivide && b.is_exact() && a.polynomial())
    return arithmetic(Op::kMultiply, a, mpq_class(1 / b.exact()), budget);
  if (op == Op::kDivide && budget.order == 0) return divide(a.enclosure(), b.enclosure(), budget.bits);
  if (op == Op::kDivide) {
    const Value inverse(divide(point(1), b.enclosure(), budget.bits), composed(op, b, budget));
    return Value(divide(a.enclosure(), b.enclosure(), budget.bits), combined(Op::kMultiply, a, inverse, budget));
  }
  const auto on = op == Op::kAdd ? add : op == Op::kSubtract ? subtract : multiply;
  return Value(on(a.enclosure(), b.enclosure(), budget.bits), combined(op, a, b, budget));
}

static Value power(const Value& base, const Value& exponent, Budget& budget) {
  if (!base.is_number()) wrong_kind("a number", base);
  const mpz_class size = integer(exponent);
  if (sgn(size) == 0) return std::int64_t{1};
  if (sgn(size) < 0) return arithmetic(Op::kDivide, std::int64_t{1}, power(base, mpz_class(-size), budget), budget);
  budget.charge_numbers(base, base);
  if (base.is_exact()) {
    const mpq_class x = base.exact();
    if (x == 0 || x == 1) return x;
    const mpz_class result_bits = size * bits_of(x);
    if (result_bits > kLargestBits) throw Undecided("a power that is too large");
    budget.charge(result_bits.get_ui());
    mpq_class result;  // in lowest terms, as the base is
    mpz_pow_ui(result.get_num_mpz_t(), x.get_num_mpz_t(), size.get_ui());
    mpz_pow_ui(result.get_den_mpz_t(), x.get_den_mpz_t(), size.get_ui());
    return result;
  }
  if (base.polynomial()) {
    Value result = base;
    for (mpz_class i = 1; i < size; ++i) result = arithmetic(Op::kMultiply, result, base, budget);
    return result;
  }
  if (size > 1000000000) throw Undecided("an exponent that is too large");
  const mpz_class result_words = size * base.words();
  budget.charge(budget.bits + 4 * (result_words > 1L << 20 ? 1UL << 20 : result_words.get_ui()));
  return power(base.enclosure(), size.get_ui(), budget.bits);
}

static Value rounding(bool up, const Value& x, Budget& budget) {
  budget.charge_numbers(x, x);
  auto round = [up](const mpq_class& q) { return quotient(q.get_num(), q.get_den(), up); };
  if (x.is_exact()) return round(x.exact());
  const Enclosure value = x.enclosure();
  if (!value.is_finite()) throw Unknown("floor or ceil of an enclosure with an infinite end");
  const mpz_class low = round(value.lo.value);
  if (low != round(value.hi.value)) throw Unknown("floor or ceil of an enclosure around an integer");
  return low;
}
// Of an enclosure: false if no integer lies in it, otherwise unknown.
static Truth is_integer(const Value& x, Budget& budget) {
  budget.charge_numbers(x, x);
  if (x.is_exact()) return truth(x.exact().get_den() == 1);
  if (!x.is_number()) return Truth::kFalse;
  const Enclosure value = x.enclosure();
  const mpq_class& hi = value.hi.value;
  const bool none = value.is_finite() && quotient(hi.get_num(), hi.get_den(), false) < value.lo.value;
  return none ? Truth::kFalse : Truth::kUnknown;
}

static Value elementary(Op op, const Value& x, Budget& budget) {
  budget.charge_numbers(x, x);
  if (x.is_exact()) {
    const mpq_class value = x.exact();
    if (op == Op::kLog && sgn(value) <= 0) throw Undefined("log of " + value.get_str());
    if (op == Op::kSqrt && sgn(value) < 0) throw Undefined("sqrt of " + value.get_str());
    mpq_class root;
    if (op == Op::kSqrt && has_square_root(value, root)) return root;
  }
  budget.charge(std::uint64_t{budget.bits} * 4);
  const auto at = op == Op::kExp ? exponential : op == Op::kLog ? logarithm : square_root;
  return Value(at(x.enclosure(), budget.bits), composed(op, x, budget));
}

static Value range(const Value& first, const Value& last, Budget& budget) {
  const mpz_class from = integer(first), to = integer(last), length = to - from + 1;
  if (length > kLongestList) throw Undecided("a list that is too long");
  List items;
  if (length > 0) budget.charge_list(length.get_ui() * (1 + first.words() + last.words()));
  for (mpz_class i = from; i <= to; ++i) items.push_back(i);
  return items;
}
static Value concatenation(const Value& a, const Value& b, Budget& budget) {
  const List &left = list_of(a), &right = list_of(b);
  budget.charge_list(left.size() + right.size());
  List items = left;
  items.insert(items.end(), right.begin(), right.end());
  return items;
}
static Value index(const Value& items, const Value& place) {
  const List& list = list_of(items);
  const mpz_class at = integer(place);
  if (at >= 1 && at <= list.size()) return list[at.get_ui() - 1];
  throw Undefined("the index " + at.get_str() + " of a list of length " + std::to_string(list.size()));
}

static Value permutations(const mpz_class& length, Budget& budget) {
  if (length < 0) throw Undefined("permutations of " + length.get_str());
  if (length > 18) throw Undecided("a list of lists that is too long");
  budget.charge_list(mpz_class(mpz_class::factorial(length) * (length + 1)).get_ui());
  std::vector<std::int64_t> current(length.get_ui());
  std::iota(current.begin(), current.end(), 1);
  List result;
  do result.push_back(List(current.begin(), current.end()));
  while (std::next_permutation(current.begin(), current.end()));
  return result;
}

static Value tuples(const List& choices, const mpz_class& places, Budget& budget) {
  if (places < 0) throw Undefined("tuples of length " + places.get_str());
  if (choices.empty() && places > 0) return List();
  mpz_class count;
  if (places <= 1000000) mpz_ui_pow_ui(count.get_mpz_t(), choices.size(), places.get_ui());
  if (places > 1000000 || count > kLongestList) throw Undecided("a list of lists that is too long");
  budget.charge_list(mpz_class(count * (places + 1)).get_ui());
  List result;
  for (std::uint64_t number = 0; number < count; ++number) {  // its digits choose the items, the lowest the last
    List tuple(places.get_ui());
    std::uint64_t rest = number;
    for (auto item = tuple.rbegin(); item != tuple.rend(); ++item, rest /= choices.size())
      *item = choices[rest % choices.size()];
    result.push_back(std::move(tuple));
  }
  return result;
}

Value function(Op op, const Value& x, Budget& budget) {
  switch (op) {
    case Op::kNot: return !boolean_of(x);
    case Op::kMax:
    case Op::kMin: return extremum(op, list_of(x), budget);
    case Op::kNegate: return arithmetic(Op::kSubtract, std::int64_t{0}, x, budget);
    case Op::kLen: return static_cast<std::int64_t>(list_of(x).size());
    case Op::kAbs: return x.is_exact() ? Value(mpq_class(abs(x.exact()))) : Value(absolute(x.enclosure()));
    case Op::kFloor: return rounding(false, x, budget);
    case Op::kCeil: return rounding(true, x, budget);
    case Op::kPermutations: return permutations(integer(x), budget);
    case Op::kIsNumber: return truth(x.is_number());
    case Op::kIsInteger: return is_integer(x, budget);
    case Op::kIsBoolean: return truth(x.boolean() != nullptr);
    case Op::kIsSymbol: return truth(x.symbol() != nullptr);
    case Op::kIsList: return truth(x.list() != nullptr);
    case Op::kIsRecord: return truth(x.record() != nullptr);
    default: return elementary(op, x, budget);
  }
}

Value function(Op op, const Value& a, const Value& b, Budget& budget) {
  if (op == Op::kIndex) return index(a, b);
  if (op == Op::kField || op == Op::kHas) return field(op, a, b);
  if (op == Op::kMax || op == Op::kMin) return extremum(op, a, b, budget);
  if (op == Op::kConcat) return concatenation(a, b, budget);
  if (op == Op::kRange) return range(a, b, budget);
  if (op == Op::kPower) return power(a, b, budget);
  if (op == Op::kTuples) return tuples(list_of(a), integer(b), budget);
  if (op != Op::kDiv && op != Op::kMod) return arithmetic(op, a, b, budget);
  budget.charge_numbers(a, b);
  const mpz_class dividend = integer(a), divisor = integer(b);
  if (divisor == 0) throw Undefined("division by 0");
  mpz_class whole, rest;  // GMP's rest has the sign of the divisor, as a - b floor(a/b) has
  mpz_fdiv_qr(whole.get_mpz_t(), rest.get_mpz_t(), dividend.get_mpz_t(), divisor.get_mpz_t());
  return op == Op::kDiv ? whole : rest;
}
}  // namespace checker
