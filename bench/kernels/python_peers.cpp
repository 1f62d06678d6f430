// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/python_peers.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "kernels/problem.hpp"

namespace attest::bench {

namespace {

using Json = nlohmann::json;

/// A program of python/, with the inputs of a setting in a file. What it answers to is said in python/peer.py.
class PythonPeer {
 public:
  PythonPeer(const Setting& s, const Inputs& inputs, const Stored* stored, const std::string& library,
             const std::string& method) {
    const std::string python = ATTEST_BENCH_PEERS "/bin/python";
    if (!std::filesystem::exists(python)) throw Absent{python + " does not exist (see docs/measurements/speed.md)"};
    static int number = 0;
    file_ = std::filesystem::temp_directory_path() /
            ("attest_bench_" + std::to_string(getpid()) + "_" + std::to_string(++number));
    std::ofstream out(file_, std::ios::binary);
    const auto write = [&out](const std::vector<float>& values) {
      out.write(reinterpret_cast<const char*>(values.data()),
                static_cast<std::streamsize>(values.size() * sizeof(float)));
    };
    for (const auto* values : {&inputs.query, &inputs.key, &inputs.value, &inputs.bias, &inputs.factor}) write(*values);
    if (stored != nullptr) write(stored->grad_output);
    out.close();
    try {
      start(python, ATTEST_BENCH_KERNELS "/python/" + library + "_peer.py", library);
      ask({{"prepare",
            {{"batches", s.batches},
             {"heads", s.heads},
             {"length", s.length},
             {"width", s.width},
             {"operation", kernels::operation_name(s.operation)},
             {"dtype", kernels::dtype_name(s.dtype)},
             {"threads", s.threads},
             {"method", method},
             {"backward", stored != nullptr},
             {"file", file_.string()}}}});
    } catch (...) {
      stop();
      throw;
    }
  }
  ~PythonPeer() { stop(); }
  PythonPeer(const PythonPeer&) = delete;

  double run() { return ask({{"run", true}})[counts_processor_time() ? "processor" : "seconds"]; }

  std::vector<float> output() {
    ask({{"output", file_.string()}});
    std::vector<float> values(std::filesystem::file_size(file_) / sizeof(float));
    std::ifstream(file_, std::ios::binary)
        .read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(float)));
    return values;
  }

 private:
  void start(const std::string& python, const std::string& script, const std::string& library) {
    library_ = library;
    int to_child[2], from_child[2];
    // Closed in the processes of later contenders, so that each sees the end of its own input.
    if (pipe2(to_child, O_CLOEXEC) != 0 || pipe2(from_child, O_CLOEXEC) != 0) throw Absent{"no pipe"};
    std::signal(SIGPIPE, SIG_IGN);
    child_ = fork();
    if (child_ == 0) {
      dup2(to_child[0], 0);
      dup2(from_child[1], 1);
      execl(python.c_str(), python.c_str(), "-B", script.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    close(to_child[0]);
    close(from_child[1]);
    to_ = fdopen(to_child[1], "w");
    from_ = fdopen(from_child[0], "r");
  }

  void stop() {
    if (to_ != nullptr) std::fclose(to_);
    if (from_ != nullptr) std::fclose(from_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }

  Json ask(const Json& request) {
    std::fprintf(to_, "%s\n", request.dump().c_str());
    std::fflush(to_);
    char line[4096];
    if (std::fgets(line, sizeof line, from_) == nullptr)
      throw Absent{"Python or its package " + library_ + " did not answer"};
    Json reply = Json::parse(line);
    if (reply.contains("error")) throw Absent{reply["error"].get<std::string>()};
    return reply;
  }

  pid_t child_ = -1;
  std::FILE *to_ = nullptr, *from_ = nullptr;
  std::filesystem::path file_;
  std::string library_;
};

class PythonContender final : public Contender {
 public:
  PythonContender(const Setting& s, const Inputs& inputs, const char* library, const char* method)
      : peer_(s, inputs, nullptr, library, method) {}
  double run() override { return peer_.run(); }
  std::size_t held() const override { throw Absent{"its memory is another process's"}; }
  std::vector<float> output() override { return peer_.output(); }

 private:
  PythonPeer peer_;
};

class PythonBackward final : public Backward {
 public:
  PythonBackward(const Setting& s, const Inputs& inputs, const Stored& stored, const char* library, const char* method)
      : setting_(s),
        elements_(inputs.query.size()),
        family_(inputs.bias.size()),
        peer_(s, inputs, &stored, library, method) {}
  double run() override { return peer_.run(); }

  Gradients gradients() override {
    const std::vector<float> all = peer_.output();
    Gradients to;
    auto from = all.begin();
    const auto take = [&from](std::vector<float>& part, std::size_t count) {
      const auto end = from + static_cast<std::ptrdiff_t>(count);
      part.assign(from, end);
      from = end;
    };
    for (auto* part : {&to.query, &to.key, &to.value}) take(*part, elements_);
    if (setting_.operation != ATTEST_ATTENTION) take(to.bias, family_);
    if (setting_.operation == ATTEST_URPE) take(to.factor, family_);
    return to;
  }

 private:
  Setting setting_;
  std::size_t elements_, family_;
  PythonPeer peer_;
};

}  // namespace

std::unique_ptr<Contender> make_onnxruntime(const Setting& s, const Inputs& inputs) {
  return std::make_unique<PythonContender>(s, inputs, "onnxruntime", "");
}
std::unique_ptr<Contender> make_torch(const Setting& s, const Inputs& inputs) {
  return std::make_unique<PythonContender>(s, inputs, "torch", "composed");
}
std::unique_ptr<Contender> make_torch_sdpa(const Setting& s, const Inputs& inputs) {
  return std::make_unique<PythonContender>(s, inputs, "torch", "sdpa");
}
std::unique_ptr<Contender> make_torch_flex(const Setting& s, const Inputs& inputs) {
  return std::make_unique<PythonContender>(s, inputs, "torch", "flex");
}
std::unique_ptr<Contender> make_jax(const Setting& s, const Inputs& inputs) {
  return std::make_unique<PythonContender>(s, inputs, "jax", "");
}

std::unique_ptr<Backward> make_torch_backward(const Setting& s, const Inputs& in, const Stored& stored) {
  return std::make_unique<PythonBackward>(s, in, stored, "torch", "composed");
}
std::unique_ptr<Backward> make_torch_sdpa_backward(const Setting& s, const Inputs& in, const Stored& stored) {
  return std::make_unique<PythonBackward>(s, in, stored, "torch", "sdpa");
}
std::unique_ptr<Backward> make_jax_backward(const Setting& s, const Inputs& in, const Stored& stored) {
  return std::make_unique<PythonBackward>(s, in, stored, "jax", "");
}

}  // namespace attest::bench
