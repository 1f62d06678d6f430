// SPDX-License-Identifier: Apache-2.0
#include "constructions/positional/two_layer_network.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace attest::constructions {

using theory::Rational;
using theory::Value;

namespace {

using Exact = theory::Matrix<Rational>;

Exact exact(const RationalMatrix& rows) { return Exact::from_rows(rows); }

std::vector<theory::AffineMap> exact(const Mlp& mlp) {
  std::vector<theory::AffineMap> maps;
  for (const Affine& map : mlp) maps.push_back({exact(map.W), map.b});
  return maps;
}

// Heads with all scores equal. The first carries column 0 if `carries`, the others nothing; d_V = 1, W_O has one
// column.
theory::PositionalLayer layer(std::size_t nodes, std::size_t columns, long heads, bool carries, const Mlp& mlp) {
  theory::PositionalLayer result{{}, Exact({static_cast<std::size_t>(heads), 1}, 0), exact(mlp)};
  for (long h = 0; h < heads; ++h) {
    Exact values({columns, 1}, 0);
    if (h == 0 && carries) values(0, 0) = result.WO(0, 0) = 1;
    result.heads.push_back({Exact({nodes, 1}, 0), Exact({nodes, 1}, 0), std::move(values)});
  }
  return result;
}

}  // namespace

theory::PositionalTransformer two_layer_network(const Lookup& lookup, const Mlp& prepare, long depth, long heads) {
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

  theory::PositionalTransformer network{Exact::identity(nodes), {}};
  const Mlp keep = ignoring_first(staircase(0, columns, {}, Rational(1)), 1);
  for (long l = 2; l < depth; ++l) network.layers.push_back(layer(nodes, columns, heads, false, keep));
  const Mlp first = prepare.empty() ? encode : compose(prepare, encode);
  network.layers.push_back(layer(nodes, columns, heads, false, ignoring_first(first, 1)));
  network.layers.push_back(layer(nodes, 2, heads, true, decode));
  return network;
}

Value network_value(const theory::PositionalTransformer& network) {
  Value::List layers;
  for (const theory::PositionalLayer& layer : network.layers) {
    Value::List heads, maps;
    for (const theory::PositionalHead& head : layer.heads) {
      heads.emplace_back(Value::Record{{"WQ", Value::matrix(head.WQ.to_rows())},
                                       {"WK", Value::matrix(head.WK.to_rows())},
                                       {"WV", Value::matrix(head.WV.to_rows())}});
    }
    for (const theory::AffineMap& map : layer.mlp) {
      maps.emplace_back(Value::Record{{"W", Value::matrix(map.W.to_rows())}, {"b", Value::vector(map.b)}});
    }
    layers.emplace_back(Value::Record{
        {"heads", std::move(heads)}, {"WO", Value::matrix(layer.WO.to_rows())}, {"mlp", std::move(maps)}});
  }
  return layers;
}

}  // namespace attest::constructions
