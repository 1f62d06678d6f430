// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>

#include "bench/kernels/matrix_library.hpp"

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

}  // namespace attest::bench
