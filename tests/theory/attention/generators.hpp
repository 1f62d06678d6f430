// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/theory/generators.hpp"
#include "theory/attention/enclose.hpp"

namespace attest::tests {

using theory::Block;
using theory::FeedForward;
using theory::Head;
using theory::Mask;
using theory::Normalization;
using theory::RelativeBias;

inline std::size_t size(int least, int greatest) {
  return static_cast<std::size_t>(*rc::gen::inRange(least, greatest + 1));
}
inline bool coin() { return *rc::gen::element(true, false); }

inline Vector<Rational> any_vector(std::size_t length, const rc::Gen<Rational>& entries) {
  return *rc::gen::container<Vector<Rational>>(length, entries);
}
inline std::optional<Vector<Rational>> optional_vector(std::size_t length, const rc::Gen<Rational>& entries) {
  return coin() ? std::optional(any_vector(length, entries)) : std::nullopt;
}

inline RelativeBias<Rational>::Any any_bias(std::size_t n, std::size_t dH, const rc::Gen<Rational>& entries) {
  using B = RelativeBias<Rational>;
  const std::size_t members = 2 * n - 1;
  const auto family = [&] { return *matrices({members, dH}, entries); };
  switch (*rc::gen::inRange(0, 7)) {
    case 0:
      return B::T5{any_vector(members, entries)};
    case 1:
      return B::Shaw{family()};
    case 2:
      return B::DeBERTa{family(), family()};
    case 3: {
      const std::size_t dR = size(1, 3);
      return B::TransformerXL{*matrices({members, dR}, entries), *matrices({dR, dH}, entries), any_vector(dH, entries),
                              any_vector(dH, entries)};
    }
    case 4:
      return B::ALiBi{*entries};
    case 5:
      return B::Dense{*matrices({n, n}, entries)};
    default:
      return B::None{};
  }
}

inline Mask any_mask(std::size_t n) {
  if (coin()) return Mask::causal(n);
  Mask mask = Mask::full(n);
  for (auto& row : mask.allowed) {
    for (std::size_t j = 0; j < n; ++j) row[j] = coin();
  }
  return mask;
}

/// A head with every option; `scores` are the entries of all that the scores are made from, `values` of all else.
inline Head<Rational> any_head(std::size_t n, std::size_t d, const rc::Gen<Rational>& scores,
                               const rc::Gen<Rational>& values) {
  const std::size_t dH = size(1, 3), dV = size(1, 3);
  Head<Rational> head;
  head.WQ = *matrices({d, dH}, scores);
  head.WK = *matrices({d, dH}, scores);
  head.bQ = optional_vector(dH, scores);
  head.bK = optional_vector(dH, scores);
  head.bias = any_bias(n, dH, scores);
  if (coin()) head.C = *matrices({n, n}, values);
  if (coin()) head.mask = any_mask(n);
  head.WV = *matrices({d, dV}, values);
  head.bV = optional_vector(dV, values);
  head.WO = *matrices({dV, d}, values);
  return head;
}

inline FeedForward<Rational> any_feed_forward(std::size_t d, const rc::Gen<Rational>& entries) {
  const std::size_t r = size(1, 3);
  return {*matrices({d, r}, entries), optional_vector(r, entries), *matrices({r, d}, entries),
          optional_vector(d, entries)};
}

inline Normalization<Rational> any_normalization(std::size_t d, const rc::Gen<Rational>& entries) {
  using Kind = Normalization<Rational>::Kind;
  return {*rc::gen::element(Kind::none, Kind::layer_norm, Kind::rms_norm), Rational(1, 1000), any_vector(d, entries),
          any_vector(d, entries)};
}

}  // namespace attest::tests
