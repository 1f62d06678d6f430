// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/for_every.hpp"
#include "constructions/positional/two_layer_network.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::Rational;
using theory::Step;
using theory::Value;

namespace {

RationalMatrix with_ids(RationalMatrix matrix) {
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i].emplace_back(static_cast<long>(i));
  return matrix;
}

// All inputs of N tokens with one number from 0, ..., a-1, and what one layer of standard attention with hardmax does:
// every token gets the largest number (scores x_j) plus its own.
struct Function {
  std::vector<RationalMatrix> inputs, outputs;
};
Function attend_to_the_largest(long tokens, long letters) {
  Function function;
  long count = 1;
  for (long i = 0; i < tokens; ++i) count *= letters;
  for (long number = 0; number < count; ++number) {
    RationalMatrix input, output;
    Rational largest = 0;
    long rest = number;
    for (long i = 0; i < tokens; ++i, rest /= letters) {
      input.push_back({Rational(rest % letters)});
      largest = max(largest, input.back().front());
    }
    for (const RationalVector& row : input) output.push_back({largest + row.front()});
    function.inputs.push_back(std::move(input));
    function.outputs.push_back(std::move(output));
  }
  return function;
}

Step functions(long largest) {
  return for_every("N", 2, largest, [&](long n) {
    const Function function = attend_to_the_largest(n, n == 2 ? 3 : 2);
    Lookup lookup;
    Value::List inputs, outputs;
    for (std::size_t c = 0; c < function.inputs.size(); ++c) {
      lookup.inputs.push_back(with_ids(function.inputs[c]));
      lookup.outputs.push_back(with_ids(function.outputs[c]));
      inputs.push_back(Value::matrix(function.inputs[c]));
      outputs.push_back(Value::matrix(function.outputs[c]));
    }
    const long depth = 2 * (n == 2 ? 1 : 2);
    return instances(
        "L", {Value(1)},
        instances("dX", {Value(1)},
                  instances("dY", {Value(1)},
                            instances("inputs", {Value(inputs)},
                                      instances("outputs", {Value(outputs)},
                                                witness("M", network_value(two_layer_network(lookup, {}, depth, 1)),
                                                        evaluate()))))));
  });
}

Exhibit widths() {
  Exhibit::Table table{{"N", "s = N^(2/3)", "d_V H = 2 s (2 s + 1)", "2 s (one slot a head)"}, {}};
  for (long m : {2L, 4L, 10L, 100L}) {
    const long s = m * m;
    table.rows.push_back(
        {std::to_string(m * m * m), std::to_string(s), std::to_string(2 * s * (2 * s + 1)), std::to_string(2 * s)});
  }
  return {"d_V H of Theorem 5.1's construction", "Sublinear memories do not make it sublinear.", table};
}

}  // namespace

// Positional Attention, Remark 5.2: any function of finitely many inputs, by two layers.
Findings positional_remark_5_2(const Effort& effort) {
  const std::string id = "positional.remark-5-2";
  Findings findings;
  findings.certificates = {
      {id, "printed", true, theory::proof("theory/proofs/bound_remark_5_2.v", "remark_5_2")},
      {id, "printed", true, functions(effort.thorough ? 4 : 3)},
      {id, "finding_width_of_the_construction", true,
       theory::proof("theory/proofs/bound_naturals.v", "width_of_the_construction")},
      {id, "finding_width_of_the_construction", true,
       [] { return for_every("c", 1, 20, [&](long c) { return witness("m", c, evaluate()); }); }()},
  };
  findings.exhibits = {widths()};
  return findings;
}

}  // namespace attest::constructions
