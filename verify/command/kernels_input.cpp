// SPDX-License-Identifier: Apache-2.0
#include "verify/command/kernels_input.hpp"

#include <algorithm>
#include <sstream>

#include "kernels/problem.hpp"
#include "theory/error.hpp"
#include "verify/instances/sequences.hpp"

namespace attest::verify::command {

using arrays::ArrayFile;
using arrays::printable;
using arrays::read_array_file;
using arrays::StoredArray;
using instances::Effort;
using instances::generate;
using instances::Generator;
using instances::generators;
using instances::Instance;
using instances::InstanceSettings;
using instances::read_instances;
using instances::Request;
using instances::StoredGradient;
using instances::StoredInstance;
using sandbox::KernelInfo;

namespace {

struct Flag {
  const char *name, *flag, *what;
};
constexpr Flag array_flags[] = {
    {"query", "--query", "[batches, heads, queries, width]; leading axes may be missing"},
    {"key", "--key", "[batches, heads, keys, width]"},
    {"value", "--value", "[batches, heads, keys, value_width]"},
    {"bias", "--bias", "B: [heads, queries + keys - 1] by i - j, [batches, heads, queries, keys], slopes, or buckets"},
    {"bucket", "--bucket", "The bucket of each i - j, beside a --bias of [buckets, heads]"},
    {"factor", "--factor", "C, in the first two forms of --bias"},
    {"mask", "--mask", "bool or uint8, [batches, heads, queries, keys]; 0 hides a key"},
    {"sinks", "--sinks", "[heads]: a score without a key, one more term of the softmax's sum"},
    {"keep", "--keep", "bool or uint8, [batches, heads, queries, keys]: the weights that --dropout left"},
    {"query_scale", "--query-scale", "[batches, heads], float32: what query is multiplied by; [heads] or one number"},
    {"key_scale", "--key-scale", "The same of key, [batches, kv_heads]"},
    {"value_scale", "--value-scale", "The same of value, [batches, kv_heads]"},
    {"cu_seqlens_q", "--cu-seqlens-q",
     "[sequences + 1]: of a ragged batch; query and output are [rows, heads, columns]"},
    {"cu_seqlens_k", "--cu-seqlens-k", "The same of key and value"},
    {"seq_lens", "--seq-lens",
     "[sequences]: how many keys each has, of key [sequences, rows, heads, columns], or with"},
    {"block_table", "--block-table", "[sequences, pages]: key and value are [pages, rows of a page, heads, columns]"},
    {"output", "--output", "What your kernel computed, [batches, heads, queries, value_width]"},
    {"row_sum", "--row-sum", "Its sums of A .* C over keys, [batches, heads, queries]"},
    {"log_sum_exp", "--log-sum-exp", "Its log sum exp of scores, [batches, heads, queries]"},
    {"grad_output", "--grad-output", "With --gradients: the gradient of the output, in its shape"},
    {"grad_query", "--grad-query", "What your backward kernel computed: in the query's shape"},
    {"grad_key", "--grad-key", "In the key's shape"},
    {"grad_value", "--grad-value", "In the value's shape"},
    {"grad_bias", "--grad-bias", "In the bias's shape"},
    {"grad_factor", "--grad-factor", "In the factor's shape"},
    {"grad_sinks", "--grad-sinks", "In the sinks' shape"}};
constexpr Flag setting_flags[] = {
    {"operation", "--operation", "attention, rpe, urpe, positional or hardmax (default: from the terms)"},
    {"dtype", "--dtype", "Of query, key, value, output (default: the arrays'); .npy has no name for bfloat16, float8"},
    {"scale", "--scale", "Decimal or hexadecimal (default: 1 / sqrt(width))"},
    {"ties", "--ties", "Of hardmax: uniform, first or all"},
    {"diagonal", "--diagonal", "With --causal: key j is visible to query i when j <= i + this (default 0)"},
    {"align", "--align", "With --causal or --window: top-left (the default) or bottom-right, keys - queries"},
    {"window", "--window", "LEFT,RIGHT: key j is visible to query i when i - LEFT <= j <= i + RIGHT; -1: no end"},
    {"softcap", "--softcap", "Scores s become softcap * tanh(s / softcap)"},
    {"dropout", "--dropout", "Beside --keep: the share p that was dropped; what was kept is divided by 1 - p"},
    {"layout", "--layout", "Of query, key, value and output: bhsd (the default) or bshd, [batch, row, head, column]"},
    {"bias", "--bias-kind", "toeplitz, dense, alibi or buckets (default: from the shape)"},
    {"factor", "--factor-kind", "toeplitz or dense (default: from the shape)"}};

const StoredArray& only_array(const ArrayFile& file, const std::string& name) {
  if (file.arrays.size() == 1) return file.arrays.front();
  const auto found = std::ranges::find(file.arrays, name, &StoredArray::name);
  if (found == file.arrays.end())
    throw InputError(file.place,
                     "expected one array, or one named " + name + ", found " + std::to_string(file.arrays.size()));
  return *found;
}

/// "queries=64,keys=32" as words and sizes.
std::map<std::string, std::int64_t> sizes(const std::string& shape) {
  std::map<std::string, std::int64_t> result;
  std::istringstream list(shape);
  for (std::string entry; std::getline(list, entry, ',');) {
    const std::size_t sign = entry.find('=');
    const std::string name = entry.substr(0, sign);
    std::int64_t size = -1;
    if (sign != std::string::npos && !CLI::detail::lexical_cast(entry.substr(sign + 1), size)) size = -1;
    if (size < 0 || size > 1 << 20)
      throw InputError("--shape",
                       "expected entries like queries=64, of numbers from 0 to 2^20, found " + printable(entry));
    result[name] = size;
  }
  return result;
}

}  // namespace

void KernelInputs::add_options(CLI::App& command) {
  command.add_option("FILE", file_,
                     "An instance: .safetensors or .npz with arrays of the names below (docs/kernels.md)");
  for (const Flag& flag : array_flags) command.add_option(flag.flag, files_[flag.name], flag.what)->group("Arrays");
  for (const Flag& flag : setting_flags) command.add_option(flag.flag, words_[flag.name], flag.what)->group("Problem");
  command.add_flag("--causal", causal_, "Key j is visible to query i when j <= i")->group("Problem");
  std::string names;
  for (const Generator& generator : generators()) names += (names.empty() ? "" : ", ") + generator.name;
  command.add_option("--inputs", generators_, "Generated inputs instead of arrays: all (the default), or of " + names)
      ->group("Generated inputs");
  command.add_option("--shape", shape_, "Their sizes, as batches=1,heads=2,queries=64,keys=64,width=32,value_width=32")
      ->group("Generated inputs");
  command.add_option("--seed", seed_, "Their seed (default 1); the same numbers on every machine")
      ->group("Generated inputs");
  command
      .add_option("--effort", effort_,
                  "How many, without --inputs and --shape: quick, default or thorough (about 5 s, 40 s and 10 min for\n"
                  "a plain float32 kernel on one core); the last lines say what they reach")
      ->group("Generated inputs");
  command.add_option("--case", case_, "Only the input of this number, as a line of the verdict names it")
      ->check(CLI::Range(1, 1 << 20))
      ->group("Generated inputs");
}

bool KernelInputs::has_arrays() const {
  const bool arrays =
      !file_.empty() || std::ranges::any_of(files_, [](const auto& entry) { return !entry.second.empty(); });
  if (arrays && !generators_.empty()) throw InputError("--inputs", "expected generated inputs or arrays, found both");
  if (arrays && (!effort_.empty() || case_ > 0))
    throw InputError(case_ > 0 ? "--case" : "--effort", "expected generated inputs or arrays, found both");
  return arrays;
}

InstanceSettings KernelInputs::settings() const {
  InstanceSettings settings;
  for (const Flag& flag : setting_flags)
    if (const std::string& word = words_.at(flag.name); !word.empty()) settings.set(flag.name, word, flag.flag);
  if (causal_) settings.mask = ATTEST_MASK_CAUSAL;
  return settings;
}

InstanceSettings KernelInputs::settings_of_arrays() const {
  InstanceSettings settings = this->settings();
  for (const auto& [name, size] : sizes(shape_)) {
    if (name != "batches" && name != "heads" && name != "kv_heads" && name != "queries")
      throw InputError("--shape",
                       "expected batches, heads, kv_heads or queries beside arrays, found " + printable(name));
    settings.set(name, std::to_string(size), "--shape " + name);
  }
  return settings;
}

ArrayFile KernelInputs::arrays() const {
  ArrayFile all = file_.empty() ? ArrayFile{} : read_array_file(file_);
  for (const Flag& flag : array_flags) {
    const std::string& file = files_.at(flag.name);
    if (file.empty()) continue;
    StoredArray array = only_array(read_array_file(file), flag.name);
    array.name = flag.name;
    std::erase_if(all.arrays, [&](const StoredArray& other) { return other.name == flag.name; });
    all.arrays.push_back(std::move(array));
  }
  if (all.place.empty()) all.place = "the arrays";
  return all;
}

std::vector<StoredInstance> KernelInputs::read() const {
  const InstanceSettings settings = settings_of_arrays();
  return read_instances(arrays(), settings);
}

StoredGradient KernelInputs::read_gradient() const {
  const InstanceSettings settings = settings_of_arrays();
  return instances::read_gradient(arrays(), settings);
}

Effort KernelInputs::effort() const {
  if (effort_.empty() || effort_ == "default") return Effort::standard;
  if (!generators_.empty() || !shape_.empty())
    throw InputError("--effort", "expected none beside --inputs or --shape, which say what to generate");
  if (effort_ == "quick") return Effort::quick;
  if (effort_ == "thorough") return Effort::thorough;
  throw InputError("--effort", "expected quick, default or thorough, found " + printable(effort_));
}

Request KernelInputs::request_for(const KernelInfo& kernel) const {
  const InstanceSettings settings = this->settings();
  Request request;
  request.operation = kernel.operation;
  request.dtype = kernel.dtype;
  request.ties = settings.ties.value_or(ATTEST_TIES_UNIFORM);
  // Lengths that no block divides.
  request.batches = 2;
  request.heads = 2;
  request.queries = request.keys = 67;
  request.width = request.value_width = 64;
  request.scale = settings.scale;
  const bool has_bias = kernel.operation != ATTEST_ATTENTION && kernel.operation != ATTEST_HARDMAX;
  const bool has_factor = kernel.operation == ATTEST_URPE;
  request.bias = settings.bias.value_or(has_bias ? ATTEST_TERM_TOEPLITZ : ATTEST_TERM_NONE);
  request.factor = settings.factor.value_or(has_factor ? ATTEST_TERM_TOEPLITZ : ATTEST_TERM_NONE);
  request.mask = settings.mask.value_or(ATTEST_MASK_NONE);
  request.diagonal = settings.diagonal.value_or(0);
  if (settings.window_left) {
    request.mask = ATTEST_MASK_WINDOW;
    request.window_left = *settings.window_left, request.window_right = *settings.window_right;
  }
  request.softcap = settings.softcap.value_or(0);
  request.keep_scale = settings.keep_scale.value_or(0);
  for (const auto& [name, size] : sizes(shape_)) {
    const std::pair<const char*, std::int64_t*> known[] = {
        {"batches", &request.batches},  {"heads", &request.heads}, {"queries", &request.queries},
        {"keys", &request.keys},        {"width", &request.width}, {"value_width", &request.value_width},
        {"kv_heads", &request.kv_heads}};
    const auto found = std::ranges::find(known, name, [](const auto& entry) { return std::string(entry.first); });
    if (found == std::end(known))
      throw InputError("--shape", "expected batches, heads, kv_heads, queries, keys, width or value_width, found " +
                                      printable(name));
    *found->second = size;
  }
  return request;
}

Request KernelInputs::aligned(const Generated& generated, std::uint64_t seed) const {
  Request request = generated.request;
  const InstanceSettings settings = this->settings();
  if (!settings.bottom_right || settings.diagonal || !(settings.mask || settings.window_left)) return request;
  // A generator may take other sizes than those asked for.
  const Instance sized = generate(generated.generator, request, seed);
  request.diagonal = sized.keys - sized.queries;
  return request;
}

}  // namespace attest::verify::command
