// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/sha256.hpp"

#include <array>
#include <bit>
#include <cstdint>

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace attest::theory {
namespace {

using Word = std::uint32_t;

// FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<Word, 64> constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// 6.2.2: one block of 64 bytes.
void compress(std::array<Word, 8>& hash, std::string_view block) {
  std::array<Word, 64> schedule{};
  for (std::size_t i = 0; i < 64; ++i) {
    if (i < 16) {
      for (std::size_t byte = 0; byte < 4; ++byte) schedule[i] = schedule[i] << 8 | std::uint8_t(block[4 * i + byte]);
      continue;
    }
    const Word a = schedule[i - 15], b = schedule[i - 2];
    const Word sigma0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3;
    const Word sigma1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10;
    schedule[i] = sigma1 + schedule[i - 7] + sigma0 + schedule[i - 16];
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t i = 0; i < 64; ++i) {
    const Word sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const Word first = h + sum1 + ((e & f) ^ (~e & g)) + constants[i] + schedule[i];
    const Word sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const Word second = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const std::array<Word, 8> worked = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) hash[i] += worked[i];
}

#ifdef __x86_64__
/// The same with the processor's instructions for it: programs of 15 MB and more are hashed whenever one starts.
/// Source: Intel, "New Instructions Supporting the Secure Hash Algorithm on Intel Architecture Processors", 2013.
__attribute__((target("sha,sse4.1"))) void compress_quickly(std::array<Word, 8>& hash, const char* at,
                                                            std::size_t blocks) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);  // words stand high byte first
  const auto* given = reinterpret_cast<const __m128i*>(hash.data());
  const __m128i dcba = _mm_loadu_si128(given), hgfe = _mm_loadu_si128(given + 1);
  // The instructions want the words as a, b, e, f and c, d, g, h.
  const __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1), efgh = _mm_shuffle_epi32(hgfe, 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  for (; blocks > 0; --blocks, at += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i schedule[4];  // the last sixteen words
    for (std::size_t i = 0; i < 16; ++i) {
      __m128i& words = schedule[i % 4];
      if (i < 4) {
        words = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at) + i), order);
      } else {
        const __m128i last = schedule[(i + 3) % 4];
        const __m128i seven_back = _mm_alignr_epi8(last, schedule[(i + 2) % 4], 4);
        words =
            _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(words, schedule[(i + 1) % 4]), seven_back), last);
      }
      const __m128i sum = _mm_add_epi32(words, _mm_loadu_si128(reinterpret_cast<const __m128i*>(constants.data()) + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  auto* out = reinterpret_cast<__m128i*>(hash.data());
  _mm_storeu_si128(out, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(out + 1, _mm_alignr_epi8(dchg, feba, 8));
}

/// Leaf 7 of cpuid: the bit of the instructions; and SSE4.1 with SSSE3 in leaf 1.
bool has_instructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & bit_SSE4_1) == 0 || (c & bit_SSSE3) == 0) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA) != 0;
}
#endif

void compress_all(std::array<Word, 8>& hash, std::string_view blocks, [[maybe_unused]] bool plainly) {
#ifdef __x86_64__
  static const bool quickly = has_instructions();
  if (quickly && !plainly) return compress_quickly(hash, blocks.data(), blocks.size() / 64);
#endif
  for (std::size_t at = 0; at < blocks.size(); at += 64) compress(hash, blocks.substr(at, 64));
}

std::string digest(std::string_view text, bool plainly) {
  // 5.1.1: behind the whole blocks a one bit, zeros, and the length in bits as 64 bits, to a multiple of 64 bytes.
  const std::size_t whole = text.size() / 64 * 64;
  std::string end = std::string(text.substr(whole)) + '\x80';
  end.resize((end.size() + 8 + 63) / 64 * 64 - 8, '\0');
  const std::uint64_t bits = 8 * std::uint64_t(text.size());
  for (int shift = 56; shift >= 0; shift -= 8) end += char(bits >> shift & 255);
  // 5.3.3: the square roots of the first eight primes.
  std::array<Word, 8> hash = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                              0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  compress_all(hash, text.substr(0, whole), plainly);
  compress_all(hash, end, plainly);
  std::string digits;
  for (const Word word : hash) {
    for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[word >> shift & 15];
  }
  return digits;
}

}  // namespace

std::string sha256(std::string_view text) { return digest(text, false); }
std::string sha256_plainly(std::string_view text) { return digest(text, true); }

}  // namespace attest::theory
