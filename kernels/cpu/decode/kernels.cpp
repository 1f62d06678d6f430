// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/decode/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "kernels/cpu/decode/engine.hpp"
#include "kernels/cpu/family.hpp"
#include "kernels/cpu/fused/engine.hpp"
#include "kernels/cpu/simd/softcap.hpp"
#include "kernels/threads.hpp"

namespace attest::kernels {

namespace {

using decode::Engine;
using decode::Heads;
using decode::Keys;

/// How a problem is cut into tasks: some heads of keys and values of one sequence. All whose rows are neighbours, so
/// that memory is read from end to end, as long as there are four tasks for each thread.
struct Cut {
  std::int64_t kv_heads, runs;  ///< of a task; tasks of a sequence

  Cut(const PagedDecode& p, int threads) : kv_heads(1) {
    const bool neighbours =
        std::abs(p.key.head) < std::abs(p.key.row) && std::abs(p.value.head) < std::abs(p.value.row);
    if (neighbours)
      kv_heads = threads <= 1
                     ? p.kv_heads
                     : std::clamp<std::int64_t>(p.sequences * p.kv_heads / (4 * std::int64_t{threads}), 1, p.kv_heads);
    runs = (p.kv_heads + kv_heads - 1) / kv_heads;
  }

  Heads heads(std::int64_t run, const PagedDecode& p) const {
    return {run * kv_heads, std::min((run + 1) * kv_heads, p.kv_heads)};
  }
};

std::size_t workspace(const Engine& engine, const PagedDecode& p, const Cut& cut) {
  return (engine.workspace_bytes(p, cut.kv_heads) + 63) / 64 * 64;
}

std::size_t scratch(const Engine& engine, const PagedDecode& p, int threads) {
  if (p.kv_heads == 0) return 0;
  return static_cast<std::size_t>(std::max(threads, 1)) * workspace(engine, p, Cut(p, threads));
}

/// Query i of every batch entry; a batch entry is one page.
PagedDecode without_pages(const attest_problem& p, std::int64_t i) {
  const auto at = [i](attest_tensor t, std::int64_t bytes) {
    if (t.data != nullptr) t.data = static_cast<char*>(t.data) + i * bytes;
    return t;
  };
  const std::int64_t element = size_of(p.dtype);
  PagedDecode d;
  d.dtype = p.dtype;
  d.sequences = p.batches, d.heads = p.heads, d.kv_heads = p.kv_heads == 0 ? p.heads : p.kv_heads;
  d.width = p.width, d.value_width = p.value_width;
  d.scale = p.scale, d.softcap = p.softcap, d.sinks = p.sinks;
  d.query = at(p.query, p.query.row * element), d.output = at(p.output, p.output.row * element);
  d.row_sum = at(p.row_sum, sizeof(float)), d.log_sum_exp = at(p.log_sum_exp, sizeof(float));
  if (p.mask_kind == ATTEST_MASK_BYTES) d.mask = at(p.mask, p.mask.row);
  d.key = {p.key.data, p.key.batch, p.key.row, p.key.head};
  d.value = {p.value.data, p.value.batch, p.value.row, p.value.head};
  d.page_rows = std::max<std::int64_t>(p.keys, 1);
  return d;
}

template <class InstructionSet, const Engine& engine, std::uint32_t format>
struct Decode {
  static constexpr const char *isa = InstructionSet::isa, *suffix = "_decode";
  static constexpr std::uint32_t dtype = format;
  static constexpr Extensions extensions = Extensions::decoding;

  static bool available() { return InstructionSet::available(); }

  static attest_error_class error() {
    attest_error_class error = plain_error<float>(simd::Exp2<float>::error);
    error.output_round = format == ATTEST_BFLOAT16 ? 0x1p-8 : format == ATTEST_FLOAT16 ? 0x1p-11 : 0;
    error.key_block = decode::block_keys;
    error.reference_lag = fused::headroom_lag;
    error.tanh_relative = simd::tanh_relative<float>;
    error.tanh_absolute = simd::tanh_absolute<float>;
    return error;
  }

  static attest_status supports(const attest_problem&, attest_message) { return ATTEST_OK; }

  static std::size_t scratch(const attest_problem& p, int threads) {
    return kernels::scratch(engine, without_pages(p, 0), threads);
  }

  static void run(const attest_problem& p, void* scratch, int threads) {
    if (p.batches * p.heads * p.queries == 0) return;
    const PagedDecode first = without_pages(p, 0);
    const Cut cut(first, threads);
    const std::size_t bytes = workspace(engine, first, cut);
    parallel_for(p.batches * cut.runs * p.queries, threads, [&](std::int64_t task, int worker) {
      const std::int64_t i = task % p.queries, of = task / p.queries;
      engine.run(without_pages(p, i), of / cut.runs, cut.heads(of % cut.runs, first),
                 {first_visible(p, i), visible_keys(p, i)},
                 static_cast<std::byte*>(scratch) + static_cast<std::size_t>(worker) * bytes);
    });
  }
};

/// The engine of a format for this processor; null if there is none.
const Engine* find_engine(std::uint32_t dtype) {
#define ATTEST_ENGINE_OF(name)                                     \
  if (instruction_set::name::available()) {                        \
    if (dtype == ATTEST_FLOAT32) return &decode::name##_float32;   \
    if (dtype == ATTEST_BFLOAT16) return &decode::name##_bfloat16; \
    if (dtype == ATTEST_FLOAT16) return &decode::name##_float16;   \
  }
  ATTEST_INSTRUCTION_SETS(ATTEST_ENGINE_OF)
#undef ATTEST_ENGINE_OF
  return nullptr;
}

}  // namespace

std::span<const attest_kernel> decode_kernels() {
  static const std::vector<attest_kernel> list = [] {
    std::vector<attest_kernel> all;
#define ATTEST_KERNELS_OF(name)                                                                               \
  add_family<Decode<instruction_set::name, decode::name##_float32, ATTEST_FLOAT32>, ATTEST_ATTENTION>(all);   \
  add_family<Decode<instruction_set::name, decode::name##_bfloat16, ATTEST_BFLOAT16>, ATTEST_ATTENTION>(all); \
  add_family<Decode<instruction_set::name, decode::name##_float16, ATTEST_FLOAT16>, ATTEST_ATTENTION>(all);
    ATTEST_INSTRUCTION_SETS(ATTEST_KERNELS_OF)
#undef ATTEST_KERNELS_OF
    return all;
  }();
  return list;
}

attest_status check_paged_decode(const PagedDecode& p, attest_message why) {
  if (p.sequences < 0 || p.heads < 0 || p.kv_heads < 0 || p.width < 0 || p.value_width < 0 || p.window_left < 0)
    return refuse(why, ATTEST_INVALID, "expected sizes of at least 0");
  if (p.heads > 0 && (p.kv_heads == 0 || p.heads % p.kv_heads != 0))
    return refuse(why, ATTEST_INVALID, "kv_heads: expected a divisor of heads, %lld, found %lld",
                  static_cast<long long>(p.heads), static_cast<long long>(p.kv_heads));
  if (p.page_rows < 1) return refuse(why, ATTEST_INVALID, "page_rows: expected at least 1");
  if (!std::isfinite(p.scale)) return refuse(why, ATTEST_INVALID, "scale: expected a finite number");
  if (p.softcap != 0 && !(p.softcap >= 0x1p-60 && p.softcap <= 0x1p60))
    return refuse(why, ATTEST_INVALID, "softcap: expected a number from 2^-60 to 2^60, or 0 for none");
  if (p.sequences > 0 && p.heads > 0 && p.lengths == nullptr)
    return refuse(why, ATTEST_INVALID, "lengths: expected data, found a null pointer");
  if (size_of(p.dtype) == 0) return refuse(why, ATTEST_INVALID, "dtype: %u is none", p.dtype);
  if (p.dtype != ATTEST_FLOAT32 && p.dtype != ATTEST_BFLOAT16 && p.dtype != ATTEST_FLOAT16)
    return refuse(why, ATTEST_UNSUPPORTED, "expected float32, bfloat16 or float16, found %s", dtype_name(p.dtype));
  if (find_engine(p.dtype) == nullptr)
    return refuse(why, ATTEST_NO_DEVICE, "this processor lacks the kernel's instructions");
  return ATTEST_OK;
}

std::size_t paged_decode_scratch(const PagedDecode& p, int threads) {
  return check_paged_decode(p, {}) == ATTEST_OK ? scratch(*find_engine(p.dtype), p, threads) : 0;
}

attest_status paged_decode(const PagedDecode& p, void* scratch, int threads, attest_message why) {
  if (const attest_status status = check_paged_decode(p, why); status != ATTEST_OK) return status;
  if (p.sequences * p.heads == 0) return ATTEST_OK;
  const Engine& engine = *find_engine(p.dtype);
  const Cut cut(p, threads);
  const std::size_t bytes = workspace(engine, p, cut);
  parallel_for(p.sequences * cut.runs, threads, [&](std::int64_t task, int worker) {
    const std::int64_t sequence = task / cut.runs, end = p.lengths[sequence];
    engine.run(p, sequence, cut.heads(task % cut.runs, p), {std::max<std::int64_t>(end - 1 - p.window_left, 0), end},
               static_cast<std::byte*>(scratch) + static_cast<std::size_t>(worker) * bytes);
  });
  return ATTEST_OK;
}

}  // namespace attest::kernels
