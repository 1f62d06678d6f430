// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "verify/instances/generate.hpp"
#include "verify/instances/instance_file.hpp"
#include "verify/sandbox/kernel_run.hpp"

namespace attest::verify::command {

/// Where the inputs of `attest kernels validate` come from: a file, an array a flag, or generators.
class KernelInputs {
 public:
  void add_options(CLI::App& command);

  /// Whether the user gave arrays. InputError if beside them generators were named.
  bool has_arrays() const;
  /// The instance that the arrays make. InputError as read_instance.
  instances::StoredInstance read() const;

  /// What to generate for a kernel: each generator that was named (all, unless any was) at the shape that was given;
  /// for `random` also the other kinds of terms and masks that the operation takes, unless a kind was given.
  struct Generated {
    std::string generator;
    instances::Request request;
  };
  std::vector<Generated> generated_for(const sandbox::KernelInfo& kernel) const;
  instances::Instance make(const Generated& generated) const;

 private:
  instances::InstanceSettings settings() const;
  instances::Request request_for(const sandbox::KernelInfo& kernel) const;

  std::string file_, shape_;
  std::map<std::string, std::string> files_;  ///< of each array, by its name
  std::map<std::string, std::string> words_;  ///< of settings, by their keys
  std::vector<std::string> generators_;
  std::uint64_t seed_ = 1;
  bool causal_ = false;
};

}  // namespace attest::verify::command
