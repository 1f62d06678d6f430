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

using theory::Block;
using theory::Matrix;
using theory::Rational;

template <class S>
void evaluate(const std::vector<Block<S>>& blocks, const Matrix<S>& X, const std::string& arithmetic, bool json,
              std::ostream& out) {
  const std::vector<Matrix<S>> trace = transformer_trace(blocks, X);
  if (json) {
    nlohmann::ordered_json result = {{"arithmetic", arithmetic}, {"blocks", nlohmann::ordered_json::array()}};
    for (std::size_t l = 1; l < trace.size(); ++l) result["blocks"].push_back(to_json(trace[l]));
    result["output"] = to_json(trace.back());
    out << result.dump() << '\n';
    return;
  }
  out << "arithmetic: " << arithmetic << '\n';
  for (std::size_t l = 1; l < trace.size(); ++l) print("after block " + std::to_string(l), trace[l], out);
}

}  // namespace

int exact_transformer(const std::string& file, bool json, std::ostream& out) {
  const json::Value document = parse_strictly(read_file(file), file);
  const Node root(document, file);
  root.expect_keys(instance_keys({"blocks"}));
  const ExactInstance instance = read_instance(root);
  const Arithmetic& arithmetic = instance.arithmetic;
  const Matrix<Rational>& X = instance.X;
  std::vector<Block<Rational>> blocks;
  for (const Node& node : root.at("blocks").list()) {
    blocks.push_back(read_block(node, X.rows(), X.columns(), instance));
  }
  if (blocks.empty()) root.at("blocks").fail("expected at least one block");
  try {
    if (arithmetic.exact) {
      evaluate(blocks, X, "exact", json, out);
    } else {
      evaluate(enclose(blocks, arithmetic.precision), enclose(X, arithmetic.precision),
               "enclosures of " + std::to_string(arithmetic.precision) + " bits", json, out);
    }
  } catch (const InputError& error) {
    throw InputError(file, error.what());
  } catch (const theory::Undecided& error) {
    throw InputError(file, std::string(error.what()) + "; expected a greater precision or \"arithmetic\": \"exact\"");
  }
  return 0;
}

}  // namespace attest::verify::command
