// SPDX-License-Identifier: Apache-2.0
#include "constructions/universal/block_value.hpp"

namespace attest::constructions {

using theory::Block;
using theory::Head;
using theory::Normalization;
using theory::Rational;
using theory::Value;
using theory::Vector;

namespace {

Value vector_or_zero(const std::optional<Vector<Rational>>& x, std::size_t length) {
  return Value::vector(x ? *x : Vector<Rational>(length, 0));
}

Value head_value(const Head<Rational>& head, std::size_t n, const HeadFields& fields) {
  Value::Record record = fields(head, n);
  record.emplace_back("WV", Value::matrix(head.WV.to_rows()));
  record.emplace_back("bV", vector_or_zero(head.bV, head.WV.columns()));
  record.emplace_back("WO", Value::matrix(head.WO.to_rows()));
  return record;
}

Value block_value(const Block<Rational>& block, std::size_t n, const HeadFields& fields) {
  constexpr auto none = Normalization<Rational>::Kind::none;
  if (block.norm1.kind != none || block.norm2.kind != none) throw std::invalid_argument("a block with normalization");
  const std::size_t d = block.ffn.W1.rows(), r = block.ffn.W1.columns();
  Value::List heads;
  for (const Head<Rational>& head : block.heads) heads.push_back(head_value(head, n, fields));
  const Value plain = Value::Record{{"kind", "none"}};
  return Value::Record{{"heads", heads},
                       {"bO", vector_or_zero(block.bO, d)},
                       {"W1", Value::matrix(block.ffn.W1.to_rows())},
                       {"b1", vector_or_zero(block.ffn.b1, r)},
                       {"W2", Value::matrix(block.ffn.W2.to_rows())},
                       {"b2", vector_or_zero(block.ffn.b2, d)},
                       {"norm1", plain},
                       {"norm2", plain}};
}

}  // namespace

Value::Record urpe_fields(const Head<Rational>& head, std::size_t n) {
  Vector<Rational> c;
  for (std::size_t j = n; j-- > 0;) c.push_back((*head.C)(0, j));    // c_{-(n-1)}, ..., c_0
  for (std::size_t i = 1; i < n; ++i) c.push_back((*head.C)(i, 0));  // c_1, ..., c_{n-1}
  return {{"variant", "t5"},
          {"m", Value::vector(Vector<Rational>(2 * n - 1, 0))},
          {"WQ", Value::matrix(head.WQ.to_rows())},
          {"WK", Value::matrix(head.WK.to_rows())},
          {"c", Value::vector(c)}};
}

Value network_value(const std::vector<Block<Rational>>& blocks, std::size_t n, const HeadFields& fields) {
  Value::List list;
  for (const Block<Rational>& block : blocks) list.push_back(block_value(block, n, fields));
  return list;
}

}  // namespace attest::constructions
