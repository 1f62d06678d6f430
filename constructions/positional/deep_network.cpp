// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/deep_network.hpp"

#include "constructions/draw.hpp"

namespace attest::constructions {

using theory::Rational;
using theory::Value;

namespace {

RationalMatrix first_unit_row(std::size_t d) {
  RationalMatrix row(1, RationalVector(d, 0));
  row.front().front() = 1;
  return row;
}
RationalMatrix transposed(const RationalMatrix& row) {
  RationalMatrix column;
  for (const Rational& entry : row.front()) column.push_back({entry});
  return column;
}

// g = [Z WV, Z]; the hidden number is ReLU(a Z WV + Z v), and it is put into the first place.
Value layer(const RationalMatrix& WV, const Rational& a, const RationalVector& v) {
  RationalMatrix W1 = {{a}};
  for (const Rational& entry : v) W1.push_back({entry});
  const Value zero = Value::matrix({{0}});
  const Value head = Value::Record{{"WQ", zero}, {"WK", zero}, {"WV", Value::matrix(WV)}};
  return Value::Record{
      {"heads", Value::List{head}}, {"W1", Value::matrix(W1)}, {"W2", Value::matrix(first_unit_row(v.size()))}};
}

}  // namespace

Value deep_network(long k, const std::vector<long>& set, const Rational& top) {
  const std::size_t d = set.size();
  RationalVector look_up;
  for (long member : set) look_up.push_back(Rational(member) * top / pow(Rational(2), k));
  const RationalMatrix first_place = transposed(first_unit_row(d));
  Value::List layers = {layer(constant_matrix(static_cast<long>(d), 1, 0), 0, look_up)};
  for (long step = 0; step < k; ++step) {
    for (const Rational& a : {Rational(2, 3), Rational(5, 8), Rational(3, 5)}) {
      RationalVector skip(d, 0);
      skip.front() = a;
      layers.push_back(layer(first_place, a, skip));
    }
  }
  return Value::Record{{"layers", layers}, {"w", Value::vector(first_unit_row(d).front())}};
}

Value set_value(const std::vector<long>& set) {
  Value::List list;
  for (long member : set) list.emplace_back(member);
  return list;
}

}  // namespace attest::constructions
