// SPDX-License-Identifier: Apache-2.0
#include "verify/system/files.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "theory/error.hpp"
#include "verify/system/seal.hpp"
#include "verify/system/version.hpp"

using namespace attest;
using namespace attest::verify::system;
namespace fs = std::filesystem;

namespace {

/// A folder that is gone with the test.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("attest-files-test-" + std::to_string(getpid()));
  Folder() { fs::remove_all(path); }
  ~Folder() { fs::remove_all(path); }
};

}  // namespace

TEST_CASE("a file is written whole, with its folder, or not at all") {
  const Folder folder;
  const fs::path file = folder.path / "below/a.txt";
  const std::string text("a\0b\r\n", 5);
  write_file(file, text);
  CHECK(read_file(file) == text);
  write_file(file, "");
  CHECK(read_file(file).empty());
  CHECK(sorted_files(file.parent_path(), ".txt") == std::vector<fs::path>{file});
  // A folder stands in the way: the line names it, and nothing is left beside it.
  CHECK_THROWS_AS(write_file(folder.path / "below", "x"), InputError);
  CHECK_THROWS_AS(write_file(file / "c.txt", "x"), InputError);
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("what cannot be read is named") {
  const Folder folder;
  CHECK_THROWS_WITH(read_file(folder.path / "none"), Catch::Contains("none: expected a file that can be read"));
  fs::create_directories(folder.path);
  CHECK_THROWS_AS(read_file(folder.path), InputError);
  CHECK(sorted_files(folder.path / "none", ".txt").empty());
}

TEST_CASE("what a killed process had begun to write is removed, what a living one writes is not") {
  const Folder folder;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  REQUIRE(waitpid(child, nullptr, 0) == child);
  const fs::path dead = folder.path / ("a.json.part" + std::to_string(child) + ".0"),
                 alive = folder.path / ("a.json.part" + std::to_string(getpid()) + ".0"),
                 other = folder.path / "b.particular";
  fs::create_directories(folder.path);
  for (const fs::path& file : {dead, alive, other}) std::ofstream(file) << "half";
  remove_leftovers(folder.path);
  CHECK_FALSE(fs::exists(dead));
  CHECK(fs::exists(alive));
  CHECK(fs::exists(other));
}

TEST_CASE("a seal holds for its text alone") {
  const std::string found = seal("text");
  if (found.empty()) return;  // no place for a key: nothing is sealed
  CHECK(found.size() == 64);
  CHECK(is_sealed("text", found));
  CHECK_FALSE(is_sealed("Text", found));
  CHECK_FALSE(is_sealed("text", ""));
  CHECK_FALSE(is_sealed("", found));
}

TEST_CASE("the version is the project's") { CHECK(std::string(version()).find('.') != std::string::npos); }
