// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/t5_networks.hpp"

#include <utility>

#include "constructions/index.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Value;

namespace {

// The family t_{i-j} from a function of i-j.
template <class F>
RationalVector family(long n, F t) {
  RationalVector result;
  for (long difference = -(n - 1); difference <= n - 1; ++difference) result.push_back(t(difference));
  return result;
}

// Adds the attention's mean of the token columns to the V columns from `column` on.
Head mean_head(const RationalVector& t, long n, long V, long d, long column) {
  Head head;
  head.attention = t5_attention(t, n);
  head.parameters = {{"t", Value::vector(t)}};
  head.value = constant_matrix(d, V, 0);
  head.value_bias = RationalVector(at(V), 0);
  head.output = constant_matrix(V, d, 0);
  for (long token = 0; token < V; ++token)
    head.value[at(token)][at(token)] = head.output[at(token)][at(column + token)] = 1;
  return head;
}

// Hidden units, one after the other.
class Units {
 public:
  Units(Block& block, long V) : block_(block), V_(V) {}
  // max(sum of weight * row[column] + constant, 0), times its effect on columns of the output. The token columns carry
  // the constant.
  using Terms = std::vector<std::pair<long, Rational>>;
  void add(const Terms& inputs, const Rational& constant, const Terms& effects) {
    for (long token = 0; token < V_; ++token) block_.W1[at(token)][at(next_)] += constant;
    for (const auto& [column, weight] : inputs) block_.W1[at(column)][at(next_)] += weight;
    for (const auto& [column, weight] : effects) block_.W2[at(next_)][at(column)] += weight;
    ++next_;
  }

 private:
  Block& block_;
  long V_, next_ = 0;
};

// Columns: the token, what heads N and M see, the weights a and b that they give to other tokens, then whatever else.
struct Columns {
  explicit Columns(long V) : seen_N(V), seen_M(2 * V), a(3 * V), b(3 * V + 1), next(3 * V + 2) {}
  long seen_N, seen_M, a, b, next;
};

std::vector<Head> index_heads(long n, long V, long d, const Columns& columns) {
  const Rational half(1, 2);
  return {mean_head(family(n, [&](long e) { return e >= 0 ? Rational(1) : half; }), n, V, d, columns.seen_N),
          mean_head(family(n, [&](long e) { return e > 0 ? Rational(1) : half; }), n, V, d, columns.seen_M)};
}

// a = sum over tokens of max(own - seen, 0): only the own token's column counts, where it is 1 - seen. 2V units.
void add_weights_of_others(Units& units, long V, const Columns& columns) {
  for (long token = 0; token < V; ++token) {
    units.add({{token, 1}, {columns.seen_N + token, -1}}, 0, {{columns.a, 1}});
    units.add({{token, 1}, {columns.seen_M + token, -1}}, 0, {{columns.b, 1}});
  }
}

// Adds `effects` where i <= limit, and nothing elsewhere, on sequences that are not constant; nothing on constant ones.
// With s = n + limit, p = n + i: f = (2s-1) b - (2s+1) a = 2u (2s+1-2p) / (p (p-1)). If p > s it is negative. If p <= s
// it is at least 1 / (2n (2n-1)), as u >= 1/2. So with K = 2n (2n-1), max(K f, 0) - max(K f - 1, 0) is 1 or 0. Two
// units.
void add_up_to(Units& units, long n, long limit, const Columns& columns, const Units::Terms& effects) {
  const long s = n + limit, K = 2 * n * (2 * n - 1);
  const Units::Terms f = {{columns.b, K * (2 * s - 1)}, {columns.a, -K * (2 * s + 1)}};
  Units::Terms negated = effects;
  for (auto& [column, weight] : negated) weight = -weight;
  units.add(f, 0, effects);
  units.add(f, -1, negated);
}

}  // namespace

RationalMatrix t5_attention(const RationalVector& t, long n) {
  RationalMatrix attention = constant_matrix(n, n, 0);
  for (long i = 0; i < n; ++i) {
    Rational total = 0;
    for (long j = 0; j < n; ++j) total += t[at(i - j + n - 1)];
    for (long j = 0; j < n; ++j) attention[at(i)][at(j)] = t[at(i - j + n - 1)] / total;
  }
  return attention;
}

T5Network t5_position_network(long n, long V) {
  const Columns columns(V);
  const long answer = columns.next - 1, d = columns.next + n;  // the answer k is column answer + k
  Block find = identity_block(d, 2 * V), read = identity_block(d, 2 * (n - 1) + 1);
  find.heads = index_heads(n, V, d, columns);
  Units finding(find, V), reading(read, V);
  add_weights_of_others(finding, V, columns);
  // The answer k is [i <= k] - [i <= k-1], where [i <= n] is 1.
  for (long k = 1; k < n; ++k) add_up_to(reading, n, k, columns, {{answer + k, 1}, {answer + k + 1, -1}});
  reading.add({}, 1, {{answer + n, 1}});
  return {{find, read}, d, n};
}

T5Network t5_even_token_network(long n, long V) {
  const Columns columns(V);
  const long half = n / 2, copies = columns.next, gate = copies + half * V - 1, answer = gate + half + 1;
  const long d = answer + V + 1, eos = d - 1;
  Block find = identity_block(d, 2 * V + 3 * half * V), read = identity_block(d, 2 * half + 1),
        pass = identity_block(d, half * V);
  Units finding(find, V), reading(read, V), passing(pass, V);

  find.heads = index_heads(n, V, d, columns);
  add_weights_of_others(finding, V, columns);
  for (long k = 1; k <= half; ++k) {
    // Weight 3n on the token k places on, 1 on the others: 3/4 of the total or more. Clipping makes that 1, the rest 0.
    const RationalVector t = family(n, [&](long e) { return e == -k ? Rational(3 * n) : Rational(1); });
    const long copy = copies + (k - 1) * V;
    find.heads.push_back(mean_head(t, n, V, d, copy));
    for (long token = 0; token < V; ++token) {
      finding.add({{copy + token, 2}}, Rational(-1, 2), {{copy + token, 1}});
      finding.add({{copy + token, 2}}, Rational(-3, 2), {{copy + token, -1}});
      finding.add({{copy + token, 1}}, 0, {{copy + token, -1}});
    }
  }
  // The gate k is [i <= k] - [i <= k-1]; end of sentence is 1 - [i <= half].
  for (long k = 1; k <= half; ++k)
    add_up_to(reading, n, k, columns, {{gate + k, 1}, {k < half ? gate + k + 1 : eos, -1}});
  reading.add({}, 1, {{eos, 1}});
  for (long k = 1; k <= half; ++k)
    for (long token = 0; token < V; ++token)
      passing.add({{copies + (k - 1) * V + token, 1}, {gate + k, 1}}, -1, {{answer + token, 1}});
  return {{find, read, pass}, d, V + 1};
}

}  // namespace attest::constructions
