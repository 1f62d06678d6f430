// SPDX-License-Identifier: Apache-2.0
// One attention layer with exp, a T5 bias and URPE's factor, n tokens, d = dH = 8, 128 bits: the engine's enclosures,
// which are rigorous, against the same steps in Eigen over MPFR numbers (Boost.Multiprecision), which are rounded to
// nearest and are not.
#include <benchmark/benchmark.h>

#include <boost/multiprecision/mpfr.hpp>

#include "bench/theory/eigen_rational.hpp"
#include "theory/attention/attention.hpp"
#include "theory/attention/enclose.hpp"

namespace {

using namespace attest::bench;
using attest::theory::Enclosure;
using attest::theory::Head;
using attest::theory::RelativeBias;

constexpr std::size_t d = 8;
constexpr long bits = 128;

// 39 decimal digits: Boost gives them 131 bits.
using Float =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<39>, boost::multiprecision::et_off>;
using FloatMatrix = Eigen::Matrix<Float, Eigen::Dynamic, Eigen::Dynamic>;

struct Layer {
  Head<Rational> head;
  Matrix<Rational> X;
};

Layer layer(std::size_t n) {
  const auto seven = [](auto, auto) { return 7L; };
  Layer result{{.WQ = entries(d, d, 2, seven),
                .WK = entries(d, d, 3, seven),
                .WV = entries(d, d, 100, seven),
                .WO = entries(d, d, 50, seven)},
               entries(n, d, 2, seven)};
  result.head.bias = RelativeBias<Rational>::T5{entries(1, 2 * n - 1, 4, seven).row(0)};
  result.head.C = entries(n, n, 3, seven);
  return result;
}

FloatMatrix to_float(const Matrix<Rational>& a) {
  const EigenMatrix exact = to_eigen(a);
  FloatMatrix result(exact.rows(), exact.cols());
  for (Eigen::Index i = 0; i < exact.rows(); ++i)
    for (Eigen::Index j = 0; j < exact.cols(); ++j) result(i, j) = static_cast<Float>(exact(i, j));
  return result;
}

/// A layer's parameters as MPFR numbers.
struct Floats {
  explicit Floats(const Layer& l)
      : X(to_float(l.X)),
        WQ(to_float(l.head.WQ)),
        WK(to_float(l.head.WK)),
        WV(to_float(l.head.WV)),
        WO(to_float(l.head.WO)),
        C(to_float(*l.head.C)),
        m(to_float(Matrix<Rational>::from_rows({std::get<RelativeBias<Rational>::T5>(l.head.bias).m}))) {}
  FloatMatrix X, WQ, WK, WV, WO, C, m;
};

FloatMatrix by_mpfr(const Floats& p) {
  const FloatMatrix Q = p.X * p.WQ, K = p.X * p.WK;
  FloatMatrix A = Q * K.transpose();
  const Eigen::Index n = A.rows();
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) A(i, j) += p.m(0, i - j + n - 1);
    const Float greatest = A.row(i).maxCoeff();
    Float sum = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      A(i, j) = exp(A(i, j) - greatest);
      sum += A(i, j);
    }
    for (Eigen::Index j = 0; j < n; ++j) A(i, j) *= p.C(i, j) / sum;
  }
  const FloatMatrix values = p.X * p.WV;
  const FloatMatrix attended = A * values;
  return p.X + attended * p.WO;
}

void engine(benchmark::State& state) {
  const auto [head, X] = layer(static_cast<std::size_t>(state.range(0)));
  const Head<Enclosure> enclosed = enclose(head, bits);
  const auto tokens = Matrix<Enclosure>::from_function(
      {X.rows(), X.columns()}, [&, &X = X](auto i, auto j) { return Enclosure(X(i, j), bits); });
  for (auto _ : state) benchmark::DoNotOptimize(attention_layer<Enclosure>({enclosed}, {}, tokens));
}

void mpfr(benchmark::State& state) {
  const Layer l = layer(static_cast<std::size_t>(state.range(0)));
  const Floats floats(l);
  for (auto _ : state) benchmark::DoNotOptimize(by_mpfr(floats));
}

BENCHMARK(engine)->ArgName("n")->Arg(8)->Arg(32)->Arg(128);
BENCHMARK(mpfr)->ArgName("n")->Arg(8)->Arg(32)->Arg(128);

}  // namespace
