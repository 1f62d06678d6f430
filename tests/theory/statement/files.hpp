// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "theory/error.hpp"
#include "theory/statement/load.hpp"

namespace attest::theory::tests {

/// A claim with definitions files in a folder of its own, which is gone at the end.
class Files {
 public:
  Files() {
    std::string name = (std::filesystem::temp_directory_path() / "attest-statement-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    folder_ = name;
    std::filesystem::create_directory(folder_ / "definitions");
  }
  ~Files() { std::filesystem::remove_all(folder_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  void write_definitions(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / "definitions" / (name + ".stm")) << text;
  }
  void write_claim(const std::string& text) const { std::ofstream(claim()) << "claim {\"id\": \"x\"}\n" << text; }

  std::filesystem::path claim() const { return folder_ / "x.claim"; }
  LoadedClaim load() const { return load_claim(claim(), folder_ / "definitions"); }

  /// What load() says about these files, without their folder; empty if it loads them.
  std::string error() const {
    try {
      load();
    } catch (const InputError& error) {
      std::string message = error.what();
      const std::string prefix = folder_.string() + "/";
      for (std::size_t at; (at = message.find(prefix)) != std::string::npos;) message.erase(at, prefix.size());
      return message;
    }
    return "";
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace attest::theory::tests
