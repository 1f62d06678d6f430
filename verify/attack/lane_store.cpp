// SPDX-License-Identifier: Apache-2.0
// Masks, and where lanes' doubles are kept.
#include "verify/attack/lanes.hpp"

namespace attest::verify::attack {

/// Blocks that nobody uses, of this thread.
class BlockStore {
 public:
  ~BlockStore() {
    for (Doubles::Block* block : free_) delete block;
  }
  Doubles::Block* take() {
    if (free_.empty()) return new Doubles::Block;
    Doubles::Block* block = free_.back();
    free_.pop_back();
    block->uses = 1;
    return block;
  }
  void give_back(Doubles::Block* block) { free_.push_back(block); }

 private:
  std::vector<Doubles::Block*> free_;
};

namespace {

thread_local BlockStore store;

}  // namespace

Mask Mask::first(std::size_t count) {
  Mask mask;
  for (std::size_t i = 0; i < kWords; ++i)
    mask.words_[i] = count >= 64 * (i + 1) ? ~0ULL : count <= 64 * i ? 0 : ~0ULL >> (64 - count % 64);
  return mask;
}

std::size_t Mask::count() const {
  std::size_t count = 0;
  for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

Doubles Doubles::fresh() {
  Doubles result;
  result.block_ = store.take();
  return result;
}

void Doubles::give_back() { store.give_back(block_); }

}  // namespace attest::verify::attack
