// SPDX-License-Identifier: Apache-2.0
#include "constructions/urpe/samples.hpp"

#include <set>
#include <string>

namespace attest::constructions {

using theory::Value;

std::vector<Value> distinct_values(const std::vector<Value>& values) {
  std::set<std::string> seen;
  std::vector<Value> result;
  for (const Value& value : values) {
    if (seen.insert(value.to_json()).second) result.push_back(value);
  }
  return result;
}

std::vector<Value> sample_vectors(Draw& draw, long n, int count) {
  std::vector<Value> values;
  for (int i = 0; i < count; ++i) values.push_back(Value::vector(draw.vector(n)));
  return distinct_values(values);
}

std::vector<Value> sample_matrices(Draw& draw, long rows, long columns, int count) {
  std::vector<Value> values;
  for (int i = 0; i < count; ++i) values.push_back(Value::matrix(draw.matrix(rows, columns)));
  return distinct_values(values);
}

}  // namespace attest::constructions
