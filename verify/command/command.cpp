// SPDX-License-Identifier: Apache-2.0
#include "verify/command/command.hpp"

namespace attest::verify::command {

CLI::Option* add_out_option(CLI::App& command, std::string& out, const std::string& help) {
  return command.add_option("--out", out, help)
      ->check(CLI::Validator(
          [](std::string& text) {
            return text.empty() ? std::string("expected a folder, found an empty name") : std::string();
          },
          "DIR"));
}

}  // namespace attest::verify::command
