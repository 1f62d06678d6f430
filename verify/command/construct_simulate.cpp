// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "constructions/positional/two_layer_network.hpp"
#include "theory/error.hpp"
#include "verify/command/exact_output.hpp"
#include "verify/command/network_export.hpp"
#include "verify/command/positional_export.hpp"
#include "verify/command/simulate.hpp"

namespace attest::verify::command {

using constructions::Lookup;
using theory::Matrix;
using theory::Rational;
using theory::Weighting;
using Json = nlohmann::ordered_json;

namespace {

// The last round's memories beside the identifiers, the sink's zeros below.
Matrix<Rational> final_rows(const Simulation& simulation, const Run& run) {
  return simulation.compiled.input(run.trace.output());
}

// Two layers with all scores equal, right at the given inputs and nowhere else (positional.theorem-5-1).
theory::PositionalTransformer table(const Simulation& simulation, const std::vector<Run>& runs) {
  Lookup lookup;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    lookup.inputs.push_back(simulation.compiled.input(simulation.inputs[k]).to_rows());
    lookup.outputs.push_back(final_rows(simulation, runs[k]).to_rows());
    for (std::size_t l = 0; l < k; ++l) {
      if (lookup.inputs[l] == lookup.inputs[k]) {
        throw InputError("inputs", "expected inputs that differ, found the same at " + std::to_string(l + 1) + " and " +
                                       std::to_string(k + 1));
      }
    }
  }
  return constructions::two_layer_network(lookup, {}, 2, 1);
}

Json report_of(const SimulateOptions& options, const Simulation& simulation,
               const theory::PositionalTransformer& network, std::size_t inputs) {
  const WeightCount count = count_weights(network);
  Json report = {{"schema", "attest.construction/1"},
                 {"name", "simulate"},
                 {"construction", options.construction},
                 {"machines", simulation.program.machines},
                 {"memory", simulation.program.memory},
                 {"rounds", simulation.program.rounds.size()},
                 {"nodes", network.P.rows()},
                 {"layers", count.layers},
                 {"heads", count.heads},
                 {"hidden_units", count.hidden_units},
                 {"weights", count.weights},
                 {"nonzero_weights", count.nonzero},
                 {"most_bits", count.most_bits},
                 {"equal_inputs", inputs},
                 {"gated", simulation.compiled.gated},
                 {"temperature", nullptr},
                 {"eps", nullptr},
                 {"bound", nullptr}};
  if (options.construction == "table") {
    report["gated"] = true;
  } else if (simulation.bound) {
    report["temperature"] = to_json(simulation.compiled.temperature);
    report["eps"] = to_json(simulation.eps);
    report["bound"] = to_json(simulation.bound->back());
  }
  return report;
}

void print(const Json& r, const Simulation& simulation, std::ostream& out) {
  out << "program: " << r["machines"] << " machines, memory " << r["memory"] << ", " << r["rounds"] << " rounds\n"
      << "Transformer (" << r["construction"].get<std::string>() << "): " << r["nodes"] << " nodes, " << r["layers"]
      << " layers, at most " << r["heads"] << " heads and " << r["hidden_units"] << " hidden units in a row, "
      << r["nonzero_weights"] << " of " << r["weights"] << " weights are not 0, at most " << r["most_bits"]
      << " bits\n";
  if (r["construction"] == "table") {
    out << "all scores are equal, so softmax is exact: equal to the program's last memories at all "
        << r["equal_inputs"] << " inputs, and at no others\n";
    return;
  }
  out << "hardmax: equal to the program at every round, for " << r["equal_inputs"] << " inputs, exactly\n";
  if (!r["bound"].is_null()) {
    out << "softmax: T = " << simulation.compiled.temperature << " keeps the last round within "
        << theory::Enclosure(simulation.bound->back(), 64).to_string(4) << " of the program"
        << (r["gated"] ? ", for all inputs in the given ranges\n"
                       : ", for all inputs in the given ranges; hardmax for all reals\n");
  }
}

}  // namespace

int construct_simulate(const SimulateOptions& options, std::ostream& out) {
  SimulateOptions prepared = options;
  const bool is_table = options.construction == "table";
  if (is_table) prepared.hardmax_only = true;
  const Simulation simulation = prepare_simulation(prepared);
  const std::vector<Run> runs = run_simulation(simulation, true, options.precision);
  for (const Run& run : runs) {
    if (run.difference) throw std::logic_error("construct simulate: " + *run.difference);
  }
  const theory::PositionalTransformer network = is_table ? table(simulation, runs) : simulation.compiled.network;
  PositionalExport exported{network, {}, {}};
  for (std::size_t k = 0; k < runs.size(); ++k) {
    exported.inputs.push_back(simulation.compiled.input(simulation.inputs[k]));
    exported.outputs.push_back(final_rows(simulation, runs[k]));
  }
  if (is_table) {
    const auto equal_scores = hardmax_patterns(network, Weighting::hardmax_uniform);
    for (std::size_t k = 0; k < runs.size(); ++k) {
      if (theory::run(network, equal_scores, exported.inputs[k]).back().output != exported.outputs[k]) {
        throw std::logic_error("construct simulate: the table is wrong at input " + std::to_string(k + 1));
      }
    }
  }
  Json report = report_of(options, simulation, network, runs.size());

  const std::string json_file = options.out + ".json", tensor_file = options.out + ".safetensors";
  const PositionalTensors tensors =
      positional_to_safetensors(exported, std::filesystem::path(json_file).filename().string());
  report["left_out_of_safetensors"] = tensors.left_out;
  report["files"] = {json_file, tensor_file};
  write_both(json_file, positional_to_json(exported).dump() + "\n", tensor_file, tensors.text);
  if (options.json) {
    out << report.dump() << '\n';
    return 0;
  }
  print(report, simulation, out);
  out << "written: " << json_file << " (exact), " << tensor_file;
  out << left_out_in_words(tensors.left_out.size()) << '\n';
  return 0;
}

}  // namespace attest::verify::command
