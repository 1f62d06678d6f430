// SPDX-License-Identifier: Apache-2.0
#include "verify/system/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "verify/system/progress.hpp"

namespace attest::verify::system {

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

/// A program that runs. Reads both of its pipes until both are at their end; reading one after the other could block
/// it.
class Running {
 public:
  Running(pid_t child, const Pipe& out, const Pipe& err, const ProcessOptions& options)
      : child_(child),
        options_(options),
        deadline_(Clock::now() + options.limit.value_or(std::chrono::milliseconds(0))) {
    polled_[0] = {out.read_end, POLLIN, 0};
    polled_[1] = {err.read_end, POLLIN, 0};
  }

  ProcessResult finish() {
    while (open_pipes_ > 0) {
      // Without a limit there is nothing to look at but the pipes.
      const int ready = poll(polled_.data(), polled_.size(), options_.limit ? 20 : -1);
      if (ready < 0 && errno != EINTR) break;
      // After an interrupted poll the descriptors say what they said before it.
      for (std::size_t i = 0; ready > 0 && i < polled_.size(); ++i) read_some(i);
      if (options_.limit) look();
    }
    while (!ended_ && waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
    }
    result_.signal = WIFSIGNALED(status_) ? WTERMSIG(status_) : 0;
    result_.exit_code = result_.signal ? 128 + result_.signal : WEXITSTATUS(status_);
    return std::move(result_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void read_some(std::size_t i) {
    if (polled_[i].fd < 0 || polled_[i].revents == 0) return;
    const ssize_t count = read(polled_[i].fd, buffer_.data(), buffer_.size());
    if (count > 0) {
      std::string& text = i == 0 ? result_.output : result_.errors;
      text.append(buffer_.data(), std::min(static_cast<std::size_t>(count), options_.most_output - text.size()));
    } else if (count == 0 || errno != EINTR) {
      polled_[i].fd = -1;
      --open_pipes_;
    }
  }

  /// Ends the group when the program has ended (its children may hold the pipes open), or when its time is up.
  void look() {
    if (!ended_ && waitpid(child_, &status_, WNOHANG) == child_) ended_ = true;
    if (!ended_ && !interrupted() && Clock::now() < deadline_) return;
    if (!ended_) result_.timed_out = true;
    kill(-child_, SIGKILL);
  }

  pid_t child_;
  const ProcessOptions& options_;
  Clock::time_point deadline_;
  std::array<pollfd, 2> polled_;
  std::array<char, 65536> buffer_;
  ProcessResult result_;
  int open_pipes_ = 2, status_ = 0;
  bool ended_ = false;
};

/// In the child, between fork and exec: only what is safe there. The program dies when the thread that started it does,
/// so that nothing of ours lives on after a kill -9; a byte on `failed` says that it could not be started.
[[noreturn]] void become(char** argv, pid_t parent, const Pipe& out, const Pipe& err, const Pipe& failed,
                         const ProcessOptions& options) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  if (options.limit) setpgid(0, 0);
  const int report = fcntl(failed.write_end, F_DUPFD_CLOEXEC, 10);  // out of the way of descriptor 3
  close(failed.write_end);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(out.write_end, STDOUT_FILENO);
  dup2(err.write_end, STDERR_FILENO);
  // No descriptor may be closed on exec where it already has its number.
  if (options.descriptor >= 0 && dup2(options.descriptor, 3) == options.descriptor) fcntl(3, F_SETFD, 0);
  execvp(argv[0], argv);
  const char byte = 1;
  if (write(report, &byte, 1) < 0) _exit(126);
  _exit(127);
}

}  // namespace

std::optional<ProcessResult> run_process(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  Pipe out, err, failed;
  if (!out.open() || !err.open() || !failed.open()) return std::nullopt;
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  const pid_t parent = getpid(), child = fork();
  if (child < 0) return std::nullopt;
  if (child == 0) become(argv.data(), parent, out, err, failed, options);

  if (options.limit) setpgid(child, child);  // here, too: it may be killed before it has done so itself
  out.close_write();
  err.close_write();
  failed.close_write();
  char failure = 0;
  const bool started = read(failed.read_end, &failure, 1) == 0;  // closed by exec
  if (!started) {
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    return std::nullopt;
  }
  return Running(child, out, err, options).finish();
}

std::string as_typed(const std::vector<std::string>& command) {
  static const std::string plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=:,+@%";
  std::string line;
  for (const std::string& word : command) {
    std::string quoted = word;
    if (word.empty() || word.find_first_not_of(plain) != std::string::npos) {
      quoted = "'";
      for (char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
      quoted += "'";
    }
    line += (line.empty() ? "" : " ") + quoted;
  }
  return line;
}

}  // namespace attest::verify::system
