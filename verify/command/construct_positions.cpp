// SPDX-License-Identifier: Apache-2.0
// URPE, Lemma 8 and eqs. 16 to 18.
#include <ostream>

#include "constructions/urpe/lemma_networks.hpp"
#include "theory/error.hpp"
#include "verify/command/construct_lemmas.hpp"
#include "verify/command/exact_output.hpp"

namespace attest::verify::command {

using constructions::PositionBlock;
using theory::Rational;
using theory::Value;
using theory::Vector;
using Json = nlohmann::ordered_json;

namespace {

Vector<Rational> row_sums_of(const PositionsOptions& options) {
  if (options.v.has_value() == options.n.has_value())
    throw InputError("attest construct positions", "expected one of --v and --n");
  Vector<Rational> v;
  if (options.v) v = read_numbers(*options.v, "--v");
  constexpr std::size_t longest = 256;
  if (v.size() > longest) throw InputError("--v", "expected at most 256 entries, found " + std::to_string(v.size()));
  for (long i = 0; options.n && i < *options.n; ++i) v.emplace_back(*options.n - i, *options.n);
  return v;
}

// 0, 1, and some drawn ones, the same every time.
std::vector<Rows> drawn_inputs(std::size_t n, std::size_t d) {
  constructions::Draw draw(8);
  std::vector<Rows> inputs = {Rows({n, d}), Rows({n, d}, Rational(1))};
  for (int k = 0; k < 10; ++k)
    inputs.push_back(Rows::from_rows(draw.matrix(static_cast<long>(n), static_cast<long>(d))));
  return inputs;
}

LemmaClaim claim_of(const PositionBlock& built, std::size_t n, std::size_t d) {
  const theory::Head<Rational>& head = built.block.heads.front();
  const Rows A = head.C->map([&](const Rational& entry) { return entry / Rational(static_cast<long>(n)); });
  const std::string columns = std::to_string(d);
  // What is added to X: 0 times X, and the positions.
  std::string sum = "head(A, X, WV, cV, WO)";
  if (built.block.heads.size() == 2) sum = "matadd(" + sum + ", " + sum + ")";
  return {"A block that adds positions",
          "Luo et al. 2022 (URPE), Lemma 8 and eqs. 16 to 18",
          "With the attention matrix of equal scores times C, the heads of eq. 17 add u 1^T to every X, and gaps of u "
          "exceed 1.",
          "use \"attention\";",
          "def A = " + in_the_language(value_of(A)) + ";\ndef u = " + in_the_language(Value::vector(built.u)) +
              ";\ndef cV = " + in_the_language(Value::vector({built.value_bias})) + ";\ndef WV = zeros(" + columns +
              ", 1);\ndef WO = [[1 for j in 1.." + columns + "]];\n",
          "parts {\n    gaps: all(abs(u[i] - u[j]) > 1 for i in 1..len(u), j in i + 1..len(u));\n    adds: forall X in "
          "matrices(" +
              std::to_string(n) + ", " + columns + "): " + sum + " = outer(u, ones(" + columns + "));\n  }"};
}

}  // namespace

int construct_positions(const PositionsOptions& options, std::ostream& out) {
  const Vector<Rational> v = row_sums_of(options);
  const PositionBlock built = constructions::position_block(v, options.d, options.heads);
  const Network network = {built.block};
  const auto d = static_cast<std::size_t>(options.d);
  std::vector<Rows> inputs = read_inputs(options.inputs, v.size(), d);
  if (inputs.empty()) inputs = drawn_inputs(v.size(), d);

  Comparison comparison;
  for (const Rows& X : inputs)
    comparison.add(X, theory::transformer(network, X), constructions::positioned(X, built.u));
  std::optional<Rational> gap;
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t j = i + 1; j < v.size(); ++j) {
      const Rational distance = abs(built.u[i] - built.u[j]);
      gap = gap ? min(*gap, distance) : distance;
    }
  }
  Json report = {{"schema", "attest.construction/1"},
                 {"name", "positions"},
                 {"lemma", "URPE Lemma 8"},
                 {"n", v.size()},
                 {"d", options.d},
                 {"v", to_json(v)},
                 {"c", to_json(built.c)},
                 {"heads", options.heads},
                 {"value_bias", to_json(built.value_bias)},
                 {"u", to_json(built.u)},
                 {"smallest_gap", gap ? to_json(*gap) : Json(nullptr)},
                 {"verification", comparison.to_json()}};
  write_lemma_network(options, network, inputs.front(), claim_of(built, v.size(), d), report);
  if (options.json) {
    out << report.dump() << '\n';
    return 0;
  }
  out << "Lemma 8: one URPE block, " << options.heads << " heads of dimension 1, all scores 0, so that A(X) = C/n for "
      << "every X\nv = A(X) 1 = " << in_words(v) << "\nc = " << in_words(built.c) << "\nc_V = " << built.value_bias
      << ", u = " << in_words(built.u);
  if (gap) out << ", smallest gap " << *gap;
  out << '\n';
  if (!options.inputs.empty()) {
    for (const Rows& X : inputs)
      out << "X = " << in_words(X) << ": network " << in_words(theory::transformer(network, X)) << '\n';
  }
  comparison.print("X + u 1^T", out);
  print_files(report, out);
  return 0;
}

}  // namespace attest::verify::command
