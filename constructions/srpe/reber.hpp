// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "constructions/draw.hpp"

namespace attest::constructions {

/// The Reber grammar of SRPE's authors (section Artificial Tasks), over the letters B T S X P V E:
///   R -> B T S* X (X b | S E) | B P b      b -> T T* V (P X b | P S E | V E)
/// where of two ways to go on each has probability 1/2.
struct ReberString {
  std::string text;
  theory::Rational probability;
};

/// Every Reber string of at most `longest` letters, shortest first.
std::vector<ReberString> reber_strings(long longest);
/// One string drawn from the grammar, of any length.
std::string draw_reber_string(Draw& draw);

/// What a model is shown of the embedded string B x R y R' x ({x, y} = {P, T}), its first and last letter left out, and
/// the letter it should predict, x.
struct ReberExample {
  std::string input;
  char label;
};
ReberExample embedded_reber(char label, const std::string& first, const std::string& second);

/// The label read off neighbours alone: the other one of the letter that follows an E. Input of any other form gives
/// '?'.
char label_from_neighbours(const std::string& input);

}  // namespace attest::constructions
