// SPDX-License-Identifier: Apache-2.0
#include "verify/trusted/sha256.hpp"
#include <gmpxx.h>
#include <array>
#include <bit>
#include <cstdint>
namespace checker {
template <std::size_t count>
using Words = std::array<std::uint32_t, count>;
// The first 32 bits of the fractional parts of the roots of the first primes (sections 4.2.2 and 5.3.3).
template <std::size_t count>
static Words<count> root_fractions(unsigned root) {
  Words<count> result;
  mpz_class prime = 1, scaled;
  for (std::uint32_t& word : result) {
    mpz_nextprime(prime.get_mpz_t(), prime.get_mpz_t());
    scaled = prime << (32UL * root);
    mpz_root(scaled.get_mpz_t(), scaled.get_mpz_t(), root);
    word = static_cast<std::uint32_t>(mpz_class(scaled & 0xffffffffUL).get_ui());
  }
  return result;
}

std::string sha256(const std::string& bytes) {
  std::string padded = bytes + '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(std::uint64_t{bytes.size()} * 8 >> shift);
  const Words<64> constants = root_fractions<64>(3);
  Words<8> state = root_fractions<8>(2);
  for (std::size_t block = 0; block < padded.size(); block += 64) {
    Words<64> w{};
    for (std::size_t i = 0; i < 64; ++i) w[i / 4] = w[i / 4] << 8 | static_cast<unsigned char>(padded[block + i]);
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
      const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const Words<8> sum = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state[i] += sum[i];
  }
  std::string digest;
  for (std::uint32_t word : state) {
    for (int shift = 28; shift >= 0; shift -= 4) digest += "0123456789abcdef"[word >> shift & 15];
  }
  return digest;
}
}  // namespace checker
