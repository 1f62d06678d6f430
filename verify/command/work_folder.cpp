// SPDX-License-Identifier: Apache-2.0
#include "verify/command/work_folder.hpp"

#include <cstdlib>

#include "theory/error.hpp"

namespace attest::verify::command {

WorkFolder::WorkFolder() : path_((std::filesystem::temp_directory_path() / "attest-XXXXXX").string()) {
  if (!mkdtemp(path_.data())) throw InputError(path_, "expected a place for a temporary folder");
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace attest::verify::command
