// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "constructions/simulation/run_picture.hpp"
#include "verify/command/exact_output.hpp"
#include "verify/command/positional_export.hpp"
#include "verify/command/simulate.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::command {

using system::write_file;

using theory::Enclosure;
using theory::Rational;
using Json = nlohmann::ordered_json;

namespace {

Json memory_to_json(const theory::machines::Memory& memory) {
  Json rows = Json::array();
  for (const auto& machine : memory) {
    Json& row = rows.emplace_back(Json::array());
    for (const Rational& number : machine) row.push_back(to_json(number));
  }
  return rows;
}

// The bits at which the last round's deviation is known to be within eps, from 64 on; nothing up to `most`.
std::optional<long> sufficient_precision(const Simulation& simulation, long most) {
  for (long bits = 64; bits <= most; bits *= 2) {
    bool enough = true;
    for (const Run& run : run_simulation(simulation, false, bits)) {
      enough = enough && (run.softmax->back() <= Enclosure(simulation.eps, bits)) == theory::Truth::yes;
    }
    if (enough) return bits;
  }
  return std::nullopt;
}

Json run_to_json(const Run& run) {
  Json rounds = Json::array();
  for (std::size_t r = 0; r < run.trace.rounds.size(); ++r) {
    Json round = {{"received", memory_to_json(run.trace.rounds[r].received)},
                  {"computed", memory_to_json(run.trace.rounds[r].computed)}};
    if (run.softmax) round["softmax_error"] = to_json((*run.softmax)[r]);
    rounds.push_back(std::move(round));
  }
  return {{"input", memory_to_json(run.trace.input)},
          {"hardmax_equal", !run.difference.has_value()},
          {"difference", run.difference ? Json(*run.difference) : Json(nullptr)},
          {"rounds", rounds}};
}

void print_network(const Simulation& simulation, std::ostream& out) {
  const auto& compiled = simulation.compiled;
  const WeightCount count = count_weights(compiled.network);
  out << "program: " << simulation.program.machines << " machines, memory " << simulation.program.memory << ", "
      << simulation.program.rounds.size() << " rounds\n"
      << "Transformer: " << compiled.network.P.rows() << " nodes, " << count.layers << " layers, at most "
      << count.heads << " heads and " << count.hidden_units << " hidden units in a row, " << count.nonzero << " of "
      << count.weights << " weights are not 0\n";
  if (compiled.program.rounds.size() != simulation.program.rounds.size()) {
    out << "numbers keep their slots: one round was put in front\n";
  }
  if (compiled.gated) {
    out << "gates: right for the inputs' ranges (the local functions differ from machine to machine)\n";
  } else {
    out << "no gates: right for all real inputs\n";
  }
}

}  // namespace

int exact_simulate(const SimulateOptions& options, std::ostream& out) {
  const Simulation simulation = prepare_simulation(options);
  const std::vector<Run> runs = run_simulation(simulation, options.hardmax_only, options.precision);
  bool equal = true;
  for (const Run& run : runs) equal = equal && !run.difference;
  const std::optional<long> bits =
      options.hardmax_only ? std::nullopt : sufficient_precision(simulation, options.precision);
  if (!options.picture.empty())
    write_file(options.picture,
               constructions::simulation::run_picture(simulation.compiled.program, runs.front().trace));

  if (options.json) {
    Json report = {{"schema", "attest.simulation/1"},
                   {"construction", options.construction},
                   {"machines", simulation.program.machines},
                   {"memory", simulation.program.memory},
                   {"rounds", simulation.program.rounds.size()},
                   {"layers", simulation.compiled.network.layers.size()},
                   {"gated", simulation.compiled.gated},
                   {"equal", equal}};
    if (!options.hardmax_only) {
      report["temperature"] = to_json(simulation.compiled.temperature);
      report["eps"] = to_json(simulation.eps);
      report["sufficient_bits"] = bits ? Json(*bits) : Json(nullptr);
      Json bound = Json::array();
      if (simulation.bound) {
        for (const Rational& error : *simulation.bound) bound.push_back(to_json(error));
      }
      report["bound"] = simulation.bound ? bound : Json(nullptr);
    }
    report["runs"] = Json::array();
    for (const Run& run : runs) report["runs"].push_back(run_to_json(run));
    out << report.dump() << '\n';
    return equal ? 0 : 1;
  }

  print_network(simulation, out);
  for (std::size_t k = 0; k < runs.size(); ++k) {
    if (runs[k].difference) out << "input " << k + 1 << ": DIFFERENT: " << *runs[k].difference << '\n';
  }
  if (equal) {
    out << "hardmax: equal to the program at every one of " << simulation.compiled.program.rounds.size()
        << " rounds, for " << runs.size() << " inputs, exactly\n";
  }
  if (!options.hardmax_only) {
    out << "softmax at T = " << simulation.compiled.temperature
        << (options.temperature
                ? ""
                : ", the least multiple of 1/8 for which the bound is at most eps = " + simulation.eps.to_string())
        << ":\n";
    for (std::size_t r = 0; r < simulation.compiled.program.rounds.size(); ++r) {
      Enclosure greatest(Rational(0), options.precision);
      for (const Run& run : runs) greatest = max(greatest, (*run.softmax)[r]);
      out << "  round " << r + 1 << ": off by " << greatest.to_string(4);
      if (simulation.bound)
        out << "; for all inputs in range at most " << Enclosure((*simulation.bound)[r], 64).to_string(4);
      out << '\n';
    }
    if (!simulation.bound) out << "  no bound at this temperature: an error before a gate may exceed 1\n";
    if (bits) {
      out << "  " << *bits << " bits are enough to know that every input's last round is within eps\n";
    } else {
      out << "  up to " << options.precision << " bits it is not known that every input's last round is within eps\n";
    }
  }
  return equal ? 0 : 1;
}

}  // namespace attest::verify::command
