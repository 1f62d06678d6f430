// SPDX-License-Identifier: Apache-2.0
// Numbers in lanes: pairs of doubles to a machine's operation. Integers up to 2^53 are exact in doubles, so that
// overflow is seen in the result, rounded or not; what is enclosed is rounded outward by more than the error.
#include "verify/attack/lanes.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace attest::verify::attack {

using theory::Rational;

/// Blocks that nobody uses, of this thread.
class BlockStore {
 public:
  ~BlockStore() {
    for (Doubles::Block* block : free_) delete block;
  }
  Doubles::Block* take() {
    if (free_.empty()) return new Doubles::Block;
    Doubles::Block* block = free_.back();
    free_.pop_back();
    block->uses = 1;
    return block;
  }
  void give_back(Doubles::Block* block) { free_.push_back(block); }

 private:
  std::vector<Doubles::Block*> free_;
};

namespace {

thread_local BlockStore store;

using Pair = double __attribute__((vector_size(16)));
using Bits = decltype(Pair{} < Pair{});

constexpr double kMost = 9007199254740992;  // 2^53
constexpr double kMostDenominator = 2147483648;

/// What an operation reads: lanes, or a constant.
struct Operand {
  const Pair* lanes;
  Pair constant;
  Operand(const Doubles& doubles, double number)
      : lanes(doubles ? reinterpret_cast<const Pair*>(doubles.data()) : nullptr), constant{number, number} {}
  static Operand low(const Numbers& x) { return {x.low, x.constant}; }
  static Operand high(const Numbers& x) { return {x.high ? x.high : x.low, x.constant}; }
};

constexpr std::size_t kPairs = kLanes / 2;

/// Calls `f(i, a, b)` for the pairs of two operands; what it captures is written by index.
template <class F>
inline void over(const Operand& a, const Operand& b, F f) {
  if (a.lanes && b.lanes) {
    for (std::size_t i = 0; i < kPairs; ++i) f(i, a.lanes[i], b.lanes[i]);
  } else if (a.lanes) {
    for (std::size_t i = 0; i < kPairs; ++i) f(i, a.lanes[i], b.constant);
  } else if (b.lanes) {
    for (std::size_t i = 0; i < kPairs; ++i) f(i, a.constant, b.lanes[i]);
  } else {
    for (std::size_t i = 0; i < kPairs; ++i) f(i, a.constant, b.constant);
  }
}

// Comparisons; all bits of an element are the same. Of what the compiler sees through it makes a question for each
// element where the machine does not compare whole numbers of 64 bits.
#ifdef __SSE2__
inline Bits below(Pair x, Pair y) { return std::bit_cast<Bits>(__builtin_ia32_cmpltpd(x, y)); }
inline Bits at_most(Pair x, Pair y) { return std::bit_cast<Bits>(__builtin_ia32_cmplepd(x, y)); }
inline Bits same(Pair x, Pair y) { return std::bit_cast<Bits>(__builtin_ia32_cmpeqpd(x, y)); }
#else
inline Bits below(Pair x, Pair y) { return x < y; }
inline Bits at_most(Pair x, Pair y) { return x <= y; }
inline Bits same(Pair x, Pair y) { return x == y; }
#endif
inline Pair both(double x) { return Pair{x, x}; }

inline Pair chosen(Bits mask, Pair yes, Pair no) {
  return std::bit_cast<Pair>((mask & std::bit_cast<Bits>(yes)) | (~mask & std::bit_cast<Bits>(no)));
}
inline Pair where(Bits mask, Pair yes) { return std::bit_cast<Pair>(mask & std::bit_cast<Bits>(yes)); }
inline Pair magnitude(Pair x) {
  constexpr auto kSign = std::numeric_limits<long>::max();
  return std::bit_cast<Pair>(std::bit_cast<Bits>(x) & Bits{kSign, kSign});
}
/// For |x| < 2^51.
inline Pair floored(Pair x) {
  constexpr double kShift = 6755399441055744;  // 1.5 * 2^52
  const Pair nearest = (x + kShift) - kShift;
  return nearest - where(below(x, nearest), both(1));
}
/// Further out than a rounded operation's error, by 4 units in the last place or more than the smallest number.
inline Pair down(Pair x) { return x - (magnitude(x) * 0x1p-51 + 0x1p-1000); }
inline Pair up(Pair x) { return x + (magnitude(x) * 0x1p-51 + 0x1p-1000); }

/// A bit for each of two.
inline std::uint64_t bits_of(Bits mask) {
#ifdef __SSE2__
  return static_cast<std::uint64_t>(__builtin_ia32_movmskpd(std::bit_cast<Pair>(mask)));
#else
  return static_cast<std::uint64_t>((mask[0] & 1) | (mask[1] & 2));
#endif
}

template <class F>
Mask compared(const Operand& a, const Operand& b, F f) {
  Mask mask;
  const auto words = [&](auto left, auto right) {
    for (std::size_t word = 0; word < kLanes / 64; ++word) {
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i < 32; ++i) bits |= bits_of(f(left(32 * word + i), right(32 * word + i))) << (2 * i);
      mask.word(word) = bits;
    }
  };
  const auto lanes = [](const Operand& x) { return [from = x.lanes](std::size_t i) { return from[i]; }; };
  const auto constant = [](const Operand& x) { return [it = x.constant](std::size_t) { return it; }; };
  if (a.lanes && b.lanes) words(lanes(a), lanes(b));
  if (a.lanes && !b.lanes) words(lanes(a), constant(b));
  if (!a.lanes && b.lanes) words(constant(a), lanes(b));
  if (!a.lanes && !b.lanes) words(constant(a), constant(b));
  return mask;
}

Pair* pairs(Doubles& doubles) { return reinterpret_cast<Pair*>(doubles.data()); }

/// Lanes of f(a, b), and whether all of them are below 2^53 in magnitude: a sum or product of integers that is more is
/// so when it is rounded, too.
template <class F>
bool exact_lanes(Doubles& out, const Operand& a, const Operand& b, F f) {
  out = Doubles::fresh();
  Pair* result = pairs(out);
  Bits within = {-1, -1};
  over(a, b, [&](std::size_t i, Pair x, Pair y) {
    const Pair z = f(x, y);
    result[i] = z;
    within &= below(magnitude(z), both(kMost));
  });
  return (within[0] & within[1]) != 0;
}

/// Exact lanes of f(a, b), which is exact where it is below 2^53: the lanes where it is more, leave.
template <class F>
Doubles exact_or_left(Running& running, const Operand& a, const Operand& b, F f) {
  Doubles out;
  if (exact_lanes(out, a, b, f)) return out;
  const Mask within = compared({out, 0}, {out, 0}, [](Pair x, Pair) { return below(magnitude(x), both(kMost)); });
  running.leave(running.active - within);
  return out;
}

template <class F>
Doubles plain_lanes(const Operand& a, const Operand& b, F f) {
  Doubles out = Doubles::fresh();
  Pair* result = pairs(out);
  over(a, b, [&](std::size_t i, Pair x, Pair y) { result[i] = f(x, y); });
  return out;
}

Numbers enclosed(const Numbers& x) {
  if (!x.is_exact()) return x;
  const Operand numerators = Operand::low(x);
  Numbers result;
  const double by = x.denominator;
  if (by == 1) {
    result.low = plain_lanes(numerators, numerators, [](Pair a, Pair) { return a; });
    result.high = result.low;
  } else {
    result.low = plain_lanes(numerators, numerators, [by](Pair a, Pair) { return down(a / by); });
    result.high = plain_lanes(numerators, numerators, [by](Pair a, Pair) { return up(a / by); });
  }
  return result;
}

double common(double a, double b) {
  if (a == b) return a;
  return static_cast<double>(std::lcm(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)));
}

/// Both exact, over one denominator, where that fits.
bool joined(Running& running, Numbers& a, Numbers& b) {
  if (!a.is_exact() || !b.is_exact()) return false;
  const double denominator = common(a.denominator, b.denominator);
  if (denominator >= kMostDenominator) return false;
  const auto scaled = [&](Numbers& x) {
    const double by = denominator / x.denominator;
    x.denominator = denominator;
    if (by == 1) return true;
    if (x.low) {
      x.low = exact_or_left(running, Operand::low(x), Operand::low(x), [by](Pair t, Pair) { return t * by; });
      return true;
    }
    x.constant *= by;
    return std::abs(x.constant) < kMost;
  };
  return scaled(a) && scaled(b);
}

Numbers sum(Running& running, Numbers a, Numbers b, bool minus) {
  Numbers x = a, y = b, result;
  if (joined(running, x, y)) {
    result.denominator = x.denominator;
    result.low = minus ? exact_or_left(running, Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return s - t; })
                       : exact_or_left(running, Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return s + t; });
    return result;
  }
  x = enclosed(a);
  y = enclosed(b);
  if (minus) {
    result.low = plain_lanes(Operand::low(x), Operand::high(y), [](Pair s, Pair t) { return down(s - t); });
    result.high = plain_lanes(Operand::high(x), Operand::low(y), [](Pair s, Pair t) { return up(s - t); });
  } else {
    result.low = plain_lanes(Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return down(s + t); });
    result.high = plain_lanes(Operand::high(x), Operand::high(y), [](Pair s, Pair t) { return up(s + t); });
  }
  return result;
}

/// What is no number compares as nothing does: the lanes with an end beyond these leave before ends are compared.
void require_finite(Running& running, const Numbers& x) {
  const auto is = [](Pair low, Pair high) { return below(both(-1e300), low) & below(high, both(1e300)); };
  Bits all = {-1, -1};
  over(Operand::low(x), Operand::high(x), [&](std::size_t, Pair low, Pair high) { all &= is(low, high); });
  if ((all[0] & all[1]) == 0) running.leave(running.active - compared(Operand::low(x), Operand::high(x), is));
}

/// The least and the greatest of the four products or quotients of the ends, rounded outward.
template <class F>
Numbers of_ends(Running& running, const Numbers& x, const Numbers& y, F f) {
  require_finite(running, x);
  require_finite(running, y);
  Numbers result;
  result.low = Doubles::fresh();
  result.high = Doubles::fresh();
  Pair *low = pairs(result.low), *high = pairs(result.high);
  const auto* a = reinterpret_cast<const Pair*>(x.low.data());
  const auto* b = reinterpret_cast<const Pair*>(x.high.data());
  const auto* c = reinterpret_cast<const Pair*>(y.low.data());
  const auto* d = reinterpret_cast<const Pair*>(y.high.data());
  for (std::size_t i = 0; i < kPairs; ++i) {
    const Pair p = f(a[i], c[i]), q = f(a[i], d[i]), r = f(b[i], c[i]), s = f(b[i], d[i]);
    const Pair least = chosen(below(p, q), p, q), other = chosen(below(r, s), r, s);
    const Pair most = chosen(below(q, p), p, q), another = chosen(below(s, r), r, s);
    low[i] = down(chosen(below(least, other), least, other));
    high[i] = up(chosen(below(another, most), most, another));
  }
  return result;
}

Numbers product(Running& running, const Numbers& a, const Numbers& b) {
  if (a.is_exact() && b.is_exact() && a.denominator * b.denominator < kMostDenominator) {
    Numbers result;
    result.denominator = a.denominator * b.denominator;
    result.low = exact_or_left(running, Operand::low(a), Operand::low(b), [](Pair s, Pair t) { return s * t; });
    return result;
  }
  return of_ends(running, enclosed(a), enclosed(b), [](Pair s, Pair t) { return s * t; });
}

Numbers quotient(Running& running, const Numbers& a, const Numbers& b) {
  if (a.is_exact() && b.is_exact()) {
    if (!b.low) {
      if (b.constant == 0) throw Undefined("division by 0");
      const double by = std::abs(b.constant) * a.denominator;
      if (by < kMostDenominator) {
        Numbers result;
        const double times = b.constant < 0 ? -b.denominator : b.denominator;
        result.denominator = by;
        result.low =
            exact_or_left(running, Operand::low(a), Operand::low(a), [times](Pair t, Pair) { return t * times; });
        return result;
      }
    } else {
      running.leave(compared(Operand::low(b), Operand::low(b), [](Pair t, Pair) { return same(t, both(0)); }));
    }
    if (a.denominator == 1 && b.denominator == 1) {  // it may go without remainder everywhere
      Numbers result;
      Bits whole = {-1, -1};
      result.low = Doubles::fresh();
      Pair* out = pairs(result.low);
      over(Operand::low(a), Operand::low(b), [&](std::size_t i, Pair s, Pair t) {
        const Pair q = s / t;
        out[i] = q;
        whole &= below(magnitude(q), both(0x1p51)) & same(floored(q), q) & same(q * t, s);
      });
      if ((whole[0] & whole[1]) != 0) return result;
    }
  }
  const Numbers x = enclosed(a), y = enclosed(b);
  const auto around_0 = [](Pair low, Pair high) { return ~(below(both(0), low) | below(high, both(0))); };
  running.leave(compared(Operand::low(y), Operand::high(y), around_0));  // a division that the other way decides
  return of_ends(running, x, y, [](Pair s, Pair t) { return s / t; });
}

/// Of exact integers: floor(a / b), and the remainder. By 0 and of what are none the other way decides.
std::pair<Numbers, Numbers> floor_quotient(Running& running, const Numbers& a, const Numbers& b) {
  if (!a.is_exact() || !b.is_exact() || a.denominator != 1 || b.denominator != 1) throw Apart("div of fractions");
  Numbers quotients, remainders;
  quotients.low = Doubles::fresh();
  remainders.low = Doubles::fresh();
  Pair *q = pairs(quotients.low), *r = pairs(remainders.low);
  Bits fine = {-1, -1};
  const auto is_fine = [](Pair s, Pair t) {
    return ~same(t, both(0)) & below(magnitude(s), both(0x1p50)) & below(magnitude(t), both(0x1p50));
  };
  over(Operand::low(a), Operand::low(b), [&](std::size_t i, Pair s, Pair t) {
    // The rounded quotient is off by less than 1, so that its floor is right, or one beside it.
    const Pair first = floored(s / t), rest = s - first * t;
    const Bits negative = ~same(rest, both(0)) & (below(rest, both(0)) ^ below(t, both(0)));
    const Bits beyond = ~negative & at_most(magnitude(t), magnitude(rest));
    const Pair step = where(beyond, both(1)) - where(negative, both(1));
    q[i] = first + step;
    r[i] = rest - step * t;
    fine &= is_fine(s, t);
  });
  if ((fine[0] & fine[1]) == 0) running.leave(running.active - compared(Operand::low(a), Operand::low(b), is_fine));
  return {std::move(quotients), std::move(remainders)};
}

Numbers extreme(Running& running, const Numbers& a, const Numbers& b, bool greater) {
  Numbers x = a, y = b, result;
  const auto taken = [greater](const Operand& s, const Operand& t) {
    if (greater) return plain_lanes(s, t, [](Pair p, Pair q) { return chosen(below(q, p), p, q); });
    return plain_lanes(s, t, [](Pair p, Pair q) { return chosen(below(p, q), p, q); });
  };
  if (joined(running, x, y)) {
    result.denominator = x.denominator;
    result.low = taken(Operand::low(x), Operand::low(y));
    return result;
  }
  x = enclosed(a);
  y = enclosed(b);
  require_finite(running, x);
  require_finite(running, y);
  result.low = taken(Operand::low(x), Operand::low(y));
  result.high = taken(Operand::high(x), Operand::high(y));
  return result;
}

/// Exact of any lane's number; Apart for what is no exact number that fits.
Numbers numbers_of(const Lane& lane) {
  if (const Numbers* numbers = lane.numbers()) return *numbers;
  const Value* value = lane.same();
  if (!value || !(value->is_number() || value->is_open())) throw Undefined("a number is needed");
  Numbers result;
  if (const auto* number = value->small()) {
    result.constant = static_cast<double>(*number);
    if (std::abs(result.constant) >= kMost) throw Apart("a great number");
  } else if (const auto* fraction = value->fraction()) {
    result.constant = static_cast<double>(fraction->numerator);
    result.denominator = static_cast<double>(fraction->denominator);
  } else {
    throw Apart("a number that does not fit");
  }
  return result;
}

Mask equal_numbers(Running& running, const Numbers& a, const Numbers& b) {
  Numbers x = a, y = b;
  if (joined(running, x, y))
    return compared(Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return same(s, t); });
  x = enclosed(a);
  y = enclosed(b);
  const Mask less = compared(Operand::high(x), Operand::low(y), [](Pair s, Pair t) { return below(s, t); });
  const Mask more = compared(Operand::low(x), Operand::high(y), [](Pair s, Pair t) { return below(t, s); });
  running.leave(running.active - (less | more));
  return Mask();
}

Mask ordered(Running& running, const Numbers& a, const Numbers& b, bool strict) {
  Numbers x = a, y = b;
  if (joined(running, x, y)) {
    if (strict) return compared(Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return below(s, t); });
    return compared(Operand::low(x), Operand::low(y), [](Pair s, Pair t) { return at_most(s, t); });
  }
  x = enclosed(a);
  y = enclosed(b);
  const Mask yes = strict ? compared(Operand::high(x), Operand::low(y), [](Pair s, Pair t) { return below(s, t); })
                          : compared(Operand::high(x), Operand::low(y), [](Pair s, Pair t) { return at_most(s, t); });
  const Mask no = strict ? compared(Operand::low(x), Operand::high(y), [](Pair s, Pair t) { return at_most(t, s); })
                         : compared(Operand::low(x), Operand::high(y), [](Pair s, Pair t) { return below(t, s); });
  running.leave(running.active - (yes | no));
  return yes;
}

Mask equal(Running& running, const Lane& a, const Lane& b) {
  if (a.same() && b.same()) {
    const Truth known = related(Relation::equal, *a.same(), *b.same());
    if (known == Truth::unknown) throw Apart("an equality that is not known");
    return known == Truth::yes ? Mask::first(kLanes) : Mask();
  }
  if (is_number_in_lanes(a) && is_number_in_lanes(b)) return equal_numbers(running, numbers_of(a), numbers_of(b));
  if (a.truths() || b.truths()) return Mask::first(kLanes) - (truths_in_lanes(a) ^ truths_in_lanes(b));
  const std::size_t length = length_in_lanes(a);
  if (length != length_in_lanes(b)) return Mask();
  // What stands behind two elements that differ is not looked at there.
  const Running before = running;
  Mask same = Mask::first(kLanes);
  for (std::size_t i = 0; i < length && running.active.any(); ++i) {
    same = same & equal(running, element_in_lanes(a, i), element_in_lanes(b, i));
    running.active = running.active & same;
  }
  running.active = before.active - running.left;
  return same;
}

}  // namespace

Mask Mask::first(std::size_t count) {
  Mask mask;
  for (std::size_t i = 0; i < kWords; ++i)
    mask.words_[i] = count >= 64 * (i + 1) ? ~0ULL : count <= 64 * i ? 0 : ~0ULL >> (64 - count % 64);
  return mask;
}

std::size_t Mask::count() const {
  std::size_t count = 0;
  for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

Doubles Doubles::fresh() {
  Doubles result;
  result.block_ = store.take();
  return result;
}

void Doubles::give_back() { store.give_back(block_); }

Lane computed_in_lanes(Running& running, Operation operation, const Lane& a, const Lane& b) {
  const Numbers x = numbers_of(a), y = numbers_of(b);
  switch (operation) {
    case Operation::add:
      return sum(running, x, y, false);
    case Operation::subtract:
      return sum(running, x, y, true);
    case Operation::multiply:
      return product(running, x, y);
    case Operation::divide:
      return quotient(running, x, y);
    case Operation::floor_divide:
      return floor_quotient(running, x, y).first;
    case Operation::remainder:
      return floor_quotient(running, x, y).second;
    default:
      return extreme(running, x, y, operation == Operation::greatest);
  }
}

Lane negated_in_lanes(const Lane& a) {
  const Numbers x = numbers_of(a);
  const auto minus = [](const Operand& from) { return plain_lanes(from, from, [](Pair s, Pair) { return -s; }); };
  Numbers result;
  result.denominator = x.denominator;
  if (x.is_exact()) {
    result.low = minus(Operand::low(x));
  } else {
    result.low = minus(Operand::high(x));
    result.high = minus(Operand::low(x));
  }
  return result;
}

Lane power_in_lanes(Running& running, const Lane& base, std::int64_t exponent) {
  if (exponent < 0 || exponent > 64) throw Apart("a power");
  const Numbers x = numbers_of(base);
  if (exponent == 0) return Value(std::int64_t{1});
  if (!x.is_exact()) throw Apart("a power of what is enclosed");
  Numbers result = x;
  for (std::int64_t i = 1; i < exponent; ++i) result = product(running, result, x);
  return result;
}

Lane function_in_lanes(Running& running, const std::string& name, const Lane& lane) {
  const Numbers x = numbers_of(lane);
  if (!x.is_exact()) throw Apart(name + " of what is enclosed");
  Numbers result;
  if (name == "abs") {
    result.denominator = x.denominator;
    result.low = plain_lanes(Operand::low(x), Operand::low(x), [](Pair s, Pair) { return magnitude(s); });
    return result;
  }
  if (name != "floor" && name != "ceil") throw Apart(name);
  Numbers whole = x, by;
  whole.denominator = 1;
  by.constant = x.denominator;
  const bool up = name == "ceil";
  if (up) whole = *negated_in_lanes(whole).numbers();
  const Numbers floors = floor_quotient(running, whole, by).first;
  return up ? negated_in_lanes(floors) : Lane(floors);
}

Mask related_in_lanes(Running& running, Relation relation, const Lane& a, const Lane& b) {
  switch (relation) {
    case Relation::equal:
      return equal(running, a, b);
    case Relation::not_equal:
      return Mask::first(kLanes) - equal(running, a, b);
    case Relation::less:
      return ordered(running, numbers_of(a), numbers_of(b), true);
    case Relation::less_equal:
      return ordered(running, numbers_of(a), numbers_of(b), false);
    case Relation::greater:
      return ordered(running, numbers_of(b), numbers_of(a), true);
    default:
      return ordered(running, numbers_of(b), numbers_of(a), false);
  }
}

Lane indexed_in_lanes(Running& running, const Lane& list, const Lane& index) {
  const std::size_t length = length_in_lanes(list);
  if (index.same()) {
    const std::int64_t place = integer(*index.same());
    if (place < 1 || place > static_cast<std::int64_t>(length)) throw Undefined("an index in its list");
    return element_in_lanes(list, static_cast<std::size_t>(place - 1));
  }
  const Numbers places = numbers_of(index);
  if (!places.is_exact() || places.denominator != 1) throw Apart("an index");
  if (length == 0 || length > 64) throw Apart("an index of a long list");
  Mask found;
  Lane result;
  for (std::size_t i = 0; i < length; ++i) {
    const Pair wanted = {static_cast<double>(i + 1), static_cast<double>(i + 1)};
    const Mask here =
        compared(Operand::low(places), Operand::low(places), [wanted](Pair s, Pair) { return same(s, wanted); });
    const Lane element = element_in_lanes(list, i);
    if (!(here & running.active).any()) continue;
    result = found.any() ? chosen_in_lanes(here, element, result) : element;
    found = found | here;
  }
  running.leave(running.active - found);
  return result;
}

Lane counted_in_lanes(const Mask& mask) {
  Numbers one;
  one.constant = 1;
  return chosen_in_lanes(mask, Lane(one), Value(std::int64_t{0}));
}

Lane chosen_in_lanes(const Mask& mask, const Lane& yes, const Lane& no) {
  if (is_number_in_lanes(yes) && is_number_in_lanes(no)) {
    Numbers a = numbers_of(yes), b = numbers_of(no), result;
    static constexpr Bits kMasks[] = {{0, 0}, {-1, 0}, {0, -1}, {-1, -1}};
    const auto picked = [&](const Operand& s, const Operand& t) {
      Doubles out = Doubles::fresh();
      Pair* to = pairs(out);
      over(s, t,
           [&](std::size_t i, Pair p, Pair q) { to[i] = chosen(kMasks[mask.word(i / 32) >> (i % 32 * 2) & 3], p, q); });
      return out;
    };
    Numbers x = a, y = b;
    Running all{Mask::first(kLanes), Mask()};
    if (joined(all, x, y) && !all.left.any()) {
      result.denominator = x.denominator;
      result.low = picked(Operand::low(x), Operand::low(y));
      return result;
    }
    a = enclosed(a);
    b = enclosed(b);
    result.low = picked(Operand::low(a), Operand::low(b));
    result.high = picked(Operand::high(a), Operand::high(b));
    return result;
  }
  if (yes.truths() || no.truths()) return (truths_in_lanes(yes) & mask) | (truths_in_lanes(no) - mask);
  if (yes.same() && no.same() && yes.same()->boolean() && no.same()->boolean())
    return (truths_in_lanes(yes) & mask) | (truths_in_lanes(no) - mask);
  if (yes.same() && no.same() && yes.same()->symbol() && no.same()->symbol() &&
      *yes.same()->symbol() == *no.same()->symbol())
    return yes;
  const bool lists =
      (yes.list() || (yes.same() && yes.same()->list())) && (no.list() || (no.same() && no.same()->list()));
  if (!lists) throw Apart("what is chosen");
  const std::size_t length = length_in_lanes(yes);
  if (length != length_in_lanes(no)) throw Apart("lists of different lengths");
  LaneList result;
  for (std::size_t i = 0; i < length; ++i)
    result.push_back(chosen_in_lanes(mask, element_in_lanes(yes, i), element_in_lanes(no, i)));
  return result;
}

}  // namespace attest::verify::attack
