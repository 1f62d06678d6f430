// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/backward/kernels.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/cpu/backward/engine.hpp"
#include "kernels/cpu/backward/relative.hpp"
#include "kernels/cpu/backward/sizes.hpp"
#include "kernels/cpu/family.hpp"
#include "kernels/cpu/simd/exp.hpp"
#include "kernels/formats.hpp"
#include "kernels/terms.hpp"
#include "kernels/threads.hpp"

namespace attest::kernels {

namespace {

using backward::Engine;
using backward::Parts;
using backward::Plan;

constexpr double log2_e = 0x1.71547652b82fep+0;

std::int64_t round_up(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit * unit; }

/// Whether a gradient is asked for that several batches (heads) add to and that is no family.
bool shared(const attest_gradient_problem& g, std::int64_t attest_tensor::*stride) {
  const attest_problem& p = g.forward;
  const auto is = [&](const attest_tensor& array, const attest_tensor& gradient) {
    return gradient.data != nullptr && array.*stride == 0;
  };
  const auto is_dense = [&](const attest_term& t, const attest_tensor& gradient) {
    return t.kind == ATTEST_TERM_DENSE && is(t.values, gradient);
  };
  return is(p.query, g.grad_query) || is(p.key, g.grad_key) || is(p.value, g.grad_value) ||
         is_dense(p.bias, g.grad_bias) || is_dense(p.factor, g.grad_factor);
}

Plan make_plan(const Engine& engine, const attest_gradient_problem& g) {
  const attest_problem& p = g.forward;
  Plan plan{.problem = &g,
            .all_batches = p.batches > 1 && shared(g, &attest_tensor::batch),
            .all_heads = p.heads > 1 && shared(g, &attest_tensor::head),
            .family = engine.tile_rows + spread_size(p) + engine.panel_width,
            .unit = log2_e};
  plan.key_block = backward::key_block(p.keys, p.width, p.value_width, engine.bytes);
  const std::int64_t most = backward::most_query_block(plan.key_block);
  const std::int64_t blocks = std::max<std::int64_t>((p.queries + most - 1) / most, 1);
  plan.query_block =
      std::max<std::int64_t>(round_up((p.queries + blocks - 1) / blocks, engine.tile_rows), engine.tile_rows);
  plan.key_blocks = (p.keys + plan.key_block - 1) / plan.key_block;
  const std::int64_t wanted =
      std::min(backward::most_tasks / std::max<std::int64_t>(plan.groups(), 1), p.keys / backward::least_chunk);
  const std::int64_t chunks = std::max<std::int64_t>(wanted, 1);
  plan.chunk_blocks = std::max<std::int64_t>((plan.key_blocks + chunks - 1) / chunks, 1);
  plan.chunks = std::max<std::int64_t>((plan.key_blocks + plan.chunk_blocks - 1) / plan.chunk_blocks, 1);
  return plan;
}

/// Where everything lies in the scratch memory, in bytes.
template <typename T>
struct Layout {
  std::int64_t bias = 0, factor = 0, bias_sums = 0, factor_sums = 0, query_sums = 0, workspaces = 0, end = 0;
  std::int64_t families, slot, workspace;  ///< families of one gradient; bytes of one chunk's query sums, of a worker

  Layout(const Engine& engine, const Plan& plan, int threads) {
    const attest_gradient_problem& g = *plan.problem;
    const attest_problem& p = g.forward;
    const auto at_least_one = [](std::int64_t n) { return std::max<std::int64_t>(n, 1); };
    const std::int64_t heads = at_least_one(p.heads);
    families = at_least_one(p.batches) * heads * plan.chunks;
    slot = plan.chunks == 1 || g.grad_query.data == nullptr
               ? 0
               : round_up(Parts(plan, p.query).count() * round_up(p.queries, engine.tile_rows) *
                              engine.row_of_sums(p.width) * static_cast<std::int64_t>(sizeof(T)),
                          64);
    workspace = round_up(static_cast<std::int64_t>(engine.workspace_bytes(plan)), 64);
    bias = take(is_relative(p.bias), heads * plan.family * sizeof(T));
    factor = take(is_relative(p.factor), heads * plan.family * sizeof(T));
    bias_sums = take(is_relative(p.bias) && g.grad_bias.data != nullptr, families * plan.family * sizeof(T));
    factor_sums = take(is_relative(p.factor) && g.grad_factor.data != nullptr, families * plan.family * sizeof(T));
    query_sums = take(slot > 0, static_cast<std::size_t>(plan.tasks() * slot));
    workspaces = take(true, static_cast<std::size_t>(workspace * std::max(threads, 1)));
  }

 private:
  std::int64_t take(bool wanted, std::size_t bytes) {
    if (!wanted) return -1;
    const std::int64_t begin = end;
    end += round_up(static_cast<std::int64_t>(bytes), 64);
    return begin;
  }
};

std::size_t scratch(const Engine& engine, const attest_gradient_problem& g, int threads) {
  const Plan plan = make_plan(engine, g);
  return static_cast<std::size_t>(g.forward.dtype == ATTEST_FLOAT64 ? Layout<double>(engine, plan, threads).end
                                                                    : Layout<float>(engine, plan, threads).end);
}

/// 0 in a dense gradient: rows add to it what they see.
template <typename T>
void clear_dense(const attest_problem& p, const attest_term& term, const attest_tensor& gradient, int threads) {
  if (term.kind != ATTEST_TERM_DENSE || gradient.data == nullptr) return;
  const std::int64_t batches = term.values.batch == 0 ? std::min<std::int64_t>(p.batches, 1) : p.batches;
  const std::int64_t heads = term.values.head == 0 ? std::min<std::int64_t>(p.heads, 1) : p.heads;
  parallel_for(batches * heads, threads, [&](std::int64_t part, int) {
    for (std::int64_t i = 0; i < p.queries; ++i)
      std::fill_n(row_of<T>(gradient, part / heads, part % heads, i), p.keys, T{0});
  });
}

/// The gradient of queries from the sums of the chunks.
template <typename Element, typename T>
void add_chunks(const Engine& engine, const Plan& plan, const std::byte* slots, std::int64_t slot, int threads) {
  const attest_gradient_problem& g = *plan.problem;
  const attest_problem& p = g.forward;
  const Parts parts(plan, p.query);
  const std::int64_t row = engine.row_of_sums(p.width), padded = round_up(p.queries, engine.tile_rows);
  const std::int64_t batches = p.query.batch == 0 ? 1 : p.batches, heads = p.query.head == 0 ? 1 : p.heads;
  constexpr std::int64_t some = 256;  // rows of a task
  const std::int64_t tasks = (p.queries + some - 1) / some;
  parallel_for(batches * heads * tasks, threads, [&](std::int64_t task, int) {
    const std::int64_t b = task / tasks / heads, h = task / tasks % heads, first = task % tasks * some;
    const std::int64_t group = (plan.all_batches ? 0 : b) * (plan.all_heads ? 1 : p.heads) + (plan.all_heads ? 0 : h);
    std::vector<T> sums(static_cast<std::size_t>(p.width));
    for (std::int64_t i = first; i < std::min(first + some, p.queries); ++i) {
      std::ranges::fill(sums, T{0});
      for (std::int64_t chunk = 0; chunk < plan.chunks; ++chunk) {
        const auto* const from = reinterpret_cast<const T*>(slots + (group * plan.chunks + chunk) * slot) +
                                 (parts.of(b, h) * padded + i) * row;
        for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += from[c];
      }
      for (std::size_t c = 0; c < sums.size(); ++c)
        row_of<Element>(g.grad_query, b, h, i)[c] = round_from<Element>(sums[c] * static_cast<T>(p.scale));
    }
  });
}

template <typename Element, typename T>
void run(const Engine& engine, const attest_gradient_problem& g, void* scratch, int threads) {
  const attest_problem& p = g.forward;
  Plan plan = make_plan(engine, g);
  const Layout<T> layout(engine, plan, threads);
  auto* const memory = static_cast<std::byte*>(scratch);
  const auto families = [&](std::int64_t offset) {
    return offset < 0 ? nullptr : reinterpret_cast<T*>(memory + offset) + engine.tile_rows;
  };
  const auto spread = [&](const attest_term& term, T* first, double unit) {
    if (first == nullptr || p.queries == 0 || p.keys == 0) return;
    parallel_for(p.heads, threads, [&](std::int64_t head, int) {
      T* const slices = first + head * plan.family;
      spread_term<T>(p, term, head, slices);
      // In double, so that the unit adds one rounding and no error of its own.
      for (std::int64_t t = 0; t < spread_size(p); ++t)
        slices[t] = static_cast<T>(static_cast<double>(slices[t]) * unit);
    });
  };
  const auto clear = [&](T* first) {
    if (first == nullptr) return;
    parallel_for(layout.families, threads,
                 [&](std::int64_t family, int) { std::fill_n(first + family * plan.family, spread_size(p), T{0}); });
  };
  T* const bias = families(layout.bias);
  T* const factor = families(layout.factor);
  T* const bias_sums = families(layout.bias_sums);
  T* const factor_sums = families(layout.factor_sums);
  spread(p.bias, bias, plan.unit), spread(p.factor, factor, 1);
  clear(bias_sums), clear(factor_sums);
  clear_dense<T>(p, p.bias, g.grad_bias, threads), clear_dense<T>(p, p.factor, g.grad_factor, threads);
  plan.bias = bias, plan.factor = factor, plan.bias_sums = bias_sums, plan.factor_sums = factor_sums;
  if (p.batches > 0 && p.heads > 0) {
    parallel_for(plan.tasks(), threads, [&](std::int64_t task, int worker) {
      engine.run_task(plan, task, memory + layout.workspaces + worker * layout.workspace,
                      layout.slot > 0 ? memory + layout.query_sums + task * layout.slot : nullptr);
    });
    if (layout.slot > 0) add_chunks<Element, T>(engine, plan, memory + layout.query_sums, layout.slot, threads);
  }
  backward::finish_relative<T>(plan, p.bias, g.grad_bias, bias_sums, threads);
  backward::finish_relative<T>(plan, p.factor, g.grad_factor, factor_sums, threads);
}

template <typename Element>
constexpr std::uint32_t dtype_of();
template <>
constexpr std::uint32_t dtype_of<float>() {
  return ATTEST_FLOAT32;
}
template <>
constexpr std::uint32_t dtype_of<double>() {
  return ATTEST_FLOAT64;
}
template <>
constexpr std::uint32_t dtype_of<BFloat16>() {
  return ATTEST_BFLOAT16;
}
template <>
constexpr std::uint32_t dtype_of<Float16>() {
  return ATTEST_FLOAT16;
}

/// What an engine does with numbers of an Element.
template <class InstructionSet, const Engine& engine, typename Element, bool pairs>
struct Backward : InstructionSet {
  using T = std::conditional_t<std::is_same_v<Element, double>, double, float>;
  static constexpr std::uint32_t dtype = dtype_of<Element>();

  static attest_error_class error() {
    attest_error_class error = plain_error<T>(simd::Exp2<T>::error);
    // The log-sum-exp is rounded to the unit of the scores, then the difference.
    error.exp_argument = 2;
    error.output_round = dtype == ATTEST_BFLOAT16 ? 0x1p-8 : dtype == ATTEST_FLOAT16 ? 0x1p-11 : 0;
    // Pairs of bfloat16: P .* C and dS are rounded before the products, and what is subnormal becomes 0.
    if (pairs) error.weight_round = 0x1p-8;
    return error;
  }
};

#if defined(__x86_64__)
struct Avx512Bf16 {
  static constexpr const char* isa = "avx512bf16";
  static bool available() { return cpu().avx512_bf16; }
};
#endif

template <class Family, const Engine& engine, typename Element, std::uint32_t operation>
struct Kernel {
  static int available() { return Family::available() ? 1 : 0; }

  static int supports(const attest_gradient_problem* g, attest_message why) {
    if (g->struct_size != sizeof *g) return refuse(why, ATTEST_INVALID, "expected a struct_size of %zu", sizeof *g);
    if (const int status = check_computes(g->forward, operation, Family::dtype, Extensions::none, why);
        status != ATTEST_OK)
      return status;
    const attest_problem& p = g->forward;
    const bool any = p.batches > 0 && p.heads > 0 && p.queries > 0;
    if (any && p.log_sum_exp.data == nullptr)
      return refuse(why, ATTEST_INVALID, "log_sum_exp: expected what the forward pass stored");
    if (any && p.value_width > 0 && g->grad_output.data == nullptr)
      return refuse(why, ATTEST_INVALID, "grad_output: expected data, found a null pointer");
    return ATTEST_OK;
  }

  static std::size_t scratch(const attest_gradient_problem* g, int threads) {
    return Family::available() ? kernels::scratch(engine, *g, threads) : 0;
  }

  static int run(const attest_gradient_problem* g, void* scratch, int threads, attest_message why) {
    if (const int status = supports(g, why); status != ATTEST_OK) return status;
    if (!available()) return refuse(why, ATTEST_NO_DEVICE, "this processor lacks the kernel's instructions");
    kernels::run<Element, typename Family::T>(engine, *g, scratch, threads);
    return ATTEST_OK;
  }

  static attest_gradient_kernel describe() {
    static const std::string name =
        std::string(operation_name(operation)) + "_gradient_" + dtype_name(Family::dtype) + "_" + Family::isa;
    return {sizeof(attest_gradient_kernel),
            name.c_str(),
            Family::isa,
            operation,
            Family::dtype,
            Family::error(),
            available,
            supports,
            scratch,
            run};
  }
};

template <class InstructionSet, const Engine& engine, typename Element, bool pairs = false>
void add(std::vector<attest_gradient_kernel>& to) {
  using Family = Backward<InstructionSet, engine, Element, pairs>;
  to.push_back(Kernel<Family, engine, Element, ATTEST_ATTENTION>::describe());
  to.push_back(Kernel<Family, engine, Element, ATTEST_RPE>::describe());
  to.push_back(Kernel<Family, engine, Element, ATTEST_URPE>::describe());
}

}  // namespace

std::span<const attest_gradient_kernel> backward_kernels() {
  static const std::vector<attest_gradient_kernel> list = [] {
    std::vector<attest_gradient_kernel> all;
#if defined(__x86_64__)
    add<Avx512Bf16, backward::avx512bf16_bfloat16, BFloat16, true>(all);
#endif
#define ATTEST_ADD(name)                                                \
  add<instruction_set::name, backward::name##_float32, float>(all);     \
  add<instruction_set::name, backward::name##_float64, double>(all);    \
  add<instruction_set::name, backward::name##_bfloat16, BFloat16>(all); \
  add<instruction_set::name, backward::name##_float16, Float16>(all);
    ATTEST_INSTRUCTION_SETS(ATTEST_ADD)
#undef ATTEST_ADD
    return all;
  }();
  return list;
}

}  // namespace attest::kernels
