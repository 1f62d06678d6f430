// SPDX-License-Identifier: Apache-2.0
#include "verify/files.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "theory/error.hpp"

namespace attest::verify {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path)) throw InputError(path.string(), "expected a file that can be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_file(const fs::path& path, const std::string& text) {
  static std::atomic<unsigned> counter{0};
  if (path.has_parent_path()) {
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
  }
  const fs::path temporary = path.string() + ".part" + std::to_string(getpid()) + "." + std::to_string(counter++);
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) {
      std::error_code ignored;
      fs::remove(temporary, ignored);
      throw InputError(path.string(), "expected a place that can be written");
    }
  }
  std::error_code failure;
  fs::rename(temporary, path, failure);
  if (failure) {
    fs::remove(temporary);
    throw InputError(path.string(), "expected a place that can be written (" + failure.message() + ")");
  }
}

std::vector<fs::path> sorted_files(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void remove_leftovers(const fs::path& folder) {
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    const std::size_t mark = name.rfind(".part");
    if (mark == std::string::npos) continue;
    const long writer = std::strtol(name.c_str() + mark + 5, nullptr, 10);
    if (writer > 0 && kill(static_cast<pid_t>(writer), 0) != 0 && errno == ESRCH) fs::remove(entry.path(), failure);
  }
}

Places find_places() {
  Places places;
  const char* source = std::getenv("ATTEST_SOURCE");
  places.source = source && *source ? source : ATTEST_SOURCE_DIR;
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  places.attest_check = (failure ? fs::path("attest-check") : program.parent_path() / "attest-check");
  if (!fs::is_directory(places.source / "theory/claims")) {
    throw InputError(places.source.string(),
                     "expected the folder of attest's sources, with theory/claims in it (set ATTEST_SOURCE)");
  }
  return places;
}

}  // namespace attest::verify
