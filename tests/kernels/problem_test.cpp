// SPDX-License-Identifier: Apache-2.0
#include "kernels/problem.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

using namespace attest::kernels;

namespace {

/// A well-formed URPE problem: 2 batches, 3 heads, 4 queries, 5 keys, width 6, value width 7.
struct Example {
  std::vector<float> query = std::vector<float>(2 * 3 * 4 * 6), key = std::vector<float>(2 * 3 * 5 * 6),
                     value = std::vector<float>(2 * 3 * 5 * 7), factor = std::vector<float>(3 * 8),
                     bias = std::vector<float>(2 * 3 * 4 * 5), output = std::vector<float>(2 * 3 * 4 * 7),
                     row_sum = std::vector<float>(2 * 3 * 4), log_sum_exp = std::vector<float>(2 * 3 * 4);
  std::vector<std::int32_t> bucket = std::vector<std::int32_t>(8);
  std::vector<std::uint8_t> mask = std::vector<std::uint8_t>(4 * 5);
  attest_problem p{};

  Example() {
    p.struct_size = sizeof p;
    p.operation = ATTEST_URPE;
    p.dtype = ATTEST_FLOAT32;
    p.batches = 2, p.heads = 3, p.queries = 4, p.keys = 5, p.width = 6, p.value_width = 7;
    p.scale = 0.5;
    p.query = {query.data(), 72, 24, 6};
    p.key = {key.data(), 90, 30, 6};
    p.value = {value.data(), 105, 35, 7};
    p.factor.kind = ATTEST_TERM_TOEPLITZ;
    p.factor.values = {factor.data(), 0, 8, 0};
    p.output = {output.data(), 84, 28, 7};
    p.row_sum = {row_sum.data(), 12, 4, 0};
    p.log_sum_exp = {log_sum_exp.data(), 12, 4, 0};
  }

  std::string why() const {
    char text[256] = "";
    const attest_status status = check_problem(p, {text, sizeof text});
    REQUIRE((status == ATTEST_OK) == (text[0] == '\0'));
    return text;
  }
};

}  // namespace

TEST_CASE("a well-formed problem is accepted") {
  Example example;
  REQUIRE(example.why().empty());
  example.p.keys = 0;
  example.p.key.data = example.p.value.data = nullptr;
  REQUIRE(example.why().empty());
  Example interleaved;  // heads lie inside rows
  interleaved.p.output = {interleaved.output.data(), 84, 7, 21};
  REQUIRE(interleaved.why().empty());
}

TEST_CASE("inputs may repeat and run backwards, outputs may not") {
  Example example;
  example.p.query.batch = 0;
  example.p.key.head = 0;
  example.p.value = {example.value.data() + 105 + 70 + 28, -105, -35, -7};
  REQUIRE(example.why().empty());
  example.p.output.row = 6;
  REQUIRE(example.why() == "output: two elements of this output share an address");
}

TEST_CASE("each malformation has one line that names its place") {
  using Change = std::function<void(Example&)>;
  const std::vector<std::pair<std::string, Change>> cases = {
      {"struct_size: expected " + std::to_string(sizeof(attest_problem)) + ", found 8",
       [](Example& e) { e.p.struct_size = 8; }},
      {"operation: 0 is none", [](Example& e) { e.p.operation = 0; }},
      {"operation: 6 is none", [](Example& e) { e.p.operation = 6; }},
      {"dtype: 9 is none", [](Example& e) { e.p.dtype = 9; }},
      {"ties: 3 is no rule", [](Example& e) { e.p.ties = 3; }},
      {"mask: 7 is no kind", [](Example& e) { e.p.mask_kind = 7; }},
      {"bias: 5 is no kind", [](Example& e) { e.p.bias.kind = 5; }},
      {"factor: expected none, toeplitz or dense, found kind 3",
       [](Example& e) { e.p.factor.kind = ATTEST_TERM_ALIBI; }},
      {"heads: expected a number from 0 to 2^31, found -1", [](Example& e) { e.p.heads = -1; }},
      {"the shape has more elements than an address space holds",
       [](Example& e) { e.p.batches = e.p.heads = e.p.keys = std::int64_t{1} << 31; }},
      {"scale: expected a finite number", [](Example& e) { e.p.scale = HUGE_VAL; }},
      {"diagonal: expected a number from -2^31 to 2^31",
       [](Example& e) { e.p.mask_kind = ATTEST_MASK_CAUSAL, e.p.diagonal = std::int64_t{1} << 40; }},
      {"kv_heads: expected a divisor of heads, 3, found 2", [](Example& e) { e.p.kv_heads = 2; }},
      {"window: expected numbers from 0 to 2^32, found -1",
       [](Example& e) { e.p.mask_kind = ATTEST_MASK_WINDOW, e.p.window_left = -1; }},
      {"softcap: expected a number from 2^-60 to 2^60, or 0 for none", [](Example& e) { e.p.softcap = -1; }},
      {"keep_scale: expected a number from 1 to 2^20, or 0 for none", [](Example& e) { e.p.keep_scale = 0.5; }},
      {"dropout: expected no factor beside it", [](Example& e) { e.p.keep_scale = 2; }},
      {"keep: expected data, found a null pointer",
       [](Example& e) {
         e.p.operation = ATTEST_ATTENTION, e.p.factor = {};
         e.p.keep_scale = 2;
       }},
      {"positional takes no softcap",
       [](Example& e) { e.p.operation = ATTEST_POSITIONAL, e.p.batches = 1, e.p.softcap = 2; }},
      {"hardmax takes no softcap, sinks or dropout",
       [](Example& e) { e.p.operation = ATTEST_HARDMAX, e.p.log_sum_exp.data = nullptr, e.p.softcap = 2; }},
      {"urpe: expected a factor", [](Example& e) { e.p.factor.kind = ATTEST_TERM_NONE; }},
      {"rpe takes no factor", [](Example& e) { e.p.operation = ATTEST_RPE, e.p.bias = e.p.factor; }},
      {"rpe: expected a bias", [](Example& e) { e.p.operation = ATTEST_RPE; }},
      {"attention takes no bias", [](Example& e) { e.p.operation = ATTEST_ATTENTION, e.p.bias = e.p.factor; }},
      {"positional: expected batch strides 0 for query and key, which are made of positions",
       [](Example& e) { e.p.operation = ATTEST_POSITIONAL; }},
      {"log_sum_exp is not defined for hardmax", [](Example& e) { e.p.operation = ATTEST_HARDMAX; }},
      {"key: expected data, found a null pointer", [](Example& e) { e.p.key.data = nullptr; }},
      {"value: expected an address that is a multiple of 4 bytes",
       [](Example& e) { e.p.value.data = reinterpret_cast<char*>(e.value.data()) + 2; }},
      {"mask: expected data, found a null pointer", [](Example& e) { e.p.mask_kind = ATTEST_MASK_BYTES; }},
      {"output overlaps query", [](Example& e) { e.p.output.data = e.query.data() + 100; }},
      {"log_sum_exp overlaps row_sum", [](Example& e) { e.p.log_sum_exp.data = e.row_sum.data() + 23; }},
      {"buckets: expected at least 1, found 0", [](Example& e) { e.p.bias.kind = ATTEST_TERM_BUCKETS; }},
      {"bucket[7]: expected a number from 0 to 1, found 2",
       [](Example& e) {
         e.bucket[7] = 2;
         e.p.bias = {ATTEST_TERM_BUCKETS, 2, e.bucket.data(), {e.bias.data(), 0, 1, 3}};
       }},
      {"query: strides and shape leave the address space", [](Example& e) { e.p.query.batch = std::int64_t{1} << 62; }},
  };
  for (const auto& [line, change] : cases) {
    Example example;
    change(example);
    CHECK(example.why() == line);
  }
}

TEST_CASE("a message is cut to its size") {
  char text[8];
  REQUIRE(refuse({text, sizeof text}, ATTEST_INVALID, "%s", "far too long") == ATTEST_INVALID);
  REQUIRE(std::string(text) == "far too");
  REQUIRE(refuse({nullptr, 0}, ATTEST_INVALID, "nobody listens") == ATTEST_INVALID);
}
