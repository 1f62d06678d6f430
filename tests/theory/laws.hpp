// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>
#include <rapidcheck/catch.h>

#include <catch2/catch.hpp>

// One suite of laws per concept. A new scalar gets its tests with one line: ring_laws<S>("name"). S needs
// rc::Arbitrary<S>.

namespace attest::tests {

template <class S>
void ring_laws() {
  rc::prop("addition is associative and commutative, with 0 and a negative", [](const S& a, const S& b, const S& c) {
    RC_ASSERT((a + b) + c == a + (b + c));
    RC_ASSERT(a + b == b + a);
    RC_ASSERT(a + S(0) == a);
    RC_ASSERT(a + (-a) == S(0));
    RC_ASSERT(a - b == a + (-b));
  });
  rc::prop("multiplication is associative and commutative, with 1, and distributes",
           [](const S& a, const S& b, const S& c) {
             RC_ASSERT((a * b) * c == a * (b * c));
             RC_ASSERT(a * b == b * a);
             RC_ASSERT(a * S(1) == a);
             RC_ASSERT(a * (b + c) == a * b + a * c);
           });
  rc::prop("compound assignments agree, also where both sides are one object", [](const S& a, const S& b) {
    S x = a;
    RC_ASSERT((x += b) == a + b);
    x = a;
    RC_ASSERT((x -= b) == a - b);
    x = a;
    RC_ASSERT((x *= b) == a * b);
    x = a;
    x = x * x;
    RC_ASSERT(x == a * a);
    x = a;
    x *= x;
    RC_ASSERT(x == a * a);
    x = a;
    x += x;
    RC_ASSERT(x == a + a);
    x = a;
    x -= x;
    RC_ASSERT(x == S(0));
    S& alias = x = a;
    x = alias;
    RC_ASSERT(x == a);
    x = std::move(alias);
    RC_ASSERT(x == a);
  });
}

template <class S>
void ordered_field_laws() {
  ring_laws<S>();
  rc::prop("division undoes multiplication", [](const S& a, const S& b) {
    RC_PRE(b != S(0));
    RC_ASSERT((a * b) / b == a);
    RC_ASSERT((a / b) * b == a);
    S x = b;
    RC_ASSERT((x /= x) == S(1));
  });
  rc::prop("the order is total and respects the operations", [](const S& a, const S& b, const S& c) {
    RC_ASSERT((a < b) + (a == b) + (a > b) == 1);
    RC_ASSERT((a <= b) == (a < b || a == b));
    if (a < b) {
      RC_ASSERT(a + c < b + c);
      RC_ASSERT(b > a);
      if (c > S(0)) RC_ASSERT(a * c < b * c);
      if (c < S(0)) RC_ASSERT(a * c > b * c);
      if (b < c) RC_ASSERT(a < c);
    }
    RC_ASSERT(a * a >= S(0));
  });
}

}  // namespace attest::tests
