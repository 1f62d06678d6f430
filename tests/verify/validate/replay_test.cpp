// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/replay.hpp"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "verify/instances/generate.hpp"
#include "verify/instances/instance_file.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::sandbox;
using namespace attest::verify::validate;

namespace {

RunOptions run_options() {
  RunOptions result;
  result.program = ATTEST_PROGRAM;
  result.limit = std::chrono::seconds(30);
  result.row_sum = result.log_sum_exp = false;
  return result;
}

struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("attest replay " + std::to_string(::getpid()));
  ~Folder() { std::filesystem::remove_all(path); }
};

KernelInfo only_kernel(const std::filesystem::path& library) { return list_kernels(library, run_options()).at(0); }

Instance attention(const char* generator) {
  Request request;
  request.batches = 2, request.heads = 2, request.queries = 5, request.keys = 9, request.width = 4;
  request.value_width = 3;
  return generate(generator, request, 1);
}

}  // namespace

TEST_CASE("a foreign kernel's failure is shrunk, written, and shown again from the file") {
  const std::filesystem::path library = std::string(FOREIGN_FOLDER) + "/scale_twice.so";
  const KernelInfo kernel = only_kernel(library);
  const Instance instance = attention("random");
  const Validation failure = validate_kernel(library, kernel, instance, {}, run_options(), {});
  REQUIRE(failure.outcome == Outcome::outside);
  REQUIRE(is_failure(failure));
  Folder folder;
  const Replay replay = write_replay(folder.path, library, kernel, instance, failure, {}, run_options(), {});
  CHECK(replay.finished);
  CHECK(replay.failure.outcome == Outcome::outside);
  CHECK(replay.file == folder.path / (kernel.name + ".safetensors"));
  CHECK(replay.command == "attest kernels validate '" + replay.file.string() + "' --library " + library.string() +
                              " --kernel " + kernel.name);
  const Instance small = read_instance(replay.file).instance;
  // Two keys whose scores differ: nothing less shows a wrong scale.
  CHECK(small.batches * small.heads * small.queries * small.width * small.value_width == 1);
  CHECK(small.keys == 2);
  CHECK(validate_kernel(library, kernel, small, {}, run_options(), {}).outcome == Outcome::outside);
}

TEST_CASE("the term that an operation has to have is not taken away, whatever the kernel accepts") {
  const std::filesystem::path library = std::string(FOREIGN_FOLDER) + "/forgets_bias.so";
  const KernelInfo kernel = only_kernel(library);
  Request request;
  request.operation = ATTEST_RPE, request.bias = ATTEST_TERM_TOEPLITZ, request.queries = 3, request.keys = 5,
  request.width = 4, request.value_width = 2;
  const Instance instance = generate("random", request, 1);
  const Validation failure = validate_kernel(library, kernel, instance, {}, run_options(), {});
  REQUIRE(failure.outcome == Outcome::outside);
  Folder folder;
  const Replay replay = write_replay(folder.path, library, kernel, instance, failure, {}, run_options(), {});
  CHECK(replay.finished);
  const Instance small = read_instance(replay.file).instance;
  CHECK(small.bias.kind != ATTEST_TERM_NONE);
  CHECK(small.keys == 2);
}

TEST_CASE("a crash is shrunk as well; runs and time are limited") {
  const std::filesystem::path library = std::string(FOREIGN_FOLDER) + "/crash.so";
  const KernelInfo kernel = only_kernel(library);
  const Instance instance = attention("ties");
  const Validation failure = validate_kernel(library, kernel, instance, {}, run_options(), {});
  REQUIRE(failure.outcome == Outcome::failed);
  Folder folder;
  ReplayOptions few;
  few.most_runs = 5;
  const Replay cut = write_replay(folder.path, library, kernel, instance, failure, {}, run_options(), {}, few);
  CHECK(cut.runs == 5);
  CHECK(!cut.finished);
  ReplayOptions no_time;
  no_time.limit = std::chrono::milliseconds(0);
  const Replay late = write_replay(folder.path, library, kernel, instance, failure, {}, run_options(), {}, no_time);
  CHECK(!late.finished);
  CHECK(read_instance(late.file).instance.keys == 9);
  ErrorSettings settings;
  settings.constants = {"accumulate=2^-24"};
  const Replay whole = write_replay(folder.path, library, kernel, instance, failure, settings, run_options(), {});
  CHECK(whole.finished);
  CHECK(read_instance(whole.file).instance.value.size() == 1);
  CHECK(whole.command.ends_with(" --error accumulate=2^-24"));
}
