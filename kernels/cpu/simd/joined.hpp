// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace attest::kernels::simd {

/// The vocabulary of registers that are n of V's: for code whose layout in memory fixes the lanes.
template <class V, int n>
struct Joined {
  using Scalar = typename V::Scalar;
  using Part = typename V::Register;
  static constexpr int lanes = n * V::lanes, registers = V::registers / n;

  struct Mask {
    typename V::Mask part[n];
  };

  struct Register {
    Part part[n];

    [[gnu::always_inline]] friend Register operator+(Register a, Register b) {
      return each([&](int i) __attribute__((always_inline)) { return a.part[i] + b.part[i]; });
    }
    [[gnu::always_inline]] friend Register operator-(Register a, Register b) {
      return each([&](int i) __attribute__((always_inline)) { return a.part[i] - b.part[i]; });
    }
    [[gnu::always_inline]] friend Register operator*(Register a, Register b) {
      return each([&](int i) __attribute__((always_inline)) { return a.part[i] * b.part[i]; });
    }
    [[gnu::always_inline]] friend Register operator/(Register a, Register b) {
      return each([&](int i) __attribute__((always_inline)) { return a.part[i] / b.part[i]; });
    }
    [[gnu::always_inline]] Register operator-() const {
      return each([&](int i) __attribute__((always_inline)) { return -part[i]; });
    }
    [[gnu::always_inline]] Register& operator+=(Register other) { return *this = *this + other; }
    [[gnu::always_inline]] Register& operator*=(Register other) { return *this = *this * other; }
  };

  /// Part i is f(i).
  template <class F>
  [[gnu::always_inline]] static Register each(F f) {
    Register r;
#pragma GCC unroll 16
    for (int i = 0; i < n; ++i) r.part[i] = f(i);
    return r;
  }
  [[gnu::always_inline]] static Register set(Scalar x) {
    return each([&](int) __attribute__((always_inline)) { return V::set(x); });
  }
  template <typename Element>
  [[gnu::always_inline]] static Register load(const Element* p) {
    return each([&](int i) __attribute__((always_inline)) { return V::load(p + i * V::lanes); });
  }
  template <typename Element>
  [[gnu::always_inline]] static Register load(Mask m, const Element* p) {
    return each([&](int i) __attribute__((always_inline)) { return V::load(m.part[i], p + i * V::lanes); });
  }
  template <typename Element>
  [[gnu::always_inline]] static void store(Element* p, Register x) {
#pragma GCC unroll 16
    for (int i = 0; i < n; ++i) V::store(p + i * V::lanes, x.part[i]);
  }
  template <typename Element>
  [[gnu::always_inline]] static void store(Mask m, Element* p, Register x) {
#pragma GCC unroll 16
    for (int i = 0; i < n; ++i) V::store(m.part[i], p + i * V::lanes, x.part[i]);
  }

  [[gnu::always_inline]] static Mask first(int count) {
    return each_mask([&](int i) __attribute__((always_inline)) { return V::first(of_part(count, i)); });
  }
  [[gnu::always_inline]] static Mask nonzero(const std::uint8_t* p, int count) {
    return each_mask([&](int i)
                         __attribute__((always_inline)) { return V::nonzero(p + i * V::lanes, of_part(count, i)); });
  }
  [[gnu::always_inline]] static Mask equal(Register a, Register b) {
    return each_mask([&](int i) __attribute__((always_inline)) { return V::equal(a.part[i], b.part[i]); });
  }
  [[gnu::always_inline]] static Mask greater(Register a, Register b) {
    return each_mask([&](int i) __attribute__((always_inline)) { return V::greater(a.part[i], b.part[i]); });
  }
  [[gnu::always_inline]] static Mask both(Mask a, Mask b) {
    return each_mask([&](int i) __attribute__((always_inline)) { return V::both(a.part[i], b.part[i]); });
  }
  [[gnu::always_inline]] static unsigned bits(Mask m) {
    unsigned all = 0;
    for (int i = 0; i < n; ++i) all |= V::bits(m.part[i]) << (i * V::lanes);
    return all;
  }
  [[gnu::always_inline]] static Register select(Mask m, Register yes, Register no) {
    return each([&](int i) __attribute__((always_inline)) { return V::select(m.part[i], yes.part[i], no.part[i]); });
  }

  [[gnu::always_inline]] static Register max(Register a, Register b) {
    return each([&](int i) __attribute__((always_inline)) { return V::max(a.part[i], b.part[i]); });
  }
  [[gnu::always_inline]] static Register fma(Register a, Register b, Register c) {
    return each([&](int i) __attribute__((always_inline)) { return V::fma(a.part[i], b.part[i], c.part[i]); });
  }
  [[gnu::always_inline]] static Scalar fma(Scalar a, Scalar b, Scalar c) { return V::fma(a, b, c); }
  [[gnu::always_inline]] static Register round(Register t) {
    return each([&](int i) __attribute__((always_inline)) { return V::round(t.part[i]); });
  }
  [[gnu::always_inline]] static Register scale_by_power(Register p, Register k) {
    return each([&](int i) __attribute__((always_inline)) { return V::scale_by_power(p.part[i], k.part[i]); });
  }
  /// Halves first, as every vocabulary sums its lanes.
  [[gnu::always_inline]] static Scalar sum(Register x) {
#pragma GCC unroll 4
    for (int half = n / 2; half > 0; half /= 2)
#pragma GCC unroll 16
      for (int i = 0; i < half; ++i) x.part[i] = x.part[i] + x.part[i + half];
    return V::sum(x.part[0]);
  }
  [[gnu::always_inline]] static Scalar greatest(Register x) {
#pragma GCC unroll 16
    for (int i = 1; i < n; ++i) x.part[0] = V::max(x.part[0], x.part[i]);
    return V::greatest(x.part[0]);
  }

  [[gnu::always_inline]] static Register load_words(const void* p) {
    const auto* bytes = static_cast<const unsigned char*>(p);
    return each([&](int i) __attribute__((always_inline)) { return V::load_words(bytes + i * V::lanes * 4); });
  }
  [[gnu::always_inline]] static Register set_bits(std::uint32_t bits) {
    return each([&](int) __attribute__((always_inline)) { return V::set_bits(bits); });
  }
  [[gnu::always_inline]] static Register bit_and(Register a, Register b) {
    return each([&](int i) __attribute__((always_inline)) { return V::bit_and(a.part[i], b.part[i]); });
  }
  [[gnu::always_inline]] static Register bit_xor(Register a, Register b) {
    return each([&](int i) __attribute__((always_inline)) { return V::bit_xor(a.part[i], b.part[i]); });
  }
  [[gnu::always_inline]] static Register upper_halves(Register a, Register b) {
    return each([&](int i) __attribute__((always_inline)) { return V::upper_halves(a.part[i], b.part[i]); });
  }
  [[gnu::always_inline]] static Register add_to_exponent(Register p, Register t) {
    return each([&](int i) __attribute__((always_inline)) { return V::add_to_exponent(p.part[i], t.part[i]); });
  }

  template <int step>
  [[gnu::always_inline]] static void exchange(Register& a, Register& b) {
    constexpr int parts = step / V::lanes;
#pragma GCC unroll 16
    for (int i = 0; i < n; ++i) {
      if constexpr (parts == 0) {
        V::template exchange<step>(a.part[i], b.part[i]);
      } else {
        if ((i & parts) == 0) std::swap(a.part[i + parts], b.part[i]);
      }
    }
  }

 private:
  template <class F>
  [[gnu::always_inline]] static Mask each_mask(F f) {
    Mask r;
#pragma GCC unroll 16
    for (int i = 0; i < n; ++i) r.part[i] = f(i);
    return r;
  }
  /// How many of the first `count` lanes are part i's.
  [[gnu::always_inline]] static int of_part(int count, int i) {
    const int left = count - i * V::lanes;
    return left < 0 ? 0 : left < V::lanes ? left : V::lanes;
  }
};

/// Sixteen lanes: V's own, or joined.
template <class V>
using Sixteen = std::conditional_t<V::lanes == 16, V, Joined<V, 16 / V::lanes>>;

}  // namespace attest::kernels::simd
