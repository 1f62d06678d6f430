// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cpu/instruction_sets.hpp"
#include "kernels/formats.hpp"

namespace attest::test {

/// What the operations of a vocabulary of float32 are applied to, as many numbers as there are lanes.
struct Operands {
  float a[16], b[16], c[16];
  float whole[16];  ///< whole numbers from -100 to 100
  std::uint8_t bytes[64];
  std::uint16_t halves[16];
  int n;  ///< lanes of partial loads and stores
};

/// What they gave, one row an operation.
struct Outcome {
  static constexpr int operations = 24;
  float numbers[operations][16];
  unsigned masks[5];
  std::uint16_t halves[4][16];
  float sum, greatest;
};

/// Each operation once; `out` is zeros before. A template, compiled for every instruction set and for plain C++.
template <class V>
void apply(const Operands& o, Outcome& out) {
  using Register = typename V::Register;
  using kernels::BFloat16, kernels::Float16;
  int row = 0;
  const auto give = [&](Register x) __attribute__((always_inline)) { V::store(out.numbers[row++], x); };
  const Register a = V::load(o.a), b = V::load(o.b), c = V::load(o.c);
  const auto some = V::first(o.n);
  const auto* bfloat16 = reinterpret_cast<const BFloat16*>(o.halves);
  const auto* float16 = reinterpret_cast<const Float16*>(o.halves);
  give(a + b);
  give(a - b);
  give(a * b);
  give(a / b);
  give(-a);
  give(V::set(o.a[0]));
  give(V::fma(a, b, c));
  give(V::max(a, b));
  give(V::round(a));
  give(V::scale_by_power(c, V::load(o.whole)));
  give(V::load(some, o.a));
  V::store(some, out.numbers[row++], b);
  give(V::select(V::greater(a, b), c, b));
  give(V::load(bfloat16));
  give(V::load(some, bfloat16));
  give(V::load(float16));
  give(V::load(some, float16));
  give(V::load_words(o.bytes));
  give(V::bit_and(a, b));
  give(V::bit_xor(a, V::set_bits(0x80000000u)));
  give(V::upper_halves(a, b));
  give(V::add_to_exponent(c, V::load(o.whole) + V::set(0x1.8p23f)));
  Register x = a, y = b;
  V::template exchange<1>(x, y);
  V::template exchange<V::lanes / 2>(x, y);
  give(x);
  give(y);
  out.masks[0] = V::bits(some);
  out.masks[1] = V::bits(V::nonzero(o.bytes, o.n));
  out.masks[2] = V::bits(V::equal(a, V::select(some, a, b)));
  out.masks[3] = V::bits(V::greater(a, b));
  out.masks[4] = V::bits(V::both(V::greater(a, b), some));
  V::store(reinterpret_cast<BFloat16*>(out.halves[0]), a);
  V::store(some, reinterpret_cast<BFloat16*>(out.halves[1]), a);
  V::store(reinterpret_cast<Float16*>(out.halves[2]), c);
  V::store(some, reinterpret_cast<Float16*>(out.halves[3]), c);
  out.sum = V::sum(c);
  out.greatest = V::greatest(a);
}

/// Of one instruction set; to be called where the processor has it.
struct Vocabulary {
  int lanes;
  void (*apply)(const Operands& operands, Outcome& out);
};
#define ATTEST_VOCABULARY_OF(name) extern const Vocabulary name##_vocabulary;
ATTEST_INSTRUCTION_SETS(ATTEST_VOCABULARY_OF)
#undef ATTEST_VOCABULARY_OF

}  // namespace attest::test
