// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/instance_file.hpp"

#include <charconv>

#include "kernels/problem.hpp"
#include "theory/error.hpp"
#include "verify/arrays/safetensors.hpp"
#include "verify/instances/stored.hpp"

namespace attest::verify::instances {

using arrays::ArrayFile;
using arrays::ArrayView;
using arrays::printable;
using arrays::read_array_file;
using arrays::StoredArray;
using arrays::to_safetensors;

namespace {

constexpr const char* schema = "attest.instance/1";

std::string decimal(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

/// `first`, where it says something, else `second`.
template <class T>
void replace(std::optional<T>& second, const std::optional<T>& first) {
  if (first) second = first;
}

void replace(InstanceSettings& settings, const InstanceSettings& over) {
  replace(settings.operation, over.operation);
  replace(settings.dtype, over.dtype);
  replace(settings.ties, over.ties);
  replace(settings.scale, over.scale);
  replace(settings.mask, over.mask);
  replace(settings.diagonal, over.diagonal);
  replace(settings.window_left, over.window_left);
  replace(settings.window_right, over.window_right);
  replace(settings.softcap, over.softcap);
  replace(settings.keep_scale, over.keep_scale);
  settings.bottom_right = settings.bottom_right || over.bottom_right;
  replace(settings.kv_heads, over.kv_heads);
  settings.heads_after_rows = settings.heads_after_rows || over.heads_after_rows;
  replace(settings.bias, over.bias);
  replace(settings.factor, over.factor);
  replace(settings.batches, over.batches);
  replace(settings.heads, over.heads);
  replace(settings.queries, over.queries);
  if (!over.name.empty()) settings.name = over.name;
}

void add(std::vector<ArrayView>& tensors, const std::string& name, const Term& term) {
  if (term.kind == ATTEST_TERM_NONE) return;
  tensors.push_back(view(name, term.values));
  if (term.kind == ATTEST_TERM_BUCKETS) tensors.push_back(view("bucket", term.bucket));
}

}  // namespace

InstanceSettings settings_of(const ArrayFile& file, const InstanceSettings& over) {
  InstanceSettings settings;
  if (const auto found = file.metadata.find("schema"); found != file.metadata.end()) {
    if (found->second != schema)
      throw InputError(file.place + ": /__metadata__/schema",
                       std::string("expected ") + schema + ", found " + printable(found->second));
    for (const auto& [key, value] : file.metadata)
      if (key != "schema") settings.set(key, value, file.place + ": /__metadata__/" + printable(key));
  }
  replace(settings, over);
  return settings;
}

NamedArrays named_arrays(const ArrayFile& file) {
  NamedArrays arrays;
  for (const StoredArray& array : file.arrays) arrays.emplace(array.name, array);
  return arrays;
}

StoredInstance read_instance(const ArrayFile& file, const InstanceSettings& over) {
  return assemble(named_arrays(file), settings_of(file, over), file.place);
}

StoredInstance read_instance(const std::filesystem::path& file, const InstanceSettings& over) {
  return read_instance(read_array_file(file), over);
}

std::string to_file(const Instance& instance, const Outputs* outputs, const FloatArray* grad_output) {
  std::map<std::string, std::string> metadata{{"schema", schema},
                                              {"operation", kernels::operation_name(instance.operation)},
                                              {"dtype", kernels::dtype_name(instance.dtype)},
                                              {"scale", decimal(instance.scale)},
                                              {"mask", kernels::mask_name(instance.mask_kind)},
                                              {"bias", kernels::term_name(instance.bias.kind)},
                                              {"factor", kernels::term_name(instance.factor.kind)},
                                              {"batches", std::to_string(instance.batches)},
                                              {"heads", std::to_string(instance.heads)},
                                              {"queries", std::to_string(instance.queries)}};
  if (instance.operation == ATTEST_HARDMAX) metadata["ties"] = kernels::ties_name(instance.ties);
  const bool is_window = instance.mask_kind == ATTEST_MASK_WINDOW;
  const auto side = [](std::int64_t keys) { return keys == ATTEST_WINDOW_OPEN ? "-1" : std::to_string(keys); };
  if (is_window) metadata["window"] = side(instance.window_left) + "," + side(instance.window_right);
  if (instance.kv_heads != 0) metadata["kv_heads"] = std::to_string(instance.kv_heads);
  if (instance.softcap != 0) metadata["softcap"] = decimal(instance.softcap);
  if (instance.dropout.scale != 0) metadata["keep_scale"] = decimal(instance.dropout.scale);
  if (is_window || instance.mask_kind == ATTEST_MASK_CAUSAL) metadata["diagonal"] = std::to_string(instance.diagonal);
  if (!instance.name.empty()) metadata["name"] = instance.name;
  std::vector<ArrayView> tensors;
  if (instance.width > 0) {
    tensors.push_back(view("query", instance.query));
    tensors.push_back(view("key", instance.key));
  }
  tensors.push_back(view("value", instance.value));
  add(tensors, "bias", instance.bias);
  add(tensors, "factor", instance.factor);
  if (instance.mask_kind == ATTEST_MASK_BYTES)
    tensors.push_back(
        view("mask", instance.mask, {instance.mask_batches, instance.mask_heads, instance.queries, instance.keys}));
  if (instance.dropout.scale != 0)
    tensors.push_back(view("keep", instance.dropout.keep,
                           {instance.dropout.batches, instance.dropout.heads, instance.queries, instance.keys}));
  for (const auto& [name, array] : {std::pair("sinks", &instance.sinks),
                                    {"query_scale", &instance.query_scale},
                                    {"key_scale", &instance.key_scale},
                                    {"value_scale", &instance.value_scale}})
    if (*array) tensors.push_back(view(name, **array));
  if (grad_output) tensors.push_back(view("grad_output", *grad_output));
  if (outputs) {
    tensors.push_back(view("output", outputs->output));
    if (outputs->row_sum) tensors.push_back(view("row_sum", *outputs->row_sum));
    if (outputs->log_sum_exp) tensors.push_back(view("log_sum_exp", *outputs->log_sum_exp));
  }
  return to_safetensors(tensors, metadata);
}

}  // namespace attest::verify::instances
