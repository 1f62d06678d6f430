// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "theory/machines/mpc.hpp"
#include "verify/json/node.hpp"

namespace attest::verify::command {

/// A machine program and the inputs that stand beside it (docs/machine_programs.md).
struct PcocFile {
  theory::machines::PcocProgram program;
  std::vector<theory::machines::Memory> inputs;  ///< machines x slots each; may be empty
};
struct MpcFile {
  theory::machines::MpcProgram program;
  std::vector<theory::machines::Memory> inputs;  ///< at most `memory` words for each machine
};

/// InputError names the file, the place in it and what was expected; a program that breaks a rule of its model in
/// whatever it is given (the oracle, total sent) is one, too. The other model's file is an error at /model.
PcocFile read_pcoc_file(const std::string& file);
MpcFile read_mpc_file(const std::string& file);

/// A program as the text of such a file, read back to an equal one.
std::string to_file_text(const theory::machines::PcocProgram& program,
                         const std::vector<theory::machines::Memory>& inputs);
std::string to_file_text(const theory::machines::MpcProgram& program,
                         const std::vector<theory::machines::Memory>& inputs);

}  // namespace attest::verify::command
