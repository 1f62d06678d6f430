// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/benes_settings.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "constructions/positional/benes_exchange.hpp"
#include "theory/error.hpp"

namespace attest::constructions::benes {

Settings::Settings(unsigned k) : k_(k), words_per_column_(0) {
  if (k > 31) throw InputError("k", "expected an integer from 0 to 31, found " + std::to_string(k));
  const std::size_t words = (labels() / 2 + kPairsPerWord - 1) / kPairsPerWord;
  // Routing writes to all columns in turn. One cache line more per column keeps them, a power of two apart otherwise,
  // from competing for the same few places of a cache.
  constexpr std::size_t cache_line = 8;
  words_per_column_ = words + (words >= cache_line ? cache_line : 0);
  words_.resize(columns() * words_per_column_, 0);
}

std::uint32_t Settings::stride(unsigned column) const {
  if (column < 1 || column > columns()) {
    throw InputError("column " + std::to_string(column), "expected a column from 1 to " + std::to_string(columns()));
  }
  return std::uint32_t{1} << (column <= k_ ? k_ - column : column - k_);
}

bool Settings::exchanged(unsigned column, std::uint32_t label) const {
  const std::uint32_t digit = stride(column);
  if (label >= labels()) {
    throw InputError("label " + std::to_string(label), "expected a label below " + std::to_string(labels()));
  }
  // The number of the pair is the label without the digit that tells its two members apart.
  const std::uint32_t pair = label / (2 * digit) * digit + label % digit;
  return this->column(column)[pair / kPairsPerWord] >> pair % kPairsPerWord & 1;
}

// Replaying
// ------------------------------------------------------------------------------------------------------------

namespace {

using Word = Settings::Word;

/// Runs one column of a block backwards: bytes[i] becomes the destination of a packet that is at i before the column.
void run_block_column(std::uint8_t* bytes, std::size_t labels, std::size_t stride, Word flags) {
  if (stride >= 8) {
    for (std::size_t base = 0; base < labels; base += 2 * stride) {
      for (std::size_t x = base; x < base + stride; x += 8, flags >>= 8) {
        Word upper, lower;
        std::memcpy(&upper, bytes + x, 8);
        std::memcpy(&lower, bytes + stride + x, 8);
        const Word difference = (upper ^ lower) & spread(flags) * 0xff;
        upper ^= difference;
        lower ^= difference;
        std::memcpy(bytes + x, &upper, 8);
        std::memcpy(bytes + stride + x, &lower, 8);
      }
    }
    return;
  }
  // Eight labels hold four exchanges; the constant says which byte is the lower label of which.
  const Word own = stride == 4 ? 0x0000000008040201 : stride == 2 ? 0x0000080400000201 : 0x0008000400020001;
  for (std::size_t x = 0; x < labels; x += 8, flags >>= 4) {
    Word eight;
    std::memcpy(&eight, bytes + x, 8);
    const Word difference = (eight ^ eight >> 8 * stride) & spread(flags & 0xf, own) * 0xff;
    eight ^= difference ^ difference << 8 * stride;
    std::memcpy(bytes + x, &eight, 8);
  }
}

void replay_block(const Settings& settings, std::uint32_t* destination, unsigned k, std::size_t word) {
  std::array<std::uint8_t, std::size_t{1} << kBlockLog> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i);
  for (unsigned c = settings.k() + k - 1; c > settings.k() - k; --c) {
    run_block_column(bytes.data(), std::size_t{1} << k, settings.stride(c), settings.column(c)[word]);
  }
  std::array<std::uint32_t, std::size_t{1} << kBlockLog> before;
  std::copy_n(destination, std::size_t{1} << k, before.begin());
  for (std::size_t i = 0; i < std::size_t{1} << k; ++i) destination[i] = before[bytes[i]];
}

void replay_column(const Word* column, std::uint32_t* destination, std::size_t half) {
  std::array<std::uint8_t, kPairsPerWord> flags;
  for (std::size_t x = 0; x < half; x += kPairsPerWord) {
    unpack(column[x / kPairsPerWord], flags.data());
    exchange<kPairsPerWord>(destination + x, destination + half + x, flags.data(), ~std::uint32_t{0});
  }
}

/// Runs the columns of a part backwards: destination[i] is where the packet at i after them ends, then before them.
void replay_part(const Settings& settings, std::uint32_t* destination, unsigned k, std::size_t word) {
  if (k <= kBlockLog) return replay_block(settings, destination, k, word);
  const std::size_t half = std::size_t{1} << (k - 1);
  replay_column(settings.column(settings.k() + k - 1) + word, destination, half);
  replay_part(settings, destination, k - 1, word);
  replay_part(settings, destination + half, k - 1, word + half / (2 * kPairsPerWord));
  replay_column(settings.column(settings.k() - k + 1) + word, destination, half);
}

}  // namespace

std::vector<std::uint32_t> replay(const Settings& settings) {
  std::vector<std::uint32_t> destination(settings.labels());
  for (std::uint32_t i = 0; i < settings.labels(); ++i) destination[i] = i;
  if (settings.k() > 0) replay_part(settings, destination.data(), settings.k(), 0);
  return destination;
}

std::vector<std::vector<std::uint32_t>> paths(const Settings& settings) {
  std::vector<std::vector<std::uint32_t>> result(settings.labels());
  for (std::uint32_t i = 0; i < settings.labels(); ++i) {
    std::uint32_t label = i;
    if (settings.k() > 0) result[i].push_back(label);
    for (unsigned column = 1; column <= settings.columns(); ++column) {
      if (settings.exchanged(column, label)) label ^= settings.stride(column);
      result[i].push_back(label);
    }
  }
  return result;
}

}  // namespace attest::constructions::benes
