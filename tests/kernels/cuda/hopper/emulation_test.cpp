// SPDX-License-Identifier: Apache-2.0
// The emulation of sm_90a itself: products against their definition, and that it sees what it promises to see.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "tests/kernels/cuda/hopper/emulation/device.hpp"

using namespace attest::cuda;
using namespace attest::cuda::hopper;
using Catch::Matchers::Contains;

namespace {

constexpr int kRows = 64, kColumns = 64, kDepth = 16;

/// Numbers of one operand, [row][column], small integers.
std::vector<float> numbers(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> all(static_cast<std::size_t>(count));
  for (float& x : all) x = static_cast<float>(static_cast<int>(random() % 7) - 3);
  return all;
}

/// Writes rows of `span` bytes where the swizzle puts them: 16-byte word w of row r lies at word w ^ (r mod 8) for 128
/// bytes, and, two rows of 64 bytes making a line, at w ^ (r / 2 mod 4) for 64.
void write_rows(std::byte* to, const std::vector<float>& rows, int columns, int span) {
  for (int t = static_cast<int>(threadIdx.x); t < static_cast<int>(rows.size()); t += 128) {
    const int row = t / columns, column = t % columns, chunk = column / (span / 2), inside = column % (span / 2);
    const int lines = static_cast<int>(rows.size()) / columns;
    const int word = inside / 8 ^ (span == 128 ? row % 8 : row / 2 % 4);
    std::byte* place = to + chunk * lines * span + row * span + word * 16 + inside % 8 * 2;
    write_shared(reinterpret_cast<std::uint16_t*>(place), from_float<Half>(rows[static_cast<std::size_t>(t)]).bits);
  }
}

/// The text of the DeviceError that a kernel ends with; "" if it ends well.
template <class Kernel>
std::string failure(unsigned threads, Kernel kernel) {
  try {
    emulation::run_grid(1, threads, 1 << 16, kernel);
  } catch (const emulation::DeviceError& error) {
    return error.what();
  }
  return "";
}

std::uint64_t* barrier(int number) { return reinterpret_cast<std::uint64_t*>(dynamic_shared() + 49152) + number; }

int accumulator_row(int i) {
  const int thread = static_cast<int>(threadIdx.x);
  return 16 * (thread / 32) + thread % 32 / 4 + i / 2 % 2 * 8;
}
int accumulator_column(int i) { return i / 4 * 8 + static_cast<int>(threadIdx.x) % 4 * 2 + i % 2; }

}  // namespace

TEST_CASE("a product of operands in shared memory is the product of the matrices") {
  const auto check = [](auto span) {
    constexpr int kSpan = decltype(span)::value, kLong = kSpan / 2;  // as deep as a row is long: a chain of products
    const std::vector<float> a = numbers(kRows * kLong, 1), b = numbers(kColumns * kLong, 2);
    emulation::run_grid(1, 128, 1 << 16, [&] {
      write_rows(dynamic_shared(), a, kLong, kSpan);
      write_rows(dynamic_shared() + 16384, b, kLong, kSpan);
      __syncthreads();
      float d[kColumns / 2];
      for (float& x : d) x = 100;
      products_begin();
      for (int step = 0; step < kLong / kDepth; ++step)
        multiply_transposed<Half, kColumns>(
            d, moved(matrix_descriptor<kSpan>(shared_address(dynamic_shared()), 16), 32 * step),
            moved(matrix_descriptor<kSpan>(shared_address(dynamic_shared()) + 16384, 16), 32 * step), step > 0);
      products_commit();
      products_wait<0>();
      for (int i = 0; i < kColumns / 2; ++i) {
        float sum = 0;
        for (int k = 0; k < kLong; ++k)
          sum += a[static_cast<std::size_t>(accumulator_row(i) * kLong + k)] *
                 b[static_cast<std::size_t>(accumulator_column(i) * kLong + k)];
        if (d[i] != sum) emulation::block().fail("wrong product");
      }
    });
  };
  CHECK_NOTHROW(check(std::integral_constant<int, 64>{}));
  CHECK_NOTHROW(check(std::integral_constant<int, 128>{}));
}

TEST_CASE("a product with A in registers and the columns of B contiguous is the product of the matrices") {
  const auto check = [](auto span) {
    constexpr int kSpan = decltype(span)::value;
    const std::vector<float> a = numbers(kRows * kDepth, 3), b = numbers(kDepth * kColumns, 4);
    emulation::run_grid(1, 128, 1 << 16, [&] {
      write_rows(dynamic_shared(), b, kColumns, kSpan);
      __syncthreads();
      const int thread = static_cast<int>(threadIdx.x);
      std::uint32_t registers[4];
      for (int r = 0; r < 4; ++r) {
        const int row = 16 * (thread / 32) + thread % 32 / 4 + 8 * (r % 2), k = thread % 4 * 2 + r / 2 * 8;
        const auto at = [&](int depth) { return a[static_cast<std::size_t>(row * kDepth + depth)]; };
        registers[r] = pack<Half>(at(k), at(k + 1));
      }
      float d[kColumns / 2];
      for (float& x : d) x = 1;
      products_begin();
      multiply<Half, kColumns>(d, registers,
                               matrix_descriptor<kSpan>(shared_address(dynamic_shared()), kDepth * kSpan));
      products_commit();
      products_wait<0>();
      for (int i = 0; i < kColumns / 2; ++i) {
        float sum = 1;
        for (int k = 0; k < kDepth; ++k)
          sum += a[static_cast<std::size_t>(accumulator_row(i) * kDepth + k)] *
                 b[static_cast<std::size_t>(k * kColumns + accumulator_column(i))];
        if (d[i] != sum) emulation::block().fail("wrong product");
      }
    });
  };
  CHECK_NOTHROW(check(std::integral_constant<int, 64>{}));
  CHECK_NOTHROW(check(std::integral_constant<int, 128>{}));
}

TEST_CASE("misuse of products is seen") {
  const auto product = [](auto before, auto after) {
    return [before, after] {
      write_rows(dynamic_shared(), numbers(64 * 32, 5), 32, 64);
      __syncthreads();
      float d[kColumns / 2] = {};
      const auto operand = matrix_descriptor<64>(shared_address(dynamic_shared()), 16);
      before();
      multiply_transposed<Half, kColumns>(d, operand,
                                          threadIdx.x == 40 && before.differs ? moved(operand, 32) : operand, false);
      after(d);
    };
  };
  struct Fence {
    bool fence = true, differs = false;
    void operator()() const {
      if (fence) products_begin();
    }
  };
  const auto well = [](float(&)[kColumns / 2]) {
    products_commit();
    products_wait<0>();
  };
  CHECK(failure(128, product(Fence{}, well)) == "");
  CHECK_THAT(failure(128, product(Fence{.fence = false}, well)), Contains("without wgmma.fence"));
  CHECK_THAT(failure(128, product(Fence{.differs = true}, well)), Contains("differs between the warps"));
  CHECK_THAT(failure(128, product(Fence{}, [](float(&)[kColumns / 2]) { products_wait<0>(); })),
             Contains("no group holds"));
  CHECK_THAT(failure(128, product(Fence{},
                                  [](float(&d)[kColumns / 2]) {
                                    products_commit();
                                    d[3] = 1;
                                    products_wait<0>();
                                  })),
             Contains("accumulator 3 was written"));
}

TEST_CASE("a bulk copy is there after its barrier and NaN before") {
  alignas(16) static float source[64];
  for (int i = 0; i < 64; ++i) source[i] = static_cast<float>(i);
  const auto kernel = [](bool fence, bool wait, int announced) {
    return [=] {
      if (threadIdx.x == 0) {
        mbarrier_init(barrier(0), 1);
        if (fence) fence_async_proxy();
      }
      __syncthreads();
      if (threadIdx.x == 0) {
        mbarrier_arrive_expect(barrier(0), announced);
        copy_bulk(dynamic_shared(), source, sizeof source, barrier(0));
      }
      if (wait) mbarrier_wait(barrier(0), 0);
      const float x = read_shared(reinterpret_cast<const float*>(dynamic_shared()) + threadIdx.x);
      if (x != static_cast<float>(threadIdx.x)) emulation::block().fail("wrong number");
      mbarrier_wait(barrier(0), 0);
    };
  };
  CHECK(failure(32, kernel(true, true, 256)) == "");
  CHECK_THAT(failure(32, kernel(false, true, 256)), Contains("no fence.proxy.async"));
  CHECK_THAT(failure(32, kernel(true, false, 256)),
             Contains("wrong number") || Contains("nobody has written") || Contains("race"));
  CHECK_THAT(failure(32, kernel(true, true, 272)), Contains("deadlock"));
}

TEST_CASE("a warp group votes, and no other with it") {
  const auto kernel = [](bool shared, bool all) {
    return [=] {
      const int group = static_cast<int>(threadIdx.x / 128);
      if (!all && threadIdx.x >= 224) return;
      for (const int says : {-1, 5, 130, 255})
        if (any_of_group(shared ? 4 : 4 + group, static_cast<int>(threadIdx.x) == says) !=
            (says / 128 == group && says >= 0))
          emulation::block().fail("wrong vote");
    };
  };
  CHECK(failure(256, kernel(false, true)) == "");
  CHECK_THAT(failure(256, kernel(true, true)), Contains("two warp groups at one barrier"));
  CHECK_THAT(failure(256, kernel(false, false)), Contains("deadlock"));
}

TEST_CASE("registers that the block does not have are waited for in vain") {
  const auto kernel = [](bool give) {
    return [give] {
      if (threadIdx.x < 128) {
        if (give) lower_registers<24>();
      } else {
        raise_registers<240>();
      }
    };
  };
  CHECK(failure(384, kernel(true)) == "");
  CHECK_THAT(failure(384, kernel(false)), Contains("deadlock") && Contains("registers"));
}
