// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/kernels/contender.hpp"
#include "kernels/problem.hpp"

namespace attest::bench {

namespace {

using Json = nlohmann::json;

/// The peer from PyPI, in a process of its own (onnxruntime_peer.py), which measures its own runs.
class OnnxRuntime final : public Contender {
 public:
  OnnxRuntime(const Setting& s, const Inputs& inputs) {
    if (s.dtype != ATTEST_FLOAT32) throw Absent{"float32 only"};
    const std::string python = ATTEST_BENCH_PEERS "/bin/python";
    if (!std::filesystem::exists(python)) throw Absent{python + " does not exist (see docs/measurements/speed.md)"};
    start(python, ATTEST_BENCH_KERNELS "/onnxruntime_peer.py");
    file_ = std::filesystem::temp_directory_path() / ("attest_bench_" + std::to_string(getpid()));
    std::ofstream out(file_, std::ios::binary);
    for (const auto* values : {&inputs.query, &inputs.key, &inputs.value, &inputs.bias, &inputs.factor})
      out.write(reinterpret_cast<const char*>(values->data()),
                static_cast<std::streamsize>(values->size() * sizeof(float)));
    out.close();
    ask({{"prepare",
          {{"batches", s.batches},
           {"heads", s.heads},
           {"length", s.length},
           {"width", s.width},
           {"operation", kernels::operation_name(s.operation)},
           {"threads", s.threads},
           {"file", file_.string()}}}});
  }

  ~OnnxRuntime() override {
    if (to_ != nullptr) std::fclose(to_);
    if (from_ != nullptr) std::fclose(from_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  OnnxRuntime(const OnnxRuntime&) = delete;

  double run() override { return ask({{"run", true}})["seconds"]; }

  std::size_t held() const override { throw Absent{"its memory is another process's"}; }

  std::vector<float> output() override {
    ask({{"output", file_.string()}});
    std::vector<float> values(std::filesystem::file_size(file_) / sizeof(float));
    std::ifstream(file_, std::ios::binary)
        .read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(float)));
    return values;
  }

 private:
  void start(const std::string& python, const char* script) {
    int to_child[2], from_child[2];
    // Closed in the processes of later contenders, so that each sees the end of its own input.
    if (pipe2(to_child, O_CLOEXEC) != 0 || pipe2(from_child, O_CLOEXEC) != 0) throw Absent{"no pipe"};
    std::signal(SIGPIPE, SIG_IGN);
    child_ = fork();
    if (child_ == 0) {
      dup2(to_child[0], 0);
      dup2(from_child[1], 1);
      execl(python.c_str(), python.c_str(), script, static_cast<char*>(nullptr));
      _exit(127);
    }
    close(to_child[0]);
    close(from_child[1]);
    to_ = fdopen(to_child[1], "w");
    from_ = fdopen(from_child[0], "r");
  }

  Json ask(const Json& request) {
    std::fprintf(to_, "%s\n", request.dump().c_str());
    std::fflush(to_);
    char line[4096];
    if (std::fgets(line, sizeof line, from_) == nullptr)
      throw Absent{"Python or its package onnxruntime did not answer"};
    Json reply = Json::parse(line);
    if (reply.contains("error")) throw Absent{reply["error"].get<std::string>()};
    return reply;
  }

  pid_t child_ = -1;
  std::FILE *to_ = nullptr, *from_ = nullptr;
  std::filesystem::path file_;
};

}  // namespace

std::unique_ptr<Contender> make_onnxruntime(const Setting& setting, const Inputs& inputs) {
  return std::make_unique<OnnxRuntime>(setting, inputs);
}

}  // namespace attest::bench
