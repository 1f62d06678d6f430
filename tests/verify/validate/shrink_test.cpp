// SPDX-License-Identifier: Apache-2.0
#include "verify/validate/shrink.hpp"

#include <catch2/catch.hpp>
#include <cstring>

#include "kernels/registry.hpp"
#include "theory/error.hpp"
#include "verify/instances/generate.hpp"
#include "verify/validate/window.hpp"

using namespace attest;
using namespace attest::verify::instances;
using namespace attest::verify::validate;

namespace {

Request request_of(attest_term_kind bias, attest_term_kind factor, attest_mask_kind mask) {
  Request r;
  r.operation = ATTEST_URPE;
  r.batches = 3, r.heads = 2, r.queries = 9, r.keys = 11, r.width = 4, r.value_width = 5;
  r.bias = bias, r.factor = factor, r.mask = mask, r.diagonal = 2;
  return r;
}

FloatArray output_of(const Instance& instance) {
  instance.check();
  Outputs outputs = blank_outputs(instance, false, false);
  std::string why;
  REQUIRE(kernels::run_problem(as_problem(instance, outputs), "urpe_float32_scalar", 1, why) == ATTEST_OK);
  return outputs.output;
}

/// Element (b, h, i, c) of the output of an instance.
double at(const FloatArray& output, std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t c) {
  const auto& shape = output.shape();
  return output[((b * shape[1] + h) * shape[2] + i) * shape[3] + c];
}

constexpr attest_term_kind kKinds[] = {ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE, ATTEST_TERM_BUCKETS};
constexpr attest_mask_kind kMasks[] = {ATTEST_MASK_NONE, ATTEST_MASK_CAUSAL, ATTEST_MASK_BYTES};

}  // namespace

TEST_CASE("a window's output is the window of the output") {
  for (const attest_term_kind bias : kKinds) {
    for (const attest_term_kind factor : {ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE}) {
      for (const attest_mask_kind mask : kMasks) {
        const Instance whole = generate("random", request_of(bias, factor, mask), 4);
        const FloatArray expected = output_of(whole);
        for (const Axis axis : {Axis::batches, Axis::heads, Axis::queries, Axis::value_width}) {
          const std::int64_t from = 1, count = length(whole, axis) - 1;
          const FloatArray part = output_of(window(whole, axis, from, count));
          const auto& shape = part.shape();
          bool same = true;
          for (std::int64_t b = 0; b < shape[0]; ++b)
            for (std::int64_t h = 0; h < shape[1]; ++h)
              for (std::int64_t i = 0; i < shape[2]; ++i)
                for (std::int64_t c = 0; c < shape[3]; ++c)
                  same = same &&
                         at(part, b, h, i, c) == at(expected, b + (axis == Axis::batches), h + (axis == Axis::heads),
                                                    i + (axis == Axis::queries), c + (axis == Axis::value_width));
          CHECK(same);
        }
      }
    }
  }
}

TEST_CASE("a window of keys is the instance with the other keys hidden") {
  for (const attest_term_kind bias : kKinds) {
    for (const attest_mask_kind mask : kMasks) {
      const Instance whole = generate("random", request_of(bias, ATTEST_TERM_TOEPLITZ, mask), 4);
      Instance hidden = whole;
      hidden.mask_kind = ATTEST_MASK_BYTES;
      hidden.mask_batches = whole.batches, hidden.mask_heads = whole.heads;
      hidden.mask.clear();
      for (std::int64_t b = 0; b < whole.batches; ++b)
        for (std::int64_t h = 0; h < whole.heads; ++h)
          for (std::int64_t i = 0; i < whole.queries; ++i)
            for (std::int64_t j = 0; j < whole.keys; ++j)
              hidden.mask.push_back(j >= 2 && j < 9 && whole.visible(b, h, i, j));
      const FloatArray expected = output_of(hidden), part = output_of(window(whole, Axis::keys, 2, 7));
      bool same = expected.size() == part.size();
      for (std::int64_t k = 0; same && k < part.size(); ++k) same = part[k] == expected[k];
      CHECK(same);
    }
  }
}

TEST_CASE("a failure is shrunk to the least shape and to zeros") {
  const Request request = request_of(ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE, ATTEST_MASK_BYTES);
  const Instance start = generate("random", request, 1);
  const auto fails = [](const Instance& x) {
    return x.keys >= 6 && x.queries >= 2 && x.factor.kind == ATTEST_TERM_DENSE;
  };
  const Shrunk shrunk = shrink(start, fails);
  CHECK(shrunk.finished);
  const Instance& x = shrunk.instance;
  x.check();
  CHECK(fails(x));
  CHECK(x.keys == 6);
  CHECK(x.queries == 2);
  CHECK(x.batches * x.heads * x.value_width == 1);
  CHECK(x.width == 0);
  CHECK(x.mask_kind == ATTEST_MASK_NONE);
  CHECK(x.bias.kind == ATTEST_TERM_NONE);
  CHECK(x.scale == 1);
  for (const FloatArray* array : {&x.value, &x.factor.values})
    for (std::int64_t k = 0; k < array->size(); ++k) CHECK((*array)[k] == 0);
}

TEST_CASE("numbers that matter stay, as plain as they may be") {
  Request request = request_of(ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ, ATTEST_MASK_CAUSAL);
  const Instance start = generate("random", request, 2);
  // Some value beyond 1.6 and some negative factor, wherever they are.
  const auto fails = [](const Instance& x) {
    bool large = false, negative = false;
    for (std::int64_t k = 0; k < x.value.size(); ++k) large = large || x.value[k] > 1.6;
    for (std::int64_t k = 0; k < x.factor.values.size(); ++k) negative = negative || x.factor.values[k] < 0;
    return large && negative;
  };
  REQUIRE(fails(start));
  const Shrunk shrunk = shrink(start, fails);
  CHECK(shrunk.finished);
  CHECK(shrunk.instance.value.size() == 1);
  CHECK(shrunk.instance.value[0] == 2);
  CHECK(shrunk.instance.factor.values.size() == 1);
  CHECK(shrunk.instance.factor.values[0] == -1);
}

TEST_CASE("the number of runs is bounded, and the result is the same every time") {
  const Instance start = generate("random", request_of(ATTEST_TERM_BUCKETS, ATTEST_TERM_DENSE, ATTEST_MASK_BYTES), 3);
  for (const int most : {0, 1, 7, 100}) {
    int asked = 0;
    const auto fails = [&](const Instance& x) { return ++asked, x.heads == 2; };
    const Shrunk shrunk = shrink(start, fails, most);
    CHECK(asked <= most);
    CHECK(shrunk.runs == asked);
    CHECK(shrunk.instance.heads == 2);
    CHECK(shrunk.finished == (asked < most));
  }
  const auto fails = [](const Instance& x) { return x.value.size() >= 3; };
  const Instance a = shrink(start, fails).instance, b = shrink(start, fails).instance;
  CHECK(a.value.shape() == b.value.shape());
  CHECK(a.name == b.name);
}

TEST_CASE("an instance on which only itself fails stays as it is") {
  const Instance start = generate("random", request_of(ATTEST_TERM_NONE, ATTEST_TERM_TOEPLITZ, ATTEST_MASK_NONE), 3);
  const Shrunk shrunk = shrink(
      start, [](const Instance&) { return false; }, 10000);
  CHECK(shrunk.finished);
  CHECK(shrunk.instance.value.shape() == start.value.shape());
  CHECK(std::memcmp(shrunk.instance.value.data(), start.value.data(),
                    static_cast<std::size_t>(start.value.size()) * 4) == 0);
}

TEST_CASE("a window of heads keeps whole groups, and spreads what is cut") {
  Request r;
  r.batches = 2, r.heads = 6, r.queries = 5, r.keys = 7, r.width = 4, r.value_width = 3;
  r.kv_heads = 3;
  r.sinks = r.scales = true;
  r.keep_scale = 1.25, r.softcap = 2;
  r.mask = ATTEST_MASK_WINDOW;
  r.window_left = 2, r.window_right = 1, r.diagonal = 1;
  const Instance whole = generate("random", r, 9);
  const auto outputs = [](const Instance& instance) {
    instance.check();
    Outputs result = blank_outputs(instance, false, false);
    std::string why;
    REQUIRE(kernels::run_problem(as_problem(instance, result), "attention_float32_scalar", 1, why) == ATTEST_OK);
    return result.output;
  };
  const FloatArray expected = outputs(whole);
  const auto check = [&](Axis axis, std::int64_t from, std::int64_t count, std::int64_t groups) {
    const Instance part = window(whole, axis, from, count);
    CHECK(part.kv_heads == groups);
    const FloatArray found = outputs(part);
    const std::int64_t b0 = axis == Axis::batches ? from : 0, h0 = axis == Axis::heads ? from : 0,
                       i0 = axis == Axis::queries ? from : 0;
    for (std::int64_t b = 0; b < part.batches; ++b)
      for (std::int64_t h = 0; h < part.heads; ++h)
        for (std::int64_t i = 0; i < part.queries; ++i)
          for (std::int64_t c = 0; c < part.value_width; ++c)
            REQUIRE(at(found, b, h, i, c) == at(expected, b0 + b, h0 + h, i0 + i, c));
  };
  check(Axis::heads, 2, 4, 2);
  check(Axis::heads, 1, 3, 0);
  check(Axis::batches, 1, 1, 3);
  check(Axis::queries, 2, 3, 3);
}
