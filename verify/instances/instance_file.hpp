// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "verify/arrays/array_file.hpp"
#include "verify/instances/instance.hpp"

namespace attest::verify::instances {

/// What arrays alone do not say of an instance. Nothing: found from the arrays (docs/kernels.md says how).
struct InstanceSettings {
  std::optional<attest_operation> operation;
  std::optional<attest_dtype> dtype;
  std::optional<attest_ties> ties;
  std::optional<double> scale;
  std::optional<attest_mask_kind> mask;
  std::optional<std::int64_t> diagonal, window_left, window_right;
  std::optional<double> softcap, keep_scale;
  bool bottom_right = false;      ///< the diagonal is keys - queries
  bool heads_after_rows = false;  ///< layout bshd: query, key, value and output are [batches, rows, heads, columns]
  std::optional<attest_term_kind> bias, factor;
  std::optional<std::int64_t> batches, heads, kv_heads, queries;
  std::string name;

  /// Sets one by the word that stands for it in a file's metadata and on the command line. InputError at `place` for an
  /// unknown key, or for a value that is not one of its words, not a finite number (decimal or hexadecimal), not a
  /// size.
  void set(const std::string& key, const std::string& value, const std::string& place);
};

/// Arrays by their names: query, key, value, bias, bucket, factor, mask, sinks, keep, query_scale, key_scale,
/// value_scale, output, row_sum, log_sum_exp.
using NamedArrays = std::map<std::string, arrays::StoredArray>;

/// An instance, and what a kernel computed for it, where that was stored, too.
struct StoredInstance {
  Instance instance;
  std::optional<Outputs> outputs;
};

/// Puts an instance together. Query, key, value and output may lack their axes of batches and heads; terms and masks,
/// too. InputError, which begins with an array's place or with `place`, if the parts do not make one; Instance::check()
/// holds of what is returned. Outputs may hold NaN and infinities.
StoredInstance assemble(const NamedArrays& arrays, const InstanceSettings& settings, const std::string& place);

/// Reads a .safetensors file of the schema attest.instance/1 (docs/kernels.md), or any .safetensors or .npz file with
/// arrays of these names. `over` replaces what the file's metadata say.
StoredInstance read_instance(const std::filesystem::path& file, const InstanceSettings& over = {});
StoredInstance read_instance(const arrays::ArrayFile& file, const InstanceSettings& over);
/// What a file's metadata say, and `over` in their place.
InstanceSettings settings_of(const arrays::ArrayFile& file, const InstanceSettings& over);

/// The two parts of such a file: what its metadata say, as far as `over` does not, and its arrays.
InstanceSettings settings_of(const arrays::ArrayFile& file, const InstanceSettings& over);
NamedArrays named_arrays(const arrays::ArrayFile& file);

/// The text of the .safetensors file from which read_instance gives the same instance and outputs, bit for bit;
/// grad_output is one array more (gradient_file.hpp).
std::string to_file(const Instance& instance, const Outputs* outputs = nullptr,
                    const FloatArray* grad_output = nullptr);

}  // namespace attest::verify::instances
