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
  Matrix<S> X;
  Matrix<S> P;  ///< what the queries and keys are made from: X, or the positional encodings
};

template <class S>
void evaluate(const Layer<S>& layer, const std::string& arithmetic, bool json, std::ostream& out) {
  std::vector<Matrix<S>> attention;
  Matrix<S> output = layer.X;
  for (const Head<S>& head : layer.heads) {
    attention.push_back(attention_matrix(head, layer.P));
    output = output + head_output(head, attention.back(), layer.X);
  }
  if (layer.bO) output = add_row(output, *layer.bO);

  if (json) {
    nlohmann::ordered_json result = {{"arithmetic", arithmetic}, {"attention", nlohmann::ordered_json::array()}};
    for (const Matrix<S>& A : attention) result["attention"].push_back(to_json(A));
    result["output"] = to_json(output);
    out << result.dump() << '\n';
    return;
  }
  out << "arithmetic: " << arithmetic << '\n';
  for (std::size_t h = 0; h < attention.size(); ++h) {
    print("attention matrix of head " + std::to_string(h + 1), attention[h], out);
  }
  print("output", output, out);
}

Layer<Enclosure> enclosed(const Layer<Rational>& layer, long precision) {
  Layer<Enclosure> result{{}, {}, enclose(layer.X, precision), enclose(layer.P, precision)};
  for (const Head<Rational>& head : layer.heads) result.heads.push_back(enclose(head, precision));
  if (layer.bO) result.bO = enclose(*layer.bO, precision);
  return result;
}

}  // namespace

int exact_attention(const std::string& file, bool json, std::ostream& out) {
  const json::Value document = parse_strictly(read_file(file), file);
  const Node root(document, file);
  root.expect_keys(instance_keys({"P", "heads", "bO"}));
  const ExactInstance instance = read_instance(root);
  const auto [n, d] = instance.X.shape();
  Layer<Rational> layer{{}, {}, instance.X, instance.X};
  if (const auto P = root.find("P")) layer.P = P->matrix(n);
  layer.heads = read_heads(root.at("heads"), n, d, layer.P.columns(), instance.weighting);
  if (const auto bO = root.find("bO")) layer.bO = bO->vector(d);
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
