// SPDX-License-Identifier: Apache-2.0
#include "verify/system/files.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "theory/error.hpp"

namespace attest::verify::system {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path)) throw InputError(path.string(), "expected a file that can be read");
  // At once where its size is known: programs are read to be hashed.
  std::error_code unknown;
  const auto size = fs::file_size(path, unknown);
  std::string text(unknown ? 0 : size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  for (std::array<char, 4096> more{}; file.good() && (file.read(more.data(), more.size()), file.gcount() > 0);)
    text.append(more.data(), static_cast<std::size_t>(file.gcount()));
  return text;
}

void write_file(const fs::path& path, const std::string& text) {
  static std::atomic<unsigned> counter{0};
  const auto fail = [&](int reason) {
    throw InputError(path.string(),
                     std::string("expected a place that can be written (") + std::strerror(reason) + ")");
  };
  if (path.has_parent_path()) {
    std::error_code failure;
    fs::create_directories(path.parent_path(), failure);
    if (failure) fail(failure.value());
  }
  const fs::path temporary = path.string() + ".part" + std::to_string(getpid()) + "." + std::to_string(counter++);
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (!file) fail(errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  const int reason = errno;
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed) {
    const int why = written ? errno : reason;
    std::error_code ignored;
    fs::remove(temporary, ignored);
    fail(why);
  }
  std::error_code failure;
  fs::rename(temporary, path, failure);
  if (failure) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    fail(failure.value());
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

namespace {

bool holds_data(const fs::path& folder) {
  std::error_code unreadable;
  return fs::is_directory(folder / "theory/papers", unreadable);
}

/// Upwards from the program: a source tree that it was built in, or an installation (bin/ beside share/attest).
fs::path data_beside(const fs::path& program) {
  for (fs::path folder = program.parent_path(); folder.has_relative_path(); folder = folder.parent_path())
    for (const fs::path& candidate : {folder, folder / "share/attest"})
      if (holds_data(candidate)) return candidate;
  return {};
}

fs::path chosen_source;

}  // namespace

void use_source(const fs::path& folder) { chosen_source = folder; }

Places find_places(const fs::path& out) {
  Places places;
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  places.attest_check = failure ? fs::path("attest-check") : program.parent_path() / "attest-check";
  const char* named = std::getenv("ATTEST_SOURCE");
  const bool by_environment = chosen_source.empty() && named && *named;
  places.source = !chosen_source.empty() ? chosen_source : by_environment ? fs::path(named) : data_beside(program);
  if (!holds_data(places.source)) {
    throw InputError(
        !chosen_source.empty() ? "--source " + chosen_source.string()
        : by_environment       ? std::string("ATTEST_SOURCE=") + named
                               : program.string(),
        "expected the folder of attest's data, with theory/papers in it" +
            std::string(places.source.empty()
                            ? "; there is none above or beside the program: name it with --source DIR or ATTEST_SOURCE"
                            : ""));
  }
  if (!out.empty() && fs::is_directory(out / "own", failure)) {
    for (const auto& entry : fs::directory_iterator(out / "own", failure))
      places.own.emplace(entry.path().filename().string(), entry.path());
  }
  return places;
}

}  // namespace attest::verify::system
