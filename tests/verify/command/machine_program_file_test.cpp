// SPDX-License-Identifier: Apache-2.0
#include "verify/command/machine_program_file.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "constructions/machines/mpc_programs.hpp"
#include "constructions/machines/pcoc_programs.hpp"

using namespace attest::verify::command;
namespace machines = attest::constructions::machines;
using attest::theory::Rational;
using attest::theory::machines::Memory;

namespace {

/// A text in a file of its own, which goes with it.
class TextFile {
 public:
  explicit TextFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / ("attest-program-" + std::to_string(counter_++) + ".json")) {
    std::ofstream(path_) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  static inline int counter_ = 0;
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("a PCOC program that is written reads back to the same rounds") {
  for (const auto& task : machines::pcoc_tasks()) {
    const auto program = task.build(4);
    const Memory input = machines::place_inputs(program, {3, 1, 4, 1});
    const PcocFile file = read_pcoc_file(TextFile(to_file_text(program, {input})).path());
    INFO(task.name);
    CHECK(file.program.title == program.title);
    CHECK(file.program.numbers == program.numbers);
    CHECK(file.inputs == std::vector<Memory>{input});
    REQUIRE(file.program.rounds.size() == program.rounds.size());
    for (std::size_t r = 0; r < program.rounds.size(); ++r) {
      CHECK(file.program.rounds[r].receive == program.rounds[r].receive);
      for (std::size_t i = 0; i < 4; ++i) CHECK(*file.program.rounds[r].compute[i] == *program.rounds[r].compute[i]);
    }
  }
}

TEST_CASE("an MPC program that is written runs as before") {
  const auto program = machines::cycle_components(5);
  const Memory input = {{2}, {1}, {4}, {5}, {3}};
  const MpcFile file = read_mpc_file(TextFile(to_file_text(program, {input})).path());
  CHECK(run(file.program, file.inputs.at(0)).output() == run(program, input).output());
  const MpcFile example = read_mpc_file("docs/examples/cycle_components.json");
  CHECK(run(example.program, example.inputs.at(0)).output() == run(program, input).output());
}

TEST_CASE("the documented PCOC program is the library's") {
  const PcocFile example = read_pcoc_file("docs/examples/prefix_sum.json");
  const auto trace = run(example.program, example.inputs.at(0));
  CHECK(machines::first_slots(trace.output()) == std::vector<Rational>{3, 2, Rational(11, 2), Rational(31, 2)});
  const auto program = machines::prefix_sum(4);
  for (std::size_t r = 0; r < 2; ++r) CHECK(example.program.rounds[r].receive == program.rounds[r].receive);
}
