// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/theory/attention/generators.hpp"
#include "tests/theory/differential/definitions.hpp"

// Heads and blocks as the engine takes them, each beside the record of the statement language that says the same.

namespace attest::tests {

/// Matrices whose rows are often equal: with few small values, and every second time with one row repeated.
inline Matrix<Rational> any_rows(Shape shape, const rc::Gen<Rational>& entries) {
  if (coin()) return *matrices(shape, entries);
  return Matrix<Rational>::from_rows(std::vector(shape.rows, any_vector(shape.columns, entries)));
}

/// A right stochastic matrix: nonnegative integers divided by their row's sum; zeros and ties are frequent.
inline Matrix<Rational> any_right_stochastic(std::size_t n) {
  Matrix<Rational> A = *matrices({n, n}, rc::gen::map(rc::gen::inRange(0, 4), [](int e) { return Rational(e); }));
  for (std::size_t i = 0; i < n; ++i) {
    Rational sum;
    for (std::size_t j = 0; j < n; ++j) sum += A(i, j);
    for (std::size_t j = 0; j < n; ++j) A(i, j) = sum == 0 ? Rational(i == j ? 1 : 0) : A(i, j) / sum;
  }
  return A;
}

/// The definitions leave nothing out: what is absent in the engine is 0.
inline Vector<Rational> or_zeros(const std::optional<Vector<Rational>>& x, std::size_t length) {
  return x ? *x : Vector<Rational>(length);
}

/// Adds the bias of a head to its record. `variant` is one of the names of theory/definitions/attention.stm; `r` is the
/// family that Transformer-XL keeps fixed.
inline void choose_bias(const std::string& variant, const Matrix<Rational>& r, Head<Rational>& head,
                        theory::Value::Record& record) {
  using B = RelativeBias<Rational>;
  const std::size_t members = r.rows(), dH = head.WQ.columns();
  const auto family = [&] { return any_rows({members, dH}, small_integers()); };
  record.emplace_back("variant", variant);
  if (variant == "t5") {
    const B::T5 bias{any_vector(members, small_integers())};
    record.emplace_back("m", value(bias.m));
    head.bias = bias;
  } else if (variant == "shaw") {
    const B::Shaw bias{family()};
    record.emplace_back("r", value(bias.r));
    head.bias = bias;
  } else if (variant == "deberta") {
    const B::DeBERTa bias{family(), family()};
    record.emplace_back("r", value(bias.r));
    record.emplace_back("s", value(bias.s));
    head.bias = bias;
  } else if (variant == "transformer_xl") {
    const B::TransformerXL bias{r, any_rows({r.columns(), dH}, small_integers()), any_vector(dH, small_integers()),
                                any_vector(dH, small_integers())};
    record.emplace_back("WR", value(bias.WR));
    record.emplace_back("u", value(bias.u));
    record.emplace_back("v", value(bias.v));
    head.bias = bias;
  }
}

inline std::string any_variant() {
  return *rc::gen::element<std::string>("none", "t5", "shaw", "deberta", "transformer_xl");
}

template <class T>
struct Both {
  T engine;
  theory::Value::Record record;
};

/// WQ, WK and the bias, for tokens of dimension d.
inline Both<Head<Rational>> any_scores(const std::string& variant, std::size_t d, const Matrix<Rational>& r) {
  const std::size_t dH = size(1, 3);
  Both<Head<Rational>> head;
  head.engine.WQ = *matrices({d, dH}, small_integers());
  head.engine.WK = *matrices({d, dH}, small_integers());
  head.record = {{"WQ", value(head.engine.WQ)}, {"WK", value(head.engine.WK)}};
  choose_bias(variant, r, head.engine, head.record);
  return head;
}

/// WV, bV and WO.
inline void choose_value_path(std::size_t d, Both<Head<Rational>>& head) {
  const std::size_t dV = size(1, 3);
  head.engine.WV = *matrices({d, dV}, small_rationals());
  head.engine.bV = optional_vector(dV, small_rationals());
  head.engine.WO = *matrices({dV, d}, small_rationals());
  head.record.emplace_back("WV", value(head.engine.WV));
  head.record.emplace_back("bV", value(or_zeros(head.engine.bV, dV)));
  head.record.emplace_back("WO", value(head.engine.WO));
}

inline theory::Value value(const Normalization<Rational>& norm) {
  using Kind = Normalization<Rational>::Kind;
  if (norm.kind == Kind::none) return theory::Value::Record{{"kind", "none"}};
  return theory::Value::Record{{"kind", norm.kind == Kind::layer_norm ? "layer" : "rms"},
                               {"eps", norm.eps},
                               {"gain", value(norm.gain)},
                               {"shift", value(norm.shift)}};
}

/// A block with these heads and without normalizations.
inline Block<Rational> any_block(std::size_t d, const std::vector<Both<Head<Rational>>>& heads) {
  Block<Rational> block;
  for (const auto& head : heads) block.heads.push_back(head.engine);
  block.bO = optional_vector(d, small_rationals());
  block.ffn = any_feed_forward(d, small_rationals());
  return block;
}

inline theory::Value value(const Block<Rational>& block, const std::vector<Both<Head<Rational>>>& heads,
                           std::size_t d) {
  theory::Value::List records;
  for (const auto& head : heads) records.emplace_back(head.record);
  const FeedForward<Rational>& ffn = block.ffn;
  return theory::Value::Record{{"heads", records},
                               {"bO", value(or_zeros(block.bO, d))},
                               {"W1", value(ffn.W1)},
                               {"b1", value(or_zeros(ffn.b1, ffn.W1.columns()))},
                               {"W2", value(ffn.W2)},
                               {"b2", value(or_zeros(ffn.b2, d))},
                               {"norm1", value(block.norm1)},
                               {"norm2", value(block.norm2)}};
}

}  // namespace attest::tests
