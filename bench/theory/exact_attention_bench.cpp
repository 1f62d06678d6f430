// SPDX-License-Identifier: Apache-2.0
// One exact attention layer in base 2 with a T5 bias, n tokens, d = dH = 8: the engine against the same steps in Eigen
// over GMP rationals.
#include <benchmark/benchmark.h>

#include <stdexcept>

#include "bench/theory/eigen_rational.hpp"
#include "theory/attention/attention.hpp"

namespace {

using namespace attest::bench;
using attest::theory::Head;
using attest::theory::RelativeBias;
using attest::theory::Weighting;

constexpr std::size_t d = 8;

struct Layer {
  Head<Rational> head;
  Matrix<Rational> X;
};

/// Integer scores from small integers, values with denominators.
Layer layer(std::size_t n) {
  const auto one = [](auto, auto) { return 1L; };
  const auto seven = [](auto, auto) { return 7L; };
  Layer result{{.WQ = entries(d, d, 2, one),
                .WK = entries(d, d, 3, one),
                .WV = entries(d, d, 100, seven),
                .WO = entries(d, d, 50, seven)},
               entries(n, d, 2, one)};
  result.head.bias = RelativeBias<Rational>::T5{entries(1, 2 * n - 1, 4, one).row(0)};
  result.head.weighting = Weighting::softmax_2;
  return result;
}

EigenMatrix by_eigen(const EigenMatrix& X, const EigenMatrix& WQ, const EigenMatrix& WK, const EigenMatrix& WV,
                     const EigenMatrix& WO, const EigenMatrix& m) {
  using boost::multiprecision::mpz_int;
  const EigenMatrix Q = X * WQ, K = X * WK;
  EigenMatrix A = Q * K.transpose();
  const Eigen::Index n = A.rows();
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) A(i, j) += m(0, i - j + n - 1);
    const Gmp greatest = A.row(i).maxCoeff();
    Gmp sum = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      A(i, j) = Gmp(mpz_int(1), mpz_int(1) << static_cast<unsigned long>(Gmp(greatest - A(i, j))));
      sum += A(i, j);
    }
    for (Eigen::Index j = 0; j < n; ++j) A(i, j) /= sum;
  }
  const EigenMatrix values = X * WV;
  const EigenMatrix attended = A * values;
  return X + attended * WO;
}

void engine(benchmark::State& state) {
  const auto [head, X] = layer(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(attention_layer<Rational>({head}, {}, X));
}

void eigen(benchmark::State& state) {
  const auto [head, X] = layer(static_cast<std::size_t>(state.range(0)));
  const auto& m = std::get<RelativeBias<Rational>::T5>(head.bias).m;
  const EigenMatrix x = to_eigen(X), WQ = to_eigen(head.WQ), WK = to_eigen(head.WK), WV = to_eigen(head.WV),
                    WO = to_eigen(head.WO), bias = to_eigen(Matrix<Rational>::from_rows({m}));
  // Both must compute the same thing, or the comparison means nothing.
  if (by_eigen(x, WQ, WK, WV, WO, bias) != to_eigen(attention_layer<Rational>({head}, {}, X))) {
    throw std::logic_error("the two attention layers differ");
  }
  for (auto _ : state) benchmark::DoNotOptimize(by_eigen(x, WQ, WK, WV, WO, bias));
}

BENCHMARK(engine)->ArgName("n")->Arg(8)->Arg(32);
BENCHMARK(eigen)->ArgName("n")->Arg(8)->Arg(32);

}  // namespace
