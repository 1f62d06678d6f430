// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <vector>

namespace fuzz {

/// Damages texts: bytes, ranges of bytes and tokens. The same in every run with the same seed.
class Mutator {
 public:
  /// `words`: what may be put in place of a token.
  Mutator(std::uint64_t seed, std::vector<std::string> words) : random_(seed), words_(std::move(words)) {}

  /// The text with one to three changes; `other` lends what is spliced in.
  std::string mutate(std::string text, const std::string& other);
  /// Less than `count`, which is not 0.
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

 private:
  struct Range {
    std::size_t begin, length;
  };
  Range some_range(const std::string& text);
  Range some_token(const std::string& text);
  void change(std::string& text, const std::string& other);

  std::mt19937_64 random_;
  std::vector<std::string> words_;
};

}  // namespace fuzz
