// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/notation_tree.hpp"

#include <algorithm>

#include "theory/statement/notation_symbols.hpp"

namespace attest::theory::notation {
namespace {

using Kind = Notation::Kind;

/// What a row ends with takes the script, unless that would read as a script to less than the whole.
Notation with_script(Kind kind, Notation base, Notation script) {
  if (base.kind == Kind::row && !base.parts.empty()) {
    base.parts.back() = with_script(kind, std::move(base.parts.back()), std::move(script));
    return base;
  }
  // x_i with another index, or x^n to another power, would read as x_{i_j} or x^{n^m}.
  if (base.kind == kind) base = fenced("()", std::move(base));
  return {kind, "", {std::move(base), std::move(script)}};
}

template <class Predicate>
bool any_part(const Notation& notation, Predicate holds) {
  return std::any_of(notation.parts.begin(), notation.parts.end(), holds);
}

}  // namespace

Notation symbol(std::string key) { return {Kind::symbol, std::move(key), {}}; }

Notation prose(std::string words) { return {Kind::text, std::move(words), {}}; }

Notation row(std::vector<Notation> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return {Kind::row, "", std::move(parts)};
}

Notation fenced(std::string fence, Notation inside) { return {Kind::fenced, std::move(fence), {std::move(inside)}}; }

Notation name(const std::string& name) {
  if (name.size() == 1 || greek_letter(name)) return {Kind::letter, name, {}};
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (name.size() > 2 && name[1] == '_' && std::all_of(name.begin() + 2, name.end(), is_letter)) {
    return {Kind::subscript, "", {{Kind::letter, name.substr(0, 1), {}}, {Kind::word, name.substr(2), {}}}};
  }
  return {Kind::word, name, {}};
}

Notation with_subscript(Notation base, Notation index) {
  return with_script(Kind::subscript, std::move(base), std::move(index));
}

Notation with_superscript(Notation base, Notation exponent) {
  return with_script(Kind::superscript, std::move(base), std::move(exponent));
}

Notation separated(std::vector<Notation> parts, const std::string& separator) {
  std::vector<Notation> joined;
  for (Notation& part : parts) {
    if (!joined.empty()) joined.push_back(symbol(separator));
    joined.push_back(std::move(part));
  }
  return row(std::move(joined));
}

bool leads_with_minus(const Notation& notation) {
  switch (notation.kind) {
    case Kind::symbol:
      return notation.text == "negative";
    case Kind::row:
    case Kind::superscript:
    case Kind::subscript:
      return !notation.parts.empty() && leads_with_minus(notation.parts.front());
    default:
      return false;
  }
}

bool is_tall(const Notation& notation) {
  if (notation.kind == Kind::fraction || notation.kind == Kind::matrix || is_large(notation)) return true;
  if (notation.kind == Kind::superscript || notation.kind == Kind::subscript) return is_tall(notation.parts.front());
  return any_part(notation, is_tall);
}

bool is_large(const Notation& notation) {
  const bool large = notation.kind == Kind::limits || notation.kind == Kind::lines || notation.kind == Kind::cases;
  return large || any_part(notation, is_large);
}

std::size_t width(const Notation& notation) {
  std::size_t sum = 0, widest = 0;
  for (const Notation& part : notation.parts) {
    sum += width(part);
    widest = std::max(widest, width(part));
  }
  switch (notation.kind) {
    case Kind::letter:
      return 1;
    case Kind::number:
    case Kind::word:
    case Kind::function:
    case Kind::text:
      return notation.text.size();
    case Kind::quoted:
      return notation.text.size() + 2;
    case Kind::symbol:
      return symbol_width(notation.text);
    case Kind::fraction:
    case Kind::limits:
    case Kind::stack:
    case Kind::lines:
      return widest;
    case Kind::fenced:
      return sum + 2;
    default:
      return sum;
  }
}

}  // namespace attest::theory::notation
