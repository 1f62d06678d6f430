// SPDX-License-Identifier: Apache-2.0
// The host's bodies of kernels/cuda/primitives.cuh; included by device.hpp, not by itself.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace attest::cuda {

// --- shared memory ---

inline std::byte* dynamic_shared() { return emulation::block().shared(); }
template <class T>
T read_shared(const T* from) {
  emulation::block().touch(from, sizeof(T), false);
  return *from;
}
template <class T>
void write_shared(T* to, T value) {
  emulation::block().touch(to, sizeof(T), true);
  *to = value;
}

// --- barriers ---

inline void barrier_sync(int id, int threads) {
  auto& b = emulation::block();
  b.sync(b.named_barrier(id), threads, "bar.sync");
}
inline void barrier_arrive(int id, int threads) {
  auto& b = emulation::block();
  b.arrive(b.named_barrier(id), threads);
}

// --- numbers ---

inline float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
inline std::uint32_t as_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

inline float flush(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }
inline float exp2_approx(float x) { return flush(std::exp2(flush(x))); }

inline float to_float(float x) { return x; }
inline float to_float(Bfloat16 x) { return as_float(static_cast<std::uint32_t>(x.bits) << 16); }
inline float to_float(Half x) {
  const int exponent = x.bits >> 10 & 31, fraction = x.bits & 1023;
  const float magnitude = exponent == 31  ? (fraction ? NAN : INFINITY)
                          : exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                          : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return x.bits >> 15 ? -magnitude : magnitude;
}

template <class T>
T from_float(float x);
template <>
inline float from_float<float>(float x) {
  return x;
}
template <>
inline Bfloat16 from_float<Bfloat16>(float x) {
  if (std::isnan(x)) return {0x7fff};
  const std::uint32_t bits = as_bits(x), rest = bits & 0xffffu, kept = bits >> 16;
  const bool up = rest > 0x8000u || (rest == 0x8000u && (kept & 1u));
  return {static_cast<std::uint16_t>(kept + up)};
}
template <>
inline Half from_float<Half>(float x) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(x) ? 0x8000 : 0);
  const float magnitude = std::fabs(x);
  if (std::isnan(x)) return {0x7fff};
  if (magnitude >= 65520.0f) return {static_cast<std::uint16_t>(sign | 0x7c00)};
  int exponent = 0;
  std::frexp(magnitude, &exponent);                                                           // magnitude < 2^exponent
  if (magnitude < 0x1p-14f) exponent = -13;                                                   // subnormal, or 0
  const auto units = static_cast<int>(std::nearbyint(std::ldexp(magnitude, 11 - exponent)));  // ties to even
  return {static_cast<std::uint16_t>(sign | ((exponent + 13) * 1024 + units))};
}

template <class T>
std::uint32_t pack(float low, float high) {
  return from_float<T>(low).bits | static_cast<std::uint32_t>(from_float<T>(high).bits) << 16;
}
inline std::uint32_t round_to_tf32(float x) {
  if (!std::isfinite(x)) return as_bits(x);
  return (as_bits(x) + 0x1000u) & ~0x1fffu;
}

// --- asynchronous copies ---

inline void copy_async_16(void* shared, const void* global, bool valid) {
  auto& b = emulation::block();
  b.touch(shared, 16, true);
  std::memset(shared, 0xff, 16);
  std::vector<std::byte> bytes(16);
  if (reinterpret_cast<std::uintptr_t>(global) % 16 != 0) b.fail("cp.async from an address that is no multiple of 16");
  if (valid) std::memcpy(bytes.data(), global, 16);
  b.running->open_copies.push_back({shared, std::move(bytes)});
}
inline void commit_copies() {
  auto& thread = *emulation::block().running;
  thread.copy_groups.push_back(std::exchange(thread.open_copies, {}));
}
template <int kPending>
void wait_copies() {
  auto& b = emulation::block();
  for (auto& groups = b.running->copy_groups; groups.size() > std::size_t{kPending}; groups.pop_front())
    for (const auto& copy : groups.front()) {
      b.touch(copy.shared, copy.bytes.size(), true);
      std::memcpy(copy.shared, copy.bytes.data(), copy.bytes.size());
    }
}

// --- matrix fragments ---

namespace emulation {

struct LoadMatrices {
  const void* row;
  std::uint32_t* words;
  const std::uint16_t* halves() const { return static_cast<const std::uint16_t*>(row); }
};

inline void load_matrices(std::uint32_t* words, const void* row, bool transposed) {
  block().touch(row, 16, false);
  LoadMatrices mine{row, words};
  collective(block().warp_exchange(), 32, transposed ? "ldmatrix.trans" : "ldmatrix", mine, [transposed](auto& lanes) {
    for (std::size_t lane = 0; lane < 32; ++lane)
      for (std::size_t matrix = 0; matrix < 4; ++matrix) {
        const auto element = [&](std::size_t i) {
          const std::size_t row = transposed ? 2 * (lane % 4) + i : lane / 4;
          const std::size_t column = transposed ? lane / 4 : 2 * (lane % 4) + i;
          return std::uint32_t{lanes[8 * matrix + row]->halves()[column]};
        };
        lanes[lane]->words[matrix] = element(0) | element(1) << 16;
      }
  });
}

struct Multiply {
  float* c;
  const std::uint32_t *a, *b;
};

/// The numbers of a register of 16-bit or 32-bit operands.
template <class Operand>
struct Packing {
  static constexpr int kDepth = 16, kPerRegister = 2;
  static double number(std::uint32_t word, int i) {
    return to_float(Operand{static_cast<std::uint16_t>(word >> 16 * i)});
  }
};
template <>
struct Packing<Tf32> {
  static constexpr int kDepth = 8, kPerRegister = 1;
  static double number(std::uint32_t word, int) { return as_float(word & ~0x1fffu); }
};

/// Towards zero, as the accumulators of the matrix units round.
inline float truncate(double x) {
  const auto nearest = static_cast<float>(x);
  return std::fabs(static_cast<double>(nearest)) > std::fabs(x) ? std::nextafter(nearest, 0.0f) : nearest;
}

/// mma.m16n8: four exact products at a time are added to the accumulator and the sum is cut.
template <class Operand>
void multiply(const std::vector<Multiply*>& lanes) {
  using P = Packing<Operand>;
  double a[16][P::kDepth], b[P::kDepth][8];
  for (int lane = 0; lane < 32; ++lane) {
    const Multiply& from = *lanes[static_cast<std::size_t>(lane)];
    const int group = lane / 4, place = lane % 4;
    for (int i = 0; i < P::kPerRegister; ++i) {
      const int depth = place * P::kPerRegister + i;
      for (int r = 0; r < 4; ++r) a[group + 8 * (r % 2)][depth + r / 2 * P::kDepth / 2] = P::number(from.a[r], i);
      for (int r = 0; r < 2; ++r) b[depth + r * P::kDepth / 2][group] = P::number(from.b[r], i);
    }
  }
  for (int lane = 0; lane < 32; ++lane)
    for (int r = 0; r < 4; ++r) {
      const int row = lane / 4 + 8 * (r / 2), column = 2 * (lane % 4) + r % 2;
      float& c = lanes[static_cast<std::size_t>(lane)]->c[r];
      for (int k = 0; k < P::kDepth; k += 4) {
        double sum = c;
        for (int l = k; l < k + 4; ++l) sum += a[row][l] * b[l][column];
        c = truncate(sum);
      }
    }
}

}  // namespace emulation

inline void load_matrices(std::uint32_t (&words)[4], const void* row) { emulation::load_matrices(words, row, false); }
inline void load_matrices_transposed(std::uint32_t (&words)[4], const void* row) {
  emulation::load_matrices(words, row, true);
}
template <class Operand>
void multiply_accumulate(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
  emulation::Multiply mine{c, a, b};
  emulation::collective(emulation::block().warp_exchange(), 32, "mma.sync", mine,
                        [](auto& lanes) { emulation::multiply<Operand>(lanes); });
}

template <class... Parameters, class... Arguments>
cudaError_t launch(void (*kernel)(Parameters...), dim3 grid, dim3 threads, std::size_t shared_bytes, cudaStream_t,
                   Arguments... arguments) {
  return emulation::launch_grid(grid, threads, shared_bytes, [&] { kernel(arguments...); });
}

}  // namespace attest::cuda
