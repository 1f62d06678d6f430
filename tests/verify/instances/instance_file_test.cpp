// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/instance_file.hpp"

#include <cmath>
#include <cstring>

#include "tests/verify/arrays/files.hpp"
#include "verify/arrays/safetensors.hpp"
#include "verify/instances/stored.hpp"

namespace {

using namespace attest;
using namespace attest::verify::arrays;
using namespace attest::verify::instances;
using namespace array_files;

FloatArray floats(attest_dtype dtype, const std::vector<std::int64_t>& shape) {
  FloatArray array(dtype, shape);
  for (std::int64_t i = 0; i < array.size(); ++i) array.set(i, static_cast<double>(i * 5 % 13) / 8 - 0.5);
  return array;
}

bool same_bits(const FloatArray& a, const FloatArray& b) {
  const ArrayView one = view("", a), two = view("", b);
  return one.element == two.element && one.shape == two.shape &&
         (one.bytes.empty() || std::memcmp(one.bytes.data(), two.bytes.data(), one.bytes.size()) == 0);
}

/// 2 heads, 3 queries, 4 keys.
Instance urpe(attest_dtype dtype) {
  const attest_dtype terms = dtype == ATTEST_FLOAT64 ? ATTEST_FLOAT64 : ATTEST_FLOAT32;
  Instance in;
  in.operation = ATTEST_URPE;
  in.dtype = dtype;
  in.batches = 2;
  in.heads = 2;
  in.queries = 3;
  in.keys = 4;
  in.width = 2;
  in.value_width = 3;
  in.scale = 0.1;
  in.query = floats(dtype, {2, 2, 3, 2});
  in.key = floats(dtype, {1, 2, 4, 2});
  in.value = floats(dtype, {2, 1, 4, 3});
  in.bias = {ATTEST_TERM_BUCKETS, floats(terms, {2, 2}), {0, 1, 0, 1, 1, 0}};
  in.factor = {ATTEST_TERM_DENSE, floats(terms, {1, 2, 3, 4}), {}};
  in.mask_kind = ATTEST_MASK_CAUSAL;
  in.diagonal = 1;
  in.name = "an instance";
  in.check();
  return in;
}

struct Given {
  NamedArrays arrays;
  InstanceSettings settings;

  Given& with(const std::string& name, const FloatArray& array) { return with(name, view(name, array)); }
  Given& with(const std::string& name, const ArrayView& array) {
    const auto buffer =
        std::make_shared<const std::string>(reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size());
    StoredArray stored{array, "FILE: /" + name, buffer};
    stored.bytes = std::as_bytes(std::span(*buffer));
    arrays[name] = stored;
    return *this;
  }
  Given& set(const std::string& key, const std::string& value) {
    settings.set(key, value, "FILE: " + key);
    return *this;
  }
  StoredInstance read() const { return assemble(arrays, settings, "FILE"); }
  std::string complaint() const {
    return array_files::complaint([&] { read(); });
  }
};

/// 3 queries, 4 keys, in as few axes as there can be.
Given attention(attest_dtype dtype = ATTEST_FLOAT32) {
  return Given()
      .with("query", floats(dtype, {3, 2}))
      .with("key", floats(dtype, {4, 2}))
      .with("value", floats(dtype, {4, 5}));
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an instance with its outputs is read as it was written, bit for bit") {
  for (const attest_dtype dtype :
       {ATTEST_FLOAT64, ATTEST_FLOAT32, ATTEST_FLOAT16, ATTEST_BFLOAT16, ATTEST_FLOAT8_E4M3, ATTEST_FLOAT8_E5M2}) {
    const Instance in = urpe(dtype);
    const Outputs outputs = blank_outputs(in, true, true);
    const StoredInstance read = read_instance(parse(to_file(in, &outputs), "FILE.safetensors"), {});
    CHECK(read.instance.name == in.name);
    CHECK(read.instance.scale == in.scale);
    CHECK(read.instance.operation == in.operation);
    CHECK(read.instance.batches == 2);
    CHECK(read.instance.mask_kind == ATTEST_MASK_CAUSAL);
    CHECK(read.instance.diagonal == 1);
    CHECK(same_bits(read.instance.query, in.query));
    CHECK(same_bits(read.instance.key, in.key));
    CHECK(same_bits(read.instance.value, in.value));
    CHECK(same_bits(read.instance.bias.values, in.bias.values));
    CHECK(read.instance.bias.bucket == in.bias.bucket);
    CHECK(same_bits(read.instance.factor.values, in.factor.values));
    REQUIRE(read.outputs);
    CHECK(same_bits(read.outputs->output, outputs.output));
    CHECK(same_bits(*read.outputs->row_sum, *outputs.row_sum));
    CHECK(same_bits(*read.outputs->log_sum_exp, *outputs.log_sum_exp));
    CHECK(to_file(read.instance, &*read.outputs) == to_file(in, &outputs));
  }
}

TEST_CASE("masks, ties and problems without query and key are kept") {
  Instance in = urpe(ATTEST_FLOAT32);
  in.operation = ATTEST_HARDMAX;
  in.ties = ATTEST_TIES_FIRST;
  in.mask_kind = ATTEST_MASK_BYTES;
  in.mask.assign(2 * 3 * 4, 1);
  in.mask[5] = 0;
  in.mask_heads = 2;
  in.width = 0;
  in.query = in.key = FloatArray();
  in.check();
  const Instance read = read_instance(parse(to_file(in), "FILE.safetensors"), {}).instance;
  CHECK(read.ties == ATTEST_TIES_FIRST);
  CHECK(read.mask == in.mask);
  CHECK(read.mask_heads == 2);
  CHECK(read.mask_batches == 1);
  CHECK(read.width == 0);
  CHECK(read.queries == 3);
  CHECK(to_file(read) == to_file(in));
}

TEST_CASE("what is not said is found from the arrays") {
  const StoredInstance plain = attention().read();
  CHECK(plain.instance.operation == ATTEST_ATTENTION);
  CHECK(plain.instance.scale == 1 / std::sqrt(2.0));
  CHECK(plain.instance.query.shape() == std::vector<std::int64_t>{1, 1, 3, 2});
  CHECK(!plain.outputs);
  CHECK(attention().with("bias", floats(ATTEST_FLOAT32, {6})).read().instance.operation == ATTEST_RPE);
  const Instance factor = attention().with("factor", floats(ATTEST_FLOAT32, {2, 6})).read().instance;
  CHECK(factor.operation == ATTEST_URPE);
  CHECK(factor.heads == 2);
  CHECK(factor.factor.kind == ATTEST_TERM_TOEPLITZ);
  CHECK(attention().with("factor", floats(ATTEST_FLOAT32, {3, 4})).read().instance.factor.kind == ATTEST_TERM_DENSE);
  CHECK(attention().set("bias", "alibi").with("bias", floats(ATTEST_FLOAT32, {1})).read().instance.bias.kind ==
        ATTEST_TERM_ALIBI);
}

TEST_CASE("numbers of another format are taken where they are the same numbers") {
  // As from a framework whose arrays have no bfloat16: the numbers are bfloat16's, the array is float32.
  Given given = attention();
  for (const char* name : {"query", "key", "value"})
    given.with(name, floats(ATTEST_FLOAT32, {name[0] == 'q' ? 3 : 4, 2}));
  given.set("dtype", "bfloat16");
  const Instance in = given.read().instance;
  CHECK(in.dtype == ATTEST_BFLOAT16);
  CHECK(same_bits(in.query, floats(ATTEST_BFLOAT16, {1, 1, 3, 2})));
  FloatArray tenth = floats(ATTEST_FLOAT32, {4, 2});
  tenth.set(5, 0.1);
  given.with("value", tenth);
  CHECK(has(given.complaint(), "FILE: /value: expected numbers of bfloat16, found 0.10000000149"));
  CHECK(has(given.complaint(), "[0, 0, 2, 1]"));
  // Bits without a name.
  ArrayView bits = view("value", floats(ATTEST_BFLOAT16, {4, 2}));
  const FloatArray kept = floats(ATTEST_BFLOAT16, {4, 2});
  bits = view("value", kept);
  bits.element = Element::bits16;
  CHECK(same_bits(given.with("value", bits).read().instance.value, floats(ATTEST_BFLOAT16, {1, 1, 4, 2})));
  given.settings.dtype.reset();
  CHECK(has(given.complaint(), "a dtype that names their format"));
}

TEST_CASE("parts that make no instance are one clear line") {
  FloatArray nan = floats(ATTEST_FLOAT32, {4, 5});
  nan.set(7, NAN);
  CHECK(has(attention().with("value", nan).complaint(),
            "FILE: /value: expected finite numbers, found NaN at [0, 0, 1, 2]"));
  CHECK(attention().complaint() == "");
  CHECK(has(Given().complaint(), "expected an array value"));
  CHECK(has(attention().with("valu", nan).complaint(), "/valu: expected a name of query"));
  CHECK(has(attention().with("key", floats(ATTEST_FLOAT32, {4, 3})).complaint(), "key"));
  CHECK(has(attention().with("key", floats(ATTEST_FLOAT32, {2, 2, 2, 4, 2})).complaint(), "/key: expected the shape"));
  CHECK(has(attention().with("bias", floats(ATTEST_FLOAT32, {5})).complaint(), "/bias: expected the shape [heads, 6]"));
  CHECK(has(attention().set("bias", "toeplitz").complaint(), "an array bias exactly if"));
  CHECK(has(attention().set("mask", "bytes").complaint(), "an array mask exactly if"));
  CHECK(has(attention().with("mask", floats(ATTEST_FLOAT32, {3, 4})).complaint(), "/mask: expected bool or uint8"));
  CHECK(has(attention().with("output", floats(ATTEST_FLOAT32, {3, 4})).complaint(),
            "/output: expected the shape [1, 1, 3, 5]"));
  CHECK(has(attention().with("row_sum", floats(ATTEST_FLOAT32, {3})).complaint(), "array output beside it"));
  CHECK(has(attention().set("operation", "rpe").complaint(), "FILE: "));
  CHECK(has(attention().set("heads", "3000000").set("batches", "3000000").complaint(), "2^28"));
  const std::vector<std::int32_t> bucket{0, 1, 2, 3, 4, 5};
  CHECK(has(attention().with("bucket", view("bucket", bucket)).complaint(), "/bucket: expected a bias"));
  CHECK(has(attention().with("bucket", view("bucket", bucket)).with("bias", floats(ATTEST_FLOAT32, {5, 1})).complaint(),
            "bucket"));
  // One query: the same shape for both kinds, other numbers.
  Given one = attention().with("query", floats(ATTEST_FLOAT32, {1, 2})).with("factor", floats(ATTEST_FLOAT32, {1, 4}));
  CHECK(has(one.complaint(), "expected a setting factor"));
  CHECK(one.set("factor", "dense").complaint() == "");
}

TEST_CASE("words of settings are checked") {
  const auto complaint_about = [](const std::string& key, const std::string& value) {
    return complaint([&] { InstanceSettings().set(key, value, "FILE"); });
  };
  CHECK(complaint_about("scale", "0x1p-3") == "");
  for (const char* scale : {"", "inf", "nan", "1e999", "0.1x", "1/8"})
    CHECK(has(complaint_about("scale", scale), "finite"));
  CHECK(has(complaint_about("operation", "softmax"), "attention, rpe, urpe, positional, hardmax"));
  CHECK(has(complaint_about("dtype", "bf16"), "bfloat16"));
  CHECK(has(complaint_about("factor", "alibi"), "none, toeplitz, dense"));
  CHECK(has(complaint_about("batches", "-1"), "integer"));
  CHECK(has(complaint_about("diagonal", "9999999999999999999"), "integer"));
  CHECK(complaint_about("diagonal", "-5") == "");
  CHECK(has(complaint_about("colour", "red"), "expected one of operation"));
  CHECK(has(complaint([] {
              read_instance(parse(to_safetensors({}, {{"schema", "attest.instance/2"}}), "FILE.safetensors"), {});
            }),
            "expected attest.instance/1"));
}
