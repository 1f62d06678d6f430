// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace attest::kernels::shared_weights {

/// n complex numbers, one in each lane of two registers of D's doubles; or a single one.
template <class D, int n>
struct Complex {
  typename D::Register re, im;
};
template <class D>
struct Complex<D, 1> {
  double re, im;
};

template <class D, int n>
inline Complex<D, n> operator+(Complex<D, n> x, Complex<D, n> y) {
  return {x.re + y.re, x.im + y.im};
}
template <class D, int n>
inline Complex<D, n> operator-(Complex<D, n> x, Complex<D, n> y) {
  return {x.re - y.re, x.im - y.im};
}
template <class D, int n>
inline Complex<D, n> times(Complex<D, n> x, Complex<D, 1> one) {
  Complex<D, n> w;
  if constexpr (n == 1)
    w = one;
  else
    w = {D::set(one.re), D::set(one.im)};
  return {D::fma(x.re, w.re, -(x.im * w.im)), D::fma(x.re, w.im, x.im * w.re)};
}
template <class D, int n>
inline Complex<D, n> times_i(Complex<D, n> x) {
  return {-x.im, x.re};
}

/// The discrete Fourier transform of lengths 1, 2, 4, ..., N in float64. Each level of radix 2 (a step of radix 4
/// counts two) multiplies the error by at most (1 + u)^2 (1 + sqrt 5 u): docs/numerics/positional_fft.md. roots[k] =
/// e^(-2 pi i k / N), each part rounded from more digits.
template <class D>
class Fourier {
 public:
  Fourier(const Complex<D, 1>* roots, std::int64_t length) : roots_(roots), length_(length) {}

  /// x of `size` numbers (a power of two that divides N) to its transform, in the order of reversed bits, which is all
  /// that a convolution needs. Depth first, so that short pieces stay in the first cache.
  template <int n>
  void forward(Complex<D, n>* x, std::int64_t size) const {
    if (size == 2) pair(x);
    if (size <= 2) return;
    const std::int64_t quarter = size / 4, step = length_ / size;
    if (quarter == 1) {  // as below, the roots being 1
      const Complex<D, n> even = x[0] + x[2], odd = x[1] + x[3], left = x[0] - x[2], right = times_i(x[1] - x[3]);
      x[0] = even + odd, x[1] = even - odd, x[2] = left - right, x[3] = left + right;
      return;
    }
    for (std::int64_t j = 0; j < quarter; ++j) {
      const Complex<D, n> a = x[j], b = x[j + quarter], c = x[j + 2 * quarter], d = x[j + 3 * quarter];
      const Complex<D, n> even = a + c, odd = b + d, left = a - c, right = times_i(b - d);
      x[j] = even + odd;
      x[j + quarter] = times(even - odd, roots_[2 * j * step]);
      x[j + 2 * quarter] = times(left - right, roots_[j * step]);
      x[j + 3 * quarter] = times(left + right, roots_[3 * j * step]);
    }
    for (std::int64_t part = 0; part < 4; ++part)
      quarter == 2 ? pair(x + 2 * part) : forward(x + part * quarter, quarter);
  }

  /// The inverse of forward, times `size`.
  template <int n>
  void backward(Complex<D, n>* x, std::int64_t size) const {
    if (size == 2) pair(x);
    if (size <= 2) return;
    const std::int64_t quarter = size / 4, step = length_ / size;
    if (quarter == 1) {
      const Complex<D, n> even = x[0] + x[1], odd = x[0] - x[1], left = x[2] + x[3], right = times_i(x[2] - x[3]);
      x[0] = even + left, x[1] = odd + right, x[2] = even - left, x[3] = odd - right;
      return;
    }
    for (std::int64_t part = 0; part < 4; ++part)
      quarter == 2 ? pair(x + 2 * part) : backward(x + part * quarter, quarter);
    for (std::int64_t j = 0; j < quarter; ++j) {
      const Complex<D, n> p = x[j], q = times(x[j + quarter], conjugate(2 * j * step)),
                          r = times(x[j + 2 * quarter], conjugate(j * step)),
                          s = times(x[j + 3 * quarter], conjugate(3 * j * step));
      const Complex<D, n> even = p + q, odd = p - q, left = r + s, right = times_i(r - s);
      x[j] = even + left;
      x[j + quarter] = odd + right;
      x[j + 2 * quarter] = even - left;
      x[j + 3 * quarter] = odd - right;
    }
  }

 private:
  template <int n>
  static void pair(Complex<D, n>* x) {
    const Complex<D, n> a = x[0], b = x[1];
    x[0] = a + b, x[1] = a - b;
  }
  Complex<D, 1> conjugate(std::int64_t k) const { return {roots_[k].re, -roots_[k].im}; }

  const Complex<D, 1>* roots_;
  std::int64_t length_;
};

}  // namespace attest::kernels::shared_weights
