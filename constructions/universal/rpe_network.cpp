// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/rpe_network.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "constructions/draw.hpp"
#include "constructions/universal/urpe_network.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Value;
using theory::Vector;

namespace {

// A_ij = w_{i-j} / sum_k w_{i-k}.
Matrix<Rational> t5_attention(const Vector<Rational>& w, std::size_t n) {
  Matrix<Rational> A = theory::toeplitz(w, n);
  for (std::size_t i = 0; i < n; ++i) {
    Rational sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += A(i, j);
    for (std::size_t j = 0; j < n; ++j) A(i, j) /= sum;
  }
  return A;
}

// A vector z for which X_j z tells apart all rows that occur: (1, B, B^2, ...) with the least B.
Vector<Rational> row_code(const std::vector<Matrix<Rational>>& inputs) {
  std::set<Vector<Rational>> rows;
  for (const Matrix<Rational>& X : inputs) {
    for (std::size_t i = 0; i < X.rows(); ++i) rows.insert(X.row(i));
  }
  for (long base = 1;; ++base) {
    Vector<Rational> z;
    for (std::size_t j = 0; j < inputs.front().columns(); ++j) z.push_back(pow(Rational(base), static_cast<long>(j)));
    std::set<Rational> codes;
    for (const Vector<Rational>& row : rows) codes.insert(dot(row, z));
    if (codes.size() == rows.size()) return z;
  }
}

// sum_j A_ij X_j z for every position of every input, in order; nothing if two agree that must not.
std::optional<std::vector<Rational>> contexts(const Vector<Rational>& w, const Vector<Rational>& z,
                                              const std::vector<Matrix<Rational>>& inputs) {
  const Matrix<Rational> A = t5_attention(w, inputs.front().rows());
  std::map<Rational, std::size_t> input_of;
  std::vector<Rational> result;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const bool identical = has_identical_rows(inputs[k]);
    for (std::size_t i = 0; i < A.rows(); ++i) {
      Rational context = 0;
      for (std::size_t j = 0; j < A.rows(); ++j) context += A(i, j) * dot(inputs[k].row(j), z);
      const auto [place, is_new] = input_of.emplace(context, k);
      if (!is_new && !(identical && place->second == k)) return {};
      result.push_back(context);
    }
  }
  return result;
}

// Random weights from 1, ..., greatest, the same ones every time; a few tries for each greatest.
Vector<Rational> general_weights(const Vector<Rational>& z, const std::vector<Matrix<Rational>>& inputs) {
  constexpr int tries = 16;
  Draw draw(1);
  for (long greatest = 1;; ++greatest) {
    for (int k = 0; k < tries; ++k) {
      Vector<Rational> w;
      for (std::size_t j = 0; j < 2 * inputs.front().rows() - 1; ++j) w.emplace_back(draw.integer(1, greatest));
      if (contexts(w, z, inputs)) return w;
    }
  }
}

// An integer L for which L y + x, with y among `contexts` and x within `span`, keeps different y 2 apart.
Rational stretch(std::vector<Rational> contexts, const Rational& span) {
  std::sort(contexts.begin(), contexts.end());
  contexts.erase(std::unique(contexts.begin(), contexts.end()), contexts.end());
  Rational factor = 1;
  for (std::size_t k = 1; k < contexts.size(); ++k) {
    factor = max(factor, ceil((span + 2) / (contexts[k] - contexts[k - 1])));
  }
  return factor;
}

void require_lawful(const Table& table) {
  for (std::size_t k = 0; k < table.inputs.size(); ++k) {
    if (has_identical_rows(table.inputs[k]) && !has_identical_rows(table.outputs[k])) {
      throw std::invalid_argument("rpe_network: input " + std::to_string(k + 1) +
                                  " has identical rows and its output has not");
    }
  }
}

}  // namespace

bool has_identical_rows(const Matrix<Rational>& X) {
  for (std::size_t i = 1; i < X.rows(); ++i) {
    if (X.row(i) != X.row(0)) return false;
  }
  return true;
}

RpeNetwork rpe_network(const Table& table, Layout layout) {
  if (table.inputs.empty() || table.inputs.size() != table.outputs.size()) {
    throw std::invalid_argument("rpe_network: expected an output for each of at least one input");
  }
  require_lawful(table);
  const std::size_t n = table.inputs.front().rows(), d = table.inputs.front().columns();
  const Vector<Rational> z = row_code(table.inputs), w = general_weights(z, table.inputs);
  Rational least = table.inputs.front()(0, 0), greatest = least;
  for (const Matrix<Rational>& X : table.inputs) {
    for (std::size_t i = 0; i < n; ++i) {
      least = min(least, X(i, 0));
      greatest = max(greatest, X(i, 0));
    }
  }
  Matrix<Rational> WV({d, 1}), WO({1, d});
  for (std::size_t j = 0; j < d; ++j) WV(j, 0) = z[j];
  WO(0, 0) = stretch(*contexts(w, z, table.inputs), greatest - least);
  Block<Rational> context = idle_block(d, 1);
  context.heads = {{.WV = WV, .WO = WO, .A = t5_attention(w, n)}};

  std::vector<Matrix<Rational>> states;
  std::optional<Rational> lowest;
  for (const Matrix<Rational>& X : table.inputs) {
    states.push_back(theory::attention_layer(context.heads, context.bO, X));
    for (std::size_t i = 0; i < n; ++i) lowest = lowest ? min(*lowest, states.back()(i, 0)) : states.back()(i, 0);
  }
  context.bO = Vector<Rational>(d, 0);
  (*context.bO)[0] = lift_above(table.outputs, *lowest);
  for (Matrix<Rational>& Y : states) Y = add_row(Y, *context.bO);
  return {w, joined(context, relabel(row_changes(states, table.outputs), d, layout))};
}

HeadFields t5_fields(const Vector<Rational>& w) {
  return [w](const Head<Rational>&, std::size_t) { return Value::Record{{"w", Value::vector(w)}}; };
}

}  // namespace attest::constructions
