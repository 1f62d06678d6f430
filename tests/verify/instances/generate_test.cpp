// SPDX-License-Identifier: Apache-2.0
#include "verify/instances/generate.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <set>

#include "constructions/urpe/contextual_mapping.hpp"
#include "kernels/registry.hpp"
#include "theory/error.hpp"
#include "verify/instances/counter_random.hpp"
#include "verify/instances/shared_rows.hpp"

using namespace attest;
using namespace attest::verify::instances;

namespace {

Request urpe(attest_dtype dtype) {
  Request r;
  r.operation = ATTEST_URPE, r.dtype = dtype;
  r.batches = 2, r.heads = 3, r.queries = 19, r.keys = 23, r.width = 5, r.value_width = 6;
  r.bias = ATTEST_TERM_TOEPLITZ, r.factor = ATTEST_TERM_TOEPLITZ;
  return r;
}

constexpr attest_dtype kDtypes[] = {ATTEST_FLOAT64,  ATTEST_FLOAT32,     ATTEST_FLOAT16,
                                    ATTEST_BFLOAT16, ATTEST_FLOAT8_E4M3, ATTEST_FLOAT8_E5M2};

/// Some request for every operation, kind of term and kind of mask.
std::vector<Request> requests(attest_dtype dtype) {
  std::vector<Request> all;
  const auto add = [&](attest_operation operation, attest_term_kind bias, attest_term_kind factor,
                       attest_mask_kind mask) {
    Request r = urpe(dtype);
    r.operation = operation, r.bias = bias, r.factor = factor, r.mask = mask;
    all.push_back(r);
  };
  add(ATTEST_ATTENTION, ATTEST_TERM_NONE, ATTEST_TERM_NONE, ATTEST_MASK_NONE);
  add(ATTEST_RPE, ATTEST_TERM_ALIBI, ATTEST_TERM_NONE, ATTEST_MASK_CAUSAL);
  add(ATTEST_RPE, ATTEST_TERM_BUCKETS, ATTEST_TERM_NONE, ATTEST_MASK_BYTES);
  add(ATTEST_URPE, ATTEST_TERM_TOEPLITZ, ATTEST_TERM_DENSE, ATTEST_MASK_CAUSAL);
  add(ATTEST_URPE, ATTEST_TERM_DENSE, ATTEST_TERM_TOEPLITZ, ATTEST_MASK_NONE);
  add(ATTEST_POSITIONAL, ATTEST_TERM_DENSE, ATTEST_TERM_DENSE, ATTEST_MASK_BYTES);
  add(ATTEST_HARDMAX, ATTEST_TERM_NONE, ATTEST_TERM_NONE, ATTEST_MASK_NONE);
  Request terms_alone = urpe(dtype);
  terms_alone.operation = ATTEST_POSITIONAL, terms_alone.width = 0;
  all.push_back(terms_alone);
  return all;
}

std::uint64_t hash_of(std::uint64_t state, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (std::size_t k = 0; k < size; ++k) state = (state ^ bytes[k]) * 0x100000001b3;
  return state;
}
std::uint64_t hash_of(std::uint64_t state, const FloatArray& array) {
  for (std::int64_t k = 0; k < array.size(); ++k) {
    const double x = array[k];
    state = hash_of(state, &x, sizeof x);
  }
  return state;
}
std::uint64_t hash_of(const Instance& x) {
  std::uint64_t state = 0xcbf29ce484222325;
  for (const FloatArray* array : {&x.query, &x.key, &x.value, &x.bias.values, &x.factor.values})
    state = hash_of(state, *array);
  state = hash_of(state, x.mask.data(), x.mask.size());
  return hash_of(state, &x.scale, sizeof x.scale);
}

double score(const Instance& x, std::int64_t i, std::int64_t j) {  // of batch 0, head 0, without B
  double sum = 0;
  for (std::int64_t c = 0; c < x.width; ++c) sum += x.query[i * x.width + c] * x.key[j * x.width + c];
  return x.scale * sum;
}

}  // namespace

TEST_CASE("every generator makes a valid instance of every request, and a kernel runs it") {
  for (const attest_dtype dtype : kDtypes) {
    for (const Request& request : requests(dtype)) {
      for (const Generator& generator : generators()) {
        for (const std::uint64_t seed : {0, 1}) {
          INFO(generator.name << " of operation " << request.operation << ", dtype " << dtype);
          Instance instance = generate(generator.name, request, seed);  // calls Instance::check
          CHECK(instance.operation == request.operation);
          CHECK(instance.queries <= request.queries);
          CHECK(instance.keys <= request.keys);
          if (dtype == ATTEST_FLOAT8_E4M3 || dtype == ATTEST_FLOAT8_E5M2) continue;  // no kernel takes it
          Outputs outputs = blank_outputs(instance, true, false);
          std::string why;
          CHECK(kernels::run_problem(as_problem(instance, outputs), "", 1, why) == ATTEST_OK);
          bool finite = true;
          for (std::int64_t k = 0; k < outputs.output.size(); ++k) finite = finite && std::isfinite(outputs.output[k]);
          CHECK(finite);
        }
      }
    }
  }
}

TEST_CASE("the bits depend on generator, request and seed alone") {
  std::set<std::uint64_t> hashes;
  for (const Generator& generator : generators()) {
    const std::uint64_t first = hash_of(generate(generator.name, urpe(ATTEST_FLOAT32), 0));
    CHECK(first == hash_of(generate(generator.name, urpe(ATTEST_FLOAT32), 0)));
    hashes.insert(first);
    hashes.insert(hash_of(generate(generator.name, urpe(ATTEST_FLOAT32), 1)));
  }
  CHECK(hashes.size() == 2 * generators().size());
  // On every machine: these numbers are part of what a seed means.
  CHECK(CounterRandom(1, "query").bits(0) == 0x2bb9028370839f39);
  CHECK(hash_of(generate("random", urpe(ATTEST_FLOAT32), 1)) == 0xea07de8232595c6d);
  CHECK(hash_of(generate("small_weights", urpe(ATTEST_BFLOAT16), 2)) == 0xfa1b2186b94c163d);
  CHECK(hash_of(generate("witness_contextual_mapping", urpe(ATTEST_FLOAT64), 3)) == 0x7100fb54f0c27e40);
}

TEST_CASE("random numbers look like what they are called") {
  const CounterRandom random(7, "look");
  double sum = 0, squares = 0, uniforms = 0;
  std::int64_t counts[5] = {};
  constexpr std::uint64_t n = 20000;
  for (std::uint64_t k = 0; k < n; ++k) {
    sum += random.normal(k), squares += random.normal(k) * random.normal(k), uniforms += random.uniform(k);
    ++counts[random.below(k, 5)];
  }
  CHECK(std::fabs(sum / n) < 0.03);
  CHECK(std::fabs(squares / n - 1) < 0.05);
  CHECK(std::fabs(uniforms / n - 0.5) < 0.01);
  for (const std::int64_t count : counts) CHECK(std::abs(count - 4000) < 300);
}

TEST_CASE("generators make what their names say") {
  Request request = urpe(ATTEST_FLOAT32);
  request.bias = ATTEST_TERM_NONE, request.factor = ATTEST_TERM_DENSE;

  SECTION("ties: the greatest score occurs more than once in most rows") {
    const Instance x = generate("ties", request, 1);
    int rows_with_ties = 0;
    for (std::int64_t i = 0; i < x.queries; ++i) {
      std::multiset<double> scores;
      for (std::int64_t j = 0; j < x.keys; ++j) scores.insert(score(x, i, j));
      rows_with_ties += scores.count(*scores.rbegin()) > 1;
    }
    CHECK(rows_with_ties > x.queries / 2);
  }
  SECTION("huge, low, rising and tiny scores") {
    const Instance huge = generate("huge_scores", request, 1), low = generate("low_scores", request, 1),
                   rising = generate("rising_scores", request, 1), tiny = generate("tiny_scores", request, 1);
    double greatest = 0, least = 0;
    for (std::int64_t i = 0; i < huge.queries; ++i)
      for (std::int64_t j = 0; j < huge.keys; ++j)
        greatest = std::max(greatest, score(huge, i, j)), least = std::min(least, score(huge, i, j));
    CHECK(greatest > 1000);
    CHECK(least < -1000);
    for (std::int64_t j = 0; j < low.keys; ++j) CHECK(score(low, 0, j) < -150);
    CHECK(score(rising, 0, rising.keys - 1) - score(rising, 0, 0) > 80);
    for (std::int64_t j = 0; j < tiny.keys; ++j) CHECK(std::fabs(score(tiny, 0, j)) < 1e-6);
  }
  SECTION("cancellation: C's signs alternate, and so do relative ones'") {
    const Instance dense = generate("cancellation", request, 1);
    for (std::int64_t j = 0; j < dense.keys; ++j) CHECK((dense.factor.values[j] < 0) == (j % 2 == 1));
    request.factor = ATTEST_TERM_TOEPLITZ;
    const Instance toeplitz = generate("cancellation", request, 1);
    const FloatArray& c = toeplitz.factor.values;
    for (std::int64_t t = 1; t < c.shape()[1]; ++t) CHECK((c[t] < 0) != (c[t - 1] < 0));
    request.operation = ATTEST_ATTENTION, request.factor = ATTEST_TERM_NONE;
    const Instance plain = generate("cancellation", request, 1);
    for (std::int64_t j = 0; j < plain.keys; ++j) CHECK((plain.value[j * plain.value_width] < 0) == (j % 2 == 1));
  }
  SECTION("denormals: in every format some value is subnormal and not 0") {
    for (const attest_dtype dtype : kDtypes) {
      request.dtype = dtype;
      const Instance x = generate("denormals", request, 1);
      const double least = std::ldexp(1.0, format_of(dtype).least_exponent);
      int subnormal = 0;
      for (std::int64_t k = 0; k < x.value.size(); ++k) subnormal += x.value[k] != 0 && std::fabs(x.value[k]) < least;
      CHECK(subnormal > x.value.size() / 8);
    }
  }
  SECTION("one_hot: exactly one entry in every row") {
    const Instance x = generate("one_hot", request, 1);
    for (std::int64_t row = 0; row < 2 * 3 * 23; ++row) {
      int entries = 0;
      for (std::int64_t c = 0; c < x.width; ++c) entries += x.key[row * x.width + c] != 0;
      CHECK(entries == 1);
    }
  }
  SECTION("masked_rows: rows without a visible key, and rows with one") {
    for (const attest_mask_kind mask : {ATTEST_MASK_NONE, ATTEST_MASK_CAUSAL, ATTEST_MASK_BYTES}) {
      request.mask = mask;
      const Instance x = generate("masked_rows", request, 1);
      std::set<bool> visible;
      for (std::int64_t i = 0; i < x.queries; ++i) {
        bool any = false;
        for (std::int64_t j = 0; j < x.keys; ++j) any = any || x.visible(0, 0, i, j);
        visible.insert(any);
      }
      CHECK(visible.size() == 2);
    }
  }
  SECTION("lengths") {
    std::set<std::int64_t> keys;
    request.keys = 300;
    for (std::uint64_t seed = 0; seed < 60; ++seed) keys.insert(generate("block_edges", request, seed).keys);
    CHECK(keys.size() > 10);
    for (const std::int64_t edge : keys)
      CHECK(((edge & (edge - 1)) == 0 || ((edge + 1) & edge) == 0 || ((edge - 1) & (edge - 2)) == 0));
    CHECK(generate("cross_lengths", request, 0).queries <= 3);
    CHECK(generate("cross_lengths", request, 1).keys <= 3);
    CHECK(generate("empty", request, 0).keys == 0);
    CHECK(generate("empty", request, 1).queries == 0);
  }
  SECTION("dominant_key: the first key outweighs all others together, 16 times at least without the random part") {
    const Instance x = generate("dominant_key", request, 1);
    for (std::int64_t j = 1; j < x.keys; ++j) CHECK(score(x, 0, 0) - score(x, 0, j) > std::log(16.0));
    for (std::int64_t k = 0; k < x.value.size(); ++k) CHECK(x.value[k] >= 0);
  }
  SECTION("small_weights: weight times value is about as large at the last key as at the first") {
    const Instance x = generate("small_weights", request, 1);
    const std::int64_t last = x.keys - 1;
    CHECK(score(x, 0, last) < score(x, 0, 0) - 15);
    CHECK(std::fabs(x.value[last * x.value_width]) > 1e7 * std::fabs(x.value[0]));
  }
}

TEST_CASE("the witness of Lemma 10 has the numbers of the repaired construction") {
  Request request;
  request.operation = ATTEST_HARDMAX, request.dtype = ATTEST_FLOAT64;
  request.heads = 6, request.queries = request.keys = 4, request.width = request.value_width = 3;
  const Instance x = generate("witness_contextual_mapping", request, 5);
  const constructions::RationalVector u{8, 6, 4, 2};
  const constructions::ContextualConstruction paper = constructions::closed_construction(u, 4, 3);
  std::set<std::string> ends;
  for (const auto& shift : paper.shifts) ends.insert(shift.from.to_string()), ends.insert(shift.to.to_string());
  for (std::int64_t row = 0; row < 6 * 4; ++row) {
    // query = (s - c) z, and key = X + u: so c is s less the first entry of query.
    const auto entry = [&](const FloatArray& a, std::int64_t c) {
      return theory::Rational::from_double(a[row * 3 + c]);
    };
    const theory::Rational s =
        entry(x.key, 0) * paper.z[0] + entry(x.key, 1) * paper.z[1] + entry(x.key, 2) * paper.z[2];
    const theory::Rational c = s - entry(x.query, 0);
    CHECK(ends.count(c.to_string()) == 1);
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(entry(x.query, static_cast<std::int64_t>(k)) == (s - c) * paper.z[k]);
      const theory::Rational from_grid =
          entry(x.key, static_cast<std::int64_t>(k)) - u[static_cast<std::size_t>(row % 4)];
      CHECK((from_grid >= theory::Rational(0) && from_grid <= theory::Rational(1) &&
             (from_grid * theory::Rational(4)).is_integer()));
    }
  }
}

TEST_CASE("rows that are shared have the numbers of the first row of their head") {
  Request r = urpe(ATTEST_BFLOAT16);
  r.bias = r.factor = ATTEST_TERM_DENSE, r.mask = ATTEST_MASK_BYTES;
  const Instance before = generate("random", r, 1);
  Instance in = before;
  share_rows(in.key);
  share_rows_of_queries(in);
  in.check();
  const auto is_shared = [](const FloatArray& array, const FloatArray& from, std::int64_t rows, std::int64_t columns) {
    for (std::int64_t at = 0; at < array.size(); ++at)
      if (array[at] != from[at / (rows * columns) * rows * columns + at % columns]) return false;
    return true;
  };
  CHECK(is_shared(in.key, before.key, r.keys, r.width));
  CHECK(is_shared(in.bias.values, before.bias.values, r.queries, r.keys));
  CHECK(is_shared(in.factor.values, before.factor.values, r.queries, r.keys));
  for (std::int64_t b = 0; b < r.batches; ++b)
    for (std::int64_t h = 0; h < r.heads; ++h)
      for (std::int64_t i = 0; i < r.queries; ++i)
        for (std::int64_t j = 0; j < r.keys; ++j) CHECK(in.visible(b, h, i, j) == before.visible(b, h, 0, j));
}

TEST_CASE("bad requests are input errors with one line") {
  CHECK_THROWS_AS(generate("nothing", urpe(ATTEST_FLOAT32), 0), InputError);
  Request request = urpe(ATTEST_FLOAT32);
  request.keys = -1;
  CHECK_THROWS_AS(generate("random", request, 0), InputError);
  request = urpe(ATTEST_FLOAT32);
  request.operation = ATTEST_ATTENTION;
  CHECK_THROWS_AS(generate("random", request, 0), InputError);
  request = urpe(ATTEST_FLOAT32);
  request.bias = ATTEST_TERM_BUCKETS, request.buckets = 0;
  CHECK_THROWS_AS(generate("random", request, 0), InputError);
}
