// SPDX-License-Identifier: Apache-2.0
// What the proved checker uses of zarith, for js_of_ocaml. An integer is a number where it has 32 bits, as an OCaml int has there, and
// a BigInt beyond: zarith's own OCaml code adds, subtracts and multiplies what is an int by itself, and asks here when that overflows.
// Held against zarith by tests/theory/semantics/integers_test.py.

//Provides: attest_z_make const
// The integer of a BigInt, in the form that every integer has once.
function attest_z_make(big) {
  var small = Number(big);
  return (small | 0) === small ? small | 0 : big;
}

//Provides: attest_z_floor const
//Requires: attest_z_make, caml_raise_zero_divide
// The quotient, rounded towards minus infinity (direction -1), zero (0) or plus infinity (1).
function attest_z_floor(a, b, direction) {
  if (b === 0) caml_raise_zero_divide();
  var x = BigInt(a), y = BigInt(b), quotient = x / y, rest = x - quotient * y, zero = BigInt(0);
  if (rest != zero && direction != 0 && ((rest < zero) !== (y < zero)) === (direction < 0)) quotient += BigInt(direction);
  return attest_z_make(quotient);
}

//Provides: ml_z_init const
function ml_z_init(unit) { return 0; }

//Provides: ml_z_add const
//Requires: attest_z_make
function ml_z_add(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    var sum = a + b;
    if ((sum | 0) === sum) return sum | 0;
  }
  return attest_z_make(BigInt(a) + BigInt(b));
}

//Provides: ml_z_sub const
//Requires: attest_z_make
function ml_z_sub(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    var difference = a - b;
    if ((difference | 0) === difference) return difference | 0;
  }
  return attest_z_make(BigInt(a) - BigInt(b));
}

//Provides: ml_z_mul const
//Requires: attest_z_make
function ml_z_mul(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    var product = a * b;
    if ((product | 0) === product) return product | 0;
  }
  return attest_z_make(BigInt(a) * BigInt(b));
}

//Provides: ml_z_neg const
//Requires: ml_z_sub
function ml_z_neg(a) { return ml_z_sub(0, a); }

//Provides: ml_z_succ const
//Requires: ml_z_add
function ml_z_succ(a) { return ml_z_add(a, 1); }

//Provides: ml_z_pred const
//Requires: ml_z_sub
function ml_z_pred(a) { return ml_z_sub(a, 1); }

//Provides: ml_z_abs const
//Requires: ml_z_sub
function ml_z_abs(a) { return a < 0 ? ml_z_sub(0, a) : a; }

//Provides: ml_z_sign const
function ml_z_sign(a) { return a < 0 ? -1 : a > 0 ? 1 : 0; }

//Provides: ml_z_compare const
function ml_z_compare(a, b) { return a < b ? -1 : a > b ? 1 : 0; }

//Provides: ml_z_equal const
function ml_z_equal(a, b) { return a === b ? 1 : 0; }

//Provides: ml_z_div_rem const
//Requires: attest_z_floor, ml_z_sub, ml_z_mul
function ml_z_div_rem(a, b) {
  var quotient = attest_z_floor(a, b, 0);
  return [0, quotient, ml_z_sub(a, ml_z_mul(quotient, b))];
}

//Provides: ml_z_fdiv const
//Requires: attest_z_floor
function ml_z_fdiv(a, b) { return attest_z_floor(a, b, -1); }

//Provides: ml_z_cdiv const
//Requires: attest_z_floor
function ml_z_cdiv(a, b) { return attest_z_floor(a, b, 1); }

//Provides: ml_z_gcd const
//Requires: attest_z_make, ml_z_abs
// Lehmer's: what the leading 50 bits say of Euclid's next quotients is done to the whole numbers at once. Each such step takes a, b to
// other numbers with the same divisors (its matrix has determinant 1 or -1), so nothing but the speed rests on those bits.
function ml_z_gcd(a, b) {
  a = ml_z_abs(a);
  b = ml_z_abs(b);
  if (a < b) { var larger = b; b = a; a = larger; }
  while (typeof b !== "number") {
    var bits = BigInt(4 * a.toString(16).length - 50), one = 1, two = 0, three = 0, four = 1, high = 0, low = 0;
    if (bits > 14) {
      high = Number(a >> bits);
      low = Number(b >> bits);
    }
    while (low + three > 0 && low + four > 0) {
      var quotient = Math.floor((high + one) / (low + three)), next;
      if (quotient !== Math.floor((high + two) / (low + four))) break;
      next = one - quotient * three; one = three; three = next;
      next = two - quotient * four; two = four; four = next;
      next = high - quotient * low; high = low; low = next;
    }
    var x = a, y = BigInt(b);
    if (two === 0) {
      a = b;
      b = attest_z_make(x % y);
    } else {
      a = ml_z_abs(attest_z_make(BigInt(one) * x + BigInt(two) * y));
      b = ml_z_abs(attest_z_make(BigInt(three) * x + BigInt(four) * y));
    }
    if (a < b) { var greater = b; b = a; a = greater; }
  }
  while (b !== 0) {
    var rest = attest_z_make(BigInt(a) % BigInt(b));
    a = b;
    b = rest;
  }
  return a;
}

//Provides: ml_z_shift_left const
//Requires: attest_z_make
function ml_z_shift_left(a, bits) { return attest_z_make(BigInt(a) << BigInt(bits)); }

//Provides: ml_z_shift_right const
//Requires: attest_z_make
// Towards minus infinity, as zarith's.
function ml_z_shift_right(a, bits) { return attest_z_make(BigInt(a) >> BigInt(bits)); }

//Provides: ml_z_mul_overflows const
function ml_z_mul_overflows(a, b) { return (a * b | 0) === a * b ? 0 : 1; }

//Provides: ml_z_to_int const
//Requires: caml_raise_constant, caml_named_value
function ml_z_to_int(a) {
  if (typeof a !== "number" || (a | 0) !== a) caml_raise_constant(caml_named_value("ml_z_overflow"));
  return a;
}

//Provides: ml_z_of_substring_base const
//Requires: attest_z_make, caml_jsbytes_of_string, caml_invalid_argument
// Decimal alone: base 10, or 0 where the digits say nothing else. No digits are 0, for zarith, too.
function ml_z_of_substring_base(base, text, offset, length) {
  var digits = caml_jsbytes_of_string(text).slice(offset, offset + length), negative = digits.charAt(0) === "-";
  if (negative) digits = digits.slice(1);
  if ((base !== 0 && base !== 10) || !/^[0-9]*$/.test(digits))
    caml_invalid_argument("Z.of_substring_base: invalid digit");
  var value = BigInt(digits);
  return attest_z_make(negative ? -value : value);
}

//Provides: ml_z_format const
//Requires: caml_string_of_jsbytes
// Decimal alone: %d.
function ml_z_format(how, a) { return caml_string_of_jsbytes(String(a)); }
