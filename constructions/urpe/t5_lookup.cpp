// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/t5_lookup.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

namespace attest::constructions {

using theory::Rational;
using theory::Value;

namespace {

std::size_t at(long index) { return static_cast<std::size_t>(index); }

struct Row {
  RationalVector seen;
  long answer;
};

std::vector<Row> table(const RationalMatrix& attention, long n, long V,
                       const std::function<long(const Tokens&, long)>& target,
                       const std::function<long(const Tokens&)>& fallback) {
  std::vector<Row> rows;
  for (const Tokens& w : all_sequences(n, V)) {
    const RationalMatrix outputs = t5_outputs(attention, w, V);
    const long positions = is_constant(w) ? 1 : n;
    for (long i = 1; i <= positions; ++i)
      rows.push_back({outputs[at(i - 1)], is_constant(w) ? fallback(w) : target(w, i)});
  }
  return rows;
}

// The rows by their value of sum_b weight^(b-1) * seen_b; nothing if two rows share a value. `seen` sums to 1, so the
// first entry is left out.
std::optional<std::map<Rational, long>> projected(const std::vector<Row>& rows, long weight) {
  std::map<Rational, long> answers;
  for (const Row& row : rows) {
    Rational value = 0;
    for (std::size_t b = 1; b < row.seen.size(); ++b)
      value += pow(Rational(weight), static_cast<long>(b) - 1) * row.seen[b];
    if (!answers.emplace(value, row.answer).second) return std::nullopt;
  }
  return answers;
}

}  // namespace

std::vector<Tokens> all_sequences(long n, long V) {
  std::vector<Tokens> sequences;
  Tokens w(at(n), 1);
  while (true) {
    sequences.push_back(w);
    long place = n - 1;
    while (place >= 0 && w[at(place)] == V) w[at(place--)] = 1;
    if (place < 0) return sequences;
    ++w[at(place)];
  }
}

bool is_constant(const Tokens& w) {
  return std::all_of(w.begin(), w.end(), [&](long token) { return token == w.front(); });
}

RationalVector telling_weights(long n) {
  RationalVector t;
  for (long k = 0; k < 2 * n - 1; ++k) t.push_back(pow(Rational(3), k) + Rational(1));
  return t;
}

RationalMatrix t5_matrix(const RationalVector& t, long n) {
  RationalMatrix attention = constant_matrix(n, n, 0);
  for (long i = 0; i < n; ++i) {
    Rational total = 0;
    for (long j = 0; j < n; ++j) total += t[at(i - j + n - 1)];
    for (long j = 0; j < n; ++j) attention[at(i)][at(j)] = t[at(i - j + n - 1)] / total;
  }
  return attention;
}

RationalMatrix t5_outputs(const RationalMatrix& attention, const Tokens& w, long V) {
  RationalMatrix outputs = constant_matrix(static_cast<long>(w.size()), V, 0);
  for (std::size_t i = 0; i < w.size(); ++i)
    for (std::size_t j = 0; j < w.size(); ++j) outputs[i][at(w[j] - 1)] += attention[i][j];
  return outputs;
}

Block t5_lookup_block(long n, long V, long m, const std::function<long(const Tokens&, long)>& target,
                      const std::function<long(const Tokens&)>& fallback) {
  const RationalVector t = telling_weights(n);
  const RationalMatrix attention = t5_matrix(t, n);
  const std::vector<Row> rows = table(attention, n, V, target, fallback);
  long weight = 2;
  auto answers = projected(rows, weight);
  while (!answers && weight < 100) answers = projected(rows, ++weight);
  if (!answers) throw std::logic_error("t5_lookup_block: two positions could not be told apart");

  const long d = 2 * V + m, first_answer = 2 * V, units = static_cast<long>(answers->size()) - 1;
  Block block = identity_block(d, std::max(units, 1L));  // one row to look up needs no unit
  Head head;
  head.attention = attention;
  head.parameters = {{"t", Value::vector(t)}};
  head.value = constant_matrix(d, V, 0);
  head.value_bias = RationalVector(at(V), 0);
  head.output = constant_matrix(V, d, 0);
  for (long b = 0; b < V; ++b) head.value[at(b)][at(b)] = head.output[at(b)][at(V + b)] = 1;
  block.heads = {head};

  // One unit max(projection - knot, 0) for each knot but the last; its weights are the changes of slope.
  auto knot = answers->begin();
  block.b2[at(first_answer + knot->second - 1)] = 1;
  RationalVector slope(at(m), 0);
  for (long unit = 0; unit < units; ++unit) {
    const auto next = std::next(knot);
    for (long b = 1; b < V; ++b) block.W1[at(V + b)][at(unit)] = pow(Rational(weight), b - 1);
    block.b1[at(unit)] = -knot->first;
    for (long a = 1; a <= m; ++a) {
      const Rational rise = Rational(next->second == a ? 1 : 0) - Rational(knot->second == a ? 1 : 0);
      const Rational new_slope = rise / (next->first - knot->first);
      block.W2[at(unit)][at(first_answer + a - 1)] = new_slope - slope[at(a - 1)];
      slope[at(a - 1)] = new_slope;
    }
    knot = next;
  }
  return block;
}

}  // namespace attest::constructions
