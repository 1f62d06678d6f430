// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/matrix_library.hpp"
#include "bench/kernels/products.hpp"

#ifdef ATTEST_BENCH_OPENBLAS
#include <cblas-openblas.h>
#endif

namespace attest::bench {

#ifdef ATTEST_BENCH_OPENBLAS

namespace {

struct OpenBlas {
  static void set_threads(int threads) { openblas_set_num_threads(threads); }
  static void scores(std::int64_t n, std::int64_t d, float scale, const float* query, const float* key, float* S) {
    const auto length = static_cast<blasint>(n), width = static_cast<blasint>(d);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, length, length, width, scale, query, width, key, width, 0, S,
                length);
  }
  static void values(std::int64_t n, std::int64_t d, const float* A, const float* value, float* output) {
    const auto length = static_cast<blasint>(n), width = static_cast<blasint>(d);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, length, width, length, 1, A, length, value, width, 0, output,
                width);
  }
};

}  // namespace

std::unique_ptr<Contender> make_openblas(const Setting& setting, const Inputs& inputs) {
  return std::make_unique<Composed<OpenBlas>>(setting, inputs);
}

double openblas_product(std::int64_t length, int threads) {
  static std::vector<float> A, B, C;
  const auto elements = static_cast<std::size_t>(length * length);
  if (A.size() != elements) A.assign(elements, 0.5f), B.assign(elements, 0.25f), C.assign(elements, 0);
  openblas_set_num_threads(threads);
  const auto n = static_cast<blasint>(length);
  const double start = now();
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, A.data(), n, B.data(), n, 0, C.data(), n);
  return now() - start;
}

#else

std::unique_ptr<Contender> make_openblas(const Setting&, const Inputs&) {
  throw Absent{"built without libopenblas-dev"};
}
double openblas_product(std::int64_t, int) { throw Absent{"built without libopenblas-dev"}; }

#endif

}  // namespace attest::bench
