// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "theory/attention/enclose.hpp"
#include "theory/error.hpp"
#include "verify/command/exact.hpp"
#include "verify/command/exact_input.hpp"
#include "verify/command/exact_output.hpp"

namespace attest::verify::command {

using json::Node;
using json::parse_strictly;

namespace {

using theory::Enclosure;
using theory::Head;
using theory::Matrix;
using theory::Rational;
using theory::Vector;

template <class S>
struct Layer {
  std::vector<Head<S>> heads;
  std::optional<Vector<S>> bO;
  Matrix<S> X, Z;           ///< what the values are made from: Z, which is X unless it is given
  Matrix<S> queries, keys;  ///< what these are made from: X and Z, or the positional encodings
  theory::Talking<S> talking;
  bool skip = true;       ///< X is added
  std::size_t extra = 0;  ///< tokens before the input's own, of which the output has no rows
};

template <class S>
Vector<S> row_sums(const Matrix<S>& A) {
  Vector<S> sums;
  for (std::size_t i = 0; i < A.rows(); ++i) {
    S sum(0);
    for (const S& weight : A.row(i)) sum += weight;
    sums.push_back(std::move(sum));
  }
  return sums;
}

template <class S>
Matrix<S> without_first_rows(const Matrix<S>& X, std::size_t rows) {
  return Matrix<S>::from_function({X.rows() - rows, X.columns()},
                                  [&](std::size_t i, std::size_t k) { return X(i + rows, k); });
}

template <class S>
void evaluate(const Layer<S>& layer, const std::string& arithmetic, bool json, std::ostream& out) {
  const std::vector<Matrix<S>> attention = talking_heads(layer.heads, layer.talking, layer.queries, layer.keys);
  Matrix<S> output = layer.X;
  if (!layer.skip) output = Matrix<S>({layer.X.rows(), layer.heads.front().WO.columns()});
  for (std::size_t h = 0; h < attention.size(); ++h)
    output = output + head_output(layer.heads[h], attention[h], layer.X, layer.Z);
  if (layer.bO) output = add_row(output, *layer.bO);
  output = without_first_rows(output, layer.extra);

  if (json) {
    using Json = nlohmann::ordered_json;
    Json result = {{"arithmetic", arithmetic}, {"attention", Json::array()}, {"row_sums", Json::array()}};
    for (const Matrix<S>& A : attention) {
      result["attention"].push_back(to_json(A));
      result["row_sums"].push_back(to_json(row_sums(A)));
    }
    result["output"] = to_json(output);
    out << result.dump() << '\n';
    return;
  }
  out << "arithmetic: " << arithmetic << '\n';
  for (std::size_t h = 0; h < attention.size(); ++h) {
    print("attention matrix of head " + std::to_string(h + 1), attention[h], out);
    print("its row sums", Matrix<S>::from_rows({row_sums(attention[h])}), out);
  }
  print("output", output, out);
}

Layer<Enclosure> enclosed(const Layer<Rational>& layer, long precision) {
  const auto of = [&](const Matrix<Rational>& matrix) { return enclose(matrix, precision); };
  Layer<Enclosure> result{{}, {},         of(layer.X), of(layer.Z), of(layer.queries), of(layer.keys),
                          {}, layer.skip, layer.extra};
  if (layer.talking.before) result.talking.before = of(*layer.talking.before);
  if (layer.talking.after) result.talking.after = of(*layer.talking.after);
  for (const Head<Rational>& head : layer.heads) result.heads.push_back(enclose(head, precision));
  if (layer.bO) result.bO = enclose(*layer.bO, precision);
  return result;
}

// {"before": H x H, "after": H x H}, at least one of them.
theory::Talking<Rational> read_talking(const Node& node, const std::vector<Head<Rational>>& heads) {
  node.expect_keys({"before", "after"});
  theory::Talking<Rational> talking;
  if (const auto before = node.find("before")) talking.before = before->matrix(heads.size(), heads.size());
  if (const auto after = node.find("after")) talking.after = after->matrix(heads.size(), heads.size());
  if (!talking.before && !talking.after) node.fail("expected \"before\" or \"after\", or both");
  for (const Head<Rational>& head : heads)
    if (head.minus || (talking.before && (head.A || head.unnormalized)))
      node.fail("expected heads with scores to mix, and without a \"minus\"");
  return talking;
}

Layer<Rational> read_layer(const Node& root, const ExactInstance& instance) {
  Layer<Rational> layer;
  layer.X = instance.X;
  if (const auto first = root.find("first")) {
    if (root.has("Z")) first->fail("expected one of \"first\" and \"Z\": the extra token would be X's alone");
    std::vector<Vector<Rational>> rows = layer.X.to_rows();
    rows.insert(rows.begin(), first->vector(layer.X.columns()));
    layer.X = Matrix<Rational>::from_rows(rows);
    layer.extra = 1;
  }
  layer.Z = layer.X;
  if (const auto Z = root.find("Z")) layer.Z = Z->matrix();
  layer.queries = layer.X;
  layer.keys = layer.Z;
  if (const auto P = root.find("P")) {
    layer.queries = layer.keys = P->matrix(layer.X.rows());
    if (root.has("Z")) layer.keys = root.at("PZ").matrix(layer.Z.rows());
  }
  if (root.has("PZ") && !(root.has("P") && root.has("Z")))
    root.at("PZ").fail("expected it beside \"P\" and \"Z\" alone");
  if (const auto skip = root.find("skip")) layer.skip = skip->boolean();
  LayerShape shape{layer.X.rows(),
                   layer.Z.rows(),
                   layer.X.columns(),
                   layer.Z.columns(),
                   layer.queries.columns(),
                   layer.keys.columns(),
                   {}};
  if (layer.skip) shape.out = layer.X.columns();
  layer.heads = read_heads(root.at("heads"), shape, instance);
  if (!layer.skip && layer.heads.empty())
    root.at("heads").fail("expected at least one head without the skip connection");
  if (const auto talking = root.find("talking")) layer.talking = read_talking(*talking, layer.heads);
  const std::size_t out = layer.skip ? layer.X.columns() : layer.heads.front().WO.columns();
  if (const auto bO = root.find("bO")) layer.bO = bO->vector(out);
  return layer;
}

}  // namespace

int exact_attention(const std::string& file, bool json, std::ostream& out) {
  const json::Value document = parse_strictly(read_file(file), file);
  const Node root(document, file);
  root.expect_keys(instance_keys({"P", "PZ", "Z", "first", "skip", "heads", "talking", "bO"}));
  const ExactInstance instance = read_instance(root);
  const Layer<Rational> layer = read_layer(root, instance);
  try {
    if (instance.arithmetic.exact) {
      evaluate(layer, "exact", json, out);
    } else {
      const long precision = instance.arithmetic.precision;
      evaluate(enclosed(layer, precision), "enclosures of " + std::to_string(precision) + " bits", json, out);
    }
  } catch (const InputError& error) {
    throw InputError(file, error.what());
  } catch (const theory::Undecided& error) {
    throw InputError(file, std::string(error.what()) + "; expected a greater precision or \"arithmetic\": \"exact\"");
  }
  return 0;
}

}  // namespace attest::verify::command
