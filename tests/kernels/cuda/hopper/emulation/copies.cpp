// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/cuda/hopper/emulation/copies.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "kernels/problem.hpp"
#include "tests/kernels/cuda/hopper/emulation/engines.hpp"

namespace attest::cuda::emulation::sm90 {
namespace {

Mbarrier& find(std::uint64_t* barrier) {
  block().touch(barrier, 8, false);
  const auto at = engines().barriers.find(barrier);
  if (at == engines().barriers.end()) block().fail("an mbarrier that nobody has initialized");
  return at->second;
}

void settle(Mbarrier& b) {
  if (b.missing > 0 || b.bytes != 0) return;
  b.missing = b.expected;
  ++b.phase;
  b.published = std::exchange(b.gathering, {});
}

/// Marks the place as being written and leaves NaN there.
void poison(void* shared, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 16) block().touch(static_cast<std::byte*>(shared) + i, 16, true);
  std::memset(shared, 0xff, bytes);
}

/// The copy itself later, then its bytes to the barrier, with all that the issuing thread knew.
template <class Copy>
void issue(std::uint64_t* barrier, std::size_t bytes, Copy copy) {
  Mbarrier& b = find(barrier);
  if (!b.fenced) block().fail("a bulk copy to an mbarrier that no fence.proxy.async has made known to the copy engine");
  Clock known;
  block().release(known);
  block().defer([&b, bytes, copy = std::move(copy), known = std::move(known)] {
    copy();
    if (b.gathering.size() < known.size()) b.gathering.resize(known.size(), 0);
    join(b.gathering, known);
    b.bytes -= static_cast<std::int64_t>(bytes);
    settle(b);
  });
}

}  // namespace

void init(std::uint64_t* barrier, int arrivals) {
  block().touch(barrier, 8, true);
  if (arrivals < 1) block().fail("mbarrier.init with no arrivals");
  Mbarrier fresh;
  fresh.expected = fresh.missing = arrivals;
  fresh.owner = block().running->number;
  engines().barriers[barrier] = std::move(fresh);
}

void fence() {
  for (auto& [place, barrier] : engines().barriers)
    if (barrier.owner == block().running->number) barrier.fenced = true;
}

void arrive(std::uint64_t* barrier, int bytes) {
  Mbarrier& b = find(barrier);
  block().release(b.gathering);
  b.bytes += bytes;
  if (--b.missing < 0) block().fail("more arrivals at an mbarrier than its phase expects");
  settle(b);
}

void wait(std::uint64_t* barrier, std::uint32_t parity) {
  Mbarrier& b = find(barrier);
  const auto ended = [&b, parity] { return (b.phase & 1) != parity; };
  if (!ended()) block().wait("mbarrier.try_wait", ended);
  block().acquire(b.published);
}

void copy_box(void* shared, const TensorMap& map, std::array<int, 4> at, std::uint64_t* barrier) {
  hopper::TensorShape t;
  std::memcpy(&t, &map, sizeof t);
  const auto start = static_cast<std::uint32_t>(static_cast<std::byte*>(shared) - block().shared());
  if (start % 128 != 0) block().fail("a tensor copy to a place that is no multiple of 128 bytes");
  const std::size_t line = 2 * t.box[0], bytes = line * t.box[1];
  if (line != static_cast<std::size_t>(t.swizzle)) block().fail("a box that does not fill the swizzle's span");
  poison(shared, bytes);
  issue(barrier, bytes, [t, start, at] {
    for (std::uint32_t row = 0; row < t.box[1]; ++row)
      for (std::uint32_t column = 0; column < t.box[0]; ++column) {
        const std::int64_t place[4] = {at[0] + std::int64_t{column}, at[1] + std::int64_t{row}, at[2], at[3]};
        std::uint16_t number = 0;
        bool inside = true;
        std::uint64_t offset = 2 * static_cast<std::uint64_t>(place[0]);
        for (std::size_t d = 0; d < 4; ++d) {
          inside = inside && place[d] >= 0 && static_cast<std::uint64_t>(place[d]) < t.sizes[d];
          if (d > 0) offset += static_cast<std::uint64_t>(place[d]) * t.strides[d - 1];
        }
        if (inside) std::memcpy(&number, static_cast<const std::byte*>(t.data) + offset, 2);
        const std::uint32_t to = swizzled(start + (row * t.box[0] + column) * 2, t.swizzle);
        std::memcpy(block().shared() + to, &number, 2);
      }
  });
}

void copy_bulk(void* shared, const void* global, int bytes, std::uint64_t* barrier) {
  if (bytes <= 0 || bytes % 16 != 0) block().fail("a bulk copy of " + std::to_string(bytes) + " bytes");
  if (reinterpret_cast<std::uintptr_t>(global) % 16 != 0)
    block().fail("a bulk copy from an address that is no multiple of 16");
  const auto size = static_cast<std::size_t>(bytes);
  poison(shared, size);
  issue(barrier, size, [shared, global, size] { std::memcpy(shared, global, size); });
}

}  // namespace attest::cuda::emulation::sm90

namespace attest::cuda::hopper {

/// In place of the driver: refuses what it would, and writes down the shape itself.
attest_status encode(const TensorShape& shape, TensorMap& map, attest_message why) {
  const char* wrong = nullptr;
  const auto need = [&wrong](bool holds, const char* what) {
    if (!holds && wrong == nullptr) wrong = what;
  };
  need(reinterpret_cast<std::uintptr_t>(shape.data) % 16 == 0, "the address is no multiple of 16");
  for (const std::uint64_t size : shape.sizes) need(size >= 1 && size <= std::uint64_t{1} << 32, "sizes");
  for (const std::uint64_t stride : shape.strides) need(stride % 16 == 0 && stride < std::uint64_t{1} << 40, "strides");
  for (const std::uint32_t size : shape.box) need(size >= 1 && size <= 256, "box");
  need(shape.swizzle == 64 || shape.swizzle == 128, "swizzle");
  need(2 * shape.box[0] <= static_cast<std::uint32_t>(shape.swizzle), "a box that is wider than the swizzle's span");
  if (wrong != nullptr) return kernels::refuse(why, ATTEST_FAILED, "cuTensorMapEncodeTiled: %s", wrong);
  static_assert(sizeof shape <= sizeof map);
  std::memcpy(&map, &shape, sizeof shape);
  return ATTEST_OK;
}

}  // namespace attest::cuda::hopper
