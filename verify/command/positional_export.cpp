// SPDX-License-Identifier: Apache-2.0
#include "verify/command/positional_export.hpp"

#include <algorithm>
#include <list>

#include "verify/arrays/safetensors.hpp"
#include "verify/command/exact_output.hpp"
#include "verify/command/network_export.hpp"
#include "verify/instances/stored.hpp"

namespace attest::verify::command {

using arrays::ArrayView;
using arrays::to_safetensors;
using instances::view;

namespace {

using theory::Matrix;
using theory::PositionalLayer;
using theory::PositionalTransformer;
using theory::Rational;
using Json = nlohmann::ordered_json;

template <class F>
void for_each_weight(const PositionalTransformer& network, F f) {
  for (std::size_t l = 0; l < network.layers.size(); ++l) {
    const std::string layer = "layers." + std::to_string(l) + ".";
    for (std::size_t h = 0; h < network.layers[l].heads.size(); ++h) {
      const std::string head = layer + "heads." + std::to_string(h) + ".";
      f(head + "WQ", network.layers[l].heads[h].WQ, false);
      f(head + "WK", network.layers[l].heads[h].WK, false);
      f(head + "WV", network.layers[l].heads[h].WV, false);
    }
    f(layer + "WO", network.layers[l].WO, false);
    for (std::size_t k = 0; k < network.layers[l].mlp.size(); ++k) {
      const std::string map = layer + "mlp." + std::to_string(k) + ".";
      f(map + "W", network.layers[l].mlp[k].W, false);
      f(map + "b", Matrix<Rational>::from_rows({network.layers[l].mlp[k].b}), true);
    }
  }
}

std::optional<std::vector<double>> as_doubles(const Matrix<Rational>& matrix) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t j = 0; j < matrix.columns(); ++j) {
      if (!is_double(matrix(i, j))) return std::nullopt;
      numbers.push_back(matrix(i, j).to_double());
    }
  }
  return numbers;
}

}  // namespace

Json positional_to_json(const PositionalExport& exported) {
  Json layers = Json::array();
  for (const PositionalLayer& layer : exported.network.layers) {
    Json heads = Json::array(), maps = Json::array();
    for (const auto& head : layer.heads) {
      heads.push_back({{"WQ", to_json(head.WQ)}, {"WK", to_json(head.WK)}, {"WV", to_json(head.WV)}});
    }
    for (const auto& map : layer.mlp) {
      maps.push_back({{"W", to_json(map.W)}, {"b", to_json(Matrix<Rational>::from_rows({map.b})).front()}});
    }
    layers.push_back({{"heads", heads}, {"WO", to_json(layer.WO)}, {"mlp", maps}});
  }
  Json inputs = Json::array(), outputs = Json::array();
  for (const auto& input : exported.inputs) inputs.push_back(to_json(input));
  for (const auto& output : exported.outputs) outputs.push_back(to_json(output));
  return {{"format", "attest.positional-transformer/1"},
          {"nodes", exported.network.P.rows()},
          {"positions", "identity"},
          {"layers", layers},
          {"inputs", inputs},
          {"outputs", outputs}};
}

PositionalTensors positional_to_safetensors(const PositionalExport& exported, const std::string& json_file) {
  PositionalTensors result;
  std::vector<ArrayView> tensors;
  std::list<std::vector<double>> kept;
  const auto add = [&](const std::string& name, std::optional<std::vector<double>> numbers,
                       std::vector<std::int64_t> shape) {
    if (!numbers) {
      result.left_out.push_back(name);
      return;
    }
    tensors.push_back(view(name, kept.emplace_back(std::move(*numbers)), std::move(shape)));
  };
  for_each_weight(exported.network, [&](const std::string& name, const Matrix<Rational>& matrix, bool is_vector) {
    std::vector<std::int64_t> shape;
    if (!is_vector) shape.push_back(static_cast<std::int64_t>(matrix.rows()));
    shape.push_back(static_cast<std::int64_t>(matrix.columns()));
    add(name, as_doubles(matrix), std::move(shape));
  });
  for (const auto& [name, list] : {std::pair{"inputs", &exported.inputs}, std::pair{"outputs", &exported.outputs}}) {
    if (list->empty()) continue;
    std::optional<std::vector<double>> all = std::vector<double>();
    for (const Matrix<Rational>& matrix : *list) {
      const auto numbers = as_doubles(matrix);
      if (!numbers) {
        all.reset();
        break;
      }
      all->insert(all->end(), numbers->begin(), numbers->end());
    }
    add(name, std::move(all),
        {static_cast<std::int64_t>(list->size()), static_cast<std::int64_t>(list->front().rows()),
         static_cast<std::int64_t>(list->front().columns())});
  }
  std::string names;
  for (const std::string& name : result.left_out) names += (names.empty() ? "" : " ") + name;
  result.text = to_safetensors(
      tensors, {{"format", "attest.positional-transformer/1"},
                {"exact_weights", json_file},
                {"layers", std::to_string(exported.network.layers.size())},
                {"layer", "mlp(concat(concat_h(softmax(WQ WK^T) X WV) WO, X)), ReLU between the mlp's maps"},
                {"left_out", names}});
  return result;
}

WeightCount count_weights(const PositionalTransformer& network) {
  WeightCount count;
  count.layers = network.layers.size();
  for (const PositionalLayer& layer : network.layers) {
    count.heads = std::max(count.heads, layer.heads.size());
    for (std::size_t k = 0; k + 1 < layer.mlp.size(); ++k) {
      count.hidden_units = std::max(count.hidden_units, layer.mlp[k].W.columns());
    }
  }
  for_each_weight(network, [&](const std::string&, const Matrix<Rational>& matrix, bool) {
    count.weights += matrix.rows() * matrix.columns();
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
      for (std::size_t j = 0; j < matrix.columns(); ++j) {
        const Rational& x = matrix(i, j);
        if (x == 0) continue;
        ++count.nonzero;
        count.most_bits =
            std::max<std::size_t>(count.most_bits, fmpz_bits(fmpq_numref(x.raw())) + fmpz_bits(fmpq_denref(x.raw())));
      }
    }
  });
  return count;
}

}  // namespace attest::verify::command
