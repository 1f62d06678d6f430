// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/products.hpp"

namespace attest::bench {

const std::vector<LargeProduct>& large_products() {
  static const std::vector<LargeProduct> list = {{"OpenBLAS", ATTEST_FLOAT32, openblas_product},
                                                 {"Eigen", ATTEST_FLOAT32, eigen_product},
                                                 {"oneDNN's sgemm", ATTEST_FLOAT32, onednn_sgemm},
                                                 {"oneDNN", ATTEST_FLOAT32, onednn_product},
                                                 {"oneDNN, packed", ATTEST_FLOAT32, onednn_packed_product},
                                                 {"oneDNN", ATTEST_BFLOAT16, onednn_bfloat16_product},
                                                 {"oneDNN, packed", ATTEST_BFLOAT16, onednn_packed_bfloat16_product}};
  return list;
}

}  // namespace attest::bench
