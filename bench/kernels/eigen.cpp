// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>

#include "bench/kernels/matrix_library.hpp"
#include "bench/kernels/products.hpp"

namespace attest::bench {

namespace {

struct EigenProducts {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using In = Eigen::Map<const Matrix>;
  using Out = Eigen::Map<Matrix>;

  static void set_threads(int threads) { Eigen::setNbThreads(threads); }
  static void scores(std::int64_t n, std::int64_t d, float scale, const float* query, const float* key, float* S) {
    Out(S, n, n).noalias() = scale * (In(query, n, d) * In(key, n, d).transpose());
  }
  static void values(std::int64_t n, std::int64_t d, const float* A, const float* value, float* output) {
    Out(output, n, d).noalias() = In(A, n, n) * In(value, n, d);
  }
};

}  // namespace

std::unique_ptr<Contender> make_eigen(const Setting& setting, const Inputs& inputs) {
  return std::make_unique<Composed<EigenProducts>>(setting, inputs);
}

double eigen_product(std::int64_t length, int threads) {
  static EigenProducts::Matrix A, B, C;
  if (A.rows() != length) {
    A.setConstant(length, length, 0.5f);
    B.setConstant(length, length, 0.25f);
    C.setZero(length, length);
  }
  Eigen::setNbThreads(threads);
  const double start = now();
  C.noalias() = A * B;
  return now() - start;
}

}  // namespace attest::bench
