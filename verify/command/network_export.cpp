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

std::vector<Weight> weights_of(const Head<Rational>& head) {
  return {{"WQ", head.WQ, false}, {"WK", head.WK, false}, vector("c", family(*head.C)),
          {"WV", head.WV, false}, vector("bV", *head.bV), {"WO", head.WO, false}};
}

std::vector<Weight> weights_of(const Block<Rational>& block) {
  std::vector<Weight> result;
  if (block.bO) result.push_back(vector("bO", *block.bO));
  result.push_back({"W1", block.ffn.W1, false});
  result.push_back(vector("b1", *block.ffn.b1));
  result.push_back({"W2", block.ffn.W2, false});
  result.push_back(vector("b2", *block.ffn.b2));
  return result;
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
    const nlohmann::ordered_json rows = to_json(weight.entries);
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

nlohmann::ordered_json network_to_json(const std::vector<Block<Rational>>& blocks, const Matrix<Rational>& X) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Block<Rational>& block : blocks) {
    nlohmann::ordered_json heads = nlohmann::ordered_json::array();
    for (const Head<Rational>& head : block.heads) heads.push_back(weights_to_json(weights_of(head)));
    nlohmann::ordered_json entry = {{"heads", heads}};
    entry.update(weights_to_json(weights_of(block)));
    list.push_back(entry);
  }
  // All scores are 0, so the base of the softmax does not matter; in base 2 the engine evaluates it exactly.
  return {{"weights", "softmax-2"}, {"X", to_json(X)}, {"blocks", list}};
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
