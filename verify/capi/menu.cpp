// SPDX-License-Identifier: Apache-2.0
#include "verify/capi/menu.hpp"

#include <charconv>

#include "theory/error.hpp"
#include "verify/instances/instance_file.hpp"

namespace attest::verify::capi {

using instances::Generator;
using instances::generators;
using instances::InstanceSettings;
using instances::Request;
using Json = nlohmann::ordered_json;

namespace {

using Sizes = std::pair<const char*, std::int64_t Request::*>;
constexpr Sizes sizes[] = {{"batches", &Request::batches}, {"heads", &Request::heads},
                           {"queries", &Request::queries}, {"keys", &Request::keys},
                           {"width", &Request::width},     {"value_width", &Request::value_width}};

std::int64_t size(const std::string& name, const std::string& value) {
  std::int64_t number = -1;
  const auto [next, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || next != value.data() + value.size() || number < 0 || number > 1 << 20)
    throw InputError(name, "expected an integer from 0 to 2^20, found " + arrays::printable(value));
  return number;
}

/// Lengths that no block divides, a tile's last key alone, more than one tile, fewer queries than keys and the other
/// way round, widths that no register divides.
struct Shape {
  int batches, heads, queries, keys, width, value_width;
};
constexpr Shape usual{2, 2, 67, 67, 64, 64};
constexpr Shape shapes[] = {{1, 1, 1, 1, 8, 8},      {1, 2, 2, 2, 16, 16},     {1, 3, 1, 129, 64, 64},
                            {1, 3, 15, 17, 40, 24},  {2, 1, 64, 128, 80, 80},  {1, 1, 65, 257, 128, 128},
                            {1, 2, 130, 63, 96, 96}, {1, 1, 33, 300, 192, 64}, {3, 8, 16, 16, 32, 32}};

Json settings_of(const Shape& shape, const std::string& operation, const std::string& dtype) {
  Json settings = {{"operation", operation}, {"dtype", dtype}};
  const int lengths[] = {shape.batches, shape.heads, shape.queries, shape.keys, shape.width, shape.value_width};
  for (std::size_t k = 0; k < std::size(sizes); ++k) settings[sizes[k].first] = std::to_string(lengths[k]);
  if (operation == "rpe" || operation == "urpe" || operation == "positional") settings["bias"] = "dense";
  if (operation == "urpe") settings["factor"] = "dense";
  return settings;
}

/// What came with ABI 2, alone and together.
void add_extensions(Json& list, const std::string& operation, const std::string& dtype) {
  const Shape grouped{2, 6, 33, 65, 40, 24}, longer{1, 4, 70, 130, 64, 64};
  const auto add = [&](const Shape& shape, const Json& more) {
    Json settings = settings_of(shape, operation, dtype);
    settings.update(more);
    list.push_back({{"generator", generators().front().name}, {"settings", settings}});
  };
  for (const char* groups : {"1", "2", "3"}) add(grouped, {{"kv_heads", groups}});
  for (const char* window : {"0,0", "3,0", "64,0", "2,5", "-1,1", "7,-1"}) add(longer, {{"window", window}});
  add(longer, {{"window", "15,0"}, {"align", "bottom-right"}});
  for (const char* cap : {"1.5", "20"}) add(grouped, {{"softcap", cap}, {"scale", "1"}});
  add(grouped, {{"softcap", "2"}, {"mask", "causal"}});
  add(grouped, {{"sinks", "yes"}});
  add(longer, {{"sinks", "yes"}, {"window", "15,0"}});
  add(grouped, {{"sinks", "yes"}, {"mask", "causal"}, {"diagonal", "-2"}});
  for (const char* share : {"0.1", "0.5"}) add(grouped, {{"dropout", share}});
  add(grouped, {{"dropout", "0.25"}, {"mask", "causal"}});
  if (dtype != "float64") add(grouped, {{"scales", "yes"}});
  add(grouped, {{"kv_heads", "3"}, {"window", "15,0"}, {"align", "bottom-right"}, {"softcap", "2"}, {"sinks", "yes"}});
}

}  // namespace

Request request_of(const std::vector<std::pair<std::string, std::string>>& words) {
  Request request;
  InstanceSettings settings;
  for (const auto& [name, value] : words) {
    bool is_size = false;
    for (const auto& [known, member] : sizes)
      if (name == known) {
        request.*member = size(name, value);
        is_size = true;
      }
    // Arrays without a setting of their own: whether there are any.
    if (name == "kv_heads")
      request.kv_heads = size(name, value);
    else if (name == "sinks" || name == "scales")
      (name == "sinks" ? request.sinks : request.scales) = value == "yes";
    else if (!is_size)
      settings.set(name, value, name);
  }
  request.operation = settings.operation.value_or(request.operation);
  request.dtype = settings.dtype.value_or(request.dtype);
  request.ties = settings.ties.value_or(request.ties);
  request.scale = settings.scale;
  request.bias = settings.bias.value_or(request.bias);
  request.factor = settings.factor.value_or(request.factor);
  request.mask = settings.mask.value_or(request.mask);
  request.diagonal =
      settings.diagonal.value_or(settings.bottom_right ? request.keys - request.queries : request.diagonal);
  if (settings.window_left) {
    request.mask = ATTEST_MASK_WINDOW;
    request.window_left = *settings.window_left, request.window_right = *settings.window_right;
  }
  request.softcap = settings.softcap.value_or(0);
  request.keep_scale = settings.keep_scale.value_or(0);
  return request;
}

Json menu(const std::string& operation, const std::string& dtype) {
  InstanceSettings known;  // for the errors
  known.set("operation", operation, "operation");
  known.set("dtype", dtype, "dtype");
  Json list = Json::array();
  const auto add = [&](const std::string& generator, const Shape& shape, const Json& more) {
    Json settings = settings_of(shape, operation, dtype);
    settings.update(more);
    list.push_back({{"generator", generator}, {"settings", settings}});
  };
  for (const Generator& generator : generators()) add(generator.name, usual, Json::object());
  const std::string random = generators().front().name;
  add(random, usual, {{"mask", "causal"}});
  add(random, usual, {{"mask", "bytes"}});
  for (const Shape& shape : shapes) {
    add(random, shape, Json::object());
    const std::string diagonal = std::to_string(shape.keys - shape.queries);
    add(random, shape, {{"mask", "causal"}, {"diagonal", diagonal}});
  }
  // The first query with the first key: a function that aligns the last ones unasked is right where lengths are equal.
  for (const Shape& shape : {Shape{1, 3, 15, 17, 40, 24}, Shape{1, 2, 130, 63, 96, 96}})
    add(random, shape, {{"mask", "causal"}});
  if (operation == "attention" || operation == "rpe") add_extensions(list, operation, dtype);
  return list;
}

}  // namespace attest::verify::capi
