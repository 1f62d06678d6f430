// SPDX-License-Identifier: Apache-2.0
#include "verify/command/network_export.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <list>

#include "theory/error.hpp"
#include "verify/arrays/safetensors.hpp"
#include "verify/command/exact_output.hpp"
#include "verify/instances/stored.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

using arrays::ArrayView;
using arrays::to_safetensors;
using instances::view;

namespace {

using theory::Block;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

// A weight with its name within its block or head; a vector is a matrix of one row.
struct Weight {
  std::string name;
  Matrix<Rational> entries;
  bool is_vector;
};

Weight vector(const std::string& name, const Vector<Rational>& entries) {
  return {name, Matrix<Rational>::from_rows({entries}), true};
}

// c_{-(n-1)}, ..., c_{n-1} from the first row and column of C.
Vector<Rational> family(const Matrix<Rational>& C) {
  Vector<Rational> c;
  for (std::size_t j = C.columns(); j-- > 0;) c.push_back(C(0, j));
  for (std::size_t i = 1; i < C.rows(); ++i) c.push_back(C(i, 0));
  return c;
}

// What is absent is not written: it is 0, or for c all ones.
std::vector<Weight> weights_of(const Head<Rational>& head) {
  std::vector<Weight> result;
  const auto add_vector = [&](const char* name, const std::optional<Vector<Rational>>& entries) {
    if (entries) result.push_back(vector(name, *entries));
  };
  result.push_back({"WQ", head.WQ, false});
  add_vector("bQ", head.bQ);
  result.push_back({"WK", head.WK, false});
  add_vector("bK", head.bK);
  if (head.C) result.push_back(vector("c", family(*head.C)));
  result.push_back({"WV", head.WV, false});
  add_vector("bV", head.bV);
  result.push_back({"WO", head.WO, false});
  return result;
}

std::vector<Weight> weights_of(const Block<Rational>& block) {
  std::vector<Weight> result;
  const auto add_vector = [&](const char* name, const std::optional<Vector<Rational>>& entries) {
    if (entries) result.push_back(vector(name, *entries));
  };
  add_vector("bO", block.bO);
  result.push_back({"W1", block.ffn.W1, false});
  add_vector("b1", block.ffn.b1);
  result.push_back({"W2", block.ffn.W2, false});
  add_vector("b2", block.ffn.b2);
  return result;
}

// The words of docs/exact_inputs.md for the weightings that constructions have.
const char* word_of(theory::Weighting weighting) {
  switch (weighting) {
    case theory::Weighting::softmax_2:
      return "softmax-2";
    case theory::Weighting::hardmax_all:
      return "hardmax-all";
    case theory::Weighting::hardmax_uniform:
      return "hardmax-uniform";
    case theory::Weighting::hardmax_first:
      return "hardmax-first";
    case theory::Weighting::scores:
      return "scores";
    default:
      throw std::logic_error("a constructed network with a weighting that is never exported");
  }
}

nlohmann::ordered_json to_json(const theory::PiecewiseLinear& phi) {
  return {{"breaks", command::to_json(phi.breaks)},
          {"slopes", command::to_json(phi.slopes)},
          {"intercepts", command::to_json(phi.intercepts)},
          {"at", command::to_json(phi.at)}};
}

// All weights under their full names.
std::vector<Weight> named_weights(const std::vector<Block<Rational>>& blocks) {
  std::vector<Weight> result;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const std::string block = "blocks." + std::to_string(k) + ".";
    for (std::size_t h = 0; h < blocks[k].heads.size(); ++h) {
      for (Weight& weight : weights_of(blocks[k].heads[h])) {
        weight.name = block + "heads." + std::to_string(h) + "." + weight.name;
        result.push_back(std::move(weight));
      }
    }
    for (Weight& weight : weights_of(blocks[k])) {
      weight.name = block + weight.name;
      result.push_back(std::move(weight));
    }
  }
  return result;
}

nlohmann::ordered_json weights_to_json(const std::vector<Weight>& weights) {
  nlohmann::ordered_json result = nlohmann::ordered_json::object();
  for (const Weight& weight : weights) {
    const nlohmann::ordered_json rows = command::to_json(weight.entries);
    result[weight.name] = weight.is_vector ? rows.front() : rows;
  }
  return result;
}

bool all_doubles(const Matrix<Rational>& entries) {
  for (std::size_t i = 0; i < entries.rows(); ++i) {
    for (std::size_t j = 0; j < entries.columns(); ++j) {
      if (!is_double(entries(i, j))) return false;
    }
  }
  return true;
}

}  // namespace

bool is_double(const Rational& x) {
  const double nearest = x.to_double();
  return std::isfinite(nearest) && Rational::from_double(nearest) == x;
}

nlohmann::ordered_json network_to_json(const std::vector<Block<Rational>>& blocks, const Matrix<Rational>& X,
                                       theory::Weighting weighting) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Block<Rational>& block : blocks) {
    nlohmann::ordered_json heads = nlohmann::ordered_json::array();
    for (const Head<Rational>& head : block.heads) {
      nlohmann::ordered_json entry = nlohmann::ordered_json::object();
      if (head.weighting != weighting) entry["weights"] = word_of(head.weighting);
      entry.update(weights_to_json(weights_of(head)));
      heads.push_back(entry);
    }
    nlohmann::ordered_json entry = {{"heads", heads}};
    entry.update(weights_to_json(weights_of(block)));
    if (block.ffn.phi) entry["phi"] = to_json(*block.ffn.phi);
    list.push_back(entry);
  }
  return {{"weights", word_of(weighting)}, {"X", command::to_json(X)}, {"blocks", list}};
}

SafetensorsExport network_to_safetensors(const std::vector<Block<Rational>>& blocks, const std::string& json_file) {
  SafetensorsExport result;
  std::vector<ArrayView> tensors;
  std::list<std::vector<double>> entries;
  for (const Weight& weight : named_weights(blocks)) {
    if (!all_doubles(weight.entries)) {
      result.left_out.push_back(weight.name);
      continue;
    }
    std::vector<double>& numbers = entries.emplace_back();
    for (std::size_t i = 0; i < weight.entries.rows(); ++i) {
      for (const Rational& entry : weight.entries.row(i)) numbers.push_back(entry.to_double());
    }
    std::vector<std::int64_t> shape;
    if (!weight.is_vector) shape.push_back(static_cast<std::int64_t>(weight.entries.rows()));
    shape.push_back(static_cast<std::int64_t>(weight.entries.columns()));
    tensors.push_back(view(weight.name, numbers, shape));
  }
  std::string names;
  for (const std::string& name : result.left_out) names += (names.empty() ? "" : " ") + name;
  result.text = to_safetensors(
      tensors, {{"format", "attest.network/1"},
                {"exact_weights", json_file},
                {"note", result.left_out.empty()
                             ? "every weight is exactly the rational number of the construction"
                             : "tensors with an entry that no float64 equals are left out; they are in exact_weights"},
                {"left_out", names}});
  return result;
}

void write_both(const std::string& json_file, const std::string& json, const std::string& tensor_file,
                const std::string& tensors) {
  system::write_file(json_file, json);
  try {
    system::write_file(tensor_file, tensors);
  } catch (const InputError&) {
    std::filesystem::remove(json_file);
    throw;
  }
}

std::string left_out_in_words(std::size_t left_out) {
  return left_out == 0 ? "" : " (without " + std::to_string(left_out) + " tensors that are no float64)";
}

std::vector<Rational> all_weights(const std::vector<Block<Rational>>& blocks) {
  std::vector<Rational> result;
  for (const Weight& weight : named_weights(blocks)) {
    for (std::size_t i = 0; i < weight.entries.rows(); ++i) {
      for (const Rational& entry : weight.entries.row(i)) result.push_back(entry);
    }
  }
  return result;
}

}  // namespace attest::verify::command
