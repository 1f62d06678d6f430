// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "verify/instances/generate.hpp"
#include "verify/instances/gradient_file.hpp"
#include "verify/instances/instance_file.hpp"
#include "verify/instances/menu.hpp"
#include "verify/sandbox/kernel_run.hpp"

namespace attest::verify::command {

/// Where the inputs of `attest kernels validate` come from: a file, an array a flag, or generators.
class KernelInputs {
 public:
  void add_options(CLI::App& command);

  /// Whether the user gave arrays. InputError if beside them generators were named.
  bool has_arrays() const;
  /// The instances that the arrays make: one, or one for each sequence of a ragged or paged batch. InputError as
  /// read_instances.
  std::vector<instances::StoredInstance> read() const;
  /// The same of a gradient's problem, which is one.
  instances::StoredGradient read_gradient() const;

  /// An input that is generated for a kernel. `number` is its place in the list that is made without --case.
  struct Generated {
    std::string generator;
    instances::Request request;
    int threads = 0;  ///< of the second run; 0: any number from two on
    int number = 0;
    /// Whether every row has random numbers of its own, so that errors of different rows are not copies.
    bool has_independent_rows() const;
    /// Whether calls on other numbers come first; in one of eight of a menu the library's first call is one with many
    /// threads that is looked at.
    bool begins_on_other_numbers() const;
    bool in_menu = false;  ///< of a menu, whose inputs are reported together and named by their numbers
    /// All rows of key are equal; all rows of mask, dense bias and factor, and dropout.
    bool one_key = false, one_row_of_queries = false;
  };
  struct Plan {
    std::vector<Generated> inputs;
    std::vector<std::string> reach;  ///< lines: what these inputs take, and what they leave out
  };
  /// What to generate for a kernel. With generators or sizes that were named: each generator (all, unless any was) at
  /// that shape. Else the menu of --effort: every generator at several shapes, the covering design, and probes where
  /// 16-bit indices end.
  Plan plan_for(const sandbox::KernelInfo& kernel, const instances::MenuExtensions& taken) const;
  /// What the menu wants to know of a kernel before; nothing where there is no menu.
  std::vector<instances::ExtensionProbe> probes_for(const sandbox::KernelInfo& kernel) const;
  instances::Instance make(const Generated& generated) const;
  /// What a backward kernel is asked: with generators or sizes that were named as above, else a menu of its own.
  Plan gradient_plan_for(const sandbox::KernelInfo& kernel, const instances::MenuExtensions& taken) const;
  instances::GradientInstance make_gradient(const Generated& generated) const;

 private:
  instances::InstanceSettings settings() const;
  instances::InstanceSettings settings_of_arrays() const;
  arrays::ArrayFile arrays() const;
  instances::Request request_for(const sandbox::KernelInfo& kernel) const;
  instances::Effort effort() const;
  /// The request, whose diagonal is keys - queries of what the generator makes where --align bottom-right is said.
  instances::Request aligned(const Generated& generated, std::uint64_t seed) const;
  void add_generators(const instances::Request& request, const sandbox::KernelInfo& kernel, Plan& plan) const;
  void add_menu(const instances::Request& request, const sandbox::KernelInfo& kernel,
                const instances::MenuExtensions& taken, Plan& plan) const;
  void add_extensions(const sandbox::KernelInfo& kernel, const instances::MenuExtensions& taken, Plan& plan) const;
  void add_besides(const sandbox::KernelInfo& kernel, const instances::MenuExtensions& taken, Plan& plan) const;
  /// Problems that a sandbox lays out with row strides of 0.
  void add_equal_rows(const sandbox::KernelInfo& kernel, const instances::MenuExtensions& taken, Plan& plan) const;
  /// Of --case that one input alone, without words on what others reach.
  void choose_case(Plan& plan, const sandbox::KernelInfo& kernel) const;
  bool is_menu() const { return generators_.empty() && shape_.empty(); }

  std::string file_, shape_, effort_;
  int case_ = 0;
  std::map<std::string, std::string> files_;  ///< of each array, by its name
  std::map<std::string, std::string> words_;  ///< of settings, by their keys
  std::vector<std::string> generators_;
  std::uint64_t seed_ = 1;
  bool causal_ = false;
};

/// The line that says what cases_besides reaches.
std::string reach_besides(const instances::MenuExtensions& taken);

}  // namespace attest::verify::command
