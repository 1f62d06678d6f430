// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/shared_weights/kernels.hpp"

#include <limits>
#include <vector>

#include "kernels/cpu/family.hpp"
#include "kernels/cpu/instruction_sets.hpp"
#include "kernels/cpu/shared_weights/engine.hpp"
#include "kernels/cpu/simd/exp.hpp"
#include "kernels/terms.hpp"
#include "kernels/threads.hpp"

namespace attest::kernels {

namespace {

using shared_weights::Engine;

template <typename T>
constexpr std::uint32_t dtype_of = sizeof(T) == 8 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;

bool differs_by_batch(const attest_problem& p, const attest_tensor& t) { return p.batches > 1 && t.batch != 0; }

attest_status supports_direct(const attest_problem& p, attest_message why) {
  const char* differs = nullptr;
  if (p.width > 0 && differs_by_batch(p, p.query)) differs = "query";
  if (p.width > 0 && differs_by_batch(p, p.key)) differs = "key";
  if (p.bias.kind == ATTEST_TERM_DENSE && differs_by_batch(p, p.bias.values)) differs = "bias";
  if (p.factor.kind == ATTEST_TERM_DENSE && differs_by_batch(p, p.factor.values)) differs = "factor";
  if (p.mask_kind == ATTEST_MASK_BYTES && differs_by_batch(p, p.mask)) differs = "mask";
  if (differs != nullptr)
    return refuse(why, ATTEST_UNSUPPORTED, "%s differs from batch to batch: expected batch stride 0, as A is made once",
                  differs);
  return ATTEST_OK;
}

template <typename T>
attest_error_class direct_class() {
  return plain_error<T>(simd::exp_error<T>);
}

/// Rows that the direct method computes are in its class, so the Fourier kernel's holds it, too.
template <typename T>
attest_error_class fourier_class() {
  attest_error_class error = direct_class<T>();
  error.method = ATTEST_METHOD_FFT;
  error.exp_relative = 5 * std::numeric_limits<T>::epsilon() / 2;  // and the rest of the argument's subtraction
  error.output_round = std::numeric_limits<T>::epsilon() / 2;
  error.norm_relative = shared_weights::norm_relative<T>;
  return error;
}

constexpr std::int64_t line = 64;
std::int64_t whole_lines(std::int64_t bytes) { return (bytes + line - 1) / line * line; }

/// What each worker needs, behind what all share.
template <class Method>
std::size_t scratch_of(const attest_problem& p, int threads) {
  return static_cast<std::size_t>(Method::shared_scratch(p) + threads * whole_lines(Method::worker_scratch(p)));
}

template <class Method>
void run_tasks(const attest_problem& p, void* scratch, int threads) {
  auto* const shared = static_cast<char*>(scratch);
  Method::start(p, shared);
  const std::int64_t offset = Method::shared_scratch(p), bytes = whole_lines(Method::worker_scratch(p));
  parallel_for(Method::tasks(p), threads,
               [&](std::int64_t task, int worker) { Method::task(p, shared, task, shared + offset + worker * bytes); });
}

template <class InstructionSet, typename T, const Engine<T>& code>
struct Direct : InstructionSet {
  static constexpr std::uint32_t dtype = dtype_of<T>;
  static attest_error_class error() { return direct_class<T>(); }
  static attest_status supports(const attest_problem& p, attest_message why) { return supports_direct(p, why); }
  static std::size_t scratch(const attest_problem& p, int threads) { return scratch_of<Direct>(p, threads); }
  static void run(const attest_problem& p, void* scratch, int threads) { run_tasks<Direct>(p, scratch, threads); }

  static std::int64_t shared_scratch(const attest_problem&) { return 0; }
  static std::int64_t worker_scratch(const attest_problem& p) { return code.direct_scratch(p); }
  static std::int64_t tasks(const attest_problem& p) { return code.direct_tasks(p); }
  static void start(const attest_problem&, char*) {}
  static void task(const attest_problem& p, const char*, std::int64_t task, char* scratch) {
    code.direct_task(p, task, scratch);
  }
};

/// With the best instructions that the processor has, null where it has none.
template <typename T>
struct FourierMethod {
  static constexpr const char* isa = "fft";
  static constexpr std::uint32_t dtype = dtype_of<T>;
  static attest_error_class error() { return fourier_class<T>(); }
  static bool available() { return code() != nullptr; }
  static attest_status supports(const attest_problem& p, attest_message why) {
    if (const attest_status status = supports_direct(p, why); status != ATTEST_OK) return status;
    const char* unfit = nullptr;
    if (p.width != 0) unfit = "width = 0";
    if (p.bias.kind != ATTEST_TERM_NONE && !is_relative(p.bias)) unfit = "a bias that depends on i - j alone";
    if (p.factor.kind != ATTEST_TERM_NONE && !is_relative(p.factor)) unfit = "a factor that depends on i - j alone";
    if (p.mask_kind == ATTEST_MASK_BYTES) unfit = "no mask or a causal one";
    if (unfit == nullptr && available() && !code()->toeplitz_pays(p)) unfit = "lengths at which transforms are faster";
    return unfit == nullptr ? ATTEST_OK : refuse(why, ATTEST_UNSUPPORTED, "the Fourier kernel needs %s", unfit);
  }
  static std::size_t scratch(const attest_problem& p, int threads) { return scratch_of<FourierMethod>(p, threads); }
  static void run(const attest_problem& p, void* scratch, int threads) {
    run_tasks<FourierMethod>(p, scratch, threads);
  }

  static const Engine<T>* code() {
#define ATTEST_BEST(name)                     \
  if (instruction_set::name::available()) {   \
    if constexpr (sizeof(T) == 8)             \
      return &shared_weights::name##_float64; \
    else                                      \
      return &shared_weights::name##_float32; \
  }
    ATTEST_INSTRUCTION_SETS(ATTEST_BEST)
#undef ATTEST_BEST
    return nullptr;
  }
  static std::int64_t length(const attest_problem& p) { return shared_weights::transform_length(p.queries + p.keys); }
  static std::int64_t shared_scratch(const attest_problem& p) {
    return whole_lines(length(p) * static_cast<std::int64_t>(2 * sizeof(double)));
  }
  static std::int64_t worker_scratch(const attest_problem& p) { return code()->toeplitz_scratch(p); }
  static std::int64_t tasks(const attest_problem& p) { return code()->toeplitz_tasks(p); }
  static void start(const attest_problem& p, char* shared) {
    shared_weights::fourier_roots(length(p), reinterpret_cast<double*>(shared));
  }
  static void task(const attest_problem& p, const char* shared, std::int64_t task, char* scratch) {
    code()->toeplitz_task(p, reinterpret_cast<const double*>(shared), task, scratch);
  }
};

}  // namespace

std::span<const attest_kernel> shared_weights_kernels() {
  static const std::vector<attest_kernel> list = [] {
    std::vector<attest_kernel> all;
#define ATTEST_FLOAT32_OF(name) \
  add_family<Direct<instruction_set::name, float, shared_weights::name##_float32>, ATTEST_POSITIONAL>(all);
#define ATTEST_FLOAT64_OF(name) \
  add_family<Direct<instruction_set::name, double, shared_weights::name##_float64>, ATTEST_POSITIONAL>(all);
#if defined(__x86_64__)
    add_family<FourierMethod<float>, ATTEST_POSITIONAL>(all);
    ATTEST_INSTRUCTION_SETS(ATTEST_FLOAT32_OF)
    ATTEST_INSTRUCTION_SETS(ATTEST_FLOAT64_OF)
    // Not before the direct ones: its promise is 2^-40 of norms, and who computes in float64 wants every element's
    // digits.
    add_family<FourierMethod<double>, ATTEST_POSITIONAL>(all);
#endif
    return all;
  }();
  return list;
}

}  // namespace attest::kernels
