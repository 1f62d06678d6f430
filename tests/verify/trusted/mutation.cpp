// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/trusted/mutation.hpp"

#include <algorithm>
#include <cctype>

namespace fuzz {

Mutator::Range Mutator::some_range(const std::string& text) {
  if (text.empty()) return {0, 0};
  const std::size_t begin = below(text.size());
  return {begin, std::min(text.size() - begin, 1 + below(below(2) == 0 ? 4 : 60))};
}

// A run of letters, digits and underscores, or one other character.
Mutator::Range Mutator::some_token(const std::string& text) {
  if (text.empty()) return {0, 0};
  const auto in_word = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  std::size_t begin = below(text.size()), end = begin + 1;
  if (in_word(begin)) {
    while (begin > 0 && in_word(begin - 1)) --begin;
    while (in_word(end)) ++end;
  }
  return {begin, end - begin};
}

void Mutator::change(std::string& text, const std::string& other) {
  const Range range = some_range(text), token = some_token(text), lent = some_range(other);
  switch (below(8)) {
    case 0:
      if (!text.empty()) text[range.begin] = static_cast<char>(text[range.begin] ^ (1 << below(8)));
      break;
    case 1:
      text.erase(range.begin, range.length);
      break;
    case 2:
      text.insert(range.begin, text.substr(range.begin, range.length));
      break;
    case 3:
      text.insert(range.begin, other.substr(lent.begin, lent.length));
      break;
    case 4:
      text.replace(range.begin, range.length, other.substr(lent.begin, lent.length));
      break;
    case 5: {  // two tokens change places
      Range first = token, second = some_token(text);
      if (second.begin < first.begin) std::swap(first, second);
      if (first.begin + first.length > second.begin) break;
      const std::string word = text.substr(first.begin, first.length);
      const std::string later = text.substr(second.begin, second.length);
      text.replace(second.begin, second.length, word).replace(first.begin, first.length, later);
      break;
    }
    case 6:
      text.replace(token.begin, token.length, words_[below(words_.size())]);
      break;
    default: {
      const Range from_other = some_token(other);
      text.replace(token.begin, token.length, other.substr(from_other.begin, from_other.length));
    }
  }
}

std::string Mutator::mutate(std::string text, const std::string& other) {
  for (std::size_t changes = below(2) == 0 ? 1 : 1 + below(3); changes > 0; --changes) change(text, other);
  return text;
}

}  // namespace fuzz
