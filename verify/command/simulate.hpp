// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "constructions/simulation/compile.hpp"

namespace attest::verify::command {

/// What `attest exact simulate` and `attest construct simulate` have in common, as it was typed.
struct SimulateOptions {
  std::string file;                        ///< a PCOC program (docs/machine_programs.md), or
  std::string task;                        ///< the name of one of ours, with
  std::optional<long> n;                   ///< so many machines
  std::string construction = "repaired";   ///< or "printed"; construct: or "table"
  std::optional<std::string> eps;          ///< softmax may be off by this at the end (default 1/1000)
  std::optional<std::string> temperature;  ///< instead of the least multiple of 1/8 that keeps eps
  std::optional<std::string> bound;        ///< inputs of absolute value up to this; default: the inputs' ranges
  long precision = 256;                    ///< of the enclosures, in bits
  bool hardmax_only = false;
  std::string out;      ///< construct: PREFIX of the files
  std::string picture;  ///< exact: an SVG file
  bool json = false;
};

/// The program, its inputs, and the network that is to do the same.
struct Simulation {
  theory::machines::PcocProgram program;
  std::vector<theory::machines::Memory> inputs;
  constructions::simulation::InputRanges ranges;
  theory::Rational eps;
  constructions::simulation::Compiled compiled;
  std::optional<std::vector<theory::Rational>> bound;  ///< softmax's error after each round, for all inputs in range
};
/// InputError for whatever is wrong with the options or the file, before anything is computed.
Simulation prepare_simulation(const SimulateOptions& options);

/// One input run three times.
struct Run {
  theory::machines::PcocTrace trace;                      ///< as a PCOC program
  std::optional<std::string> difference;                  ///< of the hardmax Transformer from it, if any
  theory::Matrix<theory::Rational> output;                ///< the hardmax Transformer's last layer
  std::optional<std::vector<theory::Enclosure>> softmax;  ///< the greatest deviation after each round, enclosed
};
/// Every input; softmax unless `hardmax_only`.
std::vector<Run> run_simulation(const Simulation& simulation, bool hardmax_only, long precision);

/// `attest exact simulate FILE`: 0 if program and Transformers agree, 1 if not (a fault of this program).
int exact_simulate(const SimulateOptions& options, std::ostream& out);
/// `attest construct simulate`: checks the weights as above and writes PREFIX.json and PREFIX.safetensors.
int construct_simulate(const SimulateOptions& options, std::ostream& out);

}  // namespace attest::verify::command
