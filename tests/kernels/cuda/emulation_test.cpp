// SPDX-License-Identifier: Apache-2.0
// The emulation itself: instructions against their definition, and that it sees what it promises to see.
#include <catch2/catch.hpp>
#include <random>

#include "tests/kernels/cuda/emulation/device.hpp"

using namespace attest::cuda;
using attest::cuda::emulation::DeviceError;
using attest::cuda::emulation::run_grid;
using Catch::Matchers::Contains;

namespace {

/// The text of the DeviceError that a kernel of `threads` threads ends with; "" if it ends well.
template <class Kernel>
std::string failure(unsigned threads, Kernel kernel, std::size_t shared_bytes = 1024) {
  try {
    run_grid(1, threads, shared_bytes, kernel);
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "";
}

float* floats() { return reinterpret_cast<float*>(dynamic_shared()); }

}  // namespace

TEST_CASE("threads meet at barriers and pass numbers on through shared memory") {
  for (const std::uint32_t schedule : {0u, 1u, 7u}) {
    emulation::set_schedule(schedule);
    std::vector<float> sums(2 * 64, 0);
    run_grid(2, 64, 64 * sizeof(float), [&] {
      const int t = static_cast<int>(threadIdx.x);
      write_shared(floats() + t, static_cast<float>(t + 100 * static_cast<int>(blockIdx.x)));
      __syncthreads();
      sums[blockIdx.x * 64 + threadIdx.x] =
          read_shared(floats() + (t + 1) % 64) + read_shared(floats() + (t + 63) % 64);
    });
    for (int i = 0; i < 128; ++i)
      REQUIRE(sums[static_cast<std::size_t>(i)] == (i % 64 + 1) % 64 + (i % 64 + 63) % 64 + 200 * (i / 64));
  }
  emulation::set_schedule(0);
}

TEST_CASE("a missing barrier is a race in every order") {
  const auto kernel = [](bool barrier) {
    return [barrier] {
      const int t = static_cast<int>(threadIdx.x);
      write_shared(floats() + t, 1.0f);
      if (barrier) __syncwarp();
      read_shared(floats() + (t ^ 1));
    };
  };
  CHECK(failure(32, kernel(true)) == "");
  CHECK_THAT(failure(32, kernel(false)), Contains("nobody has written") || Contains("race"));
  const auto reuse = [](bool barrier) {
    return [barrier] {
      const int t = static_cast<int>(threadIdx.x);
      write_shared(floats() + t, 1.0f);
      __syncthreads();
      read_shared(floats() + (t + 32) % 64);
      if (barrier) __syncthreads();
      write_shared(floats() + t, 2.0f);
    };
  };
  CHECK(failure(64, reuse(true)) == "");
  CHECK_THAT(failure(64, reuse(false)), Contains("race: thread") && Contains("without a barrier"));
}

TEST_CASE("a barrier of a warp does not order other warps, a shuffle orders nothing") {
  CHECK_THAT(failure(64,
                     [] {
                       const int t = static_cast<int>(threadIdx.x);
                       write_shared(floats() + t, 1.0f);
                       __syncwarp();
                       read_shared(floats() + (t ^ 32));
                     }),
             Contains("nobody has written") || Contains("race"));
  CHECK_THAT(failure(32,
                     [] {
                       const int t = static_cast<int>(threadIdx.x);
                       write_shared(floats() + t, 1.0f);
                       __shfl_xor_sync(kAllLanes, t, 1);
                       read_shared(floats() + (t ^ 1));
                     }),
             Contains("race"));
}

TEST_CASE("named barriers: a producer arrives, a consumer waits") {
  const auto kernel = [](bool arrive) {
    return [arrive] {
      const int t = static_cast<int>(threadIdx.x);
      if (t < 32) {
        write_shared(floats() + t, 3.0f);
        if (arrive) barrier_arrive(1, 64);
      } else {
        barrier_sync(1, 64);
        REQUIRE(read_shared(floats() + t - 32) == 3.0f);
      }
    };
  };
  CHECK(failure(64, kernel(true)) == "");
  CHECK_THAT(failure(64, kernel(false)), Contains("deadlock") && Contains("bar.sync"));
}

TEST_CASE("what a program must not do is an error") {
  CHECK_THAT(failure(32, [] { read_shared(floats()); }), Contains("nobody has written"));
  CHECK_THAT(failure(32, [] { write_shared(floats() + 256 + threadIdx.x, 0.0f); }),
             Contains("outside of shared memory"));
  CHECK_THAT(failure(32,
                     [] {
                       if (threadIdx.x != 5) __syncwarp();
                     }),
             Contains("deadlock") && Contains("__syncwarp"));
  CHECK_THAT(failure(32,
                     [] {
                       if (threadIdx.x < 16) __syncwarp(0xffffu);
                     }),
             Contains("without all of its lanes"));
  CHECK_THAT(failure(32,
                     [] {
                       float c[4] = {};
                       std::uint32_t a[4] = {}, b[2] = {};
                       if (threadIdx.x == 3) __shfl_sync(kAllLanes, 1, 0);
                       multiply_accumulate<Half>(c, a, b);
                     }),
             Contains("meets"));
  CHECK_THROWS_AS(run_grid(1, 33, 0, [] {}), DeviceError);
}

TEST_CASE("an asynchronous copy is there after its group was waited for, not before") {
  alignas(16) static const float from[4] = {1, 2, 3, 4};
  const auto kernel = [](bool wait) {
    return [wait] {
      float* to = floats() + 4 * threadIdx.x;
      copy_async_16(to, from, true);
      commit_copies();
      copy_async_16(to + 128, from, false);
      commit_copies();
      if (wait) wait_copies<1>();
      for (int i = 0; i < 4; ++i) CHECK((read_shared(to + i) == from[i]) == wait);
      CHECK(std::isnan(read_shared(to + 128)));
      wait_copies<0>();
      CHECK(read_shared(to + 128) == 0);
    };
  };
  CHECK(failure(32, kernel(true)) == "");
  CHECK(failure(32, kernel(false)) == "");
}

TEST_CASE("formats are rounded as the reference says") {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const Half h{static_cast<std::uint16_t>(bits)};
    if (std::isnan(to_float(h))) continue;
    REQUIRE(from_float<Half>(to_float(h)).bits == bits);
    const float above = to_float(Half{static_cast<std::uint16_t>(bits + 1)});
    if ((bits & 0x7fff) < 0x7bff) {
      const float middle = (to_float(h) + above) / 2;
      REQUIRE(from_float<Half>(middle).bits == (bits & 1 ? bits + 1 : bits));
      REQUIRE(from_float<Half>(std::nextafter(middle, above)).bits == bits + 1);
      REQUIRE(from_float<Half>(std::nextafter(middle, to_float(h))).bits == bits);
    }
  }
  CHECK(from_float<Half>(65519.0f).bits == 0x7bff);
  CHECK(from_float<Half>(65520.0f).bits == 0x7c00);
  CHECK(from_float<Bfloat16>(1.00390625f).bits == 0x3f80);  // a tie, to even
  CHECK(from_float<Bfloat16>(1.01171875f).bits == 0x3f82);
  CHECK(round_to_tf32(1 + 0x1p-11f) == as_bits(1 + 0x1p-10f));  // a tie, away from zero
  CHECK(exp2_approx(-INFINITY) == 0);
  CHECK(exp2_approx(-127) == 0);  // subnormal results are 0
}

namespace {

/// a (16 x depth) times b (depth x 8) through fragments laid out element by element as PTX's tables say.
template <class Operand, int depth>
void check_multiply() {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> small(-8, 8);  // products and sums are exact
  float a[16][depth], b[depth][8];
  for (auto& row : a)
    for (float& x : row) x = static_cast<float>(small(random));
  for (auto& row : b)
    for (float& x : row) x = static_cast<float>(small(random));
  run_grid(1, 32, 0, [&] {
    const int lane = static_cast<int>(threadIdx.x), group = lane >> 2, place = lane & 3;
    std::uint32_t fa[4], fb[2];
    float c[4] = {1, 2, 3, 4};
    if constexpr (depth == 16) {
      for (int r = 0; r < 4; ++r) {
        const int row = r == 0 || r == 2 ? group : group + 8, column = place * 2 + (r >= 2 ? 8 : 0);
        fa[r] = pack<Operand>(a[row][column], a[row][column + 1]);
      }
      for (int r = 0; r < 2; ++r) fb[r] = pack<Operand>(b[place * 2 + 8 * r][group], b[place * 2 + 8 * r + 1][group]);
    } else {
      for (int r = 0; r < 4; ++r) fa[r] = as_bits(a[r & 1 ? group + 8 : group][r < 2 ? place : place + 4]);
      for (int r = 0; r < 2; ++r) fb[r] = as_bits(b[r == 0 ? place : place + 4][group]);
    }
    multiply_accumulate<Operand>(c, fa, fb);
    for (int i = 0; i < 4; ++i) {
      float sum = static_cast<float>(i + 1);
      for (int k = 0; k < depth; ++k) sum += a[i < 2 ? group : group + 8][k] * b[k][place * 2 + (i & 1)];
      REQUIRE(c[i] == sum);
    }
  });
}

}  // namespace

TEST_CASE("mma.sync multiplies") {
  check_multiply<Half, 16>();
  check_multiply<Bfloat16, 16>();
  check_multiply<Tf32, 8>();
}

TEST_CASE("ldmatrix gives the fragments that mma takes") {
  run_grid(1, 32, 512, [] {
    auto* numbers = reinterpret_cast<std::uint16_t*>(dynamic_shared());
    const int lane = static_cast<int>(threadIdx.x);
    for (int i = 0; i < 8; ++i) write_shared(numbers + 8 * lane + i, static_cast<std::uint16_t>(8 * lane + i));
    __syncwarp();
    std::uint32_t words[4];
    load_matrices(words, numbers + 8 * lane);
    for (std::uint32_t m = 0; m < 4; ++m) {
      const std::uint32_t first = 64 * m + 8 * (threadIdx.x / 4) + 2 * (threadIdx.x % 4);
      REQUIRE(words[m] == (first | (first + 1) << 16));
    }
    load_matrices_transposed(words, numbers + 8 * lane);
    for (std::uint32_t m = 0; m < 4; ++m) {
      const std::uint32_t first = 64 * m + 8 * 2 * (threadIdx.x % 4) + threadIdx.x / 4;
      REQUIRE(words[m] == (first | (first + 8) << 16));
    }
  });
}
