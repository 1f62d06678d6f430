// SPDX-License-Identifier: Apache-2.0
#include "verify/capi/judge_case.hpp"

#include <algorithm>
#include <thread>

#include "kernels/problem.hpp"
#include "verify/capi/dense.hpp"
#include "verify/capi/gather.hpp"
#include "verify/capi/menu.hpp"
#include "verify/instances/stored.hpp"
#include "verify/judge/judge.hpp"
#include "verify/validate/blame.hpp"
#include "verify/validate/cluster.hpp"
#include "verify/validate/validate_gradients.hpp"
#include "verify/validate/validation_text.hpp"

namespace attest::verify::capi {

using arrays::name_of;
using arrays::shape_words;
using arrays::StoredArray;
using instances::FloatArray;
using instances::Instance;
using instances::InstanceSettings;
using instances::Outputs;
using instances::StoredInstance;
using instances::Term;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t most_axes = 4;
constexpr std::size_t most_listed = 2048;

std::vector<std::pair<std::string, std::string>> words_of(JudgeCase::Settings settings) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const attest_judge_setting& setting : settings)
    words.emplace_back(setting.name ? setting.name : "", setting.value ? setting.value : "");
  return words;
}

/// One where starting others takes longer than they save.
int sensible_threads(const Instance& in) {
  const double work = static_cast<double>(in.batches * in.heads) * static_cast<double>(in.queries * in.keys) *
                      static_cast<double>(in.width + in.value_width);
  return work < 0x1p23 ? 1 : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::size_t count(const std::string& name, const std::string& value, std::size_t most) {
  if (value.empty() || value.size() > 6 || value.find_first_not_of("0123456789") != std::string::npos ||
      std::stoul(value) > most)
    throw InputError(name,
                     "expected an integer from 0 to " + std::to_string(most) + ", found " + arrays::printable(value));
  return std::stoul(value);
}

attest_judge_array seen(const char* name, const char* dtype, const void* data, std::vector<std::int64_t> shape) {
  attest_judge_array array{};
  array.name = name;
  array.dtype = dtype;
  array.data = data;
  array.rank = static_cast<std::int64_t>(std::min(shape.size(), most_axes));
  std::int64_t stride = 1;
  for (std::size_t axis = shape.size(); axis-- > 0; stride *= shape[axis]) {
    array.shape[axis] = shape[axis];
    array.strides[axis] = stride;
  }
  return array;
}

attest_judge_array seen(const char* name, const FloatArray& array) {
  return seen(name, kernels::dtype_name(array.dtype()), array.data(), array.shape());
}

/// The arrays that there are, by their names.
std::vector<attest_judge_array> all_arrays(const StoredInstance& stored) {
  std::vector<attest_judge_array> list;
  const Instance& in = stored.instance;
  const auto add_term = [&list](const char* name, const Term& term) {
    if (term.kind == ATTEST_TERM_NONE) return;
    list.push_back(seen(name, term.values));
    if (term.kind == ATTEST_TERM_BUCKETS)
      list.push_back(seen("bucket", "int32", term.bucket.data(), {static_cast<std::int64_t>(term.bucket.size())}));
  };
  if (in.width > 0) {
    list.push_back(seen("query", in.query));
    list.push_back(seen("key", in.key));
  }
  list.push_back(seen("value", in.value));
  add_term("bias", in.bias);
  add_term("factor", in.factor);
  if (in.mask_kind == ATTEST_MASK_BYTES)
    list.push_back(seen("mask", "uint8", in.mask.data(), {in.mask_batches, in.mask_heads, in.queries, in.keys}));
  if (in.dropout.scale != 0)
    list.push_back(
        seen("keep", "uint8", in.dropout.keep.data(), {in.dropout.batches, in.dropout.heads, in.queries, in.keys}));
  for (const auto& [name, array] : {std::pair("sinks", &in.sinks),
                                    {"query_scale", &in.query_scale},
                                    {"key_scale", &in.key_scale},
                                    {"value_scale", &in.value_scale}})
    if (*array) list.push_back(seen(name, **array));
  if (stored.outputs) {
    list.push_back(seen("output", stored.outputs->output));
    if (stored.outputs->row_sum) list.push_back(seen("row_sum", *stored.outputs->row_sum));
    if (stored.outputs->log_sum_exp) list.push_back(seen("log_sum_exp", *stored.outputs->log_sum_exp));
  }
  return list;
}

FloatArray taken(StoredArray array, attest_dtype dtype, const std::vector<std::int64_t>& wanted) {
  const std::vector<std::int64_t> found = array.shape;
  if (array.shape.size() < wanted.size() && array.shape.size() + 2 >= wanted.size())
    array.shape.insert(array.shape.begin(), wanted.size() - array.shape.size(), 1);
  if (array.shape != wanted) array.fail("expected the shape " + shape_words(wanted) + ", found " + shape_words(found));
  return instances::to_floats(array, dtype);
}

}  // namespace

JudgeCase::JudgeCase(StoredInstance stored) : stored_(std::move(stored)) {}

JudgeCase JudgeCase::of_arrays(Arrays arrays, Settings settings) { return JudgeCase(gather(arrays, settings)); }

JudgeCase JudgeCase::of_file(std::string bytes, Settings settings) {
  InstanceSettings over;
  for (const auto& [name, value] : words_of(settings)) over.set(name, value, name);
  const auto buffer = std::make_shared<const std::string>(std::move(bytes));
  const bool zipped = buffer->starts_with("PK");
  return JudgeCase(
      read_instance(arrays::parse_array_file(buffer, zipped ? "the file.npz" : "the file.safetensors"), over));
}

JudgeCase JudgeCase::generated(const std::string& generator, std::uint64_t seed, Settings settings) {
  return JudgeCase({instances::generate(generator, request_of(words_of(settings)), seed), std::nullopt});
}

std::string JudgeCase::menu(const std::string& operation, const std::string& dtype) {
  return capi::menu(operation, dtype).dump();
}

std::string JudgeCase::settings() const {
  const arrays::ArrayFile file =
      arrays::parse_array_file(std::make_shared<const std::string>(this->file()), "the case.safetensors");
  return Json(file.metadata).dump();
}

std::size_t JudgeCase::arrays(std::span<attest_judge_array> room) const {
  const std::vector<attest_judge_array> list = all_arrays(stored_);
  std::copy_n(list.begin(), std::min(room.size(), list.size()), room.begin());
  return list.size();
}

std::string JudgeCase::file() const { return to_file(stored_.instance, stored_.outputs ? &*stored_.outputs : nullptr); }

void JudgeCase::take(Arrays outputs) {
  const Instance& in = stored_.instance;
  const attest_dtype rows = in.dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  std::optional<FloatArray> output;
  Outputs result;
  for (const attest_judge_array& given : outputs) {
    StoredArray array = dense(given);
    if (array.name == "output")
      output = taken(array, in.dtype, {in.batches, in.heads, in.queries, in.value_width});
    else if (array.name == "row_sum" || array.name == "log_sum_exp")
      (array.name == "row_sum" ? result.row_sum : result.log_sum_exp) =
          taken(array, rows, {in.batches, in.heads, in.queries});
    else
      array.fail("expected one of output, row_sum, log_sum_exp");
  }
  if (!output) throw InputError("outputs", "expected an array output");
  result.output = std::move(*output);
  stored_.outputs = std::move(result);
}

namespace {

/// What a verdict's options say.
struct Options {
  validate::ErrorSettings error;
  judge::JudgeOptions judge;

  Options(const Instance& in, JudgeCase::Settings options) {
    std::size_t threads = 0;
    for (const auto& [name, value] : words_of(options)) {
      if (name == "error")
        error.constants.push_back(value);
      else if (name == "threads")
        threads = count(name, value, 256);
      else if (name == "listed")
        judge.listed = count(name, value, most_listed);
      else
        throw InputError(name, "expected one of error, threads, listed");
    }
    judge.threads = threads > 0 ? static_cast<int>(threads) : sensible_threads(in);
  }
};

Json with_words(const validate::Validation& validation, const std::string& cluster, const std::string& blame) {
  Json json = to_json(validation);
  json["problem"] = problem_words(validation);
  json["cluster"] = cluster.empty() ? Json(nullptr) : Json(cluster);
  json["blame"] = blame.empty() ? Json(nullptr) : Json(blame);
  return json;
}

}  // namespace

std::string JudgeCase::verdict(Settings options) const {
  if (!stored_.outputs) throw InputError(stored_.instance.name, "expected an array output");
  const Options said(stored_.instance, options);
  const validate::Validation validation =
      validate_outputs(stored_.instance, *stored_.outputs, {}, said.error, said.judge);
  validate::Blame blame;
  blame.add(validation, stored_.instance, *stored_.outputs, said.judge);
  return with_words(validation, validate::cluster_words(*validation.judgement, validation.sizes), blame.words()).dump();
}

void JudgeCase::take_gradients(Arrays gradients) {
  const Instance& in = stored_.instance;
  std::optional<FloatArray> grad_output;
  instances::Gradients result;
  for (const attest_judge_array& given : gradients) {
    StoredArray array = dense(given);
    if (array.name == "grad_output") {
      grad_output = taken(array, in.dtype, {in.batches, in.heads, in.queries, in.value_width});
      continue;
    }
    const auto part = std::ranges::find(instances::gradient_parts, array.name, &instances::GradientPart::name);
    if (part == std::end(instances::gradient_parts))
      array.fail("expected one of grad_output, grad_query, grad_key, grad_value, grad_bias, grad_factor, grad_sinks");
    const FloatArray* of = differentiated(in, *part);
    if (!of) array.fail(std::string("expected an array ") + part->array + " that it is a gradient of");
    std::vector<std::int64_t> shape = of->shape();
    // One for a group of heads, as the array was given.
    const std::size_t rank = array.shape.size();
    if (shape.size() == 4 && rank >= 3 && array.shape[rank - 3] > 0 && shape[1] % array.shape[rank - 3] == 0)
      shape[1] = array.shape[rank - 3];
    result.*part->part = taken(array, of->dtype(), shape);
  }
  if (!grad_output) throw InputError("gradients", "expected an array grad_output");
  grad_output_ = std::move(*grad_output);
  gradients_ = std::move(result);
}

std::string JudgeCase::gradient_verdict(Settings options) const {
  if (!gradients_) throw InputError(stored_.instance.name, "expected gradients");
  const Options said(stored_.instance, options);
  return with_words(validate_gradients({stored_.instance, grad_output_}, *gradients_, {}, said.error, said.judge), "",
                    "")
      .dump();
}

}  // namespace attest::verify::capi
