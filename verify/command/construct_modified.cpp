// SPDX-License-Identifier: Apache-2.0
// URPE, the proof of Theorem 3, eq. 19: Lemmas 7, 8, 10 and 11 one after the other.
#include <algorithm>
#include <ostream>

#include "constructions/urpe/contextual_stack.hpp"
#include "constructions/urpe/lemma_networks.hpp"
#include "constructions/urpe/modified_blocks.hpp"
#include "theory/error.hpp"
#include "verify/command/construct_lemmas.hpp"
#include "verify/command/exact_output.hpp"

namespace attest::verify::command {

using constructions::Grid;
using constructions::PositionBlock;
using theory::ModifiedBlock;
using theory::Rational;
using theory::Value;
using theory::Vector;
using Json = nlohmann::ordered_json;

namespace {

struct Parts {
  std::vector<ModifiedBlock> quantizer;
  PositionBlock positions;
  std::vector<ModifiedBlock> contextual, readout;
  Vector<Rational> z;

  Network all() const {
    Network blocks = constructions::engine_blocks(quantizer);
    blocks.push_back(positions.block);
    for (const auto* part : {&contextual, &readout}) {
      for (auto& block : constructions::engine_blocks(*part)) blocks.push_back(std::move(block));
    }
    return blocks;
  }
};

Parts build(const UniversalTarget& target, const std::string& contextual) {
  const Grid& grid = target.grid;
  const long d = static_cast<long>(grid.d), n = static_cast<long>(grid.n);
  Vector<Rational> v;
  for (long i = n; i > 0; --i) v.emplace_back(i, n);
  Parts parts{constructions::quantizer(d, grid.m), constructions::position_block(v, d, 2), {}, {}, {}};
  if (contextual == "stack") {
    auto stack = constructions::contextual_stack(parts.positions.u, grid.m, d);
    parts.contextual = std::move(stack.blocks);
    parts.z = std::move(stack.z);
  } else {
    const auto sweep = constructions::closed_construction(parts.positions.u, grid.m, d);
    parts.contextual = constructions::sweep_blocks(sweep);
    parts.z = sweep.z;
  }
  std::vector<constructions::Readout> table;
  for (std::size_t k = 0; k < target.table.inputs.size(); ++k) {
    const Rows Y = theory::modified_network(parts.contextual,
                                            constructions::positioned(target.table.inputs[k], parts.positions.u));
    for (std::size_t i = 0; i < grid.n; ++i) table.push_back({Y.row(i), target.table.outputs[k].row(i)});
  }
  parts.readout = constructions::read_out(table, parts.z);
  for (const auto* part : {&parts.quantizer, &parts.contextual, &parts.readout}) {
    for (const ModifiedBlock& block : *part) theory::require_modified_block(block, grid.d);
  }
  return parts;
}

// Of the sweep: n (m+1)^d blocks; of the readout n for each point. Each is run twice at every point.
void require_affordable(const UniversalTarget& target, const std::string& contextual) {
  constexpr long most = 1000000;
  const Rational n(static_cast<long>(target.grid.n)), points(static_cast<long>(target.table.inputs.size()));
  const Rational blocks = n * (points + (contextual == "stack" ? Rational(2) : target.grid.rows()));
  const Rational runs = Rational(2) * points * n * blocks;
  if (runs > Rational(most))
    throw InputError("attest construct modified", "expected a network whose blocks run at most " +
                                                      std::to_string(most) +
                                                      " times on a token in its verification, found some " +
                                                      runs.to_string() + " (a coarser grid, or fewer entries)");
}

// A third of a step into the cell above: where an entry is 1 there is none.
Rows inside_its_cell(const Rows& X, long m) {
  return X.map([&](const Rational& t) { return t < 1 ? t + Rational(1, 3 * m) : t; });
}

LemmaClaim claim_of(const Parts& parts, const UniversalTarget& target) {
  Value::List table;
  const std::size_t table_size = target.table.inputs.size();
  for (std::size_t k = 0; k < table_size; ++k)
    table.push_back(Value::Record{{"x", value_of(target.table.inputs[k])}, {"y", value_of(target.table.outputs[k])}});
  std::vector<ModifiedBlock> after = parts.contextual;
  after.insert(after.end(), parts.readout.begin(), parts.readout.end());
  const auto text = [](const std::vector<ModifiedBlock>& blocks) {
    return in_the_language(constructions::value_of(blocks));
  };
  return {"A function on a grid as modified blocks",
          "Luo et al. 2022 (URPE), Theorem 3, eq. 19 of its proof",
          "Rounding, positions u 1^T (Lemma 8), a contextual mapping and a value mapping equal f at every point of the "
          "grid.",
          "use \"contextual_mapping\";",
          "def quantizer = " + text(parts.quantizer) +
              ";\ndef u = " + in_the_language(Value::vector(parts.positions.u)) + ";\ndef blocks = " + text(after) +
              ";\ndef table = " + in_the_language(Value(std::move(table))) + ";\n",
          "is_modified_network(quantizer, " + std::to_string(target.grid.d) +
              ", 2, 1, 1) and is_modified_network(blocks, " + std::to_string(target.grid.d) +
              ", 2, 1, 1) and\n  all(modified_network(positioned(modified_network(e.x, quantizer, \"uniform\"), u), "
              "blocks, "
              "\"uniform\") = e.y for e in table)",
          table_size * target.grid.n * (parts.quantizer.size() + after.size())};
}

}  // namespace

int construct_modified(const ModifiedOptions& options, std::ostream& out) {
  const UniversalTarget target = read_universal_target(options.function);
  require_affordable(target, options.contextual);
  const std::vector<Rows> own = read_inputs(options.inputs, target.grid.n, target.grid.d);
  const Parts parts = build(target, options.contextual);
  const Network network = parts.all();
  Comparison at_points, in_cells;
  for (std::size_t k = 0; k < target.table.inputs.size(); ++k) {
    const Rows &X = target.table.inputs[k], &Y = target.table.outputs[k];
    at_points.add(X, theory::transformer(network, X), Y);
    const Rows inside = inside_its_cell(X, target.grid.m);
    in_cells.add(inside, theory::transformer(network, inside), Y);
  }
  const Grid& grid = target.grid;
  Json report = {{"schema", "attest.construction/1"},
                 {"name", "modified"},
                 {"lemma", "URPE Theorem 3, eq. 19"},
                 {"contextual", options.contextual},
                 {"n", grid.n},
                 {"d", grid.d},
                 {"delta", to_json(Rational(1, grid.m))},
                 {"grid_points", target.table.inputs.size()},
                 {"blocks", network.size()},
                 {"blocks_of",
                  {{"quantizer", parts.quantizer.size()},
                   {"positions", 1},
                   {"contextual_mapping", parts.contextual.size()},
                   {"value_mapping", parts.readout.size()}}},
                 {"u", to_json(parts.positions.u)},
                 {"z", to_json(parts.z)},
                 {"at_the_points", at_points.to_json()},
                 {"inside_the_cells", in_cells.to_json()},
                 {"lp", nullptr}};
  if (target.lipschitz) {
    // No strips: only the step of the grid is left of the error.
    const Rational bound =
        Rational(static_cast<long>(grid.n * grid.d)) * pow(*target.lipschitz / Rational(grid.m), options.function.p);
    report["lp"] = {{"p", options.function.p}, {"integral_at_most", to_json(bound)}};
  }
  report["outputs"] = Json::array();
  for (const Rows& X : own)
    report["outputs"].push_back({{"X", to_json(X)}, {"network", to_json(theory::transformer(network, X))}});
  write_lemma_network(options, network, own.empty() ? target.table.inputs.front() : own.front(),
                      claim_of(parts, target), report);
  if (options.json) {
    out << report.dump() << '\n';
    return 0;
  }
  out << "Theorem 3 with modified blocks (eq. 19): f on the grid of " << target.table.inputs.size()
      << " points, n = " << grid.n << ", d = " << grid.d << ", delta = 1/" << grid.m << '\n'
      << network.size() << " blocks: " << parts.quantizer.size()
      << " round down (Lemma 7), 1 adds u = " << in_words(parts.positions.u) << " (Lemma 8), "
      << parts.contextual.size() << " are a contextual mapping (Lemma 10, " << options.contextual << "), "
      << parts.readout.size() << " put the values of f (Lemma 11)\n";
  for (const Rows& X : own)
    out << "X = " << in_words(X) << ": network " << in_words(theory::transformer(network, X)) << '\n';
  at_points.print("f, at the points of the grid", out);
  in_cells.print("f of the point below, a third of a step inside its cell", out);
  if (!report["lp"].is_null())
    out << "integral of ||f - g||_p^p over [0,1]^(n x d), p = " << options.function.p << ": at most "
        << pow(*target.lipschitz / Rational(grid.m), options.function.p) * Rational(static_cast<long>(grid.n * grid.d))
        << " (there are no strips)\n";
  print_files(report, out);
  return 0;
}

}  // namespace attest::verify::command
