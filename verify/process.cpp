// SPDX-License-Identifier: Apache-2.0
#include "verify/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

extern char** environ;

namespace attest::verify {

namespace {

struct Pipe {
  int read_end = -1, write_end = -1;
  bool open() {
    int ends[2];
    // Close-on-exec: another thread's child must not keep this pipe open.
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  ~Pipe() {
    if (read_end >= 0) close(read_end);
    if (write_end >= 0) close(write_end);
  }
  void close_write() {
    close(write_end);
    write_end = -1;
  }
};

// Reads both pipes until both are at their end; reading one after the other could block the child.
void drain(const Pipe& out, const Pipe& err, ProcessResult& result) {
  std::array<pollfd, 2> polled = {{{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}}};
  std::array<std::string*, 2> texts = {&result.output, &result.errors};
  std::array<char, 65536> buffer;
  for (int open_pipes = 2; open_pipes > 0;) {
    if (poll(polled.data(), polled.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      const ssize_t count = read(polled[i].fd, buffer.data(), buffer.size());
      if (count > 0) {
        texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        polled[i].fd = -1;
        --open_pipes;
      }
    }
  }
}

}  // namespace

std::optional<ProcessResult> run_process(const std::vector<std::string>& arguments) {
  Pipe out, err;
  if (!out.open() || !err.open()) return std::nullopt;
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, STDERR_FILENO);
  pid_t child = -1;
  const int failure = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return std::nullopt;

  out.close_write();
  err.close_write();
  ProcessResult result;
  drain(out, err, result);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace attest::verify
