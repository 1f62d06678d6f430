// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>

#include "theory/error.hpp"
#include "verify/command/command.hpp"
#include "verify/system/files.hpp"
#include "verify/system/progress.hpp"
#include "verify/usage/color.hpp"
#include "verify/usage/suggestion.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace attest::verify::command;
  CLI::App program;
  Action action;
  Settings settings;
  build_program(program, action, settings);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // --help and --version come here too, with exit code 0.
    if (error.get_exit_code() == 0) return program.exit(error);
    using namespace attest::verify::usage;
    std::cerr << "attest: " << unknown_word(program, {argv + 1, argv + argc}).value_or(error.what() + see_help(program))
              << "\n";
    return kBadUsage;
  }
  if (!settings.source.empty()) attest::verify::system::use_source(settings.source);
  attest::verify::usage::use_color(settings.color);
  const int code = action ? action() : kBadUsage;
  errno = 0;
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "attest: standard output: expected a place that can be written"
              << (errno ? std::string(" (") + std::strerror(errno) + ")" : "") << "\n";
    return kBadInput;
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    // After Ctrl-C a construction may still be at work; nothing that it uses may be taken away below it.
    if (attest::verify::system::interrupted()) std::_Exit(code);
    return code;
  } catch (const attest::InputError& error) {
    std::cerr << "attest: " << error.what() << "\n";
    return attest::verify::command::kBadInput;
  } catch (const std::filesystem::filesystem_error& error) {
    std::cerr << "attest: " << error.path1().string() << ": expected a place that can be read and written ("
              << error.code().message() << ")\n";
    return attest::verify::command::kBadInput;
  } catch (const std::bad_alloc&) {
    std::cerr << "attest: not enough memory for this input\n";
    return attest::verify::command::kBadInput;
  } catch (const std::exception& error) {
    std::cerr << "attest: " << error.what() << "\n";
    return 1;
  }
}
