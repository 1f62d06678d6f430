// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/cuda/hopper/emulation/products.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/kernels/cuda/hopper/emulation/engines.hpp"
#include "tests/kernels/cuda/hopper/emulation/operand.hpp"

namespace attest::cuda::emulation::sm90 {
namespace {

constexpr std::uint32_t kPoison = 0x7fedcba9;  // a NaN that no instruction makes

Flight& flight() { return engines().flights[block().running->number]; }

/// Towards zero: the rounding is not documented, and this is the worst that is known of it.
float truncate(double x) {
  const auto nearest = static_cast<float>(x);
  return std::fabs(static_cast<double>(nearest)) > std::fabs(x) ? std::nextafter(nearest, 0.0f) : nearest;
}

/// A's 16 rows of this warp, [row][depth].
std::vector<double> rows_of(const std::vector<const Product*>& lanes) {
  const Product& any = *lanes[0];
  const int first_row = 16 * (block().running->warp() % 4);
  if (any.a == nullptr) return Operand(any.a_shared, false).read(first_row, 16, any.read);
  // Register r of a lane: row lane / 4 (+ 8 for odd r), depth 2 (lane % 4) and the next (+ 8 for r >= 2).
  std::vector<double> a(16 * kDepth);
  for (int lane = 0; lane < 32; ++lane)
    for (int r = 0; r < 4; ++r)
      for (int half = 0; half < 2; ++half) {
        const int row = lane / 4 + 8 * (r % 2), depth = 2 * (lane % 4) + half + 8 * (r / 2);
        a[static_cast<std::size_t>(row * kDepth + depth)] =
            any.read(static_cast<std::uint16_t>(lanes[static_cast<std::size_t>(lane)]->a[r] >> 16 * half));
      }
  return a;
}

/// What the lanes of a warp began together.
void perform(const std::vector<const Product*>& lanes) {
  const Product& any = *lanes[0];
  const std::vector<double> a = rows_of(lanes),
                            b = Operand(any.b_shared, any.b_transposed).read(0, any.columns, any.read);
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < any.columns / 2; ++i) {
      const int row = lane / 4 + 8 * (i / 2 % 2), column = 8 * (i / 4) + 2 * (lane % 4) + i % 2;
      float& d = lanes[static_cast<std::size_t>(lane)]->d[i];
      double sum = any.accumulate ? d : 0;
      for (int k = 0; k < kDepth; ++k)
        sum += a[static_cast<std::size_t>(row * kDepth + k)] * b[static_cast<std::size_t>(column * kDepth + k)];
      d = truncate(sum);
    }
}

/// Puts back what the accumulators held, if nobody has written them since.
void land(Flight& thread, const Product& product) {
  const auto held = thread.before.find(product.d);
  if (held == thread.before.end()) return;
  for (std::size_t i = 0; i < held->second.size(); ++i)
    if (std::bit_cast<std::uint32_t>(product.d[i]) != kPoison)
      block().fail("accumulator " + std::to_string(i) + " was written while a product was on its way to it");
  std::copy(held->second.begin(), held->second.end(), product.d);
  thread.before.erase(held);
}

}  // namespace

void products_fence() { flight().fenced = true; }

void begin_product(const Product& product) {
  Flight& mine = flight();
  if (!mine.fenced) block().fail("wgmma.mma_async without wgmma.fence after the registers' last use");
  auto& issued = engines().issued[block().running->number / 128];
  const std::array<std::uint64_t, 2> descriptors = {product.a_shared, product.b_shared};
  if (mine.issued == issued.size()) issued.push_back(descriptors);
  if (issued[mine.issued++] != descriptors) block().fail("wgmma.mma_async differs between the warps of a group");
  if (!mine.before.contains(product.d)) {
    const auto count = static_cast<std::size_t>(product.columns / 2);
    mine.before.emplace(product.d, std::vector<float>(product.d, product.d + count));
    std::fill_n(product.d, count, std::bit_cast<float>(kPoison));
  }
  mine.open.push_back(product);
}

void products_commit() { flight().groups.push_back(std::exchange(flight().open, {})); }

void products_wait(int pending) {
  Flight& mine = flight();
  if (!mine.open.empty()) block().fail("wgmma.wait_group with products that no group holds");
  mine.fenced = false;
  collective(block().warp_exchange(), 32, "wgmma.wait_group", mine, [pending](const std::vector<Flight*>& lanes) {
    for (auto& first = lanes[0]->groups; first.size() > static_cast<std::size_t>(pending);) {
      const std::size_t products = first.front().size();
      for (std::size_t p = 0; p < products; ++p) {
        std::vector<const Product*> together;
        for (Flight* lane : lanes) {
          if (lane->groups.empty() || lane->groups.front().size() != products)
            block().fail("lanes began different products");
          land(*lane, lane->groups.front()[p]);
          together.push_back(&lane->groups.front()[p]);
        }
        perform(together);
      }
      for (Flight* lane : lanes) lane->groups.pop_front();
    }
  });
}

}  // namespace attest::cuda::emulation::sm90
