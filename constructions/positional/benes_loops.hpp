// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

// The loops of one network of the looping algorithm; see benes_looping.cpp.
//
// A network on 2h labels has the permutation p and its inverse q. A packet that enters at i passes through the upper
// inner network if i is walked. The packet that leaves at p[i] ^ h then passes through the lower one, so its pair's
// other member, q[p[i] ^ h] ^ h, is walked as well: that is the next entry of the loop. Of the two members of a pair
// exactly one is walked; the pair is exchanged in the first column if that is the one in the lower half, and likewise
// in the last column where walked packets leave. Either member may be walked, for a loop as a whole: of its smallest
// pair the upper one is.

namespace attest::constructions::benes {

/// A pair that no loop has reached.
inline constexpr std::uint8_t kUnset = 2;

/// Follows every loop. A packet that enters at i passes through the upper network if i is walked, so the exchange at
/// i's pair is set if i lies in the lower half; likewise where it leaves. Each loop is walked from its smallest pair in
/// both directions at once: the two chains of loads do not wait for each other.
template <class Label>
void walk_loops(const Label* p, const Label* q, std::size_t half, std::uint8_t* first, std::uint8_t* last) {
  const std::size_t inner = half - 1;
  std::memset(first, kUnset, half);
  for (std::size_t start = 0; start < half; ++start) {
    if (first[start] != kUnset) continue;
    first[start] = 0;
    std::size_t forward = start, backward = start;
    for (;;) {
      const std::size_t leaves = p[forward];
      last[leaves & inner] = leaves >= half;
      forward = q[leaves ^ half] ^ half;
      if (first[forward & inner] != kUnset) break;
      first[forward & inner] = forward >= half;

      const std::size_t partner_leaves = p[backward ^ half] ^ half;
      last[partner_leaves & inner] = partner_leaves >= half;
      backward = q[partner_leaves];
      if (first[backward & inner] != kUnset) break;
      first[backward & inner] = backward >= half;
    }
  }
}

/// The same result for networks that no cache holds, where each step waits for memory: many walkers take their steps in
/// turn, so that their loads overlap. A walker leaves a trail of tags, each a number of the trail and whether the pair
/// is exchanged if the trail's start is not. Where it meets a trail it learns how the two are related, and starts anew
/// elsewhere.
class Walkers {
 public:
  /// Domain: networks of at most 2 * largest_half labels, largest_half <= 2^30.
  explicit Walkers(std::size_t largest_half) : tags_(std::make_unique_for_overwrite<std::uint32_t[]>(largest_half)) {}

  template <class Label>
  void walk(const Label* p, const Label* q, std::size_t half, std::uint8_t* first, std::uint8_t* last) {
    constexpr std::size_t walkers = 16;
    const std::size_t inner = half - 1;
    std::memset(tags_.get(), 0xff, half * sizeof(std::uint32_t));
    trails_.clear();
    starts_.clear();
    std::size_t unseen = 0;  // no pair below it is free
    struct Walker {
      std::size_t entry;
      std::uint32_t trail;
    };
    std::array<Walker, walkers> active;
    std::size_t count = 0;
    const auto start = [&](Walker& walker) {
      while (unseen < half && tags_[unseen] != kFree) ++unseen;
      if (unseen == half) return false;
      walker = {unseen, static_cast<std::uint32_t>(trails_.size())};
      trails_.push_back({walker.trail, false});
      starts_.push_back(static_cast<std::uint32_t>(unseen));
      tags_[unseen] = walker.trail << 1;
      return true;
    };
    while (count < walkers && start(active[count])) ++count;
    while (count > 0) {
      for (std::size_t w = 0; w < count; ++w) {
        Walker& walker = active[w];
        walker.entry = q[p[walker.entry] ^ half] ^ half;
        std::uint32_t& tag = tags_[walker.entry & inner];
        const std::uint32_t own = walker.trail << 1 | (walker.entry >= half);
        if (tag == kFree) {
          tag = own;
        } else {
          relate(own, tag);
          if (!start(walker)) active[w--] = active[--count];
        }
      }
    }
    // Trails run both ways around a loop, so two of them may start back to back: one step back from each start.
    for (std::uint32_t trail = 0; trail < trails_.size(); ++trail) {
      const std::size_t before = q[p[starts_[trail] ^ half] ^ half];
      relate(trail << 1 | (before >= half), tags_[before & inner]);
    }
    // In ascending order, the first pair of a loop is its smallest.
    std::vector<std::uint8_t> reference(trails_.size(), kUnset);
    for (std::size_t x = 0; x < half; ++x) {
      const Trail root = find(tags_[x] >> 1);
      const std::uint8_t exchanged = (tags_[x] & 1) ^ root.flipped;
      if (reference[root.parent] == kUnset) reference[root.parent] = exchanged;
      first[x] = exchanged ^ reference[root.parent];
    }
    for (std::size_t x = 0; x < half; ++x) {
      const std::size_t leaves = p[first[x] ? x + half : x];
      last[leaves & inner] = leaves >= half;
    }
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  /// A forest: how a trail is related to its parent. A root is its own parent.
  struct Trail {
    std::uint32_t parent;
    bool flipped;
  };

  Trail find(std::uint32_t trail) {
    // Halving the way to the root.
    bool flipped = false;
    while (trails_[trail].parent != trail) {
      Trail& here = trails_[trail];
      const Trail above = trails_[here.parent];
      if (above.parent != here.parent) here = {above.parent, here.flipped != above.flipped};
      flipped = flipped != here.flipped;
      trail = here.parent;
    }
    return {trail, flipped};
  }

  /// One pair has both tags: they say the same of it.
  void relate(std::uint32_t a, std::uint32_t b) {
    const Trail root_a = find(a >> 1), root_b = find(b >> 1);
    if (root_a.parent == root_b.parent) return;
    const bool flipped = (a & 1) != (b & 1);
    trails_[root_a.parent] = {root_b.parent, static_cast<bool>(flipped ^ root_a.flipped ^ root_b.flipped)};
  }

  std::unique_ptr<std::uint32_t[]> tags_;
  std::vector<Trail> trails_;
  std::vector<std::uint32_t> starts_;  ///< the pair at which a trail starts, with its upper member
};

}  // namespace attest::constructions::benes
