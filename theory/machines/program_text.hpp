// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "theory/machines/mpc.hpp"

namespace attest::theory::machines {

/// The size of a program, which its lines' names depend on.
struct ProgramSize {
  std::size_t machines, memory;
};

/// A machine's local function in PCOC from its lines (docs/machine_programs.md). InputError at PLACE/INDEX.
std::shared_ptr<const LocalFunction> pcoc_local(const std::vector<std::string>& lines, std::size_t machine,
                                                ProgramSize size, const std::string& place = "");

struct MessageText {
  std::string to;
  std::vector<std::string> words;
  std::optional<std::string> at, condition;
};

/// A machine's local function and messages in MPC. InputError at PLACE/lines/INDEX or PLACE/messages/INDEX/KEY.
std::shared_ptr<const MpcLocal> mpc_local(const std::vector<std::string>& lines,
                                          const std::vector<MessageText>& messages, std::size_t machine,
                                          ProgramSize size, const std::string& place = "");

/// Whether some line or message names the machine's own number, so that machines with the same text differ.
bool mentions_machine(const std::string& text);

/// The names of an MPC machine's inputs: in1, ..., in<memory>, received.
std::vector<std::string> mpc_input_names(std::size_t memory);

}  // namespace attest::theory::machines
