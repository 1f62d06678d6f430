// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/blocks.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Value;

Value Head::to_value() const {
  Value::Record fields;
  if (!attention.empty()) fields.emplace_back("A", Value::matrix(attention));
  fields.insert(fields.end(), parameters.begin(), parameters.end());
  fields.emplace_back("WV", Value::matrix(value));
  fields.emplace_back("bV", Value::vector(value_bias));
  fields.emplace_back("WO", Value::matrix(output));
  return fields;
}

Value Normalization::to_value() const {
  if (kind == "none") return Value::Record{{"kind", kind}};
  return Value::Record{
      {"kind", kind}, {"eps", epsilon}, {"gain", Value::vector(gain)}, {"shift", Value::vector(shift)}};
}

Value Block::to_value() const {
  Value::List head_values;
  for (const Head& head : heads) head_values.push_back(head.to_value());
  return Value::Record{{"heads", head_values},
                       {"bO", Value::vector(output_bias)},
                       {"W1", Value::matrix(W1)},
                       {"b1", Value::vector(b1)},
                       {"W2", Value::matrix(W2)},
                       {"b2", Value::vector(b2)},
                       {"norm1", after_attention.to_value()},
                       {"norm2", after_ffn.to_value()}};
}

Block identity_block(long d, long r) {
  Block block;
  block.output_bias = block.b2 = RationalVector(static_cast<std::size_t>(d), 0);
  block.b1 = RationalVector(static_cast<std::size_t>(r), 0);
  block.W1 = constant_matrix(d, r, 0);
  block.W2 = constant_matrix(r, d, 0);
  return block;
}

Block constant_block(const RationalVector& row) {
  const auto d = row.size();
  Block block = identity_block(static_cast<long>(d), static_cast<long>(2 * d));
  for (std::size_t i = 0; i < d; ++i) {
    block.W1[i][i] = 1;
    block.W1[i][d + i] = -1;
    block.W2[i][i] = -1;
    block.W2[d + i][i] = 1;
  }
  block.b2 = row;
  return block;
}

Value network_value(const std::vector<Block>& blocks) {
  Value::List list;
  for (const Block& block : blocks) list.push_back(block.to_value());
  return list;
}

Block random_block(Draw& draw, long n, long d, long heads, bool biases) {
  const long hidden = draw.integer(1, 3);
  Block block = identity_block(d, hidden);
  block.W1 = draw.matrix(d, hidden);
  block.W2 = draw.matrix(hidden, d);
  for (long h = 0; h < heads; ++h) {
    const long head_dimension = draw.integer(1, 2);
    Head head;
    head.attention = draw.right_stochastic(n);
    head.value = draw.matrix(d, head_dimension);
    head.value_bias =
        biases ? draw.vector(head_dimension) : RationalVector(static_cast<std::size_t>(head_dimension), 0);
    head.output = draw.matrix(head_dimension, d);
    block.heads.push_back(std::move(head));
  }
  if (biases) {
    block.output_bias = draw.vector(d);
    block.b1 = draw.vector(hidden);
    block.b2 = draw.vector(d);
  }
  return block;
}

}  // namespace attest::constructions
