// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/packed/driver.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/problem.hpp"
#include "kernels/terms.hpp"
#include "kernels/threads.hpp"

namespace attest::kernels::packed {

namespace {

constexpr std::int64_t line = 64;

std::int64_t round_up(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit * unit; }

Sizes sizes_of(const Engine& engine, const attest_problem& p) {
  Sizes s{};
  s.queries = p.queries;
  s.keys = p.keys;
  s.width = p.width;
  s.value_width = p.value_width;
  s.padded_keys = round_up(p.keys, engine.key_unit);
  s.padded_width = round_up(p.width, engine.width_unit);
  s.padded_value_width = round_up(p.value_width, engine.value_unit);
  s.key_elements = s.padded_keys * s.padded_width;
  s.value_elements = s.padded_keys * s.padded_value_width;
  return s;
}

/// Heads that read the same keys and values: a group.
std::int64_t heads_of_group(const attest_problem& p) { return p.kv_heads == 0 ? 1 : p.heads / p.kv_heads; }

/// Whether a term is spread to slices in the group's memory. ALiBi's numbers are made where they are added.
bool is_spread(const attest_term& term) { return is_relative(term) && term.kind != ATTEST_TERM_ALIBI; }

/// What is made once a group: packed keys, packed values, and the slices of B and of C of each of its heads.
struct GroupMemory {
  std::int64_t keys, values, bias, factor, bytes;  ///< offsets and their end
  std::int64_t slices;                             ///< between those of two heads

  GroupMemory(const Engine& engine, const Sizes& s, const attest_problem& p)
      : slices(round_up(spread_size(p) * static_cast<std::int64_t>(sizeof(float)), line)) {
    const std::int64_t group = heads_of_group(p);
    keys = 0;
    values = keys + round_up(s.key_elements * engine.element, line);
    bias = values + round_up(s.value_elements * engine.element, line);
    factor = bias + (is_spread(p.bias) ? group * slices : 0);
    bytes = factor + (is_spread(p.factor) ? group * slices : 0);
  }
};

/// How the work is cut. With many groups each task is one, and a worker reuses its memory; otherwise as many groups as
/// keep the threads busy are packed, then attended to, together. The bits do not depend on it: a block of queries is
/// computed in the same way in both.
struct Cut {
  bool by_group;
  std::int64_t groups;  ///< with memory at the same time

  Cut(const attest_problem& p, int threads) {
    const std::int64_t all = p.batches * p.heads / heads_of_group(p);
    by_group = threads == 1 || all >= 4 * std::int64_t{threads};
    groups = by_group ? std::min<std::int64_t>(threads, all) : std::min<std::int64_t>(all, 2);
  }
};

/// Where the slices of a head lie in its group's memory.
float* slices_of(const attest_problem& p, const GroupMemory& memory, std::int64_t term, std::int64_t number,
                 char* base) {
  return reinterpret_cast<float*>(base + term + number % heads_of_group(p) * memory.slices);
}

/// What tanh_of_power (simd/softcap.hpp) takes of a product.
double tanh_unit(double scale, double softcap) { return scale / softcap * (2 * 0x1.71547652b82fep+0); }

/// Adds the slices or the rows of a term to a head. `slices`: written where the term is relative.
void lay_term(const attest_problem& p, const attest_term& term, std::int64_t b, std::int64_t h, float* slices,
              const float*& data, std::int64_t& row) {
  data = nullptr;
  row = 0;
  if (term.kind == ATTEST_TERM_NONE || term.kind == ATTEST_TERM_ALIBI) return;
  if (is_spread(term)) {
    data = slices + (p.queries - 1);
    row = -1;
  } else {
    data = row_of<const float>(term.values, b, h, 0);
    row = term.values.row;
  }
}

/// Head `number` of all batches' heads, in the memory of its group.
Head lay_head(const Engine& engine, const attest_problem& p, const GroupMemory& memory, std::int64_t number,
              char* base) {
  const std::int64_t b = number / p.heads, h = number % p.heads;
  Head head{};
  const auto matrix = [b](const attest_tensor& t, std::int64_t of, const void*& data, std::int64_t& row) {
    data = t.data != nullptr ? row_of<const std::uint16_t>(t, b, of, 0) : nullptr;
    row = t.row;
  };
  matrix(p.query, h, head.query, head.query_row);
  matrix(p.key, kv_head(p, h), head.key, head.key_row);
  matrix(p.value, kv_head(p, h), head.value, head.value_row);
  head.output = row_of<std::uint16_t>(p.output, b, h, 0);
  head.output_row = p.output.row;
  if (p.row_sum.data != nullptr) head.row_sum = row_of<float>(p.row_sum, b, h, 0);
  if (p.log_sum_exp.data != nullptr) head.log_sum_exp = row_of<float>(p.log_sum_exp, b, h, 0);
  lay_term(p, p.bias, b, h, slices_of(p, memory, memory.bias, number, base), head.bias, head.bias_row);
  if (p.bias.kind == ATTEST_TERM_ALIBI) {
    head.slope = row_of<const float>(p.bias.values, 0, h, 0);
    head.bias_row = -1;
  }
  lay_term(p, p.factor, b, h, slices_of(p, memory, memory.factor, number, base), head.factor, head.factor_row);
  if (p.mask_kind == ATTEST_MASK_BYTES) {
    head.mask = row_of<const std::uint8_t>(p.mask, b, h, 0);
    head.mask_row = p.mask.row;
  }
  const bool window = p.mask_kind == ATTEST_MASK_WINDOW;
  head.hidden_offset = window ? p.diagonal - p.window_left : -p.queries;
  head.visible_offset = window                              ? p.diagonal + p.window_right + 1
                        : p.mask_kind == ATTEST_MASK_CAUSAL ? p.diagonal + 1
                                                            : p.keys;
  const bool zero = p.scale == 0;
  head.scale = zero ? 1 : std::fabs(p.scale);
  head.query_keep = zero ? 0 : 0xffffffffu;
  head.query_flip = p.scale < 0 ? engine.sign : 0;
  head.softcap = static_cast<float>(p.softcap);
  if (p.softcap != 0) head.tanh_unit = static_cast<float>(tanh_unit(head.scale, p.softcap));
  if (p.sinks.data != nullptr) head.sink = row_of<const float>(p.sinks, 0, h, 0);
  head.weighting = p.operation != ATTEST_HARDMAX   ? Weighting::softmax
                   : p.ties == ATTEST_TIES_UNIFORM ? Weighting::hardmax_uniform
                   : p.ties == ATTEST_TIES_FIRST   ? Weighting::hardmax_first
                                                   : Weighting::hardmax_all;
  head.packed_keys = base + memory.keys;
  head.packed_values = base + memory.values;
  return head;
}

void spread_terms(const attest_problem& p, const GroupMemory& memory, std::int64_t number, char* base) {
  const std::int64_t h = number % p.heads;
  if (is_spread(p.bias)) spread_term(p, p.bias, h, slices_of(p, memory, memory.bias, number, base));
  if (is_spread(p.factor)) spread_term(p, p.factor, h, slices_of(p, memory, memory.factor, number, base));
}

}  // namespace

attest_status supports(const attest_problem& p, attest_message why) {
  // The scale, and the scale in binary exponents, are used as normal floats.
  const double magnitude = std::fabs(p.scale);
  const auto beyond = [](double x) { return x != 0 && (x < 0x1p-126 || x > 0x1p126); };
  if (beyond(magnitude))
    return refuse(why, ATTEST_UNSUPPORTED, "scale: expected 0 or a magnitude from 2^-126 to 2^126, found %g", p.scale);
  if (p.softcap != 0 && beyond(tanh_unit(magnitude, p.softcap)))
    return refuse(why, ATTEST_UNSUPPORTED, "scale: expected 0 or a magnitude from 2^-128 to 2^124 times the softcap");
  return ATTEST_OK;
}

size_t scratch(const Engine& engine, const attest_problem& p, int threads) {
  const Sizes s = sizes_of(engine, p);
  return static_cast<size_t>(Cut(p, threads).groups * GroupMemory(engine, s, p).bytes) +
         static_cast<size_t>(threads) * engine.scratch(s);
}

void run(const Engine& engine, const attest_problem& p, void* scratch, int threads) {
  const Sizes s = sizes_of(engine, p);
  const GroupMemory memory(engine, s, p);
  const Cut cut(p, threads);
  const std::int64_t group = heads_of_group(p), groups = p.batches * p.heads / group;
  const std::int64_t blocks = (p.queries + engine.query_block - 1) / engine.query_block;
  char* const shared = static_cast<char*>(scratch);
  char* const own = shared + cut.groups * memory.bytes;
  const auto worker_memory = [&](int worker) { return own + worker * static_cast<std::int64_t>(engine.scratch(s)); };

  if (cut.by_group) {
    parallel_for(groups, threads, [&](std::int64_t number, int worker) {
      char* base = shared + worker * memory.bytes;
      for (std::int64_t h = number * group; h < (number + 1) * group; ++h) {
        const Head head = lay_head(engine, p, memory, h, base);
        spread_terms(p, memory, h, base);
        if (h == number * group) engine.pack(s, head, 0, s.keys);
        for (std::int64_t block = 0; block < blocks; ++block)
          engine.attend(s, head, block * engine.query_block, worker_memory(worker));
      }
    });
    return;
  }
  constexpr std::int64_t pack_keys = 512;  // a multiple of every key_unit
  const std::int64_t chunks = std::max<std::int64_t>(1, (p.keys + pack_keys - 1) / pack_keys);
  for (std::int64_t first = 0; first < groups; first += cut.groups) {
    const std::int64_t now = std::min(cut.groups, groups - first);
    const auto base = [&](std::int64_t i) { return shared + i * memory.bytes; };
    parallel_for(now * chunks, threads, [&](std::int64_t task, int) {
      const std::int64_t i = task / chunks, chunk = task % chunks, head = (first + i) * group;
      for (std::int64_t h = head; chunk == 0 && h < head + group; ++h) spread_terms(p, memory, h, base(i));
      engine.pack(s, lay_head(engine, p, memory, head, base(i)), chunk * pack_keys,
                  std::min(s.keys, (chunk + 1) * pack_keys));
    });
    parallel_for(now * group * blocks, threads, [&](std::int64_t task, int worker) {
      const std::int64_t h = task / blocks, block = task % blocks;
      engine.attend(s, lay_head(engine, p, memory, first * group + h, base(h / group)), block * engine.query_block,
                    worker_memory(worker));
    });
  }
}

}  // namespace attest::kernels::packed
