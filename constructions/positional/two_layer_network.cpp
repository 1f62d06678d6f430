// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/two_layer_network.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace attest::constructions {

using theory::Rational;
using theory::Value;

namespace {

RationalMatrix zero_matrix(std::size_t rows, std::size_t columns) {
  return RationalMatrix(rows, RationalVector(columns, Rational(0)));
}

// Heads with all scores equal. The first carries column 0 if `carries`, the others nothing; d_V = 1, W_O has one
// column.
Value layer_value(std::size_t nodes, std::size_t columns, long heads, bool carries, const Mlp& mlp) {
  Value::List list;
  RationalMatrix output;
  for (long h = 0; h < heads; ++h) {
    RationalMatrix value = zero_matrix(columns, 1);
    if (h == 0 && carries) value[0][0] = 1;
    list.emplace_back(Value::Record{{"WQ", Value::matrix(zero_matrix(nodes, 1))},
                                    {"WK", Value::matrix(zero_matrix(nodes, 1))},
                                    {"WV", Value::matrix(value)}});
    output.push_back({Rational(h == 0 && carries ? 1 : 0)});
  }
  return Value::Record{{"heads", std::move(list)}, {"WO", Value::matrix(output)}, {"mlp", mlp_value(mlp)}};
}

}  // namespace

Value two_layer_network(const Lookup& lookup, const Mlp& prepare, long depth, long heads) {
  if (depth < 2 || heads < 1 || lookup.inputs.empty() || lookup.inputs.size() != lookup.outputs.size()) {
    throw std::invalid_argument("two_layer_network: two layers, a head and a configuration at least were expected");
  }
  const std::size_t nodes = lookup.inputs.front().size(), prepared = lookup.inputs.front().front().size();
  const std::size_t columns = prepare.empty() ? prepared : prepare.front().W.size();

  // Each different row of each node is a label; its code is 0 or a power of the base, so that sums over the nodes are
  // different for different configurations: node v counts its labels 0, 1, 2, ... and weighs them by the number of
  // combinations of the labels of the nodes before.
  std::vector<RationalVector> rows, coded;
  std::map<RationalVector, Rational> code_of;
  Rational weight = 1;
  for (std::size_t v = 0; v < nodes; ++v) {
    long labels = 0;
    for (const RationalMatrix& input : lookup.inputs) {
      if (code_of.contains(input[v])) continue;
      const Rational code = weight * Rational(labels++);
      code_of[input[v]] = code;
      rows.push_back(input[v]);
      coded.push_back({code, Rational(static_cast<long>(v))});
    }
    weight *= Rational(labels);
  }
  const Mlp encode = interpolate(rows, coded);

  // Layer 2 sees (mean of the codes, code, node).
  std::vector<RationalVector> seen, wanted;
  for (std::size_t c = 0; c < lookup.inputs.size(); ++c) {
    Rational mean = 0;
    for (const RationalVector& row : lookup.inputs[c]) mean += code_of.at(row);
    mean /= Rational(static_cast<long>(nodes));
    for (std::size_t v = 0; v < nodes; ++v) {
      seen.push_back({mean, code_of.at(lookup.inputs[c][v]), Rational(static_cast<long>(v))});
      wanted.push_back(lookup.outputs[c][v]);
    }
  }
  const Mlp decode = interpolate(seen, wanted);

  Value::List layers;
  const Mlp keep = staircase(0, columns, {}, Rational(1));
  for (long l = 2; l < depth; ++l) layers.push_back(layer_value(nodes, columns, heads, false, ignoring_first(keep, 1)));
  const Mlp first = prepare.empty() ? encode : compose(prepare, encode);
  layers.push_back(layer_value(nodes, columns, heads, false, ignoring_first(first, 1)));
  layers.push_back(layer_value(nodes, 2, heads, true, decode));
  return layers;
}

}  // namespace attest::constructions
