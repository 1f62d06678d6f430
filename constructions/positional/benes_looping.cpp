// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/benes_looping.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>
#include <string>
#include <thread>

#include "constructions/positional/benes_exchange.hpp"
#include "constructions/positional/benes_loops.hpp"
#include "theory/error.hpp"

// The first and the last column of a network on 2h labels exchange x with x + h. Between them lie two networks on h
// labels each, the upper one on labels 0, ..., h-1, the lower one on h, ..., 2h-1. A packet that enters at i and leaves
// at d must pass through one of them, and
//   - the packets that enter at x and x + h pass through different networks,
//   - so do the packets that leave at y and y + h.
// Following the two rules in turn closes a loop; loops are independent of each other. Once the outer columns are set,
// both inner networks have permutations of their own, and so on inwards. A network keeps its permutation p and the
// inverse q; setting a column is then a conditional swap of the halves of p (or q), a pass over consecutive memory.
// Only the loops jump.

namespace attest::constructions::benes {

using Word = Settings::Word;

namespace {

/// Up to 2^16 labels fit into 16 bits.
constexpr unsigned kShortLog = 16;
/// From here on walkers in turn are faster than one loop at a time (measured).
constexpr std::size_t kManyPairs = std::size_t{1} << 16;

/// What one thread needs for networks of up to 2 * half labels; no page is touched before it is used.
struct Scratch {
  explicit Scratch(std::size_t half)
      : first(std::make_unique_for_overwrite<std::uint8_t[]>(half)),
        last(std::make_unique_for_overwrite<std::uint8_t[]>(half)),
        walkers(half < kManyPairs ? 0 : half),
        p(std::make_unique_for_overwrite<std::uint16_t[]>(std::min(2 * half, std::size_t{1} << kShortLog))),
        q(std::make_unique_for_overwrite<std::uint16_t[]>(std::min(2 * half, std::size_t{1} << kShortLog))) {}
  std::unique_ptr<std::uint8_t[]> first, last;  ///< the flags of a network's outer columns
  Walkers walkers;
  std::unique_ptr<std::uint16_t[]> p, q;
};

/// The words of a network's outer columns.
struct Outer {
  Word* first;
  Word* last;
};

/// Sets the outer columns of a network on 2 * half labels, half >= 64, and turns p and q into those of the inner
/// networks.
template <class Label>
void split(Label* p, Label* q, std::size_t half, Outer out, Scratch& scratch) {
  std::uint8_t *const first = scratch.first.get(), *const last = scratch.last.get();
  if (half < kManyPairs) {
    walk_loops(p, q, half, first, last);
  } else {
    scratch.walkers.walk(p, q, half, first, last);
  }
  const Label inner = static_cast<Label>(half - 1);
  for (std::size_t x = 0; x < half; x += kPairsPerWord) {
    out.first[x / kPairsPerWord] = pack(first + x);
    exchange<kPairsPerWord>(p + x, p + half + x, first + x, inner);
  }
  for (std::size_t y = 0; y < half; y += kPairsPerWord) {
    out.last[y / kPairsPerWord] = pack(last + y);
    exchange<kPairsPerWord>(q + y, q + half + y, last + y, inner);
  }
}

/// Swaps and reduces as exchange does, for bytes and flags in a word.
template <unsigned k>
void exchange_bytes(std::uint8_t* labels, Word flags) {
  constexpr std::size_t half = std::size_t{1} << (k - 1);
  constexpr std::size_t step = std::min<std::size_t>(half, 8);
  for (std::size_t x = 0; x < half; x += step) {
    Word upper = 0, lower = 0;
    std::memcpy(&upper, labels + x, step);
    std::memcpy(&lower, labels + half + x, step);
    const Word difference = (upper ^ lower) & spread(flags >> x) * 0xff;
    upper = (upper ^ difference) & (half - 1) * kEachByte;
    lower = (lower ^ difference) & (half - 1) * kEachByte;
    std::memcpy(labels + x, &upper, step);
    std::memcpy(labels + half + x, &lower, step);
  }
}

/// All columns of a network on 2^k labels, k <= 7, whose bits start at `shift` in the words; middle[0] is the middle
/// column.
template <unsigned k>
void route_block(std::uint8_t* p, std::uint8_t* q, unsigned shift, Word* middle) {
  if constexpr (k == 1) {
    middle[0] |= static_cast<Word>(p[0]) << shift;
  } else {
    constexpr unsigned half = 1u << (k - 1);
    constexpr unsigned inner = half - 1;
    constexpr Word all = ~Word{0} >> (64 - half);
    Word walked = 0, first = 0, last = 0;
    do {
      unsigned entry = std::countr_one(walked);
      const unsigned start = entry;
      do {
        walked |= Word{1} << (entry & inner);
        first |= static_cast<Word>(entry / half) << (entry & inner);
        const unsigned leaves = p[entry];
        last |= static_cast<Word>(leaves / half) << (leaves & inner);
        entry = q[leaves ^ half] ^ half;
      } while (entry != start);
    } while (walked != all);
    middle[1 - static_cast<int>(k)] |= first << shift;
    middle[k - 1] |= last << shift;
    exchange_bytes<k>(p, first);
    exchange_bytes<k>(q, last);
    route_block<k - 1>(p, q, shift, middle);
    route_block<k - 1>(p + half, q + half, shift + half / 2, middle);
  }
}

/// A network on 2^k labels inside of the one that `settings` describe; its columns begin at `word`.
struct Part {
  Settings& settings;
  unsigned k;
  std::size_t word;

  Word* first_column() const { return settings.column(settings.k() - k + 1) + word; }
  Word* last_column() const { return settings.column(settings.k() + k - 1) + word; }
  Part upper() const { return {settings, k - 1, word}; }
  Part lower() const { return {settings, k - 1, word + (std::size_t{1} << (k - 1)) / (2 * kPairsPerWord)}; }
};

template <class Label>
void route_bytes(const Label* p, const Label* q, Part part) {
  constexpr std::array blocks{route_block<1>, route_block<2>, route_block<3>, route_block<4>,
                              route_block<5>, route_block<6>, route_block<7>};
  std::array<std::uint8_t, std::size_t{1} << kBlockLog> bytes_p, bytes_q;
  std::copy_n(p, std::size_t{1} << part.k, bytes_p.begin());
  std::copy_n(q, std::size_t{1} << part.k, bytes_q.begin());
  std::array<Word, 2 * kBlockLog - 1> columns{};
  blocks[part.k - 1](bytes_p.data(), bytes_q.data(), 0, columns.data() + part.k - 1);
  const unsigned before = part.settings.k() - part.k;
  for (unsigned c = 1; c < 2 * part.k; ++c) part.settings.column(before + c)[part.word] = columns[c - 1];
}

/// Depth first, so that a part which fits into a cache is finished there; narrow labels make it fit sooner.
template <class Label>
void route_part(Label* p, Label* q, Part part, Scratch& scratch) {
  const std::size_t labels = std::size_t{1} << part.k, half = labels / 2;
  if (part.k <= kBlockLog) return route_bytes(p, q, part);
  if constexpr (sizeof(Label) > sizeof(std::uint16_t)) {
    if (part.k <= kShortLog) {
      std::copy_n(p, labels, scratch.p.get());
      std::copy_n(q, labels, scratch.q.get());
      return route_part(scratch.p.get(), scratch.q.get(), part, scratch);
    }
  }
  split(p, q, half, {part.first_column(), part.last_column()}, scratch);
  route_part(p, q, part.upper(), scratch);
  route_part(p + half, q + half, part.lower(), scratch);
}

/// Calls work(task, thread) for every task below `tasks`.
template <class Work>
void in_parallel(std::size_t tasks, unsigned threads, const Work& work) {
  std::atomic<std::size_t> next = 0;
  const auto run = [&](unsigned thread) {
    for (std::size_t task; (task = next.fetch_add(1)) < tasks;) work(task, thread);
  };
  std::vector<std::jthread> others;
  for (unsigned thread = 1; thread < std::min<std::size_t>(threads, tasks); ++thread) others.emplace_back(run, thread);
  run(0);
}

/// log2 of the length.
unsigned checked_log(std::size_t length) {
  if (!std::has_single_bit(length) || length > std::size_t{1} << 31) {
    throw InputError("permutation",
                     "expected a length 2^k with 0 <= k <= 31, found the length " + std::to_string(length));
  }
  return static_cast<unsigned>(std::countr_zero(length));
}

std::vector<std::uint32_t> checked_inverse(std::span<const std::uint32_t> permutation) {
  constexpr std::uint32_t nothing = ~std::uint32_t{0};
  std::vector<std::uint32_t> inverse(permutation.size(), nothing);
  for (std::size_t i = 0; i < permutation.size(); ++i) {
    const std::uint32_t label = permutation[i];
    if (label >= permutation.size() || inverse[label] != nothing) {
      throw InputError("permutation[" + std::to_string(i) + "]",
                       "expected a label below " + std::to_string(permutation.size()) +
                           " that occurs only here, found " + std::to_string(label));
    }
    inverse[label] = static_cast<std::uint32_t>(i);
  }
  return inverse;
}

}  // namespace

// Routing
// --------------------------------------------------------------------------------------------------------------

Settings route(std::span<const std::uint32_t> permutation, unsigned threads) {
  Settings settings(checked_log(permutation.size()));
  std::vector<std::uint32_t> inverse = checked_inverse(permutation);
  const unsigned k = settings.k();
  if (k == 0) return settings;
  std::vector<std::uint32_t> p(permutation.begin(), permutation.end());

  // Networks of one depth are independent. They share no word as long as they are larger than a block; below 2^14
  // labels starting a thread costs more than it saves.
  constexpr unsigned smallest_log = 13;
  threads =
      static_cast<unsigned>(std::clamp<std::size_t>(permutation.size() >> smallest_log, 1, std::max(threads, 1u)));
  std::vector<Scratch> scratch;
  for (unsigned thread = 0; thread < threads; ++thread) scratch.emplace_back(permutation.size() / 2);
  unsigned depth = 0;
  const auto part = [&](std::size_t task) { return Part{settings, k - depth, task << (k - depth) >> kBlockLog}; };
  for (; threads > 1 && (std::size_t{1} << depth) < 4 * std::size_t{threads} && k > depth + smallest_log; ++depth) {
    in_parallel(std::size_t{1} << depth, threads, [&](std::size_t task, unsigned thread) {
      const std::size_t base = task << (k - depth);
      const Part whole = part(task);
      split(p.data() + base, inverse.data() + base, std::size_t{1} << (k - depth - 1),
            {whole.first_column(), whole.last_column()}, scratch[thread]);
    });
  }
  in_parallel(std::size_t{1} << depth, threads, [&](std::size_t task, unsigned thread) {
    const std::size_t base = task << (k - depth);
    route_part(p.data() + base, inverse.data() + base, part(task), scratch[thread]);
  });
  return settings;
}

}  // namespace attest::constructions::benes
