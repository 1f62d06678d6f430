// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace attest::verify::command {

/// A temporary folder, gone at the end with what is in it. InputError if there is no place for one.
class WorkFolder {
 public:
  WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  ~WorkFolder();
  std::filesystem::path path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace attest::verify::command
