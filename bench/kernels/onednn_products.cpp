// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/contender.hpp"
#include "bench/kernels/products.hpp"

#ifdef ATTEST_BENCH_ONEDNN
#include <omp.h>
#include <oneapi/dnnl/dnnl.h>

#include <cstring>
#include <map>
#include <tuple>
#include <unordered_map>

#include "bench/kernels/onednn_engine.hpp"
#endif

namespace attest::bench {

#ifdef ATTEST_BENCH_ONEDNN

namespace {

using dnnl::memory;

/// The matrices stay from call to call: their pages are warm.
double product(memory::data_type type, memory::format_tag right, std::int64_t length, int threads) {
  omp_set_num_threads(threads);
  static std::map<std::tuple<memory::data_type, memory::format_tag, std::int64_t>,
                  std::pair<dnnl::matmul, std::unordered_map<int, memory>>>
      ready;
  const auto key = std::make_tuple(type, right, length);
  if (!ready.contains(key)) try {
      const memory::desc left({length, length}, type, memory::format_tag::ab), wanted({length, length}, type, right);
      const memory::desc wide({length, length}, memory::data_type::f32, memory::format_tag::ab);
      const dnnl::matmul::primitive_desc plan({left, wanted, wide}, onednn_engine());
      const memory A(left, onednn_engine()), B(plan.weights_desc(), onednn_engine()), C(wide, onednn_engine());
      std::memset(A.get_data_handle(), 0, left.get_size());
      std::memset(B.get_data_handle(), 0, plan.weights_desc().get_size());
      ready.insert({key, {dnnl::matmul(plan), {{DNNL_ARG_SRC, A}, {DNNL_ARG_WEIGHTS, B}, {DNNL_ARG_DST, C}}}});
    } catch (const dnnl::error& error) {
      throw Absent{std::string("oneDNN: ") + error.what()};
    }
  auto& [matmul, arguments] = ready.at(key);
  dnnl::stream stream(onednn_engine());
  const double start = now();
  matmul.execute(stream, arguments);
  stream.wait();
  return now() - start;
}

}  // namespace

double onednn_sgemm(std::int64_t length, int threads) {
  static std::vector<float> A, B, C;
  const auto elements = static_cast<std::size_t>(length * length);
  if (A.size() != elements) A.assign(elements, 0.5f), B.assign(elements, 0.25f), C.assign(elements, 0);
  omp_set_num_threads(threads);
  const double start = now();
  dnnl_sgemm('N', 'N', length, length, length, 1, A.data(), length, B.data(), length, 0, C.data(), length);
  return now() - start;
}
double onednn_product(std::int64_t length, int threads) {
  return product(memory::data_type::f32, memory::format_tag::ab, length, threads);
}
double onednn_packed_product(std::int64_t length, int threads) {
  return product(memory::data_type::f32, memory::format_tag::any, length, threads);
}
double onednn_bfloat16_product(std::int64_t length, int threads) {
  return product(memory::data_type::bf16, memory::format_tag::ab, length, threads);
}
double onednn_packed_bfloat16_product(std::int64_t length, int threads) {
  return product(memory::data_type::bf16, memory::format_tag::any, length, threads);
}

#else

double onednn_sgemm(std::int64_t, int) { throw Absent{"built without libdnnl-dev"}; }
double onednn_product(std::int64_t, int) { throw Absent{"built without libdnnl-dev"}; }
double onednn_packed_product(std::int64_t, int) { throw Absent{"built without libdnnl-dev"}; }
double onednn_bfloat16_product(std::int64_t, int) { throw Absent{"built without libdnnl-dev"}; }
double onednn_packed_bfloat16_product(std::int64_t, int) { throw Absent{"built without libdnnl-dev"}; }

#endif

}  // namespace attest::bench
